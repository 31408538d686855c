/** Family 6xx: definitions for other tools. */

import type { DiagnosticKind } from "../diagnostic.ts";

export const EMITTED = {
  N601: {
    severity: "note",
    title: "a format cannot express something",
    explanation:
      "structline wrote a definition for another tool (`emit =`, `--emit`; Wireshark's always), and its format cannot express this. The rest of the file is correct. A comment in it names the gap; docs/emitters.md says what each format can do.",
    example: "uint16_t direction; // @rule: expr=mod(direction + 180, 360)",
    message: (details: { readonly emit: string; readonly field: string; readonly what: string }) =>
      `${details.emit}: '${details.field}': ${details.what}`,
  },
} as const satisfies Record<string, DiagnosticKind>;
