/** Serial Line IP's framing. [RFC 1055] */

const END = 0xc0;
const ESCAPE = 0xdb;
const ESCAPED_END = 0xdc;
const ESCAPED_ESCAPE = 0xdd;

/** The bytes between two ENDs; undefined for an invalid escape; empty for no bytes. */
export function decodeSlip(encoded: Uint8Array): Uint8Array | undefined {
  const decoded = new Uint8Array(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    let byte = encoded[at]!;
    if (byte === ESCAPE) {
      const escaped = encoded[++at];
      if (escaped !== ESCAPED_END && escaped !== ESCAPED_ESCAPE) return undefined;
      byte = escaped === ESCAPED_END ? END : ESCAPE;
    }
    decoded[length++] = byte;
  }
  return decoded.subarray(0, length);
}

/** One frame between two ENDs. */
export function encodeSlip(bytes: Uint8Array): Uint8Array {
  const encoded = [END];
  for (const byte of bytes) {
    if (byte === END) encoded.push(ESCAPE, ESCAPED_END);
    else if (byte === ESCAPE) encoded.push(ESCAPE, ESCAPED_ESCAPE);
    else encoded.push(byte);
  }
  return Uint8Array.from([...encoded, END]);
}
