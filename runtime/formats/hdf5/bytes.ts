/** Encodes numbers and texts as bytes, little-endian. */

export type Bytes = Uint8Array<ArrayBuffer>;

export function join(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const padded = (size: number): number => Math.ceil(size / 8) * 8;
const encoder = new TextEncoder();
export const utf8 = (value: string): Bytes => encoder.encode(value);
/** Zero-terminated, as names are. */
export const zeroEnded = (value: string): Bytes => utf8(`${value.replaceAll("\0", "")}\0`);
export const u16 = (value: number): Bytes => Uint8Array.of(value & 255, value >> 8);

export function u32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export function u64(value: number | bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}
