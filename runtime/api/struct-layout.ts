/** The layout of a struct for a user who has its bytes: `GET /read/struct`. */

import { fieldNote } from "../codec/field-note.ts";
import { fieldsOf, storedName } from "../codec/fields.ts";
import type { StructCodec } from "../codec/struct-codec.ts";

export interface FieldLayout {
  /** C designator. */
  readonly path: string;
  readonly ctype: string;
  /** Stored name. */
  readonly column: string;
  readonly byteOffset: number;
  /** Number of bytes that contain a part of it. */
  readonly bytes: number;
  /** Bit-fields only. */
  readonly bits?: { readonly offset: number; readonly width: number };
  readonly unit?: string;
  /** The rule's expression. */
  readonly expr?: string;
  /** Description of its tags: `big-endian, checksum crc16/modbus`. */
  readonly note?: string;
}

export interface StructLayoutAnswer {
  readonly name: string;
  readonly id: number;
  /** sizeof, bytes. */
  readonly size: number;
  readonly wireSize: number;
  readonly fields: readonly FieldLayout[];
}

export function structLayout(codec: StructCodec): StructLayoutAnswer {
  const fields = fieldsOf(codec).map((field): FieldLayout => {
    const { path, ctype, byteOffset, bitOffset, bitWidth, bitField, unit, expr } = field;
    const note = fieldNote(field);
    const bytes = Math.max(1, Math.ceil(((bitField ? bitOffset : 0) + bitWidth) / 8));
    return {
      path,
      ctype,
      column: storedName(field),
      byteOffset,
      bytes,
      ...(bitField && { bits: { offset: bitOffset, width: bitWidth } }),
      ...(unit !== undefined && { unit }),
      ...(expr !== undefined && { expr }),
      ...(note !== "" && { note }),
    };
  });
  return { name: codec.name, id: codec.id, size: codec.size, wireSize: codec.wireSize, fields };
}
