/**
 * Bob Jenkins' hash `lookup3`, HDF5's checksum. [HDF5 File Format Specification, appendix;
 * burtleburtle.net/bob/c/lookup3.c]
 */

const rotated = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

export function lookup3(bytes: Uint8Array): number {
  let a = (0xdeadbeef + bytes.length) | 0;
  let [b, c] = [a, a];
  const wordAt = (at: number): number => {
    let word = 0;
    for (let byte = 0; byte < 4; byte++) word |= (bytes[at + byte] ?? 0) << (8 * byte);
    return word;
  };
  let at = 0;
  for (; bytes.length - at > 12; at += 12) {
    a = (a + wordAt(at)) | 0;
    b = (b + wordAt(at + 4)) | 0;
    c = (c + wordAt(at + 8)) | 0;
    a = ((a - c) | 0) ^ rotated(c, 4);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ rotated(a, 6);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ rotated(b, 8);
    b = (b + a) | 0;
    a = ((a - c) | 0) ^ rotated(c, 16);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ rotated(a, 19);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ rotated(b, 4);
    b = (b + a) | 0;
  }
  if (at === bytes.length) return c >>> 0;
  a = (a + wordAt(at)) | 0;
  b = (b + wordAt(at + 4)) | 0;
  c = (c + wordAt(at + 8)) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  c = ((c ^ b) - rotated(b, 24)) | 0;
  return c >>> 0;
}
