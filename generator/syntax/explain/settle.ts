/** Reports one message per mistake: drops errors that follow from a syntax error on the same line. */

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Explanation } from "../parse/chunks.ts";

/** @param others problems of the declarations; they take precedence over guesses, but not over sure explanations */
export function settle(explanations: readonly Explanation[], others: readonly Diagnostic[]): Diagnostic[] {
  const sureLines = new Set(
    explanations.filter(({ certainty }) => certainty === "sure").map(({ diagnostic }) => lineOf(diagnostic)),
  );
  const kept = others.filter((diagnostic) => diagnostic.severity !== "error" || !sureLines.has(lineOf(diagnostic)));
  const otherLines = new Set(kept.filter(({ severity }) => severity === "error").map(lineOf));
  const explained = explanations.filter(
    ({ diagnostic, certainty }) => certainty === "sure" || !otherLines.has(lineOf(diagnostic)),
  );
  return [...explained.map(({ diagnostic }) => diagnostic), ...kept];
}

function lineOf({ span }: Diagnostic): string {
  return `${span?.file}:${span?.start.line}`;
}
