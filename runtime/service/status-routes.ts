/** What a process tells of itself: health, metrics, its routes. */

import type { ChannelListQuery } from "../api/health.ts";
import { directHealth, healthApi } from "../api/health-api.ts";
import { type Metrics, openMetrics } from "../api/metrics.ts";
import { openApi } from "../api/openapi.ts";
import { type ReloadOutcome, reloadApi } from "../api/reload-api.ts";
import type { Member } from "../parts/sharing.ts";
import type { Base } from "./base.ts";
import { COUNTERS, NODE_COUNTERS } from "./counters.ts";
import type { OwnLog } from "./own-log.ts";

const STARTING = Promise.resolve({ reloaded: false, message: "The service is starting", restarts: [] });

/** Reads the configuration again, once the service has started. */
export function reloadOf({ reloading }: Pick<Base, "reloading">): () => Promise<ReloadOutcome> {
  return () => reloading.now?.() ?? STARTING;
}

/** Must come before the sources' routes, which match every address. */
export function addStatusRoutes(base: Base, ownLog: OwnLog | undefined, node: Member | undefined): Metrics {
  const { app, started, version, inForce, health, activity, endpoint } = base;
  const metrics = openMetrics({
    version,
    sources: inForce.now.sources,
    counters: node === undefined ? COUNTERS : [...COUNTERS, ...NODE_COUNTERS],
    health,
    activity,
    oldestWaitingSeconds: () => ownLog?.messages.oldestWaitingSeconds ?? 0,
    ...(node && { cluster: node.report }),
  });
  const reporting = {
    health: (list?: ChannelListQuery) => health.report(list),
    ...(node && { cluster: node.report }),
    metrics,
    ...base.callers,
  };
  app.route("/", healthApi(reporting));
  app.route("/", reloadApi({ reload: reloadOf(base), ...base.callers }));
  openApi(app, version, started.http.basePath);
  endpoint.answerFirst(directHealth(reporting));
  return metrics;
}
