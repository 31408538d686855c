/** The stored columns that describe a frame: those at which the channel's `id` and `length` point, checksums and tags [D59]. */

import { isOfMessage } from "../codec/field-note.ts";
import { fieldsOf, storedName } from "../codec/fields.ts";
import type { FieldInfo, StructCodec } from "../codec/struct-codec.ts";
import { type FrameFormat, formatsOf, PLAIN_FORMAT } from "./frame-format.ts";
import type { Locator } from "./locator.ts";

/** What a channel says of its frames. */
export interface FramePlaces {
  readonly format: FrameFormat;
  /** The channel's byte order, which also numbers the bits of bit-fields. */
  readonly byteOrder: "little" | "big";
}

const PLAIN: FramePlaces = { format: PLAIN_FORMAT, byteOrder: "little" };

/** @param channel its settings, in which the plain format is absent */
export function framePlaces(channel: {
  readonly frames?: FrameFormat;
  readonly byteOrder: "little" | "big";
}): FramePlaces {
  return { format: channel.frames ?? PLAIN_FORMAT, byteOrder: channel.byteOrder };
}

/** @param places of the channel; by default, byte 1 of a frame is its length and byte 2 its ID */
export function frameColumns(
  codec: Pick<StructCodec, "fields">,
  { format, byteOrder }: FramePlaces = PLAIN,
): ReadonlySet<string> {
  const pointed = new Set(
    formatsOf(format).flatMap(({ id, length, payloadOffset }) =>
      [id, length].flatMap((place) => (place === undefined ? [] : bitsOf(place, payloadOffset))),
    ),
  );
  const described = fieldsOf(codec).filter(
    (field) => isOfMessage(field) || bitsOfField(field, byteOrder).some((bit) => pointed.has(bit)),
  );
  return new Set(described.map(storedName));
}

/** Significant bits of the number, from the struct's beginning; the least significant bit of a byte is its first. */
function bitsOf({ byteOffset, byteLength, byteOrder, mask }: Locator, payloadOffset: number): number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < 8 * byteLength; bit++) {
    if (((mask >>> bit) & 1) === 0) continue;
    const byte = byteOrder === "big" ? byteLength - 1 - (bit >> 3) : bit >> 3;
    bits.push(8 * (byteOffset - payloadOffset + byte) + (bit & 7));
  }
  return bits;
}

function bitsOfField({ byteOffset, bitOffset, bitWidth, bitField }: FieldInfo, byteOrder: "little" | "big"): number[] {
  return Array.from({ length: bitWidth }, (_, index) => {
    const bit = 8 * byteOffset + bitOffset + index;
    return bitField && byteOrder === "big" ? bit ^ 7 : bit;
  });
}
