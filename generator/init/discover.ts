/**
 * Finds the frame format of an unknown protocol in a recording: sync word or encoding, length, checksum, ID. Bytes that never change are
 * no evidence. A proposal has a score: the share of the recording that it explains.
 */

import { checkText, type FoundCheck, findCheck } from "../../runtime/frames/find-check.ts";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { FrameTable } from "../../runtime/frames/frame-table.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import type { Identified, Recording, Seen } from "./identify.ts";

/** A struct that frames can contain. */
export interface Shape {
  readonly name: string;
  readonly id: number | undefined;
  readonly size: number;
  readonly packedSize: number;
}

/** The frames that one way of cutting gives. */
interface Cut {
  /** As in the section. */
  readonly framing: string | undefined;
  readonly syncBytes: number;
  readonly length: LengthField | undefined;
  readonly frames: readonly Uint8Array[];
  /** Share of the recording's bytes. */
  readonly share: number;
}

interface HeadField {
  readonly type: "u8" | "u16le" | "u16be";
  readonly at: number;
}

interface LengthField extends HeadField {
  readonly addend: number;
}

interface Head {
  readonly id: HeadField | undefined;
  readonly payloadOffset: number;
  readonly isPacked: boolean;
  /** Frames that have a struct's size, and its ID if the headers give it. */
  readonly fits: number;
  readonly rank: number;
  /** Other places that fit as many frames as an ID. */
  readonly rivals: readonly HeadField[];
}

const MOST_BYTES = 2 ** 18;
const LEAST_FRAMES = 6;
/** Frames are not shorter than this. */
const LEAST_FRAME_BYTES = 3;
const MOST_WORDS = 24;
const MOST_HEAD = 16;
const MOST_ADDEND = 24;
/** Bits of correct checksums that a checksum needs. Thousands of combinations are tried. */
const LEAST_BITS = 40;
const LEAST_SHARE = 0.6;
/** Without a checksum, nearly all bytes must be in frames. */
const LEAST_SHARE_UNCHECKED = 0.95;
/** Factor for the score of a proposal without a checksum. */
const UNCHECKED = 0.7;
const TYPES = ["u8", "u16le", "u16be"] as const;

export function discover({ pieces, kind }: Recording, shapes: readonly Shape[]): Identified | undefined {
  const cuts = kind === "datagrams" ? datagramCuts(pieces) : streamCuts(pieces[0]!.subarray(0, MOST_BYTES));
  const checks = new Map<string, FoundCheck | undefined>();
  const [best] = cuts
    .filter(({ frames, share }) => frames.length >= LEAST_FRAMES && share >= LEAST_SHARE)
    .flatMap((cut) => judged(cut, shapes, checks, shorterSync(cut, cuts)) ?? [])
    .sort((a, b) => b.rank - a.rank);
  return best?.identified;
}

/** The first byte of a sync word, if it alone cuts the same frames: the second one may be a field that has not changed. */
function shorterSync({ framing = "", syncBytes, frames }: Cut, cuts: readonly Cut[]): string | undefined {
  if (!framing.startsWith("sync:") || syncBytes < 2) return undefined;
  const first = framing.slice(0, "sync:".length + 2);
  const isSame = (other: Cut) =>
    other.frames.length === frames.length &&
    other.frames.every(({ byteOffset, length }, index) => {
      return byteOffset === frames[index]!.byteOffset && length === frames[index]!.length;
    });
  return cuts.some((other) => other.framing === first && isSame(other)) ? first : undefined;
}

/** @param checks the checksum for each set of frames; several ways of cutting give the same set */
function checkOf({ framing, frames }: Cut, checks: Map<string, FoundCheck | undefined>): FoundCheck | undefined {
  const places = framing?.startsWith("sync") ? frames.map((frame) => frame.byteOffset + frame.length).join() : framing!;
  if (!checks.has(places)) checks.set(places, surestCheck(frames));
  return checks.get(places);
}

function judged(
  cut: Cut,
  shapes: readonly Shape[],
  checks: Map<string, FoundCheck | undefined>,
  shorter: string | undefined,
): { rank: number; identified: Identified } | undefined {
  const { frames, share, length, framing } = cut;
  const check = checkOf(cut, checks);
  const behind = check === undefined ? 0 : -check.at;
  // The checksum may be a field of the struct.
  const heads = [...new Set([behind, 0])].flatMap((trailer) => {
    const head = headOf(cut, trailer, shapes);
    return head === undefined ? [] : [{ ...head, trailer }];
  });
  const [head] = heads.sort((a, b) => b.fits - a.fits);
  const trailer = head?.trailer ?? behind;
  const fitting = head === undefined ? 0 : head.fits / frames.length;
  const isVaried = new Set(frames.map((frame) => frame.length)).size > 1;
  if (check === undefined && (share < LEAST_SHARE_UNCHECKED || !isVaried || fitting < 1)) return undefined;
  const { id, payloadOffset = headEnd(cut, undefined), isPacked = false, rank = 0, rivals = [] } = head ?? {};
  const right = check?.fits ?? 0;
  const keys = {
    ...(isPacked && { layout: "packed" }),
    id: placeText(id),
    length: placeText(length),
    ...(payloadOffset > 0 && { payload_offset: String(payloadOffset) }),
    ...(check !== undefined && trailer > 0 && { trailer: String(trailer), check: checkKey(check) }),
    ...(framing !== undefined && { framing }),
  };
  const identified: Identified = {
    protocol: { name: "unknown protocol", keys },
    frames: frames.length,
    share,
    right,
    ids: seenBy(frames, id, payloadOffset + trailer),
    found: {
      score:
        (share * fitting * (check === undefined ? UNCHECKED : right / check.frames) * syncScore(cut, shorter)) /
        (1 + rivals.length),
      evidence: evidenceText(cut, check, [keys.id, ...rivals.map(placeText)], fitting, shorter),
    },
  };
  const evident = Math.min(bitsOf(check), 200);
  // An encoding that is valid in every frame is evidence.
  const signs = framing === "cobs" || framing === "slip" ? 20 : cut.syncBytes;
  return { rank: 100 * fitting + evident + 50 * share + signs + rank, identified };
}

/** Second bytes of sync words are rarely small numbers; versions, addresses and flags are. */
const SMALL = 0x10;
const DOUBTFUL_SYNC = 0.7;

function syncScore({ framing = "" }: Cut, shorter: string | undefined): number {
  return shorter !== undefined && Number.parseInt(framing.slice(-2), 16) < SMALL ? DOUBTFUL_SYNC : 1;
}

function evidenceText(
  { frames, framing, length }: Cut,
  check: FoundCheck | undefined,
  [id = "none", ...rivals]: readonly string[],
  fitting: number,
  shorter: string | undefined,
): string {
  const other =
    shorter === undefined ? "" : `, as ${shorter} would if ${framing?.slice(-2)} is a field that may change`;
  return [
    ...(framing === undefined ? [] : [`${framing} cuts ${frames.length} frames${other}`]),
    ...(length === undefined ? [] : [`${placeText(length)} is the length of each`]),
    check === undefined ? "no checksum was found" : `${checkText(check)}, is right in ${check.fits} of ${check.frames}`,
    ...(id === "none"
      ? []
      : [`${id} goes with the size${rivals.length === 0 ? "" : `, as ${rivals.join(", ")} would`}`]),
    `${Math.round(100 * fitting)} % have the size of a struct`,
  ].join("; ");
}

/** Bits of correct checksums. */
function bitsOf(check: FoundCheck | undefined): number {
  if (check === undefined) return 0;
  const { algorithm, fits } = check;
  return fits * (/^crc32|^adler/.test(algorithm) ? 32 : /8(?:\/|$)/.test(algorithm) ? 8 : 16);
}

function checkKey({ algorithm, from, byteOrder }: FoundCheck): string {
  const order = /8(?:\/|$)/.test(algorithm) ? "" : ` ${byteOrder}`;
  return `${algorithm}${from === 0 ? "" : ` from=${from}`}${order}`;
}

/** The best checksum at the end of the frames. If several are equal, the one that covers most. */
function surestCheck(frames: readonly Uint8Array[]): FoundCheck | undefined {
  return findCheck(frames).find((check) => check.at < 0 && bitsOf(check) >= LEAST_BITS);
}

function seenBy(frames: readonly Uint8Array[], id: HeadField | undefined, around: number): ReadonlyMap<number, Seen> {
  const ids = new Map<number, { frames: number; sizes: Set<number> }>();
  for (const frame of frames) {
    const value = id === undefined ? 0 : read(frame, id.type, id.at);
    const seen = ids.get(value) ?? { frames: 0, sizes: new Set() };
    seen.frames++;
    seen.sizes.add(frame.length - around);
    ids.set(value, seen);
  }
  return ids;
}

/** Finds the places of ID and struct with which most frames have a struct's size, and the ID that the headers give. */
function headOf(cut: Cut, trailer: number, shapes: readonly Shape[]): Head | undefined {
  const least = shortest(cut.frames) - trailer;
  const isFree = (at: number, width: number) =>
    at >= cut.syncBytes &&
    at + width <= least &&
    (cut.length === undefined || at + width <= cut.length.at || at >= cut.length.at + widthOf(cut.length.type));
  const places = TYPES.flatMap((type) =>
    Array.from({ length: MOST_HEAD }, (_, at) => ({ type, at })).filter(({ at }) => isFree(at, widthOf(type))),
  );
  const heads = [undefined, ...places]
    .flatMap((id) => headsBy(id, cut, trailer, shapes))
    .sort((a, b) => b.fits - a.fits || b.rank - a.rank);
  const [best] = heads;
  if (best?.id === undefined) return best;
  const { type } = best.id;
  const rivals = heads.flatMap(({ id, fits }) =>
    id?.type === type && id.at !== best.id?.at && fits === best.fits ? [id] : [],
  );
  return { ...best, rivals: [...new Set(rivals)] };
}

function headsBy(id: HeadField | undefined, cut: Cut, trailer: number, shapes: readonly Shape[]): Head[] {
  const { frames } = cut;
  const sizes = new Map<number, Set<number>>();
  for (const frame of frames) {
    const value = id === undefined ? 0 : read(frame, id.type, id.at);
    sizes.set(value, (sizes.get(value) ?? new Set()).add(frame.length));
  }
  const known = shapes.filter((shape) => shape.id !== undefined);
  // This is a counter or a measured value.
  if (sizes.size * 2 > frames.length || [...sizes.values()].some(({ size }) => size > 1)) return [];
  const isKnown = known.length > 0 && id !== undefined;
  // A constant is an ID only if the headers have this number.
  if (id !== undefined && sizes.size < 2 && !isKnown) return [];
  if (id === undefined && (known.length > 1 || sizes.size > 1)) return [];
  const end = headEnd(cut, id);
  return Array.from({ length: MOST_HEAD + 1 }, (_, payloadOffset) => payloadOffset)
    .filter((offset) => offset === 0 || offset >= end)
    .flatMap((payloadOffset) =>
      ([false, true] as const).map((isPacked): Head => {
        const holds = (value: number, size: number) =>
          (isKnown ? known.filter((shape) => shape.id === value) : shapes).some(
            (shape) => (isPacked ? shape.packedSize : shape.size) === size - trailer - payloadOffset,
          );
        const right = [...sizes].filter(([value, [size]]) => holds(value, size!)).map(([value]) => value);
        const fits = frames.filter((frame) =>
          right.includes(id === undefined ? 0 : read(frame, id.type, id.at)),
        ).length;
        const near = payloadOffset === end || payloadOffset === 0 ? 4 : 0;
        const rank =
          near +
          (isKnown ? 8 : 0) -
          // A field with more values than there are structs is rather a measured value.
          Math.abs(right.length - shapes.length) -
          (isPacked ? 1 : 0) -
          (id === undefined ? 0 : widthOf(id.type));
        return { id, payloadOffset, isPacked, fits, rank, rivals: [] };
      }),
    )
    .filter(({ fits }) => fits > 0);
}

/** First byte after sync word, length and ID. */
function headEnd({ syncBytes, length }: Cut, id: HeadField | undefined): number {
  const behind = (place: HeadField | undefined) => (place === undefined ? 0 : place.at + widthOf(place.type));
  return Math.max(syncBytes, behind(length), behind(id));
}

function datagramCuts(pieces: readonly Uint8Array[]): Cut[] {
  const frames = pieces.filter(({ length }) => length > 0);
  return [{ framing: undefined, syncBytes: 0, length: lengthIn(frames), frames, share: 1 }];
}

/** The field with the frame's length. It needs frames of several lengths. */
function lengthIn(frames: readonly Uint8Array[]): LengthField | undefined {
  if (new Set(frames.map(({ length }) => length)).size < 2) return undefined;
  const least = shortest(frames);
  for (const type of TYPES)
    for (let at = 0; at + widthOf(type) <= Math.min(least, MOST_HEAD); at++) {
      const addend = frames[0]!.length - read(frames[0]!, type, at);
      const isAddend = addend >= 0 && addend <= MOST_ADDEND;
      if (isAddend && frames.every((frame) => read(frame, type, at) + addend === frame.length))
        return { type, at, addend };
    }
  return undefined;
}

function streamCuts(bytes: Uint8Array): Cut[] {
  return [...delimitedCuts(bytes), ...wordsIn(bytes).flatMap((word) => syncCuts(bytes, word))];
}

function delimitedCuts(bytes: Uint8Array): Cut[] {
  return (["cobs", "slip"] as const).map((kind) => {
    const frames: Uint8Array[] = [];
    let lost = 0;
    const sink = {
      frame: (frame: Uint8Array) => void frames.push(frame.slice()),
      skipped(part: Uint8Array) {
        lost += part.length;
      },
    };
    const framer = openFramer({ kind }, new FrameTable("recording", PLAIN_FORMAT, []), sink);
    framer.push(bytes);
    framer.end();
    const share = (bytes.length - lost) / bytes.length;
    return { framing: kind, syncBytes: 0, length: lengthIn(frames), frames, share };
  });
}

/** The most frequent pairs of bytes, and their first bytes. */
function wordsIn(bytes: Uint8Array): Uint8Array[] {
  const counts = new Map<number, number>();
  for (let at = 0; at + 1 < bytes.length; at++) {
    const pair = bytes[at]! * 256 + bytes[at + 1]!;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const pairs = [...counts]
    .filter(([, count]) => count >= LEAST_FRAMES)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_WORDS)
    .map(([pair]) => pair);
  const firsts = new Set(pairs.map((pair) => pair >> 8));
  return [
    ...[...firsts].map((byte) => Uint8Array.of(byte)),
    ...pairs.map((pair) => Uint8Array.of(pair >> 8, pair & 255)),
  ];
}

function syncCuts(bytes: Uint8Array, word: Uint8Array): Cut[] {
  const starts = placesOf(bytes, word);
  if (starts.length < LEAST_FRAMES || starts.length * LEAST_FRAME_BYTES > bytes.length) return [];
  const framing = `sync:${Buffer.from(word).toString("hex")}`;
  const common = { framing, syncBytes: word.length };
  const byLength = TYPES.flatMap((type) =>
    Array.from({ length: 8 }, (_, index) => word.length + index).flatMap((at): Cut[] => {
      const addend = addendOf(bytes, starts, { type, at });
      if (addend === undefined) return [];
      const length = { type, at, addend };
      const frames = walked(bytes, starts, (start) => read(bytes, type, start + at) + addend);
      const isVaried = new Set(frames.map((frame) => frame.length)).size > 1;
      return isVaried ? [{ ...common, length, frames, share: shareOf(frames, bytes) }] : [];
    }),
  );
  const next = new Map(starts.map((start, index) => [start, (starts[index + 1] ?? bytes.length) - start]));
  const usual = frequent([...next.values()]);
  const frames = walked(bytes, starts, (start) => (usual.has(next.get(start)!) ? next.get(start)! : 0));
  return [...byLength, { ...common, length: undefined, frames, share: shareOf(frames, bytes) }];
}

function placesOf(bytes: Uint8Array, word: Uint8Array): number[] {
  const found: number[] = [];
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at + 1)) found.push(at);
  return found;
}

/** The usual difference between the distance to the next word and the field. */
function addendOf(bytes: Uint8Array, starts: readonly number[], { type, at }: HeadField): number | undefined {
  const votes = new Map<number, number>();
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    if (next === undefined || start + at + widthOf(type) > bytes.length) break;
    const addend = next - start - read(bytes, type, start + at);
    if (addend >= 0 && addend <= MOST_ADDEND) votes.set(addend, (votes.get(addend) ?? 0) + 1);
  }
  const [most] = [...votes].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] * 3 >= starts.length ? most[0] : undefined;
}

/** A loop, since there may be more frames than a call may have arguments. */
function shortest(frames: readonly Uint8Array[]): number {
  return frames.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

/** Frames that end where another word or the end of the recording is. */
function walked(bytes: Uint8Array, starts: readonly number[], sizeAt: (start: number) => number): Uint8Array[] {
  const begins = new Set([...starts, bytes.length]);
  const frames: Uint8Array[] = [];
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const size = sizeAt(start);
    if (size <= 0 || !begins.has(start + size)) continue;
    frames.push(bytes.subarray(start, start + size));
    end = start + size;
  }
  return frames;
}

/** Sizes that at least a tenth of the frames have. */
function frequent(sizes: readonly number[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= 3 && count * 10 >= sizes.length).map(([size]) => size));
}

function shareOf(frames: readonly Uint8Array[], bytes: Uint8Array): number {
  return frames.reduce((sum, { length }) => sum + length, 0) / bytes.length;
}

function widthOf(type: HeadField["type"]): number {
  return type === "u8" ? 1 : 2;
}

function read(bytes: Uint8Array, type: HeadField["type"], at: number): number {
  const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
  return type === "u8" ? first : type === "u16le" ? first + 256 * second : 256 * first + second;
}

/** As in the section. */
function placeText(place: (HeadField & { readonly addend?: number }) | undefined): string {
  if (place === undefined) return "none";
  const { type, at, addend = 0 } = place;
  return `${type}@${at}${addend === 0 ? "" : `+${addend}`}`;
}
