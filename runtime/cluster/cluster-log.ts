/**
 * The cluster's log as a store worker reads it: frames of the partitions that it owns (`ownership.ts`), those of a
 * partition in their order. A frame is acknowledged when the store has it.
 *
 * A frame is skipped only if this process is handling it or has stored it, which the stream's number and time prove; a
 * frame's own content never causes a skip. Messages of a frame that may be stored already (according to its sender, or
 * because an earlier worker had it) replace rows with the same times.
 *
 * Cursors count the frames that this store received; they are meaningless to others.
 */

import { setTimeout } from "node:timers/promises";
import type { Msg } from "@nats-io/transport-node";
import type { ClusterSettings } from "../config/settings.ts";
import type { Cursor, LogBlock, LogEntry, LogReader, Marks } from "../journal/log.ts";
import type { Message } from "../telemetry/message.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";
import { type Cluster, connectCluster, ensureBucket, ensureStreams } from "./connection.ts";
import { epochOfFrame } from "./epoch-header.ts";
import { decodeFrame, type Frame } from "./frame.ts";
import { PartsUnderWay, partOf } from "./frame-parts.ts";
import { CLUSTER_LOG } from "./names.ts";
import { Ownership } from "./ownership.ts";
import { broughtByCluster } from "./partition.ts";
import { type Delivered, PartitionReader } from "./partition-reader.ts";
import { refusedHeaders } from "./refused.ts";

export interface ClusterLogOptions {
  readonly settings: ClusterSettings;
  /** ID of this worker, new in each run. */
  readonly worker: string;
  readonly onFinding: (sentence: string) => void;
  /** An existing connection, for tests and for callers that have one. */
  readonly cluster?: Cluster;
}

/** A delivered frame without acknowledgement. */
interface Taken {
  /** The newest delivery; deliveries of a deleted consumer are ignored. Several if the frame came in parts. */
  deliveries: Delivered[];
  readonly bytes: number;
  readonly node: string;
  readonly first: Cursor;
  /** Cursor of the frame's last entry, or of the previous frame if it has none. */
  readonly last: Cursor;
}

interface Partition {
  readonly reader: PartitionReader;
  readonly parts: PartsUnderWay<Delivered>;
  pending: number;
  isLeaving: boolean;
}

const RETRY_MS = 1000;
/** Maximum size of frames in memory, bytes. */
const MOST_IN_HAND = 24 << 20;
/** Number of remembered keys of stored frames: if an acknowledgement is lost, the frame is delivered again. */
const MOST_REMEMBERED = 16_384;
const REFUSE_AGAIN_MS = 1000;
/** How long to wait for the rest of a frame. If its sender ended in the middle, the rest never comes. */
const PARTS_WAIT_MS = 120_000;
const LOOK_MS = 500;
/** How long `/health` reports the last refused frame. */
const TOLD_FOR_MS = 600_000;
const NOTHING: Marks = new Map();

export class ClusterLog implements LogReader {
  readonly identity = CLUSTER_LOG;
  readonly isShort = false;
  readonly #options: ClusterLogOptions;
  readonly #ready: (LogBlock & { readonly taken: Taken })[] = [];
  readonly #taken: Taken[] = [];
  readonly #byKey = new Map<string, Taken>();
  readonly #stored = new Set<string>();
  readonly #partitions = new Map<number, Partition>();
  /** Nodes whose messages the store has received through the cluster. */
  #known = new Set<string>();
  #ownership: Ownership | undefined;
  #bytes = 0;
  /** Number of partitions in the log. */
  #count = 0;
  #next: Cursor = 1;
  #committed: Cursor = 0;
  #wake: () => void = () => {};
  #waiters: { readonly cursor: Cursor; readonly resolve: () => void }[] = [];
  #problem: string | undefined = "no server of the cluster has answered yet";
  #refusal: { readonly sentence: string; readonly atMs: number } | undefined;
  readonly #counts = {
    frames: 0,
    again: 0,
    inHand: 0,
    alreadyStored: 0,
    refused: 0,
    leftToOthers: 0,
    withoutBeginning: 0,
  };

  constructor(options: ClusterLogOptions) {
    this.#options = options;
  }

  /** Frames not yet delivered, as of their partition's last delivery, and messages already delivered. */
  get waiting(): number {
    let pending = 0;
    for (const partition of this.#partitions.values()) pending += partition.pending;
    return this.#next - 1 - this.#committed + pending;
  }

  status(): PartStatus {
    const { size } = this.#partitions;
    const stuck = [...this.#partitions].filter(([, { reader }]) => reader.problem !== undefined);
    const [first] = stuck;
    const isRecent = this.#refusal !== undefined && performance.now() - this.#refusal.atMs < TOLD_FOR_MS;
    const odd = isRecent ? this.#refusal?.sentence : undefined;
    const unread = first && `${stuck.length} of ${size} partitions cannot be read: ${first[1].reader.problem}`;
    const detail = this.#problem ?? unread ?? odd;
    const counts = { ...this.#counts, partitions: size, bytesInHand: this.#bytes };
    return {
      state: detail === undefined ? "ok" : "degraded",
      detail: detail ?? `${size} partitions are read here`,
      counts,
    };
  }

  resume(marks: Marks): void {
    this.#known = new Set([...marks.keys()]);
  }

  marks(cursor: Cursor): Marks {
    const nodes = this.#taken.filter(({ first }) => first <= cursor).map(({ node }) => broughtByCluster(node));
    const fresh = nodes.filter((mark) => !this.#known.has(mark));
    return fresh.length === 0 ? NOTHING : new Map(fresh.map((mark) => [mark, 1]));
  }

  async *read(after: Cursor | undefined, stop: AbortSignal): AsyncGenerator<LogBlock> {
    this.#begin(after ?? 0);
    const { settings, worker } = this.#options;
    const cluster = this.#options.cluster ?? (await connectCluster(settings, `store ${worker.slice(0, 8)}`));
    const ownership = await this.#join(cluster, stop);
    this.#ownership = ownership;
    void this.#watch(cluster, stop);
    const look = setInterval(() => this.#look(cluster), LOOK_MS);
    try {
      while (!stop.aborted) {
        // If other workers may own the partitions, nothing is started: the next check of the table may drop what is
        // ready.
        const block = this.#ownership?.isSure === false ? undefined : this.#ready.shift();
        if (block !== undefined) yield block;
        else await this.#more(stop);
      }
    } finally {
      clearInterval(look);
      for (const { reader } of this.#partitions.values()) reader.stop();
      await cluster.connection.flush().catch(() => {});
      await ownership?.stop();
      this.#partitions.clear();
      if (this.#options.cluster === undefined) await cluster.close();
    }
  }

  commit(cursor: Cursor): void {
    this.#committed = Math.max(this.#committed, cursor);
    while (this.#taken[0] !== undefined && this.#taken[0].last <= cursor) this.#settle(this.#taken.shift()!);
    const waiters = this.#waiters;
    this.#waiters = waiters.filter((waiter) => waiter.cursor > this.#committed);
    for (const waiter of waiters) if (waiter.cursor <= this.#committed) waiter.resolve();
    if (this.#hasRoom()) for (const { reader } of this.#partitions.values()) reader.more();
  }

  isAfter(cursor: Cursor, other: Cursor): boolean {
    return cursor > other;
  }

  /** Refers to messages delivered here. */
  async settled(timeoutMs: number): Promise<boolean> {
    const cursor = this.#next - 1;
    if (this.#committed >= cursor) return true;
    await withTimeout(new Promise<void>((resolve) => this.#waiters.push({ cursor, resolve })), timeoutMs);
    return this.#committed >= cursor;
  }

  #begin(after: Cursor): void {
    this.#ready.length = 0;
    this.#taken.length = 0;
    this.#byKey.clear();
    this.#bytes = 0;
    this.#next = after + 1;
    this.#committed = after;
  }

  async #join(cluster: Cluster, stop: AbortSignal): Promise<Ownership | undefined> {
    const { onFinding, worker, settings } = this.#options;
    while (!stop.aborted) {
      try {
        const partitions = await ensureStreams(cluster);
        this.#problem = undefined;
        this.#count = partitions;
        return new Ownership({
          bucket: () => ensureBucket(cluster, "nodes"),
          partitions,
          worker,
          silentMs: settings.ackWaitMs,
          onGained: (partition, turn) => this.#gain(cluster, partition, turn),
          onLost: (partition) => this.#lose(partition, `partition ${partition} is another worker's now`),
          leave: (partition) => this.#leave(partition),
          stay: (partition) => this.#stay(partition),
          onFinding,
        });
      } catch (error) {
        this.#problem = (error as Error).message;
        onFinding(`the cluster's log cannot be read: ${this.#problem}; trying again`);
        await setTimeout(RETRY_MS, undefined, { signal: stop }).catch(() => {});
      }
    }
    return undefined;
  }

  #gain(cluster: Cluster, partition: number, turn: number): void {
    const parts = new PartsUnderWay<Delivered>();
    const reader = new PartitionReader({
      cluster,
      partition,
      turn,
      onDelivered: (delivered) => this.#take(cluster, delivered),
      hasRoom: () => this.#hasRoom() && this.#partitions.get(partition)?.isLeaving !== true,
      onFinding: this.#options.onFinding,
    });
    this.#partitions.set(partition, { reader, parts, pending: 0, isLeaving: false });
  }

  #lose(partition: number, why: string): void {
    this.#partitions.get(partition)?.reader.stop();
    this.#partitions.delete(partition);
    this.#drop(({ deliveries }) => deliveries[0]?.partition === partition, why);
  }

  #leave(partition: number): boolean {
    const known = this.#partitions.get(partition);
    if (known === undefined) return true;
    known.isLeaving = true;
    return !this.#taken.some(({ deliveries }) => deliveries[0]?.partition === partition);
  }

  #stay(partition: number): void {
    const known = this.#partitions.get(partition);
    if (known?.isLeaving !== true) return;
    known.isLeaving = false;
    known.reader.more();
  }

  /** Deliveries under way when the connection ended are not repeated automatically. */
  async #watch(cluster: Cluster, stop: AbortSignal): Promise<void> {
    for await (const status of cluster.connection.status()) {
      if (stop.aborted) return;
      if (status.type !== "reconnect") continue;
      for (const { reader } of this.#partitions.values()) reader.again("the connection was lost");
    }
  }

  #look(cluster: Cluster): void {
    for (const { parts } of this.#partitions.values()) {
      for (const deliveries of parts.overdue(PARTS_WAIT_MS)) {
        for (const { message } of deliveries) void this.#refuse(cluster, message, "the rest of its frame did not come");
      }
    }
    if (this.#ready.length > 0) this.#wake();
  }

  #hasRoom(): boolean {
    return this.#bytes < MOST_IN_HAND;
  }

  #take(cluster: Cluster, delivered: Delivered): void {
    const { partition, message, key, pending } = delivered;
    const known = this.#partitions.get(partition);
    if (known === undefined) return;
    known.pending = pending;
    const inHand = this.#byKey.get(key);
    if (inHand !== undefined) {
      this.#counts.inHand++;
      inHand.deliveries = inHand.deliveries.map((each) => (each.key === key ? delivered : each));
      return;
    }
    if (this.#stored.has(key)) {
      this.#counts.alreadyStored++;
      acknowledge(message);
      return;
    }
    try {
      const part = partOf(message.headers);
      if (part === undefined) this.#deliver(message, decodeFrame(message.data), [delivered]);
      else this.#gather(known.parts.take(part, message.data, delivered), message);
    } catch (error) {
      void this.#refuse(cluster, message, (error as Error).message);
    }
  }

  #gather(taken: ReturnType<PartsUnderWay<Delivered>["take"]>, message: Msg): void {
    if (taken === "more") return;
    if (taken === "orphan") {
      this.#counts.withoutBeginning++;
      acknowledge(message);
      return;
    }
    const frame = decodeFrame(taken.data);
    this.#deliver(message, frame, [...taken.delivered]);
  }

  #deliver(message: Msg, { version, node, sending, entries }: Frame, deliveries: Delivered[]): void {
    this.#counts.frames++;
    const first = this.#next;
    this.#next += entries.length;
    const bytes = entries.reduce((sum, { message: { payload } }) => sum + payload.length, 0);
    const taken: Taken = { deliveries, bytes, node, first, last: this.#next - 1 };
    this.#taken.push(taken);
    for (const { key } of deliveries) this.#byKey.set(key, taken);
    this.#bytes += bytes;
    const isAgain = sending === "perhaps again" || deliveries.some(({ isRepeated }) => isRepeated);
    if (isAgain) this.#counts.again++;
    const log = `${node.slice(0, 8)}/`;
    const epoch = epochOfFrame(message);
    const ofPartition = version === 1 ? { partition: deliveries[0]!.partition, partitions: this.#count } : {};
    const logEntries: LogEntry[] = entries.map(({ position, message: telemetry }, index) => ({
      // A node that was restored from a copy may use positions twice.
      id: `${log}${position}/${telemetry.receivedNs}`,
      message: isAgain ? again(telemetry) : telemetry,
      cursor: first + index,
      epoch,
      ...ofPartition,
    }));
    this.#ready.push({ entries: logEntries, cursor: taken.last, behind: false, epoch, taken });
    this.#wake();
  }

  #settle({ deliveries, bytes, node }: Taken): void {
    this.#bytes -= bytes;
    this.#known.add(broughtByCluster(node));
    for (const { key, message } of deliveries) {
      acknowledge(message);
      this.#byKey.delete(key);
      this.#stored.add(key);
    }
    if (this.#stored.size <= MOST_REMEMBERED) return;
    for (const key of this.#stored) {
      this.#stored.delete(key);
      if (this.#stored.size <= MOST_REMEMBERED / 2) return;
    }
  }

  /** Keeps the frame unchanged for inspection and removes it from the log, since it would be refused again. */
  async #refuse({ jetstream, names }: Cluster, message: Msg, reason: string): Promise<void> {
    this.#counts.refused++;
    const sentence = `a frame of ${message.subject} was refused and kept: ${reason}`;
    this.#refusal = { sentence, atMs: performance.now() };
    this.#options.onFinding(sentence);
    try {
      const headers = refusedHeaders(message.headers, message.subject);
      await jetstream.publish(names.refusedFrame, message.data, { msgID: `refused/${message.reply}`, headers });
      acknowledge(message);
    } catch {
      await setTimeout(REFUSE_AGAIN_MS, undefined, { ref: false });
      // Without an acknowledgement it is delivered again when its partition is read anew.
    }
  }

  #drop(which: (taken: Taken) => boolean, why: string): void {
    const dropped = new Set(this.#ready.filter(({ taken }) => which(taken)).map(({ taken }) => taken));
    if (dropped.size === 0) return;
    this.#counts.leftToOthers += dropped.size;
    this.#ready.splice(0, this.#ready.length, ...this.#ready.filter(({ taken }) => !dropped.has(taken)));
    this.#taken.splice(0, this.#taken.length, ...this.#taken.filter((taken) => !dropped.has(taken)));
    const concerned = new Set<number>();
    for (const { deliveries, bytes } of dropped) {
      this.#bytes -= bytes;
      for (const { key, partition } of deliveries) {
        this.#byKey.delete(key);
        concerned.add(partition);
      }
    }
    // If this worker still owns the partitions, they are delivered again.
    for (const partition of concerned) this.#partitions.get(partition)?.reader.again(why);
    this.#options.onFinding(`${dropped.size} frames were left to others: ${why}`);
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

const ACK = Buffer.from("+ACK");

function acknowledge(message: Msg): void {
  message.respond(ACK);
}

function again(message: Message): Message {
  return message.isRetry === true ? message : { ...message, isRetry: true };
}
