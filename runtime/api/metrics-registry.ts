/** Builds `/metrics` from the status of the parts. Only this file uses prom-client. */

import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { SourceActivity } from "../intake/activity.ts";
import { SENDER_METRICS, SOURCE_METRICS } from "../intake/counters.ts";
import type { BoundState } from "../model/bounds.ts";
import type { PartitionLag } from "../model/cluster-report.ts";
import type { Counters, MetricDeclaration } from "../model/counters.ts";
import { WRITER_COUNTERS } from "../store/counters.ts";
import { MAIN_OUTPUT } from "../store/routing.ts";
import type { HealthReport } from "./health.ts";
import { type MetricsSources, PREFIX } from "./metrics-sources.ts";

/** The data for all metrics of one answer. */
export interface Snapshot {
  parts: HealthReport["parts"];
  ready: boolean;
  bySource: readonly SourceActivity[];
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Called for each answer. */
  samples(): Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** Default gauges of prom-client whose names look like counters; they are useless here. */
const MISNAMED = ["handles", "requests", "resources"].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);
const STATES = { ok: 0, degraded: 1, down: 2 } as const;

/**
 * Writes Prometheus' text format. Metrics are built on request, so counting costs nothing while messages are processed.
 */
export function openRegistry(sources: MetricsSources): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  for (const name of MISNAMED) registry.removeSingleMetric(PREFIX + name);
  countSinceTheStart(registry);
  const snapshot = take(sources);
  for (const metric of metricsOf(snapshot, sources)) register(registry, metric);
  return () => {
    Object.assign(snapshot, take(sources));
    return registry.metrics();
  };
}

/** All metrics but those of the process itself and the histogram of `metrics.ts`. */
export function metricsOf(snapshot: Snapshot, sources: MetricsSources): Metric[] {
  return [
    ...messageMetrics(snapshot, sources.sources),
    ...partMetrics(snapshot, sources.counters),
    ...partStates(snapshot, sources.version),
    ...boundMetrics(snapshot),
    {
      name: "messages_decoded_otherwise_total",
      help: "Messages with values on arrival and none when stored; more than 0 is a defect of structline",
      samples: () => [[{}, sources.activity.decodedOtherwise]],
    },
    {
      name: "journal_oldest_waiting_seconds",
      help: "Age of the oldest message that waits for the store; 0 if no message waits",
      samples: () => [[{}, sources.oldestWaitingSeconds()]],
    },
    ...(sources.cluster === undefined ? [] : clusterLag(sources.cluster)),
  ];
}

export function typeOf({ name }: Pick<Metric, "name">): "counter" | "gauge" {
  return name.endsWith("_total") ? "counter" : "gauge";
}

function register(registry: Registry, metric: Metric): void {
  const { name, help, labels = [], samples } = metric;
  const Type = typeOf(metric) === "counter" ? Counter : Gauge;
  new Type({
    name: PREFIX + name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const found = await samples();
      this.reset();
      for (const [labelled, value] of found) this.inc(labelled, value);
    },
  });
}

/** prom-client counts processor time only from the moment it is enabled. */
function countSinceTheStart(registry: Registry): void {
  const { user, system } = process.cpuUsage();
  for (const [name, microseconds] of [
    ["process_cpu_user_seconds_total", user],
    ["process_cpu_system_seconds_total", system],
    ["process_cpu_seconds_total", user + system],
  ] as const) {
    (registry.getSingleMetric(PREFIX + name) as Counter).inc(microseconds / 1e6);
  }
}

function take({ health, activity }: MetricsSources): Snapshot {
  return { parts: health.parts(), ready: health.ready, bySource: [...activity.sources()] };
}

function messageMetrics(snapshot: Snapshot, sources: readonly string[]): Metric[] {
  const bySource = ([name, help]: MetricDeclaration, countOf: (total: SourceActivity) => number): Metric => ({
    name,
    help,
    labels: ["source"],
    samples: () => {
      const counts = new Map(sources.map((source) => [source, 0]));
      for (const total of snapshot.bySource) counts.set(total.source, countOf(total));
      return [...counts].map(([source, count]) => [{ source }, count]);
    },
  });
  return [
    ...keysOf(SOURCE_METRICS).map((key) => bySource(SOURCE_METRICS[key], (total) => total[key])),
    ...keysOf(SENDER_METRICS).map((key) => bySource(SENDER_METRICS[key], ({ senders }) => senders?.[key] ?? 0)),
    {
      name: "rejected_messages_total",
      help: "Messages and rows that were rejected, by reason",
      labels: ["source", "reason"],
      samples: () =>
        snapshot.bySource.flatMap(({ source, rejected }) =>
          Object.entries(rejected).map(([reason, count]): Sample => [{ source, reason }, count]),
        ),
    },
  ];
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[];
}

/** The numbers that the parts declare; those with one name are one metric. */
function partMetrics(snapshot: Snapshot, tables: readonly Counters[]): Metric[] {
  const numbers = tables.flatMap((table) =>
    Object.entries(table.metrics).map(([count, [name, help, label = {}]]) => ({ table, count, name, help, label })),
  );
  return [...new Set(numbers.map(({ name }) => name))].map((name) => {
    const own = numbers.filter((number) => number.name === name);
    const [{ table, help = "", label = {} } = {}] = own;
    const output = table?.part === WRITER_COUNTERS.part ? ["output"] : [];
    return {
      name,
      help,
      labels: [...output, ...Object.keys(label)],
      samples: () => own.flatMap((number) => samplesOf(number, snapshot)),
    };
  });
}

interface PartNumber {
  readonly table: Counters;
  readonly count: string;
  readonly label: Readonly<Record<string, string>>;
}

/** Each output has its own numbers. */
function samplesOf({ table, count, label }: PartNumber, { parts }: Snapshot): Sample[] {
  const main = table.read(parts[table.part], count);
  if (table.part !== WRITER_COUNTERS.part) return [[label, main]];
  const prefix = `${table.part}-`;
  const others = Object.entries(parts).filter(([name]) => name.startsWith(prefix));
  return [
    [{ output: MAIN_OUTPUT }, main],
    ...others.map(([name, part]): Sample => [{ output: name.slice(prefix.length) }, table.read(part, count)]),
  ];
}

/** Limited amounts by kind; `model/bounds.ts` declares the kinds. */
function boundMetrics(snapshot: Snapshot): Metric[] {
  const byBound = (name: string, help: string, read: (state: BoundState) => number): Metric => ({
    name,
    help,
    labels: ["bound"],
    samples: () =>
      Object.values(snapshot.parts).flatMap(({ bounds = {} }) =>
        Object.entries(bounds).map(([bound, state]): Sample => [{ bound }, read(state)]),
      ),
  });
  return [
    byBound("bound_held", "Amount that senders made grow, in bytes or items", ({ held }) => held),
    byBound("bound_limit", "Limit of this amount for all senders together", ({ limit }) => limit),
    byBound("bound_met_total", "Times a limit was met: something was dropped, refused or closed", ({ met }) => met),
  ];
}

/** The same from every node: querying one of them is enough. */
function clusterLag(cluster: NonNullable<MetricsSources["cluster"]>): Metric[] {
  const byPartition = (name: string, help: string, read: (lag: PartitionLag) => number): Metric => ({
    name: `cluster_partition_${name}`,
    help,
    labels: ["partition"],
    samples: async () => {
      const report = await cluster().catch(() => undefined);
      return (report?.log.lag ?? []).map((lag): Sample => [{ partition: String(lag.partition) }, read(lag)]);
    },
  });
  const age = "Age of the oldest frame of a partition that no store has acknowledged";
  return [
    byPartition("waiting_frames", "Frames of a partition that no store has acknowledged", ({ frames }) => frames),
    byPartition("oldest_seconds", age, ({ oldestSeconds }) => oldestSeconds),
  ];
}

function partStates(snapshot: Snapshot, version: string): Metric[] {
  return [
    {
      name: "part_state",
      help: "0 works, 1 works in part, 2 does not work",
      labels: ["part"],
      samples: () => Object.entries(snapshot.parts).map(([part, { state }]) => [{ part }, STATES[state]]),
    },
    { name: "ready", help: "1 if the service takes data", samples: () => [[{}, snapshot.ready ? 1 : 0]] },
    { name: "build_info", help: "Always 1", labels: ["version"], samples: () => [[{ version }, 1]] },
  ];
}
