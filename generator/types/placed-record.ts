/** What placing a record's members gives: sizes and positions, not yet a tree of fields. */

import type { Target } from "../targets/target.ts";
import type { LayoutAttributes, Member, RecordDeclaration } from "./declarations.ts";

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
  /** What it takes up as a base class; absent: as much as elsewhere. */
  readonly asBase?: number;
  /** Empty classes in it, which no other one of their type may share a place with: offsets in bytes. [Itanium C++ ABI, 2.4] */
  readonly empties?: ReadonlyMap<RecordDeclaration, readonly number[]>;
  /** Microsoft's: it begins or ends with something of no size. */
  readonly zeroSized?: { readonly leads: boolean; readonly ends: boolean };
}

/** Gives the size of a member's type, and the places within a record. */
export interface Sizes {
  sizeOfMember(member: Member): TypeSize;
  placed(record: RecordDeclaration): PlacedRecord;
}

export function recordOf(member: Member): RecordDeclaration | undefined {
  if (member.kind === "anonymous") return member.record;
  let { type } = member;
  while (type.kind === "array") type = type.element;
  return type.kind === "record" ? type.record : undefined;
}

export function explicitAlignment(attributes: LayoutAttributes, abi: Target): number | undefined {
  return attributes.aligned === "max" ? abi.biggestAlignment : attributes.aligned;
}

export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
