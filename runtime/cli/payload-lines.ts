/**
 * Reads payloads from a stream, one per line. Hot path: digits are read directly from the bytes; valid lines create no
 * strings.
 */

import { fstatSync } from "node:fs";
import type { Readable } from "node:stream";

/** Longer than any datagram: two digits per byte, `0x`, blanks. */
const MAX_LINE_BYTES = 2 * 65_507 + 64;

/** −1 for characters that are not hexadecimal digits. */
const DIGIT = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase());
  return digit;
});

export interface LineHandler {
  /** `page` begins with the payload of `length` bytes. */
  onPayload(page: Uint8Array, length: number, line: number): void;
  /** Called with the text of an invalid line. */
  onBadLine(text: string, line: number): void;
  /**
   * Called after each chunk with the number of bytes read so far. Awaited, so that slow output slows down the input.
   */
  onProgress(bytes: number): Promise<void> | void;
}

/** Reads to the end. Ignores blank lines and lines that begin with `#`. */
export async function readPayloadLines(input: Readable, handler: LineHandler): Promise<void> {
  const page = new Uint8Array(65_536);
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  let bytes = 0;
  const take = (buffer: Buffer, from: number, to: number) => {
    line++;
    const length = parseLine(buffer, from, to, page);
    if (length >= 0) handler.onPayload(page, length, line);
    else if (length === BAD) handler.onBadLine(buffer.toString("utf8", from, to).trim(), line);
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10, from)) {
      take(buffer, from, end);
      from = end + 1;
    }
    rest = buffer.subarray(from);
    if (rest.length > MAX_LINE_BYTES) {
      // Longer than any payload: keep only its beginning, and report it at its end.
      rest = Buffer.concat([rest.subarray(0, MAX_LINE_BYTES)]);
    }
    bytes += chunk.length;
    await handler.onProgress(bytes);
  }
  if (rest.length > 0) take(rest, 0, rest.length);
}

/** Size of a redirected file; undefined for pipes and terminals. */
export function inputSize(descriptor: number): number | undefined {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() ? stat.size : undefined;
  } catch {
    return undefined;
  }
}

const EMPTY = -1;
const BAD = -2;

/** Returns the number of bytes written to `page`, EMPTY, or BAD. */
function parseLine(buffer: Uint8Array, from: number, to: number, page: Uint8Array): number {
  while (to > from && buffer[to - 1]! <= 0x20) to--;
  while (from < to && buffer[from]! <= 0x20) from++;
  if (from === to || buffer[from] === 0x23) return EMPTY;
  const digits = to - from - 2;
  // The line must be `0x` and an even number of digits.
  if (digits < 0 || digits % 2 === 1 || digits / 2 > page.length) return BAD;
  if (buffer[from] !== 0x30 || (buffer[from + 1]! | 0x20) !== 0x78) return BAD;
  for (let at = from + 2, byte = 0; at < to; at += 2, byte++) {
    const high = DIGIT[buffer[at]!]!;
    const low = DIGIT[buffer[at + 1]!]!;
    if (high < 0 || low < 0) return BAD;
    page[byte] = (high << 4) | low;
  }
  return digits / 2;
}
