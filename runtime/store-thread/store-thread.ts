/** The store's half, seen from the half that has the log: a thread that is started again when it ends. */

import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { CLUSTER_LOG } from "../cluster/names.ts";
import type { Settings } from "../config/settings.ts";
import type { NumberedText } from "../journal/epoch-texts.ts";
import type { FileLog } from "../journal/file-log.ts";
import { BEGINNING, type Cursor } from "../journal/log.ts";
import type { LogCursor } from "../journal/log-cursor.ts";
import type { PositionRange } from "../journal/lost-positions.ts";
import type { RawBlock } from "../journal/raw-blocks.ts";
import type { PublishedPlace } from "../publish/home-assistant.ts";
import type { Outgoing } from "../publish/outbox.ts";
import { type PublishPlan, publishPlan } from "../publish/plan.ts";
import { MAIN_OUTPUT } from "../store/routing.ts";
import type { AskedStore } from "../store/store.ts";
import { writerStatus } from "../store/store-writer.ts";
import type { Log } from "../telemetry/log.ts";
import { openWorker } from "../telemetry/open-worker.ts";
import type { Observable, PartStatus } from "../telemetry/part-status.ts";
import { Restarts } from "../telemetry/restarts.ts";
import { type Functions, ThreadLink } from "../telemetry/thread-link.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";
import type {
  HalfOptions,
  HalfState,
  LogHalf,
  LogState,
  OutputState,
  RefusedMessage,
  StoreHalf,
  Task,
} from "./protocol.ts";
import { RemoteStore } from "./remote-store.ts";

export interface StoreThreadOptions {
  /** Of the start, as long as the process runs: a thread that is started again opens the same store. */
  readonly settings: Settings;
  /** In which messages come now. */
  readonly epoch: () => NumberedText;
  readonly epochs: EpochTextsOf;
  /** Messages of the log that are not to be brought to the cluster. */
  readonly withdrawn?: () => readonly PositionRange[];
  /** The number of this run in the cluster, once the servers have granted it. */
  readonly incarnation?: () => Promise<number>;
  /** `store` where absent. */
  readonly task?: Task;
  /** Absent where the thread reads the log by itself. */
  readonly messages?: BroughtLog;
  readonly log: Log;
  /** Tells and keeps rows that the store refused; resolves when that is durable. They may come again after a crash. */
  readonly onRefused: (rows: readonly RefusedMessage[]) => Promise<void>;
  /** Keeps rows that were rejected, and told, when they came. */
  readonly onRejected: (rows: readonly RefusedMessage[]) => void;
  /** Tells and keeps messages that had rows when they came, and have none now. */
  readonly onDecodedOtherwise: (rows: readonly RefusedMessage[]) => void;
  /** Gets what subscribers are to have of rows that are stored. */
  readonly onRows?: (messages: readonly Outgoing[], places: readonly PublishedPlace[]) => void;
  /** A batch was written; how long the store took, s. */
  readonly onWritten: (seconds: number) => void;
  /** It ended again and again: the service cannot do its work. */
  readonly onFailed: (reason: string) => void;
  /** For tests: the thread. */
  readonly open?: () => Worker;
}

/** Bytes of blocks that are under way to the thread or worked off there; more stay with the log. */
const MOST_UNDER_WAY = 4 << 20;
const LOG_STATE_EVERY_MS = 200;
/** What becomes durable meanwhile is handed over together: to wake the thread costs more than what is in a block. */
const HAND_OVER_EVERY_MS = 20;
/** The same where senders wait until it was brought to the cluster. */
const FORWARD_EVERY_MS = 3;
const STOP_TIMEOUT_MS = 8000;
const END_TIMEOUT_MS = 2000;
const FLUSH_TIMEOUT_MS = 1000;

interface Reading {
  readonly stop: AbortController;
  bytes: number;
  wake: () => void;
}

/** What is known of the epochs that messages of the log are of. */
export interface EpochTextsOf {
  /** Undefined where it was lost. @throws Error when it cannot be asked now */
  text(number: number): Promise<string | undefined>;
  /** In a cluster: afterwards all readers of its log have it. @throws Error */
  share?(number: number): Promise<void>;
}

const ALONE = (): Promise<number> => Promise.reject(new Error("this process is not one of a cluster"));

/** A log that the thread is brought. */
type BroughtLog = Pick<FileLog, "idPrefix" | "waiting" | "handover"> & {
  /** The main output's first. */
  readonly readers: readonly BroughtReader[];
};

type BroughtReader = Pick<
  LogCursor,
  "name" | "identity" | "waiting" | "isShort" | "overdue" | "readRaw" | "commit" | "settled"
>;

/** An output, as `/health` has it. */
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
  readonly #readings = new Map<number, Reading>();
  readonly #restarts = new Restarts();
  #worker: Worker | undefined;
  #link: ThreadLink<StoreHalf>;
  #state: HalfState | undefined;
  /** Set while no thread runs, or one is just starting. */
  #outage: string | undefined = "not started";
  #lastEnd: PartStatus["lastError"];
  #isStopping = false;
  #isHurried = false;
  #timer: NodeJS.Timeout | undefined;
  #plan: PublishPlan;
  /** As a thread that is started again is to have them. */
  #settings: Settings;
  readonly #messages: BroughtLog;

  constructor(options: StoreThreadOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#plan = publishPlan(options.settings);
    this.#messages = options.messages ?? this.#ownLog();
    this.#link = ENDED;
    const [main, ...others] = this.#messages.readers.map((reader) => this.#observed(reader));
    this.outputs = [main!, ...others];
    this.#store = new RemoteStore({ link: () => this.#link, status: () => main!.store.status() });
  }

  get writer(): Observable {
    return this.outputs[0].writer;
  }

  get store(): AskedStore {
    return this.#store;
  }

  /**
   * Before anything is appended to the log. An embedded database has to open; one elsewhere is tried for as long as it takes.
   * @throws Error with one sentence for the operator
   */
  async start(): Promise<void> {
    const isEmbedded = this.#options.settings.store.kind === "duckdb" && this.#options.task !== "forward";
    await this.#open(isEmbedded ? "at-once" : "patiently");
    this.#timer = setInterval(() => this.#link.tell("logState", this.#logStates()), LOG_STATE_EVERY_MS);
    this.#timer.unref();
  }

  /** Before messages come in it. A thread that is just started again loads what it needs then. @throws Error where codecs are not there */
  async prepare(epoch: NumberedText): Promise<void> {
    if (this.#outage === undefined) await this.#link.ask("prepare", textOf(epoch));
  }

  /** Has a message of the journal not brought to the cluster. False where that was begun. @throws Error when the thread ended */
  withdraw(position: Cursor): Promise<boolean> {
    return this.#link.ask("withdraw", position);
  }

  /** Nothing waits for more to be written with. */
  hurry(): void {
    this.#isHurried = true;
    this.#link.tell("hurry");
  }

  /** From now on these rows are told of once they are stored. */
  publish(plan: PublishPlan): void {
    this.#plan = plan;
    this.#link.tell("publish", plan);
  }

  /** From now on rows are kept as long as these settings say. */
  keep({ store }: Pick<Settings, "store">): void {
    if (store.kind !== "duckdb") return;
    this.#settings = { ...this.#settings, store };
    this.#link.tell("keep", store.keep);
  }

  /** Resolves to false when not all was stored in time: the log has it. */
  async drain(timeoutMs: number): Promise<boolean> {
    this.hurry();
    const isDrained = await settledAll(this.#messages.readers, timeoutMs);
    // While the broker is still there.
    const flushed = this.#link.ask("flushRows").catch(() => {});
    await withTimeout(flushed, FLUSH_TIMEOUT_MS);
    return isDrained;
  }

  /** What waits to be brought to outputs that can be written is stored; false when it is not in time. */
  settled(timeoutMs: number): Promise<boolean> {
    const isAway = ({ name }: BroughtReader) => this.#state?.outputs[name]?.writer.retryAtMs !== undefined;
    const { readers } = this.#messages;
    return settledAll(readers.length === 1 ? readers : readers.filter((reader) => !isAway(reader)), timeoutMs);
  }

  /** A log that the thread reads by itself; undefined until it has said so. */
  get logStatus(): PartStatus | undefined {
    return this.#outage === undefined ? this.#state?.log : undefined;
  }

  /** Messages that wait for the store. */
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

  /** By itself, between two calls of the database; from outside when one of them never ends. */
  async #endWorker(worker: Worker): Promise<void> {
    // -1: it ended.
    if (worker.threadId === -1) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    this.#link.tell("end");
    await withTimeout(ended, END_TIMEOUT_MS);
    await worker.terminate();
  }

  async #open(opening: HalfOptions["opening"]): Promise<void> {
    const messages = this.#messages;
    const worker = (this.#options.open ?? openStoreThread)();
    const link = new ThreadLink<StoreHalf>(worker, this.#logHalf() as Functions);
    this.#worker = worker;
    this.#link = link;
    // What the one before said is no longer so.
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
    const { task = "store", epoch } = this.#options;
    const settings = this.#settings;
    const options = {
      task,
      settings,
      epoch: textOf(epoch()),
      outputs: messages.readers.map((reader) => ({
        name: reader.name,
        identity: reader.identity,
        state: logStateOf(reader),
      })),
      ...(handover && { handover }),
      idPrefix: messages.idPrefix,
      publish: this.#plan,
      withdrawn: this.#options.withdrawn?.() ?? [],
      opening,
    };
    this.#store.rewrites = await link.ask("start", options).catch(async (error: Error) => {
      // It is not started again: the operator has to do something.
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
    if (waitMs === undefined) this.#options.onFailed(`the store's thread ended again and again: ${reason}`);
    else setTimeout(() => void this.#restart(), waitMs);
  }

  async #restart(): Promise<void> {
    if (this.#isStopping) return;
    // An end while it starts is noticed like any other.
    await this.#open("patiently").catch((error: Error) => {
      if (!this.#isStopping && this.#worker === undefined) this.#ended(error.message);
    });
  }

  #logHalf(): LogHalf {
    const { onRefused, onRejected, onDecodedOtherwise, epochs, incarnation = ALONE, log } = this.#options;
    return {
      read: (output, reading, after) => void this.#read(this.#reader(output), reading, after),
      endReading: (reading) => this.#readings.get(reading)?.stop.abort(),
      worked: (reading, bytes) => {
        const known = this.#readings.get(reading);
        if (known === undefined) return;
        known.bytes -= bytes;
        known.wake();
      },
      commit: (output, cursor, secured, state) => {
        if (state !== undefined) this.#take(state);
        this.#reader(output).commit(cursor, secured);
        if (state !== undefined) this.#link.tell("logState", this.#logStates());
      },
      settled: (output, timeoutMs) => this.#reader(output).settled(timeoutMs),
      refused: onRefused,
      rejected: onRejected,
      decodedOtherwise: onDecodedOtherwise,
      epochText: (number) => epochs.text(number),
      shareEpoch: async (number) => epochs.share?.(number),
      rows: (messages, places) => this.#options.onRows?.(messages, places),
      incarnation,
      newColumns: (ofBatch) => {
        for (const columns of ofBatch) this.#store.announce(columns);
      },
      state: (state) => this.#take(state),
      log: (level, event, sentence) => log[level]({ event }, sentence),
    };
  }

  /** Hands over blocks for as long as they are worked off. */
  async #read(reader: BroughtReader, id: number, after: Cursor | undefined): Promise<void> {
    const reading: Reading = { stop: new AbortController(), bytes: 0, wake: () => {} };
    const link = this.#link;
    const everyMs = this.#options.task === "forward" ? FORWARD_EVERY_MS : HAND_OVER_EVERY_MS;
    this.#readings.set(id, reading);
    try {
      for await (const block of reader.readRaw(after, reading.stop.signal)) {
        const given = handOver(block);
        reading.bytes += given.bytes.byteLength;
        link.hand([given.bytes.buffer as ArrayBuffer], "block", id, given);
        while (reading.bytes > MOST_UNDER_WAY && !reading.stop.signal.aborted) await room(reading);
        if (!block.behind && !this.#isHurried) await pause(everyMs, undefined, { ref: false });
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

  #take(state: HalfState): void {
    this.#state = state;
    for (const seconds of state.writes) this.#options.onWritten(seconds);
  }

  /** Read by the thread: known by what it says. Nothing of it has to be brought to its end before a stop. */
  #ownLog(): BroughtLog {
    const waiting = () => this.#state?.waiting ?? 0;
    const reader: BroughtReader = {
      name: MAIN_OUTPUT,
      identity: CLUSTER_LOG,
      get waiting() {
        return waiting();
      },
      isShort: false,
      overdue: BEGINNING,
      readRaw: async function* () {},
      commit: () => {},
      settled: (timeoutMs) => this.#link.ask("settled", timeoutMs),
    };
    return {
      readers: [reader],
      idPrefix: "",
      get waiting() {
        return waiting();
      },
      handover: undefined,
    };
  }

  #reader(output: string): BroughtReader {
    return this.#messages.readers.find(({ name }) => name === output)!;
  }

  #logStates(): Record<string, LogState> {
    return Object.fromEntries(this.#messages.readers.map((reader) => [reader.name, logStateOf(reader)]));
  }

  #observed(reader: BroughtReader): ObservedOutput {
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

  #writerStatus(known: OutputState | undefined, { name, waiting }: BroughtReader): PartStatus {
    if (known !== undefined) return writerStatus(known.writer, waiting);
    return this.#outageStatus({ ...this.#state?.outputs[name]?.writer.counts, waiting });
  }

  #outageStatus(counts: Readonly<Record<string, number>>): PartStatus {
    const lastError = this.#lastEnd;
    return { state: "down", detail: this.#outage ?? "starting", ...(lastError && { lastError }), counts };
  }
}

const ENDED: ThreadLink<StoreHalf> = ThreadLink.ended("the store's thread is not started");

export function openStoreThread(): Worker {
  return openWorker("store-thread", new URL("./worker.ts", import.meta.url), import.meta.url);
}

/** What passes from thread to thread. */
function textOf({ number, text }: NumberedText): NumberedText {
  return { number, text };
}

/** The block with memory that nobody else has. */
function handOver(block: RawBlock): RawBlock {
  const { bytes } = block;
  return bytes.byteLength === bytes.buffer.byteLength
    ? block
    : { ...block, bytes: Buffer.from(Uint8Array.from(bytes).buffer) };
}

function logStateOf({ waiting, isShort, overdue }: BroughtReader): LogState {
  return { waiting, isShort, overdue };
}

async function settledAll(readers: readonly BroughtReader[], timeoutMs: number): Promise<boolean> {
  const settled = await Promise.all(readers.map((reader) => reader.settled(timeoutMs)));
  return settled.every((isSettled) => isSettled);
}

function room(reading: Reading): Promise<void> {
  return new Promise((resolve) => {
    const { signal } = reading.stop;
    // While a backlog is worked off there are thousands of waits, and the signal lives as long as the thread.
    const wake = () => {
      signal.removeEventListener("abort", wake);
      resolve();
    };
    reading.wake = wake;
    signal.addEventListener("abort", wake, { once: true });
  });
}
