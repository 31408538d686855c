/**
 * A sender may give a message a key (`Idempotency-Key`) and repeat it. The time of the first message with a key is the
 * time of all its repetitions: they produce the same rows, whatever happened to the first one.
 */

import { createHash } from "node:crypto";
import type { Message } from "../model/message.ts";

/** A key is remembered at least this long … */
export const KNOWN_FOR_MS = 12 * 3600_000;
/** … unless this many other keys arrive. */
export const MOST_KNOWN = 100_000;

/** Stores the first times: the process itself, or the servers of a cluster. */
export interface FirstTimes {
  /**
   * When a message of this name first arrived, ns since 1970; `timeNs` if it is the first. Durable when the promise
   * resolves.
   * @param owner whose budget of names it uses
   * @throws TelemetryError (code `unavailable`)
   */
  of(name: bigint, timeNs: bigint, owner?: string): Promise<bigint>;
}

/**
 * 64 bits of the hash over everything that stays the same in a repetition: different content with the same key is a
 * different message.
 */
export function nameOf({ source, address, contentType, payload }: Message, key: string): bigint {
  const hash = createHash("sha256").update(`${source}\0${address}\0${key}\0${contentType}\0`).update(payload).digest();
  return hash.readBigUInt64LE();
}
