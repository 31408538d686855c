/** Bytes of a message in words and as a picture. */

import type { Field, Message } from "../codec/model.ts";

/** The fields that a byte belongs to. */
function owners({ size, fields }: Message): (Field | undefined)[] {
  const bytes: (Field | undefined)[] = new Array(size).fill(undefined);
  for (const field of fields) {
    const { from, to } = bytesOf(field);
    for (let at = from; at < to && at < size; at++) bytes[at] ??= field;
  }
  return bytes;
}

/** The bytes that hold a part of the field. */
export function bytesOf({ bitOffset, bitWidth, bitField, node }: Field): { from: number; to: number } {
  const from = node.byteOffset;
  return { from, to: bitField ? from + Math.ceil(((bitOffset % 8) + bitWidth) / 8) : from + Math.ceil(bitWidth / 8) };
}

/** Bytes of the struct that hold no field. */
export function paddingOf(message: Message): number {
  return owners(message).filter((field) => field === undefined).length;
}

/** Bytes without a field that directly precede the offset. */
export function paddingBefore(message: Message, byteOffset: number): number {
  const bytes = owners(message);
  let count = 0;
  while (byteOffset - count > 0 && bytes[byteOffset - count - 1] === undefined) count++;
  return count;
}

/** Bytes in a row of the picture. */
const ROW = 8;
const MOST_ROWS = 32;
/** Characters of a byte's cell. */
const CELL = 7;

/**
 * ```
 *    0 │length │ID     │voltage        │
 * ```
 */
export function wirePicture(message: Message): string {
  const bytes = owners(message);
  const rows: string[] = [];
  for (let start = 0; start < bytes.length && rows.length < MOST_ROWS; start += ROW) {
    rows.push(`${String(start).padStart(4)} │${rowText(bytes, start)}`);
  }
  const rest = bytes.length - rows.length * ROW;
  return [...rows, ...(rest > 0 ? [`     … ${rest} more bytes`] : [])].join("\n");
}

function rowText(bytes: readonly (Field | undefined)[], start: number): string {
  const end = Math.min(bytes.length, start + ROW);
  let text = "";
  for (let at = start; at < end; ) {
    const field = bytes[at];
    let next = at + 1;
    while (next < end && bytes[next] === field) next++;
    const width = (next - at) * (CELL + 1) - 1;
    const name = field === undefined ? "·".repeat(width) : field.path;
    text += `${name.length > width ? `${name.slice(0, width - 1)}…` : name.padEnd(width)}│`;
    at = next;
  }
  return text;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
