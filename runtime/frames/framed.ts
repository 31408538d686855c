/** Wraps a frame for a stream: the inverse of a framer. */

import { encodeCobs } from "./cobs.ts";
import type { Framing } from "./frame-format.ts";
import { encodeSlip } from "./slip.ts";

/** @param framing absent: frames follow each other directly; a sync word is already in the frame */
export function framed(frame: Uint8Array, framing: Framing | undefined): Uint8Array {
  switch (framing?.kind) {
    case "cobs":
      return Uint8Array.from([...encodeCobs(frame), 0]);
    case "slip":
      return encodeSlip(frame);
    case "lines":
      return Buffer.from(`${Buffer.from(frame).toString(framing.encoding === "base64" ? "base64" : "hex")}\n`);
    case undefined:
    case "length":
    case "fixed":
    case "sync":
    // Transfer frames come down; what goes up is a packet.
    case "tm":
      return frame;
  }
}

/** For a receiver whose parser may hold a part of an earlier frame: a delimiter ends that part first. */
export function framedAfterLoss(frame: Uint8Array, framing: Framing | undefined): Uint8Array {
  const bytes = framed(frame, framing);
  // SLIP's frames begin with their delimiter.
  const delimiter = framing?.kind === "cobs" ? 0 : framing?.kind === "lines" ? 0x0a : undefined;
  return delimiter === undefined ? bytes : Uint8Array.from([delimiter, ...bytes]);
}
