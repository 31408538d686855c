/** Family 6xx: definitions for other tools. */

import type { DiagnosticKind } from "../diagnostic.ts";

export const EMITTED = {
  N601: {
    severity: "note",
    title: "something that a format cannot express",
    explanation:
      "A definition for another tool was written (`emit =`, `--emit`, and Wireshark's always), and it does not do or cannot say this. The file is right without it, and says so in a comment, at the same place or in its head; docs/emitters.md has what each format can do.",
    example: "uint16_t direction; // @rule: expr=mod(direction + 180, 360)",
    message: (details: { readonly emit: string; readonly field: string; readonly what: string }) =>
      `${details.emit}: '${details.field}': ${details.what}`,
  },
} as const satisfies Record<string, DiagnosticKind>;
