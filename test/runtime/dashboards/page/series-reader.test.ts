/** The history of a list of devices is read by few requests, and that of a chart alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestQueue } from "../../../../runtime/dashboards/page/browser/data/request-queue.ts";
import type { LoadedSeries } from "../../../../runtime/dashboards/page/browser/data/series-buffer.ts";
import {
  SeriesReader,
  type SeriesRequest,
  type SeriesWanted,
} from "../../../../runtime/dashboards/page/browser/data/series-reader.ts";

const SPARK = { fromMs: 1000, toMs: undefined, points: 160 };

/** All answers are given at once: microtasks alone are under way. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

class Service {
  readonly asked: string[][] = [];
  readonly columns: SeriesRequest["columns"][] = [];
  readonly taken = new Map<string, LoadedSeries | Error>();
  readonly reader: SeriesReader;

  constructor() {
    const queue = new RequestQueue();
    queue.open();
    this.reader = new SeriesReader({
      queue: (request, urgency) => queue.add(request, urgency),
      one: async ({ measurement }) => {
        this.asked.push([measurement]);
        return seriesOf(measurement);
      },
      many: async (names, { columns }) => {
        this.columns.push(columns);
        this.asked.push(names.map(({ measurement }) => measurement));
        return {
          complete: false,
          measurements: names.map(({ measurement }) =>
            measurement === "gone"
              ? { series: null }
              : measurement === "away"
                ? { error: "it is away" }
                : { series: seriesOf(measurement) },
          ),
        };
      },
    });
  }

  want(measurement: string, request: SeriesRequest = SPARK, columns = 2): void {
    void this.reader.read(this.wanted(measurement, () => request, columns));
  }

  wanted(measurement: string, request: () => SeriesRequest, columns = 2): SeriesWanted {
    const fields = Array.from({ length: columns }, (_none, i) => ({
      name: `f${i}`,
      type: "float" as const,
      role: "value" as const,
    }));
    return {
      description: { database: "lab", measurement, columns: fields },
      request,
      takeSeries: async (_request, answer) => {
        this.taken.set(measurement, await answer.catch((error: Error) => error));
        return true;
      },
    };
  }
}

function seriesOf(measurement: string): LoadedSeries {
  return { columns: [measurement], times: [1], values: [[1]] };
}

test("the history of 250 devices is three requests, and each gets its own", async () => {
  const service = new Service();
  for (let i = 0; i < 250; i++) service.want(`d${i}`, { ...SPARK, fromMs: SPARK.fromMs + (i % 9) });
  await settled();
  assert.deepEqual(
    service.asked.map((names) => names.length),
    [100, 100, 50],
  );
  for (let i = 0; i < 250; i++) assert.deepEqual(service.taken.get(`d${i}`), { ...seriesOf(`d${i}`), complete: false });
});

test("charts, other spans and devices with very many fields are read alone", async () => {
  const service = new Service();
  for (const name of ["a", "b"]) service.want(name);
  service.want("chart", { ...SPARK, points: 3000 });
  service.want("past", { ...SPARK, fromMs: 0, toMs: 500 });
  service.want("wide", SPARK, 100);
  let points = SPARK.points;
  void service.reader.read(service.wanted("enlarged", () => ({ ...SPARK, points })));
  points = 3000;
  await settled();
  assert.deepEqual(service.asked.sort(), [["a", "b"], ["chart"], ["enlarged"], ["past"], ["wide"]]);
});

test("one that is gone has no history, and one that cannot be read costs no other", async () => {
  const service = new Service();
  for (const name of ["a", "gone", "away"]) service.want(name);
  await settled();
  assert.deepEqual(service.taken.get("a"), { ...seriesOf("a"), complete: false });
  assert.deepEqual(service.taken.get("gone"), { columns: [], times: [], values: [], complete: false });
  assert.deepEqual(service.taken.get("away"), new Error("it is away"));
});

test("two parts of the page that show one device ask in two requests: a request names it once", async () => {
  const service = new Service();
  for (const name of ["a", "b", "a"]) service.want(name);
  await settled();
  await settled();
  assert.deepEqual(service.asked, [["a", "b"], ["a"]]);
});

test("pictures of one field each ask for these fields only, and apart from those of all fields", async () => {
  const service = new Service();
  for (const [name, column] of Object.entries({ a: "heat", b: "damp", c: "heat" }))
    service.want(name, { ...SPARK, columns: [column] });
  for (const name of ["d", "e"]) service.want(name);
  await settled();
  assert.deepEqual(service.asked, [
    ["a", "b", "c"],
    ["d", "e"],
  ]);
  assert.deepEqual(service.columns, [["heat", "damp"], undefined]);
});
