/** Reads bytes where each message is read: what Node's buffers and `TextDecoder` do costs several times as much for few bytes. [hot path] */

const BYTES = new Uint8Array(8);
const VIEW = new DataView(BYTES.buffer);

/** The signed integer of 64 bits at `at`, little-endian; 0 is read for what lies behind the bytes. */
export function readInt64(bytes: Uint8Array, at: number): bigint {
  for (let i = 0; i < 8; i++) BYTES[i] = bytes[at + i]!;
  return VIEW.getBigInt64(0, true);
}

/** Whether the bytes are this text, of ASCII alone. False says nothing: decode other texts. */
export function isAscii(text: string, bytes: Uint8Array, from: number, end: number): boolean {
  if (text.length !== end - from) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f || bytes[from + i] !== unit) return false;
  }
  return true;
}
