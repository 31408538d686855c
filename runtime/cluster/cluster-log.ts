/**
 * The cluster's log as its readers see it: frames of all partitions as they are delivered, one of each partition at a time.
 * A frame is acknowledged when the store has it. What a store has already is passed over: a frame comes again when its
 * acknowledgement was lost, or the worker that had it was taken for dead, or a node sent it a second time.
 *
 * Cursors count what this store was ever given; they say nothing to anybody else.
 */

import { setTimeout } from "node:timers/promises";
import type { ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import type { ClusterSettings } from "../config/settings.ts";
import type { JournalPosition } from "../journal/journal.ts";
import type { Cursor, LogBlock, LogEntry, LogReader, Marks } from "../journal/log.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";
import { type Cluster, connectCluster, ensureConsumers, ensureStreams } from "./connection.ts";
import { epochOfFrame } from "./epoch-header.ts";
import { decodeFrame, type Frame } from "./frame.ts";
import { CLUSTER_LOG } from "./names.ts";
import { markName } from "./partition.ts";

export interface ClusterLogOptions {
  readonly settings: ClusterSettings;
  readonly onFinding: (sentence: string) => void;
  /** For tests, and whoever has one. */
  readonly cluster?: Cluster;
}

/** Delivered, and not yet acknowledged. */
interface Taken {
  readonly message: JsMsg;
  /** Name of its marks. */
  readonly mark: string;
  /** Entry `i` has the cursor `first + i`. */
  readonly first: Cursor;
  /** Of the frame's last entry, or what came before it when there is none. */
  readonly last: Cursor;
  readonly positions: readonly JournalPosition[];
}

const RETRY_MS = 1000;
/** A server that says nothing for two heartbeats is asked again. */
const PULL_MS = 10_000;
const HEARTBEAT_MS = 1000;
/** After this part of `ack_wait` without a word somebody else may have been given the frame by the time that it is begun. */
const NEARLY = 0.95;

export class ClusterLog implements LogReader {
  readonly identity = CLUSTER_LOG;
  readonly isShort = false;
  readonly #options: ClusterLogOptions;
  readonly #ready: (LogBlock & { readonly taken: Taken })[] = [];
  readonly #taken: Taken[] = [];
  /** What the store has, and what is on its way to it. */
  #stored = new Map<string, JournalPosition>();
  readonly #delivered = new Map<string, JournalPosition>();
  #next: Cursor = 1;
  #committed: Cursor = 0;
  #wake: () => void = () => {};
  #waiters: { readonly cursor: Cursor; readonly resolve: () => void }[] = [];
  #touchedMs = performance.now();
  readonly #pending: number[];
  readonly counts = { frames: 0, repeated: 0, refused: 0, stale: 0 };

  constructor(options: ClusterLogOptions) {
    this.#options = options;
    this.#pending = Array.from({ length: options.settings.partitions }, () => 0);
  }

  /** Frames that were not delivered when a frame of their partition last was, and messages that were. */
  get waiting(): number {
    return this.#next - 1 - this.#committed + this.#pending.reduce((sum, frames) => sum + frames, 0);
  }

  resume(marks: Marks): void {
    this.#stored = new Map(marks);
  }

  marks(cursor: Cursor): Marks {
    const marks = new Map<string, JournalPosition>();
    for (const { mark, first, positions } of this.#taken) {
      const position = positions[Math.min(cursor - first, positions.length - 1)];
      if (cursor >= first && position !== undefined) marks.set(mark, position);
    }
    return marks;
  }

  async *read(after: Cursor | undefined, stop: AbortSignal): AsyncGenerator<LogBlock> {
    this.#begin(after ?? 0);
    const cluster = this.#options.cluster ?? (await connectCluster(this.#options.settings, "store"));
    const subscriptions = await this.#subscribe(cluster, stop);
    this.#touchedMs = performance.now();
    const touch = setInterval(() => this.#touch(), this.#options.settings.ackWaitMs / 4);
    try {
      while (!stop.aborted) {
        const block = this.#ready.shift();
        if (block !== undefined) yield block;
        else await this.#more(stop);
      }
    } finally {
      clearInterval(touch);
      for (const subscription of subscriptions) subscription.stop();
      for (const { message } of this.#taken) message.nak();
      await cluster.connection.flush().catch(() => {});
      if (this.#options.cluster === undefined) await cluster.close();
    }
  }

  commit(cursor: Cursor): void {
    this.#committed = Math.max(this.#committed, cursor);
    while (this.#taken[0] !== undefined && this.#taken[0].last <= cursor) {
      const { message, mark, positions } = this.#taken.shift()!;
      message.ack();
      const last = positions.at(-1);
      if (last !== undefined) this.#stored.set(mark, last);
    }
    const waiters = this.#waiters;
    this.#waiters = waiters.filter((waiter) => waiter.cursor > this.#committed);
    for (const waiter of waiters) if (waiter.cursor <= this.#committed) waiter.resolve();
  }

  isAfter(cursor: Cursor, other: Cursor): boolean {
    return cursor > other;
  }

  /** Of what was delivered here. */
  async settled(timeoutMs: number): Promise<boolean> {
    const cursor = this.#next - 1;
    if (this.#committed >= cursor) return true;
    await withTimeout(new Promise<void>((resolve) => this.#waiters.push({ cursor, resolve })), timeoutMs);
    return this.#committed >= cursor;
  }

  /** Frames of each partition that waited when one of it was last delivered here. */
  get lag(): readonly number[] {
    return this.#pending;
  }

  #begin(after: Cursor): void {
    this.#ready.length = 0;
    this.#taken.length = 0;
    this.#delivered.clear();
    this.#next = after + 1;
    this.#committed = after;
  }

  async #subscribe(cluster: Cluster, stop: AbortSignal): Promise<ConsumerMessages[]> {
    while (!stop.aborted) {
      try {
        await ensureStreams(cluster);
        await ensureConsumers(cluster);
        const partitions = Array.from({ length: cluster.settings.partitions }, (_, partition) => partition);
        return await Promise.all(partitions.map((partition) => this.#consume(cluster, partition)));
      } catch (error) {
        this.#options.onFinding(`the cluster's log cannot be read: ${(error as Error).message}; trying again`);
        await setTimeout(RETRY_MS, undefined, { signal: stop }).catch(() => {});
      }
    }
    return [];
  }

  async #consume(cluster: Cluster, partition: number): Promise<ConsumerMessages> {
    const { jetstream, names } = cluster;
    const consumer = await jetstream.consumers.get(names.frames, names.consumer(partition));
    return consumer.consume({
      max_messages: 2,
      expires: PULL_MS,
      idle_heartbeat: HEARTBEAT_MS,
      callback: (message) => this.#take(cluster, partition, message),
    });
  }

  #take(cluster: Cluster, partition: number, message: JsMsg): void {
    this.#pending[partition] = message.info.pending;
    this.counts.frames++;
    if (message.redelivered) this.counts.repeated++;
    let frame: Frame;
    try {
      if (message.subject !== cluster.names.frameSubject(partition)) throw new Error("it is of another partition");
      frame = decodeFrame(message.data);
    } catch (error) {
      void this.#refuse(cluster, message, (error as Error).message);
      return;
    }
    this.#deliver(partition, message, frame);
  }

  #deliver(partition: number, message: JsMsg, { node, entries }: Frame): void {
    const mark = markName(node, partition, this.#options.settings.partitions);
    // From before the node was one of a cluster.
    const asOneProcess = this.#stored.get(node) ?? 0;
    const known = Math.max(this.#delivered.get(mark) ?? 0, this.#stored.get(mark) ?? 0, asOneProcess);
    const fresh = entries.filter((entry) => entry.position > known || entry.message.isRetry === true);
    const first = this.#next;
    this.#next += fresh.length;
    const positions = fresh.map(({ position }) => position);
    const taken = { message, mark, first, last: this.#next - 1, positions };
    this.#taken.push(taken);
    this.#delivered.set(mark, Math.max(known, positions.at(-1) ?? 0));
    const log = node.slice(0, 8);
    const epoch = epochOfFrame(message);
    const logEntries: LogEntry[] = fresh.map(({ position, message: telemetry }, index) => ({
      id: `${log}/${position}`,
      message: telemetry,
      cursor: first + index,
      epoch,
      partition,
    }));
    this.#ready.push({ entries: logEntries, cursor: taken.last, behind: false, epoch, taken });
    this.#wake();
  }

  /** Kept as it is, for people; then gone, as it would be refused again. */
  async #refuse(cluster: Cluster, message: JsMsg, reason: string): Promise<void> {
    this.counts.refused++;
    this.#options.onFinding(`a frame of ${message.subject} (${message.seq}) was refused: ${reason}`);
    const options = { msgID: `${message.subject}/${message.seq}` };
    try {
      await cluster.jetstream.publish(cluster.names.refusedFrame, message.data, options);
      message.term();
    } catch {
      message.nak(RETRY_MS);
    }
  }

  /** A frame that is being worked on is not given to somebody else; one that may have been is not begun any more. */
  #touch(): void {
    const nowMs = performance.now();
    const paused = nowMs - this.#touchedMs > this.#options.settings.ackWaitMs * NEARLY;
    this.#touchedMs = nowMs;
    if (paused) this.#drop();
    for (const { message } of this.#taken) message.working();
  }

  /** This process was paused for so long that others have what it had not begun with. */
  #drop(): void {
    const left = this.#ready.splice(0);
    if (left.length === 0) return;
    this.counts.stale += left.length;
    const dropped = new Set<Taken>(left.map(({ taken }) => taken));
    for (const { mark } of dropped) this.#delivered.delete(mark);
    const kept = this.#taken.filter((taken) => !dropped.has(taken));
    this.#taken.splice(0, this.#taken.length, ...kept);
    for (const { mark, positions } of kept) this.#delivered.set(mark, positions.at(-1) ?? 0);
    this.#options.onFinding(`${left.length} frames were left to others, as this process was held up`);
  }

  #more(stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        stop.removeEventListener("abort", wake);
        resolve();
      };
      this.#wake = wake;
      stop.addEventListener("abort", wake);
    });
  }
}
