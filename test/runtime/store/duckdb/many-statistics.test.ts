/** Statistics of many measurements by one query for each shared table, compared with DuckDB's own of each view. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Point } from "../../../../runtime/model/point.ts";
import type { ManyStatistics, Store, StoredStatistics } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const COLUMNS = ["t", "u", "nowhere"];
const RANGE = { fromNs: 3n, toNs: 40n };

type Values = Parameters<typeof makePoint>[1];

/** Own and shared tables, fields in other columns, with other types, sparse ones, and texts. */
const FORMS: readonly ((value: number, i: number, device: number) => Values)[] = [
  (value, i) => ({ t: value, u: i }),
  (value, i) => ({ first: -value, u: value, t: i + 0.5 }),
  (_value, i, device) => ({ t: BigInt(i * device), yes: i % 2 === 0 }),
  (value, i) => (i % 5 === 0 ? { u: value } : { t: value }),
  (value, i) => ({ t: `text ${i}`, T: value, u: i % 3 === 0 }),
  (value, i) => ({ t: value * 1e160, ...(i > 25 && { [`late${i % 4}`]: i }) }),
];

function points(): Point[] {
  const made: Point[] = [];
  for (let device = 0; device < 40; device++) {
    const name = `d${device}`;
    for (let i = device % 3; i < 50; i += 1 + (device % 4)) {
      const value = ((i * 37 + device) % 101) / 8;
      made.push(makePoint(BigInt(i), FORMS[device % FORMS.length]!(value, i, device), { measurement: name }));
    }
  }
  return made;
}

/** As DuckDB says it for the closed file's view of a measurement. */
async function plainly(path: string, measurements: readonly string[]): Promise<Map<string, unknown>> {
  const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  const found = new Map<string, unknown>();
  for (const measurement of measurements) {
    const stored = await ask(
      `SELECT field, column_name FROM structline.columns WHERE schema_name = 'lab_net' AND table_name = '${measurement}' AND type <> 'string'`,
    );
    const columns: [string, unknown][] = [];
    for (const [field, column] of stored.filter(([name]) => COLUMNS.includes(String(name)))) {
      const [row] = await ask(
        `SELECT count(v), min(v), max(v), avg(v), arg_min(v, time), arg_max(v, time), epoch_ns(max(time) FILTER (v IS NOT NULL)) FROM (SELECT time, "${column}"::DOUBLE AS v FROM lab_net."${measurement}" WHERE epoch_ns(time) >= 3 AND epoch_ns(time) < 40)`,
      );
      if (Number(row![0]) > 0) columns.push([String(field), row!.map(Number)]);
    }
    if (columns.length > 0) found.set(measurement, Object.fromEntries(columns));
  }
  connection.closeSync();
  instance.closeSync();
  return found;
}

function shown(many: ManyStatistics): Map<string, unknown> {
  const figures = ({ count, min, max, mean, first, last, lastNs }: StoredStatistics) => [
    ...[count, min, max, mean, first, last],
    Number(lastNs),
  ];
  return new Map(
    [...many].map(([name, statistics]) => [
      name,
      Object.fromEntries([...statistics].map(([column, one]) => [column, figures(one)])),
    ]),
  );
}

async function oneByOne(store: Store, measurements: readonly string[], range = RANGE): Promise<ManyStatistics> {
  const found = new Map();
  for (const measurement of measurements) {
    const one = await store.statistics({ database: "lab_net", measurement, columns: COLUMNS, ...range });
    if (one.size > 0) found.set(measurement, one);
  }
  return found;
}

function sorted<T>(found: ReadonlyMap<string, T>): [string, T][] {
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

test("statistics of many measurements are those that DuckDB has of each view", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, columnsLacked: 3 });
    await store.open();
    const all = points();
    const names = [...new Set(all.map(({ measurement }) => measurement))];
    await store.write(all.slice(0, 300), 1);
    await store.write(all.slice(300), 2);
    await store.remove("lab_net", "d7");
    await store.write([makePoint(5n, { t: 1, u: 2 }, { measurement: "d7" })], 3);
    const asked = { database: "lab_net", columns: COLUMNS, ...RANGE };
    const many = await store.statisticsOfMany!({ ...asked, measurements: [...names, "unknown"] });
    assert.deepEqual(sorted(many), sorted(await oneByOne(store, names)));
    // A part of those in a table.
    const some = names.filter((_, i) => i % 3 === 0);
    assert.deepEqual(
      sorted(await store.statisticsOfMany!({ ...asked, measurements: some })),
      sorted(many).filter(([name]) => some.includes(name)),
    );
    await store.close();
    assert.deepEqual(sorted(shown(many)), sorted(await plainly(path, names)));
    const again = openDuckdbStore({ path, columnsLacked: 3 });
    await again.open();
    assert.deepEqual(sorted(await again.statisticsOfMany!({ ...asked, measurements: names })), sorted(many));
    await again.close();
  }));

test("statistics of many measurements include minutes whose rows were deleted", () =>
  inTemporaryFolder(async (directory) => {
    const MINUTE = 60_000_000_000n;
    const NOW = 1_770_000_000n * 1_000_000_000n;
    const store = openDuckdbStore({
      path: join(directory, "telemetry.duckdb"),
      keep: { rowsMs: 3_600_000, minutesMs: 86_400_000 },
      keepGraceMs: 0,
    });
    await store.open();
    const names = Array.from({ length: 9 }, (_, i) => `d${i}`);
    const rows = names.flatMap((measurement, device) =>
      Array.from({ length: 300 }, (_, i) =>
        makePoint(NOW - BigInt(i) * MINUTE, { t: (i * 7 + device) % 13 }, { measurement }),
      ),
    );
    await store.write(rows, 1);
    const range = { fromNs: NOW - 1000n * MINUTE, toNs: NOW + 1n };
    const asked = { database: "lab_net", measurements: names, columns: ["t"], ...range };
    const before = await store.statisticsOfMany!(asked);
    await store.retain(NOW);
    const after = await store.statisticsOfMany!(asked);
    assert.deepEqual(sorted(after), sorted(await oneByOne(store, names, range)));
    const counts = (many: ManyStatistics) => sorted(shown(many)).map(([name, one]) => [name, rounded(one)]);
    assert.deepEqual(counts(after), counts(before));
    await store.close();
  }));

/** Means are merged, with another last digit. */
function rounded(columns: unknown): unknown {
  return JSON.parse(JSON.stringify(columns), (_, value) =>
    typeof value === "number" ? Number(value.toFixed(9)) : value,
  );
}
