/** The store's half, as controlled by the half that has the log: a thread that is restarted when it ends. */

import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { NumberedText } from "../journal/epoch-texts.ts";
import type { FileLog } from "../journal/file-log.ts";
import type { LogCursor } from "../journal/log-cursor.ts";
import type { RawBlock } from "../journal/raw-blocks.ts";
import type { Log } from "../lib/log.ts";
import { Restarts } from "../lib/restarts.ts";
import { untilWoken } from "../lib/until-woken.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { BEGINNING, type Cursor } from "../model/message-log.ts";
import type { Observable, PartStatus } from "../model/part-status.ts";
import type { Removed } from "../model/removal.ts";
import { SHARED_LOG } from "../model/shared-log.ts";
import type { RemovalOutcome, StoreAccess } from "../model/store.ts";
import { type Functions, ThreadLink } from "../model/thread-link.ts";
import { WRITER_COUNTERS } from "../store/counters.ts";
import { outputNames } from "../store/open-store.ts";
import { isEmbedded } from "../store/store-settings.ts";
import { writerStatus } from "../store/store-writer.ts";
import { openStoreThread } from "./open-store-thread.ts";
import type {
  LogRequests,
  LogState,
  OutputState,
  StoreRequests,
  StoringSettings,
  WorkerOptions,
  WorkerState,
} from "./protocol.ts";
import { RemoteStore } from "./remote-store.ts";

export interface StoreThreadOptions
  extends Pick<LogRequests, "epochText" | "refused" | "rejected" | "replaced" | "decodedOtherwise"> {
  /** Settings at the process's start: a restarted thread opens the same store. */
  readonly settings: StoringSettings;
  /** The epoch of new messages. */
  readonly epoch: () => NumberedText;
  /** Absent: the thread reads the cluster's log itself. */
  readonly messages?: TransferredLog;
  readonly log: Log;
  /** Called after a batch was written, with the time that the store took, s. */
  readonly onWritten: (seconds: number) => void;
  /** Called after a measurement was deleted. */
  readonly onRemoved?: (removed: Removed) => void;
  /** Called when the thread has ended repeatedly: the service cannot work. */
  readonly onFailed: (reason: string) => void;
  /** Replaced by tests: starts the thread. */
  readonly open?: () => Worker;
}

/** Maximum size of blocks transferred but not yet processed; further ones stay in the log. */
const MOST_UNDER_WAY = 4 << 20;
const LOG_STATE_EVERY_MS = 200;
/**
 * Blocks that become durable within this time are transferred together: waking the thread costs more than processing a
 * block.
 */
const HAND_OVER_EVERY_MS = 20;
const STOP_TIMEOUT_MS = 8000;
const END_TIMEOUT_MS = 2000;
const FLUSH_TIMEOUT_MS = 1000;

interface BlockReading {
  readonly stop: AbortController;
  bytes: number;
  wake: () => void;
}

/** A log whose blocks are transferred to the thread. */
type TransferredLog = Pick<FileLog, "idPrefix" | "waiting" | "handover"> & {
  /** The main output's first. */
  readonly readers: readonly TransferredReader[];
};

type TransferredReader = Pick<
  LogCursor,
  "name" | "identity" | "waiting" | "isShort" | "overdue" | "readRaw" | "commit" | "settled"
>;

/** An output in `/health`. */
export interface ObservedOutput {
  readonly name: string;
  readonly store: Observable;
  readonly writer: Observable;
}

export class StoreThread {
  /** The main one first. */
  readonly outputs: readonly [ObservedOutput, ...ObservedOutput[]];
  readonly #options: StoreThreadOptions;
  readonly #store: RemoteStore;
  readonly #readings = new Map<number, BlockReading>();
  readonly #restarts = new Restarts();
  #worker: Worker | undefined;
  #link: ThreadLink<StoreRequests>;
  #state: WorkerState | undefined;
  /** Set while no thread runs, or while one is starting. */
  #outage: string | undefined = "not started";
  #lastEnd: PartStatus["lastError"];
  #isStopping = false;
  #isHurried = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #followers = new Map<string, unknown>();
  /** Settings for a restarted thread. */
  #settings: StoringSettings;
  readonly #messages: TransferredLog;
  readonly #listeners = new Map<string, (said: unknown) => void>();

  constructor(options: StoreThreadOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#messages = options.messages ?? this.#ownLog();
    this.#link = ENDED;
    const [main, ...others] = this.#messages.readers.map((reader) => this.#observed(reader));
    this.outputs = [main!, ...others];
    this.#store = new RemoteStore({ link: () => this.#link, status: () => main!.store.status() });
  }

  get store(): StoreAccess {
    return this.#store;
  }

  /**
   * Must be called before anything is appended to the log. An embedded database must open; a remote one is tried for as
   * long as necessary.
   * @throws Error with one sentence for the operator
   */
  async start(): Promise<void> {
    await this.#open(isEmbedded(this.#options.settings.store) ? "at-once" : "patiently");
    this.#timer = setInterval(() => this.#link.tell("logState", this.#logStates()), LOG_STATE_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Must be called before messages of the epoch arrive. A thread that is just restarted loads it on its own. @throws
   * Error if codecs are missing
   */
  async prepare(epoch: NumberedText): Promise<void> {
    if (this.#outage === undefined) await this.#link.ask("prepare", textOf(epoch));
  }

  /** Batches no longer wait for more messages. */
  hurry(): void {
    this.#isHurried = true;
    this.#link.tell("hurry");
  }

  /** The follower of a part in the thread. */
  follower(part: string): { configure(configured: unknown): void; onMessage(listener: (said: unknown) => void): void } {
    return {
      configure: (configured) => {
        this.#followers.set(part, configured);
        this.#link.tell("follow", part, configured);
      },
      onMessage: (listener) => void this.#listeners.set(part, listener),
    };
  }

  /** Changes the retention to that of these settings. */
  keep({ store }: Pick<StoringSettings, "store">): void {
    if (!isEmbedded(store)) return;
    this.#settings = { ...this.#settings, store };
    this.#link.tell("keep", store.keep);
  }

  /** Resolves to false if not everything was stored in time: the rest is in the log. */
  async drain(timeoutMs: number): Promise<boolean> {
    this.hurry();
    const isDrained = await settledAll(this.#messages.readers, timeoutMs);
    // Before the broker stops.
    const flushed = this.#link.ask("flushFollowers").catch(() => {});
    await withTimeout(flushed, FLUSH_TIMEOUT_MS);
    return isDrained;
  }

  /** Resolves when waiting messages are stored in all available outputs; false if the time is over. */
  settled(timeoutMs: number): Promise<boolean> {
    const isAway = ({ name }: TransferredReader) => this.#state?.outputs[name]?.writer.retryAtMs !== undefined;
    const { readers } = this.#messages;
    this.#link.tell("awaited");
    return settledAll(readers.length === 1 ? readers : readers.filter((reader) => !isAway(reader)), timeoutMs);
  }

  /** The outcome of a deletion in the log; undefined: it waits for its output. */
  removed(id: string): Promise<RemovalOutcome | undefined> {
    return this.#link.ask("removed", id);
  }

  /** Status of a log that the thread reads itself; undefined before its first report. */
  get logStatus(): PartStatus | undefined {
    return this.#outage === undefined ? this.#state?.log : undefined;
  }

  /** Number of messages that wait for the store. */
  get waiting(): number {
    return this.#messages.waiting;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    const worker = this.#worker;
    if (worker === undefined) return;
    await withTimeout(
      this.#link.ask("stop").catch((error: Error) => this.#options.log.warn({ event: "store.stop" }, error.message)),
      STOP_TIMEOUT_MS,
    );
    this.#endReadings();
    await this.#endWorker(worker);
  }

  /** The thread ends itself between two database calls. If a call does not end, the process does (`end-process.ts`). */
  async #endWorker(worker: Worker): Promise<void> {
    // -1: it has ended.
    if (worker.threadId === -1) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    this.#link.tell("end");
    await withTimeout(ended, END_TIMEOUT_MS);
    worker.unref();
  }

  async #open(opening: WorkerOptions["opening"]): Promise<void> {
    const messages = this.#messages;
    const worker = (this.#options.open ?? openStoreThread)();
    const link = new ThreadLink<StoreRequests>(worker, this.#logRequests() as Functions);
    this.#worker = worker;
    this.#link = link;
    // The former thread's status is outdated.
    this.#state = undefined;
    let reason = "it ended";
    worker.on("error", (error) => {
      reason = error.message;
    });
    worker.once("exit", () => {
      link.end(new Error(`The store's thread ended: ${reason}`));
      if (this.#worker === worker) this.#ended(reason);
    });
    const { handover } = messages;
    const options: WorkerOptions = {
      reads: this.#options.messages === undefined ? "shared" : "journal",
      settings: this.#settings,
      epoch: textOf(this.#options.epoch()),
      outputs: messages.readers.map((reader) => ({
        name: reader.name,
        identity: reader.identity,
        state: logStateOf(reader),
      })),
      ...(handover && { handover }),
      idPrefix: messages.idPrefix,
      followers: Object.fromEntries(this.#followers),
      opening,
    };
    this.#store.rewrites = await link.ask("start", options).catch(async (error: Error) => {
      // It is not restarted: the operator must act.
      this.#worker = undefined;
      await this.#endWorker(worker);
      throw error;
    });
    this.#outage = undefined;
  }

  #ended(reason: string): void {
    this.#worker = undefined;
    this.#endReadings();
    if (this.#isStopping) return;
    this.#lastEnd = { message: `the store's thread ended: ${reason}`, time: new Date().toISOString() };
    this.#outage = `the thread ended (${reason}) and is started again`;
    this.#options.log.warn({ event: "store.thread-ended" }, `${this.#lastEnd.message}; it is started again`);
    const waitMs = this.#restarts.next();
    if (waitMs === undefined) this.#options.onFailed(`the store's thread ended repeatedly: ${reason}`);
    else setTimeout(() => void this.#restart(), waitMs);
  }

  async #restart(): Promise<void> {
    if (this.#isStopping) return;
    // An end during the start is handled like any other.
    await this.#open("patiently").catch((error: Error) => {
      if (!this.#isStopping && this.#worker === undefined) this.#ended(error.message);
    });
  }

  #logRequests(): LogRequests {
    const { refused, rejected, replaced, decodedOtherwise, epochText, log, onRemoved } = this.#options;
    return {
      read: (output, reading, after) => void this.#read(this.#reader(output), reading, after),
      endReading: (reading) => this.#readings.get(reading)?.stop.abort(),
      worked: (reading, bytes) => {
        const known = this.#readings.get(reading);
        if (known === undefined) return;
        known.bytes -= bytes;
        known.wake();
      },
      commit: (output, cursor, checkpointed, state) => {
        this.#take(state);
        this.#reader(output).commit(cursor, checkpointed);
        this.#link.tell("logState", this.#logStates());
      },
      settled: (output, timeoutMs) => this.#reader(output).settled(timeoutMs),
      refused,
      rejected,
      replaced,
      decodedOtherwise,
      epochText,
      followed: (part, said) => this.#listeners.get(part)?.(said),
      removed: (removed) => onRemoved?.(removed),
      newColumns: (ofBatch) => {
        for (const columns of ofBatch) this.#store.announce(columns);
      },
      state: (state) => this.#take(state),
      log: (level, event, sentence) => log[level]({ event }, sentence),
    };
  }

  /** Transfers blocks as fast as they are processed. */
  async #read(reader: TransferredReader, id: number, after: Cursor | undefined): Promise<void> {
    const reading: BlockReading = { stop: new AbortController(), bytes: 0, wake: () => {} };
    const link = this.#link;
    this.#readings.set(id, reading);
    try {
      for await (const block of reader.readRaw(after, reading.stop.signal)) {
        const given = handOver(block);
        reading.bytes += given.bytes.byteLength;
        link.hand([given.bytes.buffer as ArrayBuffer], "block", id, given);
        while (reading.bytes > MOST_UNDER_WAY && !reading.stop.signal.aborted) {
          await untilWoken(reading.stop.signal, (wake) => {
            reading.wake = wake;
          });
        }
        if (!block.behind && !this.#isHurried) await pause(HAND_OVER_EVERY_MS, undefined, { ref: false });
      }
    } catch (error) {
      this.#options.log.warn({ event: "journal.read" }, `the journal cannot be read: ${(error as Error).message}`);
      link.tell("unreadable", id, (error as Error).message);
    } finally {
      this.#readings.delete(id);
    }
  }

  #endReadings(): void {
    for (const { stop, wake } of this.#readings.values()) {
      stop.abort();
      wake();
    }
  }

  #take(state: WorkerState): void {
    this.#state = state;
    for (const seconds of state.writes) this.#options.onWritten(seconds);
  }

  /** A log that the thread reads itself: only its reports are known. A stop does not wait until it is empty. */
  #ownLog(): TransferredLog {
    const waitingOf = (name: string) => this.#state?.outputs[name]?.waiting ?? 0;
    const readers = outputNames(this.#settings).map(
      ({ name }): TransferredReader => ({
        name,
        identity: SHARED_LOG,
        get waiting() {
          return waitingOf(name);
        },
        isShort: false,
        overdue: BEGINNING,
        readRaw: async function* () {},
        commit: () => {},
        settled: (timeoutMs) => this.#link.ask("settled", name, timeoutMs),
      }),
    );
    return {
      readers,
      idPrefix: "",
      get waiting() {
        return Math.max(...readers.map(({ waiting }) => waiting));
      },
      handover: undefined,
    };
  }

  #reader(output: string): TransferredReader {
    return this.#messages.readers.find(({ name }) => name === output)!;
  }

  #logStates(): Record<string, LogState> {
    return Object.fromEntries(this.#messages.readers.map((reader) => [reader.name, logStateOf(reader)]));
  }

  #observed(reader: TransferredReader): ObservedOutput {
    const known = () => (this.#outage === undefined ? this.#state?.outputs[reader.name] : undefined);
    return {
      name: reader.name,
      store: { status: () => this.#storeStatus(known()) },
      writer: { status: () => this.#writerStatus(known(), reader) },
    };
  }

  #storeStatus(known: OutputState | undefined): PartStatus {
    const restarts = this.#restarts.count === 0 ? {} : { restarts: this.#restarts.count };
    if (known === undefined) return this.#outageStatus(restarts);
    const lastError = known.store.lastError ?? this.#lastEnd;
    return { ...known.store, ...(lastError && { lastError }), counts: { ...known.store.counts, ...restarts } };
  }

  #writerStatus(known: OutputState | undefined, { name, waiting }: TransferredReader): PartStatus {
    if (known !== undefined) return writerStatus(known.writer, waiting);
    const counts = this.#state?.outputs[name]?.writer.counts;
    return this.#outageStatus(WRITER_COUNTERS.of({ ...WRITER_COUNTERS.none, ...counts, waiting }));
  }

  #outageStatus(counts: Readonly<Record<string, number>>): PartStatus {
    const lastError = this.#lastEnd;
    return { state: "down", detail: this.#outage ?? "starting", ...(lastError && { lastError }), counts };
  }
}

const ENDED: ThreadLink<StoreRequests> = ThreadLink.ended("the store's thread is not started");

/** A copy that can be transferred. */
function textOf({ number, text }: NumberedText): NumberedText {
  return { number, text };
}

/** The block in memory of its own. */
function handOver(block: RawBlock): RawBlock {
  const { bytes } = block;
  return bytes.byteLength === bytes.buffer.byteLength
    ? block
    : { ...block, bytes: Buffer.from(Uint8Array.from(bytes).buffer) };
}

function logStateOf({ waiting, isShort, overdue }: TransferredReader): LogState {
  return { waiting, isShort, overdue };
}

async function settledAll(readers: readonly TransferredReader[], timeoutMs: number): Promise<boolean> {
  const settled = await Promise.all(readers.map((reader) => reader.settled(timeoutMs)));
  return settled.every((isSettled) => isSettled);
}
