/**
 * A sender may give a message a key (`Idempotency-Key`), and send it as often as it likes. The first time under which a key is
 * heard is the time of the message whenever it comes: its rows are the same rows, whatever became of the one before.
 */

import { createHash } from "node:crypto";
import type { Message } from "../telemetry/message.ts";

/** A name is known for so long at least … */
export const KNOWN_FOR_MS = 12 * 3600_000;
/** … as long as no more than so many others came. */
export const MOST_KNOWN = 100_000;

/** Who has the times: a process by itself, or the servers of a cluster. */
export interface FirstTimes {
  /**
   * When a message of this name came first, ns since 1970: `timeNs` if none has. Durable when it resolves.
   * @throws TelemetryError (code `unavailable`)
   */
  of(name: bigint, timeNs: bigint): Promise<bigint>;
}

/** 64 bits of the hash of all that does not change when the message comes again: another content under the same key is another message. */
export function nameOf({ source, address, contentType, payload }: Message, key: string): bigint {
  const hash = createHash("sha256").update(`${source}\0${address}\0${key}\0${contentType}\0`).update(payload).digest();
  return hash.readBigUInt64LE();
}
