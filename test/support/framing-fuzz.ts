/** Framings with random bytes: formats, structs and streams from a seed. Throws if a guarantee is violated. */

import assert from "node:assert/strict";
import { checksums } from "../../runtime/frames/checksum.ts";
import type { FrameFormat, Framing } from "../../runtime/frames/frame-format.ts";
import { type FrameStruct, FrameTable, writeChecks } from "../../runtime/frames/frame-table.ts";
import { MAX_FRAME_BYTES } from "../../runtime/frames/framer.ts";
import { type Locator, writeLocator } from "../../runtime/frames/locator.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";

export interface FuzzedStream {
  readonly framing: Framing;
  readonly format: FrameFormat;
  readonly structs: readonly FrameStruct[];
  readonly chunks: readonly Uint8Array[];
}

export interface FuzzResult {
  readonly bytes: number;
  readonly frames: number;
  readonly skippedBytes: number;
  /** The most that one chunk took of the processor, ms; small ones are not looked at. */
  readonly worstMs: number;
  /** The most bytes that waited for more. */
  readonly mostWaiting: number;
}

/** A stream is given to its framer in such pieces. */
const CHUNK_BYTES = 16_384;
/** Maximum of waiting bytes: the largest encoded frame (lines: four characters per byte), and one more chunk. */
const MOST_WAITING = 4 * MAX_FRAME_BYTES + CHUNK_BYTES;

type Random = (most: number) => number;

/** [mulberry32] */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) % most;
  };
}

/** @param most bytes of the stream, about */
export function fuzzedStream(random: Random, most: number): FuzzedStream {
  const format = formatOf(random);
  const structs = structsOf(random, format);
  const framing = framingOf(random, format);
  const parts: Uint8Array[] = [];
  for (let length = 0; length < most; ) {
    const part = partOf(random, framing, format, structs);
    parts.push(part);
    length += part.length + 1;
  }
  const stream = Buffer.concat(parts);
  const chunks: Uint8Array[] = [];
  const size = [1 + random(40), 1 + random(3000), CHUNK_BYTES][random(3)]!;
  for (let at = 0; at < stream.length; at += size) chunks.push(stream.subarray(at, at + size));
  return { framing, format, structs, chunks };
}

function locatorOf(random: Random, addend: number): Locator {
  const byteLength = 1 + random(4);
  const bits = 8 * byteLength;
  const isMasked = random(4) === 0;
  const shift = isMasked ? random(bits) : 0;
  const mask = isMasked
    ? Number((((1n << BigInt(1 + random(bits - shift))) - 1n) << BigInt(shift)) & 0xffffffffn)
    : 2 ** bits - 1;
  const byteOrder = random(2) === 0 ? ("little" as const) : ("big" as const);
  return { type: "unsigned", byteOffset: random(8), byteLength, byteOrder, mask: mask >>> 0, shift, addend };
}

function formatOf(random: Random): FrameFormat {
  const checksum = checksums()[random(checksums().length)]!;
  const hasCheck = random(2) === 0;
  return {
    id: random(5) === 0 ? undefined : locatorOf(random, 0),
    length: random(3) === 0 ? undefined : locatorOf(random, random(20) - 4),
    payloadOffset: random(12),
    trailer: hasCheck ? checksum.byteLength : random(3),
    short: random(3) === 0 ? "zero" : "reject",
    long: random(3) === 0 ? "ignore" : "reject",
    check: hasCheck
      ? { algorithm: checksum.name, from: random(3), byteOrder: random(2) === 0 ? "little" : "big" }
      : undefined,
  };
}

function structsOf(random: Random, { id }: FrameFormat): FrameStruct[] {
  const most = id === undefined ? 1 : (id.mask >>> id.shift) + 1;
  const ids = new Set(
    Array.from({ length: id === undefined ? 1 : 1 + random(6) }, () => random(Math.min(most, 2 ** 31))),
  );
  return [...ids].map((each) => {
    const wireSize = 1 + random([8, 60, 1400, 60_000][random(4)]!);
    return { name: `s${each}`, id: each, wireSize, size: wireSize + random(4) };
  });
}

function framingOf(random: Random, { length }: FrameFormat): Framing {
  const word = Uint8Array.from({ length: 1 + random(3) }, () => random(256));
  const framings: readonly Framing[] = [
    { kind: "sync", word },
    { kind: "fixed", bytes: random(2) === 0 ? undefined : 1 + random(300) },
    { kind: "cobs" },
    { kind: "slip" },
    { kind: "lines", encoding: (["hex", "base64", "either"] as const)[random(3)]! },
    ...(length === undefined ? [] : [{ kind: "length" } as const]),
  ];
  return framings[random(framings.length)]!;
}

/** Rubbish of every kind that costs a framer most, and frames. */
function partOf(random: Random, framing: Framing, format: FrameFormat, structs: readonly FrameStruct[]): Uint8Array {
  const length = 1 + random([10, 300, 5000][random(3)]!);
  switch (random(6)) {
    case 0:
      return Uint8Array.from({ length }, () => random(256));
    case 1:
      return new Uint8Array(length).fill([0, 0xff, 0xc0, 0xdb, 0x0a, 0x30, 1][random(7)]!);
    case 2: {
      // The word again and again, and the beginning of a frame that says that it is as long as can be.
      const word = framing.kind === "sync" ? framing.word : Uint8Array.of(0);
      const part = Buffer.concat(Array.from({ length: 1 + random(200) }, () => Buffer.from(word)));
      return part;
    }
    case 3: {
      const text = Array.from({ length }, () => "0123456789abcdefxX+/= "[random(22)]).join("");
      return Buffer.from(`${text}${random(2) === 0 ? "\n" : ""}`);
    }
    default:
      return frameOf(random, framing, format, structs[random(structs.length)]!);
  }
}

function frameOf(random: Random, framing: Framing, format: FrameFormat, struct: FrameStruct): Uint8Array {
  const frame = Uint8Array.from({ length: format.payloadOffset + struct.wireSize + format.trailer }, () => random(256));
  if (framing.kind === "sync" && framing.word.length <= frame.length) frame.set(framing.word, 0);
  const claimed = random(3) === 0 ? random(70_000) : frame.length;
  if (format.length !== undefined && end(format.length) <= frame.length) writeLocator(format.length, claimed, frame);
  if (format.id !== undefined && end(format.id) <= frame.length) writeLocator(format.id, struct.id, frame);
  if (random(4) !== 0) writeChecks(struct, format, frame);
  if (framing.kind === "lines") return Buffer.from(`${Buffer.from(frame).toString("hex")}\n`);
  if (framing.kind === "cobs" || framing.kind === "slip")
    return Buffer.concat([frame, Uint8Array.of(framing.kind === "cobs" ? 0 : 0xc0)]);
  return frame.subarray(0, random(5) === 0 ? random(frame.length) : frame.length);
}

function end({ byteOffset, byteLength }: Locator): number {
  return byteOffset + byteLength;
}

/** Cuts the stream. @throws AssertionError where bytes are lost or more wait than may; anything else is a fault of a framer's */
export function runStream({ framing, format, structs, chunks }: FuzzedStream): FuzzResult {
  let [bytes, frames, frameBytes, skippedBytes, worstMs, mostWaiting] = [0, 0, 0, 0, 0, 0];
  const framer = openFramer(framing, new FrameTable("fuzz", format, structs), {
    frame: (frame) => {
      frames++;
      frameBytes += frame.length;
    },
    skipped: (rubbish) => {
      skippedBytes += rubbish.length;
    },
  });
  const isTimed = (chunks[0]?.length ?? 0) > 1000;
  const step = (work: () => void) => {
    const began = isTimed ? process.cpuUsage() : undefined;
    work();
    if (began !== undefined) {
      const { user, system } = process.cpuUsage(began);
      worstMs = Math.max(worstMs, (user + system) / 1000);
    }
    mostWaiting = Math.max(mostWaiting, framer.waiting);
    assert.ok(framer.waiting <= MOST_WAITING, `${framer.waiting} bytes wait`);
  };
  for (const chunk of chunks) {
    bytes += chunk.length;
    step(() => framer.push(chunk));
  }
  step(() => framer.pause());
  step(() => framer.end());
  assert.equal(framer.waiting, 0);
  // Without an encoding, every byte is in a frame or reported as skipped.
  const isPlain = framing.kind === "sync" || framing.kind === "fixed" || framing.kind === "length";
  if (isPlain) assert.equal(frameBytes + skippedBytes, bytes);
  return { bytes, frames, skippedBytes, worstMs, mostWaiting };
}
