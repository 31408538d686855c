/** What is refused, on arrival or by the store: reported to its owner, and kept as a dead letter. */

import type { DeadLetterLog } from "../journal/dead-letter-log.ts";
import type { ErrorSignal } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
import type { Activity } from "./activity.ts";
import type { Rejection } from "./intake.ts";
import type { Decoding } from "./message-kind.ts";

/** Reports problems to the owner of a channel. */
export interface RejectionReporter {
  /** Publishes the signal, or holds it back if there are many, and returns it. */
  report(rejection: Rejection): ErrorSignal;
  /** Builds the signal without publishing it. */
  describe(rejection: Rejection): ErrorSignal;
}

export interface RefusalsOptions {
  readonly deadLetters: Pick<DeadLetterLog, "add" | "durableOrDropped">;
  readonly reporter: RejectionReporter;
  readonly activity: Activity;
  readonly decoding: Decoding;
  /** Which frames of a channel with an unknown ID are kept; by default all. */
  readonly unknownIds?: (channel: string) => "once" | "count" | undefined;
}

/** IDs that are remembered of a channel: a bus has hundreds, noise has any. */
const MOST_IDS = 4096;

/** Sources whose addresses are channels. */
const FRAME_SOURCES: ReadonlySet<string> = new Set(["udp", "frames"]);

export class Refusals {
  readonly #parts: RefusalsOptions;
  /** By channel: what was said of each unknown ID. */
  readonly #unknown = new Map<string, Set<string>>();

  constructor(parts: RefusalsOptions) {
    this.#parts = parts;
  }

  /**
   * @param key of a row that the store refused, since a crash may repeat the call; its caller waits for
   * `deadLetters.durable()`
   * @returns the ID of the dead letter, if it is a new one
   */
  refuse(rejection: Rejection, key: string): number | undefined {
    const { message, error } = rejection;
    this.#parts.activity.rejected(message, error.code, error.message, rejection.rows);
    const signal = this.#parts.reporter.report(rejection);
    // The key makes sure that a repeated record is kept only once.
    const own = key === "" && message.isRetry === true ? ownKey(rejection) : key;
    return this.#keeps(rejection) ? this.#add(rejection, signal, own) : undefined;
  }

  /** Keeps a row whose rejection was reported on arrival, unless it is kept already. */
  keep(rejection: Rejection, key: string): void {
    this.#add(rejection, this.#parts.reporter.describe(rejection), key);
  }

  durableOrDropped(letters: readonly number[]): Promise<void> {
    return this.#parts.deadLetters.durableOrDropped(letters);
  }

  /** @param sentence names the ID */
  #isFirst({ source, address }: Message, sentence: string): boolean {
    const kept = FRAME_SOURCES.has(source) ? this.#parts.unknownIds?.(address) : undefined;
    if (kept === undefined) return true;
    if (kept === "count") return false;
    let known = this.#unknown.get(address);
    if (known === undefined) {
      known = new Set();
      this.#unknown.set(address, known);
    }
    if (known.has(sentence) || known.size >= MOST_IDS) return false;
    known.add(sentence);
    return true;
  }

  #add({ message, error, output }: Rejection, signal: ErrorSignal, key: string): number | undefined {
    const letter = { message, code: error.code, error: signal, key };
    return this.#parts.deadLetters.add(output === undefined ? letter : { ...letter, output });
  }

  /**
   * Whether the message is worth a dead letter: not if its sender must repeat it, if it is empty, or if it was never
   * data.
   */
  #keeps({ error, message }: Rejection): boolean {
    if (error.code === "unknown-topic") return false;
    if (error.code === "unknown-id" && message.isRetry !== true && !this.#isFirst(message, error.message)) return false;
    return (
      error.code !== "unavailable" && (message.payload.length > 0 || this.#parts.decoding.now.of(message).keepsEmpty)
    );
  }
}

function ownKey({ message: { address, receivedNs }, row }: Rejection): string {
  return `${address} ${receivedNs}${row ? `/${row}` : ""}`;
}
