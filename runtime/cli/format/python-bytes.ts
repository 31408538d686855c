/** Bytes as Python writes them [D34]: `'\x05\x02*\x00!'`. */

const NAMED: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 13: "\\r", 39: "\\'", 92: "\\\\" };

/** One prepared text for each byte value, since logs of many lines are printed with it. */
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const named = NAMED[byte];
  if (named !== undefined) return named;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
});

export function pythonBytes(bytes: Uint8Array): string {
  let text = "'";
  for (let index = 0; index < bytes.length; index++) text += ESCAPED[bytes[index]!];
  return `${text}'`;
}

/** `[5, 2, 42, 0, 33]` */
export function decimalList(bytes: Uint8Array): string {
  let text = "[";
  for (let index = 0; index < bytes.length; index++) text += index === 0 ? bytes[index] : `, ${bytes[index]}`;
  return `${text}]`;
}

export function hexText(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}
