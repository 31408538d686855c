/** PostgreSQL is killed, refuses requests, and is shared with others. */

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Store } from "../../../runtime/model/store.ts";
import { openPostgresStore } from "../../../runtime/parts/postgres/postgres-store.ts";
import { noPostgres, type Postgres, startPostgres } from "../../support/postgres.ts";
import { makePoint } from "../../support/store-contract.ts";

const skip = noPostgres;
const T0 = 1_767_225_600_123_456_789n;
const PLACE = { database: "lab_net", measurement: "gw_node_sensors" };

let postgres: Postgres;
let name: string;
let count = 0;
const open: Store[] = [];

before(async () => {
  if (skip === false) postgres = await startPostgres();
});
beforeEach(() => {
  if (skip !== false) return;
  name = `faults_${++count}`;
  postgres.sql(`CREATE DATABASE ${name}`);
});
after(async () => {
  await Promise.all(open.map((store) => store.close()));
  await postgres?.remove();
});

async function opened(url = postgres.url(name)): Promise<Store> {
  const store = openPostgresStore({ url }, { typesTrustedMs: 0 });
  open.push(store);
  await store.open();
  return store;
}

const asked = (sql: string) => postgres.sql(sql, name);

test("kill -9 between and during batches: each row is stored once", { skip }, async () => {
  const store = await opened();
  const batch = (n: number) =>
    Array.from({ length: 200 }, (_, i) =>
      makePoint(T0 + BigInt(n * 1000 + i), { n, i, [`f${n}`]: i }, { timeSource: i % 2 === 0 ? "payload" : "receipt" }),
    );
  let failures = 0;
  for (let n = 0; n < 10; n++) {
    const killing = n === 3 || n === 7 ? postgres.kill() : undefined;
    for (;;) {
      try {
        assert.equal((await store.write(batch(n), n)).stored, 200);
        break;
      } catch (error) {
        failures++;
        assert.match(
          (error as Error).message,
          /^PostgreSQL at 127\.0\.0\.1:\d+\/faults_\d+ (cannot be reached|answers)/,
        );
        assert.equal(store.status().state, "down");
        await killing;
        await postgres.start();
      }
    }
    await killing;
    if (killing !== undefined && failures === 0) await postgres.start();
    // As after a crash of the service: written batches are sent again.
    assert.equal((await store.write(batch(n), n)).stored, 200);
  }
  assert.ok(failures > 0, `${failures} failures`);
  assert.equal(
    asked('SELECT count(*), count(DISTINCT time_ns), sum("i") FROM lab_net.gw_node_sensors'),
    "2000|2000|199000",
  );
  assert.equal(store.status().state, "ok");
});

test("other programs see times, types and names unchanged", { skip }, async () => {
  const store = await opened();
  const odd = makePoint(T0, { 'a "b"': 1, time_ns: 2, n: 2n ** 63n - 1n, yes: true, text: "x\\y'" }, { types: {} });
  await store.write([odd], 1);
  await store.write([makePoint(T0, { u: 2n ** 64n - 1n }, { types: { u: "unsigned" }, timeSource: "payload" })], 2);
  assert.equal(
    asked(
      `SELECT to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), time_ns, "a ""b""", n, yes, text, u FROM lab_net.gw_node_sensors`,
    ),
    `2026-01-01 00:00:00.123456|${T0}|1|9223372036854775807|t|x\\y'|18446744073709551615`,
  );
});

test("without permissions everything waits and is reported; with them writing continues", { skip }, async () => {
  asked(`CREATE ROLE ${name}_writer LOGIN`);
  const store = await opened(postgres.url(name, `${name}_writer`));
  assert.match(store.status().detail, /allows too little \(permission denied for database.*docs\/stores\.md/);
  await assert.rejects(store.write([makePoint(T0, { a: 1 })], 1), /allows too little/);
  asked(`GRANT CREATE ON DATABASE ${name} TO ${name}_writer`);
  assert.equal((await store.write([makePoint(T0, { a: 1 })], 1)).stored, 1);
  assert.equal(store.status().state, "ok");
});

test("a wrong database or a missing server does not end the start", { skip }, async () => {
  const store = await opened(postgres.url("absent"));
  assert.match(store.status().detail, /database "absent" does not exist; create it$/);
  const nowhere = await opened("postgres://someone:secret@127.0.0.1:1/x");
  assert.match(nowhere.status().detail, /^PostgreSQL at 127\.0\.0\.1:1\/x cannot be reached: connect ECONNREFUSED/);
  assert.doesNotMatch(JSON.stringify(nowhere.status()), /secret/);
});

test("a read that the server does not answer is in the status until it answers again, also if nothing is written", {
  skip,
}, async () => {
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text.replace(/:\d+/g, ":PORT"));
  const store = openPostgresStore({ url: postgres.url(name) }, { typesTrustedMs: 0, log: { info: line, warn: line } });
  open.push(store);
  await store.open();
  await store.write([makePoint(T0, { a: 1 })], 1);
  await postgres.kill();
  const read = () => store.statistics({ ...PLACE, fromNs: T0, toNs: T0 + 1n });
  for (let n = 0; n < 3; n++) await assert.rejects(read(), { name: "DatabaseAway" });
  await store.measurements();
  const { state, detail, lastError } = store.status();
  assert.equal(state, "degraded");
  assert.match(detail, /^PostgreSQL at 127\.0\.0\.1:\d+\/faults_\d+ (cannot be reached|answers)/);
  assert.match(lastError!.message, /^PostgreSQL at/);
  await postgres.start();
  assert.equal((await read()).get("a")?.count, 1);
  assert.equal(store.status().state, "ok");
  assert.match(store.status().detail, /^PostgreSQL \d/);
  assert.equal(lines[0], lines.at(-1), lines.join("\n"));
});

test("two writers create the same field with different types: the first one's applies", { skip }, async () => {
  const [one, other] = [await opened(), await opened()];
  const outcomes = await Promise.all([
    one.write([makePoint(T0, { v: 1, a: 1 })], 1),
    other.write([makePoint(T0 + 1n, { v: "text", b: 1 })], 1),
  ]);
  assert.deepEqual(
    outcomes.map(({ stored }) => stored),
    [1, 1],
  );
  const conflicts = outcomes.flatMap(({ refused }) => refused);
  assert.equal(conflicts.length, 1);
  assert.match(conflicts[0]!.error.message, /field type conflict: input field \\"v\\"/);
  await other.refresh!();
  assert.deepEqual([...(await other.fieldTypes(PLACE.database, PLACE.measurement))!.keys()].sort(), ["a", "b", "v"]);
});

test("a table that an administrator drops is created again, and somebody else's table stays unchanged", {
  skip,
}, async () => {
  asked("CREATE SCHEMA lab_net; CREATE TABLE lab_net.gw_node_sensors (theirs text)");
  const store = await opened();
  assert.equal((await store.write([makePoint(T0, { a: 1, b: 2 })], 1)).stored, 1);
  assert.equal(asked("SELECT count(*) FROM lab_net.gw_node_sensors"), "0");
  const [own] = asked("SELECT table_name FROM structline.measurements").split("\n");
  assert.match(own!, /^gw_node_sensors_[0-9a-f]{16}$/);
  asked(`ALTER TABLE lab_net.${own} DROP COLUMN b`);
  const point = makePoint(T0 + 1n, { a: 1, b: "now a text" });
  await store.write([point], 2).catch(() => {});
  assert.equal((await store.write([point], 2)).refused.length, 0);
  asked(`DROP TABLE lab_net.${own}`);
  await store.write([point], 3).catch(() => {});
  assert.equal((await store.write([point], 3)).stored, 1);
  assert.equal(asked(`SELECT count(*) FROM lab_net.${own}`), "1");
});

test("a row that the server refuses is rejected alone", { skip }, async () => {
  const store = await opened();
  await store.write([makePoint(T0, { v: 1 })], 1);
  asked("ALTER TABLE lab_net.gw_node_sensors ADD CHECK (v < 100)");
  const points = Array.from({ length: 50 }, (_, i) => makePoint(T0 + 1n + BigInt(i), { v: i === 20 ? 100 : i }));
  const { stored, refused } = await store.write(
    [...points, makePoint(T0 + 99n, { v: "\0" }), makePoint(T0 + 100n, { s: "a\0b" })],
    2,
  );
  assert.deepEqual([stored, refused.length], [49, 3]);
  assert.match(refused.map(({ error }) => error.message).join(), /violates check constraint/);
});

test("a column of texts becomes one of numbers, also beyond the table's own columns [D55]", { skip }, async () => {
  const store = await opened();
  const wide = Object.fromEntries(Array.from({ length: 405 }, (_, n) => [`f${n}`, n]));
  await store.write([makePoint(T0 - 1n, wide)], 1);
  const texts = ["1", "unavailable", "2.5", "-3e-7", "1"];
  const odd = 'te"xt';
  await store.write(
    texts.map((text, at) => makePoint(T0 + BigInt(at), { text, [odd]: text })),
    2,
  );
  const narrow = { database: "lab_net", measurement: "narrow" };
  await store.write(
    texts.map((text, at) => makePoint(T0 + BigInt(at), { [odd]: text, other: at }, narrow)),
    3,
  );
  for (const [place, column] of [
    [PLACE, "text"],
    [PLACE, odd],
    [narrow, odd],
  ] as const) {
    const query = { ...place, column };
    assert.equal(await store.toNumbers(query), "has-texts");
    assert.equal((await store.fieldTypes(place.database, place.measurement))?.get(column), "string");
    assert.equal(await store.toNumbers({ ...query, drop: true }), 4);
    assert.equal((await store.fieldTypes(place.database, place.measurement))?.get(column), "float");
    const { refused } = (await store.write([makePoint(T0 + 9n, { [column]: 7.5 }, place)], 4)) ?? {};
    assert.deepEqual(refused, []);
    const read: unknown[] = [];
    for await (const { rows, columns } of store.batches({ ...place, columns: [column] })) {
      const { values, valid } = columns.find(({ name }) => name === column)!;
      for (let row = 0; row < rows; row++) if (valid?.[row] !== 0) read.push(values[row]);
    }
    assert.deepEqual(read, [1, 2.5, -3e-7, 1, 7.5]);
  }
  assert.equal(await store.toNumbers({ ...PLACE, column: "f1" }), "unsupported");
  assert.equal(asked('SELECT count("other") FROM lab_net.narrow'), "5");
});
