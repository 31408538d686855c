/** The format of a channel's frames [D37]: types, and the default format. */

import { type Locator, locatorEnd, readLocator } from "./locator.ts";

/** The checksum in a frame's trailer, over everything before it. */
export interface FrameCheck {
  /** Name in the catalogue: `crc16/modbus`. */
  readonly algorithm: string;
  /** First byte that it covers, from the frame's beginning. */
  readonly from: number;
  readonly byteOrder: "little" | "big";
}

export interface FrameFormat {
  /** Undefined: the channel has only one message. */
  readonly id: Locator | undefined;
  /** The ID is the LoRaWAN port of the message; the frame itself does not contain it. */
  readonly idFrom?: "fport";
  /** Undefined: frames do not contain their length. */
  readonly length: Locator | undefined;
  /** Bytes before the struct. */
  readonly payloadOffset: number;
  /** Bytes after the struct. */
  readonly trailer: number;
  /** A short frame is rejected, or completed with zeros. */
  readonly short: "reject" | "zero";
  /** A frame with surplus bytes is rejected, or the bytes are ignored. */
  readonly long: "reject" | "ignore";
  readonly check: FrameCheck | undefined;
  /** Numbers that each frame has, such as a version; a frame with another one is rejected. */
  readonly expect?: readonly FrameNumber[];
  /** A number before the struct that counts the messages of each struct. */
  readonly sequence?: Locator;
  /** Alternative formats of frames; the first one that matches a frame applies. */
  readonly variants?: readonly FrameVariant[];
}

/** The frame has this number at this position. */
export interface FrameNumber {
  readonly place: Locator;
  readonly value: number;
}

/** An alternative format: another protocol version, or a longer trailer. */
export interface FrameVariant {
  /** The frame begins with these bytes; plain numbers, since formats are stored as JSON. */
  readonly sync?: readonly number[];
  readonly when?: FrameNumber;
  /** A format without variants. */
  readonly format: FrameFormat;
}

/** The format of the frame that begins at `start`. [hot path] */
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

/** All formats, the default one first. */
export function formatsOf(format: FrameFormat): readonly FrameFormat[] {
  return [format, ...(format.variants ?? []).map((variant) => variant.format)];
}

/** The first number that the frame has not; undefined if it has all. [hot path] */
export function unexpectedIn(
  { expect }: FrameFormat,
  bytes: Uint8Array,
  start: number,
  end: number,
): FrameNumber | undefined {
  if (expect === undefined) return undefined;
  for (let index = 0; index < expect.length; index++) {
    const number = expect[index]!;
    if (readLocator(number.place, bytes, start, end) !== number.value) return number;
  }
  return undefined;
}

/** Number of bytes from a frame's beginning that determine its format. */
export function variantBytes({ variants = [] }: FrameFormat): number {
  return Math.max(
    0,
    ...variants.map(({ sync, when }) => Math.max(sync?.length ?? 0, when === undefined ? 0 : locatorEnd(when.place))),
  );
}

/** How a stream is cut into frames. */
export type Framing =
  /** By each frame's length field. */
  | { readonly kind: "length" }
  /** All frames, or all frames of an ID, have the same size. */
  | { readonly kind: "fixed" /** Undefined: as the ID's struct has it. */; readonly bytes: number | undefined }
  /** Transfer frames of CCSDS, of this size, with or without a checksum: they carry the frames, space packets. */
  | { readonly kind: "tm"; readonly bytes: number; readonly check: boolean }
  | { readonly kind: "cobs" }
  | { readonly kind: "slip" }
  /** Each frame begins with this sync word. */
  | {
      readonly kind: "sync";
      readonly word: Uint8Array;
      /** Sync words of the variants. */
      readonly others?: readonly Uint8Array[];
    }
  | { readonly kind: "lines"; readonly encoding: "hex" | "base64" | "either" };

/** Without one in the section: by the length field, if frames have one; else by the ID's struct. */
export function framingOf({ length }: Pick<FrameFormat, "length">, framing: Framing | undefined): Framing {
  return framing ?? (length === undefined ? { kind: "fixed", bytes: undefined } : { kind: "length" });
}

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
