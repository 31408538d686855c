import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import type { ColumnValue } from "../../../../runtime/codec/struct-codec.ts";
import type { Store } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { rounds } from "../../../support/long.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

type Rows = Map<bigint, Record<string, ColumnValue>>;

async function rowsOf(store: Store, measurement: string): Promise<Rows> {
  const rows: Rows = new Map();
  for await (const { timeNs, values } of store.rows({ database: "lab_net", measurement })) {
    assert.ok(!rows.has(timeNs), `two rows of time ${timeNs}`);
    rows.set(timeNs, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as never);
  }
  return rows;
}

/** Reads the closed file without the store. */
async function query(path: string, sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  const rows = await (await connection.run(sql)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** The measurement's rows as DuckDB itself reads them from the closed file. */
async function readPlainly(path: string, measurement: string): Promise<Rows> {
  const fields = await query(
    path,
    `SELECT field, column_name, type FROM structline.columns WHERE schema_name = 'lab_net' AND table_name = '${measurement}'`,
  );
  const columns = fields.map(([, column]) => `"${column}"`);
  const rows = await query(path, `SELECT ${["epoch_ns(time)", ...columns].join(", ")} FROM lab_net.${measurement}`);
  return sorted(
    new Map(
      rows.map(([time, ...values]) => {
        const given = fields.flatMap(([field, , type], i) => {
          const value = values[i] as ColumnValue | null;
          return value === null ? [] : [[String(field), type === "integer" ? BigInt(value) : value]];
        });
        return [BigInt(time as string), Object.fromEntries(given)];
      }),
    ),
  );
}

function sorted(rows: Rows): Rows {
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param body writes, during which statements like `which` fail @returns whether one failed */
async function fails(body: () => Promise<unknown>, which = COMMIT): Promise<boolean> {
  const { run } = DuckDBConnection.prototype;
  DuckDBConnection.prototype.run = function (this: DuckDBConnection, sql: string, ...rest) {
    return which.test(sql) ? Promise.reject(new Error("IO Error: it fails here")) : run.call(this, sql, ...rest);
  };
  try {
    await body();
    return false;
  } catch (error) {
    assert.match((error as Error).message, /it fails here/);
    return true;
  } finally {
    DuckDBConnection.prototype.run = run;
  }
}

const COMMIT = /^COMMIT$/;
/** Before COMMIT: the store does not reopen the database. */
const NEW_FIELDS = /INSERT INTO structline\.columns/;

test("measurements are views, the first ones of a table to themselves, also in a copy of the file with another name", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, ownTables: 1 });
    await store.open();
    const points = ["a", "b", "c"].map((measurement, i) =>
      makePoint(BigInt(i), { t: i, [measurement]: "x" }, { measurement }),
    );
    await store.write(points, 1);
    await store.write([makePoint(9n, { t: 9, T: true }, { measurement: "c" })], 2);
    await store.close();
    const copy = join(directory, "copy.duckdb");
    await fs.copyFile(path, copy);
    assert.deepEqual(
      await query(
        copy,
        "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'lab_net' ORDER BY ALL",
      ),
      [
        ["a", "VIEW"],
        ["b", "VIEW"],
        ["c", "VIEW"],
      ],
    );
    assert.deepEqual(await query(copy, "SELECT t, c, T_2 FROM lab_net.c ORDER BY time"), [
      [2, "x", null],
      [9, null, true],
    ]);
    assert.deepEqual(await query(copy, "SELECT DISTINCT series FROM structline.shelf_1"), [[1]]);
    assert.deepEqual(await query(copy, "SELECT DISTINCT series FROM structline.shelf_2 ORDER BY ALL"), [[2], [3]]);
  }));

test("sparse fields are entries of maps, which a view shows as columns, also in a copy of the file", () =>
  inTemporaryFolder(async (directory) => {
    // The schema has the database's name.
    const path = join(directory, "lab_net.duckdb");
    const store = openDuckdbStore({ path, columnsLacked: 2 });
    await store.open();
    const fields = ["a", "b", "c", "d", "o'e", "F", "f"];
    const at = (i: number, field: string) => makePoint(BigInt(i), { [field]: i }, { timeSource: "payload" });
    const both = Object.fromEntries(fields.map((field) => [field, 9]));
    await store.write(
      [...fields.map((field, i) => at(i, field)), makePoint(8n, { text: "x", yes: true }), makePoint(9n, both)],
      1,
    );
    await store.write([at(0, "f")], 2);
    await store.close();
    const copy = join(directory, "copy.duckdb");
    await fs.copyFile(path, copy);
    assert.deepEqual(await query(copy, "SELECT column_name, column_type FROM (DESCRIBE structline.shelf_1) OFFSET 2"), [
      ["float_1", "DOUBLE"],
      ["float_2", "DOUBLE"],
      ["float_3", "DOUBLE"],
      ["float_map", "MAP(INTEGER, DOUBLE)"],
      ["string_map", "MAP(INTEGER, VARCHAR)"],
      ["boolean_map", "MAP(INTEGER, BOOLEAN)"],
    ]);
    assert.deepEqual(
      await query(
        copy,
        `SELECT epoch_ns(time)::INTEGER, a, b, d, "o'e", f, f_2, "text", yes FROM lab_net.gw_node_sensors WHERE time < make_timestamp_ns(1) OR time > make_timestamp_ns(4) ORDER BY time`,
      ),
      [
        [0, 0, null, null, null, null, 0, null, null],
        [5, null, null, null, null, 5, null, null, null],
        [6, null, null, null, null, null, 6, null, null],
        [8, null, null, null, null, null, null, "x", true],
        [9, 9, 9, 9, 9, 9, 9, null, null],
      ],
    );
  }));

test("a measurement that outgrows its shared table has further fields in a map there", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, ownTables: 0 });
    await store.open();
    const small = [makePoint(1n, { t: 1 }, { measurement: "a" }), makePoint(1n, { t: 2 }, { measurement: "b" })];
    await store.write(small, 1);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, i]));
    const growing = [makePoint(2n, { t: 3 }, { measurement: "a" }), makePoint(3n, many, { measurement: "a" })];
    assert.equal(await fails(() => store.write(growing, 2)), true);
    await store.write(growing, 2);
    await store.write([makePoint(4n, { t: 4 }, { measurement: "a" })], 3);
    await store.close();
    const again = openDuckdbStore({ path, ownTables: 0 });
    await again.open();
    assert.deepEqual(
      await rowsOf(again, "a"),
      new Map([
        [1n, { t: 1 }],
        [2n, { t: 3 }],
        [3n, many],
        [4n, { t: 4 }],
      ]),
    );
    assert.deepEqual(await rowsOf(again, "b"), new Map([[1n, { t: 2 }]]));
    await again.close();
    const columns =
      "SELECT count(*)::INTEGER, max(column_name) FROM (DESCRIBE structline.shelf_1) WHERE column_name LIKE";
    assert.deepEqual(await query(path, `${columns} 'float_%'`), [[257, "float_map"]]);
    assert.deepEqual(
      await query(path, "SELECT cardinality(float_map)::INTEGER FROM structline.shelf_1 WHERE float_2 = 0"),
      [[45]],
    );
  }));

test("measurements share a table whatever their fields are called, wide ones with each other", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, ownTables: 0 });
    await store.open();
    const wide = (name: string) => Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${name}${i}`, i / 2]));
    const given: Record<string, Record<string, ColumnValue>> = {
      a: { note: "x", t: 1.5, n: 7n },
      b: { isOn: true, p: 2.5, q: 3.5 },
      c: wide("c"),
      d: wide("d"),
    };
    const points = Object.entries(given).map(([measurement, values], i) =>
      makePoint(BigInt(i), values, { measurement }),
    );
    await store.write(points, 1);
    await store.write([makePoint(9n, { later: 4.5, t: 5.5 }, { measurement: "a" })], 2);
    for (const [i, [measurement, values]] of Object.entries(given).entries()) {
      const later = measurement === "a" ? [[9n, { later: 4.5, t: 5.5 }] as const] : [];
      assert.deepEqual(await rowsOf(store, measurement), new Map([[BigInt(i), values], ...later]));
    }
    await store.close();
    assert.deepEqual(await query(path, "SELECT measurement, shelf FROM structline.measurements ORDER BY ALL"), [
      ["a", 1],
      ["b", 1],
      ["c", 2],
      ["d", 2],
    ]);
    assert.deepEqual(await query(path, "SELECT column_name FROM (DESCRIBE structline.shelf_1) OFFSET 2"), [
      ["string_1"],
      ["float_1"],
      ["integer_1"],
      ["boolean_1"],
      ["float_2"],
    ]);
  }));

test("a removed measurement frees a table to itself, which the next new one gets", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, ownTables: 2 });
    await store.open();
    for (const [i, measurement] of ["a", "b", "c", "d"].entries())
      await store.write([makePoint(1n, { [measurement]: i }, { measurement })], i + 1);
    await store.remove("lab_net", "b");
    await store.write([makePoint(1n, { text: "x" }, { measurement: "e" })], 5);
    await store.remove("lab_net", "c");
    await store.write([makePoint(1n, { f: 6 }, { measurement: "f" })], 6);
    assert.deepEqual(await rowsOf(store, "e"), new Map([[1n, { text: "x" }]]));
    await store.close();
    assert.deepEqual(await query(path, "SELECT measurement, shelf FROM structline.measurements ORDER BY ALL"), [
      ["a", 1],
      ["d", 3],
      ["e", 4],
      ["f", 3],
    ]);
    assert.deepEqual(await query(path, "SELECT column_name FROM (DESCRIBE structline.shelf_4) OFFSET 2"), [
      ["string_1"],
    ]);
  }));

test("a shared table that a failed commit left empty does not hide the next one after a restart", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, ownTables: 0 });
    await store.open();
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]));
    const wideOne = makePoint(2n, wide, { measurement: "b" });
    const narrowOne = makePoint(1n, { t: 1 }, { measurement: "a" });
    assert.equal(await fails(() => store.write([narrowOne, wideOne], 1), NEW_FIELDS), true);
    await store.write([wideOne], 2);
    await store.close();
    const again = openDuckdbStore({ path, ownTables: 0 });
    await again.open();
    await again.write([narrowOne], 3);
    assert.deepEqual(await rowsOf(again, "b"), new Map([[2n, wide]]));
    assert.deepEqual(await rowsOf(again, "a"), new Map([[1n, { t: 1 }]]));
    await again.close();
  }));

interface Limits {
  readonly ownTables: number;
  readonly columnsLacked: number;
}

interface GivenPoint {
  readonly measurement: string;
  readonly time: number;
  readonly values: Parameters<typeof makePoint>[1];
}

/** A store, and the rows that it must have. */
class Modelled {
  #path: string;
  #store = openDuckdbStore({ path: ":memory:" });
  readonly #rows = new Map<string, Rows>();
  readonly #types = new Map<string, string>();
  #position = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async open(limits: Limits): Promise<void> {
    this.#store = openDuckdbStore({ path: this.#path, ...limits });
    await this.#store.open();
  }

  async reopen(after: string, limits: Limits): Promise<void> {
    if (after === "crash") {
      const copy = `${this.#path}-`;
      await fs.copyFile(this.#path, copy);
      await fs.copyFile(`${this.#path}.wal`, `${copy}.wal`).catch(() => {});
      this.#path = copy;
    }
    await this.#store.close();
    await this.open(limits);
  }

  async remove(measurement: string): Promise<void> {
    await this.#store.remove("lab_net", measurement);
    this.#rows.delete(measurement);
    for (const key of this.#types.keys()) if (key.startsWith(`${measurement}/`)) this.#types.delete(key);
  }

  /** @param kind the statement that fails, or "write" */
  async write(kind: RegExp | "write" | undefined, given: readonly GivenPoint[]): Promise<void> {
    const points = given.map((p) => makePoint(BigInt(p.time), p.values, { ...p, timeSource: "payload" }));
    const write = () => this.#store.write(points, this.#position + 1);
    if (kind === "write" || kind === undefined) await write();
    else if (await fails(write, kind)) return;
    this.#position++;
    for (const point of given) this.#note(point);
  }

  /** A value of another type than its column is refused alone [D42]; an integer goes into a column of floats. */
  #note({ measurement, time, values }: GivenPoint): void {
    const fitting = Object.entries(values).flatMap(([field, value]) => {
      const exists = this.#types.get(`${measurement}/${field}`) ?? typeof value;
      if (exists === typeof value) return [[field, value] as const];
      return exists === "number" && typeof value === "bigint" ? [[field, Number(value)] as const] : [];
    });
    if (fitting.length === 0) return;
    for (const [field, value] of fitting) this.#types.set(`${measurement}/${field}`, typeof value);
    const rows = this.#rows.get(measurement) ?? new Map();
    this.#rows.set(measurement, rows.set(BigInt(time), { ...rows.get(BigInt(time)), ...Object.fromEntries(fitting) }));
  }

  async assertSame(): Promise<void> {
    for (const name of ["a", "b", "c", "d"])
      assert.deepEqual(await rowsOf(this.#store, name), sorted(this.#rows.get(name) ?? new Map()), name);
    await this.#store.close();
    for (const [name, rows] of this.#rows) assert.deepEqual(await readPlainly(this.#path, name), sorted(rows), name);
  }
}

test("shared tables and sparse columns match a model, through failed commits, restarts, crashes and removals", async () => {
  const measurement = fc.constantFrom("a", "b", "c", "d");
  const value = fc.oneof(fc.integer(), fc.constantFrom("x", "y"), fc.boolean(), fc.bigInt({ min: 0n, max: 99n }));
  const some = fc.dictionary(fc.constantFrom("p", "q", "P", "r:float", "float_2"), value, {
    minKeys: 1,
    noNullPrototype: true,
  });
  const wide = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`w${i}`, i]));
  const values = fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: fc.constant(wide) });
  const point = fc.record({ measurement, time: fc.integer({ min: 0, max: 9 }), values });
  const limits = fc.record({ ownTables: fc.constantFrom(0, 1, 9), columnsLacked: fc.constantFrom(0, 1, 64) });
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom("write" as const, "write" as const, COMMIT, NEW_FIELDS),
        points: fc.array(point, { maxLength: 8 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("reopen", "crash"), limits }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove"), measurement }) },
  );
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { maxLength: 8 }), (first, steps) =>
      inTemporaryFolder(async (directory) => {
        const rig = new Modelled(join(directory, "telemetry.duckdb"));
        await rig.open(first);
        for (const each of steps) {
          if ("limits" in each) await rig.reopen(each.kind, each.limits);
          else if ("measurement" in each) await rig.remove(each.measurement);
          else await rig.write(each.kind, each.points);
        }
        await rig.assertSame();
      }),
    ),
    { seed: 7, numRuns: rounds(3, 8) },
  );
});

test("the first measurements have a table to themselves, but not of dozens that are written at once", async () => {
  for (const [measurements, tables] of [
    [10, 5],
    [33, 1],
  ] as const)
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "telemetry.duckdb");
      const store = openDuckdbStore({ path });
      await store.open();
      const timeNs = 1_700_000_000_000_000_000n;
      // By turns, as they arrive.
      const points = Array.from({ length: 3 * measurements }, (_, i) => {
        return { ...makePoint(timeNs + BigInt(i), { i }), database: "lab_net", measurement: `m${i % measurements}` };
      });
      await store.write(points, 1);
      for (let i = 0; i < measurements; i++)
        assert.deepEqual(
          [...(await rowsOf(store, `m${i}`)).values()],
          [0, 1, 2].map((turn) => ({ i: i + turn * measurements })),
        );
      await store.close();
      const again = openDuckdbStore({ path });
      await again.open();
      await again.write([{ ...points[0]!, measurement: "later" }], 2);
      await again.close();
      const shelves = await query(
        path,
        "SELECT count(*)::INT FROM duckdb_tables() WHERE starts_with(table_name, 'shelf_')",
      );
      assert.deepEqual(shelves, [[tables]]);
    });
});
