import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, type TestContext, test } from "node:test";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import type { Message } from "../../../runtime/model/message.ts";
import type { RefusedPoint, Store } from "../../../runtime/model/store.ts";
import { type InfluxStoreOptions, openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { StoreWriter } from "../../../runtime/store/store-writer.ts";
import { startFaultProxy } from "../../support/fault-proxy.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { makePoint } from "../../support/store-contract.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const skip = requires("influxd");
const T0 = 1_767_225_600_000_000_000n;

let influxd: Influxd;
before(async () => {
  if (skip === false) influxd = await startInfluxd();
});
after(() => influxd?.stop());

function storeAt(
  t: TestContext,
  url: string,
  options: InfluxStoreOptions = {},
  user: { username?: string; password?: string } = {},
): Store {
  const settings = {
    kind: "influxdb",
    version: "auto",
    url,
    username: user.username,
    password: user.password,
    token: undefined,
    org: undefined,
  } as const;
  const store = openInfluxStore(settings, { typesTrustedMs: 0, retryForMs: 1_000, ...options });
  t.after(() => store.close());
  return store;
}

function messages(refused: readonly RefusedPoint[]): string[] {
  return refused.map(({ error }) => error.message);
}

async function values(store: Store, database: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const row of store.rows({ database, measurement: "gw_node_sensors" })) all.push(row.values["v"]);
  return all;
}

test("the database stops under load and starts again: everything sent is stored once", { skip }, async (t) => {
  const server = await startInfluxd();
  t.after(() => server.stop());
  const directory = temporaryFolder();
  const journal = await openJournal({ directory, maxBytes: 1 << 26, commitIntervalMs: 2 });
  t.after(() => journal.close());
  const store = storeAt(t, server.url, { retryForMs: 200 });
  const messages = new FileLog(journal, { tailBytes: 50_000 });
  const writer = new StoreWriter({
    store,
    log: messages.reader(),
    decode: ({ message, cursor }) => [makePoint(message.receivedNs, { v: cursor }, { database: "load" })],
    deadLetters: { durable: async () => {} },
    onRefused: ({ error }) => assert.fail(error.message),
    limits: { batchRows: 200, batchAgeMs: 5, retry: { firstMs: 20, longestMs: 100 } },
  });
  writer.start(await store.open());
  const sent = 6_000;
  for (let index = 0; index < sent; index++) {
    const receivedNs = T0 + BigInt(index) * 1_000n;
    const message: Message = {
      source: "udp",
      address: "rig",
      sender: "",
      contentType: "",
      receivedNs,
      payload: new Uint8Array([1]),
    };
    messages.append(message);
    if (index === 2_000) await server.halt("SIGKILL");
    if (index === 4_000) await server.resume();
    if (index % 50 === 0) await pause(1, "the writer goes on meanwhile");
  }
  assert.equal(await writer.drain(15_000), true);
  const rows: unknown[] = [];
  for await (const row of store.rows({ database: "load", measurement: "gw_node_sensors" })) rows.push(row.values["v"]);
  assert.deepEqual(
    rows,
    Array.from({ length: sent }, (_, index) => index + 1),
  );
});

test("a write whose answer is lost is repeated without duplicating a row", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url);
  await store.open();
  let faults = 0;
  proxy.fault = ({ path }) => {
    if (!path.startsWith("/write?db=lost") || ++faults > 2) return { kind: "none" };
    return { kind: "cut", when: faults === 1 ? "after" : "before" };
  };
  const points = [1, 2, 3].map((v) => makePoint(T0 + BigInt(v), { v }, { database: "lost" }));
  assert.equal((await store.write(points, 1)).stored, 3);
  assert.ok(faults > 2, `${faults} faults`);
  assert.deepEqual(await values(store, "lost"), [1, 2, 3]);
});

test("500, 503 and 429 are retried after the server's own waiting time; 400 is not", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url, { retryForMs: 4_000 });
  await store.open();
  const answers = [500, 503, 429];
  proxy.fault = ({ path }) => {
    const status = path.startsWith("/write?db=busy") ? answers.shift() : undefined;
    if (status === undefined) return { kind: "none" };
    return { kind: "status", status, ...(status === 429 ? { headers: { "retry-after": "1" } } : {}) };
  };
  const began = performance.now();
  assert.equal((await store.write([makePoint(T0, { v: 1 }, { database: "busy" })], 1)).stored, 1);
  assert.ok(performance.now() - began >= 1_000, "Retry-After was not kept");
  assert.equal(store.status().counts?.["retries"], 3);

  proxy.requests.length = 0;
  proxy.fault = ({ path }) => (path.startsWith("/write?db=busy") ? { kind: "status", status: 400 } : { kind: "none" });
  const { refused } = await store.write([makePoint(T0 + 1n, { v: 1 }, { database: "busy" })], 2);
  assert.deepEqual(messages(refused), ['400: {"error":"400 for the test"}']);
  assert.equal(proxy.requests.filter((request) => request === "POST /write").length, 1);
});

test("a database that keeps answering 500 rejects the write and reports it in its status", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url, { retryForMs: 300 });
  await store.open();
  proxy.fault = () => ({ kind: "status", status: 500, body: '{"error":"engine: no space left on device"}' });
  await assert.rejects(
    store.write([makePoint(T0, { v: 1 }, { database: "broken" })], 1),
    /has no space left on its disk/,
  );
  assert.equal(store.status().state, "down");
  assert.match(store.status().detail, /^InfluxDB at http:\/\/127\.0\.0\.1:\d+ has no space left on its disk \(500: /);
  proxy.fault = () => ({ kind: "none" });
  assert.equal((await store.write([makePoint(T0, { v: 1 }, { database: "broken" })], 1)).stored, 1);
  assert.equal(store.status().state, "ok");
});

test("a read that the database answers with 500 fails as one of a database that is away", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url, { retryForMs: 50 });
  await store.open();
  await store.write([makePoint(T0, { v: 1 }, { database: "unread" })], 1);
  proxy.fault = () => ({ kind: "status", status: 500, body: '{"error":"timeout"}' });
  const place = { database: "unread", measurement: "gw_node_sensors" };
  const range = { fromNs: T0, toNs: T0 + 1n };
  const away = { name: "DatabaseAway", message: /^InfluxDB at http:\/\/127\.0\.0\.1:\d+ answers 500: / };
  await assert.rejects(values(store, "unread"), away);
  await assert.rejects(store.series({ ...place, ...range, points: 10 }), away);
  await assert.rejects(store.statistics({ ...place, ...range }), away);
  await assert.rejects(store.extent(place), away);
  const { state, detail } = store.status();
  assert.equal(state, "degraded");
  assert.match(detail, /^InfluxDB at http:\/\/127\.0\.0\.1:\d+ answers 500: [^;]*$/);
  proxy.fault = () => ({ kind: "none" });
  assert.equal((await store.extent(place))?.rows, 1);
  assert.equal(store.status().state, "ok");
  assert.match(store.status().detail, /^InfluxDB 1/);
});

test("many reads at once print no warning of Node between the lines of the log", { skip }, async (t) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on("warning", onWarning);
  t.after(() => process.off("warning", onWarning));
  const store = storeAt(t, influxd.url);
  await store.open();
  await store.write([makePoint(T0, { v: 1 }, { database: "crowd" })], 1);
  await Promise.all(
    Array.from({ length: 20 }, () => store.extent({ database: "crowd", measurement: "gw_node_sensors" })),
  );
  assert.deepEqual(warnings, []);
});

for (const status of [500, 405]) {
  test(`a point that the database answers with ${status} is refused alone, while others are accepted`, {
    skip,
  }, async (t) => {
    const proxy = await startFaultProxy(influxd.url);
    t.after(() => proxy.close());
    const store = storeAt(t, proxy.url, { retryForMs: 50 });
    await store.open();
    const body = '{"error":"panic: runtime error"}';
    proxy.fault = (request) => (request.body.includes("poison") ? { kind: "status", status, body } : { kind: "none" });
    const database = `odd_${status}`;
    const points = Array.from({ length: 200 }, (_, v) =>
      makePoint(T0 + BigInt(v), { v, text: v === 77 || v === 199 ? "poison" : "fine" }, { database }),
    );
    const { stored, refused } = await store.write(points, 1);
    assert.equal(stored, 198);
    assert.deepEqual(messages(refused), [`${status}: ${body}`, `${status}: ${body}`]);
    assert.deepEqual(
      refused.map(({ point }) => point.values[0]),
      [77, 199],
    );
    assert.equal((await values(store, database)).length, 198);
    // It is refused alone too; otherwise it would block everything after it.
    const alone = await store.write([points[77]!], 2);
    assert.equal(alone.refused.length, 1);
  });
}

test("new measurements and databases are limited: refused ones are not created", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const former = storeAt(t, influxd.url);
  await former.open();
  const maxMeasurements = 3 + (await former.measurements()).length;
  const store = storeAt(t, proxy.url, { maxMeasurements });
  await store.open();
  const point = (database: string, measurement: string, v: number) =>
    makePoint(T0 + BigInt(v), { v }, { database, measurement });
  const many = Array.from({ length: 10 }, (_, v) => point(`bound_${v % 5}`, `m${v}`, v));
  const { stored, refused } = await store.write(many, 1);
  assert.deepEqual([stored, refused.length], [3, 7], messages(refused).join());
  assert.match(refused[0]?.error.message ?? "", /^400: .+more than \d+ measurements/);
  assert.equal(refused[0]?.error.code, "store-refused");
  proxy.requests.length = 0;
  assert.equal((await store.write([point("bound_4", "m4", 20)], 2)).stored, 0);
  assert.deepEqual(proxy.requests, []);
  assert.equal((await store.write([point("bound_0", "m0", 21)], 3)).stored, 1);
});

test("the server is away at the start: open resolves, and the first successful write connects", { skip }, async (t) => {
  const server = await startInfluxd();
  t.after(() => server.stop());
  await server.halt();
  const store = storeAt(t, server.url, { retryForMs: 50 });
  assert.deepEqual(await store.open(), { committed: undefined });
  assert.match(store.status().detail, /cannot be reached: .*ECONNREFUSED/);
  // Whether the measurement exists is not known.
  await assert.rejects(store.fieldTypes("lab_rig", "m"), /ECONNREFUSED/);
  await server.resume();
  assert.equal((await store.write([makePoint(T0, { v: 1 })], 1)).stored, 1);
});

test("a wrong password: one sentence that names the user and the setting, not the password", { skip }, async (t) => {
  const server = await startInfluxd({ auth: { username: "lab", password: "right" } });
  t.after(() => server.stop());
  const wrong = storeAt(t, server.url, {}, { username: "lab", password: "s3cret-wr0ng" });
  await wrong.open();
  const detail = wrong.status().detail;
  assert.match(detail, /does not accept user "lab" \(401: \{"error":"authorization failed"\}\); check \[store\] url$/);
  assert.doesNotMatch(JSON.stringify(wrong.status()), /s3cret/);
  const right = storeAt(t, server.url, {}, { username: "lab", password: "right" });
  await right.open();
  assert.equal((await right.write([makePoint(T0, { v: 1 })], 1)).stored, 1);
});

test("a user without write permission for one database: its points are refused, those of others stored", {
  skip,
}, async (t) => {
  const server = await startInfluxd({ auth: { username: "admin", password: "right" } });
  t.after(() => server.stop());
  for (const statement of [
    "CREATE DATABASE mine",
    "CREATE DATABASE theirs",
    `CREATE USER lab WITH PASSWORD 'pw'`,
    "GRANT ALL ON mine TO lab",
  ]) {
    await server.query(statement);
  }
  const store = storeAt(t, server.url, {}, { username: "lab", password: "pw" });
  await store.open();
  const points = ["mine", "theirs", "absent"].map((database) => makePoint(T0, { v: 1 }, { database }));
  const { stored, refused } = await store.write(points, 1);
  assert.equal(stored, 1);
  assert.deepEqual(
    refused.map(({ point }) => point.database),
    ["theirs", "absent"],
  );
  assert.match(messages(refused)[0] ?? "", /^403: .*not authorized/);
});

test("rows wait while the server grants no access: no administrator yet, or no rights at all", { skip }, async (t) => {
  const server = await startInfluxd({ auth: { username: "admin", password: "right" }, administrator: "none" });
  t.after(() => server.stop());
  const store = storeAt(t, server.url, { retryForMs: 50 }, { username: "lab", password: "pw" });
  await store.open();
  assert.equal(store.status().state, "down");
  const rows = ["mine", "theirs"].map((database) => makePoint(T0, { v: 1 }, { database }));
  const write = () => store.write(rows, 1);
  await assert.rejects(write(), /create admin user first/);
  await server.query(`CREATE USER "admin" WITH PASSWORD 'right' WITH ALL PRIVILEGES`);
  await server.query(`CREATE USER lab WITH PASSWORD 'pw'`);
  for (const database of ["mine", "theirs"]) await server.query(`CREATE DATABASE ${database}`);
  await assert.rejects(write(), /allows user "lab" nothing \(403: /);
  assert.equal(store.status().state, "down");
  await server.query("GRANT ALL ON mine TO lab");
  assert.deepEqual(
    (await write()).refused.map(({ point }) => point.database),
    ["theirs"],
  );
  assert.equal(store.status().state, "degraded");
  assert.match(store.status().detail, /1 databases refuse rows, "theirs": 403: /);
  // Another batch of only that database: other databases can be written, so it does not wait.
  assert.equal((await store.write([rows[1]!], 2)).refused.length, 1);
  await server.query("GRANT ALL ON theirs TO lab");
  assert.equal((await write()).stored, 2);
  assert.equal(store.status().state, "ok");
});

test("a full disk is not a row's fault, even if a shorter row or another database still has room", {
  skip,
}, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url, { retryForMs: 50 });
  await store.open();
  const points = Array.from({ length: 300 }, (_, v) => makePoint(T0 + BigInt(v), { v }, { database: "full" }));
  const full = '{"error":"engine: error writing WAL entry: write 1.wal: no space left on device"}';
  proxy.fault = ({ path, body }) =>
    path.includes("db=full") && body.length > 40 ? { kind: "status", status: 500, body: full } : { kind: "none" };
  await assert.rejects(store.write(points, 1), /has no space left on its disk/);
  proxy.fault = ({ path }) =>
    path.startsWith("/write?db=full") ? { kind: "status", status: 500, body: '{"error":"timeout"}' } : { kind: "none" };
  await assert.rejects(store.write(points, 1), /answers 500/);
  assert.equal(store.status().state, "down");
  proxy.fault = () => ({ kind: "none" });
  assert.equal((await store.write(points, 1)).stored, 300);
});

test("points that only the database can refuse are found one by one [D32]", { skip }, async (t) => {
  await influxd.query('CREATE DATABASE "short" WITH DURATION 1h');
  const store = storeAt(t, influxd.url);
  await store.open();
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  const points = Array.from({ length: 200 }, (_, v) =>
    makePoint(v % 50 === 7 ? T0 - 10n ** 17n + BigInt(v) : nowNs + BigInt(v), { v }, { database: "short" }),
  );
  const { stored, refused } = await store.write(points, 1);
  assert.equal(stored, 196);
  assert.deepEqual(
    refused.map(({ point }) => point.values[0]),
    [7, 57, 107, 157],
  );
  assert.equal(messages(refused)[0], '400: {"error":"partial write: points beyond retention policy dropped=1"}');
  assert.equal(refused[0]?.error.code, "store-refused");
});

test("types that another writer sets meanwhile are noticed, for known and unknown fields [D32]", {
  skip,
}, async (t) => {
  const store = storeAt(t, influxd.url);
  await store.open();
  const at = { database: "shared_db" };
  await store.write([makePoint(T0, { v: 1 }, at)], 1);
  const other = await fetch(`${influxd.url}/write?db=shared_db`, {
    method: "POST",
    body: `gw_node_sensors x="text" ${T0}`,
  });
  assert.equal(other.status, 204);
  const batch = [
    makePoint(T0 + 1n, { v: 2 }, at),
    makePoint(T0 + 2n, { v: 3, x: 1 }, at),
    makePoint(T0 + 3n, { v: 4 }, at),
  ];
  const { stored, refused } = await store.write(batch, 2);
  assert.deepEqual([stored, refused.map(({ isPart }) => isPart)], [3, [true]]);
  const words =
    'partial write: field type conflict: input field "x" on measurement "gw_node_sensors" is type float, already exists as type string dropped=1';
  assert.deepEqual(messages(refused), [`400: ${JSON.stringify({ error: words })}`]);
  assert.equal(refused[0]?.error.code, "type-conflict");
  // A person resolved it: the measurement is deleted, and with it the conflict.
  await influxd.query("DROP MEASUREMENT gw_node_sensors", "shared_db");
  assert.equal((await store.write([makePoint(T0 + 4n, { v: "now text" }, at)], 3)).stored, 1);
});

test("a database that is dropped meanwhile is created again", { skip }, async (t) => {
  const store = storeAt(t, influxd.url);
  await store.open();
  await store.write([makePoint(T0, { v: 1 }, { database: "gone" })], 1);
  await influxd.query("DROP DATABASE gone");
  assert.equal((await store.write([makePoint(T0 + 1n, { v: 2 }, { database: "gone" })], 2)).stored, 1);
  assert.deepEqual(await values(store, "gone"), [2]);
});

test("an unreadable answer is a refusal of the line, not a broken connection", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url);
  await store.open();
  proxy.fault = ({ path, body }) =>
    path.startsWith("/write?db=odd") && body.includes("v=2")
      ? {
          kind: "raw",
          bytes:
            "HTTP/1.1 400 Bad Request\r\nX-Influxdb-Error: unable to parse 'a\x00b'\r\nContent-Length: 2\r\n\r\n{}",
        }
      : { kind: "none" };
  const points = [1, 2, 3].map((v) => makePoint(T0 + BigInt(v), { v }, { database: "odd" }));
  const { stored, refused } = await store.write(points, 1);
  assert.equal(stored, 2);
  assert.deepEqual(messages(refused), ['400: {"error":"the database refused the line; its answer cannot be read"}']);
});

test("a body that the server finds too large is sent in parts [413]", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url);
  await store.open();
  proxy.fault = ({ path, body }) =>
    path.startsWith("/write") && body.length > 400 ? { kind: "status", status: 413 } : { kind: "none" };
  const points = Array.from({ length: 100 }, (_, v) => makePoint(T0 + BigInt(v), { v }, { database: "large" }));
  assert.equal((await store.write(points, 1)).stored, 100);
  const huge = makePoint(T0 + 200n, { text: "x".repeat(500) }, { database: "large" });
  const { refused } = await store.write([huge], 2);
  assert.match(messages(refused)[0] ?? "", /^413: /);
});

test("closing ends a write that waits for the server", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url, { retryForMs: 60_000 });
  await store.open();
  proxy.fault = () => ({ kind: "status", status: 503 });
  const writing = assert.rejects(store.write([makePoint(T0, { v: 1 }, { database: "closing" })], 1));
  await until(() => store.status().counts?.["retries"] !== 0);
  await store.close();
  await writing;
});

test("other HTTP servers are not accepted as InfluxDB", { skip }, async (t) => {
  const { createServer } = await import("node:http");
  const server = createServer((_, answer) => answer.end('{"hello":"world"}')).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const store = storeAt(t, `http://127.0.0.1:${(server.address() as { port: number }).port}`, { retryForMs: 50 });
  await store.open();
  assert.match(store.status().detail, /no InfluxDB 1\.x, 2\.x or 3\.x answers there/);
});

test("requests to other machines are compressed, and the database reads them", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url, { gzip: "always" });
  await store.open();
  const seen: [string | undefined, number][] = [];
  proxy.fault = ({ path, body, encoding }) => {
    if (path.startsWith("/write?db=packed")) seen.push([encoding, body.length]);
    return { kind: "none" };
  };
  const points = Array.from({ length: 500 }, (_, v) => makePoint(T0 + BigInt(v), { v }, { database: "packed" }));
  assert.equal((await store.write(points, 1)).stored, 500);
  assert.equal((await values(store, "packed")).length, 500);
  assert.deepEqual(
    seen.filter(([encoding, length]) => encoding !== "gzip" || length >= 10_000),
    [],
  );
});

test("a database that may no longer be read does not affect the others", { skip }, async (t) => {
  const server = await startInfluxd({ auth: { username: "admin", password: "right" } });
  t.after(() => server.stop());
  const admin = storeAt(t, server.url, {}, { username: "admin", password: "right" });
  await admin.open();
  await admin.write(
    ["mine", "theirs"].map((database) => makePoint(T0, { v: 1 }, { database })),
    1,
  );
  for (const statement of [
    `CREATE USER lab WITH PASSWORD 'pw'`,
    "GRANT ALL ON mine TO lab",
    "GRANT ALL ON structline TO lab",
  ]) {
    await server.query(statement);
  }
  const store = storeAt(t, server.url, {}, { username: "lab", password: "pw" });
  await store.open();
  assert.equal(store.status().state, "ok");
  assert.match(store.status().lastError?.message ?? "", /^cannot read database "theirs": 403: /);
  assert.deepEqual(
    (await store.measurements()).map(({ database }) => database),
    ["mine"],
  );
});

test("a repeated read leaves no trace in the status", { skip }, async (t) => {
  const proxy = await startFaultProxy(influxd.url);
  t.after(() => proxy.close());
  const store = storeAt(t, proxy.url);
  await store.open();
  await store.write([makePoint(T0, { v: 1 }, { database: "read_again" })], 1);
  let states = "";
  proxy.fault = () => {
    states += `${store.status().state} `;
    return states === "ok " ? { kind: "status", status: 503 } : { kind: "none" };
  };
  const series = await store.series({
    database: "read_again",
    measurement: "gw_node_sensors",
    fromNs: 0n,
    toNs: T0 + 1n,
    points: 10,
  });
  assert.deepEqual(series.values, [[1]]);
  assert.equal(states, "ok degraded ");
  assert.equal(store.status().state, "ok");
});
