/** A problem found while compiling: a value with a place, never an exception. */

import type { Span } from "../source/span.ts";

export type Severity = "error" | "warning" | "note";

export interface Diagnostic {
  /** `E101`, `W204`, `N201`: the letter is the severity's, the hundreds are the family (1 syntax, 2 layout, 3 rules, 4 messages and channels, 5 configuration and files, 6 definitions for other tools). */
  readonly code: string;
  readonly severity: Severity;
  /** Absent only for problems of the whole configuration. */
  readonly span: Span | undefined;
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Other places that belong to it ("first used here"). */
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
}

/** Entry of the catalogue of codes; `docs/diagnostics.md` is generated from it. */
export interface DiagnosticKind<Arguments = never> {
  readonly severity: Severity;
  /** A line for the table of contents. */
  readonly title: string;
  /** One or two sentences: why it is a problem and what to do. */
  readonly explanation: string;
  /** A header (or INI) snippet that shows it. */
  readonly example: string;
  readonly message: (details: Arguments) => string;
  readonly hint?: (details: Arguments) => string;
}

/** A phase's result: what it could make, and what it has to say. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
