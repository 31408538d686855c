/** CRC-32 (ISO 3309, as in gzip and PNG) for the journal's blocks. */

import * as zlib from "node:zlib";

// zlib.crc32 exists since Node 20.15, which is later than the oldest supported version.
const native = (zlib as { readonly crc32?: (data: Uint8Array) => number }).crc32;

/** CRC-32 of the bytes, 0 … 2^32−1. */
export const crc32: (data: Uint8Array) => number = native ?? crc32Portable;

const REFLECTED_POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ REFLECTED_POLYNOMIAL : remainder >>> 1;
  }
  return remainder >>> 0;
});

/** A plain JavaScript version, for Node before 20.15. */
export function crc32Portable(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < data.length; i++) crc = TABLE[(crc ^ data[i]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
