/** Pragmas that stand among the tokens [C17 6.10.9]. */

import { sourceFile } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import { isPunctuator, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** The words of `_Pragma("…")` and of Microsoft's `__pragma(…)`. */
export function pragmaOperand(
  tokens: readonly Token[],
  at: number,
): { line: readonly Token[]; end: number } | undefined {
  if (!isPunctuator(tokens[at + 1], "(")) return undefined;
  let depth = 0;
  let end = at + 1;
  for (; end < tokens.length; end++) {
    if (isPunctuator(tokens[end], "(")) depth += 1;
    if (isPunctuator(tokens[end], ")")) depth -= 1;
    if (depth === 0) break;
  }
  const inner = tokens.slice(at + 2, end);
  if (tokens[at]?.text === "__pragma") return { line: inner, end: end + 1 };
  const [operand] = inner;
  if (operand?.kind !== "string" || inner.length !== 1) return undefined;
  const text = operand.text.replace(/^L?"|"$/g, "").replace(/\\(["\\])/g, "$1");
  const { tokens: words } = tokenize(sourceFile("<pragma>", "<pragma>", utf8Bytes(text)), 1000);
  const { file, start, end: last } = operand;
  return { line: words.map((word) => ({ ...word, file, start, end: last })), end: end + 1 };
}
