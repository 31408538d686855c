/** Creates a diagnostic from a family's table of codes. */

import type { Span } from "../source/span.ts";
import type { Diagnostic, DiagnosticKind } from "./diagnostic.ts";
import { meantFix } from "./fix.ts";

/** Code → kind, as each family's file exports it. */
export type DiagnosticTable = Readonly<Record<string, DiagnosticKind>>;

/** The details from which a code's message is built. */
export type DetailsOf<T extends DiagnosticTable, C extends keyof T> = Parameters<T[C]["message"]>[0];

/** Creates a diagnostic. `span` is absent only for problems of the whole configuration. */
export function report<T extends DiagnosticTable, C extends keyof T & string>(
  table: T,
  code: C,
  span: Span | undefined,
  details: DetailsOf<T, C>,
  related: Diagnostic["related"] = undefined,
): Diagnostic {
  // The signature ties `details` to the code, but the table's element type does not.
  const kind = table[code] as DiagnosticKind<DetailsOf<T, C>>;
  const hint = kind.hint?.(details);
  const message = kind.message(details);
  const fixes = kind.fixes?.(details, span) ?? meantFix(span, message);
  return {
    code,
    severity: kind.severity,
    span,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(related === undefined || related.length === 0 ? {} : { related }),
    ...(fixes.length === 0 ? {} : { fixes }),
  };
}
