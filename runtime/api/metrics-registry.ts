/** Builds `/metrics` from the status of the parts. Only this file uses prom-client. */

import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { SourceActivity } from "../intake/activity.ts";
import type { SenderCounts } from "../intake/senders.ts";
import type { BoundState } from "../model/bounds.ts";
import type { PartitionLag } from "../model/cluster-report.ts";
import { MAIN_OUTPUT } from "../store/routing.ts";
import type { HealthReport } from "./health.ts";
import { type MetricsSources, PREFIX } from "./metrics-sources.ts";

/** The data for all metrics of one answer. */
interface Snapshot {
  parts: HealthReport["parts"];
  ready: boolean;
  bySource: readonly SourceActivity[];
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Called for each answer. */
  samples(): Iterable<Sample> | Promise<Iterable<Sample>>;
}

type Add = (metric: Metric) => void;

/** A counter or gauge of a part. */
type PartMetric = readonly [name: string, help: string, part: string, count: string];

const COUNTERS: readonly PartMetric[] = [
  ["stored_rows_total", "Rows that the store has stored", "writer", "stored"],
  ["refused_rows_total", "Rows that the store has refused", "writer", "refused"],
  ["store_writes_total", "Batches written to the store", "writer", "writes"],
  ["store_failures_total", "Failed writes and reads of the store; they are repeated", "writer", "failures"],
  [
    "replayed_messages_total",
    "Messages read back from the journal because they were no longer in memory",
    "writer",
    "replayed",
  ],
  ["given_up_rows_total", "Rows that became dead letters because an output was away for too long", "writer", "givenUp"],
  ["journal_messages_total", "Messages appended to the journal", "journal", "appended"],
  [
    "journal_refused_messages_total",
    "Messages not kept because the journal was full or its disk failed",
    "journal",
    "refused",
  ],
  ["bus_events_total", "Events published to the bus", "bus", "published"],
  ["bus_dropped_events_total", "Events that a slow subscriber or router did not get", "bus", "dropped"],
  ["error_signals_total", "Error signals published over MQTT", "signals", "published"],
  ["dropped_error_signals_total", "Error signals dropped while the broker was away", "signals", "dropped"],
  ["mqtt_duplicates_total", "MQTT messages delivered twice and stored once", "mqtt", "duplicates"],
];

const GAUGES: readonly PartMetric[] = [
  ["journal_waiting_messages", "Messages that wait for the store", "writer", "waiting"],
  ["journal_size_bytes", "Size of the journal on disk", "journal", "bytes"],
  ["journal_limit_bytes", "Size at which the journal is full", "journal", "maxBytes"],
  ["queued_rows", "Decoded rows held in memory for the store", "writer", "queuedRows"],
  ["dead_letters", "Dead letters: messages and rows that wait for you", "deadLetters", "letters"],
  ["bus_clients", "Clients of the embedded WAMP router", "bus", "sessions"],
  ["bus_subscribers", "Subscriptions at the embedded router", "bus", "subscriptions"],
  ["udp_socket_buffer_bytes", "The smallest receive buffer that the kernel granted", "udp", "socketBufferBytes"],
  ["waiting_error_signals", "Error signals that wait for the broker", "signals", "waiting"],
];

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
  const counter = adderTo(registry, Counter);
  const gauge = adderTo(registry, Gauge);
  addMessageCounters(counter, gauge, snapshot, sources.sources);
  for (const metric of COUNTERS) counter(metricOf(metric, snapshot));
  for (const metric of GAUGES) gauge(metricOf(metric, snapshot));
  addPartStates(gauge, snapshot, sources.version);
  addBounds(counter, gauge, snapshot);
  const countOf = (part: string, count: string) => snapshot.parts[part]?.counts?.[count] ?? 0;
  counter({
    name: "udp_dropped_datagrams_total",
    help: "Datagrams lost in the kernel's socket buffer, or between the reader and the decoder",
    labels: ["where"],
    samples: () => [
      [{ where: "kernel" }, countOf("udp", "kernelDropped")],
      [{ where: "reader" }, countOf("udp", "dropped")],
    ],
  });
  counter({
    name: "log_ins_total",
    help: "Credentials that were right, wrong, or not checked after too many failures",
    labels: ["outcome"],
    samples: () => ["accepted", "wrong", "limited"].map((outcome) => [{ outcome }, countOf("access", outcome)]),
  });
  counter({
    name: "messages_decoded_otherwise_total",
    help: "Messages with values on arrival and none when stored; more than 0 is a defect of structline",
    samples: () => [[{}, sources.activity.decodedOtherwise]],
  });
  gauge({
    name: "journal_oldest_waiting_seconds",
    help: "Age of the oldest message that waits for the store; 0 if no message waits",
    samples: () => [[{}, sources.oldestWaitingSeconds()]],
  });
  if (sources.cluster !== undefined) {
    addClusterLag(gauge, sources.cluster);
    counter({
      name: "cluster_frames_passed_over_total",
      help: "Frames of the cluster's log that this node did not store or send, by reason; `refused` and `foreign-id` mean that something is wrong",
      labels: ["reason"],
      samples: () => FRAME_REASONS.map(({ reason, part, count }) => [{ reason }, countOf(part, count)]),
    });
  }
  return () => {
    Object.assign(snapshot, take(sources));
    return registry.metrics();
  };
}

function adderTo(registry: Registry, Type: typeof Counter | typeof Gauge): Add {
  return ({ name, help, labels = [], samples }) =>
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

/** By source and reason, never by channel, since senders choose addresses. */
function addMessageCounters(counter: Add, gauge: Add, snapshot: Snapshot, sources: readonly string[]): void {
  const bySource = (name: string, help: string, countOf: (total: SourceActivity) => number): Metric => ({
    name,
    help,
    labels: ["source"],
    samples: () => {
      const counts = new Map(sources.map((source) => [source, 0]));
      for (const total of snapshot.bySource) counts.set(total.source, countOf(total));
      return [...counts].map(([source, count]) => [{ source }, count]);
    },
  });
  for (const [name, help, countOf] of [
    ["received_messages_total", "Messages received", ({ received }: SourceActivity) => received],
    ["decoded_rows_total", "Rows decoded from messages", ({ decoded }: SourceActivity) => decoded],
    [
      "missing_values_total",
      "Values left out of rows, because they were empty, null or not a number",
      ({ missing }: SourceActivity) => missing,
    ],
    [
      "unused_times_total",
      "Rows stored at their time of receipt although a field looks like a time",
      ({ unusedTimes }: SourceActivity) => unusedTimes,
    ],
    [
      "ignored_events_total",
      "Events of network servers that are not telemetry: answered, and not stored",
      ({ ignored }: SourceActivity) => ignored,
    ],
    ["doubled_messages_total", "Messages with a sequence number that was received before (@seq)", senders("doubled")],
    ["late_messages_total", "Messages received after a message with a later sequence number (@seq)", senders("late")],
    ["sender_restarts_total", "Restarts of senders, seen by their sequence numbers (@seq)", senders("restarts")],
    [
      "untimed_messages_total",
      "Messages with an impossible time of their own (@time); they have the time of receipt",
      senders("withoutTime"),
    ],
  ] as const)
    counter(bySource(name, help, countOf));
  const missing = "Messages that are missing by their sequence numbers since the start (@seq)";
  gauge(bySource("missing_messages", missing, senders("missing")));
  counter({
    name: "rejected_messages_total",
    help: "Messages and rows that were rejected, by reason",
    labels: ["source", "reason"],
    samples: () =>
      snapshot.bySource.flatMap(({ source, rejected }) =>
        Object.entries(rejected).map(([reason, count]): Sample => [{ source, reason }, count]),
      ),
  });
}

/** Left out if no header has counters or clocks. */
function senders(what: keyof SenderCounts): (total: SourceActivity) => number {
  return (total) => total.senders?.[what] ?? 0;
}

/** The part that brings the log to the store; for further outputs, their name is appended. */
const WRITER = "writer";

/** Each output has its own counters. */
function metricOf([name, help, part, count]: PartMetric, snapshot: Snapshot): Metric {
  const of = (name: string) => snapshot.parts[name]?.counts?.[count] ?? 0;
  if (part !== WRITER) return { name, help, samples: () => [[{}, of(part)]] };
  const samples = (): Sample[] => [
    [{ output: MAIN_OUTPUT }, of(WRITER)],
    ...Object.keys(snapshot.parts)
      .filter((name) => name.startsWith(`${WRITER}-`))
      .map((name): Sample => [{ output: name.slice(WRITER.length + 1) }, of(name)]),
  ];
  return { name, help, labels: ["output"], samples };
}

/** Limited amounts by kind; `model/bounds.ts` declares the kinds. */
function addBounds(counter: Add, gauge: Add, snapshot: Snapshot): void {
  const byBound = (name: string, help: string, read: (state: BoundState) => number): Metric => ({
    name,
    help,
    labels: ["bound"],
    samples: () =>
      Object.values(snapshot.parts).flatMap(({ bounds = {} }) =>
        Object.entries(bounds).map(([bound, state]): Sample => [{ bound }, read(state)]),
      ),
  });
  gauge(byBound("bound_held", "Amount that senders made grow, in bytes or items", ({ held }) => held));
  gauge(byBound("bound_limit", "Limit of this amount for all senders together", ({ limit }) => limit));
  const met = "Times a limit was met: something was dropped, refused or closed";
  counter(byBound("bound_met_total", met, (state) => state.met));
}

/** The same from every node: querying one of them is enough. */
function addClusterLag(gauge: Add, cluster: NonNullable<MetricsSources["cluster"]>): void {
  const add = (name: string, help: string, read: (lag: PartitionLag) => number) =>
    gauge({
      name: `cluster_partition_${name}`,
      help,
      labels: ["partition"],
      samples: async () => {
        const report = await cluster().catch(() => undefined);
        return (report?.log.lag ?? []).map((lag): Sample => [{ partition: String(lag.partition) }, read(lag)]);
      },
    });
  add("waiting_frames", "Frames of a partition that no store has acknowledged", ({ frames }) => frames);
  const age = "Age of the oldest frame of a partition that no store has acknowledged";
  add("oldest_seconds", age, ({ oldestSeconds }) => oldestSeconds);
}

/** Outcomes of frames other than being stored or sent once, as counted by the parts. */
const FRAME_REASONS = [
  { reason: "in-hand", part: "cluster log", count: "inHand" },
  { reason: "already-stored", part: "cluster log", count: "alreadyStored" },
  { reason: "without-beginning", part: "cluster log", count: "withoutBeginning" },
  { reason: "refused", part: "cluster log", count: "refused" },
  { reason: "left-to-others", part: "cluster log", count: "leftToOthers" },
  { reason: "sent-before", part: "cluster", count: "sentBefore" },
  { reason: "foreign-id", part: "cluster", count: "foreignDuplicates" },
] as const;

function addPartStates(gauge: Add, snapshot: Snapshot, version: string): void {
  gauge({
    name: "part_state",
    help: "0 works, 1 works in part, 2 does not work",
    labels: ["part"],
    samples: () => Object.entries(snapshot.parts).map(([part, { state }]) => [{ part }, STATES[state]]),
  });
  gauge({ name: "ready", help: "1 if the service takes data", samples: () => [[{}, snapshot.ready ? 1 : 0]] });
  gauge({ name: "build_info", help: "Always 1", labels: ["version"], samples: () => [[{ version }, 1]] });
}
