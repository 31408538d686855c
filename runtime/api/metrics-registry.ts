/** Builds `/metrics` from the status of the parts. Only this file uses prom-client. */

import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { SourceActivity } from "../intake/activity.ts";
import type { SenderCounts } from "../intake/senders.ts";
import { MAIN_OUTPUT } from "../store/routing.ts";
import type { BoundState } from "../telemetry/bounds.ts";
import type { PartitionLag } from "./cluster-report.ts";
import type { HealthReport } from "./health.ts";
import { type MetricsSources, PREFIX } from "./metrics-sources.ts";

/** The data for all metrics of one answer. */
interface Snapshot {
  parts: HealthReport["parts"];
  ready: boolean;
  bySource: readonly SourceActivity[];
}

/** A counter or gauge of a part. */
interface PartMetric {
  readonly name: string;
  readonly help: string;
  readonly part: string;
  readonly count: string;
}

const COUNTERS: readonly PartMetric[] = [
  { name: "stored_rows_total", help: "Rows that the store has stored", part: "writer", count: "stored" },
  { name: "refused_rows_total", help: "Rows that the store has refused", part: "writer", count: "refused" },
  { name: "store_writes_total", help: "Batches written to the store", part: "writer", count: "writes" },
  {
    name: "store_failures_total",
    help: "Failed writes and reads of the store; they are repeated",
    part: "writer",
    count: "failures",
  },
  {
    name: "replayed_messages_total",
    help: "Messages read back from the journal because they were no longer in memory",
    part: "writer",
    count: "replayed",
  },
  {
    name: "given_up_rows_total",
    help: "Rows that became dead letters because an output was away for too long",
    part: "writer",
    count: "givenUp",
  },
  { name: "journal_messages_total", help: "Messages appended to the journal", part: "journal", count: "appended" },
  {
    name: "journal_refused_messages_total",
    help: "Messages not kept because the journal was full or its disk failed",
    part: "journal",
    count: "refused",
  },
  { name: "bus_events_total", help: "Events published to the bus", part: "bus", count: "published" },
  {
    name: "bus_dropped_events_total",
    help: "Events that a slow subscriber or router did not get",
    part: "bus",
    count: "dropped",
  },
  { name: "error_signals_total", help: "Error signals published over MQTT", part: "signals", count: "published" },
  {
    name: "dropped_error_signals_total",
    help: "Error signals dropped while the broker was away",
    part: "signals",
    count: "dropped",
  },
  {
    name: "mqtt_duplicates_total",
    help: "MQTT messages delivered twice and stored once",
    part: "mqtt",
    count: "duplicates",
  },
];

const GAUGES: readonly PartMetric[] = [
  { name: "journal_waiting_messages", help: "Messages that wait for the store", part: "writer", count: "waiting" },
  { name: "journal_size_bytes", help: "Size of the journal on disk", part: "journal", count: "bytes" },
  { name: "journal_limit_bytes", help: "Size at which the journal is full", part: "journal", count: "maxBytes" },
  { name: "queued_rows", help: "Decoded rows held in memory for the store", part: "writer", count: "queuedRows" },
  {
    name: "dead_letters",
    help: "Dead letters: messages and rows that wait for you",
    part: "deadLetters",
    count: "letters",
  },
  { name: "bus_clients", help: "Clients of the embedded WAMP router", part: "bus", count: "sessions" },
  { name: "bus_subscribers", help: "Subscriptions at the embedded router", part: "bus", count: "subscriptions" },
  {
    name: "udp_socket_buffer_bytes",
    help: "The smallest receive buffer that the kernel granted",
    part: "udp",
    count: "socketBufferBytes",
  },
  {
    name: "waiting_error_signals",
    help: "Error signals that wait for the broker",
    part: "signals",
    count: "waiting",
  },
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
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  for (const name of MISNAMED) registry.removeSingleMetric(PREFIX + name);
  countSinceTheStart(registry);
  const snapshot = take(sources);
  addMessageCounters(registry, snapshot, sources.sources);
  addPartMetrics(registry, snapshot);
  addPartStates(registry, snapshot, sources.version);
  addBounds(registry, snapshot);
  addDatagramDrops(registry, snapshot);
  addLogIns(registry, snapshot);
  new Counter({
    name: `${PREFIX}messages_decoded_otherwise_total`,
    help: "Messages with values on arrival and none when stored; more than 0 is a defect of structline",
    registers,
    collect() {
      this.reset();
      this.inc(sources.activity.decodedOtherwise);
    },
  });
  new Gauge({
    name: `${PREFIX}journal_oldest_waiting_seconds`,
    help: "Age of the oldest message that waits for the store; 0 if no message waits",
    registers,
    collect() {
      this.set(sources.oldestWaitingSeconds());
    },
  });
  if (sources.cluster !== undefined) {
    addClusterLag(registry, sources.cluster);
    addClusterFrames(registry, snapshot);
  }
  return () => {
    Object.assign(snapshot, take(sources));
    return registry.metrics();
  };
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
function addMessageCounters(registry: Registry, snapshot: Snapshot, sources: readonly string[]): void {
  const registers = [registry];
  for (const [name, help, countOf] of [
    ["received_messages_total", "Messages received", (total: SourceActivity) => total.received],
    ["decoded_rows_total", "Rows decoded from messages", (total: SourceActivity) => total.decoded],
    [
      "missing_values_total",
      "Values left out of rows, because they were empty, null or not a number",
      (total: SourceActivity) => total.missing,
    ],
    [
      "unused_times_total",
      "Rows stored at their time of receipt although a field looks like a time",
      (total: SourceActivity) => total.unusedTimes,
    ],
    ["doubled_messages_total", "Messages with a sequence number that was received before (@seq)", senders("doubled")],
    ["late_messages_total", "Messages received after a message with a later sequence number (@seq)", senders("late")],
    ["sender_restarts_total", "Restarts of senders, seen by their sequence numbers (@seq)", senders("restarts")],
    [
      "untimed_messages_total",
      "Messages with an impossible time of their own (@time); they have the time of receipt",
      senders("withoutTime"),
    ],
  ] as const) {
    new Counter({
      name: PREFIX + name,
      help,
      labelNames: ["source"],
      registers,
      collect() {
        this.reset();
        for (const source of sources) this.inc({ source }, 0);
        for (const total of snapshot.bySource) this.inc({ source: total.source }, countOf(total));
      },
    });
  }
  new Gauge({
    name: `${PREFIX}missing_messages`,
    help: "Messages that are missing by their sequence numbers since the start (@seq)",
    labelNames: ["source"],
    registers,
    collect() {
      this.reset();
      for (const source of sources) this.inc({ source }, 0);
      for (const total of snapshot.bySource) this.inc({ source: total.source }, senders("missing")(total));
    },
  });
  new Counter({
    name: `${PREFIX}rejected_messages_total`,
    help: "Messages and rows that were rejected, by reason",
    labelNames: ["source", "reason"],
    registers,
    collect() {
      this.reset();
      for (const { source, rejected } of snapshot.bySource) {
        for (const [reason, count] of Object.entries(rejected)) this.inc({ source, reason }, count);
      }
    },
  });
}

/** Left out if no header has counters or clocks. */
function senders(what: keyof SenderCounts): (total: SourceActivity) => number {
  return (total) => total.senders?.[what] ?? 0;
}

function addPartMetrics(registry: Registry, snapshot: Snapshot): void {
  const registers = [registry];
  for (const metric of COUNTERS) {
    const { name, help } = metric;
    const labelNames = metric.part === WRITER ? ["output"] : [];
    new Counter({
      ...{ name: PREFIX + name, help, labelNames, registers },
      collect() {
        this.reset();
        for (const [labels, count] of countsOf(metric, snapshot)) this.inc(labels, count);
      },
    });
  }
  for (const metric of GAUGES) {
    const { name, help } = metric;
    const labelNames = metric.part === WRITER ? ["output"] : [];
    new Gauge({
      ...{ name: PREFIX + name, help, labelNames, registers },
      collect() {
        this.reset();
        for (const [labels, count] of countsOf(metric, snapshot)) this.set(labels, count);
      },
    });
  }
}

/** The part that brings the log to the store; for further outputs, their name is appended. */
const WRITER = "writer";

/** Each output has its own counters. */
function countsOf({ part, count }: PartMetric, { parts }: Snapshot): [labels: Record<string, string>, count: number][] {
  const of = (name: string) => parts[name]?.counts?.[count] ?? 0;
  if (part !== WRITER) return [[{}, of(part)]];
  const others = Object.keys(parts).filter((name) => name.startsWith(`${WRITER}-`));
  const ofOthers = others.map((name): [Record<string, string>, number] => [
    { output: name.slice(WRITER.length + 1) },
    of(name),
  ]);
  return [[{ output: MAIN_OUTPUT }, of(WRITER)], ...ofOthers];
}

/** Limited amounts by kind; `telemetry/bounds.ts` declares the kinds. */
function addBounds(registry: Registry, snapshot: Snapshot): void {
  const states = () => Object.values(snapshot.parts).flatMap(({ bounds = {} }) => Object.entries(bounds));
  const registers = [registry];
  const labelNames = ["bound"];
  for (const [name, help, read] of [
    ["bound_held", "Amount that senders made grow, in bytes or items", ({ held }: BoundState) => held],
    ["bound_limit", "Limit of this amount for all senders together", ({ limit }: BoundState) => limit],
  ] as const) {
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [bound, state] of states()) this.set({ bound }, read(state));
      },
    });
  }
  new Counter({
    name: `${PREFIX}bound_met_total`,
    help: "Times a limit was met: something was dropped, refused or closed",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [bound, { met }] of states()) this.inc({ bound }, met);
    },
  });
}

/** The same from every node: querying one of them is enough. */
function addClusterLag(registry: Registry, cluster: NonNullable<MetricsSources["cluster"]>): void {
  const gauge = (name: string, help: string, read: (lag: PartitionLag) => number) =>
    new Gauge({
      name: `${PREFIX}cluster_partition_${name}`,
      help,
      labelNames: ["partition"],
      registers: [registry],
      async collect() {
        this.reset();
        const report = await cluster().catch(() => undefined);
        for (const lag of report?.log.lag ?? []) this.set({ partition: lag.partition }, read(lag));
      },
    });
  gauge("waiting_frames", "Frames of a partition that no store has acknowledged", ({ frames }) => frames);
  const age = "Age of the oldest frame of a partition that no store has acknowledged";
  gauge("oldest_seconds", age, ({ oldestSeconds }) => oldestSeconds);
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

function addClusterFrames(registry: Registry, snapshot: Snapshot): void {
  new Counter({
    name: `${PREFIX}cluster_frames_passed_over_total`,
    help: "Frames of the cluster's log that this node did not store or send, by reason; `refused` and `foreign-id` mean that something is wrong",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { reason, part, count } of FRAME_REASONS) {
        this.inc({ reason }, snapshot.parts[part]?.counts?.[count] ?? 0);
      }
    },
  });
}

function addPartStates(registry: Registry, snapshot: Snapshot, version: string): void {
  const registers = [registry];
  new Gauge({
    name: `${PREFIX}part_state`,
    help: "0 works, 1 works in part, 2 does not work",
    labelNames: ["part"],
    registers,
    collect() {
      for (const [part, { state }] of Object.entries(snapshot.parts)) this.set({ part }, STATES[state]);
    },
  });
  new Gauge({
    name: `${PREFIX}ready`,
    help: "1 if the service takes data",
    registers,
    collect() {
      this.set(snapshot.ready ? 1 : 0);
    },
  });
  new Gauge({ name: `${PREFIX}build_info`, help: "Always 1", labelNames: ["version"], registers }).set({ version }, 1);
}

function addDatagramDrops(registry: Registry, snapshot: Snapshot): void {
  new Counter({
    name: `${PREFIX}udp_dropped_datagrams_total`,
    help: "Datagrams lost in the kernel's socket buffer, or between the reader and the decoder",
    labelNames: ["where"],
    registers: [registry],
    collect() {
      const counts = snapshot.parts["udp"]?.counts;
      this.reset();
      this.inc({ where: "kernel" }, counts?.["kernelDropped"] ?? 0);
      this.inc({ where: "reader" }, counts?.["dropped"] ?? 0);
    },
  });
}

function addLogIns(registry: Registry, snapshot: Snapshot): void {
  new Counter({
    name: `${PREFIX}log_ins_total`,
    help: "Credentials that were right, wrong, or not checked after too many failures",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      const counts = snapshot.parts["access"]?.counts;
      this.reset();
      for (const outcome of ["accepted", "wrong", "limited"]) this.inc({ outcome }, counts?.[outcome] ?? 0);
    },
  });
}
