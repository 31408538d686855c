/** UTF-8 without Node's Buffer: the compiler also runs in browsers. */

const ENCODER = new TextEncoder();

export function utf8Bytes(text: string): Uint8Array {
  return ENCODER.encode(text);
}
