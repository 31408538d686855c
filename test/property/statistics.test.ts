/**
 * The page's statistics of random series (steps, spikes, gaps, missing values) compared with DuckDB's aggregates over all rows [D50].
 * `STRUCTLINE_PROPERTY_ROWS=10000000` sets the number of rows for one run.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { readApi } from "../../runtime/api/read-api.ts";
import { RecentErrors } from "../../runtime/api/recent-errors.ts";
import { formatAs, formatOf } from "../../runtime/dashboards/page/browser/text/format.ts";
import type { ColumnStatistics } from "../../runtime/model/store.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import { rounds } from "../support/long.ts";
import { makePoint } from "../support/store-contract.ts";

const START_MS = Date.parse("2026-03-01T00:00:00Z");
const PLACE = { database: "lab_a", measurement: "b_c_sensors" };
const WRITTEN_AT_ONCE = 50_000;
const asked = process.env["STRUCTLINE_PROPERTY_ROWS"];

interface Shape {
  readonly seed: number;
  readonly rows: number;
  readonly kind: "steps" | "spikes" | "noise" | "constant" | "huge";
  /** One of this many values is missing; after this many rows there is a gap. */
  readonly missing: number;
  readonly gap: number;
  readonly decimals: number;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  seed: fc.nat(),
  rows: asked === undefined ? fc.integer({ min: 1, max: 4000 }) : fc.constant(Number(asked)),
  kind: fc.constantFrom<Shape["kind"]>("steps", "spikes", "noise", "constant", "huge"),
  missing: fc.integer({ min: 2, max: 50 }),
  gap: fc.integer({ min: 10, max: 2000 }),
  decimals: fc.integer({ min: 0, max: 6 }),
});

/** Reproducible values by row for a shape; undefined means no value. */
function* series({
  seed,
  rows,
  kind,
  missing,
  gap,
  decimals,
}: Shape): Generator<[timeMs: number, value: number | undefined]> {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let level = 0;
  let timeMs = START_MS;
  for (let row = 0; row < rows; row += 1) {
    timeMs += row % gap === gap - 1 ? 60_000 : 1;
    if (random() < 0.01) level = (random() - 0.5) * 1000;
    const raw = {
      steps: level,
      spikes: random() < 0.001 ? 1e6 : 0,
      noise: level + random(),
      constant: 42.5,
      huge: (random() - 0.5) * 1e12,
    }[kind];
    yield [timeMs, row > 0 && row % missing === 0 ? undefined : Number(raw.toFixed(decimals))];
  }
}

test("count, minimum, mean, maximum, deviation, first and last equal DuckDB's for any series", async () => {
  const plain = await (await DuckDBInstance.create(":memory:")).connect();
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      const store = openDuckdbStore({ path: ":memory:" });
      await store.open();
      await plain.run("CREATE OR REPLACE TABLE all_rows (t BIGINT, v DOUBLE)");
      const appender = await plain.createAppender("all_rows");
      let points = [];
      let position = 0;
      let lastMs = START_MS;
      for (const [timeMs, value] of series(shape)) {
        points.push(makePoint(BigInt(timeMs) * 1_000_000n, { v: value, beside: 1 }, PLACE));
        lastMs = timeMs;
        appender.appendBigInt(BigInt(timeMs));
        if (value === undefined) appender.appendNull();
        else appender.appendDouble(value);
        appender.endRow();
        if (points.length === WRITTEN_AT_ONCE) await store.write(points.splice(0), ++position);
      }
      if (points.length > 0) await store.write(points, ++position);
      appender.closeSync();
      points = [];
      const api = readApi({ store, channels: () => [], recentErrors: new RecentErrors(), wampRealm: "lab" });
      const query = new URLSearchParams({
        ...PLACE,
        from: new Date(START_MS).toISOString(),
        to: new Date(lastMs + 1).toISOString(),
      });
      const answer = await api.request(`/read/statistics?${query}`);
      const told = ((await answer.json()) as { columns: Record<string, ColumnStatistics> }).columns["v"];
      const oracle = await plain.runAndReadAll(
        "SELECT count(v), min(v), max(v), avg(v), stddev_samp(v), arg_min(v, t), arg_max(v, t) FROM all_rows WHERE v IS NOT NULL",
      );
      const [count, min, max, mean, deviation, first, last] = oracle.getRows()[0]!;
      await store.close();
      assert.deepEqual(
        [told?.count, told?.min, told?.max, told?.first, told?.last],
        [Number(count), min, max, first, last],
      );
      const near = (a: number | null | undefined, b: unknown) =>
        (a ?? null) === b ||
        Math.abs((a ?? Number.NaN) - (b as number)) <=
          1e-9 * Math.max(1e-3, Math.abs(max as number), Math.abs(min as number));
      assert.ok(near(told?.mean, mean), `mean ${told?.mean}, DuckDB ${String(mean)}`);
      assert.ok(near(told?.deviation, deviation), `deviation ${told?.deviation}, DuckDB ${String(deviation)}`);
      // The table shows that number, to half of its last digit.
      const exact = [told!.min, told!.max, told!.last].map(Number) as [number, number, number];
      const format = formatOf(exact);
      for (const value of [...exact, told!.mean!]) {
        const text = formatAs(value, format).replaceAll("\u202f", "").replaceAll("−", "-");
        const [, decimals = "", exponent = "0"] = /^[^.e]*(?:\.(\d+))?(?:e(.*))?$/.exec(text)!;
        const lastDigit = 10 ** (Number(exponent) - decimals.length);
        assert.ok(Math.abs(Number(text) - value) <= 0.5001 * lastDigit, `${value} is written ${text}`);
      }
    }),
    { numRuns: asked === undefined ? rounds(5, 24) : 1 },
  );
});
