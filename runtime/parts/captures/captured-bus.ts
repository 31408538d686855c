/** Frames of CAN buses in captures of tcpdump and Wireshark. [LINKTYPE_CAN_SOCKETCAN] */

import { type CanFrame, canFrame, EXTENDED } from "../../frames/can/can-frame.ts";
import type { CapturedPacket } from "../../frames/capture.ts";

const SOCKETCAN = 227;
const REMOTE = 0x4000_0000;
const ERROR = 0x2000_0000;

export function isBusPacket({ linkType }: CapturedPacket): boolean {
  return linkType === SOCKETCAN;
}

/** Undefined for frames without data, and for what is cut. */
export function busFrameOf({ bytes, timeNs }: CapturedPacket): CanFrame | undefined {
  if (bytes.length < 8) return undefined;
  const all = bytes.readUInt32BE(0);
  const length = bytes[4]!;
  // Later members of the family, such as CAN XL, have other flags there.
  if ((all & (REMOTE | ERROR)) !== 0 || bytes.length < 8 + length) return undefined;
  const isExtended = all >= EXTENDED;
  const data = Uint8Array.from(bytes.subarray(8, 8 + length));
  return canFrame(isExtended ? all - EXTENDED : all, isExtended, data, { timeNs, bus: "" });
}
