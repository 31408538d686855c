/**
 * Places a record's members as Microsoft's compiler does: a storage unit belongs to neighbouring bit-fields of one size,
 * and no packing lowers what `__declspec(align)` asks for. [Microsoft C, storage and alignment of structures; bit-fields]
 */

import type { Target } from "../targets/target.ts";
import type { RecordDeclaration } from "./declarations.ts";
import { explicitAlignment, type MemberSize, roundUp } from "./place-record.ts";
import type { PlacedMember, PlacedRecord } from "./placed-record.ts";

export function placeMicrosoftRecord(
  record: RecordDeclaration,
  pack: number | undefined,
  sizeOf: MemberSize,
  abi: Target,
): PlacedRecord {
  const isUnion = record.kind === "union";
  let required = explicitAlignment(record.attributes, abi) ?? 1;
  let alignment = 1;
  /** Bytes. */
  let size = 0;
  /** The storage unit that further bit-fields may use: its size in bytes and the bits left in it. */
  let unit = { size: 0, left: 0 };
  const members: PlacedMember[] = [];
  const place = (wanted: number): number => {
    alignment = Math.max(alignment, wanted);
    return isUnion ? 0 : roundUp(size, wanted);
  };
  for (const member of record.members) {
    const type = sizeOf(member);
    const asked = Math.max(type.required ?? 1, explicitAlignment(member.attributes, abi) ?? 1);
    const wanted = Math.max(pack === undefined ? type.alignment : Math.min(type.alignment, pack), asked);
    required = Math.max(required, asked);
    if (member.kind !== "bit-field") {
      const begin = place(wanted);
      members.push({ member, bitPosition: begin * 8 });
      size = Math.max(size, begin + type.size);
      unit = { size: 0, left: 0 };
    } else if (member.width === 0) {
      // It ends the unit of the bit-field before it, and does nothing elsewhere. In a union it has its type's size, and aligns nothing.
      const ends = unit.size > 0;
      const begin = isUnion ? 0 : ends ? place(wanted) : size;
      members.push({ member, bitPosition: begin * 8 });
      if (ends) size = Math.max(size, isUnion ? type.size : begin);
      unit = { size: 0, left: 0 };
    } else if (!isUnion && unit.size === type.size && member.width <= unit.left) {
      members.push({ member, bitPosition: size * 8 - unit.left });
      unit = { size: unit.size, left: unit.left - member.width };
    } else {
      // In a union a bit-field aligns nothing.
      const begin = isUnion ? 0 : place(wanted);
      members.push({ member, bitPosition: begin * 8 });
      size = Math.max(size, begin + type.size);
      unit = { size: type.size, left: type.size * 8 - member.width };
    }
  }
  const whole = Math.max(alignment, required);
  const rounded = roundUp(size, whole);
  // An empty one: four bytes in C, one in C++, or what it is aligned to. [Clang, MicrosoftRecordLayoutBuilder]
  const empty = record.language === "c++" ? 1 : 4;
  return { size: rounded > 0 ? rounded : required >= empty ? whole : empty, alignment: whole, required, members };
}
