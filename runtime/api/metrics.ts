/** `/metrics` in Prometheus' text format. The library is loaded on the first request. */

import type { MetricDeclaration } from "../model/counters.ts";
import { type MetricsSources, PREFIX } from "./metrics-sources.ts";

export interface Metrics {
  metrics(): Promise<string>;
  /** Records a successful write of the store, s. */
  storeWrite(seconds: number): void;
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A histogram. */
export const STORE_WRITES: MetricDeclaration = ["store_write_seconds", "How long writing a batch to the store took"];
const WRITE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function openMetrics(sources: MetricsSources): Metrics {
  const [name, help] = STORE_WRITES;
  const writes = new Durations(PREFIX + name, help);
  let others: Promise<() => Promise<string>> | undefined;
  return {
    async metrics() {
      others ??= import("./metrics-registry.ts").then(({ openRegistry }) => openRegistry(sources));
      // The format and all other exporters write NaN.
      return `${(await (await others)()).replace(/ Nan$/gm, " NaN").trimEnd()}\n\n${writes.text()}`;
    },
    storeWrite: (seconds) => writes.observe(seconds),
  };
}

/** A histogram that counts from the start, even before the first request. [Prometheus, Exposition formats] */
class Durations {
  /** By bucket; the last one counts durations beyond all limits. */
  readonly #counts = new Array<number>(WRITE_SECONDS.length + 1).fill(0);
  #sum = 0;

  constructor(
    readonly name: string,
    readonly help: string,
  ) {}

  observe(seconds: number): void {
    const bucket = WRITE_SECONDS.findIndex((longest) => seconds <= longest);
    this.#counts[bucket < 0 ? WRITE_SECONDS.length : bucket]! += 1;
    this.#sum += seconds;
  }

  text(): string {
    const { name } = this;
    let count = 0;
    const buckets = this.#counts.map((more, bucket) => {
      count += more;
      return `${name}_bucket{le="${WRITE_SECONDS[bucket] ?? "+Inf"}"} ${count}`;
    });
    const totals = [`${name}_sum ${this.#sum}`, `${name}_count ${count}`];
    return [`# HELP ${name} ${this.help}`, `# TYPE ${name} histogram`, ...buckets, ...totals, ""].join("\n");
  }
}
