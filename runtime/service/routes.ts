/** Everything that is served over HTTP, and who may ask for it. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Hono } from "hono";
import type { HealthReporter } from "../api/health-reporter.ts";
import type { DeviceRules } from "../api/measurement-catalogue.ts";
import type { Metrics } from "../api/metrics.ts";
import { readApi } from "../api/read-api.ts";
import type { RecentErrors } from "../api/recent-errors.ts";
import { rejectsApi } from "../api/rejects-api.ts";
import { removalApi } from "../api/removal-api.ts";
import { replayApi } from "../api/replay-api.ts";
import type { AccessControl } from "../auth/access-control.ts";
import type { RealmSettings, Settings } from "../config/settings.ts";
import { layoutsApi } from "../dashboards/page/layouts-api.ts";
import { servePage } from "../dashboards/page/serve-page.ts";
import { explainFrame, explanationText } from "../frames/explain-frame.ts";
import type { CsvHeaders } from "../intake/csv-headers.ts";
import type { IntakeCore } from "../intake/intake-core.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import type { DeadLetter, DeadLetterLog } from "../journal/dead-letters.ts";
import type { LogReader } from "../journal/log.ts";
import type { UdpChannels } from "../sources/udp/udp-channels.ts";
import type { AskedStore } from "../store/store.ts";
import { parsePath, storedName } from "../telemetry/address.ts";
import type { Log } from "../telemetry/log.ts";
import type { Message } from "../telemetry/message.ts";

/** How long a replay waits for the rows of messages that came before it. */
const SETTLE_TIMEOUT_MS = 5000;
/** How long a chart's history waits for rows that are on their way to the store. */
const HISTORY_TIMEOUT_MS = 1500;

export interface RouteParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly access: AccessControl | undefined;
  readonly kinds: MessageKinds;
  readonly intake: IntakeCore;
  readonly csvHeaders: CsvHeaders;
  readonly store: AskedStore;
  readonly channels: UdpChannels;
  readonly health: HealthReporter;
  readonly recentErrors: RecentErrors;
  readonly metrics: Metrics;
  readonly deadLetters: DeadLetterLog;
  readonly messages: Pick<LogReader, "settled">;
}

/** Adds what is looked at and managed to the routes of the sources. */
export function composeRoutes(app: Hono, parts: RouteParts): void {
  const { settings, log, access, kinds, intake, csvHeaders, store, channels, deadLetters } = parts;
  app.route(
    "/",
    readApi({
      store,
      channels: () => channels.served(),
      health: () => parts.health.report(),
      recentErrors: parts.recentErrors,
      metrics: parts.metrics,
      wampRealm: settings.wamp.realm,
      deviceRules: deviceRules(settings.realms),
      settled: () => parts.messages.settled(HISTORY_TIMEOUT_MS).catch(() => false),
      client: (context) => access?.http.account(context.req.raw)?.name ?? getConnInfo(context).remote.address ?? "",
      ...(access && { viewer: access.viewer }),
    }),
  );
  const retry = async ({ message }: DeadLetter) => {
    await intake.retry(await csvHeaders.complete(message, (path) => parsePath(path, settings.realms)));
  };
  const show = (message: Message) => kinds.of(message).show(message.payload, Number.POSITIVE_INFINITY);
  const explain = (message: Message) => {
    const decoder = channels.decoder(message.address);
    if (decoder === undefined || (message.source !== "udp" && message.source !== "frames")) return undefined;
    return explanationText(explainFrame(message.payload, decoder.table, decoder.channel.codecs.structs));
  };
  app.route("/", rejectsApi({ deadLetters, retry, show, explain, ...(access && { mayManage: access.mayManage }) }));
  app.route(
    "/",
    replayApi({
      store,
      channel: (name) => channels.decoder(name)?.channel,
      settled: () => parts.messages.settled(SETTLE_TIMEOUT_MS),
      log,
      ...(access && { mayManage: access.mayManage }),
    }),
  );
  app.route("/", removalApi({ store, log, ...(access && { mayManage: access.mayManage }) }));
  app.route("/", layoutsApi({ store, ...(access && { mayChange: access.mayChange }) }));
  app.route("/", servePage(pageDirectory()));
}

/** `dist/page`, beside the bundle or seen from the sources. */
function pageDirectory(): string {
  const beside = fileURLToPath(new URL("./page", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/page", import.meta.url));
}

/** A database belongs to the realm with the longest name that begins it [D25]. */
function deviceRules(realms: readonly RealmSettings[]): DeviceRules {
  const known = realms
    .map(({ name, rules }) => ({ prefix: `${storedName(name)}_`, rules }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return (database, column) =>
    known.find(({ prefix }) => database.startsWith(prefix))?.rules?.get(column.toLowerCase());
}
