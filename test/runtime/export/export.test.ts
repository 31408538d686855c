/** Exports over a store in memory: the request, and the content of each format, read by other programs' readers. */

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC } from "apache-arrow";
import { parquetReadObjects } from "hyparquet";
import yauzl from "yauzl";
import { readApi } from "../../../runtime/api/read-api.ts";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { DATA_FOLDER, DATA_PROGRAM, isInstalled } from "../../../scripts/test/peers.mjs";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SECOND = 1_000_000_000n;
const T0 = 1_769_860_800n * SECOND;

function api(store = sample()) {
  return readApi({
    store,
    channels: () => [],
    recentErrors: new RecentErrors(),
    wampRealm: "lab",
    caller: () => readerOf((database) => database !== "secret"),
  });
}

/** Two measurements with some equal times. */
function sample(): MemoryStore {
  const store = new MemoryStore();
  store.add("d", "a", { v: "float", n: "integer", on: "boolean", s: "string" }, [
    { timeNs: T0, values: { v: 0.1, n: 2n ** 60n + 1n, on: true, s: "=1+1" } },
    { timeNs: T0 + SECOND, values: { v: 0.2, n: -5n, on: false, s: 'a "b",\nä' } },
    { timeNs: T0 + 12n * SECOND + 7n, values: { v: null, n: null, on: null, s: null } },
    { timeNs: T0 + 31n * SECOND, values: { v: 4, n: 7n, on: true, s: "x" } },
  ]);
  store.add("d", "b", { v: "float", u: "unsigned" }, [
    { timeNs: T0 + SECOND, values: { v: 9, u: 2n ** 64n - 1n } },
    { timeNs: T0 + 2n * SECOND, values: { v: -1, u: null } },
  ]);
  store.add("secret", "a", { v: "float" }, [{ timeNs: T0, values: { v: 1 } }]);
  return store;
}

async function text(query: string, store?: MemoryStore): Promise<string> {
  const response = await api(store).request(`/read/export?${query}`);
  const body = await response.text();
  assert.equal(response.status, 200, body);
  return body;
}

async function bytes(query: string): Promise<Uint8Array> {
  return new Uint8Array(await (await api().request(`/read/export?${query}`)).arrayBuffer());
}

async function lines(query: string): Promise<string[]> {
  return (await text(`format=tsv&${query}`))
    .replaceAll("2026-01-31T12:", "")
    .replaceAll("0000000Z", "")
    .replace(/\n$/, "")
    .split("\n");
}

test("several measurements are joined on time, with their names", async () => {
  assert.deepEqual(await lines("database=d&measurement=a&measurement=b&column=v&column=b.u"), [
    "time\ta.v\tb.v\tb.u",
    "00:00.00\t0.1\t\t",
    "00:01.00\t0.2\t9\t18446744073709551615",
    "00:02.00\t\t-1\t",
    "00:31.00\t4\t\t",
  ]);
});

test("or are concatenated, with a column for the name", async () => {
  assert.deepEqual(await lines("database=d&measurement=b&measurement=a&column=v&column=n&combine=stack"), [
    "time\tmeasurement\tv\tn",
    "00:01.00\tb\t9\t",
    "00:02.00\tb\t-1\t",
    "00:00.00\ta\t0.1\t1152921504606846977",
    "00:01.00\ta\t0.2\t-5",
    "00:31.00\ta\t4\t7",
  ]);
});

test("CSV for data frames marks bytes, also of intervals, and has booleans that R reads", async () => {
  const store = new MemoryStore();
  store.add("d", "m", { on: "boolean", _hex_: "string" }, [{ timeNs: T0, values: { on: true, _hex_: "01020e05" } }]);
  const place = "database=d&measurement=m&format=csv&for=dataframes";
  assert.match(await text(place, store), /,TRUE,\\x01020e05\r\n$/);
  const some = await text(`${place}&every=1h&aggregate=first,count&column=_hex_`, store);
  assert.match(some, /,first\(_hex_\),count\(_hex_\)\r\n.*,\\x01020e05,1\r\n$/);
});

test("a row without stored values is a row of an export of everything", async () => {
  const all = await lines("database=d&measurement=a");
  assert.deepEqual([all.length > 5, all.some((line) => line.startsWith("00:12.000000007Z\t"))], [true, true]);
});

test("every interval has one row of aggregates", async () => {
  const place = "database=d&measurement=a&every=10s";
  assert.deepEqual(await lines(`${place}&column=v&column=on`), [
    "time\tv\ton",
    "00:00.00\t0.15000000000000002\t0.5",
    "00:30.00\t4\t1",
  ]);
  assert.deepEqual(await lines(`${place}&aggregate=min&aggregate=max&aggregate=count&column=n`), [
    "time\tmin(n)\tmax(n)\tcount(n)",
    "00:00.00\t-5\t1152921504606846977\t2",
    "00:30.00\t7\t7\t1",
  ]);
  assert.deepEqual(await lines(`${place}&aggregate=last,sum&column=n`), [
    "time\tlast(n)\tsum(n)",
    "00:00.00\t-5\t1152921504606846972",
    "00:30.00\t7\t7",
  ]);
  // Text has no mean; columns that were not requested by name are left out.
  assert.deepEqual((await lines(place))[0], "time\tv\tn\ton");
  assert.deepEqual(await lines(`${place}&aggregate=first&column=s&from=2026-01-31T12:00:30Z`), [
    "time\ts",
    "00:30.00\tx",
  ]);
});

for (const [fill, expected] of [
  ["none", ["0.1|", "0.2|9", "4|"]],
  ["null", ["|", "0.1|", "0.2|9", "|-1", "4|", "|"]],
  ["previous", ["|", "0.1|", "0.2|9", "0.2|-1", "4|-1", "4|-1"]],
  ["0", ["0|0", "0.1|0", "0.2|9", "0|-1", "4|0", "0|0"]],
  ["linear", ["|", "0.1|", "0.2|9", "2.1|-1", "4|", "|"]],
] as const) {
  test(`fill=${fill}: the value of empty intervals, from the range's start to its end`, async () => {
    const store = new MemoryStore();
    store.add("d", "a", { v: "float" }, [
      { timeNs: T0, values: { v: 0.1 } },
      { timeNs: T0 + SECOND, values: { v: 0.2 } },
      { timeNs: T0 + 3n * SECOND, values: { v: 4 } },
    ]);
    store.add("d", "b", { v: "float" }, [
      { timeNs: T0 + SECOND, values: { v: 9 } },
      { timeNs: T0 + 2n * SECOND, values: { v: -1 } },
    ]);
    const range = "every=1s&from=2026-01-31T11:59:59Z&to=2026-01-31T12:00:05Z";
    const rows = (await text(`database=d&measurement=a&measurement=b&${range}&fill=${fill}`, store))
      .trim()
      .split("\r\n");
    const found = rows.slice(1).map((row) => row.split(",").slice(1).join("|"));
    assert.deepEqual(found, fill === "none" ? ["0.1|", "0.2|9", "|-1", "4|"] : expected);
  });
}

test("days begin in the time zone, also those of 23 and 25 hours, and times are written in that zone", async () => {
  const hours = (from: string, count: number): MemoryStore => {
    const store = new MemoryStore();
    const firstNs = BigInt(Date.parse(from)) * 1_000_000n;
    const rows = Array.from({ length: count }, (_, i) => ({
      timeNs: firstNs + BigInt(i) * 3600n * SECOND,
      values: { v: 1 },
    }));
    store.add("d", "a", { v: "float" }, rows);
    return store;
  };
  const counts = async (store: MemoryStore, every: string) =>
    (await text(`database=d&measurement=a&every=${every}&aggregate=count&tz=Europe/Berlin`, store))
      .trim()
      .split("\r\n")
      .slice(1);
  // Clocks went forward on 2026-03-29 and back on 2025-10-26.
  assert.deepEqual(await counts(hours("2026-03-27T23:00:00Z", 71), "1d"), [
    "2026-03-28T00:00:00.000000000+01:00,24",
    "2026-03-29T00:00:00.000000000+01:00,23",
    "2026-03-30T00:00:00.000000000+02:00,24",
  ]);
  assert.deepEqual(await counts(hours("2025-10-25T22:00:00Z", 25), "6h"), [
    "2025-10-26T00:00:00.000000000+02:00,6",
    "2025-10-26T05:00:00.000000000+01:00,6",
    "2025-10-26T11:00:00.000000000+01:00,6",
    "2025-10-26T17:00:00.000000000+01:00,6",
    "2025-10-26T23:00:00.000000000+01:00,1",
  ]);
  // 2026-03-23 is a Monday.
  assert.deepEqual(await counts(hours("2026-03-22T00:00:00Z", 48), "1w"), [
    "2026-03-16T00:00:00.000000000+01:00,23",
    "2026-03-23T00:00:00.000000000+01:00,25",
  ]);
});

for (const from of [
  "2026-01-31T12:00:01Z",
  "2026-01-31 13:00:01+01:00",
  "2026-01-31T13:00:01%2B0100",
  "31.01.2026 12:00:01",
  "1769860801",
  "1769860801000",
  "1769860801000000000",
  "20260131T120001Z",
]) {
  test(`a range begins at ${from}`, async () => {
    const rows = (await text(`database=d&measurement=a&column=n&from=${from}`)).trim().split("\r\n");
    assert.deepEqual(
      rows.slice(1).map((row) => row.split(",")[1]),
      ["-5", "7"],
    );
  });
}

test("a range may be relative to now, and in a time zone", async () => {
  const store = new MemoryStore();
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  store.add("d", "a", { v: "float" }, [
    { timeNs: nowNs - 3n * 3600n * SECOND, values: { v: 1 } },
    { timeNs: nowNs - 3600n * SECOND, values: { v: 2 } },
  ]);
  for (const range of ["from=now-2h30m", "from=-150m&to=now", "from=-2h30m&to=now+1d"]) {
    assert.match(await text(`database=d&measurement=a&${range}`, store), /^time,v\r\n[^,]+,2\r\n$/, range);
  }
  assert.match(
    await text("database=d&measurement=a&column=v&from=2026-01-31T13:00:31&tz=Europe/Berlin"),
    /\+01:00,4\r\n$/,
  );
});

for (const [query, sentence] of [
  ["colum=v", /^There is no parameter 'colum' \(did you mean 'column'\?\); known are database, /],
  ["column=vv", /^Measurement 'a' has no column 'vv' \(did you mean 'v'\?\); it has v, n, on, s$/],
  ["format=parket", /'format' has to be one of csv.* \(did you mean 'parquet'\?\)/],
  ["every=soon", /'every' has to be a duration like 10s/],
  ["every=10s&aggregate=meen", /'aggregate' has to be one of .* \(did you mean 'mean'\?\)/],
  ["aggregate=mean", /'aggregate' needs 'every'/],
  ["every=10s&column=s", /Column 's' is text: its aggregate can be first, last or count, not mean/],
  ["fill=before", /'fill' has to be a number or one of none, null, previous, linear/],
  ["tz=Europe/Berlln", /'tz' has to be a time zone like Europe\/Berlin \(did you mean 'Europe\/Berlin'\?\)/],
  ["format=csv&for=spark", /'for=spark' is for format=parquet/],
  ["format=parquet&for=dataframes", /'for=dataframes' is for format=csv and format=tsv/],
  ["combine=outer", /'combine' has to be one of join, stack/],
  ["from=now-2x", /'from' is neither a time .* nor like now-2h30m/],
  ["from=2026-02-30", /'from' is neither .*: Time '2026-02-30' names a day that does not exist/],
  ["every=1ns&fill=0&from=2020-01-01", /'every' is too short for the range/],
  ["measurement=a", /'measurement' names 'a' twice/],
] as const) {
  test(`export?${query} is refused with a sentence that names the parameter`, async () => {
    const response = await api().request(`/read/export?database=d&measurement=a&${query}`);
    assert.equal(response.status, 400);
    assert.match(await response.text(), sentence);
  });
}

test("an unknown name is refused with similar names; a name without read permission is not revealed", async () => {
  const ask = async (query: string) => (await api().request(`/read/export?${query}`)).text();
  assert.equal(
    await ask("database=d&measurement=aa"),
    "There is no measurement 'aa' in database 'd' (did you mean 'a'?)",
  );
  assert.equal(
    await ask("database=dd&measurement=a"),
    "There is no measurement 'a' in database 'dd' (did you mean 'd'?)",
  );
  assert.equal(await ask("database=secret&measurement=a"), "There is no measurement 'a' in database 'secret'");
  assert.equal(await ask("database=secrt&measurement=a"), "There is no measurement 'a' in database 'secrt'");
});

test("the same query has the same ETag until a row arrives, so its answer need not be sent twice", async () => {
  const store = sample();
  const ask = (etag = "") =>
    api(store).request("/read/export?database=d&measurement=a&measurement=b", { headers: { "If-None-Match": etag } });
  const etag = (await ask()).headers.get("ETag") ?? "";
  assert.match(etag, /^"[\w-]{43}"$/);
  const again = await ask(etag);
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  store.add("d", "b", {}, [{ timeNs: T0 + 9n * SECOND, values: { v: 5 } }]);
  assert.equal((await ask(etag)).status, 200);
});

const EVERYTHING = [
  { time: T0, v: 0.1, n: 2n ** 60n + 1n, on: true, s: "=1+1" },
  { time: T0 + SECOND, v: 0.2, n: -5n, on: false, s: 'a "b",\nä' },
  { time: T0 + 12n * SECOND + 7n, v: null, n: null, on: null, s: null },
  { time: T0 + 31n * SECOND, v: 4, n: 7n, on: true, s: "x" },
];

test("DuckDB reads Parquet files with columns of every type, including unsigned 64-bit integers", async () => {
  const directory = temporaryFolder();
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const read = async (name: string, columns: string, query: string) => {
    const file = join(directory, name);
    await writeFile(file, await bytes(`format=parquet&${query}`));
    return (await connection.run(`SELECT ${columns} FROM '${file}'`)).getRows();
  };
  const all = await read("a.parquet", `epoch_ns("time"), v, n, "on", s`, "database=d&measurement=a");
  assert.deepEqual(
    all,
    EVERYTHING.map(({ time, v, n, on, s }) => [time, v, n, on, s]),
  );
  const unsigned = await read("b.parquet", `epoch_ns("time"), u, typeof(u)`, "database=d&measurement=b&column=u");
  assert.deepEqual(unsigned, [[T0 + SECOND, 2n ** 64n - 1n, "UBIGINT"]]);
  connection.disconnectSync();
  instance.closeSync();
  await rm(directory, { recursive: true });
});

test("Parquet for Spark has times to the microsecond with the flag for UTC, and only encodings of version 1", async () => {
  const directory = temporaryFolder();
  const connection = await (await DuckDBInstance.create()).connect();
  const rowsOf = async (query: string) => (await connection.run(query)).getRows();
  const encodings = `SELECT DISTINCT encodings FROM parquet_metadata($file)`;
  for (const [reader, expected] of [
    ["any", /DELTA_BINARY_PACKED/],
    ["spark", /^(?!.*DELTA)/],
  ] as const) {
    const file = join(directory, `${reader}.parquet`);
    await writeFile(file, await bytes(`format=parquet&for=${reader}&database=d&measurement=a`));
    assert.match(JSON.stringify(await rowsOf(encodings.replace("$file", `'${file}'`))), expected);
  }
  const file = join(directory, "spark.parquet");
  assert.deepEqual(await rowsOf(`SELECT converted_type FROM parquet_schema('${file}') WHERE name = 'time'`), [
    ["TIMESTAMP_MICROS"],
  ]);
  assert.deepEqual(
    await rowsOf(`SELECT typeof("time"), epoch_us("time"), v, n, "on", s FROM '${file}'`),
    EVERYTHING.map(({ time, v, n, on, s }) => ["TIMESTAMP WITH TIME ZONE", time / 1000n, v, n, on, s]),
  );
  connection.disconnectSync();
});

for (const format of ["csv", "tsv", "json", "ndjson"]) {
  test(`${format} keeps the sign of zero, and tells an empty text from a missing one, as DuckDB reads it`, async (context) => {
    const store = new MemoryStore();
    store.add("d", "a", { v: "float", s: "string" }, [
      { timeNs: T0, values: { v: -0, s: "" } },
      { timeNs: T0 + SECOND, values: { v: 0, s: null } },
      { timeNs: T0 + 2n * SECOND, values: { v: null, s: "x" } },
    ]);
    const directory = temporaryFolder();
    const connection = await (await DuckDBInstance.create()).connect();
    context.after(async () => {
      connection.disconnectSync();
      await rm(directory, { recursive: true });
    });
    const file = join(directory, `a.${format}`);
    await writeFile(file, await text(`format=${format}&database=d&measurement=a`, store));
    const read = format.endsWith("json") ? `read_json('${file}')` : `read_csv('${file}', allow_quoted_nulls = false)`;
    const rows = (await connection.run(`SELECT v::DOUBLE, signbit(v::DOUBLE), s FROM ${read}`)).getRows();
    assert.deepEqual(await rows, [
      [-0, true, ""],
      [0, false, null],
      [null, null, "x"],
    ]);
  });
}

test("a DuckDB file contains every value and nanosecond, as DuckDB reads it", async () => {
  const directory = temporaryFolder();
  const read = async (sql: string, query: string) => {
    const file = join(directory, `${randomUUID()}.duckdb`);
    await writeFile(file, await bytes(`format=duckdb&${query}`));
    const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    const rows = (await connection.run(sql)).getRows();
    connection.disconnectSync();
    instance.closeSync();
    return rows;
  };
  assert.deepEqual(
    await read('SELECT epoch_ns(time), v, n, "on", s FROM a', "database=d&measurement=a"),
    EVERYTHING.map(({ time, v, n, on, s }) => [time, v, n, on, s]),
  );
  assert.deepEqual(
    await read(
      "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'a'",
      "database=d&measurement=a",
    ),
    Object.entries({ time: "TIMESTAMP_NS", v: "DOUBLE", n: "BIGINT", on: "BOOLEAN", s: "VARCHAR" }),
  );
  assert.deepEqual(await read("SELECT u, typeof(u) FROM b", "database=d&measurement=b&column=u"), [
    [2n ** 64n - 1n, "UBIGINT"],
  ]);
  const joined = "database=d&measurement=a&measurement=b&column=v";
  assert.deepEqual(await read('SELECT "a.v", "b.v" FROM data WHERE "a.v" < "b.v"', joined), [[0.2, 9]]);
  assert.deepEqual(await read("SELECT count(*) FROM a", "database=d&measurement=a&from=2030-01-01"), [[0n]]);
  await rm(directory, { recursive: true });
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith("structline-export-"));
  assert.deepEqual(left, []);
});

test("Parquet contains every value and nanosecond, as hyparquet reads it", async () => {
  const file = (await bytes("format=parquet&database=d&measurement=a")).slice().buffer;
  const parsers = { timestampFromNanoseconds: (ns: bigint) => ns } as never;
  assert.deepEqual(await parquetReadObjects({ file, parsers }), EVERYTHING);
  const unsigned = (await bytes("format=parquet&database=d&measurement=b&column=u")).slice().buffer;
  assert.deepEqual(await parquetReadObjects({ file: unsigned, parsers }), [{ time: T0 + SECOND, u: 2n ** 64n - 1n }]);
});

const BY_PYARROW = `
import sys, json, pyarrow.parquet as pq
table = pq.read_table(sys.argv[1])
times = [value.value for value in table.column("time")]
print([(field.name, str(field.type)) for field in table.schema])
print(times, [table.column(name).to_pylist() for name in table.column_names[1:]])
`;

test("pyarrow reads the Parquet file with every value, nanosecond and unsigned integer", {
  skip: !isInstalled(DATA_FOLDER) && "needs pyarrow (STRUCTLINE_PEERS=data npm run peers)",
}, async () => {
  const directory = temporaryFolder();
  try {
    const path = join(directory, "a.parquet");
    const read = async (query: string) => {
      await writeFile(path, await bytes(`format=parquet&${query}`));
      return run(DATA_PROGRAM, ["-c", BY_PYARROW, path]);
    };
    const types = "[('time', 'timestamp[ns]'), ('v', 'double'), ('n', 'int64'), ('on', 'bool'), ('s', 'string')]";
    const values = `[0.1, 0.2, None, 4.0], [${2n ** 60n + 1n}, -5, None, 7], [True, False, None, True]`;
    const texts = `['=1+1', 'a "b",\\nä', None, 'x']`;
    const times = EVERYTHING.map(({ time }) => time).join(", ");
    assert.equal(await read("database=d&measurement=a"), `${types}\n[${times}] [${values}, ${texts}]\n`);
    const unsigned = `[('time', 'timestamp[ns]'), ('u', 'uint64')]\n[${T0 + SECOND}] [[${2n ** 64n - 1n}]]\n`;
    assert.equal(await read("database=d&measurement=b&column=u"), unsigned);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("Parquet numbers names that differ only in case, as DuckDB's SQL cannot tell them apart", async () => {
  const store = new MemoryStore();
  store.add("d", "c", { v: "float", V: "float" }, [{ timeNs: T0, values: { v: 1, V: 2 } }]);
  const response = await api(store).request("/read/export?format=parquet&database=d&measurement=c");
  const parsers = { timestampFromNanoseconds: (ns: bigint) => ns } as never;
  const rows = await parquetReadObjects({ file: await response.arrayBuffer(), parsers });
  assert.deepEqual(rows, [{ time: T0, v: 1, V_1: 2 }]);
});

for (const format of ["arrow", "feather"])
  test(`${format} contains the same, as apache-arrow reads it`, async () => {
    const written = await bytes(`format=${format}&database=d&measurement=a&tz=Europe/Berlin`);
    // A file begins and ends with its name. [Arrow columnar format, IPC file format]
    assert.equal(Buffer.from(written.slice(-6)).toString() === "ARROW1", format === "feather");
    const table = tableFromIPC(written);
    assert.equal(String(table.schema.fields[0]), "time: Timestamp<NANOSECOND, Europe/Berlin>");
    const times = table.batches.flatMap((batch) => [...(batch.data.children[0]!.values as BigInt64Array)]);
    const rows = table.toArray().map((row, index) => ({ ...row.toJSON(), time: times[index] }));
    assert.deepEqual(rows, EVERYTHING);
  });

test("without rows, the file of every format is still valid", async () => {
  const query = "database=d&measurement=a&from=2030-01-01";
  assert.deepEqual(await parquetReadObjects({ file: (await bytes(`format=parquet&${query}`)).slice().buffer }), []);
  assert.equal(tableFromIPC(await bytes(`format=arrow&${query}`)).numRows, 0);
  assert.equal(tableFromIPC(await bytes(`format=feather&${query}`)).numRows, 0);
  assert.match(
    (await unzip(await bytes(`format=xlsx&${query}`))).get("xl/worksheets/sheet1.xml")!,
    /<\/sheetData><\/worksheet>$/,
  );
  assert.equal(await text(`format=json&${query}`), "[]\n");
});

test("a worksheet has Excel's numbers, times and text", async () => {
  const parts = await unzip(await bytes("format=xlsx&database=d&measurement=a&column=v&column=n&column=s"));
  const [head, first, second] = parts.get("xl/worksheets/sheet1.xml")!.match(/<row .*?<\/row>/gs)!;
  const inline = (name: string, value: string) =>
    `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  const names = ["time", "v", "n", "s"].map((value, column) => inline(`${"ABCD"[column]}1`, value));
  assert.equal(head, `<row r="1">${names.join("")}</row>`);
  // 2026-01-31 12:00. Excel has no 19-digit numbers. Text that looks like a formula stays text.
  assert.equal(
    first,
    `<row r="2"><c r="A2" s="1"><v>46053.5</v></c><c r="B2"><v>0.1</v></c>${inline("C2", "1152921504606846977")}${inline("D2", "=1+1")}</row>`,
  );
  assert.match(second!, /<c r="C3"><v>-5<\/v><\/c><c r="D3" t="inlineStr"><is><t xml:space="preserve">a "b",\nä<\/t>/);
});

async function unzip(file: Uint8Array): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(Buffer.from(file), {
    lazyEntries: true,
  });
  const parts = new Map<string, string>();
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: yauzl.Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        const pieces: Buffer[] = [];
        for await (const piece of stream!) pieces.push(piece as Buffer);
        parts.set(entry.fileName, Buffer.concat(pieces).toString("utf8"));
        zip.readEntry();
      });
    });
    zip.on("end", () => resolve(parts));
    zip.readEntry();
  });
}
