/** One line of text → the frame that it writes, in hexadecimal digits or base64. */

const HEX = /^(?:0x)?((?:[0-9a-f]{2}[\s:,-]?)+)$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Undefined when the line is neither; empty for a blank line. Of a line that is both, it is hexadecimal. */
export function decodeLine(line: Uint8Array, encoding: "hex" | "base64" | "either"): Uint8Array | undefined {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("latin1").trim();
  if (text === "") return new Uint8Array(0);
  const hex = encoding === "base64" ? undefined : HEX.exec(text)?.[1];
  if (hex !== undefined) return Buffer.from(hex.replace(/[\s:,-]/g, ""), "hex");
  if (encoding === "hex" || !BASE64.test(text)) return undefined;
  const padded = text.replace(/=+$/, "");
  return padded.length % 4 === 1 ? undefined : Buffer.from(padded, "base64");
}
