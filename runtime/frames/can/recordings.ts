/** The list of recordings of CAN buses. A new one is a file here, and its line. */

import { ASC } from "./asc.ts";
import { BLF } from "./blf.ts";
import type { CanRecording } from "./can-frame.ts";
import { CANDUMP } from "./candump.ts";
import { MDF4 } from "./mdf4.ts";
import { TRC } from "./trc.ts";

export const CAN_RECORDINGS: readonly CanRecording[] = [CANDUMP, ASC, BLF, MDF4, TRC];

/** Bytes at the beginning of a file that are enough to recognise it. */
export const RECOGNISING_BYTES = 256;

export function canRecordingOf(first: Buffer): CanRecording | undefined {
  return CAN_RECORDINGS.find(({ recognises }) => recognises(first));
}
