/** Queries of Kotori's own tests for rows by a device's address. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { addressExport } from "../../../runtime/api/address-export.ts";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { FORMATS } from "../../../runtime/formats/formats.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { makePoint } from "../../support/store-contract.ts";

const DAY = "from=2020-03-10T00:00:00.000Z&to=2020-03-10T23:59:59.000Z";
const DEVICE = "/api/mqttkit-1/itest/foo/bar";
const T0 = 1_583_810_982_000_000_000n;

async function place(rows: readonly (readonly [seconds: number, fields: Record<string, number | string>])[] = TWO) {
  const store = new MemoryStore();
  const at = { database: "mqttkit_1_itest", measurement: "foo_bar_sensors" };
  await store.write(rows.map(([seconds, fields]) => makePoint(T0 + BigInt(seconds) * 1_000_000_000n, fields, at)));
  const plots = new Hono().get("/read/plot.png", (context) => context.text(new URL(context.req.url).search));
  const parts = {
    store,
    channels: () => [],
    recentErrors: new RecentErrors(),
    wampRealm: "lab",
    pictures: () => (request: Request) => plots.fetch(request),
    realms: () => [],
    plotTemplate: () => "<title>%TITLE%</title><script>%DATA%</script>",
  };
  const api = addressExport(parts);
  const get = async (rest: string) => {
    const answer = await api.request(`${DEVICE}/${rest}`);
    return { status: answer.status, text: await answer.clone().text(), answer };
  };
  return { get, parts, api };
}

test("an export by address waits for the store for a minute, and is never short without a word", async () => {
  const { parts, get } = await place();
  const waits: (number | undefined)[] = [];
  const settled = async (timeoutMs?: number) => waits.push(timeoutMs) > 1;
  const api = addressExport({ ...parts, settled });
  const behind = await api.request(`${DEVICE}/data.csv?${DAY}`);
  assert.equal(behind.status, 503);
  assert.equal(behind.headers.get("Retry-After"), "10");
  assert.match(await behind.text(), /^The store is behind: .*ask \/read\/export for what is stored$/);
  const whole = await api.request(`${DEVICE}/data.csv?${DAY}`);
  assert.equal(await whole.text(), (await get(`data.csv?${DAY}`)).text);
  assert.deepEqual(waits, [60_000, 60_000]);
  // What is wrong with a question is said at once.
  assert.equal((await addressExport({ ...parts, settled }).request(`${DEVICE}/data.nothing`)).status, 400);
  assert.equal(waits.length, 2);
});

test("if a permission is withdrawn while an export by address waits or reads, there is no answer", async () => {
  const { parts } = await place();
  const { batches } = parts.store;
  let may = true;
  const withdraw = async () => {
    may = false;
    return true;
  };
  const caller = () => readerOf(() => may);
  const asked = `${DEVICE}/data.csv?${DAY}`;
  // What a caller may not read does not exist for it.
  assert.equal((await addressExport({ ...parts, caller, settled: withdraw }).request(asked)).status, 404);
  may = true;
  parts.store.batches = async function* (query) {
    await withdraw();
    yield* batches.call(parts.store, query);
  };
  assert.equal((await addressExport({ ...parts, caller }).request(asked)).status, 403);
});

const TWO = [
  [0, { temperature: 25.26, humidity: 51.8 }],
  [11, { temperature: 32.26, humidity: 64.8 }],
] as const;

const CASES: readonly (readonly [asked: string, text: string])[] = [
  [
    `data.csv?${DAY}`,
    "time,humidity,temperature\n2020-03-10T03:29:42.000000Z,51.8,25.26\n2020-03-10T03:29:53.000000Z,64.8,32.26\n",
  ],
  [`data.txt?${DAY}&limit=1`, "time,humidity,temperature\n2020-03-10T03:29:42.000000Z,51.8,25.26\n"],
  [`data.tsv?${DAY}&limit=1`, "time\thumidity\ttemperature\n2020-03-10T03:29:42.000000Z\t51.8\t25.26\n"],
  [`data.json?${DAY}&limit=1`, '[\n{"time":"2020-03-10T03:29:42.000Z","humidity":51.8,"temperature":25.26}\n]\n'],
  [`data.json?${DAY}&exclude=time,humidity&limit=1`, '[\n{"temperature":25.26}\n]\n'],
  [`data.json?${DAY}&include=temperature&limit=1`, '[\n{"time":"2020-03-10T03:29:42.000Z","temperature":25.26}\n]\n'],
  [
    `data.json?${DAY}&exclude=time,humidity&sort=temperature&direction=descending`,
    '[\n{"temperature":32.26},\n{"temperature":25.26}\n]\n',
  ],
  [`data.txt?${DAY}&sort=temperature&direction=descending&scalar=temperature`, "32.26"],
  [
    "data.json?from=20200310&to=20200310&exclude=time,humidity",
    '[\n{"temperature":25.26},\n{"temperature":32.26}\n]\n',
  ],
  [
    "data.json?from=20200310T000000Z&to=2020-03-10T03:29:42Z&include=humidity&exclude=time",
    '[\n{"humidity":51.8}\n]\n',
  ],
];

test("formats, ranges and steps", async () => {
  const { get } = await place();
  for (const [asked, text] of CASES)
    assert.deepEqual(await get(asked).then(({ status, text: t }) => [status, t]), [200, text], asked);
});

test("a direct address refers to the same device", async () => {
  const { api } = await place();
  const answer = await api.request(`/api/mqttkit-1/channel/itest-foo-bar/data.csv?${DAY}`);
  assert.equal(answer.headers.get("Channel-Id"), "/mqttkit-1/itest/foo/bar");
});

test("headers name channel, database, query and file", async () => {
  const { answer } = await (await place()).get(`data.csv?${DAY}`);
  const header = (name: string) => answer.headers.get(name);
  assert.deepEqual(
    ["Channel-Id", "Target-Database", "Target-Expression", "Content-Disposition", "Content-Type"].map(header),
    [
      "/mqttkit-1/itest/foo/bar",
      "mqttkit_1_itest",
      `SELECT * FROM "foo_bar_sensors" WHERE time >= '2020-03-10T00:00:00.000000000Z' AND time < '2020-03-10T23:59:59.000000001Z'`,
      "inline; filename=itest_foo_bar_20200310T000000_20200310T235959.csv",
      "text/csv; charset=utf-8; header=present",
    ],
  );
});

test("gaps are filled as requested", async () => {
  const { get } = await place([
    [0, { a: 1 }],
    [1, { b: 10 }],
    [2, { a: 3, b: 20 }],
    [3, { b: 30 }],
  ]);
  const columns = async (steps: string) => {
    const rows = JSON.parse((await get(`data.json?from=20200310&to=20200310&exclude=time&${steps}`)).text) as {
      a: number | null;
      b: number | null;
    }[];
    return rows.map(({ a, b }) => [a, b]);
  };
  assert.deepEqual(await columns(""), [
    [1, null],
    [null, 10],
    [3, 20],
    [null, 30],
  ]);
  assert.deepEqual(await columns("pad=true"), [
    [1, null],
    [1, 10],
    [3, 20],
    [3, 30],
  ]);
  assert.deepEqual(await columns("backfill=1"), [
    [1, 10],
    [3, 10],
    [3, 20],
    [null, 30],
  ]);
  assert.deepEqual(await columns("interpolate=yes&backfill=true"), [
    [1, 10],
    [3, 10],
    [3, 20],
    [3, 30],
  ]);
});

/** Enough for several pages, with each type and gaps in each. */
async function manyRows(rows: number) {
  const { parts, api } = await place();
  const columns = { a: "float", b: "integer", c: "unsigned", d: "boolean", e: "string" } as const;
  const given = Array.from({ length: rows }, (_, i) => ({
    timeNs: T0 + BigInt(i) * 1_000_001n,
    values: {
      a: i % 7 === 0 ? null : (i * 7919) % 1013,
      b: i % 5 === 0 ? null : BigInt(i) - 9_007_199_254_740_993n,
      c: i % 3 === 0 ? null : 18_446_744_073_709_551_615n - BigInt(i % 11),
      d: i % 4 === 0 ? null : i % 3 === 0,
      e: i % 6 === 0 ? null : `${i % 5}, "é"`,
    },
  }));
  parts.store.add("mqttkit_1_itest", "many_rows_sensors", columns, given);
  const device = "/api/mqttkit-1/itest/many/rows";
  return { parts, device, given, get: (rest: string) => api.request(`${device}/${rest}`) };
}

test("rows as they are: the same bytes as those of an answer that needs all rows at once", async () => {
  const { get } = await manyRows(10_000);
  for (const suffix of ["csv", "txt", "tsv", "json", "ndjson", "hdf5"])
    for (const steps of ["", "&include=b,e", "&exclude=a"]) {
      const [short, whole] = [
        await get(`data.${suffix}?${DAY}${steps}`),
        await get(`data.${suffix}?${DAY}${steps}&limit=1000000`),
      ];
      assert.deepEqual([short.status, whole.status], [200, 200]);
      const [bytes, all] = [Buffer.from(await short.arrayBuffer()), Buffer.from(await whole.arrayBuffer())];
      assert.ok(bytes.length > 100_000 && bytes.equals(all), `${suffix}${steps}`);
    }
});

type Value = number | bigint | boolean | string | null;

/** Those without a value come last. */
function ordered(x: Value, y: Value, sign: number): number {
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  if (x === y) return 0;
  return x < y ? -sign : sign;
}

/** Each gap has the value of the row behind it. */
function backfilled(rows: readonly Readonly<Record<string, Value>>[]): Record<string, Value>[] {
  const filled: Record<string, Value>[] = [];
  for (const row of rows.toReversed()) {
    const behind = filled.at(-1);
    filled.push(
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? behind?.[name] ?? null])),
    );
  }
  return filled.reverse();
}

test("sorting and filling of each type is that of a list of rows", async () => {
  const { get, given } = await manyRows(5_000);
  const cell = (value: Value) => (typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : String(value ?? ""));
  for (const name of ["a", "b", "c", "d", "e"] as const)
    for (const [direction, sign] of [
      ["ascending", 1],
      ["descending", -1],
    ] as const) {
      const rows: Record<string, Value>[] = given.map(({ values }) => values);
      const sorted = rows.toSorted((x, y) => ordered(x[name]!, y[name]!, sign));
      const expected = backfilled(sorted).map((row) => Object.values(row).map(cell).join("\t"));
      const asked = `data.tsv?${DAY}&exclude=time&sort=${name}&direction=${direction}&backfill=1`;
      const lines = (await (await get(asked)).text()).split("\n");
      assert.deepEqual(lines.slice(1, -1), expected, asked);
    }
});

test("an answer of any length begins before its last row is read, and ends for a client that leaves", async () => {
  const { get, parts } = await manyRows(200_000);
  const { stretch } = parts.store;
  let pages = 0;
  parts.store.stretch = async (query) => {
    pages++;
    return stretch.call(parts.store, query);
  };
  const reader = (await get(`data.csv?${DAY}`)).body!.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /^time,a,b,c,d,e\n/);
  const before = pages;
  await reader.cancel();
  assert.ok(before <= 2, `${before} pages`);
  for (let taken = 0; taken < 20; taken++) {
    const answer = await get(`data.csv?${DAY}`);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
  }
});

test("pages: a table without scripts, charts on the page, a picture", async () => {
  const { get } = await place([[0, { temperature: 25.26, "<b>": "<script>alert(1)</script>" }]]);
  const { text } = await get(`data.html?${DAY}`);
  assert.match(
    text,
    /^<html>[\s\S]*<table border="1" class="dataframe">[\s\S]*<th>temperature<\/th>[\s\S]*<td>25\.26<\/td>[\s\S]*<\/html>$/,
  );
  const table = await get(`data.dt?${DAY}`);
  assert.match(table.text, /<script>\nconst body/);
  for (const shown of [text, table.text]) assert.doesNotMatch(shown, /<script>alert|<b>|https?:|src=/);
  const series = [{ name: "temperature", values: [25.26] }];
  for (const suffix of ["dygraphs", "dy", "bokeh", "bk", "vega"]) {
    const chart = await get(`data.${suffix}?${DAY}`);
    const [, title, data = ""] = /^<title>(.*)<\/title><script>(.*)<\/script>$/.exec(chart.text) ?? [];
    assert.deepEqual([title, JSON.parse(data)], ["/mqttkit-1/itest/foo/bar", { times: [1583810982], series }]);
  }
  const rows = JSON.parse((await get(`data.dy?${DAY}&exclude=time`)).text.replace(/.*<script>|<\/script>/g, ""));
  assert.deepEqual(rows, { series });
  assert.match(
    (await get(`data.png?${DAY}`)).text,
    /^\?database=mqttkit_1_itest&measurement=foo_bar_sensors&from=2020/,
  );
  const vega = JSON.parse((await get(`data.vega.json?${DAY}`)).text) as { data: { values: object[] } };
  assert.deepEqual(vega.data.values, [{ time: "2020-03-10T03:29:42.000Z", field: "temperature", value: 25.26 }]);
  const { answer } = await get(`data.xlsx?${DAY}`);
  assert.equal(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    "PK",
  );
});

/** test/formats/hdf5/hdf5.test.ts compares the content. */
test("HDF5 and NetCDF exports are HDF5 files with a group for the device", async () => {
  const { get } = await place();
  for (const [suffix, type] of [
    ...["hdf5", "h5", "hdf"].map((name) => [name, "application/x-hdf5"]),
    ...["nc", "cdf"].map((name) => [name, "application/x-netcdf"]),
  ]) {
    const { answer } = await get(`data.${suffix}?${DAY}&sort=temperature&direction=descending`);
    const body = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get("Content-Type"), type);
    const name = `itest_foo_bar_20200310T000000_20200310T235959.${suffix}`;
    assert.equal(answer.headers.get("Content-Disposition"), `attachment; filename=${name}`);
    assert.equal(body.subarray(0, 8).toString("latin1"), "\x89HDF\r\n\x1a\n");
    assert.ok(body.includes("itest_foo_bar"), `${body}`);
  }
});

/** How the files of each format begin. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  csv: "time,",
  tsv: "time\t",
  json: "[\n{",
  ndjson: "{",
  parquet: "PAR1",
  arrow: "\xff\xff\xff\xff",
  feather: "ARROW1",
  duckdb: "",
  xlsx: "PK",
  hdf5: "\x89HDF",
  netcdf: "\x89HDF",
};

test("each format of exports is a format of an address, too", async () => {
  const { get } = await place();
  for (const { name, contentType: type } of FORMATS) {
    const begins = BEGINNINGS[name];
    assert.ok(begins !== undefined, `say in BEGINNINGS how a file of '${name}' begins`);
    const { status, answer } = await get(`data.${name}?${DAY}`);
    const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    assert.deepEqual(
      [status, answer.headers.get("Content-Type"), body.slice(0, begins.length), body.length > 40],
      [200, type, begins, true],
      name,
    );
  }
});

test("a sheet has no more columns than a worksheet can have", async () => {
  const fields = Object.fromEntries(Array.from({ length: 16_384 }, (_, number) => [`f${number}`, 1]));
  const { get } = await place([[0, fields]]);
  const { status, text } = await get(`data.xlsx?${DAY}`);
  assert.deepEqual(
    [status, text],
    [400, "A worksheet has at most 16384 columns, and these are 16385: name fewer with 'include'"],
  );
});

test("a table of thousands of columns is read, narrowed and drawn without looking for each of them", async () => {
  const fields = Object.fromEntries(Array.from({ length: 8_000 }, (_, number) => [`f${number}`, 1]));
  const { get } = await place([
    [0, fields],
    [1, fields],
  ]);
  const { find, indexOf, includes } = Array.prototype;
  let looked = 0;
  const counted = <Search extends (this: unknown[], ...given: never[]) => unknown>(search: Search) =>
    function (this: unknown[], ...given: Parameters<Search>) {
      if (this.length > 1_000) looked++;
      return search.apply(this, given);
    };
  Object.assign(Array.prototype, { find: counted(find), indexOf: counted(indexOf), includes: counted(includes) });
  try {
    for (const asked of ["data.json?", "data.vega.json?", "data.csv?exclude=f1&", "data.csv?include=f1,f2&sort=f2&"])
      assert.equal((await get(`${asked}${DAY}`)).status, 200, asked);
  } finally {
    Object.assign(Array.prototype, { find, indexOf, includes });
  }
  assert.ok(looked < 30, `${looked} searches`);
});

test("requests that cannot be answered get a reason", async () => {
  const { get, parts } = await place();
  const said = async (asked: string) => {
    const { status, text } = await get(asked);
    return `${status} ${text.split("\n")[0]}`;
  };
  assert.equal(await said(`data.foo?${DAY}`), '400 # Unknown data format "foo"');
  assert.equal(await said("data.csv"), "404 # 404 Not Found");
  assert.equal(await said(`event.csv?${DAY}`), "404 # 404 Not Found");
  assert.equal(
    await said(`data.csv?${DAY}&sort=nothing`),
    "400 There is no column 'nothing'; there are time, humidity, temperature",
  );
  assert.equal(
    await said(`data.csv?${DAY}&limits=1`),
    "400 There is no parameter 'limits' (did you mean 'limit'?); known are from, to, sort, direction, exclude, include, pad, backfill, interpolate, limit, scalar, renderer, theme, style, title",
  );
  assert.match(await said("data.csv?from=x"), /^400 Parameter 'from' is neither a time/);
  const nobody = addressExport({ ...parts, caller: () => readerOf(() => false) });
  assert.equal((await nobody.request(`${DEVICE}/data.csv?${DAY}`)).status, 404);
});
