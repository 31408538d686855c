/** Result of placing a record's members: sizes and positions. The tree of fields is built later. */

import type { Target } from "../targets/target.ts";
import type { LayoutAttributes, Member, RecordDeclaration } from "./declarations.ts";

/** Size and alignment in bytes. */
export interface TypeSize {
  readonly size: number;
  readonly alignment: number;
  /** Alignment that an attribute requires. For Microsoft's compiler packing does not lower it. */
  readonly required?: number;
}

export interface PlacedMember {
  readonly member: Member;
  /** In bits from the record's start, in the order in which the target allocates bits. */
  readonly bitPosition: number;
}

export interface PlacedRecord extends TypeSize {
  readonly members: readonly PlacedMember[];
  /** Size as a base class; absent if it equals `size`. */
  readonly asBase?: number;
  /** Offsets in bytes of empty classes; no other object of the same type may be there. [Itanium C++ ABI, 2.4] */
  readonly empties?: ReadonlyMap<RecordDeclaration, readonly number[]>;
  /**
   * A packed member that an empty class of the same type moved: by its type's alignment [GCC, cp/class.cc,
   * layout_nonempty_base_or_field], or by the packed one [Clang, RecordLayoutBuilder].
   */
  readonly movedPacked?: Member;
  /** Microsoft only: the record begins or ends with an empty class. */
  readonly zeroSized?: { readonly leads: boolean; readonly ends: boolean };
}

/** Looks up the sizes of members' types and the placements of records. */
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

export function isBase(member: Member): boolean {
  return member.kind === "anonymous" && member.isBase === true;
}

/** A base class may lend its tail padding to the next member. [Itanium C++ ABI, 2.4, II] */
export function sizeOf(member: Member, sizes: Sizes): TypeSize {
  const type = sizes.sizeOfMember(member);
  const asBase = member.kind === "anonymous" && member.isBase === true ? sizes.placed(member.record).asBase : undefined;
  return asBase === undefined ? type : { ...type, size: asBase };
}

export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/**
 * Units that are larger than any alignment of the target begin at a multiple of that, counted from where the field before ended.
 * [GCC, stor-layout.c, normalize_offset]
 */
export function nextUnit(position: number, before: number, alignment: number, { biggestAlignment }: Target): number {
  const from = alignment > biggestAlignment ? before - (before % (biggestAlignment * 8)) : 0;
  return from + roundUp(position - from, alignment * 8);
}
