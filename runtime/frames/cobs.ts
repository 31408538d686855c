/** Consistent overhead byte stuffing. [Cheshire and Baker, IEEE/ACM Transactions on Networking 7(2), 1999] */

/** The bytes of one frame without its final zero; undefined for an invalid encoding; empty for no bytes. */
export function decodeCobs(encoded: Uint8Array): Uint8Array | undefined {
  const decoded = new Uint8Array(encoded.length);
  let length = 0;
  let at = 0;
  while (at < encoded.length) {
    const code = encoded[at]!;
    const end = at + code;
    if (code === 0 || end > encoded.length) return undefined;
    for (let index = at + 1; index < end; index++) {
      const byte = encoded[index]!;
      if (byte === 0) return undefined;
      decoded[length++] = byte;
    }
    // A full block implies no zero, and neither does the last one.
    if (code < 0xff && end < encoded.length) decoded[length++] = 0;
    at = end;
  }
  return decoded.subarray(0, length);
}

/** One frame, without the final zero. */
export function encodeCobs(bytes: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(bytes.length + Math.floor(bytes.length / 254) + 1);
  let length = 1;
  let codeAt = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte !== 0) encoded[length++] = byte;
    const isFull = length - codeAt === 0xff && index + 1 < bytes.length;
    if (byte !== 0 && !isFull) continue;
    encoded[codeAt] = length - codeAt;
    codeAt = length++;
  }
  encoded[codeAt] = length - codeAt;
  return encoded.subarray(0, length);
}
