/** Misspelled keywords: `Struct struct_a {`, `typdef struct {`. */

import { nearest } from "../../../runtime/lib/nearest.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { Chunk, Explanation } from "../parse/chunks.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";

const KEYWORDS = ["struct", "typedef", "union", "class", "enum", "static", "const", "extern", "volatile"] as const;

/** Checks the words before the first brace of a declaration with a message, including skipped words. */
export function misspelledKeywords(
  chunk: Chunk,
  tokens: readonly Token[],
  isType: (name: string) => boolean,
): Explanation[] {
  for (let at = chunk.foreignFrom; at < chunk.to; at++) {
    const token = tokens[at]!;
    if (token.kind !== "identifier" || isPunctuator(tokens[at + 1], "{")) break;
    if (isRecordKeyword(token)) break;
    // The name that is declared: `typedef struct s Enum;`
    if ([";", ",", "[", "="].includes(tokens[at + 1]?.text ?? "")) continue;
    if (KEYWORDS.some((keyword) => keyword === token.text)) continue;
    const meant = nearest(token.text, KEYWORDS);
    // `typedef Struct alias;` after a type of this name.
    if (meant === undefined || isType(token.text)) continue;
    const diagnostic = report(SYNTAX, "E150", tokenSpan(token), { name: token.text, nearest: meant });
    return [{ diagnostic, certainty: "sure", at: chunk.from }];
  }
  return [];
}
