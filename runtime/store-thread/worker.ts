/**
 * The store's half of the service, in a thread of its own: it owns the database, decodes what the log's half hands over, writes
 * it, and answers queries. Senders are answered by the other half; neither a batch nor a query holds it up.
 */

import { parentPort } from "node:worker_threads";
import { loadCodecs } from "../config/load-codecs.ts";
import type { Settings } from "../config/settings.ts";
import { encodeExport } from "../export/encode-export.ts";
import { ChannelCatalogue } from "../intake/channel-catalogue.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { BEGINNING, type Cursor, type LogEntry } from "../journal/log.ts";
import { messageKinds } from "../sources/registry.ts";
import { makeStore } from "../store/open-store.ts";
import type { RefusedPoint, Store } from "../store/store.ts";
import { StoreWriter } from "../store/store-writer.ts";
import type { TelemetryError } from "../telemetry/error-signal.ts";
import type { Log } from "../telemetry/log.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";
import { plainError, ThreadLink } from "../telemetry/thread-link.ts";
import type { HalfOptions, HalfState, LogHalf, RefusedMessage, StoreHalf } from "./protocol.ts";
import { RemoteLog } from "./remote-log.ts";

const STATE_EVERY_MS = 200;
const STOP_WRITING_MS = 1000;

interface Running {
  readonly store: Store;
  readonly log: RemoteLog;
  readonly writer: StoreWriter;
}

/** How messages are decoded that come after `from`. */
interface Decoding {
  readonly from: Cursor;
  readonly kinds: MessageKinds;
}

const port = parentPort;
if (port === null) throw new Error("the store's half runs in a worker thread");

let running: Running | undefined;
/** Newest last. Of messages that are older than a reload, the codecs hold that were served when they came. */
let decodings: Decoding[] = [];
let prepared: MessageKinds | undefined;
let channels: ChannelCatalogue | undefined;
let refused: RefusedMessage[] = [];
let writes: number[] = [];
const streams = new Map<number, AsyncIterator<unknown>>();
let nextStream = 0;

const here: StoreHalf = {
  async start(options) {
    decodings = [{ from: BEGINNING, kinds: await kindsOf(options.settings) }];
    const { rewrites } = await open(options);
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
  block: (reading, block) => running?.log.take(reading, block),
  unreadable: (reading, reason) => running?.log.fail(reading, reason),
  logState(logState) {
    if (running !== undefined) running.log.state = logState;
  },
  hurry: () => running?.writer.hurry(),
  async stop() {
    await running?.writer.stop(STOP_WRITING_MS);
    link.tell("state", state());
    await running?.store.close();
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

async function open(options: HalfOptions): Promise<Store> {
  const { settings, opening, log: identity } = options;
  const opened = await makeStore(settings.store, LOG);
  opened.onNewColumns((columns) => link.tell("newColumns", columns));
  const log = new RemoteLog({ link, identity, idPrefix: options.idPrefix, state: options.state, report: state });
  const writer = new StoreWriter({
    store: opened,
    log,
    decode,
    onRefused: ({ point, error }) => refused.push(refusedMessage({ point, error })),
    deadLetters: { durable: tellRefused },
    onWritten: (seconds) => writes.push(seconds),
    onFinding: (sentence) => LOG.warn({ event: "store.retry" }, sentence),
  });
  running = { store: opened, log, writer };
  writer.start(opening === "at-once" ? await opened.open(identity) : undefined);
  return opened;
}

async function kindsOf(settings: Settings): Promise<MessageKinds> {
  channels = new ChannelCatalogue(settings.channels, await loadCodecs(settings), channels);
  return messageKinds({ realms: settings.realms, channels });
}

function decode({ id, message, cursor }: LogEntry, behind: boolean): Point[] {
  while (decodings.length > 1 && running!.log.isAfter(cursor, decodings[1]!.from)) decodings.shift();
  const { points, rejections } = decodings[0]!.kinds.decode(message);
  if (behind && rejections.length > 0) {
    const rows = rejections.map(({ error, message: row, shown, row: index = 0 }) =>
      plain(row, error, shown, `${id}/${index}`),
    );
    link.tell("rejected", rows);
  }
  const origin = { message, id };
  return points.map((point) => ({ ...point, origin }));
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
  const { store: opened, writer } = running!;
  return { store: opened.status(), writer: writer.state(), writes: told };
}

function openStream(items: AsyncIterable<unknown>): number {
  streams.set(nextStream, items[Symbol.asyncIterator]());
  return nextStream++;
}

function store(): Store {
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
