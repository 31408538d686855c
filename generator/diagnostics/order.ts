/** Sorts diagnostics by file and position, without duplicates. */

import type { Diagnostic } from "./diagnostic.ts";

/** Sorts and removes duplicates (two channels may read one header). Problems without a position come first. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unique = new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic]));
  return [...unique.values()].sort(compare);
}

export function count(diagnostics: readonly Diagnostic[]): { errors: number; warnings: number; notes: number } {
  const of = (severity: Diagnostic["severity"]) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), notes: of("note") };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

function keyOf({ code, span, message }: Diagnostic): string {
  return JSON.stringify([code, span?.file, span?.start, message]);
}

function compare(a: Diagnostic, b: Diagnostic): number {
  if (a.span === undefined || b.span === undefined) return Number(a.span !== undefined) - Number(b.span !== undefined);
  return (
    compareText(a.span.file, b.span.file) ||
    a.span.start.line - b.span.start.line ||
    a.span.start.column - b.span.start.column ||
    compareText(a.code, b.code)
  );
}

/** Compares by code units, independent of the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
