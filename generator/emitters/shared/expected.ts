/** The numbers that each frame has (`expect`), for readers: a frame without one of them is another one. */

import { locatorEnd } from "../../../runtime/frames/locator.ts";
import type { ChannelModel } from "../../codec/model.ts";

export interface ExpectedBits {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteOrder: "little" | "big";
  /** Bits of the bytes' number, and what they are. */
  readonly mask: number;
  readonly bits: number;
}

export function expectedBits({ frames: { expect = [] } }: ChannelModel): readonly ExpectedBits[] {
  return expect.map(({ place: { byteOffset, byteLength, byteOrder, mask, shift, addend }, value }) => ({
    byteOffset,
    byteLength,
    byteOrder,
    mask,
    bits: ((value - addend) << shift) >>> 0,
  }));
}

/** Bytes that a frame has at least, so that all of them can be read. */
export function expectedEnd({ frames: { expect = [] } }: ChannelModel): number {
  return Math.max(0, ...expect.map(({ place }) => locatorEnd(place)));
}
