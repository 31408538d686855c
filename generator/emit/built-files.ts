/**
 * `.js` and `.d.ts` beside each generated `.ts`, so that plain Node and other people's TypeScript load it.
 * Both are cut out of the source's syntax tree: generated code uses few kinds of types, and cutting is far quicker
 * than the compiler's own emitters, which a test compares with.
 */

import { ts } from "ts-morph";

/** A piece of a generated source with what is built from it. */
export interface BuiltPart {
  readonly source: string;
  readonly js: string;
  /** Empty for what is not exported. */
  readonly declarations: string;
}

/** The texts built from one generated source. */
export function builtTexts(file: ts.SourceFile): BuiltPart {
  return { source: file.text, js: withoutTypes(file), declarations: declarationsOf(file) };
}

const privateParts = new Map<string, BuiltPart>();

/** A private function, of which there are few: each is looked at once. */
export function privatePart(source: string): BuiltPart {
  let part = privateParts.get(source);
  if (part === undefined) {
    const file = ts.createSourceFile("private.ts", source, ts.ScriptTarget.ES2022, false);
    part = { source, js: withoutTypes(file), declarations: "" };
    privateParts.set(source, part);
  }
  return part;
}

/** Text from inclusive, to exclusive. */
type Range = readonly [from: number, to: number];

function withoutTypes(file: ts.SourceFile): string {
  const removed: Range[] = [];
  for (const statement of file.statements) {
    if (isTypeOnly(statement)) removed.push([statementStart(statement, file), lineEnd(file.text, statement.end)]);
    else collectTypes(statement, removed);
  }
  removed.sort((a, b) => a[0] - b[0]);
  let text = "";
  let from = 0;
  for (const [start, end] of removed) {
    text += file.text.slice(from, start);
    from = end;
  }
  return text + file.text.slice(from);
}

function isTypeOnly(statement: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(statement) || (ts.isImportDeclaration(statement) && isTypeImport(statement));
}

function isTypeImport(statement: ts.ImportDeclaration): boolean {
  return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** Where the statement begins with its documentation; a header comment before it is not part of it. */
function statementStart(statement: ts.Statement, file: ts.SourceFile): number {
  return statement.getStart(file, true);
}

/** Past the line break, and past an empty line. */
function lineEnd(text: string, end: number): number {
  let position = end;
  while (text[position] === "\n" && position < end + 2) position++;
  return position;
}

function collectTypes(node: ts.Node, removed: Range[]): void {
  if (ts.isTypeNode(node)) throw new Error(`a type at ${node.pos} of generated code that stripping does not know`);
  if (ts.isNonNullExpression(node)) removed.push([node.expression.end, node.end]);
  if (ts.isFunctionDeclaration(node) && node.typeParameters !== undefined) {
    removed.push([node.typeParameters.pos - 1, node.typeParameters.end + 1]);
  }
  const type = typeOf(node);
  // A type's own position is just behind its colon.
  if (type !== undefined) removed.push([type.pos - 1, type.end]);
  ts.forEachChild(node, (child) => {
    if (child !== type && !ts.isTypeParameterDeclaration(child)) collectTypes(child, removed);
  });
}

function typeOf(node: ts.Node): ts.TypeNode | undefined {
  return ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)
    ? node.type
    : undefined;
}

function declarationsOf(file: ts.SourceFile): string {
  const header = file.text.slice(0, file.statements[0]?.getStart(file) ?? 0);
  const body = file.statements.flatMap((statement) => {
    const text = declarationOf(statement, file);
    return text === undefined ? [] : [text];
  });
  return `${header}${body.join("\n\n")}\n`;
}

function declarationOf(statement: ts.Statement, file: ts.SourceFile): string | undefined {
  if (ts.isImportDeclaration(statement)) return isTypeImport(statement) ? statement.getText(file) : undefined;
  if (!ts.canHaveModifiers(statement) || ts.getModifiers(statement) === undefined) return undefined;
  const documentation = file.text.slice(statement.getStart(file, true), statement.getStart(file));
  if (ts.isInterfaceDeclaration(statement)) return documentation + statement.getText(file);
  if (ts.isFunctionDeclaration(statement)) {
    const parameters = statement.parameters.map((parameter) => parameterDeclaration(parameter, file));
    const signature = `${statement.name?.text}(${parameters.join(", ")}): ${statement.type?.getText(file)}`;
    return `${documentation}export declare function ${signature};`;
  }
  if (ts.isVariableStatement(statement)) {
    const [declaration] = statement.declarationList.declarations;
    return `${documentation}export declare const ${declaration?.name.getText(file)}: ${declaration?.type?.getText(file)};`;
  }
  throw new Error(`an exported ${ts.SyntaxKind[statement.kind]} in generated code that declarations do not know`);
}

/** `byteOffset = 0` becomes `byteOffset?: number`: generated code has no other defaults. */
function parameterDeclaration(parameter: ts.ParameterDeclaration, file: ts.SourceFile): string {
  return parameter.initializer === undefined ? parameter.getText(file) : `${parameter.name.getText(file)}?: number`;
}
