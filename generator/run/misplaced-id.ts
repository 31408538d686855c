/** Structs with another field where the channel has its ID: their frames would never be recognised. */

import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** The first of them, and how many more there are; undefined if there are none. */
export function misplacedId(diagnostics: readonly Diagnostic[]): string | undefined {
  const [first, ...more] = diagnostics.filter(({ code, message }) => code === "W421" && message.startsWith("the ID"));
  if (first === undefined) return undefined;
  const others = more.length === 0 ? "" : `, and so it is with ${more.length} more`;
  return `${first.message}${others}; frames have the ID at another place`;
}
