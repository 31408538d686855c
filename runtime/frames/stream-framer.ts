/**
 * Selects the framer for a stream. All framers need linear time and bounded memory, and report bytes outside frames.
 */

import { decodeCobs } from "./cobs.ts";
import { DelimitedFramer } from "./delimited-framer.ts";
import type { Framing } from "./frame-format.ts";
import type { FrameStruct, FrameTable } from "./frame-table.ts";
import { type FrameSink, MAX_FRAME_BYTES, type StreamFramer } from "./framer.ts";
import { ScanFramer } from "./scan-framer.ts";
import { decodeSlip } from "./slip.ts";
import { TransferFramer } from "./transfer-frames.ts";

const LINE_FEED = 0x0a;
const SLIP_END = 0xc0;

export function openFramer<S extends FrameStruct>(
  framing: Framing,
  table: FrameTable<S>,
  sink: FrameSink,
): StreamFramer<FrameTable<S>> {
  switch (framing.kind) {
    case "length":
    case "fixed":
    case "sync":
      return new ScanFramer(framing, table, sink);
    case "tm":
      return new TransferFramer(framing, sink);
    case "cobs":
      return new DelimitedFramer({ delimiter: 0, decode: decodeCobs, maxBytes: MAX_FRAME_BYTES + 260 }, sink);
    case "slip":
      return new DelimitedFramer({ delimiter: SLIP_END, decode: decodeSlip, maxBytes: 2 * MAX_FRAME_BYTES }, sink);
    case "lines": {
      const { encoding } = framing;
      const decode = (line: Uint8Array) => decodeLine(line, encoding);
      return new DelimitedFramer(
        { delimiter: LINE_FEED, decode, maxBytes: 4 * MAX_FRAME_BYTES, takesLast: true },
        sink,
      );
    }
  }
}

/** Decodes one line of hexadecimal digits or base64 to a frame. */
const HEX = /^(?:0x)?((?:[0-9a-f]{2}[\s:,-]?)+)$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Undefined if the line is neither; empty for a blank line. A line that is valid as both is read as hexadecimal. */
function decodeLine(line: Uint8Array, encoding: "hex" | "base64" | "either"): Uint8Array | undefined {
  // Blanks, the line's end, and the NUL of C's strings.
  const isCut = (at: number) => (line[at] ?? 0xff) <= 0x20;
  let [at, end] = [0, line.length];
  while (isCut(at)) at++;
  while (isCut(end - 1)) end--;
  let text = "";
  for (; at < end; at += PIECE) text += String.fromCharCode(...line.subarray(at, Math.min(at + PIECE, end)));
  if (text === "") return new Uint8Array(0);
  const hex = encoding === "base64" ? undefined : HEX.exec(text)?.[1];
  if (hex !== undefined) return hexBytes(hex.replace(/[\s:,-]/g, ""));
  if (encoding === "hex" || !BASE64.test(text)) return undefined;
  const padded = text.replace(/={1,2}$/, "");
  return padded.length % 4 === 1 ? undefined : base64Bytes(padded.replaceAll("-", "+").replaceAll("_", "/"));
}

/** A number of arguments that every engine accepts. */
const PIECE = 4096;

function hexBytes(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}

// Browsers have no Buffer.
function base64Bytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
