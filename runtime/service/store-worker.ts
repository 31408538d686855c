/**
 * The store's half of the service, in its own thread: it owns the database, decodes and writes the blocks of the log,
 * and answers queries. The other half answers senders, and is delayed by neither batches nor queries.
 */

import { parentPort } from "node:worker_threads";
import { nowNs } from "../api/now.ts";
import { encodeExport } from "../formats/encode-export.ts";
import { codecsNamed, NO_EPOCH } from "../intake/decoding-epoch.ts";
import type { Decoded, Rejection } from "../intake/intake.ts";
import { collectGarbage, collectOnceLoaded, collectYoung } from "../lib/collect-garbage.ts";
import type { Log } from "../lib/log.ts";
import { endOnErrors, endThread } from "../lib/thread-end.ts";
import { TelemetryError } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
import { isRecorded, type LogEntry, type LogReader } from "../model/message-log.ts";
import { PagedRow } from "../model/paged-row.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { Point } from "../model/point.ts";
import { type LoggedRemoval, type Removed, removalIn } from "../model/removal.ts";
import {
  byPlace,
  type CombinedStore,
  type MeasurementInfo,
  type NewColumns,
  type RefusedPoint,
  type RemovalOutcome,
  type ReplacedRows,
  type Store,
  type StoreAdmin,
} from "../model/store.ts";
import { plainError, ThreadLink } from "../model/thread-link.ts";
import type { Follower } from "../parts/part-kind.ts";
import { PARTS } from "../parts/parts.ts";
import { STORE_KINDS } from "../settings/store-kinds.ts";
import { listedOf } from "../store/listed.ts";
import { statisticsPage } from "../store/many-statistics.ts";
import { asOne, makeOutputs } from "../store/open-store.ts";
import { MAIN_OUTPUT, Routing } from "../store/routing.ts";
import { StoreWriter, type StoreWriterOptions } from "../store/store-writer.ts";
import { Epochs } from "../store-thread/epochs.ts";
import { yieldToOthers } from "../store-thread/priority.ts";
import {
  type LogRequests,
  QUESTIONS,
  type Questions,
  type RefusedMessage,
  type StoreRequests,
  type WorkerOptions,
  type WorkerState,
} from "../store-thread/protocol.ts";
import { type PlainPoint, rowsOf, type SelectRow } from "../store-thread/takes.ts";
import { JOURNAL_LOG, type LogKind, type ThreadLog } from "../store-thread/thread-log.ts";
import { kindsOf } from "./message-kinds.ts";

const STATE_EVERY_MS = 200;
const STOP_WRITING_MS = 1000;
const OTHERS_LOADED_MS = 1000;
/** Rows whose garbage is worth a collection; right behind a batch it finds little to keep. */
const MANY_ROWS = 2000;

const NO_PAYLOAD = new Uint8Array();

const AWAY = { name: "StoreAwayError", code: "store-away" } as const;

interface Output {
  readonly name: string;
  readonly status: () => PartStatus;
  readonly reader: LogReader;
  readonly writer: StoreWriter;
}

interface Running {
  /** The main one first. */
  readonly outputs: readonly [Output, ...Output[]];
  readonly store: CombinedStore;
  readonly log: ThreadLog;
  giveBack(): void;
}

const port = parentPort;
if (port === null) throw new Error("the store's half runs in a worker thread");
endOnErrors();

let running: Running | undefined;
let epochs: Epochs;
let refused: RefusedMessage[] = [];
/** How often dead letters were sent to the other half, and up to which of these calls they are durable. */
let reported = 0;
let kept = 0;
let writes: number[] = [];
const streams = new Map<number, AsyncIterator<unknown>>();
/** Outcomes of the newest deletions in the log. */
const removals = new Map<string, RemovalOutcome>();
const MOST_REMOVALS = 100;
let nextStream = 0;

/** Questions for rows. */
const READS: ReadonlySet<string> = new Set<(typeof QUESTIONS)[number]>([
  "series",
  "statistics",
  "statisticsOfMany",
  "stretch",
  "extent",
  "newestRows",
  "newest",
  "manySeries",
]);
/** For this long after somebody read rows, new ones are stored soon. */
const READ_AGAIN_WITHIN_MS = 10_000;
let readMs = Number.NEGATIVE_INFINITY;

/** Passes the questions on. */
const questions = Object.fromEntries(
  QUESTIONS.map((name) => [
    name,
    async (...args: never[]) => {
      if (READS.has(name)) noteRead();
      return (store()[name] as (...args: never[]) => unknown)(...args);
    },
  ]),
) as Questions;

const here: StoreRequests = {
  ...questions,
  expect(kinds) {
    for (const { name, expect } of STORE_KINDS) if (kinds.includes(name)) expect?.();
  },
  async start(options) {
    yieldToOthers();
    const kind = options.reads === "journal" ? JOURNAL_LOG : await sharedLog();
    epochs = new Epochs({
      kindsOf,
      settings: options.settings,
      choice: kind.choice,
      textOf: (number) => link.ask("epochText", number),
      onFinding: (sentence) => LOG.warn({ event: "store.epoch" }, sentence),
    });
    for (const problem of await epochs.begin(options.epoch)) LOG.warn({ event: "store.epoch" }, problem);
    await openFollowers(options.followers);
    const rewrites = await open(kind, options);
    setInterval(() => link.tell("state", state()), STATE_EVERY_MS).unref();
    collectOnceLoaded(rest);
    return rewrites;
  },
  async prepare(epoch) {
    const [problem] = await epochs.begin(epoch);
    if (problem !== undefined) throw new Error(`${problem}: the codecs changed while they were read`);
  },
  block: (reading, block) => {
    for (const log of running?.log.remote ?? []) log.take(reading, block);
  },
  unreadable: (reading, reason) => {
    for (const log of running?.log.remote ?? []) log.fail(reading, reason);
  },
  logState(states) {
    for (const log of running?.log.remote ?? []) log.state = states[log.name] ?? log.state;
  },
  hurry: () => {
    for (const { writer: each } of running?.outputs ?? []) each.hurry();
  },
  awaited: noteRead,
  flushFollowers: async () => {
    for (const follower of followers.values()) follower.flush();
  },
  follow: (part, configured) => followers.get(part)?.configure(configured),
  keep: (keep) => running?.store.keep(keep),
  settled: async (name, timeoutMs) => {
    const output = running?.outputs.find((each) => each.name === name);
    return output === undefined || (await output.reader.settled(timeoutMs));
  },
  async stop() {
    await Promise.all(running?.outputs.map(({ writer: each }) => each.stop(STOP_WRITING_MS)) ?? []);
    link.tell("state", state());
    await Promise.all([running?.log.close?.(), running?.store.close()]);
  },
  end: () => void endThread(),
  async refresh() {
    await store().refresh();
    catalogueChanges++;
  },
  catalogueState: async () => catalogueState(),
  listed: async (query) => listedOf(await knownMeasurements(), query),
  openMeasurements: () => openStream(measurementsInPieces()),
  statisticsPage: async (query) => statisticsPage(store(), await knownMeasurements(), query),
  openBatches: (query) => {
    noteRead();
    return openStream(store().batches(query));
  },
  openExport: (request) => {
    noteRead();
    return openStream(encodeExport(store(), request));
  },
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
    const reported = outcome.refused.map(({ point, error }) => ({
      index: places.get(point) ?? 0,
      error: plainError(error),
    }));
    return { rewritten: outcome.rewritten, refused: reported };
  },
  remove: (database, measurement) => removeFrom(store(), { database, measurement, atNs: nowNs() }),
  removed: async (id) => removals.get(id),
  toNumbers: async (query) => {
    const count = await store().toNumbers(query);
    catalogueChanges++;
    return count;
  },
};

const link = new ThreadLink<LogRequests>(port, here);

/** Once this thread has loaded, and a second later, when the others have, too. */
async function rest(): Promise<void> {
  await collectGarbage();
  setTimeout(() => running?.giveBack(), OTHERS_LOADED_MS).unref();
}

/** The log that a part shares with other processes. */
async function sharedLog(): Promise<LogKind> {
  const shared = PARTS.find((part) => part.shared !== undefined)?.shared;
  if (shared === undefined) throw new Error("this build of structline has no shared log");
  return shared.threadLog();
}

/** By the parts' names. */
const followers = new Map<string, Follower>();

async function openFollowers(configured: Readonly<Record<string, unknown>>): Promise<void> {
  const kindOf = ({ origin }: Point) => epochs.of(origin.epoch ?? NO_EPOCH).of(origin.message);
  for (const { name, follow } of PARTS) {
    if (follow === undefined) continue;
    const make = await follow();
    const follower = make({ kindOf, tell: (said) => link.tell("followed", name, said) });
    followers.set(name, follower);
    if (name in configured) follower.configure(configured[name]);
  }
}

async function open(kind: LogKind, options: WorkerOptions): Promise<Store["rewrites"]> {
  const { settings, opening } = options;
  const declared = [...codecsNamed(options.epoch.text).values()].reduce((sum, codecs) => sum + codecs.size, 0);
  const stores = await makeOutputs(settings, STORE_KINDS, LOG, declared);
  const store = await asOne(stores);
  store.onNewColumns(tellNewColumns());
  const onFinding = (sentence: string) => LOG.warn({ event: "cluster.log" }, sentence);
  const log = await kind.open({ options, stores, link, report: state, onFinding });
  const routing = new Routing(stores);
  const [main, ...others] = stores.map(({ name, store: own }, index): Output => {
    const { reader, from, take = (point) => point } = log.outputs[index]!;
    const shared = stores.length > 1 && {
      name,
      take: (point: PlainPoint, entry: LogEntry) =>
        routing.of(point.database) === name ? take(point, entry) : undefined,
      onGivenUp: (points: readonly Point[]) => tellGivenUp(name, points),
    };
    const onReplaced = options.reads === "journal" ? { onReplaced: tellReplaced } : {};
    const tells = index === 0 ? kind.tells : "nothing";
    const remove = async (removal: LoggedRemoval) => {
      if (stores.length > 1 && routing.of(removal.database) !== name) return;
      removals.set(removal.id, await removeFrom(own, removal));
      const [oldest] = removals.size > MOST_REMOVALS ? removals.keys() : [];
      if (oldest !== undefined) removals.delete(oldest);
    };
    const made = writer({
      store: own,
      log: reader,
      remove,
      tells,
      take,
      ...(from && { from }),
      ...shared,
      ...onReplaced,
    });
    return { name, status: () => own.status(), reader, writer: made };
  });
  const outputs: Running["outputs"] = [main!, ...others];
  const opened = opening === "at-once" ? await stores[0]!.store.open(main!.reader.identity) : undefined;
  const giveBack = () => {
    for (const { store: own } of stores) own.giveBack?.().catch(() => {});
  };
  running = { store, log, outputs, giveBack };
  main!.writer.start(opened);
  for (const { writer: other } of others) other.start();
  return store.rewrites;
}

/**
 * Reports the columns of a batch together: ten thousand new devices would block the other thread with as many messages.
 */
function tellNewColumns(): (columns: NewColumns) => void {
  let reported: NewColumns[] = [];
  return (columns) => {
    catalogueChanges++;
    if (reported.push(columns) > 1) return;
    queueMicrotask(() => {
      link.tell("newColumns", reported);
      reported = [];
    });
  };
}

async function removeFrom(
  from: Pick<StoreAdmin, "remove">,
  { database, measurement, atNs }: Removed,
): Promise<RemovalOutcome> {
  const outcome = await from.remove(database, measurement);
  catalogueChanges++;
  if (outcome === "removed") link.tell("removed", { database, measurement, atNs });
  return outcome;
}

interface OutputWriterOptions
  extends Pick<StoreWriterOptions, "store" | "from" | "onGivenUp" | "onReplaced" | "remove"> {
  readonly log: LogReader;
  readonly take: SelectRow;
  /** Name of the output, if there are several. */
  readonly name?: string;
  /** Only one of several outputs reports entries that cannot be decoded. */
  readonly tells: LogKind["tells"] | "nothing";
}

function writer({ log, take, name, tells, ...parts }: OutputWriterOptions): StoreWriter {
  const where = name === undefined || name === MAIN_OUTPUT ? "" : `${name}: `;
  return new StoreWriter({
    ...parts,
    log,
    prepare: ({ epoch }) => epochs.load(epoch),
    decode: (entry) => paged(entry, take) ?? (removalIn(entry) === undefined ? decode(entry, tells, take) : []),
    removalOf: removalIn,
    isAwaited: () => isRead() || areFollowed(),
    keepsStored: areFollowed,
    onLetGo,
    onRefused: ({ point, error }) => refused.push(refusedMessage({ point, error }, name)),
    deadLetters: { durable: tellRefused },
    onWritten: (seconds) => writes.push(seconds),
    onStored: (points) => {
      for (const follower of followers.values()) follower.stored(points);
    },
    onFinding: (sentence) => LOG.warn({ event: "store.retry" }, where + sentence),
  });
}

/** Rows that were let go since garbage was collected. */
let letGo = 0;

function onLetGo(rows: number): void {
  letGo += rows;
  if (letGo < MANY_ROWS) return;
  letGo = 0;
  collectYoung();
}

function areFollowed(): boolean {
  return [...followers.values()].some(({ isOn }) => isOn);
}

/** A message that is one row of numbers, as most datagrams are. */
function paged(entry: LogEntry, take: SelectRow): Point[] | undefined {
  if (!isRecorded(entry) || entry.has !== undefined) return undefined;
  const row = epochs.of(entry.epoch).paged(entry);
  return row !== undefined && take(row, entry) === row ? [row] : undefined;
}

/** Decodes with the epoch of the message's arrival, so that it has the same points as then. */
function decode(entry: LogEntry, tells: OutputWriterOptions["tells"], take: SelectRow): Point[] {
  const { id, message, epoch } = entry;
  const { points, rejections } = decodeAgain(entry);
  const isLost = points.length === 0;
  if (rejections.length > 0 && (tells === "rows" || (tells === "messages" && isLost)))
    tellRejected(entry, isLost ? "decodedOtherwise" : "rejected", rejections);
  const origin = { message, id, epoch };
  return takenOf(rowsOf(points, entry), entry, take).map((point) => {
    if (point instanceof PagedRow) {
      point.page.entry = entry;
      return point;
    }
    // A literal: spread objects have as many hidden classes as their sources, and all code that reads points would become
    // megamorphic.
    const { database, measurement, timeNs, timeSource, columns, values, texts } = point;
    return { database, measurement, timeNs, timeSource, columns, values, texts, origin };
  });
}

/** Only messages with points are in the log: one that has none now, or cannot be decoded, is reported. */
function decodeAgain({ message, epoch }: LogEntry): Decoded {
  let reason = "";
  try {
    const decoded = epochs.of(epoch).decode(message);
    if (decoded.points.length > 0 || decoded.rejections.length > 0) return decoded;
  } catch (error) {
    reason = `: ${(error as Error).message}`;
  }
  const text = `The message had values when it arrived, but none can be read from it now${reason}`;
  const error = new TelemetryError(text, { name: "DecodingError", code: "bad-value" });
  return { points: [], rejections: [{ error, message }] };
}

/** Rows that were rejected on arrival are dead letters already, with the same keys. */
function tellRejected({ id }: LogEntry, as: "rejected" | "decodedOtherwise", rejections: readonly Rejection[]): void {
  const rows = rejections.map(({ error, message, shown, row = 0 }) => plain(message, error, shown, `${id}/${row}`));
  link.tell(as, rows);
  reported++;
}

function tellReplaced(replaced: readonly ReplacedRows[]): void {
  const rows = replaced.map(({ point: { origin }, values }) => ({
    message: { ...origin.message, payload: NO_PAYLOAD },
    values,
  }));
  link.tell("replaced", rows);
}

function takenOf(points: readonly PlainPoint[], entry: LogEntry, take: SelectRow): readonly PlainPoint[] {
  if (points.every((point) => take(point, entry) === point)) return points;
  return points.flatMap((point) => take(point, entry) ?? []);
}

function refusedMessage({ point, error }: RefusedPoint, output: string | undefined): RefusedMessage {
  const { message, id, epoch = NO_EPOCH } = point.origin;
  const { message: row, shown } = epochs.of(epoch).of(message).rowOf(point);
  // If each row is a whole message, one letter covers all its given-up rows.
  const isWhole = row === message && error.code === AWAY.code;
  const key = isWhole ? `${id}/${output}` : `${id}/${point.database}/${point.measurement}/${point.timeNs}`;
  return { ...plain(row, error, shown, key), ...(output !== undefined && { output }) };
}

/** Single rows are not signalled, since the outage is. */
async function tellGivenUp(output: string, points: readonly Point[]): Promise<void> {
  const error = new TelemetryError(`${output} was away or too slow, and its backlog was full`, AWAY);
  const rows = new Map(points.map((point) => refusedMessage({ point, error }, output)).map((row) => [row.key, row]));
  link.tell("rejected", [...rows.values()]);
  reported++;
  await tellRefused();
}

// A payload is a view of a block, which would be copied as a whole.
function plain(message: Message, error: TelemetryError, shown: string | undefined, key: string): RefusedMessage {
  const copy = { ...message, payload: Uint8Array.from(message.payload) };
  return { message: copy, error: plainError(error), key, ...(shown !== undefined && { shown }) };
}

/** Dead letters are passed on once; a repeated call only waits until they are durable. */
async function tellRefused(): Promise<void> {
  if (refused.length === 0 && kept === reported) return;
  const rows = refused;
  refused = [];
  const upTo = ++reported;
  await link.ask("refused", rows);
  kept = Math.max(kept, upTo);
}

function state(): WorkerState {
  const taken = writes;
  writes = [];
  const { outputs, log } = running!;
  const states = outputs.map(({ name, status, writer: current, reader: { waiting } }) => [
    name,
    { store: status(), writer: current.state(), waiting },
  ]);
  return { outputs: Object.fromEntries(states), writes: taken, ...(log.status && { log: log.status() }) };
}

/** Changes by other programs in a shared database are noticed with this delay. */
const UNTOLD_MS = { own: 60_000, others: 10_000 };
const MEASUREMENTS_AT_ONCE = 250;
const STARTED = Date.now();
let catalogueChanges = 0;

function catalogueState(): string {
  const untoldMs = UNTOLD_MS[store().rewrites === "whole-rows" ? "own" : "others"];
  return `${STARTED}-${catalogueChanges}-${Math.floor(Date.now() / untoldMs)}`;
}

let known: { readonly state: string; readonly infos: Promise<readonly MeasurementInfo[]> } | undefined;

function knownMeasurements(): Promise<readonly MeasurementInfo[]> {
  const state = catalogueState();
  if (known?.state !== state) {
    const infos = store().measurements();
    const current = { state, infos };
    known = current;
    infos.catch(() => {
      if (known === current) known = undefined;
    });
  }
  return known.infos;
}

async function* measurementsInPieces(): AsyncGenerator<readonly MeasurementInfo[]> {
  const infos = [...(await store().measurements())].sort(byPlace);
  for (let at = 0; at < infos.length; at += MEASUREMENTS_AT_ONCE) yield infos.slice(at, at + MEASUREMENTS_AT_ONCE);
}

function openStream(items: AsyncIterable<unknown>): number {
  streams.set(nextStream, items[Symbol.asyncIterator]());
  return nextStream++;
}

function isRead(): boolean {
  return performance.now() - readMs < READ_AGAIN_WITHIN_MS;
}

function noteRead(): void {
  if (!isRead()) for (const { writer: each } of running?.outputs ?? []) each.soon();
  readMs = performance.now();
}

function store(): CombinedStore {
  if (running === undefined) throw new Error("The store is not open yet");
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
