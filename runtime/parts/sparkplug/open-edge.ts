/** Connects the edge node with the stored rows, and says that the host runs. */

import { columnsOf } from "../../codec/fields.ts";
import { statesOf, tellIn } from "../../model/bounds.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Removal } from "../../model/removal.ts";
import type { Running } from "../../model/running.ts";
import type { Storing } from "../part-kind.ts";
import type { EdgePlan } from "./edge-follower.ts";
import type { EdgeRow } from "./edge-node.ts";
import type { EdgeSession } from "./edge-session.ts";
import type { HostSession } from "./host-session.ts";
import type { SparkplugSettings } from "./keys.ts";

export function openEdge(
  { log, events, facts, rows, channels, deviceRules }: Storing,
  settings: () => SparkplugSettings,
): Running {
  const nowMs = () => BigInt(Date.now());
  const unitOf = ({ database, measurement }: Removal, column: string) => {
    const channel = channels().find((served) => served.database === database);
    const codec = channel?.structs.find((struct) => struct.measurement === measurement);
    const own = codec && columnsOf(codec).find(({ name }) => name === column);
    return own === undefined ? deviceRules(database, column, measurement)?.unit : own.unit;
  };
  /** Undefined unless all of it was started: then the next reload tries again. */
  let inForce: string | undefined;
  let failed: PartStatus["lastError"];
  // One change after the other: of two at once, each would start a session of the same name.
  let changed: Promise<void> = Promise.resolve();
  const next = (change: () => Promise<void>) => {
    const done = changed.then(change);
    changed = done.catch(() => {});
    return done;
  };
  let edge: EdgeSession | undefined;
  let host: HostSession | undefined;
  const stop = async () => {
    inForce = undefined;
    rows.configure(undefined satisfies EdgePlan);
    await Promise.all([edge?.stop(), host?.stop()]);
    [edge, host] = [undefined, undefined];
  };
  const start = async () => {
    const wanted = settings();
    if (wanted !== undefined) await begin(wanted);
    inForce = JSON.stringify(wanted);
    failed = undefined;
  };
  const begin = async (wanted: NonNullable<SparkplugSettings>) => {
    const { broker } = wanted;
    // With a client of brokers, which few services need.
    const [{ EdgeSession }, { HostSession }] = await Promise.all([
      import("./edge-session.ts"),
      import("./host-session.ts"),
    ]);
    edge = wanted.edge && new EdgeSession({ broker, edge: wanted.edge, facts, unitOf, nowMs, tell: tellIn(log) });
    host = wanted.host === undefined ? undefined : new HostSession(broker, wanted.host, nowMs);
    rows.configure(wanted.edge && ({ databases: wanted.edge.databases } satisfies EdgePlan));
    edge?.start();
    host?.start();
  };
  rows.onMessage((said) => edge?.take(said as readonly EdgeRow[]));
  events.on("removed", (removed) => edge?.forget(removed));
  events.on("reloaded", () => {
    next(async () => {
      if (JSON.stringify(settings()) === inForce) return;
      await stop();
      await start();
    }).catch(({ message }: Error) => {
      failed = { message, time: new Date().toISOString() };
      log.error({ event: "sparkplug.not-started", error: message }, `Sparkplug is not started: ${message}`);
    });
  });
  return {
    name: "sparkplug-edge",
    start: () => next(start),
    stop: () => next(stop),
    // A reload may bring the section.
    get status() {
      return settings() === undefined ? undefined : () => statusOf(edge, host, failed);
    },
  };
}

function statusOf(
  edge: EdgeSession | undefined,
  host: HostSession | undefined,
  failed: PartStatus["lastError"],
): PartStatus {
  if (failed !== undefined) return { state: "down", detail: "not started; a reload tries again", lastError: failed };
  if (edge !== undefined) {
    const { bounds, ...status } = edge.status();
    return { ...status, bounds: statesOf(bounds) };
  }
  const isOk = host === undefined || host.isOnline;
  return {
    state: isOk ? "ok" : "degraded",
    detail: host === undefined ? "off" : isOk ? "the host's state is published" : "the host's broker is away",
    ...(host?.lastError && { lastError: host.lastError }),
  };
}
