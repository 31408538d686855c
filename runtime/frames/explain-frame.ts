/**
 * Explains why a frame does not decode: maps its bytes to the channel's structs and lists guesses with their evidence,
 * best first.
 */

import { fieldsOf, stepsOf, valueAt } from "../codec/fields.ts";
import { shownValue } from "../codec/float-digits.ts";
import type { FieldInfo, StructCodec } from "../codec/struct-codec.ts";
import { type CodecFrame, messageBytes } from "./channel-frames.ts";
import { checksums } from "./checksum.ts";
import { type FrameTable, isFrameProblem, leastBytes } from "./frame-table.ts";
import { idText, type Locator, locatorText, numberAt, readLocator } from "./locator.ts";
import { layoutGuesses, type OtherLayout } from "./other-layout.ts";

export interface Explanation {
  /** Undefined: the frame decodes. */
  readonly problem: string | undefined;
  readonly guesses: readonly string[];
  /** One line for each run of bytes. */
  readonly map: readonly string[];
}

const DAMAGED = "damaged in transmission: no checksum of the catalogue fits its end";
const ORDERS = ["little", "big"] as const;
const MOST_SHIFT = 16;
const MOST_GUESSES = 8;

/**
 * @param structs of the channel @param others the same structs laid out by other compilers, if the headers are
 * available @param isAbiSure false: the processor was guessed, so that another one is the best explanation
 */
export function explainFrame(
  frame: Uint8Array,
  table: FrameTable<CodecFrame>,
  structs: readonly StructCodec[],
  others: readonly OtherLayout[] = [],
  isAbiSure = true,
): Explanation {
  const found = table.find(frame);
  if (!isFrameProblem(found)) return { problem: undefined, guesses: [], map: frameMap(frame, table, found.codec) };
  const codec = table.peek(frame, 0, frame.length)?.codec;
  const layouts = codec === undefined ? [] : layoutGuesses(frame, table.formatOf(frame), codec, others);
  const checks = found.code === "checksum" ? checkGuesses(frame) : [];
  const likely = layouts.flatMap(({ text, isLikely }) => (isLikely ? [text] : []));
  const unlikely = layouts.flatMap(({ text, isLikely }) => (isLikely ? [] : [text]));
  // ID and length are right, and no other layout has a right checksum: damage is the only explanation.
  if (checks[0] === DAMAGED && likely.length === 0) {
    return {
      problem: found.message,
      guesses: checks,
      map: codec === undefined ? hexLines(frame) : frameMap(frame, table, codec),
    };
  }
  const guesses = [
    ...likely,
    ...checks,
    ...(isAbiSure ? [] : unlikely),
    ...shiftGuesses(frame, table),
    ...tailGuesses(frame, table),
    ...orderGuesses(frame, table, structs),
    ...(isAbiSure ? unlikely : []),
    ...sizeGuesses(frame, table, structs),
  ].slice(0, MOST_GUESSES);
  const none = ["nothing that was tried fits: another ID or struct, packing, byte order, a shift, a header, a trailer"];
  return {
    problem: found.message,
    guesses: guesses.length === 0 ? none : guesses,
    map: codec === undefined ? hexLines(frame) : frameMap(frame, table, codec),
  };
}

/** The text that is printed, and stored with a rejected message. */
export function explanationText({ problem, guesses, map }: Explanation): string {
  if (problem === undefined) return map.join("\n");
  return [problem, ...guesses.map((guess, index) => `${index + 1}. ${guess}`), ...map].join("\n");
}

/** Assumes that the checksum's position is right, and tries other algorithms. */
function checkGuesses(frame: Uint8Array): string[] {
  const fitting = checksums().flatMap(({ name, byteLength, of }) => {
    if (byteLength < 2) return [];
    const offset = frame.length - byteLength;
    return [0, 1, 2, 3, 4].flatMap((from) => {
      if (from >= offset) return [];
      const value = of(frame, from, offset);
      const order = ORDERS.find((each) => value === numberAt(frame, offset, byteLength, each));
      return order === undefined
        ? []
        : [`its last ${byteLength} bytes are ${name} (${order}-endian) of all from byte ${from}`];
    });
  });
  return fitting.length > 0
    ? fitting.slice(0, 3).map((text) => `another checksum: ${text}; 'find-check' with several frames makes it sure`)
    : [DAMAGED];
}

function shiftGuesses(frame: Uint8Array, table: FrameTable<CodecFrame>): string[] {
  const guesses: string[] = [];
  for (let shift = 1; shift <= Math.min(MOST_SHIFT, frame.length - 1); shift++) {
    const found = table.find(frame.subarray(shift));
    if (!isFrameProblem(found)) {
      guesses.push(
        `${bytes(shift)} precede the frame: from byte ${shift} on it is a ${found.codec.name}${evidence(found)}; is payload_offset ${shift} more, or does the framing cut wrong?`,
      );
    }
  }
  return guesses;
}

function tailGuesses(frame: Uint8Array, table: FrameTable<CodecFrame>): string[] {
  for (let surplus = 1; surplus <= Math.min(MOST_SHIFT, frame.length - 1); surplus++) {
    const found = table.find(frame.subarray(0, frame.length - surplus));
    if (isFrameProblem(found)) continue;
    return [
      `${bytes(surplus)} at its end too many for a ${found.codec.name}${evidence(found)}: trailer = ${table.formatOf(frame).trailer + surplus}, or long = ignore`,
    ];
  }
  return [];
}

/** Guesses that the ID or the length has the other byte order. */
function orderGuesses(frame: Uint8Array, table: FrameTable<CodecFrame>, structs: readonly StructCodec[]): string[] {
  const guesses: string[] = [];
  const { id, length } = table.formatOf(frame);
  const turnedId = id === undefined ? -1 : readLocator(turned(id), frame, 0, frame.length);
  const other = id?.byteLength === 1 ? undefined : structs.find((codec) => codec.id === turnedId);
  if (other !== undefined && id !== undefined)
    guesses.push(
      `its ID in the other byte order, ${idText(turnedId, id)}, is a ${other.name}: id = ${locatorText(turned(id))}`,
    );
  if (
    length !== undefined &&
    length.byteLength > 1 &&
    readLocator(turned(length), frame, 0, frame.length) === frame.length
  )
    guesses.push(`its length is right in the other byte order: length = ${locatorText(turned(length))}`);
  return guesses;
}

function turned(locator: Locator): Locator {
  return { ...locator, byteOrder: locator.byteOrder === "big" ? "little" : "big" };
}

/** Structs with another ID, header or packing that match the length. */
function sizeGuesses(frame: Uint8Array, table: FrameTable<CodecFrame>, structs: readonly StructCodec[]): string[] {
  const format = table.formatOf(frame);
  const around = format.payloadOffset + format.trailer;
  return structs.flatMap((codec) => {
    const { name, wireSize, size, id } = codec;
    const fits = (length: number) => length >= leastBytes(codec) && length <= size;
    if (fits(frame.length - around)) {
      const none = structs.length === 1 && format.id !== undefined ? ", or none: id = none, length = none" : "";
      return [`its length is that of a ${name} (ID ${idText(id, format.id)}): another ID?${none}`];
    }
    if (around > 0 && fits(frame.length))
      return [
        `its length is that of a ${name} alone: the header of ${bytes(format.payloadOffset)}${format.trailer > 0 ? ` and the trailer of ${bytes(format.trailer)}` : ""} are missing`,
      ];
    const packed = packedSize(codec);
    if (packed !== wireSize && frame.length - around === packed)
      return [
        `its length is that of a ${name} without padding (${packed} bytes instead of ${wireSize}): layout = packed`,
      ];
    return [];
  });
}

function packedSize(codec: StructCodec): number {
  const used = new Set<number>();
  for (const { byteOffset, bitOffset, bitWidth } of fieldsOf(codec)) {
    for (let bit = 0; bit < bitWidth; bit += 8) used.add(byteOffset + ((bitOffset + bit) >> 3));
    used.add(byteOffset + ((bitOffset + bitWidth - 1) >> 3));
  }
  return used.size;
}

function evidence({ checks, checkExtra }: CodecFrame): string {
  return checks !== undefined || checkExtra !== undefined ? ", and its checksum is right" : "";
}

function frameMap(frame: Uint8Array, table: FrameTable<CodecFrame>, codec: StructCodec): string[] {
  const format = table.formatOf(frame);
  const { payloadOffset, trailer } = format;
  const end = Math.max(payloadOffset, frame.length - trailer);
  if (codec.variable !== undefined) return variableMap(frame, { format, end }, codec);
  const whole = new Uint8Array(payloadOffset + codec.wireSize);
  whole.set(frame.subarray(0, Math.min(end, whole.length)));
  const record = codec.decode(new DataView(whole.buffer), payloadOffset);
  const lines = payloadOffset > 0 ? [mapLine(frame, 0, payloadOffset, "header", "")] : [];
  for (const field of fieldsOf(codec)) {
    const from = payloadOffset + field.byteOffset;
    const to = from + Math.max(1, Math.ceil((field.bitOffset + field.bitWidth) / 8));
    const missing = to > end ? " (the frame ends before it)" : "";
    lines.push(mapLine(frame, from, Math.min(to, end), field.path, `${fieldText(record, field)}${missing}`));
  }
  const last = payloadOffset + codec.wireSize;
  if (end > last) lines.push(mapLine(frame, last, end, "surplus", ""));
  if (trailer > 0) lines.push(mapLine(frame, Math.max(0, frame.length - trailer), frame.length, "trailer", ""));
  return lines;
}

/**
 * The parts present in a struct with `@count` or `@if`; after the smallest message, the message determines the
 * positions of fields.
 */
function variableMap(
  frame: Uint8Array,
  { format, end }: { readonly format: FrameTable<CodecFrame>["format"]; readonly end: number },
  codec: StructCodec,
): string[] {
  const { payloadOffset } = format;
  const least = codec.variable?.leastSize ?? codec.wireSize;
  const whole = new Uint8Array(Math.max(end, payloadOffset + codec.wireSize));
  whole.set(frame.subarray(0, end));
  const view = new DataView(whole.buffer);
  const record = codec.decode(view, payloadOffset, messageBytes(codec, format, view, payloadOffset, frame.length));
  const lines = payloadOffset > 0 ? [mapLine(frame, 0, payloadOffset, "header", "")] : [];
  let at = payloadOffset + least;
  for (const field of fieldsOf(codec)) {
    const value = fieldText(record, field);
    if (value === ABSENT) continue;
    const isText = field.scalar === "text";
    const bytes = isText ? Buffer.byteLength(JSON.parse(value) as string) : Math.max(1, Math.ceil(field.bitWidth / 8));
    const isPlaced = field.byteOffset < least;
    const from = isPlaced ? payloadOffset + field.byteOffset : at;
    if (!isPlaced) at += bytes;
    lines.push(mapLine(frame, from, Math.min(from + bytes, end), field.path, value));
  }
  if (frame.length > end) lines.push(mapLine(frame, end, frame.length, "trailer", ""));
  return lines;
}

function mapLine(frame: Uint8Array, from: number, to: number, name: string, value: string): string {
  const hex = Buffer.from(frame.subarray(from, Math.max(from, to))).toString("hex");
  const shown = hex.length > 32 ? `${hex.slice(0, 31)}…` : hex;
  return `${String(from).padStart(5)}  ${shown.padEnd(32)}  ${name}${value === "" ? "" : `  ${value}`}`.trimEnd();
}

const ABSENT = "absent";

function fieldText(record: object, field: FieldInfo): string {
  const value = shownValue(valueAt(record, stepsOf(field.path)), field, "raw");
  if (value === undefined) return ABSENT;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function hexLines(frame: Uint8Array): string[] {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(frame.length, 256); at += 16)
    lines.push(mapLine(frame, at, Math.min(at + 16, frame.length), "", ""));
  return lines;
}

function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}
