import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import type { ColumnValue } from "../../../../runtime/codec/struct-codec.ts";
import type { Point } from "../../../../runtime/model/point.ts";
import type { Store } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { escapeName, unescapeName } from "../../../../runtime/store/duckdb/identifier.ts";
import { databaseMebibytes } from "../../../../runtime/store/duckdb/open-database.ts";
import { anyText } from "../../../support/any-text.ts";
import { rounds } from "../../../support/long.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const PLACE = { database: "lab_net", measurement: "gw_node_sensors" };

async function inStore<T>(body: (store: Store, path: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path });
    await store.open();
    try {
      return await body(store, path);
    } finally {
      await store.close();
    }
  });
}

/** What DuckDB itself reads from the closed file. */
async function query(path: string, sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  const rows = await (await connection.run(sql)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

async function rowsOf(store: Store): Promise<Map<bigint, Record<string, ColumnValue>>> {
  const rows = new Map<bigint, Record<string, ColumnValue>>();
  for await (const { timeNs, values } of store.rows(PLACE)) {
    const present = Object.entries(values).filter((entry): entry is [string, ColumnValue] => entry[1] !== null);
    assert.ok(!rows.has(timeNs), `two rows of time ${timeNs}`);
    rows.set(timeNs, Object.fromEntries(present));
  }
  return rows;
}

test("data has its own names: database as schema, measurement as table, time to the nanosecond", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path });
    await store.open();
    const values = { "Thrust/W": 1.5, count: 7n, raw: 2n ** 64n - 1n, label: "x", on: true };
    await store.write([makePoint(1_700_000_000_123_456_789n, values, { types: { raw: "unsigned" } })], 1);
    await store.close();
    const rows = await query(
      path,
      'SELECT time, "Thrust/W", count, raw, label, "on" FROM telemetry.lab_net.gw_node_sensors',
    );
    assert.deepEqual(rows, [["2023-11-14 22:13:20.123456789", 1.5, "7", "18446744073709551615", "x", true]]);
    const columns = await query(
      path,
      "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'gw_node_sensors'",
    );
    assert.deepEqual(columns, [
      ["time", "TIMESTAMP_NS"],
      ["Thrust/W", "DOUBLE"],
      ["count", "BIGINT"],
      ["raw", "UBIGINT"],
      ["label", "VARCHAR"],
      ["on", "BOOLEAN"],
    ]);
  }));

test("names that differ only in case get separate columns, which the catalogue lists", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path });
    await store.open();
    await store.write([makePoint(1n, { temp: 1, Temp: 2, TEMP: 3, Temp_2: 4, time: 5, "": 6 })], 1);
    await store.close();
    const columns = await query(path, "SELECT field, column_name FROM structline.columns ORDER BY rowid");
    assert.deepEqual(columns, [
      ["temp", "temp"],
      ["Temp", "Temp_2"],
      ["TEMP", "TEMP_3"],
      ["Temp_2", "Temp_2_2"],
      ["time", "time_2"],
      ["", "_"],
    ]);
  }));

test("the catalogue's escapes restore every name", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      (name) => {
        const escaped = escapeName(name);
        assert.equal(unescapeName(escaped), name);
        assert.doesNotMatch(escaped, /\0|\p{Surrogate}/u);
      },
    ),
    { seed: 4 },
  );
});

test("names with a NUL or half a surrogate pair are kept distinct", () =>
  inStore(async (store) => {
    const values = { "a\0b": 1, "a\ud800b": 2, "a\udfffb": 3, a_b: 4, "a%0000b": 5 };
    await store.write([makePoint(1n, values, { database: "x\0y" }), makePoint(1n, { z: 1 }, { database: "x_y" })], 1);
    const known = await store.measurements();
    assert.deepEqual(
      known.map(({ database }) => database),
      ["x\0y", "x_y"],
    );
    for await (const row of store.rows({ database: "x\0y", measurement: "gw_node_sensors" }))
      assert.deepEqual(row.values, values);
  }));

test("a text with a NUL is kept completely", () =>
  inStore(async (store) => {
    await store.write([makePoint(1n, { text: "a\0b\0" })], 1);
    assert.deepEqual((await rowsOf(store)).get(1n), { text: "a\0b\0" });
  }));

test("row groups are small: merging some takes as much memory as they have", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path });
    await store.open();
    const points = Array.from({ length: 40_000 }, (_, i) => makePoint(BigInt(i), { a: i }));
    for (let n = 1; n <= 4; n++) await store.write(points.slice((n - 1) * 10_000, n * 10_000), n);
    await store.close();
    const groups = `SELECT row_group_id, sum(count) FROM pragma_storage_info('structline.shelf_1')
      WHERE segment_type = 'DOUBLE' GROUP BY ALL ORDER BY ALL`;
    assert.deepEqual(await query(path, groups), [
      ["0", "30720"],
      ["1", "9280"],
    ]);
  }));

test("a query takes a part of the memory that the machine, its container or unit has", () => {
  const [mebibyte, machine] = [2 ** 20, 24 * 2 ** 30];
  // Linux says 2^64 for no limit, other systems 0 or nothing.
  for (const unlimited of [0, undefined, 2 ** 64]) assert.equal(databaseMebibytes(machine, unlimited), 6144);
  assert.equal(databaseMebibytes(machine, 2048 * mebibyte), 512);
  assert.equal(databaseMebibytes(machine, 512 * mebibyte), 256);
  assert.equal(databaseMebibytes(machine, 300 * mebibyte), 150);
  assert.equal(databaseMebibytes(512 * mebibyte, 4096 * mebibyte), 256);
});

test("a sender cannot create a table of unlimited width; the fields that there are, are stored", () =>
  inStore(async (store) => {
    const many = Object.fromEntries(Array.from({ length: 1024 }, (_, i) => [`f${i}`, i]));
    assert.equal((await store.write([makePoint(1n, many)], 1)).stored, 1);
    const outcome = await store.write(
      [
        makePoint(2n, { f1: 1, more: 1, most: 2 }),
        makePoint(3n, { f1: 1, f2: 2 }),
        makePoint(4n, { ["x".repeat(5000)]: 1 }),
        makePoint(5n, { f3: 3, ["x".repeat(5000)]: 1 }),
      ],
      2,
    );
    assert.equal(outcome.stored, 3);
    assert.deepEqual(
      outcome.refused.map(({ point }) => point.columns.map(({ name }) => name.slice(0, 4))),
      [["more", "most"], ["xxxx"], ["xxxx"]],
    );
    const rows: unknown[] = [];
    const query = { database: "lab_net", measurement: "gw_node_sensors", columns: ["f1", "f2", "f3"] };
    for await (const { values } of store.rows({ ...query, fromNs: 2n })) rows.push(values);
    assert.deepEqual(rows, [
      { f1: 1, f2: null, f3: null },
      { f1: 1, f2: 2, f3: null },
      { f1: null, f2: null, f3: 3 },
    ]);
    assert.deepEqual(
      outcome.refused.map(({ error }) => error.message),
      [
        'Unable to store a point of measurement "gw_node_sensors": more than 1024 fields',
        'Unable to store a point of measurement "gw_node_sensors": a field name of 5000 characters',
        'Unable to store a point of measurement "gw_node_sensors": a field name of 5000 characters',
      ],
    );
  }));

test("a header's fields do not count as senders' fields; beyond a limit they are elements of lists, shown by a view", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path, columnsApart: 2 });
    await store.open();
    const values = (k: number) => Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`f${i}`, k + i]));
    await store.write([makePoint(1n, { text: "x" }), makePoint(2n, values(1), { isDeclared: true })], 1);
    const more = Object.fromEntries(Array.from({ length: 1024 }, (_, i) => [`g${i}`, i]));
    const outcome = await store.write([makePoint(3n, more), makePoint(4n, { g1: 1, f7: 7 })], 2);
    assert.deepEqual([outcome.stored, outcome.refused.length], [1, 1]);
    await store.close();
    assert.deepEqual(await query(path, "SELECT column_name, column_type FROM (DESCRIBE structline.shelf_1) OFFSET 2"), [
      ["string_1", "VARCHAR"],
      ["float_1", "DOUBLE"],
      ["float_list", "DOUBLE[]"],
      ["float_map", "MAP(INTEGER, DOUBLE)"],
    ]);
    assert.deepEqual(
      await query(path, "SELECT text, f0, f1, f7, f1099, g1 FROM lab_net.gw_node_sensors ORDER BY time"),
      [
        ["x", null, null, null, null, null],
        [null, 1, 2, 8, 1100, null],
        [null, null, null, 7, null, 1],
      ],
    );
  }));

test("no version of a measurement is used again after the database was reopened for wide rows", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const first = openDuckdbStore({ path, columnsApart: 2 });
    await first.open();
    await first.write([makePoint(1n, { a: 1 })], 1);
    await first.close();
    const store = openDuckdbStore({ path, columnsApart: 2 });
    await store.open();
    const version = () => store.version("lab_net", "gw_node_sensors");
    const before = await version();
    await store.write([makePoint(2n, { a: 2 })], 2);
    const wide = makePoint(1n, { a: 1, b: 2, c: 3 }, { measurement: "wide_sensors", isDeclared: true });
    await store.write([wide], 3);
    assert.notEqual(await version(), before);
    await store.close();
  }));

test("senders cannot create measurements without limit; existing ones are still written", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    for (const round of [1, 2]) {
      const store = openDuckdbStore({ path, maxMeasurements: 2 });
      await store.open();
      const points = ["a", "b", "c"].map((name) =>
        makePoint(BigInt(round), { v: 1 }, { measurement: `${name}_sensors` }),
      );
      const { stored, refused } = await store.write(points, round);
      assert.equal(stored, 2);
      assert.deepEqual(
        refused.map(({ error }) => error.message),
        ['Unable to store a point of measurement "c_sensors": more than 2 measurements'],
      );
      await store.close();
    }
  }));

test("values of a wrong type are refused, not converted", () =>
  inStore(async (store) => {
    const wrong: [Record<string, ColumnValue>, "float" | "integer" | "unsigned" | "string" | "boolean"][] = [
      [{ v: Number.NaN }, "float"],
      [{ v: Number.POSITIVE_INFINITY }, "float"],
      [{ v: "1" }, "float"],
      [{ v: 1n }, "float"],
      [{ v: 1.5 }, "integer"],
      [{ v: 2 ** 60 }, "integer"],
      [{ v: -1 }, "unsigned"],
      [{ v: 2n ** 64n }, "unsigned"],
      [{ v: 1 }, "string"],
      [{ v: 1 }, "boolean"],
    ];
    const points = wrong.map(([values, type], i) =>
      makePoint(BigInt(i), values, { types: { v: type }, measurement: `m${i}` }),
    );
    const outcome = await store.write(points, 1);
    assert.equal(outcome.refused.length, wrong.length);
    assert.deepEqual(await store.measurements(), []);
  }));

test("wide tables accept rows with few columns", () =>
  inStore(async (store) => {
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, i]));
    await store.write([makePoint(1n, wide), makePoint(2n, { f7: 7 })], 1);
    await store.write(
      Array.from({ length: 3000 }, (_, i) => makePoint(BigInt(i + 3), { f50: i, f3: -i })),
      2,
    );
    const rows = await rowsOf(store);
    assert.deepEqual(rows.get(1n), wide);
    assert.deepEqual(rows.get(2n), { f7: 7 });
    assert.deepEqual(rows.get(3002n), { f50: 2999, f3: -2999 });
    assert.equal(rows.size, 3002);
  }));

/** An integer goes into a column of floats if a double holds every digit. */
function asColumn(exists: string | undefined, type: string, value: ColumnValue): ColumnValue | undefined {
  if (exists === undefined || exists === type) return value;
  const number = Number(value);
  return exists === "float" && type === "integer" && Number.isSafeInteger(number) ? number : undefined;
}

/**
 * A value of another type than its column is refused alone [D42].
 * @returns the time and the refused fields
 */
function putInto(
  model: Map<bigint, Record<string, ColumnValue>>,
  types: Map<string, string>,
  { columns, values, timeNs }: Point,
): [bigint, string[]][] {
  const stored = columns.map(({ name, type }, i) => asColumn(types.get(name), type, values[i]!));
  const odd = columns.filter((_, i) => stored[i] === undefined);
  const fitting = columns.flatMap((column, i) => (stored[i] === undefined ? [] : [[column, stored[i]] as const]));
  for (const [{ name, type }] of fitting) if (!types.has(name)) types.set(name, type);
  const given = Object.fromEntries(fitting.map(([{ name }, value]) => [name, value]));
  if (fitting.length > 0) model.set(timeNs, { ...model.get(timeNs), ...given });
  return odd.length === 0 ? [] : [[timeNs, odd.map(({ name }) => name)]];
}

test("random batches match a model: the first type wins, later columns win, only conflicting fields are lost", async () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.boolean(),
    fc.constantFrom("a", "b"),
  );
  const point = fc.record({
    time: fc.integer({ min: 0, max: 15 }),
    values: fc.dictionary(fc.constantFrom("p", "q", "r", "P"), value, {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    }),
  });
  const batches = fc.array(fc.array(point, { maxLength: 12 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(batches, (batches) =>
      inStore(async (store) => {
        const types = new Map<string, string>();
        const model = new Map<bigint, Record<string, ColumnValue>>();
        let position = 0;
        for (const batch of batches) {
          const points = batch.map(({ time, values }) => makePoint(BigInt(time), values, { timeSource: "payload" }));
          let replaced = 0;
          const refused = points.flatMap((point) => {
            const before = model.get(point.timeNs) ?? {};
            const odd = putInto(model, types, point);
            const after = model.get(point.timeNs) ?? {};
            replaced += Object.keys(before).filter((name) => before[name] !== after[name]).length;
            return odd;
          });
          const outcome = await store.write(points, ++position);
          assert.equal(outcome.replaced?.reduce((sum, { values }) => sum + values, 0) ?? 0, replaced);
          assert.deepEqual(
            outcome.refused.map(({ point }) => [point.timeNs, point.columns.map(({ name }) => name)]),
            refused,
          );
        }
        assert.deepEqual(await rowsOf(store), new Map([...model].sort(([a], [b]) => (a < b ? -1 : 1))));
      }),
    ),
    { seed: 5, numRuns: rounds(5, 15) },
  );
});

test("a commit that succeeded although it reported an error is not repeated", () =>
  inStore(async (store) => {
    await store.write([makePoint(1n, { a: 1 })], 1);
    const { run } = DuckDBConnection.prototype;
    let failures = 1;
    DuckDBConnection.prototype.run = async function (this: DuckDBConnection, sql: string, ...rest) {
      const result = await run.call(this, sql, ...rest);
      if (sql === "COMMIT" && failures-- > 0) throw new Error("the connection broke");
      return result;
    };
    const announced: string[] = [];
    store.onNewColumns(({ columns }) => announced.push(...columns.keys()));
    const batch = [makePoint(2n, { a: 2, b: 2 }), makePoint(3n, { a: "three" })];
    try {
      await assert.rejects(store.write(batch, 2), /the connection broke/);
      assert.equal(store.status().state, "down");
      const outcome = await store.write(batch, 2);
      assert.deepEqual([outcome.stored, outcome.refused.length], [1, 1]);
    } finally {
      DuckDBConnection.prototype.run = run;
    }
    assert.deepEqual(announced, ["b"]);
    assert.deepEqual(
      await rowsOf(store),
      new Map([
        [1n, { a: 1 }],
        [2n, { a: 2, b: 2 }],
      ]),
    );
    assert.equal(store.status().state, "ok");
  }));

test("a commit that really failed is repeated, including new columns", () =>
  inStore(async (store) => {
    const { run } = DuckDBConnection.prototype;
    let failures = 2;
    DuckDBConnection.prototype.run = async function (this: DuckDBConnection, sql: string, ...rest) {
      if (sql === "COMMIT" && failures-- > 0) throw new Error("the disk broke");
      return run.call(this, sql, ...rest);
    };
    const announced: string[] = [];
    store.onNewColumns(({ columns }) => announced.push(...columns.keys()));
    try {
      await assert.rejects(store.write([makePoint(1n, { a: 1 })], 1), /the disk broke/);
      assert.equal(await store.fieldTypes(PLACE.database, PLACE.measurement), undefined);
      await assert.rejects(store.write([makePoint(1n, { a: 1 })], 1), /the disk broke/);
      await store.write([makePoint(1n, { a: 1 })], 1);
    } finally {
      DuckDBConnection.prototype.run = run;
    }
    assert.deepEqual(announced, ["a"]);
    assert.deepEqual(await rowsOf(store), new Map([[1n, { a: 1 }]]));
  }));

for (const [name, forms] of [
  ["columns", {}],
  ["lists", { columnsApart: 1 }],
  ["entries of maps", { columnsLacked: 0 }],
] as const) {
  test(`replaced values are told: fields that are ${name} [D56]`, () =>
    inTemporaryFolder(async (directory) => {
      const path = join(directory, "telemetry.duckdb");
      const sent = (timeNs: bigint, values: Record<string, ColumnValue>, measurement: string = PLACE.measurement) =>
        makePoint(timeNs, values, { timeSource: "payload", isDeclared: true, measurement });
      let position = 0;
      const told = async (store: Store, ...points: Point[]) =>
        (await store.write(points, ++position)).replaced?.map(({ point, values }) => [point.measurement, values]);
      const store = openDuckdbStore({ path, ...forms });
      await store.open();
      const { measurement } = PLACE;
      assert.equal(
        await told(store, sent(1n, { a: 1, b: 1, c: 1, s: "x" }), sent(9n, { a: 1, b: 1, c: 1 })),
        undefined,
      );
      // Stored rows, in the batch, and both.
      assert.deepEqual(await told(store, sent(1n, { b: 2, c: 1, s: "y" })), [[measurement, 2]]);
      assert.deepEqual(await told(store, sent(5n, { b: 1 }), sent(5n, { b: 2 })), [[measurement, 1]]);
      assert.deepEqual(await told(store, sent(1n, { b: 3 }), sent(1n, { b: 4 }), sent(9n, { c: 5 })), [
        [measurement, 3],
      ]);
      // Repetitions, values where there were none, and rows of other measurements.
      assert.equal(await told(store, sent(1n, { b: 4, s: "y" }), sent(5n, { a: 7 }), sent(3n, { b: 1 })), undefined);
      assert.deepEqual(await told(store, sent(1n, { b: 1 }, "m"), sent(1n, { b: 2 }, "m"), sent(1n, { b: 4 })), [
        ["m", 1],
      ]);
      await store.close();
      const again = openDuckdbStore({ path, ...forms });
      await again.open();
      assert.deepEqual(await told(again, sent(1n, { a: 2, b: 4 }), sent(9n, { c: 6 })), [[measurement, 2]]);
      assert.deepEqual((await rowsOf(again)).get(1n), { a: 2, b: 4, c: 1, s: "y" });
      await again.close();
    }));
}

test("a listener that throws causes no lost and no duplicate row", () =>
  inStore(async (store) => {
    store.onNewColumns(() => {
      throw new Error("dashboard");
    });
    assert.equal((await store.write([makePoint(1n, { a: 1 })], 1)).stored, 1);
    assert.match(store.status().lastError!.message, /dashboard/);
  }));

test("reading does not block writing and never sees half of it", () =>
  inStore(async (store) => {
    await store.write(
      Array.from({ length: 10_000 }, (_, i) => makePoint(BigInt(i), { a: i })),
      1,
    );
    let read = 0;
    let position = 1;
    for await (const { values } of store.rows(PLACE)) {
      assert.deepEqual(Object.keys(values), ["a"]);
      if (++read % 2500 === 0)
        await store.write([makePoint(BigInt(100_000 + read), { a: read, [`new${read}`]: 1 })], ++position);
    }
    assert.equal(read, 10_000);
    assert.equal((await rowsOf(store)).size, 10_004);
  }));

test("many readers may read at once", () =>
  inStore(async (store) => {
    await store.write(
      Array.from({ length: 5000 }, (_, i) => makePoint(BigInt(i), { a: i })),
      1,
    );
    const all = await Promise.all(
      Array.from({ length: 12 }, () => store.series({ ...PLACE, fromNs: 0n, toNs: 5000n, points: 10 })),
    );
    for (const series of all) assert.deepEqual(series, all[0]);
  }));

test("a series may span the whole range of times", () =>
  inStore(async (store) => {
    const ends = [-(2n ** 63n) + 2n, 2n ** 63n - 2n];
    await store.write(
      ends.map((timeNs, i) => makePoint(timeNs, { a: i })),
      1,
    );
    await store.write(
      Array.from({ length: 1000 }, (_, i) => makePoint(BigInt(i), { a: 7 })),
      2,
    );
    const everything = { ...PLACE, fromNs: -(2n ** 70n), toNs: 2n ** 70n };
    const series = await store.series({ ...everything, points: 10 });
    assert.deepEqual([series.timesNs[0], series.timesNs.at(-1)], ends);
    assert.equal((await store.series({ ...everything, points: 5000 })).timesNs.length, 1002);
  }));

test("a file that another process has open is refused in one sentence that names the process", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const script = `
      import { DuckDBInstance } from "@duckdb/node-api";
      const instance = await DuckDBInstance.create(${JSON.stringify(path)});
      console.log("open");
      process.stdin.on("data", () => instance.closeSync()).resume();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(child.stdout!, "data");
    const refused = openDuckdbStore({ path }).open();
    await assert.rejects(refused, (error: Error) => {
      assert.equal(
        error.message,
        `The database ${path} is in use by process ${child.pid}; stop it, or configure another file.`,
      );
      return true;
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    const store = openDuckdbStore({ path });
    await store.open();
    await assert.rejects(openDuckdbStore({ path }).open(), /is open in this process already/);
    await store.close();
  }));

test("a file that is not a database, or a damaged one, is refused in one sentence", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    await fs.writeFile(path, "not a database ".repeat(1000));
    await assert.rejects(openDuckdbStore({ path }).open(), (error: Error) => {
      assert.match(error.message, /^The database .* cannot be opened: .*not a valid DuckDB database file/);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    await fs.rm(path);
    const store = openDuckdbStore({ path });
    await store.open();
    await store.write(
      Array.from({ length: 3000 }, (_, i) => makePoint(BigInt(i), { a: i })),
      1,
    );
    await store.close();
    const bytes = await fs.readFile(path);
    bytes.fill(0x5a, 0, 12_288);
    await fs.writeFile(path, bytes);
    await assert.rejects(openDuckdbStore({ path }).open(), /^Error: The database .* cannot be opened: /);
  }));

test("an open store reports its file, a closed one that it is down", async () => {
  await inStore(async (store, path) => {
    assert.deepEqual(store.status(), {
      state: "ok",
      detail: `duckdb:${path}`,
      counts: { stored: 0, refused: 0, failures: 0 },
    });
    await store.close();
    assert.equal(store.status().state, "down");
    await assert.rejects(store.write([], 1), /is not open/);
  });
});

test("it works in memory", async () => {
  const store = openDuckdbStore({ path: ":memory:" });
  assert.deepEqual(await store.open(), { committed: 0 });
  await store.write([makePoint(1n, { a: 1 })], 1);
  assert.deepEqual(await rowsOf(store), new Map([[1n, { a: 1 }]]));
  await store.close();
});

test("rows of any types over several chunks, some without some values, are returned as written", () =>
  inTemporaryFolder(async (directory) => {
    const store = openDuckdbStore({ path: join(directory, "telemetry.duckdb") });
    await store.open();
    const types = { f: "float", n: "integer", u: "unsigned", b: "boolean", s: "string" } as const;
    const whole = fc.oneof(fc.bigInt(-(1n << 63n), (1n << 63n) - 1n), fc.maxSafeInteger());
    const row = fc.record({
      f: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined }),
      n: fc.option(whole, { nil: undefined }),
      u: fc.option(fc.oneof(fc.bigInt(0n, (1n << 64n) - 1n), fc.maxSafeNat()), { nil: undefined }),
      b: fc.option(fc.boolean(), { nil: undefined }),
      s: fc.option(anyText(), { nil: undefined }),
    });
    const samples = fc
      .sample(row, { seed: 7, numRuns: 5_000 })
      .filter((one) => Object.values(one).some((v) => v !== undefined));
    await store.write(
      samples.map((one, i) => makePoint(BigInt(i), one, { types })),
      1,
    );
    const stored: unknown[] = [];
    for await (const { values } of store.rows(PLACE)) stored.push(values);
    const expected = samples.map(({ f, n, u, b, s }) => ({
      f: f ?? null,
      n: n === undefined ? null : BigInt(n),
      u: u === undefined ? null : BigInt(u),
      b: b ?? null,
      s: s ?? null,
    }));
    assert.deepEqual(stored, expected);
    await store.close();
  }));

test("statistics of many columns take each as long as those of few", () =>
  inStore(async (store) => {
    const names = Array.from({ length: 250 }, (_none, i) => `c${i}`);
    await store.write([makePoint(1n, Object.fromEntries(names.map((name, i) => [name, i])))], 1);
    const processorOf = async (columns: readonly string[]) => {
      const before = process.cpuUsage().user;
      const found = await store.statistics({ ...PLACE, columns, fromNs: 0n, toNs: 2n });
      assert.deepEqual(
        Array.from(found.values(), ({ last }) => last),
        columns.map((name) => Number(name.slice(1))),
      );
      return (process.cpuUsage().user - before) / columns.length;
    };
    const few = await processorOf(names.slice(0, 20));
    const many = await processorOf(names);
    assert.ok(many < 4 * few, `${many} µs a column, ${few} µs for twenty`);
  }));

test("points that make the database fail, for any reason, are refused alone", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    let store = openDuckdbStore({ path });
    await store.open();
    await store.write([makePoint(1n, { a: 1, b: 1 })], 1);
    await store.close();
    // A change by somebody else, which the store does not know.
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run("ALTER TABLE structline.shelf_1 ALTER COLUMN float_2 SET NOT NULL");
    connection.disconnectSync();
    instance.closeSync();

    store = openDuckdbStore({ path });
    await store.open();
    const points = Array.from({ length: 100 }, (_, i) =>
      makePoint(BigInt(i + 10), i === 30 || i === 99 ? { a: i } : { a: i, b: i }),
    );
    const kept: Point[] = [];
    const { stored, refused } = await store.write(points, 2, async (given) => {
      kept.push(...given.map(({ point }) => point));
    });
    assert.equal(stored, 98);
    assert.deepEqual(kept, [points[30], points[99]]);
    assert.match(refused[0]!.error.message, /NOT NULL constraint failed/);
    assert.equal(refused[0]!.error.code, "store-refused");
    let rows = 0;
    for await (const _ of store.rows({ database: "lab_net", measurement: "gw_node_sensors" })) rows++;
    assert.equal(rows, 99);
    await store.close();
    store = openDuckdbStore({ path });
    assert.equal((await store.open()).committed, 2);
    await store.close();
  }));

test("a removed measurement loses its rows and types, and can be created anew with its name", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    let store = openDuckdbStore({ path });
    await store.open();
    await store.write([makePoint(1n, { value: 1.5, old: 1 })], 1);
    await store.write([makePoint(2n, { value: 1 }, { measurement: "other_sensors" })], 2);
    assert.equal(await store.remove(PLACE.database, "nothing"), "unknown");
    assert.equal(await store.remove(PLACE.database, PLACE.measurement), "removed");
    assert.equal(await store.fieldTypes(PLACE.database, PLACE.measurement), undefined);
    assert.equal((await rowsOf(store)).size, 0);
    // Another type than before: nothing of the old one remains.
    await store.write([makePoint(3n, { value: "text" })], 3);
    await store.close();
    store = openDuckdbStore({ path });
    assert.deepEqual(await store.open(), { committed: 3 });
    assert.deepEqual([...(await rowsOf(store))], [[3n, { value: "text" }]]);
    assert.equal((await store.measurements()).length, 2);
    await store.close();
    assert.deepEqual(await query(path, "SELECT table_name FROM structline.measurements ORDER BY 1"), [
      ["gw_node_sensors"],
      ["other_sensors"],
    ]);
  }));

test("a column of texts stays as it is while one is no number, unless such texts may be dropped", () =>
  inStore(async (store) => {
    const texts = ["1", "unavailable", "2.5"];
    const points = texts.map((text, at) => makePoint(BigInt(at + 1), { text }, PLACE));
    await store.write(points, 1);
    const query = { ...PLACE, column: "text" };
    assert.equal(await store.toNumbers(query), "has-texts");
    const values = async () => [...(await rowsOf(store)).values()].map(({ text }) => text);
    assert.deepEqual(await values(), texts);
    assert.equal(await store.toNumbers({ ...query, drop: true }), 2);
    assert.deepEqual(await values(), [1, undefined, 2.5]);
  }));
