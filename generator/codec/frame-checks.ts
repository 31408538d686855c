/** The checksums of a channel's frames [D37, D38], as expressions for languages with C's operators. */

import { CRC_CATALOGUE } from "../../runtime/frames/crc-catalogue.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { ChannelModel, Message } from "./model.ts";

export interface Check {
  readonly algorithm: string;
  /** Offset from the frame's start; negative: from its end. */
  readonly at: number;
  readonly byteLength: number;
  readonly byteOrder: "little" | "big";
  /** First byte covered. */
  readonly from: number;
  /** One past the last byte covered; absent: the checksum's own position. */
  readonly to: number | undefined;
  /** A byte that is appended to the covered data. */
  readonly extra: number | undefined;
}

/** In the order in which they are written: fields' checksums first. */
export function checksOf({ frames }: ChannelModel, message: Message): Check[] {
  const { payloadOffset, trailer, check } = frames;
  const fields = message.fields.flatMap(({ compiled, node }): Check[] => {
    if (compiled.check === undefined) return [];
    const { algorithm, byteOrder, from, to } = compiled.check;
    const start = from === undefined ? 0 : payloadOffset + from;
    const at = payloadOffset + node.byteOffset;
    const place = { at, from: start, to: payloadOffset + to, extra: undefined };
    return [{ algorithm, byteLength: byteLengthOf(algorithm), byteOrder, ...place }];
  });
  if (check === undefined) return fields;
  const { algorithm, byteOrder, from } = check;
  const extra = message.struct.layout.message.named?.checkExtra;
  const place = { at: -trailer, from, to: undefined, extra };
  return [...fields, { algorithm, byteLength: byteLengthOf(algorithm), byteOrder, ...place }];
}

/** Asked for each message. */
export function hasChecks(channel: ChannelModel): boolean {
  const has = checked.get(channel) ?? channel.messages.some((message) => checksOf(channel, message).length > 0);
  checked.set(channel, has);
  return has;
}

const checked = new WeakMap<ChannelModel, boolean>();

/** Sums as calls to functions in `foreign/frames.*`. */
const SUMS: Readonly<Record<string, { readonly bytes: number; readonly text: string }>> = dictionary({
  sum8: { bytes: 1, text: "sumOf($) & 0xff" },
  "sum8/negative": { bytes: 1, text: "(256 - (sumOf($) & 0xff)) & 0xff" },
  "sum8/inverted": { bytes: 1, text: "255 - (sumOf($) & 0xff)" },
  sum16: { bytes: 2, text: "sumOf($) & 0xffff" },
  "sum16/inverted": { bytes: 2, text: "0xffff - (sumOf($) & 0xffff)" },
  xor8: { bytes: 1, text: "xorOf($)" },
  fletcher16: { bytes: 2, text: "twoSums($, 0, 255, 8)" },
  "fletcher16/256": { bytes: 2, text: "twoSums($, 0, 256, 8)" },
  adler32: { bytes: 4, text: "twoSums($, 1, 65521, 16)" },
});

function byteLengthOf(algorithm: string): number {
  return SUMS[algorithm]?.bytes ?? (crcOf(algorithm)?.[1] ?? 0) / 8;
}

/** The CRC's entry in the catalogue; undefined for a sum. */
export function crcOf(algorithm: string) {
  return CRC_CATALOGUE.find(([names]) => names.split(" ").includes(algorithm));
}

/**
 * A call, in camel case, to a function in `foreign/frames.*`.
 * @param given the arguments: bytes, from, to, extra
 */
export function checksumText({ algorithm }: Check, given: string): string {
  const sum = SUMS[algorithm];
  if (sum !== undefined) return sum.text.replace("$", given);
  const crc = crcOf(algorithm);
  if (crc === undefined) throw new Error(`no checksum ${algorithm}`);
  const [, width, polynomial, initial, reflection, xor] = crc;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const name = reflection === "reflected" ? "crcReflected" : "crcPlain";
  return `${name}(${given}, ${width}, ${hex(polynomial)}, ${hex(initial)}, ${hex(xor)})`;
}

/** Position of the checksum in `bytes`. */
export function placeText({ at }: Check, length: string): string {
  return at < 0 ? `${length} - ${-at}` : String(at);
}

/** `crcPlain(…)` → `crc_plain(…)` */
export function snakeCalls(text: string, prefix = ""): string {
  return text.replace(
    /\b[a-z]+[A-Z]\w*(?=\()/g,
    (name) => prefix + name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}
