/**
 * What this service publishes on topics that devices use has its mark, so that it is not taken in when it comes back from a
 * broker: by any subscription, after a restart, at another node of the cluster. The mark is made of blanks and tabs behind a JSON
 * text, where they mean nothing to its readers [RFC 8259, 2]. It holds for one topic: a copy on another topic is a new message.
 */

import { createHash } from "node:crypto";

const BLANK = 0x20;
const TAB = 0x09;
/** Bits of the mark; a letter each. */
const LENGTH = 32;

export class OwnMark {
  readonly #owner: string;

  /** @param owner differs from that of every other service at the broker, and stays the same over restarts */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /** @param json without blanks at its end */
  put(topic: string, json: string): string {
    return json + this.#lettersFor(topic).toString("latin1");
  }

  /** [hot path] */
  isOn(topic: string, payload: Uint8Array): boolean {
    if (payload.length <= LENGTH) return false;
    const end = payload.subarray(payload.length - LENGTH);
    return end.every((byte) => byte === BLANK || byte === TAB) && this.#lettersFor(topic).equals(end);
  }

  #lettersFor(topic: string): Buffer {
    const number = createHash("sha256").update(`structline\n${this.#owner}\n${topic}`).digest().readUInt32BE();
    return Buffer.from(Array.from({ length: LENGTH }, (_, bit) => ((number >>> bit) & 1 ? TAB : BLANK)));
  }
}
