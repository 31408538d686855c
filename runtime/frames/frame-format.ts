/** How a channel's frames are made up [D37]: types and what a channel has that says nothing of it. */

import { type Locator, locatorEnd, readLocator } from "./locator.ts";

/** The checksum in a frame's trailer, of everything before it. */
export interface FrameCheck {
  /** A name of the catalogue: `crc16/modbus`. */
  readonly algorithm: string;
  /** First byte that it covers, from the frame's beginning. */
  readonly from: number;
  readonly byteOrder: "little" | "big";
}

export interface FrameFormat {
  /** Undefined: the channel has one message only. */
  readonly id: Locator | undefined;
  /** The ID is the LoRaWAN port that the frame came by, and stands nowhere in it. */
  readonly idFrom?: "fport";
  /** Undefined: frames do not say their length. */
  readonly length: Locator | undefined;
  /** Bytes before the struct. */
  readonly payloadOffset: number;
  /** Bytes behind the struct. */
  readonly trailer: number;
  /** A frame that ends early is rejected, or completed with zeros. */
  readonly short: "reject" | "zero";
  /** Surplus bytes of a frame: it is rejected, or they are passed over. */
  readonly long: "reject" | "ignore";
  readonly check: FrameCheck | undefined;
  /** Other forms that frames of the channel have; the first one that a frame shows is its own. */
  readonly variants?: readonly FrameVariant[];
}

/** Frames that are made up in another way: those of another version of the protocol, or with a longer trailer. */
export interface FrameVariant {
  /** They begin with these bytes; plain numbers, as a format is kept as JSON. */
  readonly sync?: readonly number[];
  /** They have this number there. */
  readonly when?: { readonly place: Locator; readonly value: number };
  /** Without variants of its own. */
  readonly format: FrameFormat;
}

/** The form of the frame whose bytes begin at `start`. [hot path] */
export function formatOf(format: FrameFormat, bytes: Uint8Array, start: number, end: number): FrameFormat {
  const { variants } = format;
  if (variants === undefined) return format;
  for (let index = 0; index < variants.length; index++) {
    if (shows(variants[index]!, bytes, start, end)) return variants[index]!.format;
  }
  return format;
}

function shows({ sync, when }: FrameVariant, bytes: Uint8Array, start: number, end: number): boolean {
  if (sync !== undefined) {
    for (let index = 0; index < sync.length; index++) {
      if (start + index >= end || bytes[start + index] !== sync[index]) return false;
    }
  }
  return when === undefined || readLocator(when.place, bytes, start, end) === when.value;
}

/** All forms, the usual one first. */
export function formatsOf(format: FrameFormat): readonly FrameFormat[] {
  return [format, ...(format.variants ?? []).map((variant) => variant.format)];
}

/** Bytes from a frame's beginning that tell its form. */
export function variantBytes({ variants = [] }: FrameFormat): number {
  return Math.max(
    0,
    ...variants.map(({ sync, when }) => Math.max(sync?.length ?? 0, when === undefined ? 0 : locatorEnd(when.place))),
  );
}

/** How a stream is cut into frames. */
export type Framing =
  /** By the length that each frame says. */
  | { readonly kind: "length" }
  /** All frames of an ID, or all frames at all, have one size. */
  | { readonly kind: "fixed" /** Undefined: as the ID's struct has it. */; readonly bytes: number | undefined }
  | { readonly kind: "cobs" }
  | { readonly kind: "slip" }
  /** Each frame begins with these bytes. */
  | {
      readonly kind: "sync";
      readonly word: Uint8Array;
      /** Of other forms that frames have. */
      readonly others?: readonly Uint8Array[];
    }
  | { readonly kind: "lines"; readonly encoding: "hex" | "base64" | "either" };

const byteAt = (byteOffset: number): Locator => ({
  type: "unsigned",
  byteOffset,
  byteLength: 1,
  byteOrder: "little",
  mask: 0xff,
  shift: 0,
  addend: 0,
});

/** Byte 1 is the length, byte 2 the ID, and the struct is the whole frame [D8, D13]. */
export const PLAIN_FORMAT: FrameFormat = {
  id: byteAt(1),
  length: byteAt(0),
  payloadOffset: 0,
  trailer: 0,
  short: "reject",
  long: "reject",
  check: undefined,
};
