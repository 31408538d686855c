/**
 * The store's half of the service, in a thread of its own: it owns the database, decodes what the log's half hands over, writes
 * it, and answers queries. Senders are answered by the other half; neither a batch nor a query holds it up.
 */

import { parentPort } from "node:worker_threads";
import type { ClusterLog } from "../cluster/cluster-log.ts";
import { markName, Partitions } from "../cluster/partition.ts";
import { loadCodecs } from "../config/load-codecs.ts";
import type { Settings } from "../config/settings.ts";
import { encodeExport } from "../export/encode-export.ts";
import { ChannelCatalogue } from "../intake/channel-catalogue.ts";
import type { Decoded } from "../intake/intake.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { BEGINNING, type Cursor, type LogEntry, type LogReader, type Marks } from "../journal/log.ts";
import { messageKinds } from "../sources/registry.ts";
import { makeStore } from "../store/open-store.ts";
import type { NewColumns, RefusedPoint, Store } from "../store/store.ts";
import { StoreWriter, type WriterLimits } from "../store/store-writer.ts";
import type { TelemetryError } from "../telemetry/error-signal.ts";
import type { Log } from "../telemetry/log.ts";
import type { Message } from "../telemetry/message.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { Point } from "../telemetry/point.ts";
import { plainError, ThreadLink } from "../telemetry/thread-link.ts";
import { yieldToOthers } from "./priority.ts";
import type { HalfOptions, HalfState, LogHalf, RefusedMessage, StoreHalf, Task } from "./protocol.ts";
import { RemoteLog } from "./remote-log.ts";

const STATE_EVERY_MS = 200;
const STOP_WRITING_MS = 1000;

interface Running {
  /** Absent where the journal is brought to the cluster. */
  readonly store?: Store;
  readonly status: () => PartStatus;
  readonly close: () => Promise<void>;
  readonly log: RemoteLog | ClusterLog;
  readonly writer: StoreWriter;
  /** Whether a point of the entry is to be stored from here. */
  readonly takes?: (point: Omit<Point, "origin">, entry: LogEntry) => boolean;
}

/** How messages are decoded that come after `from`. */
interface Decoding {
  readonly from: Cursor;
  readonly kinds: MessageKinds;
}

const port = parentPort;
if (port === null) throw new Error("the store's half runs in a worker thread");
yieldToOthers();

let running: Running | undefined;
/** Newest last. Of messages that are older than a reload, the codecs hold that were served when they came. */
let decodings: Decoding[] = [];
let prepared: MessageKinds | undefined;
let channels: ChannelCatalogue | undefined;
let refused: RefusedMessage[] = [];
let writes: number[] = [];
const streams = new Map<number, AsyncIterator<unknown>>();
let nextStream = 0;
let task: Task = "store";

/** A frame is sent when nobody is to wait for more of it; there is one of each partition at a time, so waiting brings nothing. */
const CLUSTER_LIMITS: Partial<WriterLimits> = {
  batchAgeMs: 5,
  longestAgeMs: 5,
  retry: { firstMs: 100, longestMs: 1000 },
};

const here: StoreHalf = {
  async start(options) {
    decodings = [{ from: BEGINNING, kinds: await kindsOf(options.settings) }];
    task = options.task;
    const rewrites = await open(options);
    setInterval(() => link.tell("state", state()), STATE_EVERY_MS).unref();
    return rewrites;
  },
  async prepare(settings) {
    prepared = await kindsOf(settings);
  },
  useFrom(from) {
    if (prepared !== undefined) decodings.push({ from, kinds: prepared });
    prepared = undefined;
  },
  block: (reading, block) => remoteLog()?.take(reading, block),
  unreadable: (reading, reason) => remoteLog()?.fail(reading, reason),
  logState(logState) {
    const log = remoteLog();
    if (log !== undefined) log.state = logState;
  },
  hurry: () => running?.writer.hurry(),
  settled: async (timeoutMs) => running === undefined || running.log.settled(timeoutMs),
  async stop() {
    await running?.writer.stop(STOP_WRITING_MS);
    link.tell("state", state());
    await running?.close();
  },
  measurements: () => store().measurements(),
  fieldTypes: async (database, measurement) => store().fieldTypes(database, measurement),
  version: (database, measurement) => store().version(database, measurement),
  series: (query) => store().series(query),
  extent: (query) => store().extent(query),
  openBatches: (query) => openStream(store().batches(query)),
  openExport: (request) => openStream(encodeExport(store(), request)),
  async next(id) {
    const { done, value } = (await streams.get(id)?.next()) ?? { done: true };
    return done === true ? undefined : value;
  },
  async close(id) {
    const stream = streams.get(id);
    streams.delete(id);
    await stream?.return?.();
  },
  async rewrite(points) {
    const places = new Map(points.map((point, index) => [point, index]));
    const outcome = await store().rewrite(points);
    const told = outcome.refused.map(({ point, error }) => ({
      index: places.get(point) ?? 0,
      error: plainError(error),
    }));
    return { rewritten: outcome.rewritten, refused: told };
  },
  remove: (database, measurement) => store().remove(database, measurement),
  remember: (key, value) => store().remember(key, value),
  remembered: () => store().remembered(),
};

const link = new ThreadLink<LogHalf>(port, here);

async function open(options: HalfOptions): Promise<Store["rewrites"]> {
  if (options.task === "forward") return forward(options);
  const { settings, opening } = options;
  const store = await makeStore(settings, LOG);
  store.onNewColumns(tellNewColumns());
  const parts = { store, status: () => store.status(), close: () => store.close() };
  if (options.task === "collect") {
    const { ClusterLog } = await import("../cluster/cluster-log.ts");
    const cluster = settings.cluster!;
    const onFinding = (sentence: string) => LOG.warn({ event: "cluster.log" }, sentence);
    const log = new ClusterLog({ settings: cluster, onFinding });
    running = { ...parts, log, takes: ofPartition(cluster.partitions), writer: writer(store, log, CLUSTER_LIMITS) };
  } else {
    const log = remote(options);
    running = { ...parts, log, takes: notByCluster(log), writer: writer(store, log) };
  }
  running.writer.start(opening === "at-once" ? await store.open(running.log.identity) : undefined);
  return store.rewrites;
}

/** Those of one batch at once: ten thousand devices that are new would hold up the other thread with as many messages. */
function tellNewColumns(): (columns: NewColumns) => void {
  let told: NewColumns[] = [];
  return (columns) => {
    if (told.push(columns) > 1) return;
    queueMicrotask(() => {
      link.tell("newColumns", told);
      told = [];
    });
  };
}

/** The cluster's log takes the store's place: what was brought there is no longer this node's to keep. */
async function forward(options: HalfOptions): Promise<Store["rewrites"]> {
  const { Forwarder } = await import("../cluster/forwarder.ts");
  const forwarder = new Forwarder(options.settings.cluster!);
  const log = remote(options);
  const status = () => forwarder.status();
  running = { status, close: () => forwarder.close(), log, writer: writer(forwarder, log, CLUSTER_LIMITS) };
  running.writer.start();
  return "whole-rows";
}

function remote({ log: identity, idPrefix, state: logState }: HalfOptions): RemoteLog {
  return new RemoteLog({ link, identity, idPrefix, state: logState, report: state });
}

function writer(store: Pick<Store, "write" | "open">, log: LogReader, limits: Partial<WriterLimits> = {}): StoreWriter {
  return new StoreWriter({
    store,
    log,
    decode,
    onRefused: ({ point, error }) => refused.push(refusedMessage({ point, error })),
    deadLetters: { durable: tellRefused },
    onWritten: (seconds) => writes.push(seconds),
    onFinding: (sentence) => LOG.warn({ event: "store.retry" }, sentence),
    limits,
  });
}

/** Of a message with rows in several partitions, those of the partition it was taken from. */
function ofPartition(count: number): NonNullable<Running["takes"]> {
  const partitions = new Partitions(count);
  return ({ database, measurement }, { partition }) => partitions.of(database, measurement) === partition;
}

/** What this database has of the log by way of a cluster, in which the node was before. */
function notByCluster(log: RemoteLog): NonNullable<Running["takes"]> {
  let known: { readonly of: object; readonly byCount: readonly Partitions[] } | undefined;
  return ({ database, measurement }, { cursor }) => {
    const { others, identity } = log;
    if (others.size === 0) return true;
    if (known?.of !== others) known = { of: others, byCount: partitionsIn(others, identity.uuid) };
    return known.byCount.every((partitions) => {
      const mark = markName(identity.uuid, partitions.of(database, measurement), partitions.count);
      return (others.get(mark) ?? 0) < cursor;
    });
  };
}

function partitionsIn(marks: Marks, node: string): Partitions[] {
  const counts = [...marks.keys()].filter((name) => name.startsWith(`${node}/`)).map((name) => name.split("/")[1]);
  return [...new Set(counts)].map((count) => new Partitions(Number(count)));
}

function remoteLog(): RemoteLog | undefined {
  return running?.log instanceof RemoteLog ? running.log : undefined;
}

async function kindsOf(settings: Settings): Promise<MessageKinds> {
  channels = new ChannelCatalogue(settings.channels, await loadCodecs(settings), channels);
  return messageKinds({ realms: settings.realms, channels, receiptStepNs: settings.cluster?.nodes ?? 1 });
}

function decode(entry: LogEntry, behind: boolean): Point[] {
  const { id, message, cursor } = entry;
  while (decodings.length > 1 && running!.log.isAfter(cursor, decodings[1]!.from)) decodings.shift();
  const { points, rejections } = decodings[0]!.kinds.decode(message);
  // A node that forwards has told of them; one that stores what another took could not read any of it.
  const isUntold = task === "collect" ? points.length === 0 : behind && task === "store";
  if (isUntold && rejections.length > 0) {
    const rows = rejections.map(({ error, message: row, shown, row: index = 0 }) =>
      plain(row, error, shown, `${id}/${index}`),
    );
    link.tell("rejected", rows);
  }
  const origin = { message, id };
  // Written out: what a spread gives has as many hidden classes as its sources, and all that reads points would be megamorphic.
  return takenOf(points, entry).map(({ database, measurement, timeNs, timeSource, columns, values }) => ({
    database,
    measurement,
    timeNs,
    timeSource,
    columns,
    values,
    origin,
  }));
}

function takenOf(points: Decoded["points"], entry: LogEntry): Decoded["points"] {
  const takes = running?.takes;
  if (takes === undefined) return points;
  const taken = points.every((point) => takes(point, entry)) ? points : points.filter((point) => takes(point, entry));
  // Its headers say another measurement now than when it was sent: nobody else will store it.
  return taken.length === 0 && entry.partition !== undefined ? points : taken;
}

function refusedMessage({ point, error }: RefusedPoint): RefusedMessage {
  const { message, id } = point.origin;
  const { message: row, shown } = decodings[0]!.kinds.of(message).rowOf(point);
  return plain(row, error, shown, `${id}/${point.database}/${point.measurement}/${point.timeNs}`);
}

// A payload is a view of a block, all of which would be copied.
function plain(message: Message, error: TelemetryError, shown: string | undefined, key: string): RefusedMessage {
  const copy = { ...message, payload: Uint8Array.from(message.payload) };
  return { message: copy, error: plainError(error), key, ...(shown !== undefined && { shown }) };
}

/** They are told once; whoever asks again only waits for them to be durable. */
async function tellRefused(): Promise<void> {
  const rows = refused;
  refused = [];
  await link.ask("refused", rows);
}

function state(): HalfState {
  const told = writes;
  writes = [];
  const { status, writer: current, log } = running!;
  const waiting = task === "collect" ? { waiting: log.waiting } : {};
  return { store: status(), writer: current.state(), writes: told, ...waiting };
}

function openStream(items: AsyncIterable<unknown>): number {
  streams.set(nextStream, items[Symbol.asyncIterator]());
  return nextStream++;
}

function store(): Store {
  if (running?.store === undefined) throw new Error("The store is not open yet");
  return running.store;
}

const LOG: Log = {
  debug() {},
  info: (details, sentence) => tellLog("info", details, sentence),
  warn: (details, sentence) => tellLog("warn", details, sentence),
  error: (details, sentence) => tellLog("warn", details, sentence),
};

function tellLog(level: "info" | "warn", details: object, sentence: string): void {
  link.tell("log", level, (details as { readonly event?: string }).event ?? "store", sentence);
}
