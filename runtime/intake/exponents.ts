/** Counts the values of a frame that are not finite by the exponents of its floats, without decoding it. [hot path] */

import { storedFieldsOf } from "../codec/fields.ts";
import type { ColumnValues, FieldInfo, StructCodec } from "../codec/struct-codec.ts";

/** The sign, exponent and first bits of floats, most significant byte first: infinity, and the largest numbers. */
const FLOATS = {
  float32: { infinite: [0x7f, 0x80, 0, 0], largest: [0x7f, 0x7f, 0xff, 0xff], mask: 0x80 },
  float64: {
    infinite: [0x7f, 0xf0, 0, 0, 0, 0, 0, 0],
    largest: [0x7f, 0xef, 255, 255, 255, 255, 255, 255],
    mask: 0xf0,
  },
} as const;
/** The first byte of an exponent of ones. */
const ONES = 0x7f;
/** With an affine rule below this for two integers, every 64-bit integer gives a finite value. */
const SMALL = 1e280;

/** A codec does not say its byte order, nor what its rules do: both are found with messages made for it. */
export class Exponents {
  readonly #codec: StructCodec;
  /** For each float: the two bytes with its exponent, and the bits of the second. Null: only decoding tells. */
  #places: Int32Array | null | undefined;

  constructor(codec: StructCodec) {
    this.#codec = codec;
  }

  /**
   * Number of values that are not finite; undefined if only decoding tells.
   * @param at of the struct @param end of its bytes: what lies behind counts as 0
   */
  notFinite(payload: Uint8Array, at: number, end: number): number | undefined {
    if (this.#places === undefined) this.#places = placesOf(this.#codec);
    const places = this.#places;
    if (places === null) return undefined;
    let count = 0;
    for (let i = 0; i < places.length; i += 3) {
      const [first, second, mask] = [at + places[i]!, at + places[i + 1]!, places[i + 2]!];
      if (first >= end || second >= end || (payload[first]! & ONES) !== ONES) continue;
      if ((payload[second]! & mask) === mask) count++;
    }
    return count;
  }
}

function placesOf(codec: StructCodec): Int32Array | null {
  if (codec.variable !== undefined) return null;
  const places: number[] = [];
  const trial = new Trial(codec);
  for (const [index, field] of storedFieldsOf(codec).entries()) {
    const { scalar, expr, rawKey } = field;
    // A rule that can be inverted is affine in its own field.
    if (rawKey !== undefined) return null;
    if (scalar === "float32" || scalar === "float64") {
      const place = trial.placeOf(index, field, FLOATS[scalar]);
      if (place === undefined) return null;
      places.push(...place);
    } else if (expr !== undefined && !trial.isSmall(index)) return null;
  }
  return Int32Array.from(places);
}

class Trial {
  readonly #codec: StructCodec;
  readonly #bytes: Uint8Array;
  readonly #values: ColumnValues = [];

  constructor(codec: StructCodec) {
    this.#codec = codec;
    this.#bytes = new Uint8Array(codec.wireSize);
  }

  /** Of the float; undefined if its value is not finite exactly where the float is not. */
  placeOf(
    index: number,
    { byteOffset }: FieldInfo,
    { infinite, largest, mask }: (typeof FLOATS)[keyof typeof FLOATS],
  ): readonly number[] | undefined {
    const last = byteOffset + infinite.length - 1;
    for (const isLittle of [true, false]) {
      const value = (most: readonly number[]) => {
        this.#bytes.fill(0).set(isLittle ? most.toReversed() : most, byteOffset);
        return this.#valueOf(index);
      };
      if (Number.isFinite(value(infinite))) continue;
      const [, ...rest] = largest;
      if (!Number.isFinite(value(largest)) || !Number.isFinite(value([0xff, ...rest]))) return undefined;
      return isLittle ? [last, last - 1, mask] : [byteOffset, byteOffset + 1, mask];
    }
    return undefined;
  }

  /** Whether an integer's value is below SMALL. */
  isSmall(index: number): boolean {
    return [0, 0xff].every((byte) => {
      this.#bytes.fill(byte);
      return Math.abs(Number(this.#valueOf(index))) < SMALL;
    });
  }

  #valueOf(index: number): unknown {
    const { buffer } = this.#bytes;
    this.#codec.storedValues(new DataView(buffer), 0, this.#values);
    return this.#values[index];
  }
}
