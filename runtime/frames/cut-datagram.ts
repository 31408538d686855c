/** Cuts datagrams that hold several frames, for channels with configured framing: MAVLink over UDP, gateways. */

import type { Framing } from "./frame-format.ts";
import { type FrameStruct, type FrameTable, isFrameProblem } from "./frame-table.ts";
import { readLocator } from "./locator.ts";
import { openFramer } from "./stream-framer.ts";

/** A frame, or bytes outside frames, in order. */
export interface DatagramPart {
  readonly kind: "frame" | "skipped";
  readonly bytes: Uint8Array;
}

/** The parts; undefined if the datagram itself is one frame, or contains none: then it is judged as a whole. */
export function cutDatagram(
  datagram: Uint8Array,
  framing: Framing,
  table: FrameTable<FrameStruct>,
): readonly DatagramPart[] | undefined {
  if (isOneFrame(datagram, table)) return undefined;
  const parts: DatagramPart[] = [];
  const framer = openFramer(framing, table, {
    frame: (bytes) => parts.push({ kind: "frame", bytes }),
    skipped: (bytes) => parts.push({ kind: "skipped", bytes }),
  });
  framer.push(datagram);
  framer.end();
  const isWhole = parts.length === 1 && parts[0]?.bytes.length === datagram.length;
  return !isWhole && parts.some(({ kind }) => kind === "frame") ? parts : undefined;
}

/** If surplus bytes are ignored, a matching struct proves nothing; the frame's own length decides. */
function isOneFrame(datagram: Uint8Array, table: FrameTable<FrameStruct>): boolean {
  const { length } = table.formatOf(datagram);
  if (length !== undefined && readLocator(length, datagram, 0, datagram.length) !== datagram.length) return false;
  return !isFrameProblem(table.find(datagram));
}
