/** Ingest: the sources, and what becomes of what they bring that cannot be stored. */

import { rejectsApi } from "../api/rejects-api.ts";
import { explainFrame, explanationText } from "../frames/explain-frame.ts";
import { CsvHeaders } from "../intake/csv-headers.ts";
import type { DeadLetter } from "../journal/dead-letters.ts";
import { SOURCES } from "../sources/registry.ts";
import type { ClusterPlace, Source } from "../sources/source.ts";
import type { Memory } from "../store/store.ts";
import { parsePath } from "../telemetry/address.ts";
import type { Message } from "../telemetry/message.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";
import type { Part } from "./parts.ts";

const SIGNAL_FLUSH_MS = 1000;

export interface Ingest {
  /** By name, in the order of starting. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly parts: readonly Part[];
}

/** Without a store: CSV headers are known until the process ends. */
const FORGETFUL: Memory = { remember: async () => {}, remembered: async () => new Map() };

/** @param memory where CSV headers are remembered */
export async function makeIngest(
  base: Base,
  { intake, deadLetters, signals, rejections }: OwnLog,
  memory: Memory = FORGETFUL,
  place?: ClusterPlace,
): Promise<Ingest> {
  const csvHeaders = new CsvHeaders(memory, base.clock);
  addRejectRoutes(base, { intake, deadLetters }, csvHeaders);
  const sources = new Map<string, Source>();
  // One after the other: of two routes that fit, the one that is there first counts.
  for (const { name, make } of SOURCES) {
    const { clock, log, channels, onFailed, app: routes, door: listener, access } = base;
    const { configuration } = base.current;
    const context = { configuration, intake, clock, log, channels, csvHeaders, onFailed, routes, listener };
    sources.set(name, await make({ ...context, ...(place && { place }), ...(access && { access }) }));
  }
  for (const { signals: transport } of sources.values()) if (transport !== undefined) signals.useTransport(transport);
  return {
    sources,
    parts: [
      { name: "csv headers", stop: () => csvHeaders.stop() },
      ...[...sources].map(([name, source]) => partOf(name, source)),
      {
        name: "signals",
        status: () => signals.status(),
        // The store has refused what it refuses by now, and brokers are still there.
        close: () => {
          rejections.stop();
          return signals.flush(SIGNAL_FLUSH_MS);
        },
      },
    ],
  };
}

function partOf(name: string, source: Source): Part {
  return {
    name,
    start: () => source.start(),
    stop: () => source.stop(),
    close: () => source.close?.(),
    status: () => source.status(),
  };
}

/** What is said and done about what could not be stored, where there is a log to take it again. */
export function addRejectRoutes(
  { app, access, kinds, channels, settings, current }: Base,
  { intake, deadLetters }: Pick<OwnLog, "intake" | "deadLetters">,
  csvHeaders: CsvHeaders,
): void {
  const retry = async ({ message }: DeadLetter) => {
    await intake.retry(await csvHeaders.complete(message, (path) => parsePath(path, settings.realms)));
  };
  const show = (message: Message) => kinds.of(message).show(message.payload, Number.POSITIVE_INFINITY);
  const explain = (message: Message) => {
    const decoder = channels.decoder(message.address);
    if (decoder === undefined || (message.source !== "udp" && message.source !== "frames")) return undefined;
    return explanationText(explainFrame(message.payload, decoder.table, decoder.channel.codecs.structs));
  };
  const others = current.otherRejects;
  const elsewhere = { ...(others && { others }) };
  app.route(
    "/",
    rejectsApi({ deadLetters, retry, show, explain, ...elsewhere, ...(access && { mayManage: access.mayManage }) }),
  );
}
