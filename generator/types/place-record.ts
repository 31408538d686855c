/** Places members as gcc's stor-layout.c does, or as clang where that differs. Positions are in bits. */

import { podRule, scalarSize, type Target } from "../targets/target.ts";
import type { BitFieldMember, LayoutAttributes, Member, RecordDeclaration } from "./declarations.ts";
import { GnuMicrosoftUnits, type MicrosoftRequest, unionPlace } from "./place-gnu-microsoft.ts";
import { placeMicrosoftRecord } from "./place-microsoft-record.ts";
import { placeSdccRecord } from "./place-sdcc-record.ts";
import type { PlacedMember, PlacedRecord, TypeSize } from "./placed-record.ts";
import { explicitAlignment, isBase, nextUnit, recordOf, roundUp, type Sizes, sizeOf } from "./placed-record.ts";

/** How packing affects the members of the record. */
interface Packing {
  readonly packed: boolean;
  /** Value of the active `#pragma pack(n)`, in bytes. */
  readonly pack: number | undefined;
  readonly isUnion: boolean;
}

/** A placed member: its start, its end, and the alignment that it requires of the record. */
interface Placement {
  readonly begin: number;
  readonly end: number;
  /** Bytes. */
  readonly recordAlignment: number;
  /** Minimum size of the record in bits, for a member that adds no bits of its own. */
  readonly least?: number;
}

/** Computes the offsets of all members, and the record's size and alignment. */
export function placeRecord(
  record: RecordDeclaration,
  pack: number | undefined,
  sizes: Sizes,
  abi: Target,
): PlacedRecord {
  if (abi.bitFields === "microsoft") return placeMicrosoftRecord(record, pack, sizes, abi);
  if (abi.bitFields === "sdcc") return placeSdccRecord(record, sizes);
  return placeGnuRecord(record, pack, sizes, abi);
}

function placeGnuRecord(record: RecordDeclaration, pack: number | undefined, sizes: Sizes, abi: Target): PlacedRecord {
  const attributes = abi.packsAll ? { ...record.attributes, packed: true } : record.attributes;
  const units = (attributes.bitFields ?? abi.bitFields) === "gnu" ? undefined : new GnuMicrosoftUnits(abi);
  let alignment = explicitAlignment(attributes, abi) ?? 1;
  let cursor = 0;
  let end = 0;
  const members: PlacedMember[] = [];
  const empties = new EmptyClasses(record, sizes);
  for (const [index, member] of record.members.entries()) {
    const packing = { packed: packs(attributes, member, abi), pack, isUnion: record.kind === "union" };
    const start = record.kind === "union" ? 0 : cursor;
    const placement = isEmptyBase(member)
      ? placeEmptyBase(member, start, end, empties, sizes)
      : empties.moved(member, place(member, start, packing, index));
    empties.note(member, placement.begin / 8);
    members.push({ member, bitPosition: placement.begin });
    cursor = placement.end;
    end = Math.max(end, placement.end, placement.begin + (placement.least ?? 0));
    alignment = Math.max(alignment, placement.recordAlignment);
  }
  const size = roundUp(Math.ceil(end / 8), alignment);
  const asBase = lendsPadding(record, abi) ? Math.ceil(Math.max(cursor, end) / 8) : undefined;
  return {
    size: size === 0 ? emptySize(record, alignment) : size,
    alignment,
    members,
    ...(asBase !== undefined && { asBase }),
    ...(record.language === "c++" && { empties: empties.all() }),
    ...(empties.movedPacked && { movedPacked: empties.movedPacked }),
  };

  function place(member: Member, start: number, packing: Packing, index: number): Placement {
    const type = sizeOf(member, sizes);
    if (units === undefined) return placeMember(member, start, packing, type, abi);
    const isLast = index === record.members.length - 1;
    const within = record.kind === "union" ? "union" : units;
    return placeInUnits(member, within, { cursor: start, type, ...packing, isLast }, abi);
  }
}

function placeInUnits(
  member: Member,
  within: GnuMicrosoftUnits | "union",
  request: Omit<MicrosoftRequest, "wanted">,
  abi: Target,
): Placement {
  const own = explicitAlignment(member.attributes, abi);
  const wanted =
    member.kind === "bit-field"
      ? greater(own, ordinaryAlignment(request.cursor, member.width, request, abi))
      : wholeAlignment(member, request, request.type, abi);
  const requested = { ...request, wanted };
  if (within === "union") return unionPlace(member, requested);
  return member.kind === "bit-field" ? within.bitField(member, requested) : within.whole(requested);
}

function greater(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function lendsPadding(record: RecordDeclaration, abi: Target): boolean {
  return isNonPod(record, abi) && !isEmpty(record);
}

function isNonPod(record: RecordDeclaration | undefined, abi: Target): boolean {
  return record?.nonPod?.has(podRule(abi)) === true;
}

/** A base class keeps its own alignment. [GCC, cp/class.cc, build_base_field] */
function packs(record: LayoutAttributes, member: Member, abi: Target): boolean {
  return member.attributes.packed || (record.packed && !isBase(member) && !refusesPacking(member, abi));
}

/** True if no field, named or unnamed, has a bit in it. [C++17 meta.unary.prop, is_empty] */
export function isEmpty(record: RecordDeclaration): boolean {
  return (
    record.language === "c++" &&
    record.kind === "struct" &&
    record.members.every((member) =>
      member.kind === "anonymous" ? member.isBase === true && isEmpty(member.record) : isZeroWidth(member),
    )
  );
}

function isZeroWidth(member: Member): boolean {
  return member.kind === "bit-field" && member.width === 0;
}

type BaseMember = Member & { readonly kind: "anonymous" };

function isEmptyBase(member: Member): member is BaseMember {
  return member.kind === "anonymous" && member.isBase === true && isEmpty(member.record);
}

/** An empty base is placed at offset 0 if no other subobject of its type is there, else at the end. [Itanium C++ ABI, 2.4, II.3] */
function placeEmptyBase(
  member: BaseMember,
  cursor: number,
  end: number,
  empties: EmptyClasses,
  sizes: Sizes,
): Placement & { readonly least: number } {
  const { size, alignment } = sizes.placed(member.record);
  let begin = 0;
  if (empties.conflicts(member, 0)) {
    begin = roundUp(Math.ceil(Math.max(cursor, end) / 8), alignment);
    while (empties.conflicts(member, begin)) begin += alignment;
  }
  const requested = member.record.attributes.aligned === undefined ? 1 : alignment;
  return { begin: begin * 8, end: cursor, least: size * 8, recordAlignment: requested };
}

/** Offsets of a record's empty classes. Two of one type must not share an offset. */
class EmptyClasses {
  private readonly places = new Map<RecordDeclaration, Set<number>>();
  private readonly own: RecordDeclaration;
  private readonly sizes: Sizes;
  movedPacked: Member | undefined;

  constructor(own: RecordDeclaration, sizes: Sizes) {
    this.own = own;
    this.sizes = sizes;
  }

  conflicts(member: Member, byteOffset: number): boolean {
    return this.within(member).some(([record, offset]) => this.places.get(record)?.has(byteOffset + offset) === true);
  }

  note(member: Member, byteOffset: number): void {
    for (const [record, offset] of this.within(member)) {
      const known = this.places.get(record) ?? new Set();
      this.places.set(record, known.add(byteOffset + offset));
    }
  }

  /** Moves a member of a struct by its alignment until none of its empty classes collides with another of the same type. */
  moved(member: Member, placement: Placement): Placement {
    if (this.places.size === 0 || this.own.kind === "union" || member.kind === "bit-field") return placement;
    const step = Math.max(1, placement.recordAlignment) * 8;
    let by = 0;
    while (this.conflicts(member, (placement.begin + by) / 8)) by += step;
    if (by > 0 && 8 * sizeOf(member, this.sizes).alignment > step) this.movedPacked ??= member;
    return by === 0 ? placement : { ...placement, begin: placement.begin + by, end: placement.end + by };
  }

  all(): ReadonlyMap<RecordDeclaration, readonly number[]> {
    const found = new Map([...this.places].map(([record, offsets]) => [record, [...offsets]] as const));
    if (isEmpty(this.own)) found.set(this.own, [0]);
    return found;
  }

  /** Empty classes in the member's type, with offsets from its start. */
  private within(member: Member): (readonly [RecordDeclaration, number])[] {
    const record = recordOf(member);
    if (record === undefined || record.language === "c") return [];
    const inOne = [...(this.sizes.placed(record).empties ?? [])];
    if (inOne.length === 0) return [];
    const { size } = this.sizes.placed(record);
    const whole = this.sizes.sizeOfMember(member).size;
    const found: (readonly [RecordDeclaration, number])[] = [];
    for (let at = 0; at === 0 || at < Math.min(whole, MOST_PLACES * size); at += Math.max(size, 1))
      for (const [empty, offsets] of inOne) for (const offset of offsets) found.push([empty, at + offset]);
    return found;
  }
}

/** Maximum number of array elements that are checked for empty classes. */
const MOST_PLACES = 10_000;

/**
 * g++ ignores the record's `packed` attribute for a member of non-POD class type, unless that class is packed itself; g++
 * warns about it. clang before 15 packs such members. [GCC, cp/class.cc, check_field_decls; Clang 15, release notes]
 */
export function refusesPacking(member: Member, abi: Target): boolean {
  if (isBase(member) || podRule(abi) === "clang 11") return false;
  // clang packs arrays of such a class.
  if (abi.compiler.family === "clang" && member.kind !== "anonymous" && member.type.kind === "array") return false;
  const record = recordOf(member);
  return (record !== undefined && isNonPod(record, abi) && !isPacked(record, abi)) || isLibraryClass(member);
}

/** `std::atomic<T>`, or an array of it. */
export function isLibraryClass(member: Member): boolean {
  let type = member.kind === "anonymous" ? undefined : member.type;
  while (type?.kind === "array") type = type.element;
  return type?.isClass === true;
}

function isPacked(record: RecordDeclaration, abi: Target): boolean {
  if (!record.attributes.packed) return false;
  // clang asks for the attribute alone, whatever the class does with it. [Clang, ItaniumRecordLayoutBuilder::LayoutField]
  return abi.compiler.family === "clang" || !record.members.some((member) => refusesPacking(member, abi));
}

/** An empty record has size 0 in GNU C and 1 in C++, where objects need distinct addresses. Zero-width bit-fields do not count. [C++17 class]p4 */
function emptySize(record: RecordDeclaration, alignment: number): number {
  const isEmpty = record.members.every((member) => member.kind === "bit-field" && member.width === 0);
  return record.language === "c++" && isEmpty ? alignment : 0;
}

function placeMember(member: Member, cursor: number, packing: Packing, type: TypeSize, abi: Target): Placement {
  if (member.kind !== "bit-field") return placeWhole(member, cursor, packing, type, abi);
  if (member.width > type.size * 8) return placeWideBitField(member, cursor, packing, type, abi);
  if (abi.compiler.family === "clang") return placeClangBitField(member, cursor, packing, type, abi);
  return member.width === 0 ? closeUnit(member, cursor, type, abi) : placeBitField(member, cursor, packing, type, abi);
}

/** Places a member of whole bytes. `packed` overrides the type's alignment but not the member's own; `#pragma pack` caps both. */
function placeWhole(member: Member, cursor: number, packing: Packing, type: TypeSize, abi: Target): Placement {
  const alignment = wholeAlignment(member, packing, type, abi);
  const begin = roundUp(cursor, alignment * 8);
  return { begin, end: begin + type.size * 8, recordAlignment: alignment };
}

function wholeAlignment(
  { attributes }: Member,
  { packed, pack }: Omit<Packing, "isUnion">,
  type: TypeSize,
  abi: Target,
): number {
  const explicit = explicitAlignment(attributes, abi) ?? 1;
  return capped(packed ? explicit : Math.max(type.alignment, explicit), pack);
}

/** A bit-field that does not fit into its type's unit, or has an alignment of its own, is aligned. [Clang, ItaniumRecordLayoutBuilder] */
function placeClangBitField(
  { name, width, attributes }: BitFieldMember,
  cursor: number,
  { packed, pack }: Packing,
  type: TypeSize,
  abi: Target,
): Placement {
  const explicit = 8 * (explicitAlignment(attributes, abi) ?? 0);
  const most = pack === undefined ? Number.POSITIVE_INFINITY : pack * 8;
  const natural = abi.bitFieldsKeepToUnits || width === 0 ? type.alignment * 8 : 1;
  const unpacked = Math.max(natural, explicit);
  const requested = packed && width > 0 && pack === undefined ? Math.max(1, explicit) : unpacked;
  const alignment = width === 0 ? requested : Math.min(requested, most);
  let begin = cursor;
  const overflows = pack === undefined && (cursor % alignment) + width > type.size * 8;
  if (width === 0 || overflows) begin = roundUp(cursor, alignment);
  else if (explicit > 0 && explicit <= most) begin = roundUp(cursor, explicit);
  const aligns = name !== undefined || abi.unnamedBitFieldsAlign;
  return { begin, end: begin + width, recordAlignment: aligns ? Math.max(1, alignment / 8) : 1 };
}

/** A zero-width bit-field closes the storage unit, whatever the packing. [C17 6.7.2.1p12] Without units its type does not matter. */
function closeUnit(member: BitFieldMember, cursor: number, type: TypeSize, abi: Target): Placement {
  const own = abi.bitFieldsKeepToUnits ? type.alignment : 1;
  const alignment = Math.max(own, explicitAlignment(member.attributes, abi) ?? 1);
  const begin = roundUp(cursor, alignment * 8);
  const aligns = abi.unnamedBitFieldsAlign || !abi.bitFieldsKeepToUnits;
  return { begin, end: begin, recordAlignment: aligns ? alignment : 1 };
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
  const ordinary = ordinaryAlignment(cursor, member.width, packing, abi);
  const moves = abi.bitFieldsKeepToUnits && ordinary === undefined && straddles(aligned, member.width, packing, type);
  const known = own !== undefined && own >= abi.biggestAlignment ? aligned : cursor;
  const begin = moves ? nextUnit(aligned, known, type.alignment, abi) : aligned;
  const aligns = member.name !== undefined || abi.unnamedBitFieldsAlign || !abi.bitFieldsKeepToUnits;
  return {
    begin,
    end: begin + member.width,
    recordAlignment: aligns ? Math.max(own ?? 1, ordinary ?? 1, unitAlignment(packing, type, abi)) : 1,
  };
}

/**
 * `uint8_t mode : 12` in C++: aligned as the widest integer that is not wider, of whose bits the type's are the first, and padding of char.
 * The declared type aligns the record and has the units. [GCC, cp/class.cc, layout_class_type]
 */
function placeWideBitField(
  member: BitFieldMember,
  cursor: number,
  packing: Packing,
  type: TypeSize,
  abi: Target,
): Placement {
  const types = (["char", "short", "int", "long", "long long"] as const).map((each) => abi.arithmetic[each]);
  const sizes = types.map(({ scalar, alignment }) => ({ size: scalarSize(scalar), alignment }));
  const [char = { size: 1, alignment: 1 }] = sizes;
  const integer = sizes.findLast(({ size }) => size * 8 <= member.width) ?? char;
  if (abi.compiler.family === "clang") {
    // Whatever the packing, it begins with a byte. [Clang, ItaniumRecordLayoutBuilder, LayoutWideBitField]
    const begin = packing.isUnion ? 0 : roundUp(roundUp(cursor, 8), integer.alignment * 8);
    return { begin, end: begin + member.width, recordAlignment: integer.alignment };
  }
  const aligned = packing.packed ? 1 : integer.alignment;
  // An unnamed one aligns its record, too.
  const name = member.name ?? "";
  const whole = { ...member, name, width: integer.size * 8, attributes: { ...member.attributes, aligned } };
  const first = placeBitField(whole, cursor, packing, type, abi);
  // In a union, the padding has all bits.
  const [start, width] = packing.isUnion ? [cursor, member.width] : [first.end, member.width - integer.size * 8];
  if (width === 0) return first;
  const padding = { ...member, name: undefined, width, attributes: { packed: false, aligned: undefined } };
  const rest = placeBitField(padding, start, { ...packing, packed: false }, char, abi);
  return { ...first, end: rest.end, recordAlignment: Math.max(first.recordAlignment, rest.recordAlignment) };
}

/**
 * GCC makes a bit-field of 8, 16, 32 or 64 bits an ordinary field if it begins where such an integer may. Its type's alignment,
 * which a typedef may raise above its size or lower, then only aligns the record. [GCC, stor-layout.c, layout_decl]
 */
function ordinaryAlignment(
  position: number,
  width: number,
  packing: Omit<Packing, "isUnion">,
  abi: Target,
): number | undefined {
  const alignment = Math.min(width / 8, abi.biggestAlignment);
  if (![8, 16, 32, 64].includes(width) || position % (alignment * 8) !== 0) return undefined;
  return packing.packed && alignment > 1 ? undefined : capped(Math.min(alignment, abi.mostAlignment), packing.pack);
}

/** A bit-field that would straddle its type's alignment units starts at the next unit, unless the record is packed. [SysV ABI, bit-fields] */
function straddles(position: number, width: number, packing: Packing, type: TypeSize): boolean {
  if (packing.packed || packing.pack !== undefined) return false;
  const unit = type.alignment * 8;
  return Math.ceil(((position % unit) + width) / unit) > Math.floor(type.size / type.alignment);
}

/** The alignment that a bit-field's type requires of its record, where it must not straddle its units. `#pragma pack` caps it; `packed` removes it. */
function unitAlignment(packing: Packing, type: TypeSize, abi: Target): number {
  if (!abi.bitFieldsKeepToUnits) return 1;
  if (packing.pack !== undefined) return Math.min(type.alignment, packing.pack);
  return packing.packed ? 1 : type.alignment;
}

function capped(alignment: number, pack: number | undefined): number {
  return pack === undefined ? alignment : Math.min(alignment, pack);
}
