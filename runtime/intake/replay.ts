/** Reads messages that are not in memory from the journal, a batch at a time. */

import type { Journal, JournalEntry, JournalPosition } from "../journal/journal.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";

export interface Batch {
  readonly points: readonly Point[];
  /** The last message of which it has the points. */
  readonly position: JournalPosition;
  readonly messages: number;
}

export interface ReplayOptions {
  readonly journal: Pick<Journal, "durable" | "read" | "tail">;
  readonly decode: (message: Message, position: JournalPosition) => readonly Point[];
}

export class Replay {
  readonly #options: ReplayOptions;
  /** Kept from batch to batch, because finding a position again means reading the segment from its beginning. */
  #entries: AsyncIterator<JournalEntry> | undefined;
  /** Where the entries begin and how far they are known to go. */
  #read: JournalPosition = 0;
  #upTo: JournalPosition = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /**
   * The points after position `after`, of about `maxRows` rows, and not beyond the position that `until` gives.
   * Positions that the journal lost are passed over.
   */
  async next(after: JournalPosition, maxRows: number, until: () => JournalPosition): Promise<Batch> {
    try {
      return await this.#take(await this.#entriesAfter(after), maxRows, until);
    } catch (error) {
      // An iterator that threw says it is at its end when it is asked again.
      this.#entries = undefined;
      throw error;
    }
  }

  async #take(entries: AsyncIterator<JournalEntry>, maxRows: number, until: () => JournalPosition): Promise<Batch> {
    const points: Point[] = [];
    let messages = 0;
    while (points.length < maxRows && messages < maxRows && this.#read < until()) {
      const { done, value } = await entries.next();
      if (done === true) {
        this.#read = Math.max(this.#read, this.#upTo);
        this.#entries = undefined;
        break;
      }
      for (const point of this.#options.decode(value.message, value.position)) points.push(point);
      this.#read = value.position;
      messages++;
    }
    return { points, position: this.#read, messages };
  }

  /** Gives the file back. */
  async stop(): Promise<void> {
    const entries = this.#entries;
    this.#entries = undefined;
    await entries?.return?.();
  }

  async #entriesAfter(after: JournalPosition): Promise<AsyncIterator<JournalEntry>> {
    if (this.#entries !== undefined && this.#read === after) return this.#entries;
    await this.stop();
    const upTo = this.#options.journal.tail;
    await this.#options.journal.durable();
    this.#entries = this.#options.journal.read(after)[Symbol.asyncIterator]();
    this.#read = after;
    this.#upTo = upTo;
    return this.#entries;
  }
}
