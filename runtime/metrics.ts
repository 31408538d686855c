/** `/metrics` in Prometheus' text format, read from what the parts say of themselves. */

import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { HealthReporter } from "./health-reporter.ts";
import type { Activity } from "./intake/activity.ts";

const STATES = { ok: 0, degraded: 1, down: 2 } as const;

/** Metrics are made when they are asked for: counting for them costs nothing on the way of a message. */
export function openMetrics(sources: { readonly health: HealthReporter; readonly activity: Activity }): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "structline_" });
  const registers = [registry];
  new Gauge({
    name: "structline_messages",
    help: "Messages since start, by source and what became of them",
    labelNames: ["source", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const { source, received, decoded } of sources.activity.channels()) {
        this.inc({ source, outcome: "received" }, received);
        this.inc({ source, outcome: "decoded" }, decoded);
      }
    },
  });
  new Gauge({
    name: "structline_rejected",
    help: "Rejected messages and rows since start, by source and reason",
    labelNames: ["source", "reason"],
    registers,
    collect() {
      this.reset();
      for (const { source, rejected } of sources.activity.channels()) {
        for (const [reason, count] of Object.entries(rejected)) this.inc({ source, reason }, count);
      }
    },
  });
  new Gauge({
    name: "structline_part_state",
    help: "0 works, 1 works in part, 2 does not work",
    labelNames: ["part"],
    registers,
    collect() {
      for (const [part, { state }] of Object.entries(sources.health.report().parts)) this.set({ part }, STATES[state]);
    },
  });
  new Gauge({
    name: "structline_part_count",
    help: "Counts that a part keeps of itself",
    labelNames: ["part", "count"],
    registers,
    collect() {
      this.reset();
      for (const [part, { counts }] of Object.entries(sources.health.report().parts)) {
        for (const [count, value] of Object.entries(counts ?? {})) this.set({ part, count }, value);
      }
    },
  });
  return registry;
}
