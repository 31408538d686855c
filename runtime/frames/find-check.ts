/** Finds the checksum of recorded frames by trying every algorithm, position and start. */

import { checksumOf, checksums } from "./checksum.ts";
import { numberAt } from "./locator.ts";

export interface FoundCheck {
  readonly algorithm: string;
  readonly byteOrder: "little" | "big";
  /** From the frame's beginning; negative: from its end. */
  readonly at: number;
  /** First byte that it covers. */
  readonly from: number;
  /** Number of matching frames, and of all frames that are long enough. */
  readonly fits: number;
  readonly frames: number;
}

const MOST_FRAMES = 200;
const MOST_FROM = 10;
/** Maximum number of bytes after the checksum, such as an end mark. */
const MOST_BEHIND = 2;
const MOST_HEADER = 12;
/** Bits of evidence: none of the thousands of attempts may match by chance. */
const LEAST_BITS = 32;
/** Some recorded frames may be damaged. */
const LEAST_SHARE = 0.8;

/** Best first; if equal, the one that covers the most bytes. */
export function findCheck(frames: readonly Uint8Array[]): FoundCheck[] {
  const distinct = [...new Map(frames.map((frame) => [Buffer.from(frame).toString("hex"), frame])).values()];
  const tried = distinct.filter(({ length }) => length >= 2).slice(0, MOST_FRAMES);
  const found = checksums().flatMap(({ name, byteLength }) =>
    (["little", "big"] as const)
      .filter((byteOrder) => byteLength > 1 || byteOrder === "little")
      .flatMap((byteOrder) =>
        offsets(byteLength).flatMap((at) =>
          Array.from({ length: MOST_FROM + 1 }, (_, from) => fit({ algorithm: name, byteOrder, at, from }, tried)),
        ),
      ),
  );
  return found
    .filter((each): each is FoundCheck => each !== undefined)
    .sort((a, b) => b.fits - a.fits || bits(b) - bits(a) || a.from - b.from);
}

function offsets(byteLength: number): number[] {
  const atEnd = Array.from({ length: MOST_BEHIND + 1 }, (_, behind) => -byteLength - behind);
  return [...atEnd, ...Array.from({ length: MOST_HEADER - 1 }, (_, index) => index + 2)];
}

function fit(check: Omit<FoundCheck, "fits" | "frames">, frames: readonly Uint8Array[]): FoundCheck | undefined {
  const checksum = checksumOf(check.algorithm)!;
  const { byteLength } = checksum;
  let fits = 0;
  let long = 0;
  const covered = new Set<string>();
  for (const frame of frames) {
    const offset = check.at < 0 ? frame.length + check.at : check.at;
    // A checksum over one byte, or none, proves nothing.
    if (offset + byteLength > frame.length || offset < check.from + 2) continue;
    long++;
    if (checksum.of(frame, check.from, offset) === numberAt(frame, offset, byteLength, check.byteOrder)) {
      fits++;
      // Bytes that are always the same, and so their checksum, are not evidence.
      covered.add(Buffer.from(frame.subarray(check.from, offset + byteLength)).toString("latin1"));
    } else if (long - fits > 4 && fits === 0) return undefined;
  }
  const isSure = 8 * byteLength * covered.size >= LEAST_BITS && fits >= LEAST_SHARE * long;
  return isSure ? { ...check, fits, frames: long } : undefined;
}

function bits({ algorithm }: FoundCheck): number {
  return 8 * (checksumOf(algorithm)?.byteLength ?? 0);
}

/** `crc16/modbus, little-endian, at the end, over all from byte 2` */
export function checkText({ algorithm, byteOrder, at, from }: FoundCheck): string {
  const { byteLength = 1 } = checksumOf(algorithm) ?? {};
  const order = byteLength === 1 ? "" : `, ${byteOrder}-endian`;
  const behind = at < 0 ? -at - byteLength : 0;
  const where = at >= 0 ? `at byte ${at}` : behind === 0 ? "at the end" : `${behind} bytes before the end`;
  return `${algorithm}${order}, ${where}, over all ${from === 0 ? "before it" : `from byte ${from}`}`;
}
