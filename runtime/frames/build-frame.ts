/** Builds the whole frame from a struct's bytes: fills in ID, length, sync word and checksums. */

import type { FrameFormat, Framing } from "./frame-format.ts";
import { type FrameStruct, writeChecks } from "./frame-table.ts";
import { writeLocator } from "./locator.ts";

export interface FrameShape {
  /** Absent: the struct is the whole frame and contains ID and length. */
  readonly frames?: FrameFormat;
  readonly framing?: Framing;
}

const NOTHING_AROUND: FrameFormat = {
  id: undefined,
  length: undefined,
  payloadOffset: 0,
  trailer: 0,
  short: "reject",
  long: "reject",
  check: undefined,
};

export function buildFrame(struct: FrameStruct, bytes: Uint8Array, { frames, framing }: FrameShape): Uint8Array {
  const format = frames ?? NOTHING_AROUND;
  const { id, length, payloadOffset, trailer } = format;
  const frame = new Uint8Array(payloadOffset + bytes.length + trailer);
  frame.set(bytes, payloadOffset);
  if (framing?.kind === "sync" && framing.word.length <= frame.length) frame.set(framing.word, 0);
  if (length !== undefined) writeLocator(length, frame.length, frame);
  if (id !== undefined) writeLocator(id, struct.id, frame);
  writeChecks(struct, format, frame);
  return frame;
}
