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
    const { blank, number, digits, word = digits, text, sign } = TOKEN.exec(source)?.groups ?? {};
    if (sign === '"') throw new DefinitionError("the text has no end", line);
    const newLines = source.slice(at, TOKEN.lastIndex).split("\n").length - 1;
    if (blank === undefined) {
      const kind = number !== undefined ? "number" : word !== undefined ? "word" : text !== undefined ? "text" : "sign";
      const said = number ?? word ?? sign ?? unescaped(text ?? "");
      tokens.push({ kind, text: said, line, isFirst });
      isFirst = false;
    } else if (newLines > 0) isFirst = true;
    line += newLines;
  }
  tokens.push({ kind: "end", text: "", line, isFirst: true });
  return tokens;
}

/** Vector's tools do not escape; others write `\"`. */
function unescaped(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
