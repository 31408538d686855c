/** The table of metrics in docs/operations.md. */

import { STORE_WRITES } from "../../runtime/api/metrics.ts";
import { metricsOf, typeOf } from "../../runtime/api/metrics-registry.ts";
import { COUNTERS, NODE_COUNTERS } from "../../runtime/service/counters.ts";

const PLACE = /(<!-- Metrics: [^\n]*-->\n)[\s\S]*?(<!-- End of metrics -->)/;

/** The page with the current table. */
export function withMetrics(page: string): string {
  return page.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${metricsTable()}\n${end}`);
}

/** As a node of a cluster has them. */
function metricsTable(): string {
  const metrics = metricsOf(
    { parts: {}, ready: false, bySource: [] },
    {
      version: "",
      sources: [],
      counters: [...COUNTERS, ...NODE_COUNTERS],
      health: { parts: () => ({}), ready: false },
      activity: { *sources() {}, decodedOtherwise: 0 },
      oldestWaitingSeconds: () => 0,
      cluster: async () => undefined,
    },
  );
  const [histogram, meaning] = STORE_WRITES;
  const rows = [
    ...metrics.map((metric) => [metric.name, typeOf(metric), shown(metric.labels ?? []), metric.help]),
    [histogram, "histogram", "", meaning],
  ];
  const lines = rows
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))
    .map(([name, ...cells]) => `| \`${name}\` | ${cells.join(" | ")} |`);
  return ["| metric | type | labels | meaning |", "|---|---|---|---|", ...lines, ""].join("\n");
}

function shown(labels: readonly string[]): string {
  return labels.map((label) => `\`${label}\``).join(", ");
}
