/** Pragma operators among the tokens [C17 6.10.9]. */

import { sourceFile } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import { parenthesized } from "./brackets.ts";
import { isWord, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** The tokens in `_Pragma("…")` or Microsoft's `__pragma(…)`; undefined if neither is at `at`. */
export function pragmaOperand(
  tokens: readonly Token[],
  at: number,
): { line: readonly Token[]; end: number } | undefined {
  if (!isWord(tokens[at], "_Pragma") && !isWord(tokens[at], "__pragma")) return undefined;
  const inner = parenthesized(tokens, at + 1);
  if (inner === undefined) return undefined;
  const end = at + inner.length + 3;
  if (tokens[at]?.text === "__pragma") return { line: inner, end };
  const [operand] = inner;
  if (operand?.kind !== "string" || inner.length !== 1) return undefined;
  const text = operand.text.replace(/^L?"|"$/g, "").replace(/\\(["\\])/g, "$1");
  const { tokens: words } = tokenize(sourceFile("<pragma>", "<pragma>", utf8Bytes(text)), 1000);
  const { file, start, end: last } = operand;
  return { line: words.map((word) => ({ ...word, file, start, end: last })), end };
}
