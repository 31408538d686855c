/** The read API over a store in memory, in process. */

import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { releasing } from "../../../runtime/api/export-answer.ts";
import { type ReadApiOptions, readApi } from "../../../runtime/api/read-api.ts";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { textStream } from "../../../runtime/api/text-stream.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { pause, until } from "../../support/until.ts";

const SECOND = 1_000_000_000n;
const T0 = 1_769_860_800n * SECOND;

const field = { scalar: "uint8", byteOffset: 0 } as const;

/** The parts of `struct_mount` that reading uses. */
const mount = {
  name: "struct_mount",
  id: 1,
  length: 6,
  wireSize: 6,
  size: 6,
  measurement: "01_mount",
  fields: [
    { ...field, path: "length", ctype: "uint8_t", column: "length" },
    { ...field, path: "ID", ctype: "uint8_t", column: "ID" },
    { ...field, path: "armed", ctype: "uint8_t", column: "armed", bitOffset: 0, bitWidth: 1 },
    { ...field, path: "mode", ctype: "uint8_t", column: "mode", bitOffset: 0, bitWidth: 3 },
    { ...field, path: "az", ctype: "int16_t", column: "azimuth", unit: "degrees", expr: "az / 100" },
    { ...field, path: "ck", ctype: "uint8_t", column: "ck" },
  ].map((one, byteOffset) => ({ ...one, byteOffset })),
} as unknown as StructCodec;

function parts(store: MemoryStore): ReadApiOptions {
  return {
    store,
    channels: () => [
      { name: "rig", udpPort: 8888, wampTopic: "lab.rig.telemetry", database: "lab_rig_telemetry", structs: [mount] },
    ],
    recentErrors: new RecentErrors(),
    wampRealm: "lab",
  };
}

async function json(api: ReturnType<typeof readApi>, path: string): Promise<unknown> {
  const response = await api.request(path);
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
}

test("a struct is described before anything was stored, with the meaning of each column", async () => {
  const { measurements } = (await json(readApi(parts(new MemoryStore())), "/read/measurements")) as {
    measurements: unknown[];
  };
  assert.deepEqual(measurements, [
    {
      database: "lab_rig_telemetry",
      measurement: "01_mount",
      kind: "struct",
      title: "mount",
      group: "rig",
      columns: [
        { name: "length", type: "float", role: "frame" },
        { name: "ID", type: "float", role: "frame" },
        { name: "armed", type: "float", role: "flag" },
        { name: "mode", type: "float", role: "state" },
        { name: "azimuth", type: "float", role: "value", unit: "degrees" },
        { name: "ck", type: "float", role: "value" },
        { name: "_hex_", type: "string", role: "frame" },
      ],
      stored: false,
      struct: { name: "struct_mount", id: 1 },
      udpPort: 8888,
      topic: "lab.rig.telemetry",
    },
  ]);
});

test("stored devices and events are described too, after the structs", async () => {
  const store = new MemoryStore();
  store.add(
    "mqttkit_1_testdrive",
    "area_42_node_1_sensors",
    { temperature: "float", ok: "boolean", note: "string" },
    [],
  );
  store.add("mqttkit_1_testdrive", "area_42_node_1_events", { title: "string" }, []);
  const { measurements } = (await json(readApi(parts(store)), "/read/measurements")) as {
    measurements: { measurement: string; kind: string; title: string; group: string; columns: { role: string }[] }[];
  };
  assert.deepEqual(
    measurements.map(({ measurement, kind, title, group, columns }) => [
      measurement,
      kind,
      title,
      group,
      columns.map((column) => column.role),
    ]),
    [
      ["01_mount", "struct", "mount", "rig", ["frame", "frame", "flag", "state", "value", "value", "frame"]],
      ["area_42_node_1_events", "events", "area_42_node_1", "mqttkit_1_testdrive", ["text"]],
      ["area_42_node_1_sensors", "device", "area_42_node_1", "mqttkit_1_testdrive", ["value", "flag", "text"]],
    ],
  );
});

test("series have epoch milliseconds for drawing or exact nanoseconds", async () => {
  const api = readApi(parts(storeWithRows()));
  const query = "/read/series?database=d&measurement=m&from=1769860800&to=1769860803&column=a";
  assert.deepEqual(await json(api, query), {
    columns: ["a"],
    from: 1769860800000,
    to: 1769860803000,
    times: [1769860800000, 1769860801000, 1769860802000.001],
    values: [[0.5, 1.5, null]],
  });
  assert.deepEqual(await json(api, `${query}&time=ns`), {
    columns: ["a"],
    from: "1769860800000000000",
    to: "1769860803000000000",
    times: ["1769860800000000000", "1769860801000000000", "1769860802000001000"],
    values: [[0.5, 1.5, null]],
  });
});

test("a struct without stored rows gives an empty series", async () => {
  const answer = (await json(
    readApi(parts(new MemoryStore())),
    "/read/series?database=lab_rig_telemetry&measurement=01_mount",
  )) as {
    times: unknown;
  };
  assert.deepEqual(answer.times, []);
});

test("the newest rows have exact times and every digit of 64-bit integers", async () => {
  const response = await readApi(parts(storeWithRows())).request("/read/rows?database=d&measurement=m&limit=2");
  assert.equal(
    await response.text(),
    '{"columns":["a","n","s"],"more":true,"rows":[' +
      '{"time":"2026-01-31T12:00:01.000000000Z","a":1.5,"n":9223372036854775807,"s":"=1+1"},' +
      '{"time":"2026-01-31T12:00:02.000001000Z","a":null,"n":null,"s":"a \\"b\\",\\nc"}]}',
  );
  assert.equal(response.headers.get("Cache-Control"), "no-store");
});

test("the newest rows of many measurements come in one answer, exact, with those that do not exist or cannot be read", async () => {
  const store = new MemoryStore();
  const types = { n: "unsigned", text: "string", on: "boolean" } as const;
  const rows = [1n, 2n, 3n].map((i) => ({ timeNs: i, values: { n: 2n ** 64n - i, text: `"${i}"`, on: null } }));
  store.add("lab", "a", types, rows);
  store.add("lab", "b", { t: "float" }, [{ timeNs: 5n, values: { t: Number.NaN } }]);
  store.add("secret", "a", { t: "float" }, [{ timeNs: 5n, values: { t: 1 } }]);
  const caller = () => readerOf((database: string) => database !== "secret");
  const api = readApi({ ...parts(store), caller, settled: async () => false });
  const named = (...places: string[]) =>
    new URLSearchParams(
      places.flatMap((place): [string, string][] => [
        ["database", place.split("/")[0]!],
        ["measurement", place.split("/")[1]!],
      ]),
    );
  const places = ["lab/a", "lab/none", "lab/b", "secret/a", "lab_rig_telemetry/01_mount"];
  const answer = await api.request(`/read/rows/all?${named(...places)}&limit=2&wait=stored`);
  const first = (i: number) => `{"time":"1970-01-01T00:00:00.00000000${i}Z","n":${2n ** 64n - BigInt(i)},`;
  assert.equal(
    await answer.text(),
    `{"complete":false,"measurements":[{"database":"lab","measurement":"a","rows":[${first(2)}"text":"\\"2\\"","on":null},${first(3)}"text":"\\"3\\"","on":null}]},{"database":"lab","measurement":"none","rows":null},{"database":"lab","measurement":"b","rows":[{"time":"1970-01-01T00:00:00.000000005Z","t":null}]},{"database":"secret","measurement":"a","rows":null},{"database":"lab_rig_telemetry","measurement":"01_mount","rows":[]}]}`,
  );
  const some = "/read/rows/all?database=lab&measurement=a&measurement=b";
  const newest = { time: "1970-01-01T00:00:00.000000003Z" };
  const only = [
    { database: "lab", measurement: "a", rows: [{ ...newest, text: '"3"' }] },
    { database: "lab", measurement: "b", rows: [] },
  ];
  assert.deepEqual(await json(api, `${some}&column=text`), { measurements: only });
  const many = Array.from({ length: 101 }, (_none, i) => `&measurement=m${i}`).join("");
  for (const query of ["", "?database=lab", `?database=lab${many}`, "?database=lab&measurement=a&limit=101"])
    assert.equal((await api.request(`/read/rows/all${query}`)).status, 400, query);
});

test("doubles beyond 2^53 have an exponent, integers all digits", async () => {
  const store = new MemoryStore();
  store.add("d", "m", { n: "unsigned", x: "float" }, [{ timeNs: 5n, values: { n: 2n ** 63n - 1n, x: 1e16 } }]);
  const asked = (column: string) => `/read/statistics?database=d&measurement=m&column=${column}&from=0&to=1`;
  const api = readApi(parts(store));
  const integers = await (await api.request(asked("n"))).text();
  assert.match(integers, /"min":9223372036854775807,"max":9223372036854775807,"mean":9\.223372036854776e\+18,/);
  assert.match(await (await api.request(asked("x"))).text(), /"min":1e\+16,"max":1e\+16,"mean":1e\+16,/);
});

test("an export that waits for the store is never short without a word", async () => {
  const waits: (number | undefined)[] = [];
  const settled = async (timeoutMs?: number) => waits.push(timeoutMs) > 1;
  const api = readApi({ ...parts(storeWithRows()), settled });
  const asked = "/read/export?database=d&measurement=m&format=csv";
  const behind = await api.request(`${asked}&wait=stored`);
  assert.equal(behind.status, 503);
  assert.equal(behind.headers.get("Retry-After"), "10");
  assert.match(await behind.text(), /^The store is behind: /);
  const whole = await api.request(`${asked}&wait=stored`);
  assert.equal(whole.status, 200);
  assert.equal(await whole.text(), await (await api.request(asked)).text());
  // Longer than a chart would wait.
  assert.deepEqual(waits, [60_000, 60_000]);
});

test("the series of many measurements come in one answer, each as it is alone", async () => {
  const store = storeWithRows();
  store.add("secret", "m", { a: "float" }, []);
  const caller = () => readerOf((database: string) => database !== "secret");
  const api = readApi({ ...parts(store), caller, settled: async () => false });
  const range = "from=1769860800&to=1769860803";
  const { from, to, complete, ...series } = (await json(
    api,
    `/read/series?database=d&measurement=m&${range}&wait=stored`,
  )) as Record<string, unknown>;
  const places = ["d/m", "d/none", "secret/m", "lab_rig_telemetry/01_mount"].map((place) => place.split("/"));
  const named = places.map(([database, measurement]) => `database=${database}&measurement=${measurement}`).join("&");
  const [own, ...others] = places.map(([database, measurement]) => ({ database, measurement }));
  assert.deepEqual(await json(api, `/read/series/all?${named}&${range}&wait=stored`), {
    from,
    to,
    complete,
    measurements: [
      { ...own, series },
      { ...others[0], series: null },
      { ...others[1], series: null },
      { ...others[2], series: { columns: [], times: [], values: [] } },
    ],
  });
  const exact = `/read/series/all?database=d&measurement=m&column=a&column=none&${range}&time=ns`;
  const alone = (await json(api, `/read/series?database=d&measurement=m&column=a&${range}&time=ns`)) as typeof series;
  const { times, values, columns } = alone;
  assert.deepEqual(await json(api, exact), {
    from: alone["from"],
    to: alone["to"],
    measurements: [{ ...own, series: { columns, times, values } }],
  });
});

test("a database that is away costs the newest rows of its own measurements only", async () => {
  const store = new MemoryStore();
  store.add("near", "a", { t: "float" }, [{ timeNs: 5n, values: { t: 1 } }]);
  store.add("far", "a", { t: "float" }, []);
  store.add("far", "b", { t: "float" }, []);
  let asked = 0;
  const fieldTypes: MemoryStore["fieldTypes"] = async (...place) => {
    if (place[0] !== "far") return MemoryStore.prototype.fieldTypes.apply(store, place);
    asked++;
    throw new Error("far is away");
  };
  const api = readApi({
    ...parts(store),
    store: Object.assign(Object.create(store), { fieldTypes, batches: store.batches.bind(store) }),
  });
  const answer = await json(
    api,
    "/read/rows/all?database=far&database=near&database=far&measurement=a&measurement=a&measurement=b",
  );
  const row = { time: "1970-01-01T00:00:00.000000005Z", t: 1 };
  assert.deepEqual(answer, {
    measurements: [
      { database: "far", measurement: "a", error: "far is away" },
      { database: "near", measurement: "a", rows: [row] },
      { database: "far", measurement: "b", error: "far is away" },
    ],
  });
  assert.equal(asked, 1);
});

test("an export contains all rows exactly, quoted as in RFC 4180", async () => {
  const response = await readApi(parts(storeWithRows())).request("/read/export?database=d&measurement=m");
  assert.equal(response.headers.get("Content-Disposition"), 'attachment; filename="d.m.csv"');
  assert.equal(
    await response.text(),
    "time,a,n,s\r\n" +
      "2026-01-31T12:00:00.000000000Z,0.5,-1,plain\r\n" +
      "2026-01-31T12:00:01.000000000Z,1.5,9223372036854775807,=1+1\r\n" +
      '2026-01-31T12:00:02.000001000Z,,,"a ""b"",\nc"\r\n',
  );
});

test("exports as JSON are one array, or lines if requested", async () => {
  const api = readApi(parts(storeWithRows()));
  const array = await (await api.request("/read/export?database=d&measurement=m&format=json")).text();
  const lines = await (await api.request("/read/export?database=d&measurement=m&format=ndjson")).text();
  assert.deepEqual(
    JSON.parse(array),
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  const none = await api.request("/read/export?database=d&measurement=m&format=json&from=2030-01-01T00:00:00Z");
  assert.deepEqual(JSON.parse(await none.text()), []);
});

test("HDF5 and NetCDF have a group with the measurement's name", async () => {
  const api = readApi(parts(storeWithRows()));
  for (const format of ["hdf5", "netcdf"]) {
    const response = await api.request(`/read/export?database=d&measurement=m&format=${format}`);
    const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
    assert.deepEqual([response.status, body.slice(0, 8)], [200, "\x89HDF\r\n\x1a\n"]);
    assert.equal(response.headers.get("Content-Disposition"), `attachment; filename="d.m.${format}"`);
  }
});

test("a table that does not fit into its format is refused before the answer begins, each time", async () => {
  const store = new MemoryStore();
  const names = Array.from({ length: 9000 }, (_, number) => `column_${number}`);
  const values = Object.fromEntries(names.map((name) => [name, 1]));
  store.add("d", "m", Object.fromEntries(names.map((name) => [name, "float"])), [{ timeNs: T0, values }]);
  const api = readApi(parts(store));
  for (let attempt = 0; attempt < 10; attempt++) {
    const response = await api.request("/read/export?database=d&measurement=m&format=hdf5");
    assert.equal(response.status, 400);
    assert.match(await response.text(), /choose a shorter range or fewer columns, or Parquet$/);
  }
});

test("an export is read no faster than the client takes it, page by page, and ends when the client disconnects", async () => {
  const store = manyRows(100_000);
  let pages = 0;
  const batches = store.batches.bind(store);
  store.batches = (query) => {
    pages++;
    return batches(query);
  };
  const response = await readApi(parts(store)).request("/read/export?database=d&measurement=m");
  const reader = response.body!.getReader();
  await reader.read();
  await pause(20, "no more pages may be read");
  assert.ok(pages < 5, `${pages} pages were read for one piece`);
  await reader.cancel();
});

for (const [query, status, sentence] of [
  ["series?measurement=m", 400, "Parameter 'database' is missing"],
  ["series?database=d&measurement=nope", 404, "There is no measurement 'nope' in database 'd'"],
  [
    "series?database=d&measurement=m&from=lately",
    400,
    "Parameter 'from' is neither a time (2026-01-31T12:00, 1769860800) nor like now-2h30m or yesterday",
  ],
  ["series?database=d&measurement=m&from=now&to=-1h", 400, "Parameter 'from' has to lie before 'to'"],
  ["series?database=d&measurement=m&points=1", 400, "Parameter 'points' has to be an integer from 2 to 10000"],
  ["series?database=d&measurement=m&points=1e3", 400, "Parameter 'points' has to be an integer from 2 to 10000"],
  ["series?database=d&measurement=m&time=s", 400, "Parameter 'time' has to be one of ms, ns (did you mean 'ms'?)"],
  ["rows?database=d&measurement=m&limit=0", 400, "Parameter 'limit' has to be an integer from 1 to 10000"],
  [
    "export?database=d&measurement=m&format=xls",
    400,
    "Parameter 'format' has to be one of csv, tsv, json, ndjson, parquet, arrow, feather, duckdb, xlsx, hdf5, netcdf (did you mean 'xlsx'?)",
  ],
] as const) {
  test(`/read/${query} is answered ${status}`, async () => {
    const response = await readApi(parts(storeWithRows())).request(`/read/${query}`);
    assert.deepEqual([response.status, await response.text()], [status, sentence]);
  });
}

test("rows and exports have the requested columns in the requested order", async () => {
  const api = readApi(parts(storeWithRows()));
  const place = "database=d&measurement=m";
  assert.equal(
    await (await api.request(`/read/rows?${place}&column=n`)).text(),
    '{"columns":["n"],"more":false,"rows":[' +
      '{"time":"2026-01-31T12:00:00.000000000Z","n":-1},' +
      '{"time":"2026-01-31T12:00:01.000000000Z","n":9223372036854775807}]}',
  );
  assert.equal(
    await (await api.request(`/read/export?${place}&column=n&column=a`)).text(),
    "time,n,a\r\n2026-01-31T12:00:00.000000000Z,-1,0.5\r\n2026-01-31T12:00:01.000000000Z,9223372036854775807,1.5\r\n",
  );
  for (const path of ["rows", "export", "series"]) {
    const wrong = await api.request(`/read/${path}?${place}&column=a&column=x`);
    assert.deepEqual(
      [wrong.status, await wrong.text()],
      [400, "Measurement 'm' has no column 'x' (did you mean 'a'?); it has a, n, s"],
    );
  }
});

function manyRows(count: number): MemoryStore {
  const store = new MemoryStore();
  const rows = Array.from({ length: count }, (_, k) => ({ timeNs: T0 + BigInt(k), values: { s: "x".repeat(100) } }));
  store.add("d", "m", { s: "string" }, rows);
  return store;
}

test("exports are limited per client and in total, and a finished export frees its slot", async () => {
  const api = readApi({ ...parts(manyRows(10_000)), client: (context) => context.req.header("x-who") ?? "" });
  const ask = (who: string) => api.request("/read/export?database=d&measurement=m", { headers: { "x-who": who } });
  const running = await Promise.all(["a", "a", "a", "a"].map(ask));
  const fifth = await ask("a");
  assert.deepEqual([fifth.status, fifth.headers.get("Retry-After")], [429, "10"]);
  running.push(...(await Promise.all(["b", "b", "c", "d"].map(ask))));
  const ninth = await ask("e");
  assert.deepEqual([ninth.status, ninth.headers.get("Retry-After")], [503, "10"]);
  await running[0]?.body?.cancel();
  assert.equal((await running[1]?.text())?.split("\r\n").length, 10_002);
  const [again, another] = [await ask("a"), await ask("e")];
  assert.deepEqual([again.status, another.status], [200, 200]);
  for (const response of [...running, again, another]) if (!response.bodyUsed) await response.body?.cancel();
});

test("an export is aborted when the read permission is withdrawn", async () => {
  let may = true;
  const caller = () => readerOf(() => may);
  const api = readApi({ ...parts(manyRows(50_000)), caller });
  const response = await api.request("/read/export?database=d&measurement=m");
  const reader = response.body!.getReader();
  await reader.read();
  may = false;
  await assert.rejects(async () => {
    for (let read = 0; read < 3; read++) await reader.read();
  }, /may no longer read this/);
});

test("an export whose permission ends before its first piece frees its slot", async () => {
  let released = 0;
  const piece = (async function* () {
    yield new Uint8Array(1);
  })();
  const grant = { isAllowed: () => false, follow: () => () => {} };
  const body = textStream(
    releasing(piece, () => released++),
    { grant },
  );
  await assert.rejects(body.getReader().read(), /may no longer read this/);
  await new Promise(setImmediate);
  assert.equal(released, 1);
});

test("an answer whose database goes away is cut, and the log says why", async () => {
  async function* texts(): AsyncGenerator<string> {
    yield "a,b\n";
    throw new Error("connect ECONNREFUSED");
  }
  const app = new Hono();
  const warnings: string[] = [];
  const log = { ...SILENT, warn: (_: object, message: string) => void warnings.push(message) };
  app.get("/", (context) => context.body(textStream(texts(), { context, log })));
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await assert.rejects(answer.text(), /terminated/);
  assert.deepEqual(warnings, ["an answer ended early: connect ECONNREFUSED"]);
  server.close();
});

test("an answer that the client does not read is aborted", async () => {
  let ended = false;
  async function* texts() {
    try {
      for (;;) yield "x";
    } finally {
      ended = true;
    }
  }
  const reader = textStream(texts(), { idleMs: 20 }).getReader();
  await reader.read();
  await until(() => ended, "the idle stream ends");
  await assert.rejects(reader.read(), /the client does not read the answer/);
  assert.equal(ended, true);
});

test("measurements are listed page by page, searchable, and not sent again if unchanged", async () => {
  const infos = Array.from({ length: 25 }, (_, i) => ({
    database: i % 2 === 0 ? "acme" : "d",
    measurement: `m${String(i).padStart(2, "0")}`,
    columns: new Map([["a", "float" as const]]),
  }));
  const store = Object.assign(new MemoryStore(), { measurements: async () => infos });
  const api = readApi({ ...parts(store), caller: () => readerOf((name) => name !== "d") });
  type Page = { measurements: { measurement: string }[]; next?: string };
  const page = async (query: string) => {
    const { measurements, next } = (await json(api, `/read/measurements?${query}`)) as Page;
    return { names: measurements.map(({ measurement }) => measurement), next };
  };
  const names = [
    "01_mount",
    ...infos.filter(({ database }) => database === "acme").map(({ measurement }) => measurement),
  ];
  const found: string[] = [];
  let pages = 0;
  for (let next: string | undefined = ""; next !== undefined; pages++) {
    const one = await page(`limit=5${next === "" ? "" : `&after=${encodeURIComponent(next)}`}`);
    found.push(...one.names);
    next = one.next;
  }
  assert.deepEqual(found, names);
  assert.equal(pages, 3);
  assert.deepEqual(await page("search=ME/M1"), { names: ["m10", "m12", "m14", "m16", "m18"], next: undefined });
  assert.equal((await api.request("/read/measurements?after=d/m01")).status, 404, "what may not be read is not there");
  const first = await api.request("/read/measurements?limit=5");
  const etag = first.headers.get("ETag") ?? "";
  const again = () => api.request("/read/measurements?limit=5", { headers: { "If-None-Match": etag } });
  const same = await again();
  assert.deepEqual([same.status, await same.text()], [304, ""]);
  assert.ok(
    Math.abs(Number(same.headers.get("Service-Time")) - Date.now()) < 60_000,
    `the time of the service: ${same.headers.get("Service-Time")}`,
  );
  infos[0]!.columns.set("b", "float");
  assert.equal((await again()).status, 200);
});

test("a measurement with thousands of columns ends its page", async () => {
  const columns = new Map(Array.from({ length: 20_000 }, (_, i) => [`c${i}`, "float" as const]));
  const infos = ["wide", "x", "y"].map((measurement) => ({ database: "a", measurement, columns }));
  const api = readApi(parts(Object.assign(new MemoryStore(), { measurements: async () => infos })));
  const { measurements, next } = (await json(api, "/read/measurements")) as { measurements: unknown[]; next: string };
  assert.deepEqual([measurements.length, next], [2, "a/wide"]);
});

test("a database without read permission looks like a missing one", async () => {
  const api = readApi({
    ...parts(storeWithRows()),
    caller: () => readerOf((database) => database !== "d"),
  });
  const { measurements } = (await json(api, "/read/measurements")) as { measurements: { database: string }[] };
  assert.deepEqual(
    measurements.map(({ database }) => database),
    ["lab_rig_telemetry"],
  );
  const response = await api.request("/read/rows?database=d&measurement=m");
  assert.deepEqual([response.status, await response.text()], [404, "There is no measurement 'm' in database 'd'"]);
});

test("statistics of all measurements of a database come in pages, found by name, and not without permission", async () => {
  const store = storeWithRows();
  for (const name of ["m1", "m2", "other", "text"])
    store.add("d", name, name === "text" ? { a: "string" } : { a: "float" }, [
      { timeNs: T0, values: { a: name === "text" ? "x" : 1 } },
      { timeNs: T0 + SECOND, values: { a: name === "text" ? "y" : 3 } },
    ]);
  store.add("e", "m1", { a: "float" }, [{ timeNs: T0, values: { a: 7 } }]);
  const api = readApi(parts(store));
  const asked = "/read/statistics/all?database=d&column=a&from=0";
  const names = async (path: string) => {
    const { measurements, next } = (await json(api, path)) as {
      measurements: { measurement: string }[];
      next?: string;
    };
    return [measurements.map(({ measurement }) => measurement), next];
  };
  assert.deepEqual(await names(asked), [["m", "m1", "m2", "other"], undefined]);
  assert.deepEqual(await names(`${asked}&search=M`), [["m", "m1", "m2"], undefined]);
  assert.deepEqual(await names(`${asked}&limit=2`), [["m", "m1"], "d/m1"]);
  assert.deepEqual(await names(`${asked}&limit=3&after=d/m1`), [["m2", "other"], undefined]);
  const named = ["m2", "text", "gone", "m"].map((name) => `&measurement=${name}`).join("");
  assert.deepEqual(await names(`${asked}${named}`), [["m", "m2"], undefined]);
  assert.deepEqual(await names(`${asked}&measurement=gone`), [[], undefined]);
  assert.deepEqual(await names(`${asked}${named}&limit=1`), [["m"], "d/m"]);
  const { measurements } = (await json(api, `${asked}&search=m1`)) as { measurements: unknown[] };
  assert.deepEqual(measurements, [
    {
      measurement: "m1",
      columns: {
        a: {
          count: 2,
          min: 1,
          max: 3,
          mean: 2,
          deviation: Math.SQRT2,
          first: 1,
          last: 3,
          lastTime: "2026-01-31T12:00:01.000000000Z",
        },
      },
    },
  ]);
  const refused = async (path: string, asking = api) => {
    const response = await asking.request(path);
    return [response.status, await response.text()];
  };
  assert.deepEqual(await refused("/read/statistics/all?database=d"), [400, "Parameter 'column' is missing"]);
  assert.deepEqual(await refused(`${asked}&after=d/x`), [
    404,
    "There is no measurement 'd/x' to go on behind ('after')",
  ]);
  const others = readApi({
    ...parts(store),
    caller: () => readerOf((name) => name !== "d"),
  });
  assert.deepEqual(await refused(asked, others), [404, "There is no database 'd'"]);
  // The same answers as for a database that does not exist.
  for (const more of ["", "&search=m", "&measurement=m1"]) {
    assert.deepEqual(await refused(`${asked}${more}`, others), [404, "There is no database 'd'"]);
    assert.deepEqual(await refused(`${asked.replace("=d", "=x")}${more}`, others), [404, "There is no database 'x'"]);
  }
  assert.deepEqual(await refused(`${asked}&after=d/m1&search=m`, others), [404, "There is no database 'd'"]);
  assert.deepEqual(await refused(`${asked}${"&measurement=m".repeat(101)}`), [
    400,
    "At most 100 measurements can be asked for",
  ]);
});

test("recent errors are listed newest first, with advice", async () => {
  const recentErrors = new RecentErrors();
  const signal = { message: "No struct has ID 9", type: "ValueError", description: "…" };
  recentErrors.note({ receivedNs: T0, source: "udp", address: "rig", code: "unknown-id", signal });
  recentErrors.note({ receivedNs: T0 + SECOND, source: "udp", address: "h2m", code: "wrong-length", signal });
  const api = readApi({ ...parts(new MemoryStore()), recentErrors });
  const { errors } = (await json(api, "/read/errors")) as { errors: { address: string; advice: string }[] };
  assert.deepEqual(
    errors.map(({ address, advice }) => [address, advice.split(";")[0]]),
    [
      ["h2m", "The message is not as long as its struct"],
      ["rig", "The ID names no struct of this channel"],
    ],
  );
  assert.equal(((await json(api, "/read/errors?address=rig")) as { errors: unknown[] }).errors.length, 1);
});

test("a flood of bad senders does not enlarge the list of recent errors", () => {
  const recentErrors = new RecentErrors();
  const signal = { message: "", type: "", description: "" };
  for (let i = 0; i < 20_000; i += 1) {
    recentErrors.note({ receivedNs: T0, source: "udp", address: `a${i % 1000}`, code: "empty", signal });
  }
  assert.equal(recentErrors.list({ limit: 1_000_000 }).length, 500);
});

function storeWithRows(): MemoryStore {
  const store = new MemoryStore();
  store.add("d", "m", { a: "float", n: "integer", s: "string" }, [
    { timeNs: T0, values: { a: 0.5, n: -1n, s: "plain" } },
    { timeNs: T0 + SECOND, values: { a: 1.5, n: 9223372036854775807n, s: "=1+1" } },
    { timeNs: T0 + 2n * SECOND + 1000n, values: { a: null, n: null, s: 'a "b",\nc' } },
  ]);
  return store;
}
