/**
 * What this service publishes on topics that devices use has its mark, so that it is not taken in when it comes back from a
 * broker: by any subscription, after a restart, at another node of the cluster. The mark is made of blanks and tabs behind a JSON
 * text, where they mean nothing to its readers. [RFC 8259, 2]
 */

import { createHash } from "node:crypto";

const BLANK = 0x20;
const TAB = 0x09;
/** Bits of the mark; a letter each. */
const LENGTH = 32;

export class OwnMark {
  readonly #letters: Buffer;

  /** @param owner differs from that of every other service at the broker, and stays the same over restarts */
  constructor(owner: string) {
    const number = createHash("sha256").update(`structline\n${owner}`).digest().readUInt32BE();
    this.#letters = Buffer.from(Array.from({ length: LENGTH }, (_, bit) => ((number >>> bit) & 1 ? TAB : BLANK)));
  }

  /** @param json without blanks at its end */
  put(json: string): string {
    return json + this.#letters.toString("latin1");
  }

  /** [hot path] */
  isOn(payload: Uint8Array): boolean {
    const last = payload[payload.length - 1];
    if (last !== BLANK && last !== TAB) return false;
    return payload.length > LENGTH && this.#letters.equals(payload.subarray(payload.length - LENGTH));
  }
}
