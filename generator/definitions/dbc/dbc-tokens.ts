/** Splits a DBC file into words, numbers, texts and signs. */

import { DefinitionError } from "../definition.ts";

export interface Token {
  readonly kind: "word" | "number" | "text" | "sign" | "end";
  readonly text: string;
  readonly line: number;
  /** Nothing but blanks precedes it on its line. */
  readonly isFirst: boolean;
}

const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*)|(?<digits>\d+(?:_\w*|[A-DF-Za-df-z]\w*|[eE](?![-+]?\d)\w*))|(?<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<word>[A-Za-z_][\w-]*)|"(?<text>(?:[^"\\]|\\[\s\S])*)"|(?<sign>[^\s])/y;

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let isFirst = true;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    const found = tokenIn(TOKEN.exec(source)?.groups ?? {});
    const newLines = source.slice(at, TOKEN.lastIndex).split("\n").length - 1;
    if (found?.text === '"' && found.kind === "sign") throw new DefinitionError("the text has no end", line);
    if (found !== undefined) tokens.push({ ...found, line, isFirst });
    isFirst = found === undefined && (isFirst || newLines > 0);
    line += newLines;
  }
  tokens.push({ kind: "end", text: "", line, isFirst: true });
  return tokens;
}

/** Undefined for blanks. */
function tokenIn(groups: Readonly<Record<string, string | undefined>>): Pick<Token, "kind" | "text"> | undefined {
  const { number, word, digits, text, sign } = groups;
  if (number !== undefined) return { kind: "number", text: number };
  if (text !== undefined) return { kind: "text", text: unescaped(text) };
  if (sign !== undefined) return { kind: "sign", text: sign };
  const name = word ?? digits;
  return name === undefined ? undefined : { kind: "word", text: name };
}

/** Vector's tools do not escape; others write `\"`. */
function unescaped(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
