/** What placing a record's members gives: sizes and positions, not yet a tree of fields. */

import type { Member } from "./declarations.ts";

/** Size and alignment in bytes. */
export interface TypeSize {
  readonly size: number;
  readonly alignment: number;
  /** What an attribute asks for; Microsoft's compiler lets no packing lower it. */
  readonly required?: number;
}

export interface PlacedMember {
  readonly member: Member;
  /** Bits from the record's beginning, in the order in which the target allocates bits. */
  readonly bitPosition: number;
}

export interface PlacedRecord extends TypeSize {
  readonly members: readonly PlacedMember[];
}
