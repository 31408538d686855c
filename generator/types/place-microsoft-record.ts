/**
 * Places members as Microsoft's compiler does. A storage unit is shared only by adjacent bit-fields of one size, and
 * packing
 * does not lower `__declspec(align)`. [Microsoft C, storage and alignment of structures; bit-fields]
 */

import type { Target } from "../targets/target.ts";
import type { RecordDeclaration } from "./declarations.ts";
import type { PlacedMember, PlacedRecord } from "./placed-record.ts";
import { explicitAlignment, recordOf, roundUp, type Sizes } from "./placed-record.ts";

export function placeMicrosoftRecord(
  record: RecordDeclaration,
  pack: number | undefined,
  sizes: Sizes,
  abi: Target,
): PlacedRecord {
  const isUnion = record.kind === "union";
  let required = explicitAlignment(record.attributes, abi) ?? 1;
  let alignment = 1;
  /** Bytes. */
  let size = 0;
  /** The open storage unit: its size in bytes and the bits that are left. */
  let unit = { size: 0, left: 0 };
  const members: PlacedMember[] = [];
  const place = (wanted: number): number => {
    alignment = Math.max(alignment, wanted);
    return isUnion ? 0 : roundUp(size, wanted);
  };
  /** `leads`: the record begins with an empty base class. `ends`: its last member of class type ends with an empty class. */
  let leads = false;
  let ends = false;
  for (const [index, member] of record.members.entries()) {
    const isBase = member.kind === "anonymous" && member.isBase === true;
    const inner = recordOf(member);
    const placed = inner === undefined ? undefined : sizes.placed(inner);
    const type = isBase ? { ...placed!, size: placed!.asBase ?? placed!.size } : sizes.sizeOfMember(member);
    // A padding byte separates two bases that would share an address. [Clang, MicrosoftRecordLayoutBuilder]
    if (isBase && index > 0 && ends && placed?.zeroSized?.leads === true) size += 1;
    if (isBase && index === 0) leads = placed?.zeroSized?.leads === true;
    if (placed !== undefined) ends = placed.zeroSized?.ends === true;
    const asked = Math.max(type.required ?? 1, explicitAlignment(member.attributes, abi) ?? 1);
    const wanted = Math.max(pack === undefined ? type.alignment : Math.min(type.alignment, pack), asked);
    required = Math.max(required, asked);
    if (member.kind !== "bit-field") {
      const begin = place(wanted);
      members.push({ member, bitPosition: begin * 8 });
      size = Math.max(size, begin + type.size);
      unit = { size: 0, left: 0 };
    } else if (member.width === 0) {
      // A zero-width bit-field closes an open storage unit and otherwise does nothing. In a union it has its type's size, without alignment.
      const closes = unit.size > 0;
      const begin = isUnion ? 0 : closes ? place(wanted) : size;
      members.push({ member, bitPosition: begin * 8 });
      if (closes) size = Math.max(size, isUnion ? type.size : begin);
      unit = { size: 0, left: 0 };
    } else if (!isUnion && unit.size === type.size && member.width <= unit.left) {
      members.push({ member, bitPosition: size * 8 - unit.left });
      unit = { size: unit.size, left: unit.left - member.width };
    } else {
      // A bit-field in a union has no alignment.
      const begin = isUnion ? 0 : place(wanted);
      members.push({ member, bitPosition: begin * 8 });
      size = Math.max(size, begin + type.size);
      unit = { size: type.size, left: type.size * 8 - member.width };
    }
  }
  const whole = Math.max(alignment, required);
  const rounded = roundUp(size, whole);
  // An empty record has its alignment as size, and at least four bytes in C or one in C++. [Clang, MicrosoftRecordLayoutBuilder]
  const empty = record.language === "c++" ? 1 : 4;
  const isNothing = rounded === 0;
  return {
    size: isNothing ? (required >= empty ? whole : empty) : rounded,
    alignment: whole,
    required,
    members,
    // As a base class, it has only the tail padding that its packing requires. [Clang, MicrosoftRecordLayoutBuilder]
    asBase: roundUp(size, Math.min(alignment, pack ?? alignment)),
    zeroSized: { leads: leads || isNothing, ends: ends || isNothing },
  };
}
