/** Reports rules that belong to no field. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { Span } from "../source/span.ts";
import { spanWithin } from "./comment-place.ts";
import { ruleTextOf } from "./rule-text.ts";

/**
 * Rules on lines without a field [D9].
 * @param said of the declarations: on a line with an error there may be a field that cannot be read
 */
export function checkStrayRules({ strayComments }: ChannelDeclarations, said: readonly Diagnostic[]): Diagnostic[] {
  const lineOf = ({ file, start }: Span) => `${file}:${start.line}`;
  const wrong = new Set(said.flatMap(({ severity, span }) => (severity === "error" && span ? lineOf(span) : [])));
  return strayComments.flatMap((comment) => {
    const text = ruleTextOf(comment.text);
    if (text === undefined) return [];
    const span = spanWithin(comment, text.offset, text.end - text.offset);
    return wrong.has(lineOf(span)) ? [] : [report(RULES, "E316", span, {})];
  });
}
