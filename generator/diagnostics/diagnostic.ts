/** A problem found while compiling. Problems are values with a position, not exceptions. */

import type { Span } from "../source/span.ts";
import type { Fix } from "./fix.ts";

export type Severity = "error" | "warning" | "note";

export interface Diagnostic {
  /**
   * `E101`, `W204`, `N201`: the letter is the severity, the hundreds digit the family (1 syntax, 2 layout, 3 rules, 4
   * messages and channels, 5 configuration and files, 6 definitions for other tools).
   */
  readonly code: string;
  readonly severity: Severity;
  /** Absent only for problems of the whole configuration. */
  readonly span: Span | undefined;
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Related positions ("first used here"). */
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** The edits that the hint names, each of which mends it. */
  readonly fixes?: readonly Fix[];
}

/** An entry of the catalogue of codes, which also becomes docs/diagnostics.md. */
export interface DiagnosticKind<Arguments = never> {
  readonly severity: Severity;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** One or two sentences that add to the title: why this is a problem and how to fix it. */
  readonly explanation?: string;
  /** A header, a section or a command that triggers it; the page leaves out a plain struct around the members. */
  readonly example: string;
  readonly message: (details: Arguments) => string;
  readonly hint?: (details: Arguments) => string;
  /** What the hint names, as edits. Editors offer them; nothing else has to know the code. */
  readonly fixes?: (details: Arguments, span: Span | undefined) => readonly Fix[];
}

/** A phase's result and its diagnostics. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
