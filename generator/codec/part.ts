/**
 * Pieces of generated files. Each piece has its text in TypeScript, JavaScript and as declarations. The emitter marks
 * types
 * as it writes them, so nothing has to parse and strip them.
 */

import { wrapped } from "./wrap.ts";

export interface FilePart {
  readonly source: string;
  /** Empty for types. */
  readonly js: string;
  /** Empty if not exported. */
  readonly declarations: string;
}

/** Marks around text that only TypeScript has. Text from headers cannot contain them. */
const [FROM, TO] = ["\u0001", "\u0002"];

/** Text that JavaScript leaves out: `!`, ` as Mode`. */
export function typeOnly(text: string): string {
  return FROM + text + TO;
}

function asTypeScript(code: string): string {
  return code.replaceAll(FROM, "").replaceAll(TO, "");
}

function asJavaScript(code: string): string {
  return code.replace(/\u0001[^\u0002]*\u0002/g, "");
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  /** Default value, a number. The declaration infers the type from it. */
  readonly initial?: string;
}

export interface FunctionText {
  readonly name: string;
  /** Paragraphs. */
  readonly doc: readonly string[];
  readonly exported: boolean;
  /** `<T extends object>` */
  readonly typeParameters?: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
  /** Statements, which may span lines and contain `typeOnly` parts. */
  readonly body: readonly string[];
}

export function functionPart(text: FunctionText): FilePart {
  const { name, exported, typeParameters = "", parameters, returns } = text;
  const doc = docText(text.doc);
  const body = text.body.map((statement) => `${indented(statement)}\n`).join("");
  const typescript = wrapped(asTypeScript(body));
  const modifier = exported ? "export " : "";
  const headOf = (language: Language, list: string) =>
    `${modifier}function ${name}${language === "js" ? "" : typeParameters}(${list})`;
  const head = (language: Language) => {
    const line = headOf(language, parameterList(parameters, language));
    return line.length + returns.length + 4 < LONGEST
      ? line
      : headOf(language, `\n  ${parameterList(parameters, language, ",\n  ")},\n`);
  };
  return {
    source: `${doc}${head("source")}: ${returns} {\n${typescript}}`,
    js: `${doc}${head("js")} {\n${body.includes(FROM) ? wrapped(asJavaScript(body)) : typescript}}`,
    declarations: exported
      ? `${doc}export declare function ${name}${typeParameters}(${parameterList(parameters, "declarations")}): ${returns};`
      : "",
  };
}

/** If the line would be longer, each parameter gets its own line. */
const LONGEST = 140;

type Language = keyof FilePart;

function parameterList(parameters: readonly Parameter[], language: Language, separator = ", "): string {
  return parameters
    .map(({ name, type, initial }) => {
      if (language === "declarations") return `${name}${initial === undefined ? "" : "?"}: ${type}`;
      if (initial !== undefined) return `${name} = ${initial}`;
      return language === "js" ? name : `${name}: ${type}`;
    })
    .join(separator);
}

/** The head of a handwritten function. Types occur only here, except for `as const`. */
const HEAD = /^function (\w+)\(([^)]*)\): [\w[\]]+ \{$/gm;

/** Handwritten TypeScript functions, as a piece. */
export function writtenPart(source: string): FilePart {
  const js = source.replace(HEAD, (_, name: string, parameters: string) => {
    const names = parameters.split(",").map((parameter) => parameter.replace(/: .*$/s, "").trim());
    return `function ${name}(${names.filter((each) => each !== "").join(", ")}) {`;
  });
  return { source, js: js.replaceAll(" as const", ""), declarations: "" };
}

export interface PropertyText {
  /** As printed: `az`, `"gps.lat"`. */
  readonly key: string;
  readonly type: string;
  readonly doc: readonly string[];
  readonly optional?: true;
}

/** An interface with `readonly` properties. */
export function interfacePart(
  name: string,
  doc: readonly string[],
  properties: readonly PropertyText[],
  base?: string,
): FilePart {
  const members = properties.map(
    (property) =>
      `${docText(property.doc, "  ")}  readonly ${property.key}${property.optional ? "?" : ""}: ${property.type};\n`,
  );
  const heritage = base === undefined ? "" : ` extends ${base}`;
  const text = `${docText(doc)}export interface ${name}${heritage} {\n${members.join("")}}`;
  return { source: text, js: "", declarations: text };
}

/** @param value may contain `typeOnly` parts */
export function constantPart(
  name: string,
  type: string,
  value: string,
  { doc = [], exported = false }: { readonly doc?: readonly string[]; readonly exported?: boolean } = {},
): FilePart {
  const start = `${docText(doc)}${exported ? "export " : ""}`;
  return {
    source: `${start}const ${name}: ${type} = ${asTypeScript(value)};`,
    js: `${start}const ${name} = ${asJavaScript(value)};`,
    declarations: exported ? `${start}declare const ${name}: ${type};` : "",
  };
}

/** Placeholder for the extension of an import, which depends on how the source is used. */
const EXTENSION = "\u0003";

function specifier(from: string): string {
  return from.startsWith(".") ? from.replace(/\.js$/, EXTENSION) : from;
}

/**
 * Replaces the placeholder.
 * @param extension `.js`, `.ts` or empty
 */
export function withExtension(text: string, extension: string): string {
  return text.replaceAll(EXTENSION, extension);
}

/** One name per line if they do not fit on one line. */
function importLine(keyword: string, names: readonly string[], from: string): string {
  const line = `${keyword} { ${names.join(", ")} } from "${specifier(from)}";`;
  if (withExtension(line, ".js").length <= LINE) return line;
  // The TypeScript compiler prints no trailing comma in imports.
  const last = keyword === "import" ? "" : ",";
  return `${keyword} {\n${names.map((name) => `  ${name}`).join(",\n")}${last}\n} from "${specifier(from)}";`;
}

/** An `import type { … } from "…";` for each module. */
export function typeImports(modules: readonly (readonly [from: string, names: readonly string[]])[]): FilePart {
  const lines = modules
    .filter(([, names]) => names.length > 0)
    .map(([from, names]) => importLine("import type", names, from));
  const text = lines.join("\n");
  return { source: text, js: "", declarations: text };
}

export interface ImportedName {
  readonly name: string;
  readonly kind: "value" | "type";
  /** Local name, if it differs. */
  readonly local?: string;
}

/** `import { capRCodec, type CapRRaw } from "…";`. JavaScript gets only the values. */
export function importPart(from: string, names: readonly ImportedName[]): FilePart {
  const line = (of: readonly ImportedName[]) => {
    const items = of.map(({ name, kind, local = name }) => {
      const own = local === name ? name : `${name} as ${local}`;
      return kind === "type" ? `type ${own}` : own;
    });
    return importLine("import", items, from);
  };
  return { source: line(names), js: line(names.filter(({ kind }) => kind === "value")), declarations: line(names) };
}

/** A union type with one line per member. */
export function unionPart(name: string, doc: readonly string[], members: readonly string[]): FilePart {
  const text = `${docText(doc)}export type ${name} =\n${members.map((member) => `  | ${member}`).join("\n")};`;
  return { source: text, js: "", declarations: text };
}

/** Joins parts without blank lines between them. */
export function together(parts: readonly FilePart[]): FilePart {
  const text = (of: keyof FilePart) => parts.flatMap((part) => (part[of] === "" ? [] : [part[of]])).join("\n");
  return { source: text("source"), js: text("js"), declarations: text("declarations") };
}

const LINE = 120;

/** A JSDoc comment with a line break after it. A single short paragraph stays on one line. */
export function docText(paragraphs: readonly string[], indent = ""): string {
  if (paragraphs.length === 0) return "";
  const [only = ""] = paragraphs;
  if (paragraphs.length === 1 && indent.length + only.length + 7 <= LINE) return `${indent}/** ${only} */\n`;
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [""]),
    ...filled(paragraph, LINE - indent.length - 3),
  ]);
  const body = lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

/** Wraps words at a width. A longer word gets its own line. */
function filled(text: string, width: number): string[] {
  if (text.length <= width && text !== "" && !text.startsWith(" ")) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

function indented(text: string): string {
  return `  ${text.replaceAll("\n", "\n  ")}`;
}
