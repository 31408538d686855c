/** Class templates of the headers [C++17 temp]: parses their heads and decides which are supported. */

import { keywordOf } from "../explain/keywords.ts";
import type { Chunk } from "../parse/chunks.ts";
import { behindConstraint } from "../parse/constraints.ts";
import { closing, closingAngle } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import type { Parameter, Template } from "./symbols.ts";

const RECORDS: ReadonlySet<string> = new Set(["struct", "union", "class"]);

/** Declares the chunk's template. Its text is read on first use. */
export function declareTemplate(chunk: Chunk, context: Context): Template | undefined {
  const { tokens } = context.unit;
  const behindAngle = isPunctuator(tokens[chunk.from + 1], "<")
    ? closingAngle(tokens, chunk.from + 1, chunk.to)
    : undefined;
  if (behindAngle === undefined) return undefined;
  const end = behindConstraint(tokens, behindAngle);
  // `template <class T> template <class U> struct fifo<T>::ring`: see `specialisedNames`.
  const [keyword, name] = [tokens[end], tokens[end + 1]];
  const alias = isWord(keyword, "using") && isPunctuator(tokens[end + 2], "=");
  if (isWord(keyword, "concept") && name !== undefined) context.symbols.concepts.add(name.text);
  if (name?.kind !== "identifier" || !(alias || RECORDS.has(keyword?.text ?? "")))
    return declareValue(valueIn(tokens, end, chunk.to), chunk, behindAngle, context);
  const parameters = listIn(tokens, chunk.from + 1, behindAngle).map(readParameter);
  const specialised = specialisedParameters(chunk, tokens);
  if (specialised !== undefined) return specialise(chunk, end, specialised, context);
  const at = lastOfName(tokens, end + 1);
  const behind = tokens[at + 1];
  // A specialisation: see `specialisedNames`.
  if (isPunctuator(behind, "<") || isPunctuator(behind, "::")) return undefined;
  const announces = isPunctuator(behind, ";");
  const template: Omit<Template, "horizon"> = {
    name: tokens[at]!.text,
    scope: [
      ...chunk.scope,
      ...tokens.slice(end + 1, at).flatMap(({ kind, text }) => (kind === "identifier" ? text : [])),
    ],
    from: chunk.from,
    chunk: { ...chunk, from: end, foreignFrom: end, kind: "declaration" },
    alias,
    parameters: parameters.filter((parameter) => typeof parameter === "object"),
    refused: obstacleIn(parameters),
    specialisations: [],
    instances: [],
    ...(announces && { isAnnounced: true }),
  };
  return context.symbols.declareTemplate(template);
}

/** The last word of `ring`, and of `fifo::ring`, which a class announced. */
function lastOfName(tokens: readonly Token[], from: number): number {
  let at = from;
  while (isPunctuator(tokens[at + 1], "::") && tokens[at + 2]?.kind === "identifier") at += 2;
  return at;
}

interface Value {
  readonly value: "variable" | "function";
  readonly name: Token;
  readonly from: number;
  /** The arguments of a specialisation. */
  readonly given: readonly (readonly Token[])[] | undefined;
}

/** `constexpr int bits = …`, `constexpr int width() {…}`, `constexpr int bits<uint8_t> = …` */
function valueIn(tokens: readonly Token[], from: number, to: number): Value | undefined {
  const end = tokens.findIndex((token, at) => at >= from && at < to && BEHIND_VALUE.has(token.text));
  const words = tokens.slice(from, end < 0 ? from : end);
  const isConstant = words.some((token) => isWord(token, "constexpr") || isWord(token, "consteval"));
  if (!isConstant || words.some(({ text }) => RECORDS.has(text)) || isPunctuator(tokens[end], ";")) return undefined;
  const value = isPunctuator(tokens[end], "(") ? "function" : "variable";
  // The arguments of a type, or those behind the name.
  const open = words.findLastIndex(
    (token, at) => isPunctuator(token, "<") && closingAngle(words, at, end) === words.length,
  );
  const name = words.at(open < 0 ? -1 : open - 1);
  if (name?.kind !== "identifier") return undefined;
  return { value, name, from, given: open < 0 ? undefined : listIn(words, open, words.length) };
}

const BEHIND_VALUE: ReadonlySet<string> = new Set(["=", "{", "(", ";"]);

function declareValue(declared: Value | undefined, chunk: Chunk, behindAngle: number, { unit, symbols }: Context) {
  if (declared === undefined) return undefined;
  const { value, name, from, given } = declared;
  const parameters = listIn(unit.tokens, chunk.from + 1, behindAngle).map(readParameter);
  const template: Omit<Template, "horizon"> = {
    name: name.text,
    scope: chunk.scope,
    from: chunk.from,
    chunk: { ...chunk, from, foreignFrom: from, kind: "declaration" },
    alias: false,
    value,
    parameters: parameters.filter((parameter) => typeof parameter === "object"),
    refused: obstacleIn(parameters.length === 0 && given !== undefined ? [] : parameters),
    specialisations: [],
    instances: [],
  };
  if (given === undefined) return symbols.declareTemplate(template);
  const general = symbols.template(chunk.scope, name.text);
  if (typeof general === "object")
    general.specialisations.push({
      given,
      isAnnounced: false,
      constraint: [],
      template: { ...template, horizon: symbols.mark() },
    });
  return undefined;
}

function obstacleIn(parameters: readonly (Parameter | string)[]): string | undefined {
  const odd = parameters.find((parameter) => typeof parameter === "string");
  if (odd !== undefined) return odd;
  if (parameters.slice(0, -1).some((parameter) => typeof parameter === "object" && parameter.isPack))
    return "it takes any number of arguments in front of others";
  return repeats(parameters) ? "two of its parameters have one name" : undefined;
}

/**
 * The parameters of `template <> struct ring<int, 4> {…};` or `template <typename T> struct ring<T, 4> {…};`, with a body or a semicolon
 * directly after the arguments.
 */
function specialisedParameters(
  { from, to }: Pick<Chunk, "from" | "to">,
  tokens: readonly Token[],
): readonly Parameter[] | undefined {
  const behindAngle = closingAngle(tokens, from + 1, to) ?? to;
  const end = behindConstraint(tokens, behindAngle);
  if (!RECORDS.has(tokens[end]?.text ?? "")) return undefined;
  const behind = isPunctuator(tokens[end + 2], "<") ? closingAngle(tokens, end + 2, to) : undefined;
  if (behind === undefined || !(isPunctuator(tokens[behind], "{") || isPunctuator(tokens[behind], ";")))
    return undefined;
  const parameters = listIn(tokens, from + 1, behindAngle).map(readParameter);
  const read = parameters.filter((parameter) => typeof parameter === "object");
  return read.length === parameters.length && !repeats(read) ? read : undefined;
}

/** @param keyword index of `struct` */
function specialise(
  chunk: Chunk,
  keyword: number,
  parameters: readonly Parameter[],
  { unit, symbols }: Context,
): undefined {
  const { tokens } = unit;
  const name = tokens[keyword + 1]!.text;
  const template = symbols.template(chunk.scope, name);
  const behind = closingAngle(tokens, keyword + 2, chunk.to)!;
  if (typeof template !== "object") return;
  template.specialisations.push({
    given: listIn(tokens, keyword + 2, behind),
    isAnnounced: isPunctuator(tokens[behind], ";"),
    constraint: tokens.slice((closingAngle(tokens, chunk.from + 1, keyword) ?? keyword) + 1, keyword),
    template: {
      ...template,
      from: chunk.from,
      chunk: { ...chunk, from: keyword, foreignFrom: keyword, kind: "declaration" },
      parameters,
      horizon: symbols.mark(),
    },
  });
}

/** Names of templates with specialisations: `template<> struct ring<int, 4> {…};` */
export function specialisedNames(chunks: readonly Chunk[], tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  const templates = chunks.filter(({ kind }) => kind === "template");
  for (const { from, to } of templates.filter((chunk) => specialisedParameters(chunk, tokens) === undefined)) {
    for (const name of namesWithArguments(tokens, from, to)) names.add(name);
  }
  return names;
}

/** `fifo` and `ring` of `template <> template <> struct fifo<int>::ring<char> {…};` */
function* namesWithArguments(tokens: readonly Token[], from: number, to: number): Generator<string> {
  let end = from;
  while (isWord(tokens[end], "template") && end < to)
    end = behindConstraint(tokens, closingAngle(tokens, end + 1, to) ?? to);
  let at = RECORDS.has(tokens[end]?.text ?? "") ? end + 1 : to;
  while (at < to && (tokens[at]?.kind === "identifier" || isPunctuator(tokens[at], "::"))) {
    at += 1;
    if (!isPunctuator(tokens[at], "<")) continue;
    yield tokens[at - 1]?.text ?? "";
    at = closingAngle(tokens, at, to) ?? to;
  }
}

/** Parses `typename T = uint8_t`, `int N = 4` or `class... T`; a text says why it is not supported. */
function readParameter(tokens: readonly Token[]): Parameter | string {
  const behindList = isWord(tokens[0], "template") ? (closingAngle(tokens, 1, tokens.length) ?? 0) : 0;
  const dots = tokens.findIndex((token, at) => at >= behindList && isPunctuator(token, "..."));
  if (dots < 0) return readSingle(tokens);
  const parameter = readSingle(tokens.toSpliced(dots, 1));
  return typeof parameter === "string" ? parameter : { ...parameter, isPack: true };
}

function readSingle(tokens: readonly Token[]): Parameter | string {
  const [first] = tokens;
  if (first === undefined) return "it has no parameters";
  if (isWord(first, "template")) return readTemplateParameter(tokens);
  const equals = tokens.findIndex((token) => isPunctuator(token, "="));
  const head = equals < 0 ? tokens : tokens.slice(0, equals);
  const byDefault = equals < 0 ? undefined : tokens.slice(equals + 1);
  if (isWord(first, "typename") || isWord(first, "class")) {
    const name = head[1];
    if (head.length > 2 || (name !== undefined && !mayName(name)))
      return "its parameters are not simple types and integers";
    return { name: name?.text, type: undefined, byDefault };
  }
  const last = head.at(-1);
  const isNamed = last !== undefined && head.length > 1 && mayName(last);
  const named = isNamed && !isPunctuator(head.at(-2), "::") ? last : undefined;
  return { name: named?.text, type: named === undefined ? head : head.slice(0, -1), byDefault };
}

/** `template <class, int> class C = ring` */
function readTemplateParameter(tokens: readonly Token[]): Parameter | string {
  const behind = isPunctuator(tokens[1], "<") ? closingAngle(tokens, 1, tokens.length) : undefined;
  const [keyword, ...more] = behind === undefined ? [] : tokens.slice(behind);
  const parameter = isWord(keyword, "class") || isWord(keyword, "typename") ? readSingle([keyword!, ...more]) : "";
  return typeof parameter === "object" ? { ...parameter, takesTemplate: true } : "one of its parameters is not read";
}

function mayName({ kind, text }: Token): boolean {
  return kind === "identifier" && keywordOf(text, "c++") === undefined;
}

function repeats(parameters: readonly (Parameter | string)[]): boolean {
  const names = parameters.flatMap((parameter) => (typeof parameter === "object" ? (parameter.name ?? []) : []));
  return new Set(names).size < names.length;
}

/** Arguments or parameters of the list that begins with the `<` at `open`. */
function listIn(tokens: readonly Token[], open: number, behind: number): Token[][] {
  return splitAtCommas(withSingleAngles(tokens.slice(open + 1, behind)).slice(0, -1));
}

/** Outside of parentheses, `>>` closes two lists. [C++17 temp.names]p3 */
export function withSingleAngles(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isPunctuator(token, ">>"))) return tokens;
  let depth = 0;
  return tokens.flatMap((token) => {
    if (isPunctuator(token, "(")) depth += 1;
    if (isPunctuator(token, ")")) depth -= 1;
    const one = { ...token, text: ">" };
    return depth === 0 && isPunctuator(token, ">>") ? [one, { ...one, afterBlank: false }] : [token];
  });
}

/** Arguments or parameters between `<` and `>`. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  if (tokens.length === 0) return [];
  const parts: Token[][] = [[]];
  let depth = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    const end = closing(tokens, at) ?? at + 1;
    if (isPunctuator(token, "<")) depth += 1;
    if (isPunctuator(token, ">")) depth -= 1;
    if (isPunctuator(token, ",") && depth === 0) parts.push([]);
    else parts.at(-1)?.push(...tokens.slice(at, end));
    at = end;
  }
  return parts;
}
