/** Finds the byte order of recorded numbers: the most significant byte of a measured value changes less often than the least significant one. */

import { fieldsOf } from "../../runtime/codec/fields.ts";
import type { StructCodec } from "../../runtime/codec/struct-codec.ts";

interface Ends {
  readonly path: string;
  first: number;
  last: number;
  firstChanges: number;
  lastChanges: number;
}

/** Fewer changes are not evidence. */
const LEAST_CHANGES = 4;

export class ByteOrderVotes {
  readonly #fields = new Map<string, Ends>();

  add(codec: StructCodec, frame: Uint8Array, payloadOffset: number): void {
    for (const { path, scalar, byteOffset, bitWidth, byteOrder } of fieldsOf(codec)) {
      if (scalar === "text" || bitWidth < 16 || bitWidth % 8 !== 0 || byteOrder !== undefined) continue;
      const from = payloadOffset + byteOffset;
      const first = frame[from];
      const last = frame[from + bitWidth / 8 - 1];
      if (first === undefined || last === undefined) continue;
      const key = `${codec.name}.${path}`;
      const known = this.#fields.get(key);
      if (known === undefined) {
        this.#fields.set(key, { path: key, first, last, firstChanges: 0, lastChanges: 0 });
        continue;
      }
      if (known.first !== first) known.firstChanges++;
      if (known.last !== last) known.lastChanges++;
      Object.assign(known, { first, last });
    }
  }

  /** True if there are numbers of several bytes, and none of them shows its byte order. */
  get isOpen(): boolean {
    const { little, big } = this.counts;
    return this.#fields.size > 0 && little + big === 0;
  }

  /** Number of fields that vary as numbers of each order do. */
  get counts(): { readonly little: number; readonly big: number } {
    const speaks = (less: number, more: number) => more >= LEAST_CHANGES && less * 2 < more;
    const fields = [...this.#fields.values()];
    return {
      little: fields.filter(({ firstChanges, lastChanges }) => speaks(lastChanges, firstChanges)).length,
      big: fields.filter(({ firstChanges, lastChanges }) => speaks(firstChanges, lastChanges)).length,
    };
  }
}
