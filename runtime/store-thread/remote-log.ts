/** The log as read in the store's thread: the thread with the files passes blocks to it. */

import { blockOf, type RawBlock } from "../journal/raw-blocks.ts";
import { untilWoken } from "../lib/until-woken.ts";
import type { Cursor, LogBlock, LogIdentity, LogReader } from "../model/message-log.ts";
import type { ThreadLink } from "../model/thread-link.ts";
import type { LogRequests, LogState, OutputLog, WorkerState } from "./protocol.ts";

export interface RemoteLogOptions {
  readonly link: ThreadLink<LogRequests>;
  readonly output: OutputLog;
  readonly idPrefix: string;
  /** The status to send with a cursor. */
  readonly report: () => WorkerState;
}

interface BlockReading {
  readonly blocks: RawBlock[];
  failure: string | undefined;
  wake: () => void;
}

/** A part of what may be under way: each call wakes the other thread. */
const WORKED_STEP_BYTES = 256 << 10;

/** Unique for each reading of the thread. */
let nextReading = 0;

export class RemoteLog implements LogReader {
  readonly identity: LogIdentity;
  state: LogState;
  readonly #options: RemoteLogOptions;
  readonly #readings = new Map<number, BlockReading>();

  constructor(options: RemoteLogOptions) {
    this.#options = options;
    this.identity = options.output.identity;
    this.state = options.output.state;
  }

  get name(): string {
    return this.#options.output.name;
  }

  get waiting(): number {
    return this.state.waiting;
  }

  get overdue(): Cursor {
    return this.state.overdue;
  }

  get isShort(): boolean {
    return this.state.isShort;
  }

  read(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<LogBlock> {
    const id = nextReading++;
    const reading: BlockReading = { blocks: [], failure: undefined, wake: () => {} };
    this.#readings.set(id, reading);
    this.#options.link.tell("read", this.name, id, after);
    return this.#follow(id, reading, stop);
  }

  /** Receives a block. */
  take(id: number, block: RawBlock): void {
    const reading = this.#readings.get(id);
    reading?.blocks.push(block);
    reading?.wake();
  }

  fail(id: number, reason: string): void {
    const reading = this.#readings.get(id);
    if (reading === undefined) return;
    reading.failure = reason;
    reading.wake();
  }

  commit(cursor: Cursor, checkpointed: Cursor = cursor): void {
    this.#options.link.tell("commit", this.name, cursor, checkpointed, this.#options.report());
  }

  settled(timeoutMs: number): Promise<boolean> {
    return this.#options.link.ask("settled", this.name, timeoutMs);
  }

  async *#follow(id: number, reading: BlockReading, stop: AbortSignal): AsyncGenerator<LogBlock> {
    const { link, idPrefix } = this.#options;
    let worked = 0;
    try {
      while (!stop.aborted) {
        const raw = reading.blocks.shift();
        if (raw === undefined) {
          if (reading.failure !== undefined) throw new Error(reading.failure);
          await untilWoken(stop, (wake) => {
            reading.wake = wake;
          });
          continue;
        }
        const { bytes } = raw;
        yield blockOf(idPrefix, { ...raw, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) });
        worked += bytes.byteLength;
        if (worked < WORKED_STEP_BYTES) continue;
        link.tell("worked", id, worked);
        worked = 0;
      }
    } finally {
      this.#readings.delete(id);
      link.tell("endReading", id);
    }
  }
}
