/**
 * A node's journal as the acknowledging log in a cluster: `durable()` also waits until the cluster's log has the
 * message.
 *
 * If that takes too long, the message is withdrawn, and its sender is told that it is not kept; it is stored only if it
 * is sent again. A message that the forwarder has begun to send cannot be withdrawn, since the servers may have it. Its
 * sender then gets no answer until they confirm it. A repetition during this time is recognised as the same message.
 */

import { createHash } from "node:crypto";
import type { FileLog } from "../../journal/file-log.ts";
import { OwnedRoom } from "../../lib/owned-room.ts";
import { TelemetryError } from "../../model/error-signal.ts";
import type { JournalPosition } from "../../model/journal-entry.ts";
import { type Message, ownerOf } from "../../model/message.ts";
import type { Append, LogWriter } from "../../model/message-log.ts";

export interface ReplicatedLogOptions {
  readonly messages: Pick<FileLog, "append" | "end" | "reached">;
  readonly acknowledge: "replicated" | "local";
  /** Why messages cannot be accepted; undefined if they can. */
  readonly objection?: () => string | undefined;
  /** Withdraws the message durably. False if it is on its way to the servers. */
  readonly withdraw: (position: JournalPosition) => Promise<boolean>;
  readonly timeoutMs?: number;
}

/** The servers replace a dead leader within some seconds. */
const TIMEOUT_MS = 15_000;
/** After the answer, a delayed message may be repeated for this long, since the answer may have been lost. */
const REMEMBERED_MS = 120_000;
const MOST_REMEMBERED = 100_000;

export class ReplicatedLog implements LogWriter {
  readonly #options: ReplicatedLogOptions;
  /** Messages that take longer than usual, by sender and content. */
  readonly #late = new Map<string, Append>();
  readonly #room = new OwnedRoom();

  constructor(options: ReplicatedLogOptions) {
    this.#options = options;
  }

  append(message: Message, epoch: number): Append {
    const { messages, acknowledge, objection } = this.#options;
    const problem = objection?.();
    if (problem !== undefined) throw unavailable(problem);
    if (acknowledge === "local") return messages.append(message, epoch);
    const late = this.#late.size === 0 || message.isRetry === true ? undefined : this.#late.get(nameOf(message));
    return late ?? new ReplicatedAppend(this.#options, message, epoch, this);
  }

  /** Remembers a message whose sender is still waiting. */
  remember(message: Message, append: ReplicatedAppend): void {
    const owner = ownerOf(message);
    const name = nameOf(message);
    if (message.isRetry === true || this.#late.has(name) || !this.#room.has(owner, MOST_REMEMBERED)) return;
    this.#room.take(owner);
    this.#late.set(name, append);
    const forgetNow = () => {
      this.#late.delete(name);
      this.#room.give(owner);
    };
    const forget = () => void setTimeout(forgetNow, REMEMBERED_MS).unref();
    append.reached.then(forget, forget);
  }
}

class ReplicatedAppend implements Append {
  readonly id: string;
  readonly reached: Promise<void>;
  readonly #options: ReplicatedLogOptions;
  readonly #message: Message;
  readonly #log: ReplicatedLog;
  readonly #append: Append;
  readonly #position: JournalPosition;
  #waiting: Promise<void> | undefined;

  constructor(options: ReplicatedLogOptions, message: Message, epoch: number, log: ReplicatedLog) {
    const { messages } = options;
    this.#options = options;
    this.#message = message;
    this.#log = log;
    this.#append = messages.append(message, epoch);
    this.id = this.#append.id;
    this.#position = messages.end;
    this.reached = messages.reached(this.#position);
  }

  durable(): Promise<void> {
    this.#waiting ??= this.#wait();
    return this.#waiting;
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#append.durable().then(() => {
        const late = setTimeout(() => void this.#tooLate(reject), this.#options.timeoutMs ?? TIMEOUT_MS);
        this.reached.then(() => {
          clearTimeout(late);
          resolve();
        }, reject);
      }, reject);
    });
  }

  async #tooLate(fail: (error: Error) => void): Promise<void> {
    if (!(await this.#options.withdraw(this.#position))) {
      this.#log.remember(this.#message, this);
      return;
    }
    fail(unavailable("the cluster's log does not take it now; send it again"));
  }
}

/** Identifies a message apart from its time of receipt. */
function nameOf({ source, address, sender, contentType, payload }: Message): string {
  const who = source === "mqtt" ? sender : "";
  return createHash("sha256")
    .update(`${source}\0${address}\0${who}\0${contentType}\0`)
    .update(payload)
    .digest("base64");
}

function unavailable(reason: string): TelemetryError {
  return new TelemetryError(`Unable to keep data: ${reason}`, { name: "ClusterError", code: "unavailable" });
}
