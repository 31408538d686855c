/**
 * Places a record's members as gcc's stor-layout.c does. clang agrees but for bit-fields with `aligned` below their
 * type's alignment or above a `#pragma pack`, and of over-aligned types. Positions are bits, because bit-fields need them.
 */

import type { Target } from "../targets/target.ts";
import type { BitFieldMember, LayoutAttributes, Member, RecordDeclaration } from "./declarations.ts";
import { placeMicrosoftRecord } from "./place-microsoft-record.ts";
import type { PlacedMember, PlacedRecord, TypeSize } from "./placed-record.ts";

/** Gives the size of a member's type. */
export type MemberSize = (member: Member) => TypeSize;

/** What packing does to every member of the record being placed. */
interface Packing {
  readonly packed: boolean;
  /** `#pragma pack(n)` in force, bytes. */
  readonly pack: number | undefined;
}

/** One member placed: where it begins, where it ends, and what it asks of the record. */
interface Placement {
  readonly begin: number;
  readonly end: number;
  /** Bytes. */
  readonly recordAlignment: number;
}

/** Offsets of all members, and the record's own size and alignment. */
export function placeRecord(
  record: RecordDeclaration,
  pack: number | undefined,
  sizeOf: MemberSize,
  abi: Target,
): PlacedRecord {
  const attributes = abi.packsAll ? { ...record.attributes, packed: true } : record.attributes;
  if (abi.bitFields === "microsoft") return placeMicrosoftRecord(record, pack, sizeOf, abi);
  let alignment = explicitAlignment(attributes, abi) ?? 1;
  let cursor = 0;
  let end = 0;
  const members: PlacedMember[] = [];
  for (const member of record.members) {
    const packed = (attributes.packed && !refusesPacking(member)) || member.attributes.packed;
    const packing = { packed, pack };
    const placement = placeMember(member, record.kind === "union" ? 0 : cursor, packing, sizeOf(member), abi);
    members.push({ member, bitPosition: placement.begin });
    cursor = placement.end;
    end = Math.max(end, placement.end);
    alignment = Math.max(alignment, placement.recordAlignment);
  }
  const size = roundUp(Math.ceil(end / 8), alignment);
  return { size: size === 0 ? emptySize(record, alignment) : size, alignment, members };
}

/**
 * g++ leaves the attribute of the record out of account for a member whose class is not POD, unless that class is packed
 * itself; it warns of it. clang packs such a member. [GCC, cp/class.cc, check_field_decls]
 */
function refusesPacking(member: Member): boolean {
  const record = recordOf(member);
  return record?.nonPod === true && !isPacked(record);
}

function isPacked(record: RecordDeclaration): boolean {
  return record.attributes.packed && !record.members.some(refusesPacking);
}

function recordOf(member: Member): RecordDeclaration | undefined {
  if (member.kind === "anonymous") return member.record;
  let { type } = member;
  while (type.kind === "array") type = type.element;
  return type.kind === "record" ? type.record : undefined;
}

/** An empty record has no bytes in GNU C, but one in C++, so that two objects differ in address; zero-width bit-fields do not count. [C++17 class]p4 */
function emptySize(record: RecordDeclaration, alignment: number): number {
  const isEmpty = record.members.every((member) => member.kind === "bit-field" && member.width === 0);
  return record.language === "c++" && isEmpty ? alignment : 0;
}

function placeMember(member: Member, cursor: number, packing: Packing, type: TypeSize, abi: Target): Placement {
  if (member.kind !== "bit-field") return placeWhole(member, cursor, packing, type, abi);
  return member.width === 0 ? closeUnit(member, cursor, type, abi) : placeBitField(member, cursor, packing, type, abi);
}

/** A member of whole bytes. `packed` supersedes the type's alignment but not the member's own; `#pragma pack` caps both. */
function placeWhole(member: Member, cursor: number, packing: Packing, type: TypeSize, abi: Target): Placement {
  const explicit = explicitAlignment(member.attributes, abi) ?? 1;
  const wanted = packing.packed ? explicit : Math.max(type.alignment, explicit);
  const alignment = capped(wanted, packing.pack);
  const begin = roundUp(cursor, alignment * 8);
  return { begin, end: begin + type.size * 8, recordAlignment: alignment };
}

/** A zero-width bit-field has no bits; it closes the storage unit, whatever the packing. [C17 6.7.2.1p12] */
function closeUnit(member: BitFieldMember, cursor: number, type: TypeSize, abi: Target): Placement {
  const alignment = Math.max(type.alignment, explicitAlignment(member.attributes, abi) ?? 1);
  const begin = roundUp(cursor, alignment * 8);
  return { begin, end: begin, recordAlignment: abi.unnamedBitFieldsAlign ? alignment : 1 };
}

function placeBitField(
  member: BitFieldMember,
  cursor: number,
  packing: Packing,
  type: TypeSize,
  abi: Target,
): Placement {
  const explicit = explicitAlignment(member.attributes, abi);
  const own = explicit === undefined ? undefined : capped(explicit, packing.pack);
  const aligned = own === undefined ? cursor : roundUp(cursor, own * 8);
  const moves = abi.bitFieldsKeepToUnits && straddles(aligned, member.width, packing, type);
  const begin = moves ? roundUp(aligned, type.alignment * 8) : aligned;
  const aligns = member.name !== undefined || abi.unnamedBitFieldsAlign;
  return {
    begin,
    end: begin + member.width,
    recordAlignment: aligns ? Math.max(own ?? 1, unitAlignment(packing, type)) : 1,
  };
}

/**
 * A bit-field that would touch more alignment units than its type has starts at the next one. [SysV ABI, bit-fields]
 * Packing of either kind lets it straddle.
 */
function straddles(position: number, width: number, packing: Packing, type: TypeSize): boolean {
  if (packing.packed || packing.pack !== undefined) return false;
  const unit = type.alignment * 8;
  return Math.ceil(((position % unit) + width) / unit) > Math.floor(type.size / type.alignment);
}

/** The alignment a bit-field's type gives its record: `#pragma pack` wins over `packed`, which takes all of it. */
function unitAlignment(packing: Packing, type: TypeSize): number {
  if (packing.pack !== undefined) return Math.min(type.alignment, packing.pack);
  return packing.packed ? 1 : type.alignment;
}

export function explicitAlignment(attributes: LayoutAttributes, abi: Target): number | undefined {
  return attributes.aligned === "max" ? abi.biggestAlignment : attributes.aligned;
}

function capped(alignment: number, pack: number | undefined): number {
  return pack === undefined ? alignment : Math.min(alignment, pack);
}

export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
