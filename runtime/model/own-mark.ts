/**
 * Marks messages that this service publishes on topics of devices, so that it does not ingest them when a broker
 * returns them: through any subscription, after a restart, or at another node of the cluster. The mark consists of
 * blanks and tabs after the JSON text, which JSON readers ignore [RFC 8259, 2]. It is valid for one topic: a copy on
 * another topic is a new message.
 */

import { createHash } from "node:crypto";

const BLANK = 0x20;
const TAB = 0x09;
/** Number of bits, each one character. */
const LENGTH = 32;

export class OwnMark {
  readonly #owner: string;

  /** @param owner unique among the services at the broker, and stable over restarts */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /** @param json without trailing blanks */
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
