/**
 * Places members as Microsoft's compiler does. A storage unit is shared only by adjacent bit-fields of one size, and
 * packing
 * does not lower `__declspec(align)`. [Microsoft C, storage and alignment of structures; bit-fields]
 */

import type { Target } from "../targets/target.ts";
import type { Member, RecordDeclaration } from "./declarations.ts";
import type { PlacedRecord, TypeSize } from "./placed-record.ts";
import { explicitAlignment, isBase, recordOf, roundUp, type Sizes, sizeOf } from "./placed-record.ts";

export function placeMicrosoftRecord(
  record: RecordDeclaration,
  pack: number | undefined,
  sizes: Sizes,
  abi: Target,
): PlacedRecord {
  const storage = new Storage(record.kind === "union");
  let required = explicitAlignment(record.attributes, abi) ?? 1;
  const members = record.members.map((member, index) => {
    storage.separate(member, index, sizes);
    const type = sizeOf(member, sizes);
    const requested = Math.max(type.required ?? 1, explicitAlignment(member.attributes, abi) ?? 1);
    required = Math.max(required, requested);
    const wanted = Math.max(Math.min(type.alignment, pack ?? type.alignment), requested);
    return { member, bitPosition: storage.place(member, type, wanted) };
  });
  const { size, alignment, leads, ends } = storage;
  const whole = Math.max(alignment, required);
  const rounded = roundUp(size, whole);
  const isNothing = rounded === 0;
  // An empty record has its alignment as size, and at least four bytes in C or one in C++. [Clang, MicrosoftRecordLayoutBuilder]
  const least = record.language === "c++" ? 1 : 4;
  const emptySize = required >= least ? whole : least;
  return {
    size: isNothing ? emptySize : rounded,
    alignment: whole,
    required,
    members,
    // As a base class, it has only the tail padding that its packing requires. [Clang, MicrosoftRecordLayoutBuilder]
    asBase: roundUp(size, Math.min(alignment, pack ?? alignment)),
    zeroSized: { leads: leads || isNothing, ends: ends || isNothing },
  };
}

const NO_UNIT = { size: 0, left: 0 };

class Storage {
  /** Bytes. */
  size = 0;
  alignment = 1;
  /** The record begins with an empty base class. */
  leads = false;
  /** The last member of class type ends with an empty class. */
  ends = false;
  /** The open storage unit: its size in bytes and the bits that are left. */
  private unit = NO_UNIT;
  private readonly isUnion: boolean;

  constructor(isUnion: boolean) {
    this.isUnion = isUnion;
  }

  /** A padding byte separates two bases that would share an address. [Clang, MicrosoftRecordLayoutBuilder] */
  separate(member: Member, index: number, sizes: Sizes): void {
    const inner = recordOf(member);
    if (inner === undefined) return;
    const { leads = false, ends = false } = sizes.placed(inner).zeroSized ?? {};
    if (isBase(member) && index === 0) this.leads = leads;
    else if (isBase(member) && this.ends && leads) this.size += 1;
    this.ends = ends;
  }

  /** @returns the member's first bit */
  place(member: Member, { size }: TypeSize, wanted: number): number {
    if (member.kind !== "bit-field") return this.bytes(size, wanted, NO_UNIT);
    // A bit-field in a union has no alignment.
    const aligned = this.isUnion ? 1 : wanted;
    const { unit } = this;
    if (member.width === 0) {
      // It closes an open storage unit and otherwise does nothing. In a union it has its type's size.
      if (unit.size === 0) return this.isUnion ? 0 : this.size * 8;
      return this.bytes(this.isUnion ? size : 0, aligned, NO_UNIT);
    }
    if (this.isUnion || unit.size !== size || member.width > unit.left)
      return this.bytes(size, aligned, { size, left: size * 8 - member.width });
    this.unit = { size, left: unit.left - member.width };
    return this.size * 8 - unit.left;
  }

  private bytes(size: number, alignment: number, unit: typeof NO_UNIT): number {
    this.alignment = Math.max(this.alignment, alignment);
    const begin = this.isUnion ? 0 : roundUp(this.size, alignment);
    this.size = Math.max(this.size, begin + size);
    this.unit = unit;
    return begin * 8;
  }
}
