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
    const meant = keywordNear(token.text);
    // `typedef Struct alias;` after a type of this name.
    if (meant === undefined || isType(token.text)) continue;
    const diagnostic = report(SYNTAX, "E150", tokenSpan(token), { name: token.text, nearest: meant });
    return [{ diagnostic, certainty: "sure", at: chunk.from }];
  }
  return [];
}

/** Many declarations begin with the same words. */
const compared = new Map<string, string | undefined>();
const MOST_COMPARED = 10_000;

function keywordNear(word: string): string | undefined {
  if (compared.has(word)) return compared.get(word);
  const found = nearest(word, KEYWORDS);
  if (compared.size >= MOST_COMPARED) compared.clear();
  compared.set(word, found);
  return found;
}
