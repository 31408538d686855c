/**
 * Bit-fields as GCC places them with `-mms-bitfields`, `ms_struct`, and always for Windows: neighbours share a storage unit if
 * their types have one size. Other members are placed as usual, behind the whole unit. Positions are in bits.
 * [GCC 3.19.54, -mms-bitfields; stor-layout.c, place_field]
 */

import type { Target } from "../targets/target.ts";
import type { BitFieldMember, Member } from "./declarations.ts";
import type { TypeSize } from "./placed-record.ts";
import { nextUnit, roundUp } from "./placed-record.ts";

/** Where a member may be placed. */
export interface MicrosoftRequest {
  readonly cursor: number;
  readonly type: TypeSize;
  /** Bytes that `aligned` and, for members of whole bytes, the type asks for. */
  readonly wanted: number | undefined;
  readonly packed: boolean;
  readonly pack: number | undefined;
  readonly isLast: boolean;
}

export interface MicrosoftPlace {
  readonly begin: number;
  readonly end: number;
  readonly recordAlignment: number;
}

export class GnuMicrosoftUnits {
  /** The first bit-field of the open unit. */
  private open: { readonly typeBits: number; readonly width: number } | undefined;
  /** Bits of the open unit that are left. */
  private left = 0;
  private readonly abi: Target;

  constructor(abi: Target) {
    this.abi = abi;
  }

  /** A member that is not a bit-field. */
  whole({ cursor, type, wanted = 1 }: MicrosoftRequest): MicrosoftPlace {
    const begin = roundUp(this.close(cursor), wanted * 8);
    this.open = undefined;
    return { begin, end: begin + type.size * 8, recordAlignment: wanted };
  }

  bitField(member: BitFieldMember, request: MicrosoftRequest): MicrosoftPlace {
    const { type, packed, pack = Number.POSITIVE_INFINITY, isLast } = request;
    const { width } = member;
    const typeBits = type.size * 8;
    // A zero-width one opens nothing.
    const before = this.open?.width === 0 ? undefined : this.open;
    const requested = Math.min(request.wanted ?? 0, pack);
    const recordAlignment = this.aligns(width, packed) ? Math.min(Math.max(type.alignment, requested), pack) : 1;
    let begin = this.begin(width, typeBits, requested * 8, request.cursor);
    if (before === undefined ? width > 0 : before.typeBits !== typeBits) {
      begin = nextUnit(begin, begin, packed ? 1 : Math.min(type.alignment, pack), this.abi);
      this.open = undefined;
      this.left = Math.max(0, typeBits - width);
    }
    this.open ??= { typeBits, width };
    const end = begin + width;
    return { begin, end: isLast && width > 0 ? end + this.left : end, recordAlignment };
  }

  /** A zero-width one aligns its record only behind another bit-field. */
  private aligns(width: number, packed: boolean): boolean {
    return width > 0 ? !packed : this.open !== undefined && this.open.width > 0;
  }

  private begin(width: number, typeBits: number, aligned: number, cursor: number): number {
    const { open } = this;
    if (open === undefined) return aligned > 0 ? roundUp(cursor, aligned) : cursor;
    const isSame = width > 0 && open.width > 0 && open.typeBits === typeBits;
    if (isSame && this.left >= width) {
      this.left -= width;
      return cursor;
    }
    let begin = this.close(cursor);
    if (isSame) {
      this.open = { typeBits, width };
      this.left = Math.max(0, typeBits - width);
    } else if (width === 0) this.open = undefined;
    if (aligned > 0) begin = roundUp(begin, aligned);
    return begin;
  }

  /** Behind the open unit. */
  private close(cursor: number): number {
    return this.open !== undefined && this.open.width > 0 ? cursor + this.left : cursor;
  }
}

/** Bytes of a member of a union, where every member begins at its first bit. */
export function unionPlace(member: Member, { type, wanted = 1, packed, pack }: MicrosoftRequest): MicrosoftPlace {
  if (member.kind !== "bit-field") return { begin: 0, end: type.size * 8, recordAlignment: wanted };
  const aligned = Math.min(Math.max(type.alignment, wanted), pack ?? Number.POSITIVE_INFINITY);
  return { begin: 0, end: roundUp(member.width, 8), recordAlignment: member.width > 0 && !packed ? aligned : 1 };
}
