/**
 * The cluster's log as a store worker reads it: frames of the partitions that it owns (`ownership.ts`), those of a
 * partition in their order. Each output has its own reader (`output-reader.ts`). A frame is acknowledged when all outputs
 * have it.
 *
 * A frame is skipped only if this process is handling it or has stored it, which the stream's number and time prove; a
 * frame's own content never causes a skip. Messages of a frame that may be stored already (according to its sender, or
 * because an earlier worker had it) replace rows with the same times.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { Msg } from "@nats-io/transport-node";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import { type Cluster, connectCluster, ensureBucket, ensureStreams } from "./connection.ts";
import { CLUSTER_LOG_COUNTERS } from "./counters.ts";
import type { DeliveredFrame, FrameDelivery, FrameEntry } from "./delivered-frame.ts";
import { epochOfFrame } from "./epoch-header.ts";
import { decodeFrame, type Frame } from "./frame.ts";
import { PartsUnderWay, partOf } from "./frame-parts.ts";
import { isRefusal } from "./jetstream-errors.ts";
import type { ClusterSettings } from "./keys.ts";
import { LaneGate } from "./lane-gate.ts";
import { afterOf, laneWorker } from "./lanes.ts";
import { OutputReader, type OutputWish, type ReadLog } from "./output-reader.ts";
import { Ownership } from "./ownership.ts";
import { Partitions } from "./partition.ts";
import { type Delivered, PartitionReader } from "./partition-reader.ts";
import { Positions, type StreamPosition } from "./positions.ts";
import { refusedHeaders } from "./refused.ts";
import { Removals } from "./removals.ts";

export interface ClusterLogOptions {
  readonly settings: ClusterSettings;
  /** ID of this worker, new in each run. */
  readonly worker: string;
  /** The main one first. */
  readonly outputs: readonly [OutputWish, ...OutputWish[]];
  /** Describes which output stores which databases. */
  readonly routing?: string;
  readonly onFinding: (sentence: string) => void;
  /** An existing connection, for tests and for callers that have one. */
  readonly cluster?: Cluster;
}

interface Partition {
  /** Absent until the outputs' positions are loaded. */
  reader?: PartitionReader;
  readonly parts: PartsUnderWay<Delivered>;
  readonly gate: LaneGate<Delivered>;
  pending: number;
  isLeaving: boolean;
}

const RETRY_MS = 1000;
/** Maximum size of frames in memory that no output has stored, bytes. */
const MOST_IN_HAND = 24 << 20;
/** Maximum size of frames in memory for outputs that are behind others, bytes. Further frames are fetched again later. */
const MOST_KEPT = 8 << 20;
/** Number of remembered keys of stored frames: if an acknowledgement is lost, the frame is delivered again. */
const MOST_REMEMBERED = 16_384;
const REFUSE_AGAIN_MS = 1000;
/** How long to wait for the rest of a frame. If its sender ended in the middle, the rest never comes. */
const PARTS_WAIT_MS = 120_000;
const LOOK_MS = 500;
/** How long `/health` reports the last refused frame. */
const TOLD_FOR_MS = 600_000;
/** Frames of other partitions are stored within seconds, unless their worker is stuck. */
const HELD_TOO_LONG_MS = 30_000;
/** How long a stop waits for servers that do not answer. */
const CLOSE_MS = 1500;

export class ClusterLog implements ReadLog {
  /** The main output's first. */
  readonly readers: readonly [OutputReader, ...OutputReader[]];
  readonly #options: ClusterLogOptions;
  readonly #taken = new Set<DeliveredFrame>();
  readonly #byKey = new Map<string, DeliveredFrame>();
  readonly #stored = new Set<string>();
  readonly #partitions = new Map<number, Partition>();
  readonly #removals = new Removals(async () => ensureBucket(this.#cluster!, "facts"));
  readonly isGone: Removals["isGone"] = (...args) => this.#removals.isGone(...args);
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #cluster: Cluster | undefined;
  #acknowledgements: Acknowledgements | undefined;
  #ownership: Ownership | undefined;
  /** Undefined for a single output. */
  #positions: Positions | undefined;
  /** Size of frames that no output has stored. */
  #bytes = 0;
  /** Size of frames in memory that some outputs have stored. */
  #kept = 0;
  /** Number of partitions in the log. */
  #count = 0;
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
    fetchedAgain: 0,
  };

  constructor(options: ClusterLogOptions) {
    this.#options = options;
    const [main, ...others] = options.outputs;
    this.readers = [new OutputReader(main, this), ...others.map((output) => new OutputReader(output, this))];
  }

  get isSure(): boolean {
    return this.#ownership?.isSure !== false;
  }

  shareOf(bytes: number): number {
    return (bytes * Math.max(1, this.#partitions.size)) / Math.max(1, this.#count);
  }

  begin(): void {
    this.#running ??= this.#run();
  }

  status(): PartStatus {
    const { size } = this.#partitions;
    const stuck = [...this.#partitions].filter(([, { reader }]) => reader?.problem !== undefined);
    const [first] = stuck;
    const isRecent = this.#refusal !== undefined && performance.now() - this.#refusal.atMs < TOLD_FOR_MS;
    const odd = isRecent ? this.#refusal?.sentence : undefined;
    const unread = first && `${stuck.length} of ${size} partitions cannot be read: ${first[1].reader?.problem}`;
    const gates = [...this.#partitions.values()].map(({ gate }) => gate);
    const heldBack = gates.reduce((sum, { waiting }) => sum + waiting, 0);
    const heldMs = Math.max(0, ...gates.map(({ waitingMs }) => waitingMs));
    const late = `${heldBack} frames have waited ${Math.round(heldMs / 1000)} s for earlier ones in other partitions`;
    const detail = this.#problem ?? unread ?? (heldMs > HELD_TOO_LONG_MS ? late : undefined) ?? odd;
    const unconfirmed = this.#acknowledgements?.unconfirmed ?? 0;
    const own = { heldBack, unconfirmed, partitions: size, bytesInHand: this.#bytes };
    return {
      state: detail === undefined ? "ok" : "degraded",
      detail: detail ?? `${size} partitions are read here`,
      counts: CLUSTER_LOG_COUNTERS.of({ ...this.#counts, ...own }),
    };
  }

  /** Call it after the outputs' writers have stopped. */
  async close(): Promise<void> {
    this.#stop.abort();
    await withTimeout(this.#running ?? Promise.resolve(), CLOSE_MS);
  }

  async #run(): Promise<void> {
    const { settings, worker, cluster: given, routing = "", onFinding } = this.#options;
    const { signal } = this.#stop;
    const cluster = given ?? (await connectCluster(settings, `store ${worker.slice(0, 8)}`));
    this.#cluster = cluster;
    this.#acknowledgements = new Acknowledgements(cluster.connection);
    if (this.readers.length > 1) {
      this.#positions = new Positions({ bucket: () => ensureBucket(cluster, "nodes"), routing, onFinding });
    }
    this.#ownership = await this.#join(cluster, signal);
    void this.#watch(cluster, signal);
    const look = setInterval(() => this.#look(cluster), LOOK_MS);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    clearInterval(look);
    for (const { reader, gate } of this.#partitions.values()) {
      reader?.stop();
      gate.stop();
    }
    await this.#positions?.stop();
    await cluster.connection.flush().catch(() => {});
    await this.#ownership?.stop();
    this.#partitions.clear();
    if (given === undefined) await cluster.close();
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
          worker: laneWorker(worker),
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
        await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
      }
    }
    return undefined;
  }

  #gain(cluster: Cluster, partition: number, turn: number): void {
    const gate = new LaneGate<Delivered>({
      isClear: (upTo) => this.#areOthersStored(cluster, partition, upTo),
      pass: (delivered) => this.#begin(cluster, delivered),
    });
    const known: Partition = { parts: new PartsUnderWay<Delivered>(), gate, pending: 0, isLeaving: false };
    this.#partitions.set(partition, known);
    const begin = () => {
      if (this.#partitions.get(partition) !== known) return;
      known.reader = new PartitionReader({
        cluster,
        partition,
        turn,
        waits: this.readers.length > 1 ? "for the slowest output" : "for the store",
        onBegun: () => {
          gate.restart();
          this.#forgetPassed();
        },
        onDelivered: (delivered) => {
          known.pending = delivered.pending;
          gate.take(delivered, delivered.seq, afterOf(delivered.message, delivered.seq));
        },
        hasRoom: () => this.#hasRoom() && !known.isLeaving && gate.waiting === 0,
        onFinding: this.#options.onFinding,
      });
    };
    if (this.#positions === undefined) begin();
    else void this.#positions.load(partition).then(begin);
  }

  #lose(partition: number, why: string): void {
    this.#partitions.get(partition)?.reader?.stop();
    this.#partitions.get(partition)?.gate.stop();
    this.#partitions.delete(partition);
    this.#forgetPassed();
    this.#positions?.forget(partition);
    this.#drop(partition, why);
  }

  #forgetPassed(): void {
    for (const { gate } of this.#partitions.values()) gate.forget();
  }

  /** A frame that some output has stored does not delay the hand-over: the next worker gives it to the others. */
  #leave(partition: number): boolean {
    const known = this.#partitions.get(partition);
    if (known === undefined) return true;
    known.isLeaving = true;
    return ![...this.#taken].some((taken) => taken.partition === partition && taken.stored === 0);
  }

  #stay(partition: number): void {
    const known = this.#partitions.get(partition);
    if (known?.isLeaving !== true) return;
    known.isLeaving = false;
    known.reader?.more();
  }

  /** Deliveries under way when the connection ended are not repeated automatically. */
  async #watch(cluster: Cluster, stop: AbortSignal): Promise<void> {
    for await (const status of cluster.connection.status()) {
      if (stop.aborted) return;
      if (status.type !== "reconnect") continue;
      for (const { reader } of this.#partitions.values()) reader?.again("the connection was lost");
    }
  }

  #look(cluster: Cluster): void {
    for (const { parts } of this.#partitions.values()) {
      for (const deliveries of parts.overdue(PARTS_WAIT_MS)) {
        for (const { message } of deliveries) void this.#refuse(cluster, message, "the rest of its frame did not come");
      }
    }
    for (const reader of this.readers) reader.wake();
  }

  #hasRoom(): boolean {
    return this.#bytes < MOST_IN_HAND;
  }

  /** What is before it in the queue of an output of this worker counts as stored. A number beyond the log is of a former log. */
  async #areOthersStored({ manager, names }: Cluster, partition: number, upTo: number): Promise<boolean> {
    const others = Array.from({ length: this.#count }, (_, other) => other).filter((other) => other !== partition);
    const left = await Promise.all(
      others.map(async (other) => {
        const stored = this.#partitions.get(other)?.gate.passed ?? (await this.#positions?.furthest(other)) ?? 0;
        const wish = { seq: stored + 1, next_by_subj: names.frameSubject(other) };
        return (await manager.streams.getMessage(names.frames, wish))?.seq ?? Number.POSITIVE_INFINITY;
      }),
    );
    return left.every((seq) => seq > upTo) || (await manager.streams.info(names.frames)).state.last_seq < upTo;
  }

  #begin(cluster: Cluster, delivered: Delivered): void {
    const { partition, message, key } = delivered;
    const known = this.#partitions.get(partition);
    if (known === undefined) return;
    if (known.gate.waiting === 0) known.reader?.more();
    const inHand = this.#byKey.get(key);
    if (inHand !== undefined) {
      this.#counts.inHand++;
      inHand.deliveries = inHand.deliveries.map((each) => (each.key === key ? takenOf(delivered) : each));
      return;
    }
    if (this.#stored.has(key)) {
      this.#counts.alreadyStored++;
      this.#acknowledge(message);
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
      this.#acknowledge(message);
      return;
    }
    const frame = decodeFrame(taken.data);
    this.#deliver(message, frame, [...taken.delivered]);
  }

  #deliver(message: Msg, frame: Frame, deliveries: readonly Delivered[]): void {
    this.#counts.frames++;
    const { partition } = deliveries[0]!;
    const isAgain = frame.sending === "perhaps again" || deliveries.some(({ isRepeated }) => isRepeated);
    if (isAgain) this.#counts.again++;
    const entries = entriesOf(frame, this.#rowsOf(frame, partition));
    const position = positionOf(deliveries);
    const left = this.readers.filter(({ name }) => this.#positions?.has(partition, name, position) !== true);
    const taken: DeliveredFrame = {
      deliveries: deliveries.map(takenOf),
      partition,
      node: frame.node,
      epoch: epochOfFrame(message),
      bytes: entries.reduce((sum, { message: { payload } }) => sum + payload.length, 0),
      count: entries.length,
      isAgain,
      entries,
      left: new Set(left),
      stored: this.readers.length - left.length,
      isLost: false,
    };
    if (left.length === 0) {
      this.#settle(taken);
      return;
    }
    this.#taken.add(taken);
    for (const { key } of deliveries) this.#byKey.set(key, taken);
    if (taken.stored === 0) this.#bytes += taken.bytes;
    else this.#keep(taken);
    for (const reader of left) reader.give(taken);
  }

  done(taken: DeliveredFrame, reader: OutputReader): void {
    this.#release(taken);
    taken.left.delete(reader);
    const isFirst = taken.stored++ === 0;
    if (taken.left.size === 0) this.#settle(taken);
    else this.#keep(taken);
    if (isFirst) for (const other of taken.left) other.fallBehind(taken);
    if (!taken.isLost && this.#partitions.has(taken.partition)) {
      this.#positions?.moved(taken.partition, reader.name, positionOf(taken.deliveries));
    }
    if (isFirst && this.#hasRoom()) for (const each of this.#partitions.values()) each.reader?.more();
  }

  /** Subtracts its bytes from the count that has them. */
  #release({ stored, entries, bytes }: DeliveredFrame): void {
    if (stored === 0) this.#bytes -= bytes;
    else if (entries !== undefined) this.#kept -= bytes;
  }

  /** Keeps it in memory for outputs that are behind, if there is room. The servers have it, too. */
  #keep(taken: DeliveredFrame): void {
    if (taken.entries === undefined) return;
    if (this.#kept + taken.bytes > MOST_KEPT) taken.entries = undefined;
    else this.#kept += taken.bytes;
  }

  #settle(taken: DeliveredFrame): void {
    this.#taken.delete(taken);
    if (taken.isLost) return;
    for (const { key, reply } of taken.deliveries) {
      void this.#acknowledgements?.send(reply);
      this.#byKey.delete(key);
      this.#stored.add(key);
    }
    if (this.#stored.size <= MOST_REMEMBERED) return;
    for (const key of this.#stored) {
      this.#stored.delete(key);
      if (this.#stored.size <= MOST_REMEMBERED / 2) return;
    }
  }

  fetch(frames: readonly DeliveredFrame[], stop: AbortSignal): Promise<void> {
    return this.#untilRead("what waits for an output cannot be read again", stop, async () => {
      for (const [at, entries] of (await Promise.all(frames.map((taken) => this.#entriesAgain(taken)))).entries()) {
        const taken = frames[at]!;
        if (taken.entries !== undefined || !this.#taken.has(taken)) continue;
        taken.entries = entries;
        this.#kept += taken.bytes;
      }
    });
  }

  learnRemovals(stop: AbortSignal): Promise<void> {
    return this.#untilRead("which measurements were deleted cannot be read", stop, () => this.#removals.read());
  }

  async #untilRead(what: string, stop: AbortSignal, read: () => Promise<unknown>): Promise<void> {
    for (let last = ""; !stop.aborted; await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {})) {
      try {
        await read();
        return;
      } catch (error) {
        const { message } = error as Error;
        if (last !== message) this.#options.onFinding(`${what}: ${message}`);
        last = message;
      }
    }
  }

  /** A message of a version 1 frame is in a frame of each partition that has rows of it. */
  #rowsOf({ version }: Frame, partition: number): Pick<FrameEntry, "has"> {
    if (version !== 1) return {};
    const partitions = new Partitions(this.#count);
    return { has: (database, measurement) => partitions.ofRows(database, measurement) === partition };
  }

  async #entriesAgain({ deliveries, partition }: DeliveredFrame): Promise<readonly FrameEntry[]> {
    const { manager, names } = this.#cluster!;
    const pieces: Uint8Array[] = [];
    for (const { seq, key } of deliveries) {
      const found = await manager.streams.getMessage(names.frames, { seq }).catch((error: unknown) => {
        if (isRefusal(error, "messageNotFound", "streamNotFound")) return null;
        throw error;
      });
      if (found === null || key !== `${seq}/${nsOf(found.timestamp)}`) {
        this.#options.onFinding(`frame ${seq} of the cluster's log is gone, and an output did not have it`);
        return [];
      }
      pieces.push(found.data);
    }
    this.#counts.fetchedAgain++;
    const frame = decodeFrame(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
    return entriesOf(frame, this.#rowsOf(frame, partition));
  }

  /** Kept as it is, for people; then gone, as it would be refused again. */
  async #refuse({ jetstream, names }: Cluster, message: Msg, reason: string): Promise<void> {
    this.#counts.refused++;
    const sentence = `a frame of ${message.subject} was refused and kept: ${reason}`;
    this.#refusal = { sentence, atMs: performance.now() };
    this.#options.onFinding(sentence);
    try {
      const headers = refusedHeaders(message.headers, message.subject);
      await jetstream.publish(names.refusedFrame, message.data, { msgID: `refused/${message.reply}`, headers });
      this.#acknowledge(message);
    } catch {
      await sleep(REFUSE_AGAIN_MS, undefined, { ref: false });
      // Unacknowledged it comes again when its partition is read anew.
    }
  }

  /** Leaves to the next worker all frames that at least one of the outputs has not begun. */
  #drop(partition: number, why: string): void {
    const dropped = new Set<DeliveredFrame>();
    for (const reader of this.readers) {
      for (const taken of reader.leave((each) => each.partition === partition)) {
        taken.left.delete(reader);
        dropped.add(taken);
      }
    }
    for (const taken of dropped) {
      taken.isLost = true;
      for (const { key } of taken.deliveries) this.#byKey.delete(key);
      if (taken.left.size > 0) continue;
      this.#release(taken);
      this.#taken.delete(taken);
    }
    this.#counts.leftToOthers += dropped.size;
    if (dropped.size > 0) this.#options.onFinding(`${dropped.size} frames were left to others: ${why}`);
  }

  #acknowledge({ reply }: Msg): void {
    if (reply !== undefined) void this.#acknowledgements?.send(reply);
  }

  get pending(): number {
    return [...this.#partitions.values()].reduce((sum, { pending }) => sum + pending, 0);
  }
}

function entriesOf({ node, entries }: Frame, rows: Pick<FrameEntry, "has">): FrameEntry[] {
  const log = `${node.slice(0, 8)}/`;
  return entries.map(({ position, message }) => ({
    // A node that was restored from a copy may use positions twice.
    id: `${log}${position}/${message.receivedNs}`,
    message,
    ...rows,
  }));
}

function takenOf({ key, seq, time, message }: Delivered): FrameDelivery {
  return { key, seq, time, reply: message.reply ?? "" };
}

/** The position of the last delivery, which completed the frame. */
function positionOf(deliveries: readonly StreamPosition[]): StreamPosition {
  return deliveries.at(-1)!;
}

/** Converts to a delivery's time format. */
function nsOf(timestamp: string): bigint {
  const [, seconds = "", fraction = ""] = /^([^.Z]*)(?:\.(\d+))?Z$/.exec(timestamp) ?? [];
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}
