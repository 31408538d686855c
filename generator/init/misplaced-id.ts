/** Structs with another field where the channel has its ID, or IDs that do not fit there: their frames would never be recognised. */

import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** The first of them, and how many more there are; undefined if there are none, or if there are other errors. */
export function misplacedId(diagnostics: readonly Diagnostic[]): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const wide = errors.filter(({ code }) => code === "E417");
  // Structs that are shorter than the place of the ID show the same as an ID inside a field.
  if (errors.some(({ code }) => code !== "E417" && code !== "E419")) return undefined;
  const inside = diagnostics.filter(({ code, message }) => code === "W421" && message.startsWith("the ID"));
  const [first, ...more] = wide.length > 0 ? wide : inside;
  if (first === undefined) return undefined;
  const others = more.length === 0 ? "" : `, and so it is with ${more.length} more`;
  return `${first.message}${others}; frames have the ID at another place`;
}
