/** The declarations that some names need, found without parsing: rather too many than too few. */

import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { CleanUnit } from "./attributes.ts";
import type { Chunk } from "./chunks.ts";
import { isRecordKeyword, isSpecifierWord } from "./declaration-words.ts";
import { keywordOfBody } from "./language.ts";
import { isTypeWord } from "./type-words.ts";

/** In their order. A declaration that has one of the names in front of its body is needed, too. */
export function neededChunks(chunks: readonly Chunk[], unit: CleanUnit, names: ReadonlySet<string>): Chunk[] {
  const needed = new Set<Chunk>();
  const declaring = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const { declared, outside } = namesOf(chunk, unit.tokens);
    for (const name of declared) {
      const known = declaring.get(name);
      if (known === undefined) declaring.set(name, [chunk]);
      else known.push(chunk);
    }
    const isAlways = LINKING.some(
      (word) => isWord(unit.tokens[chunk.from], word) || isWord(unit.tokens[chunk.foreignFrom], word),
    );
    if (isAlways || outside.some((name) => names.has(name))) needed.add(chunk);
  }
  const requested = new Set<string>();
  const ask = (name: string): void => {
    if (requested.has(name)) return;
    requested.add(name);
    for (const chunk of declaring.get(name) ?? []) needed.add(chunk);
  };
  for (const name of names) ask(name);
  // A set also visits what is added meanwhile.
  for (const chunk of needed) for (const name of mentioned(chunk, unit)) ask(name);
  return chunks.filter((chunk) => needed.has(chunk));
}

const LINKING = ["using", "namespace"] as const;

/** Behind a name that is declared outside of a body: `typedef int a, b[2];`, `int f(void)`, `struct s {`. */
const BEHIND_NAME: ReadonlySet<string> = new Set([";", ",", "[", "=", "(", ")", ":", "{", "<"]);

/** Names that the declaration may declare, and names outside of its bodies. */
function namesOf(chunk: Chunk, tokens: readonly Token[]): { readonly declared: string[]; readonly outside: string[] } {
  const declared: string[] = [];
  const outside: string[] = [];
  const nesting: Nesting = { braces: [], parentheses: 0 };
  for (let at = chunk.foreignFrom; at < chunk.to; at++) {
    const { kind, text } = tokens[at]!;
    if (kind === "punctuator") nest(nesting, tokens, at);
    if (kind !== "identifier") continue;
    if (nesting.braces.length === 0) outside.push(text);
    if (!isRecordKeyword(tokens[at]) && isDeclared(tokens, at, nesting)) declared.push(text);
  }
  return { declared, outside };
}

interface Nesting {
  /** For each open brace, whether it is an enum's. */
  readonly braces: boolean[];
  parentheses: number;
}

function nest(nesting: Nesting, tokens: readonly Token[], at: number): void {
  switch (tokens[at]!.text) {
    case "{":
      nesting.braces.push(keywordOfBody(tokens, at) === "enum");
      break;
    case "}":
      nesting.braces.pop();
      break;
    case "(":
      nesting.parentheses += 1;
      break;
    case ")":
      nesting.parentheses -= 1;
      break;
  }
}

function isDeclared(tokens: readonly Token[], at: number, { braces, parentheses }: Nesting): boolean {
  const [before, behind] = [tokens[at - 1], tokens[at + 1]];
  return isEnumerator(braces, before) || isTag(tokens, at) || isDeclarator(braces.length + parentheses, before, behind);
}

function isEnumerator(braces: readonly boolean[], before: Token | undefined): boolean {
  return braces.at(-1) === true && (isPunctuator(before, "{") || isPunctuator(before, ","));
}

/** `struct tag {`, `enum tag : int`, `struct MACRO tag {`, `struct tag<int> {` */
function isTag(tokens: readonly Token[], at: number): boolean {
  const behind = tokens[at + 1];
  if (isPunctuator(behind, "{")) return true;
  const isNamed = isRecordKeyword(tokens[at - 1]) || isRecordKeyword(tokens[at - 2]);
  return isNamed && (isPunctuator(behind, ":") || isPunctuator(behind, "<") || isWord(behind, "final"));
}

function isDeclarator(depth: number, before: Token | undefined, behind: Token | undefined): boolean {
  if (behind?.kind !== "punctuator") return false;
  return depth === 0 ? BEHIND_NAME.has(behind.text) : isPunctuator(before, "*") && behind.text === ")";
}

function* mentioned({ foreignFrom, to }: Chunk, { tokens, attributes }: CleanUnit): Iterable<string> {
  for (let at = foreignFrom; at < to; at++) {
    if (!isMemberName(tokens, at)) yield* namesIn(tokens[at]!);
    for (const { argument = [] } of attributes.get(at) ?? []) for (const token of argument) yield* namesIn(token);
  }
  for (const { argument = [] } of attributes.get(to) ?? []) for (const token of argument) yield* namesIn(token);
}

/** The name behind a type's: `uint8_t v;`, `uint8_t v : 3;`. It refers to nothing. */
function isMemberName(tokens: readonly Token[], at: number): boolean {
  const [before, behind] = [tokens[at - 1], tokens[at + 1]];
  return (
    before?.kind === "identifier" &&
    behind?.kind === "punctuator" &&
    BEHIND_MEMBER.has(behind.text) &&
    !BEFORE_NAME.has(before.text) &&
    !isRecordKeyword(before)
  );
}

const BEHIND_MEMBER: ReadonlySet<string> = new Set([";", ",", "[", ":", "="]);
const BEFORE_NAME: ReadonlySet<string> = new Set([
  "return",
  "case",
  "else",
  "sizeof",
  "alignof",
  "_Alignof",
  "using",
  "typename",
]);

function* namesIn(token: Token): Iterable<string> {
  const { kind, text, operand } = token;
  const isName = text !== "void" && !isTypeWord(text) && !isSpecifierWord(token) && !isRecordKeyword(token);
  if (kind === "identifier" && isName) yield text;
  for (const token of operand ?? []) yield* namesIn(token);
}
