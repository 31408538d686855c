/** Reports rules that belong to no field. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import { spanWithin } from "./comment-place.ts";
import { ruleTextOf } from "./rule-text.ts";

/** Rules on lines without a field [D9]. */
export function checkStrayRules(declarations: ChannelDeclarations): Diagnostic[] {
  return declarations.strayComments.flatMap((comment) => {
    const text = ruleTextOf(comment.text);
    return text ? [report(RULES, "E316", spanWithin(comment, text.offset, text.end - text.offset), {})] : [];
  });
}
