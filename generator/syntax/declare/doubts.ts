/** Text that is not certain, where a declaration depends on it. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";

/** @param tokens of a declaration; what may be missing in front of it is none of its affairs */
export function doubtOf(tokens: readonly Token[]): Diagnostic | undefined {
  const doubtful = tokens.find(({ doubt }, index) => doubt !== undefined && (index > 0 || doubt.where === "here"));
  if (doubtful?.doubt === undefined) return undefined;
  const { on, hint } = doubtful.doubt;
  return report(SYNTAX, "E152", tokenSpan(doubtful), { on, hint });
}
