/** Everything that is served over HTTP, and who may ask for it. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { readApi } from "./api/read-api.ts";
import type { RecentErrors } from "./api/recent-errors.ts";
import { rejectsApi } from "./api/rejects-api.ts";
import { replayApi } from "./api/replay-api.ts";
import type { AccessControl } from "./auth/access-control.ts";
import { guardRoutes } from "./auth/doors.ts";
import type { RequestGuard } from "./auth/request-guard.ts";
import type { Settings } from "./config/settings.ts";
import { layoutsApi } from "./dashboards/page/layouts-api.ts";
import { servePage } from "./dashboards/page/serve-page.ts";
import type { HealthReporter } from "./health-reporter.ts";
import type { CsvHeaders } from "./intake/csv-headers.ts";
import type { IntakeCore } from "./intake/intake-core.ts";
import type { DeadLetter, DeadLetterLog } from "./journal/dead-letters.ts";
import type { LogReader } from "./journal/log.ts";
import type { Metrics } from "./metrics.ts";
import { httpSource } from "./sources/http/http-source.ts";
import type { Store } from "./store/store.ts";
import type { Clock } from "./telemetry/clock.ts";
import type { Log } from "./telemetry/log.ts";
import type { UdpChannels } from "./udp-channels.ts";

/** How long a replay waits for the rows of messages that came before it. */
const SETTLE_TIMEOUT_MS = 5000;
/** How long a chart's history waits for rows that are on their way to the store. */
const HISTORY_TIMEOUT_MS = 1500;

export interface RouteParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly doors: { readonly guard: RequestGuard; readonly access: AccessControl | undefined };
  readonly intake: IntakeCore;
  readonly csvHeaders: CsvHeaders;
  readonly clock: Clock;
  readonly store: Store;
  readonly channels: UdpChannels;
  readonly health: HealthReporter;
  readonly recentErrors: RecentErrors;
  readonly metrics: Metrics;
  readonly deadLetters: DeadLetterLog;
  readonly messages: Pick<LogReader, "settled">;
}

export function composeRoutes(parts: RouteParts): Hono {
  const { settings, log, doors, intake, csvHeaders, clock, store, channels, deadLetters } = parts;
  const { access } = doors;
  const app = new Hono();
  app.onError((error, context) => {
    log.error({ event: "http.failed", path: context.req.path }, `${context.req.method}: ${error.message}`);
    return context.text("Internal error; the log has details", 500);
  });
  guardRoutes(app, doors);
  const sender = (context: Context) => {
    const { remote } = getConnInfo(context);
    return `${remote.address ?? ""}:${remote.port ?? ""}`;
  };
  app.route(
    "/",
    httpSource({
      intake,
      settings: settings.http,
      realms: settings.realms,
      csvHeaders,
      clock,
      sender,
      ...(access && { access: access.mayWrite }),
    }),
  );
  app.route(
    "/",
    readApi({
      store,
      channels: () => channels.served(),
      health: () => parts.health.report(),
      recentErrors: parts.recentErrors,
      metrics: parts.metrics,
      wampRealm: settings.wamp.realm,
      settled: () => parts.messages.settled(HISTORY_TIMEOUT_MS).catch(() => false),
      ...(access && { viewer: access.viewer }),
    }),
  );
  const retry = async ({ message }: DeadLetter) => {
    await intake.retry(await csvHeaders.complete(message, settings.realms));
  };
  app.route("/", rejectsApi({ deadLetters, retry, ...(access && { mayManage: access.mayManage }) }));
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
  app.route("/", layoutsApi({ store, ...(access && { mayChange: access.mayChange }) }));
  app.route("/", servePage(pageDirectory()));
  return app;
}

/** `dist/page`, beside the bundle or seen from the sources. */
function pageDirectory(): string {
  const beside = fileURLToPath(new URL("./page", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../dist/page", import.meta.url));
}
