/** Problems of macro expansion as diagnostics. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { type ExpansionProblem, MAX_EXPANSION } from "./macros.ts";
import { tokenSpan } from "./token.ts";

export function describeExpansion(problem: ExpansionProblem): Diagnostic {
  const span = tokenSpan(problem.token);
  const name = problem.token.text;
  switch (problem.kind) {
    case "arguments":
      return report(SYNTAX, "W143", span, { name, expected: problem.expected, given: problem.given });
    case "unclosed":
      return report(SYNTAX, "W144", span, { name });
    case "too-large":
      return report(SYNTAX, "E106", span, { name, tokens: MAX_EXPANSION });
  }
}
