/** Family 6xx: definitions for other tools. */

import type { DiagnosticKind } from "../diagnostic.ts";

export const EMITTED = {
  N601: {
    severity: "note",
    title: "a format cannot express something",
    explanation: "The rest of the definition is correct, and a comment names the gap.",
    example: "uint16_t direction; // @rule: expr=mod(direction + 180, 360)",
    message: (details: { readonly emit: string; readonly field: string; readonly what: string }) =>
      `${details.emit}: '${details.field}': ${details.what}`,
  },
} as const satisfies Record<string, DiagnosticKind>;
