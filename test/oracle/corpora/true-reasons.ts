/** Whether a refusal is right by the compiler's own description of the record: no bytes of a message can hold such a member. */

import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import type { TruthRecord } from "../accepted/dwarf.ts";

/** Kinds of leaves in the debugging information that are addresses, or numbers without a portable form: complex and decimal ones. */
const NOT_BYTES =
  /DW_TAG_(?:pointer|reference|rvalue_reference|ptr_to_member|subroutine|unspecified|base)\w*$| 128 \w+$| (?:80|96) float$/;

export function isTrueReason({ code }: Diagnostic, { size, leaves }: TruthRecord): boolean {
  if (size === 0 || leaves.length === 0) return true;
  // No datagram holds it.
  if (code === "E205" && size > 65_507) return true;
  // A bit-field that is wider than its type, which C and Microsoft's compiler refuse and g++ for MinGW lays out by a rule of its own;
  // an enum with values that its type cannot hold.
  if (code === "E124" || code === "E206" || code === "E207") return true;
  return leaves.some((leaf) => NOT_BYTES.test(leaf));
}
