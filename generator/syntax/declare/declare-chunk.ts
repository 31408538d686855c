/** Reads one declaration of a translation unit. Parses it if a message may need it, otherwise skips it. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { RecordDeclaration } from "../../types/declarations.ts";
import { isStandardInteger, keywordOf, keywordProblem, typeNameProblem } from "../explain/keywords.ts";
import type { Chunk } from "../parse/chunks.ts";
import { isRecordKeyword, isSpecifierWord } from "../parse/declaration-words.ts";
import type { DeclarationNode, DeclaratorNode } from "../parse/nodes.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, spanAfter, type Token, tokenSpan } from "../preprocess/token.ts";
import { noteAttributeName, noteIgnoredAttributes } from "./attributes.ts";
import { arrayType, declareConstants } from "./constants.ts";
import { type Context, factsOf, onlyInCpp, type RecordFacts } from "./context.ts";
import { declareFunction } from "./functions.ts";
import { declareLink } from "./links.ts";
import { hasConstructor, ONLY_IN_CPP } from "./members.ts";
import { blame, isOpen, misspelledIn, noteErrors, parseChunk } from "./parse-chunk.ts";
import { declareRecord } from "./records.ts";
import { type DeclareRecord, readSpecifiers, type Specifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { declareTemplate } from "./templates.ts";
import { typeName } from "./type-names.ts";
import { declareTypedef } from "./typedefs.ts";
import { type Resolved, recordIn } from "./types.ts";

export function declareChunk(chunk: Chunk, context: Context): void {
  const tokens = context.unit.tokens;
  context.symbols.file = tokens[chunk.from]?.file;
  if (declareLink(chunk, context)) return;
  if (chunk.kind === "template") {
    const template = declareTemplate(chunk, context);
    if (template === undefined || template.value !== undefined) noteConstantTemplate(chunk, context);
    // After an unterminated template the extent of the next declarations is unreliable, so report its errors now.
    if (template !== undefined && isOpen(chunk))
      context.parsed.set(template.chunk.from, parseChunk(template.chunk, context));
    return;
  }
  if (chunk.kind === "function" && chunk.unclosed === undefined) {
    declareFunction(chunk, context);
    return;
  }
  const declares = mayDeclare(chunk, context);
  const misspelled = misspelledIn(chunk, context);
  if (!declares) {
    noteErrors(misspelled, chunk, context);
    declareVariable(chunk, context);
    return;
  }
  const parsed = parseChunk(chunk, context, misspelled);
  if (parsed === undefined) return;
  const { declarations, errors } = parsed;
  const known = context.records.size;
  context.current.error = errors[0]?.diagnostic;
  declareAll(declarations, context, chunk.scope);
  context.current.error = undefined;
  if (errors.length > 0) blame(errors, [...context.records.values()].slice(known));
}

/** `template <class T> constexpr int bits = 8 * sizeof(T);`, or a function: recorded for a message, should it not be evaluated. */
function noteConstantTemplate({ from, to }: Chunk, { symbols, unit }: Context): void {
  const tokens = unit.tokens.slice(from, to);
  const behindName = tokens.findIndex((token) => isPunctuator(token, "=") || isPunctuator(token, "("));
  const name = tokens[behindName - 1];
  const isConstant = tokens.slice(0, Math.max(behindName, 0)).some((token) => isWord(token, "constexpr"));
  if (isConstant && name?.kind === "identifier") symbols.unread.add(name.text);
}

/** `int count = 3;` is recorded for the message about `uint8_t data[count];` and for `decltype(count)`. */
function declareVariable(chunk: Chunk, context: Context): void {
  const { tokens, attributes } = context.unit;
  for (let at = chunk.from; at + 1 < chunk.to; at++) {
    if (tokens[at]?.kind !== "identifier" && !isPunctuator(tokens[at], "*")) return;
    if (["=", ";", "["].some((end) => isPunctuator(tokens[at + 1], end))) {
      const words = tokens.slice(chunk.from, at).filter((token) => !isSpecifierWord(token));
      // The type is not resolved if there are attributes, which may belong to it.
      const isPlain = !hasAttribute(chunk, attributes);
      const end = isPunctuator(tokens[at + 1], "[") ? endOfBrackets(tokens, at + 1) : at + 1;
      const isFilled = isPunctuator(tokens[at + 2], "]") && isPunctuator(tokens[end], "=");
      const type = () => {
        if (!isPlain) return undefined;
        if (!isFilled) return typeName([...words, ...tokens.slice(at + 1, end)], context, chunk.scope);
        const element = typeName(words, context, chunk.scope);
        const value = tokens.slice(end + 1, chunk.to - 1);
        return (
          element && arrayType(element, dimensionsAt(tokens, at + 1, end), tokens[at]!, context, chunk.scope, value)
        );
      };
      context.symbols.declareVariable(chunk.scope, tokens[at]!.text, type);
      return;
    }
  }
}

/** The tokens between the brackets. */
function dimensionsAt(tokens: readonly Token[], from: number, to: number): readonly (readonly Token[])[] {
  const dimensions: (readonly Token[])[] = [];
  for (let open = from; open < to; ) {
    const end = closing(tokens, open) ?? to;
    dimensions.push(tokens.slice(open + 1, end - 1));
    open = end;
  }
  return dimensions;
}

function endOfBrackets(tokens: readonly Token[], open: number): number {
  let end = open;
  while (isPunctuator(tokens[end], "[")) end = closing(tokens, end) ?? tokens.length;
  return end;
}

function hasAttribute({ from, to }: Chunk, attributes: Context["unit"]["attributes"]): boolean {
  for (let at = from; attributes.size > 0 && at <= to; at++) if (attributes.has(at)) return true;
  return false;
}

function namesType(name: string, { scope }: Chunk, { symbols }: Context): boolean {
  return symbols.type(scope, name) !== undefined || symbols.template(scope, name) !== undefined;
}

const BEHIND_TYPE: ReadonlySet<string> = new Set(["{", "=", "("]);
const DECLARING: ReadonlySet<string> = new Set(["typedef", "using", "const", "constexpr"]);

/** Only types, constants and variables of struct type are worth parsing. */
function mayDeclare(chunk: Chunk, context: Context): boolean {
  const { tokens } = context.unit;
  let sawName = false;
  for (let at = chunk.from; at < chunk.to; at++) {
    const token = tokens[at]!;
    if (token.kind === "punctuator" && BEHIND_TYPE.has(token.text)) return false;
    if (token.kind !== "identifier") continue;
    if (isRecordKeyword(token) || (DECLARING.has(token.text) && token.isName !== true)) return true;
    if (!sawName && namesType(token.text, chunk, context)) return true;
    sawName ||= !STORAGE.has(token.text) && !isPunctuator(tokens[at + 1], "::");
  }
  return false;
}

const STORAGE: ReadonlySet<string> = new Set(["static", "extern", "volatile", "inline", "register", "thread_local"]);

function declareAll(nodes: readonly DeclarationNode[], context: Context, scope: Scope): void {
  const declareHere: DeclareRecord = (node, inner, typedefName) => declareRecord(node, context, inner, typedefName);
  for (const node of nodes) {
    if (node.kind === "variables") declareVariables(node, context, scope, declareHere);
    else declareTypedef(node, context, scope, declareHere);
  }
}

function declareVariables(node: DeclarationNode, context: Context, scope: Scope, declareHere: DeclareRecord): void {
  const { head, declarators } = node;
  // A struct without tag or typedef is named after its first instance.
  const instanceName = declarators[0]?.shape === "object" ? declarators[0].name?.text : undefined;
  const specifiers = readSpecifiers(head, context, scope, instanceName, declareHere);
  const { type } = specifiers;
  const facts = factsOf(type, context);
  noteIgnoredAttributes(node, facts);
  facts?.problems.push(...ofMembersOnly(node, specifiers));
  if (type.kind !== "record") {
    declareConstants(node, specifiers, context, scope);
    return;
  }
  for (const { name, shape, dimensions, value } of declarators) {
    if (shape !== "object" || name === undefined) continue;
    facts?.problems.push(...nameProblems(name, scope, context), ...conflicts(name, type.record, scope, context));
    if (specifiers.words.has("constexpr")) context.symbols.unread.add(name.text);
    context.symbols.declareVariable(scope, name.text, () =>
      variableType(node, type, { dimensions, value }, context, scope),
    );
    noteAttributeName(name, head, facts, context);
    if (value === undefined && context.language === "c++" && !specifiers.words.has("extern")) {
      noteWithoutValue(type.record, specifiers.words.has("const"), context);
      facts?.problems.push(...unconstructed(type.record, context));
    }
    if (value === undefined || dimensions.length > 1) continue;
    noteBraces(value.from, facts, context);
    const { tokens: initializer } = value;
    context.instances.push({ record: type.record, name, initializer, scope, isArray: dimensions.length === 1 });
  }
}

/** The type of a variable without its own attributes. */
function variableType(
  { attributes, declarators }: DeclarationNode,
  type: Resolved,
  { dimensions, value }: Pick<DeclaratorNode, "dimensions" | "value">,
  context: Context,
  scope: Scope,
): Resolved | undefined {
  const isPlain = attributes.length === 0 && declarators.every((declarator) => declarator.attributes.length === 0);
  const [name] = declarators.flatMap((declarator) => declarator.name ?? []);
  if (!isPlain || dimensions.length === 0) return isPlain ? type : undefined;
  return name && arrayType(type, dimensions, name, context, scope, value?.tokens);
}

function nameProblems(name: Token, scope: Scope, { language, symbols }: Context): Diagnostic[] {
  const keyword = keywordOf(name.text, language);
  const isTaken = scope.length === 0 && (isStandardInteger(name.text) || symbols.isTypedefHere(name.text));
  return [
    ...(keyword === undefined ? [] : [keywordProblem(name, keyword)]),
    ...(isTaken ? [typeNameProblem(name)] : []),
  ];
}

/** `struct s {…} virtual a = {…};` is invalid: in C it has two names, in C++ variables cannot be `virtual`. */
function ofMembersOnly({ head }: DeclarationNode, { words }: Specifiers): Diagnostic[] {
  const odd = head.tokens.find(({ text }) => words.has(text) && ONLY_IN_CPP.some((word) => word === text));
  const reason = "only members of a class have it";
  return odd === undefined ? [] : [report(SYNTAX, "E108", tokenSpan(odd), { found: odd.text, reason })];
}

/** Two declarations give one variable different types: `} PACKED;` twice, if the macro `PACKED` is not defined. [C17 6.7p4] */
function conflicts(name: Token, record: RecordDeclaration, scope: Scope, { symbols }: Context): Diagnostic[] {
  const others = symbols.typesOfOwnVariables(scope, name.text).filter(({ kind }) => kind === "record");
  if (others.every((other) => other.kind === "record" && other.record === record)) return [];
  const reason = "a variable of another type has this name";
  return [report(SYNTAX, "E108", tokenSpan(name), { found: name.text, reason })];
}

/** Without a value, a variable with `const` fields is invalid, as is a `const` variable with uninitialised fields. [C++17 class.ctor]p5, [dcl.init]p7 */
function noteWithoutValue(record: RecordDeclaration, isConstant: boolean, context: Context): void {
  const facts = context.records.get(record);
  if (record.kind === "union" || facts === undefined || facts.constructors.length > 0) return;
  for (const member of record.members) {
    const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
    if (inner !== undefined) noteWithoutValue(inner, isConstant || facts.constants.has(member), context);
    else if (
      member.kind !== "anonymous" &&
      member.name !== undefined &&
      !facts.defaults.has(member) &&
      (facts.constants.delete(member) || isConstant)
    )
      facts.problems.push(report(SYNTAX, "E107", member.span, { what: "a value", after: member.name }));
  }
}

/** A union has no constructor that calls a member's constructor, so an instance needs a value. [C++17 class.ctor]p5 */
function unconstructed(record: RecordDeclaration, context: Context): Diagnostic[] {
  const facts = context.records.get(record);
  if (facts === undefined || facts.constructors.length > 0) return [];
  const { kind, members } = record;
  if (kind === "union" && facts.defaults.size > 0) return [];
  return members.flatMap((member) => {
    const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
    if (kind !== "union") return inner === undefined || facts.defaults.has(member) ? [] : unconstructed(inner, context);
    if (!hasConstructor(member, context)) return [];
    const found = (member.kind === "anonymous" ? undefined : member.name) ?? "struct";
    const reason = "its class has a constructor, which its union does not call; give the instance a value";
    return [report(SYNTAX, "E108", member.span, { found, reason })];
  });
}

/** `struct position {…} position {9, 1};` is C++. */
function noteBraces(at: number, facts: RecordFacts | undefined, context: Context): void {
  const before = context.unit.tokens[at - 1]!;
  if (!isPunctuator(context.unit.tokens[at], "{") || isPunctuator(before, "=")) return;
  if (onlyInCpp(before, context).length === 0) return;
  const diagnostic = report(SYNTAX, "E107", spanAfter(before), { what: "'='", after: before.text });
  facts?.errors.push({ diagnostic, certainty: "sure", at });
}
