/** Streams → frames, in time linear in the bytes, with bounded memory; what is no frame is passed over and told. */

import { decodeCobs } from "./cobs.ts";
import { DelimitedFramer } from "./delimited-framer.ts";
import type { Framing } from "./frame-format.ts";
import type { FrameStruct, FrameTable } from "./frame-table.ts";
import { decodeLine } from "./line-text.ts";
import { ScanFramer } from "./scan-framer.ts";
import { decodeSlip } from "./slip.ts";

/** What a stream was cut into, in order. The bytes are the receiver's own. */
export interface FrameSink {
  frame(bytes: Uint8Array): void;
  /** A run of bytes that is no frame; a long run comes in several pieces. */
  skipped(bytes: Uint8Array): void;
}

export interface StreamFramer {
  push(chunk: Uint8Array): void;
  /** The stream is silent: what would be a frame only if more bytes had come is given up, but for one that just begins. */
  pause(): void;
  /** The stream ends: what waits is told as skipped. */
  end(): void;
  /** Bytes that wait for more. */
  readonly waiting: number;
}

/** Bytes of a run that is told in one piece. */
export const RUN_BYTES = 4096;

/** The largest frame of a stream, bytes. */
export const MAX_FRAME_BYTES = 65_535;

const LINE_FEED = 0x0a;
const SLIP_END = 0xc0;

export function openFramer<S extends FrameStruct>(
  framing: Framing,
  table: FrameTable<S>,
  sink: FrameSink,
): StreamFramer {
  switch (framing.kind) {
    case "length":
    case "fixed":
    case "sync":
      return new ScanFramer(framing, table, sink);
    case "cobs":
      return new DelimitedFramer({ delimiter: 0, decode: decodeCobs, maxBytes: MAX_FRAME_BYTES + 260 }, sink);
    case "slip":
      return new DelimitedFramer({ delimiter: SLIP_END, decode: decodeSlip, maxBytes: 2 * MAX_FRAME_BYTES }, sink);
    case "lines": {
      const { encoding } = framing;
      const decode = (line: Uint8Array) => decodeLine(line, encoding);
      return new DelimitedFramer({ delimiter: LINE_FEED, decode, maxBytes: 4 * MAX_FRAME_BYTES }, sink);
    }
  }
}
