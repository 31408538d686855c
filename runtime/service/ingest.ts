/** Ingest: the sources, and the handling of rejected messages. */

import { rejectsApi } from "../api/rejects-api.ts";
import { CsvHeaders } from "../intake/csv-headers.ts";
import type { IntakeCore } from "../intake/intake-core.ts";
import { type Letters, ownLetters } from "../journal/letters.ts";
import { tellIn } from "../model/bounds.ts";
import type { Message } from "../model/message.ts";
import type { Running } from "../model/running.ts";
import type { Facts } from "../model/store.ts";
import type { StoredValues } from "../parts/part-kind.ts";
import { SIGNAL_COUNTERS } from "../signals/counters.ts";
import { SOURCES } from "../sources/registry.ts";
import type { Source } from "../sources/source.ts";
import type { Base } from "./base.ts";
import type { ClusterParts, Retry } from "./cluster-part.ts";
import { openExchangeParts } from "./exchange-parts.ts";
import type { OwnLog } from "./own-log.ts";

const SIGNAL_FLUSH_MS = 1000;

export interface Ingest {
  /** By name, in starting order. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly parts: readonly Running[];
}

/** Without a store, CSV headers are remembered until the process ends. */
const FORGETFUL: Facts = { remember: async () => {}, remembered: async () => new Map() };

/** @param memory stores CSV headers */
export async function makeIngest(
  base: Base,
  ownLog: OwnLog,
  intake: IntakeCore,
  memory: Facts = FORGETFUL,
  shared?: ClusterParts,
  asked?: StoredValues,
): Promise<Ingest> {
  const { deadLetters, signals, rejections, rows, mark } = ownLog;
  base.units.use(memory);
  const csvHeaders = new CsvHeaders(memory, base.clock, tellIn(base.log));
  const retry = retryOf(base, intake, csvHeaders);
  shared?.takeRetries(retry);
  addRejectRoutes(base, shared?.letters ?? ownLetters(deadLetters), retry);
  const sources = new Map<string, Source>();
  const exchanging = { intake, stored: asked, node: shared, sources: () => [...sources.values()] };
  const opened = await openExchangeParts(base, exchanging);
  // In order: if two routes match, the earlier one applies.
  for (const { name, make } of SOURCES) {
    const { decoding, clock, log, channels, onFailed, app: routes, endpoint: listener, access } = base;
    const { configuration } = base.current;
    const published = () => base.provided.publishedChannels?.() ?? [];
    const { events } = base;
    const kept = { csvHeaders, mark, published, events, ...(asked && { store: asked.store }) };
    const given = { configuration, decoding, intake, clock, log, channels, onFailed, ...kept };
    const { commands, topicHandlers = [] } = base.provided;
    const parts = { topicHandlers, ...(commands && { commands }), ...(access && { access }) };
    const context = { ...given, ...parts, routes, listener };
    sources.set(name, await make({ ...context, ...(shared && { node: shared.node }) }));
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
          rejections.stop();
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
export function retryOf({ decoding }: Base, intake: IntakeCore, csvHeaders: CsvHeaders): Retry {
  return async ({ message }) => {
    const { epoch, addressing } = decoding.now;
    await intake.retry(await csvHeaders.complete(message, (path) => addressing.parsePath(path, epoch.realms)));
  };
}

/** Routes and explanations for rejected messages. */
export function addRejectRoutes({ app, callers, decoding }: Base, letters: Letters, retry: Retry): void {
  const show = (message: Message) => decoding.now.of(message).show(message.payload, Number.POSITIVE_INFINITY);
  const explain = (message: Message) => decoding.now.of(message).explain?.(message);
  app.route("/", rejectsApi({ letters, retry, show, explain, ...callers }));
}
