/** Metrics of serial ports, TCP streams and recordings. */

import { counters } from "../../model/counters.ts";

export const FRAME_COUNTERS = counters("frames", {
  frames: ["frames_total", "Frames cut from serial ports, TCP streams and recordings"],
  skippedBytes: ["skipped_bytes_total", "Bytes between frames, or of damaged ones, that were skipped"],
});
