/**
 * Selects the framer for a stream. All framers need linear time and bounded memory, and report bytes outside frames.
 */

import { decodeCobs } from "./cobs.ts";
import { DelimitedFramer } from "./delimited-framer.ts";
import type { Framing } from "./frame-format.ts";
import type { FrameStruct, FrameTable } from "./frame-table.ts";
import { type FrameSink, MAX_FRAME_BYTES, type StreamFramer } from "./framer.ts";
import { decodeLine } from "./line-text.ts";
import { ScanFramer } from "./scan-framer.ts";
import { decodeSlip } from "./slip.ts";

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
