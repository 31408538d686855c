/** Makes a diagnostic from an entry of a family's table of codes. */

import type { Span } from "../source/span.ts";
import type { Diagnostic, DiagnosticKind } from "./diagnostic.ts";

/** Code → kind, as each family file exports it. */
export type DiagnosticTable = Readonly<Record<string, DiagnosticKind>>;

/** What the messages of a code are made of. */
export type DetailsOf<T extends DiagnosticTable, C extends keyof T> = Parameters<T[C]["message"]>[0];

/** A diagnostic of the given code; `span` is absent only for problems of the whole configuration. */
export function report<T extends DiagnosticTable, C extends keyof T & string>(
  table: T,
  code: C,
  span: Span | undefined,
  details: DetailsOf<T, C>,
  related: Diagnostic["related"] = undefined,
): Diagnostic {
  // The signature ties `details` to the code; the table's element type has forgotten it.
  const kind = table[code] as DiagnosticKind<DetailsOf<T, C>>;
  const hint = kind.hint?.(details);
  return {
    code,
    severity: kind.severity,
    span,
    message: kind.message(details),
    ...(hint === undefined ? {} : { hint }),
    ...(related === undefined || related.length === 0 ? {} : { related }),
  };
}
