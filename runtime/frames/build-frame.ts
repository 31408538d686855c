/** Builds the whole frame from a struct's bytes: fills in ID, length, sync word and checksums. */

import { type FrameFormat, type Framing, PLAIN_FORMAT } from "./frame-format.ts";
import { type FrameStruct, writeChecks } from "./frame-table.ts";
import { writeLocator } from "./locator.ts";

export interface FrameShape {
  /** Absent: the struct is the whole frame and contains ID and length. */
  readonly frames?: FrameFormat;
  readonly framing?: Framing;
}

const NOTHING_AROUND: FrameFormat = { ...PLAIN_FORMAT, id: undefined, length: undefined };

/** A plain message is as long as its length byte says, which may count the tail padding: a stream is cut into frames by it. [D13] */
export function sentSize({ length = 0, wireSize, size }: Pick<FrameStruct, "length" | "wireSize" | "size">): number {
  return length > wireSize && length <= size ? length : wireSize;
}

/** @param number counts the struct's messages, if frames have such a counter */
export function buildFrame(
  struct: FrameStruct,
  bytes: Uint8Array,
  { frames, framing }: FrameShape,
  number = 0,
): Uint8Array {
  const format = frames ?? NOTHING_AROUND;
  const { id, length, payloadOffset, trailer } = format;
  const isWhole = frames === undefined && struct.variable === undefined;
  const size = isWhole ? Math.max(bytes.length, sentSize(struct)) : bytes.length;
  const frame = new Uint8Array(payloadOffset + size + trailer);
  frame.set(bytes, payloadOffset);
  if (framing?.kind === "sync" && framing.word.length <= frame.length) frame.set(framing.word, 0);
  if (length !== undefined) writeLocator(length, frame.length, frame);
  if (id !== undefined) writeLocator(id, struct.id, frame);
  for (const { place, value } of format.expect ?? []) writeLocator(place, value, frame);
  if (format.sequence !== undefined) writeLocator(format.sequence, number, frame);
  writeChecks(struct, format, frame);
  return frame;
}
