/** UTF-8 where there may be no Buffer: the compiler runs in browsers, too. */

const ENCODER = new TextEncoder();

export function utf8Bytes(text: string): Uint8Array {
  return ENCODER.encode(text);
}
