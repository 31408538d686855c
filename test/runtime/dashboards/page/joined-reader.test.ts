/** Questions that are alike are in one request, and each one has an answer. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { StatisticsReader } from "../../../../runtime/dashboards/page/browser/data/range-statistics.ts";
import { RequestQueue } from "../../../../runtime/dashboards/page/browser/data/request-queue.ts";

test("statistics of devices with the same columns are one request, and those with very many columns are read alone", async () => {
  const queue = new RequestQueue();
  queue.open();
  const asked: string[][] = [];
  const of = (count: number) => ({ n: { count } }) as never;
  const reader = new StatisticsReader({
    queue: (request, urgency) => queue.add(request, urgency),
    one: async ({ measurement }) => {
      asked.push([measurement]);
      return { columns: of(1) };
    },
    many: async (names) => {
      asked.push(names.map(({ measurement }) => measurement));
      // One has no value in the span.
      return { measurements: names.slice(1).map(({ measurement }) => ({ measurement, columns: of(2) })) };
    },
  });
  const read = (measurement: string, width: number, fromMs = 0) => {
    const columns = Array.from({ length: width }, (_none, i) => ({
      name: `f${i}`,
      type: "float" as const,
      role: "value" as const,
    }));
    return reader.read({ database: "lab", measurement, columns }, { fromMs, toMs: undefined });
  };
  const answers = await Promise.all([
    ...["a", "b", "c"].map((name) => read(name, 2)),
    read("wide", 21),
    read("wide too", 21),
    read("other", 3),
    read("earlier", 2, -5000),
  ]);
  assert.deepEqual(asked, [["a", "b", "c"], ["wide"], ["wide too"], ["other"], ["earlier"]]);
  assert.deepEqual(answers, [{}, of(2), of(2), of(1), of(1), of(1), of(1)]);
});
