/** Decodes headers: UTF-16 with a byte order mark, else UTF-8. Invalid bytes become Latin-1, as old editors saved `°C`. */

const BYTE_ORDER_MARK = "\uFEFF";

/** Decodes, normalises line ends to LF and removes the byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf16(bytes) ?? decodeUtf8(bytes) ?? decodeMixed(bytes);
  const unmarked = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  return unmarked.includes("\r") ? unmarked.replace(/\r\n?/g, "\n") : unmarked;
}

/** Some Windows editors save headers as UTF-16 with a byte order mark. */
function decodeUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first !== 0xfe || second !== 0xff) return undefined;
  const swapped = bytes.slice(0, bytes.length & ~1);
  for (let at = 0; at < swapped.length; at += 2) swapped.subarray(at, at + 2).reverse();
  return new TextDecoder("utf-16le").decode(swapped);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes well-formed UTF-8 sequences, and every other byte as Latin-1. */
function decodeMixed(bytes: Uint8Array): string {
  const parts: string[] = [];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(decoder.decode(bytes.subarray(start, at)), String.fromCharCode(bytes[at] ?? 0));
    at += 1;
    start = at;
  }
  parts.push(decoder.decode(bytes.subarray(start)));
  return parts.join("");
}

/** Length of a sequence by its first byte; 0 if none begins with it. */
function lengthBy(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

/** Length in bytes of the well-formed sequence at `at`; 0 if it is ill-formed. [Unicode 15, table 3-7] */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = lengthBy(first);
  if (length < 2) return length;
  if (!isSecondByte(first, bytes[at + 1])) return 0;
  for (let index = 2; index < length; index++) {
    if (!isBetween(bytes[at + index], 0x80, 0xbf)) return 0;
  }
  return length;
}

function isSecondByte(first: number, second: number | undefined): boolean {
  if (first === 0xe0) return isBetween(second, 0xa0, 0xbf);
  if (first === 0xed) return isBetween(second, 0x80, 0x9f);
  if (first === 0xf0) return isBetween(second, 0x90, 0xbf);
  if (first === 0xf4) return isBetween(second, 0x80, 0x8f);
  return isBetween(second, 0x80, 0xbf);
}

function isBetween(byte: number | undefined, low: number, high: number): boolean {
  return byte !== undefined && byte >= low && byte <= high;
}
