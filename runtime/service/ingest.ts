/** Ingest: the sources, and the handling of rejected messages. */

import { CsvHeaders } from "../intake/csv-headers.ts";
import type { IntakeCore } from "../intake/intake-core.ts";
import { ownDeadLetters } from "../journal/dead-letter-access.ts";
import { unaskedMs } from "../journal/group-commit.ts";
import { readerOf } from "../model/body-reader.ts";
import { tellIn } from "../model/bounds.ts";
import type { Running } from "../model/running.ts";
import type { Facts } from "../model/store.ts";
import type { StoredValues } from "../parts/part-kind.ts";
import type { Member, Retry } from "../parts/sharing.ts";
import { brokerMaker } from "../settings/own-broker.ts";
import { SIGNAL_COUNTERS } from "../signals/counters.ts";
import type { Source } from "../sources/source.ts";
import type { Base } from "./base.ts";
import { openExchangeParts } from "./exchange-parts.ts";
import { ALL_SOURCES, ENDPOINT_KINDS } from "./message-kinds.ts";
import type { OwnLog } from "./own-log.ts";

const SIGNAL_FLUSH_MS = 1000;

export interface Ingest {
  /** By name, in starting order. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly parts: readonly Running[];
}

/** Without a store, CSV headers are remembered until the process ends. */
const FORGETFUL: Facts = { remember: async () => {}, remembered: async () => new Map() };

export interface IngestOptions {
  readonly ownLog: OwnLog;
  readonly intake: IntakeCore;
  /** Keeps CSV headers; absent: until the process ends. */
  readonly facts?: Facts | undefined;
  readonly node?: Member | undefined;
  /** Absent: another process stores. */
  readonly stored?: StoredValues | undefined;
}

export async function makeIngest(base: Base, options: IngestOptions): Promise<Ingest> {
  const { ownLog, intake, facts = FORGETFUL, node, stored } = options;
  const { signals, rows, mark } = ownLog.outgoing;
  base.units.use(facts);
  const csvHeaders = new CsvHeaders(facts, base.clock, tellIn(base.log));
  const retry = retryOf(base, intake, csvHeaders);
  node?.takeRetries(retry);
  const deadLetters = node?.deadLetters ?? ownDeadLetters(ownLog.deadLetters);
  const sources = new Map<string, Source>();
  const exchanging = { intake, stored, node, deadLetters, retry, sources: () => [...sources.values()] };
  const opened = await openExchangeParts(base, exchanging);
  for (const { name, make } of ALL_SOURCES) {
    const { inForce, bus, clock, log, onFailed, events, app: routes, endpoint: listener, access } = base;
    const { configuration, channels } = inForce;
    const published = () => base.provided.publishedChannels?.() ?? [];
    const kept = {
      unaskedMs: unaskedMs(base.started.journal.commitIntervalMs),
      csvHeaders,
      mark,
      published,
      events,
      ...(stored && { store: stored.store }),
    };
    const given = { configuration, decoding: inForce, intake, bus, clock, log, channels, onFailed, ...kept };
    const { commands, topicHandlers = [], postedReplies = [], bodyReaders = [] } = base.provided;
    const parts = {
      endpointKinds: ENDPOINT_KINDS,
      broker: brokerMaker(base.started),
      topicHandlers,
      postedReplies,
      bodyReaders,
      ...(commands && { commands }),
      ...(access && { access }),
    };
    const context = { ...given, ...parts, routes, listener };
    sources.set(name, await make({ ...context, ...(node && { node: node.node }) }));
  }
  for (const { signals: transport } of sources.values()) {
    if (transport === undefined) continue;
    signals.useTransport(transport);
    rows.useTransport(transport);
  }
  return {
    sources,
    parts: [
      ...opened,
      { name: "csv headers", stop: () => csvHeaders.stop() },
      ...[...sources].map(([name, source]) => partOf(name, source)),
      {
        name: SIGNAL_COUNTERS.part,
        status: () => signals.status(),
        // At this time the store has reported its rejections, and brokers are still connected.
        close: () => {
          ownLog.rejected.signals.stop();
          return signals.flush(SIGNAL_FLUSH_MS);
        },
      },
      {
        name: "publishing",
        ...(base.provided.publishesRows?.() === true && { status: () => rows.status() }),
        close: () => rows.flush(SIGNAL_FLUSH_MS),
      },
    ],
  };
}

function partOf(name: string, source: Source): Running {
  return {
    name,
    start: () => source.start(),
    stop: () => source.stop(),
    close: () => source.close?.(),
    status: () => source.status(),
  };
}

/** Puts the message into the node's own log again. */
export function retryOf(
  { inForce, provided }: Pick<Base, "inForce" | "provided">,
  intake: IntakeCore,
  csvHeaders: CsvHeaders,
): Retry {
  return async ({ message }) => {
    const { epoch, addressing } = inForce.now;
    const parse = message.source === "mqtt" ? addressing.parseTopic : addressing.parsePath;
    const { address } = parse(message.address, epoch.realms);
    const reader = readerOf(provided.bodyReaders ?? [], message, address);
    if (reader !== undefined && address !== undefined) {
      for (const read of await reader.read({ ...message, isRetry: true }, address)) await intake.retry(read);
      return;
    }
    await intake.retry(await csvHeaders.complete(message, (path) => addressing.parsePath(path, epoch.realms)));
  };
}
