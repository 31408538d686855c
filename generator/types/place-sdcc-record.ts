/**
 * Places members as SDCC does: nothing is aligned, and bit-fields share units of 8 bits, or of 16 from 9 bits on, whatever their
 * types. [SDCC 4.2.0, mcs51, stm8 and z80]
 */

import type { RecordDeclaration } from "./declarations.ts";
import type { PlacedRecord } from "./placed-record.ts";
import { type Sizes, sizeOf } from "./placed-record.ts";

export function placeSdccRecord(record: RecordDeclaration, sizes: Sizes): PlacedRecord {
  const isUnion = record.kind === "union";
  let cursor = 0;
  let size = 0;
  /** Bits that are left of the open unit. */
  let left = 0;
  const members = record.members.map((member) => {
    if (isUnion) [cursor, left] = [0, 0];
    if (member.kind !== "bit-field" || member.width === 0) {
      const bitPosition = cursor + left;
      cursor = bitPosition + (member.kind === "bit-field" ? 0 : sizeOf(member, sizes).size * 8);
      left = 0;
      size = Math.max(size, cursor / 8);
      return { member, bitPosition };
    }
    if (member.width > left) {
      cursor += left;
      left = member.width > 8 ? 16 : 8;
      size = Math.max(size, (cursor + left) / 8);
    }
    const bitPosition = cursor;
    cursor += member.width;
    left -= member.width;
    return { member, bitPosition };
  });
  return { size, alignment: 1, members };
}
