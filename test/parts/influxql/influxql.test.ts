/** InfluxQL compared with InfluxDB itself: both have the same rows and get the queries of Grafana's builder. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { test } from "node:test";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import type { Caller } from "../../../runtime/http/caller.ts";
import type { Row } from "../../../runtime/model/store.ts";
import { influxqlApi } from "../../../runtime/parts/influxql/influxql-api.ts";
import { Random } from "../../oracle/layout/random.ts";
import { readerOf } from "../../support/callers.ts";
import { rounds } from "../../support/long.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { requires } from "../../support/requirements.ts";
import { api, influxd, ours, rounded, SECOND, skip, T0, T0_MS, theirs } from "./beside-influxd.ts";
import { randomFunctions, randomNested } from "./random-functions.ts";
import { randomQuery, STARTS, sampleOf } from "./random-queries.ts";

const RANGE = `time >= ${T0_MS}ms and time <= ${T0_MS + 250_000}ms`;
const SAME = [
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(null)`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(7s) fill(none)`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(previous)`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(linear)`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(0)`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)`,
  `SELECT count("f"), max("n"), min("n") FROM "02_cap" WHERE ${RANGE} GROUP BY time(30s) fill(none)`,
  `SELECT count("s") FROM "02_cap" WHERE ${RANGE} GROUP BY time(30s)`,
  `SELECT last("s") AS "text", first("n") FROM "02_cap" WHERE ${RANGE} GROUP BY time(50s) fill(none)`,
  `SELECT sum("n"), spread("f") FROM "02_cap" WHERE time < ${T0_MS + 100_000}ms AND time >= ${T0_MS}ms GROUP BY time(20s) fill(none)`,
  `SELECT last("b") FROM "autogen"."02_cap" WHERE ${RANGE} GROUP BY time(1m) fill(none)`,
  `SELECT derivative(mean("f"), 10s) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(none)`,
  `SELECT non_negative_difference(mean("f")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(none)`,
  `SELECT moving_average(mean("f"), 3) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(none)`,
  `SELECT cumulative_sum(max("f")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(none)`,
  `SELECT mean("f") * 1.8 + 32 AS "F" FROM "02_cap" WHERE ${RANGE} GROUP BY time(20s) fill(none)`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(20s) fill(none) ORDER BY time DESC LIMIT 3`,
  `SELECT "f", "n", "s" FROM "02_cap" WHERE time >= ${T0_MS + 148_000}ms AND time < ${T0_MS + 152_000}ms`,
  `SELECT "s" FROM "02_cap" WHERE ${RANGE}`,
  `SELECT * FROM "02_cap" ORDER BY time DESC LIMIT 2`,
  `SELECT f, n FROM lab_rig.autogen."02_cap" WHERE time > '2026-01-31T12:00:10Z' LIMIT 2`,
  `SELECT derivative("f", 1s) FROM "02_cap" WHERE ${RANGE} LIMIT 3`,
  `SELECT mean("f"), count("n") FROM "02_cap"`,
  `SELECT last("n") FROM "02_cap"`,
  `SELECT first("f") FROM "02_cap" WHERE time > ${T0_MS + 3_000}ms`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(1d) fill(none) tz('Europe/Berlin')`,
  `SELECT "odd \\"name\\"" FROM "wind speed"`,
  `SELECT mean("nothing") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)`,
  `SELECT mean("f") FROM "nowhere" WHERE ${RANGE} GROUP BY time(10s)`,
  `SELECT mean("f") FROM "02_cap" WHERE time > now() - 1h AND time < now() - 2h GROUP BY time(10s)`,
  `SELECT f FROM "02_cap" WHERE f > 100.5 AND ${RANGE}`,
  `SELECT s FROM "02_cap" WHERE (n <= -40 AND f != 0) AND ${RANGE}`,
  `SELECT f FROM "02_cap" WHERE n = 20 AND f >= -1000 LIMIT 1`,
  `SELECT f FROM "02_cap" WHERE n > 0 ORDER BY time DESC LIMIT 2`,
  `SELECT f FROM "02_cap" WHERE s > 0`,
  `SELECT f FROM "02_cap" WHERE nothing > 0`,
  `SELECT last(timeEnd) FROM /_events$/`,
  `SELECT title FROM lab_rig../gw_.*_events|gw_b.*/, "02_cap" LIMIT 1`,
  // A gap is filled before values are transformed or calculated with.
  `SELECT cumulative_sum(mean("f")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(0)`,
  `SELECT cumulative_sum(mean("f")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(previous)`,
  `SELECT difference(max("n")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(linear)`,
  `SELECT mean("f") + count("n") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(100)`,
  `SELECT count("f") + 1 FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)`,
  `SELECT count("f"), mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)`,
  `SELECT max("n"), last("b"), last("s") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) fill(7.5)`,
  // The unit of a rate over intervals is the interval.
  `SELECT derivative(mean("f")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)`,
  `SELECT non_negative_derivative(mean("f")) FROM "02_cap" WHERE ${RANGE} GROUP BY time(1m)`,
  `SELECT derivative("f") FROM "02_cap" WHERE ${RANGE}`,
  // The interval before the range is read.
  `SELECT difference(mean("f")) FROM "02_cap" WHERE time >= ${T0_MS + 33_000}ms AND time < ${T0_MS + 55_000}ms GROUP BY time(10s)`,
  `SELECT moving_average(mean("f"), 3) FROM "02_cap" WHERE time >= ${T0_MS + 33_000}ms AND time < ${T0_MS + 55_000}ms GROUP BY time(5s)`,
  `SELECT derivative(mean("f")) FROM "02_cap" WHERE time >= ${T0_MS + 33_000}ms AND time < ${T0_MS + 55_000}ms GROUP BY time(10s) ORDER BY time DESC`,
  // A single selector has its row's time, and its row's other columns.
  `SELECT max("f") FROM "02_cap"`,
  `SELECT min("n") * 2 AS "twice" FROM "02_cap" WHERE ${RANGE}`,
  `SELECT max("f"), "n", "b" FROM "02_cap"`,
  `SELECT max("f"), min("f") FROM "02_cap" WHERE ${RANGE}`,
  `SELECT first("f"), "s" FROM "02_cap" WHERE "f" > 100`,
  // Integers stay integers, and division by zero is zero.
  `SELECT "n" / 0, "f" / 0, "n" % 0, "n" % 7, "n" / 4, "n" + 1, "n" * 1.5 FROM "02_cap" WHERE ${RANGE} LIMIT 20`,
  `SELECT difference("n"), cumulative_sum("n") FROM "02_cap" WHERE time >= ${T0_MS + 148_000}ms AND time < ${T0_MS + 154_000}ms`,
  `SELECT elapsed("n", 1ms) FROM "02_cap" WHERE ${RANGE} LIMIT 5`,
  // Intervals are counted from 1970, so that weeks begin on Thursday.
  `SELECT count("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(1w) fill(none)`,
  `SELECT count("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(1w) fill(none) tz('America/New_York')`,
  `SELECT count("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(1m, 7s)`,
  `SELECT count("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(1m, -7s)`,
  // Conditions
  `SELECT mean("f") FROM "02_cap" WHERE "b" = true AND ${RANGE}`,
  `SELECT mean("f") FROM "02_cap" WHERE ("n" > 50 OR "n" < -50) AND ${RANGE} GROUP BY time(30s)`,
  `SELECT "s" FROM "02_cap" WHERE "s" =~ /50/ AND ${RANGE}`,
  `SELECT "s" FROM "02_cap" WHERE "s" != 'a "50"'`,
  `SELECT count("n") FROM "02_cap" WHERE "n" = 1152921504606847026`,
  `SELECT mean("f") FROM "02_cap" WHERE "f" < -1000 AND ${RANGE} GROUP BY time(10s)`,
  // There are no tags.
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY *`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY "f"`,
  `SELECT "f" FROM "02_cap" LIMIT 2 OFFSET 3`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) ORDER BY time DESC LIMIT 2 OFFSET 1`,
  `SELECT mean("f") FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s) ORDER BY DESC LIMIT 2`,
  `SELECT "a" FROM (SELECT mean("f") AS "a" FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)) ORDER BY time DESC LIMIT 2 OFFSET 1`,
  `SELECT "a" FROM (SELECT "f" AS "a" FROM "02_cap") ORDER BY time DESC LIMIT 3`,
  `SELECT "a" FROM (SELECT "f" AS "a" FROM "02_cap") LIMIT 3 OFFSET 2`,
  `SELECT "f" AS "a", "f" AS "a", "f", "f" FROM "02_cap" LIMIT 1`,
  `SELECT count(*) FROM "02_cap"`,
  `SELECT sum(*) FROM "02_cap"`,
  `SELECT max("nothing"), max("f") FROM "02_cap"`,
  "SHOW SERIES",
  'SHOW SERIES FROM "wind speed"',
  "SHOW MEASUREMENTS",
  "SHOW MEASUREMENTS LIMIT 1",
  'SHOW MEASUREMENTS ON "lab_rig" WITH MEASUREMENT =~ /(?i)CAP/ LIMIT 100',
  "SHOW MEASUREMENTS WITH MEASUREMENT =~ /^wind.*d$/",
  'SHOW FIELD KEYS FROM "02_cap"',
  'SHOW TAG KEYS FROM "02_cap"',
  'SHOW TAG VALUES FROM "02_cap" WITH KEY = "host"',
  'SHOW RETENTION POLICIES ON "lab_rig"',
  "SHOW FIELD KEYS; SHOW MEASUREMENTS LIMIT 1",
];

/** Rows of equal times have no order of their own. */
function inOneOrder(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (name, value) =>
    name === "values" ? (value as unknown[]).map((row) => JSON.stringify(row)).sort() : value,
  );
}

for (const q of SAME) {
  test(`answers like InfluxDB: ${q}`, { skip }, async () => {
    assert.deepEqual(rounded((await ours(q)).text), rounded(await theirs(q)));
  });
}

test("times have the requested format", { skip }, async () => {
  const q = 'SELECT "f" FROM "02_cap" LIMIT 1';
  for (const epoch of ["ns", "u", "ms", "s", "m", "h"]) {
    assert.deepEqual(rounded((await ours(q, { epoch })).text), rounded(await theirs(q, { epoch })));
  }
  assert.equal((await ours(q, {})).text, await theirs(q, {}));
});

test("values are bound to names", { skip }, async () => {
  const from = 'FROM "02_cap" WHERE';
  for (const [q, params] of [
    [`SELECT f ${from} f > $least AND b = $on`, { least: 99.5, on: true }],
    [`SELECT n ${from} n > $least`, { least: 90 }],
    [`SELECT n ${from} n < $most`, { most: -95 }],
    [`SELECT s ${from} s = $"a text"`, { "a text": 'a "50"' }],
    [`SELECT s ${from} s =~ $like`, { like: { regex: "50" } }],
    [
      `SELECT $column ${from} time >= $t LIMIT $few`,
      { column: { identifier: "n" }, t: "2026-01-31T12:01:40Z", few: 3 },
    ],
    [
      `SELECT mean(f) FROM $place WHERE ${RANGE} GROUP BY time($width)`,
      { place: { identifier: "02_cap" }, width: { duration: "20s" } },
    ],
  ] as const) {
    const more = { epoch: "ns", params: JSON.stringify(params) };
    const here = (await ours(q, more)).text;
    assert.match(here, /"values"/, q);
    assert.deepEqual(rounded(here), rounded(await theirs(q, more)), q);
  }
  for (const params of ["{}", "[1]", "none", '{"x":null}', '{"x":["a"]}']) {
    assert.match((await ours(`SELECT f ${from} f > $x`, { params })).text, /"error"/, params);
    assert.match(await theirs(`SELECT f ${from} f > $x`, { params }), /"error"/, params);
  }
});

test("unsupported queries are refused with a sentence", async () => {
  for (const [q, sentence] of [
    ["DROP MEASUREMENT x", /SELECT, SHOW and CREATE DATABASE/],
    ["DELETE FROM x", /SELECT, SHOW/],
    ['SELECT f INTO b FROM "02_cap"', /only reads/],
    ["SELECT sample(f, 2) FROM m", /sample\(\) is not supported.*POST \/read\/sql/],
    ["SELECT holt_winters(mean(f), 2, 0) FROM m GROUP BY time(1m)", /holt_winters\(\) is not supported/],
    ["SELECT top(f) FROM m", /number of rows/],
    ['SELECT top(f, 2) FROM "02_cap" LIMIT 1', /LIMIT/],
    ["SELECT percentile(f) FROM m", /percentage/],
    ["SELECT median(f, 2) FROM m", /argument of median/],
    ["SELECT log(f) FROM m", /takes 2/],
    ["SELECT menn(f) FROM m", /did you mean 'mean'/],
    [`${"SELECT f FROM (".repeat(6)}SELECT f FROM m${")".repeat(6)}`, /at most 5 SELECTs/],
    ["SELECT f FROM (SELECT f FROM m), n", /alone in FROM/],
    ["SELECT f FROM (DROP DATABASE m)", /SELECT is expected/],
    ["SELECT f FROM /(a+/", /the pattern/],
    ["SELECT f FROM m WHERE f > g", /compares the time or a column with a value/],
    ["SELECT f FROM m WHERE f =~ 'a'", /a pattern like/],
    ["SELECT f FROM m WHERE f =~ /(a+/", /the pattern/],
    ["SELECT mean(f) FROM m WHERE time > 0 OR time < 1", /joined by AND/],
    ["SELECT mean(f) FROM m GROUP BY time(1m, 10)", /offset/],
    [`SHOW SERIES FROM "02_cap" WHERE f > 1`, /conditions on tags and the time, not on fields/],
    ["SHOW MEASUREMENTS WHERE time > 0", /SHOW MEASUREMENTS doesn't support time/],
    ["SHOW TAG KEY CARDINALITY WHERE time > 0", /SHOW TAG KEY EXACT CARDINALITY doesn't support time/],
    ["SHOW MEASUREMENT", /CARDINALITY is expected/],
    ["SELECT f::integer FROM m", /cast/],
    ["SELECT f FROM m WHERE time > 'yesterday'", /Time 'yesterday'/],
    ["SELECT f FROM m WHERE time > 99999999999999999999", /a time is expected/],
    ["SELECT mean(f FROM m", /'\)' is expected/],
    ["SELECT mean(f) FROM m fill(7x)", /fill\(\)|is expected/],
    ["SELECT f FROM m tz('Mars/Base')", /no time zone/],
    ["SHOW MEASUREMENTS WITH MEASUREMENT =~ /(a+/", /the pattern/],
    [`SELECT ${"(".repeat(5000)}f FROM m`, /nested too deeply|too long/],
    [`SELECT ${"f+".repeat(5000)}f FROM m`, /too long/],
    [`SELECT ${"-(".repeat(5000)}f FROM m`, /too long|too deeply/],
    ["SELECT \u0000 FROM m", /is not understood/],
  ] as const) {
    const { body } = await ours(q);
    assert.match(body.error ?? body.results?.[0]?.error ?? "", sentence, q.slice(0, 100));
  }
  const { status, body } = await ours("");
  assert.deepEqual([status, /there is no statement/.test(body.error ?? "")], [400, true]);
});

// Of a request that fails Grafana shows the status alone, and no series.
test("a statement that is not answered leaves the others their answers", async () => {
  const { status, body } = await ours(
    'SELECT sample("f", 1) FROM "02_cap"; SELECT mean("f" FROM "02_cap";; SELECT "f" FROM "02_cap" LIMIT 1; DROP MEASUREMENT x',
  );
  assert.equal(status, 200);
  assert.deepEqual(
    body.results?.map(({ series, error }) => [series?.length, error?.slice(0, 46)]),
    [
      [undefined, "error parsing query: sample() is not supported"],
      [undefined, "error parsing query: ')' is expected instead o"],
      [1, undefined],
      [undefined, "error parsing query: 'DROP' is not understood:"],
    ],
  );
});

test("what cannot be calculated is an error, as in InfluxDB", { skip }, async () => {
  for (const [q, sentence] of [
    ['SELECT f, mean(n) FROM "02_cap"', /mixing/],
    ['SELECT difference(f), n FROM "02_cap"', /mixing/],
    ['SELECT mean(f) * n FROM "02_cap"', /mixing/],
    ['SELECT difference(max(f)) FROM "02_cap"', /requires GROUP BY time/],
    [`SELECT difference(f) FROM "02_cap" WHERE ${RANGE} GROUP BY time(10s)`, /requires an aggregate/],
    ['SELECT difference(s) FROM "02_cap"', /needs numbers/],
    ['SELECT difference(b) FROM "02_cap"', /needs numbers/],
    ['SELECT f + b FROM "02_cap"', /b is a boolean/],
    ['SELECT f + 1, 1 FROM "02_cap"', /needs at least one column/],
    ['SELECT mean(s) FROM "02_cap"', /needs numbers/],
    ['SELECT moving_average(f, 1) FROM "02_cap"', /2 to/],
    ['SELECT median(s) FROM "02_cap"', /needs numbers/],
    ['SELECT top(b, 2) FROM "02_cap"', /needs numbers/],
    ['SELECT distinct(f), n FROM "02_cap"', /must be the only/],
    ['SELECT top(f, 2), bottom(f, 2) FROM "02_cap"', /must be the only/],
    ['SELECT f FROM (SELECT f FROM "02_cap" ORDER BY time DESC)', /same direction/],
  ] as const) {
    const { results = [], error } = (await ours(q)).body;
    assert.match(error ?? results[0]?.error ?? "", sentence, q);
    assert.match(await theirs(q), /"error"/, q);
  }
});

// A reader of both must not get other numbers: this is the check that found most of what differed.
for (const [make, count, of] of [
  [randomQuery, rounds(200, 1000), "of what Grafana asks"],
  [randomFunctions, rounds(100, 500), "with functions of all values and SELECT in FROM"],
  [randomNested, rounds(60, 300), "with SELECT in FROM of another one in FROM"],
] as const) {
  for (const [when, startS] of Object.entries(STARTS)) {
    test(`${count} random queries ${of} over rows of ${when} are answered like InfluxDB`, { skip }, async () => {
      const random = new Random(1);
      const sample = sampleOf(random, startS);
      const database = `${make.name}_${startS}`;
      await influxd.query(`CREATE DATABASE ${database}`);
      const body = sample.lines;
      assert.equal((await fetch(`${influxd.url}/write?db=${database}`, { method: "POST", body })).status, 204);
      const other = influxqlApi({ store: sample.store, caller: () => readerOf(() => true), now: () => sample.nowNs });
      for (let n = 0; n < count; n++) {
        const q = make(random, startS);
        const request = { method: "POST", body: new URLSearchParams({ q }) };
        const here = await (await other.request("/query?db=d&epoch=ns", request)).text();
        assert.deepEqual(rounded(here), rounded(await theirs(q, { db: database, epoch: "ns" })), q);
        assert.doesNotMatch(here, /"error"/, q);
      }
    });
  }
}

// Tags that are columns are grouped by and listed as tags are.
test("text columns make groups", { skip }, async () => {
  const sample = sampleOf(new Random(3), STARTS["a Saturday"]);
  await influxd.query("CREATE DATABASE tagged");
  await fetch(`${influxd.url}/write?db=tagged`, { method: "POST", body: sample.lines });
  const other = influxqlApi({ store: sample.store, caller: () => readerOf(() => true), now: () => sample.nowNs });
  for (const q of [
    "SHOW TAG VALUES FROM t WITH KEY = host",
    'SHOW TAG VALUES FROM t WITH KEY IN (host, "dc")',
    "SELECT count(f) FROM t GROUP BY host SLIMIT 1 SOFFSET 1",
    "SELECT max(f), n FROM t WHERE host != 'a' GROUP BY dc",
    "SELECT * FROM t GROUP BY host LIMIT 2",
  ]) {
    const body = new URLSearchParams({ q });
    const here = await (await other.request("/query?db=d&epoch=ns", { method: "POST", body })).text();
    assert.deepEqual(rounded(here), rounded(await theirs(q, { db: "tagged", epoch: "ns" })), q);
  }
});

// Rows of two series have the same time; some lack a tag.
test("tags that the store knows are tags", { skip }, async () => {
  const other = new MemoryStore();
  const given: string[] = [];
  const rows: Row[] = [];
  for (const [at, tags] of [
    [0, { host: "a", region: "us" }],
    [0, { host: "b c", region: "us" }],
    [5, { host: "a" }],
    [5, { host: "b c", region: "eu" }],
    [9, {}],
  ] as const) {
    const timeNs = T0 + BigInt(at) * SECOND;
    const [v, w] = [rows.length + 0.5, rows.length % 2 === 0 ? "odd" : null];
    rows.push({ timeNs, values: { v, w, ...tags } });
    const key = Object.entries(tags).map(([name, value]) => `,${name}=${value.replace(" ", "\\ ")}`);
    given.push(`cpu${key.join("")} v=${v}${w === null ? "" : `,w="${w}"`} ${timeNs}`);
  }
  other.add("d", "cpu", { v: "float", w: "string", host: "string", region: "string" }, rows);
  other.tag("d", "cpu", ["host", "region"]);
  other.add("d", "mem", { free: "integer" }, [{ timeNs: T0, values: { free: 7n } }]);
  other.tag("d", "mem", []);
  await influxd.query("CREATE DATABASE known_tags");
  await fetch(`${influxd.url}/write?db=known_tags`, {
    method: "POST",
    body: [...given, `mem free=7i ${T0}`].join("\n"),
  });
  const asking = influxqlApi({ store: other, caller: () => readerOf(() => true), now: () => T0 + 300n * SECOND });
  for (const q of [
    "SELECT * FROM cpu GROUP BY *",
    "SELECT mean(v) FROM cpu GROUP BY *",
    `SELECT count(w) FROM cpu WHERE ${RANGE} GROUP BY *, time(10s)`,
    "SELECT v FROM cpu GROUP BY host",
    "SELECT v FROM cpu GROUP BY region, host ORDER BY time DESC",
    "SELECT v, host FROM cpu",
    "SELECT host FROM cpu",
    "SELECT host, region FROM cpu GROUP BY host",
    "SELECT v FROM cpu WHERE region != 'us'",
    "SELECT v FROM cpu WHERE region = ''",
    "SELECT v FROM cpu WHERE region =~ /u/ AND v > 1",
    "SELECT v FROM cpu WHERE region !~ /u/ OR v < 1",
    "SELECT v FROM cpu WHERE nowhere != 'x'",
    "SELECT v FROM cpu WHERE nowhere = 'x'",
    "SELECT v FROM cpu WHERE w != 'even'",
    "SELECT count(*) FROM cpu",
    // Several rows have one time.
    "SELECT first(v), last(v) FROM cpu",
    "SELECT first(w), last(w), count(v) FROM cpu",
    "SELECT difference(v) FROM cpu GROUP BY host",
    "SELECT elapsed(v, 1s) FROM cpu",
    "SELECT non_negative_derivative(v), cumulative_sum(v) FROM cpu GROUP BY host",
    "SELECT distinct(w) FROM cpu GROUP BY host",
    "SELECT distinct(host) FROM cpu",
    "SELECT count(distinct(host)) FROM cpu",
    "SELECT top(v, host, 2), region FROM cpu",
    "SELECT bottom(v, host, region, 3) FROM cpu",
    "SELECT max(v), region, w FROM cpu GROUP BY host",
    `SELECT max(v), host, w FROM cpu WHERE time < ${T0 + 7n * SECOND}`,
    "SELECT min(v), w FROM cpu WHERE time > 0 GROUP BY region",
    // As newer builders of queries name columns.
    `SELECT mean("v"::field) FROM cpu WHERE "region"::tag = 'us' AND ${RANGE} GROUP BY time(10s), "host"::tag`,
    "SELECT sum(v) FROM cpu GROUP BY /^ho/, region",
    "SELECT count(*) FROM mem, cpu",
    "SELECT count(v), count(free) FROM mem, cpu",
    "SELECT sum(max) FROM (SELECT max(v) FROM cpu) GROUP BY host",
    "SELECT host FROM (SELECT max(v) FROM cpu GROUP BY host)",
    "SELECT mean(*) FROM (SELECT last(*) FROM cpu GROUP BY host)",
    "SELECT sum(m) FROM (SELECT max(v) AS m FROM cpu GROUP BY *) GROUP BY *",
    "SELECT sum(m) FROM (SELECT max(v) AS m FROM cpu GROUP BY *) GROUP BY region",
    `SELECT mean(m) FROM (SELECT max(v) AS m FROM cpu WHERE ${RANGE} GROUP BY time(1s), *) WHERE ${RANGE} GROUP BY time(5s), /^ho/`,
    `SELECT top(l, host, 2) FROM (SELECT last(s) AS l FROM (SELECT sum(v) AS s FROM cpu WHERE ${RANGE} GROUP BY time(5s), host) GROUP BY host)`,
    "SELECT * FROM (SELECT mean(v) FROM cpu GROUP BY host)",
    "SELECT mean, region FROM (SELECT mean(v) FROM cpu GROUP BY host, region) WHERE host = 'a' GROUP BY host",
    "SELECT count(v) FROM (SELECT v FROM cpu LIMIT 2) GROUP BY *",
    "SELECT /v|w/ FROM cpu GROUP BY host",
    "SELECT median(/v|w/), mode(*) FROM cpu",
    "SELECT count(*) FROM cpu GROUP BY host",
    "SELECT * FROM cpu, mem",
    "SELECT * FROM /^.*/",
    "SHOW SERIES",
    "SHOW SERIES FROM cpu WHERE host = 'a'",
    "SHOW SERIES WHERE region = ''",
    "SHOW SERIES LIMIT 2 OFFSET 1",
    "SHOW TAG KEYS",
    "SHOW TAG KEYS FROM cpu WHERE host = 'a' LIMIT 1",
    "SHOW TAG KEYS FROM mem",
    "SHOW TAG VALUES FROM cpu WITH KEY =~ /^(host|region)$/",
    "SHOW TAG VALUES WITH KEY != host",
    "SHOW TAG VALUES FROM cpu WITH KEY = host WHERE region = 'eu'",
    "SHOW TAG VALUES WITH KEY = v",
    "SHOW FIELD KEYS",
    "SHOW MEASUREMENTS WHERE host = 'a'",
    "SHOW SERIES CARDINALITY",
    "SHOW SERIES EXACT CARDINALITY",
    "SHOW SERIES CARDINALITY FROM /^[cm]/",
    "SHOW SERIES EXACT CARDINALITY WHERE host =~ /^[ab]$/",
    "SHOW MEASUREMENT CARDINALITY",
    "SHOW MEASUREMENT EXACT CARDINALITY",
    "SHOW MEASUREMENT CARDINALITY FROM /nothing/",
    "SHOW MEASUREMENT CARDINALITY FROM cpu",
    "SHOW TAG KEY CARDINALITY",
    "SHOW TAG KEY EXACT CARDINALITY FROM cpu",
    "SHOW TAG VALUES CARDINALITY WITH KEY = host",
    "SHOW TAG VALUES EXACT CARDINALITY FROM cpu WITH KEY IN (host, region) WHERE region = 'eu'",
    "SHOW FIELD KEY CARDINALITY",
    "SHOW FIELD KEY EXACT CARDINALITY FROM cpu",
  ]) {
    const body = new URLSearchParams({ q });
    const here = await (await asking.request("/query?db=d&epoch=ns", { method: "POST", body })).text();
    assert.deepEqual(
      inOneOrder(rounded(here)),
      inOneOrder(rounded(await theirs(q, { db: "known_tags", epoch: "ns" }))),
      q,
    );
  }
});

test("errors of one statement do not affect the others", async () => {
  const { status, body } = await ours(
    'SELECT mean("s") FROM "02_cap"; SELECT "f" FROM "02_cap" LIMIT 1; SELECT f, mean(n) FROM "02_cap"; SELECT f FROM "02_cap" GROUP BY time(1s); SELECT mean(f) FROM "02_cap" WHERE time > 0 GROUP BY time(1ms)',
  );
  assert.equal(status, 200);
  assert.deepEqual(
    body.results?.map(({ error }) => error),
    [
      'mean() needs numbers; "s" is text',
      undefined,
      "mixing aggregate and non-aggregate queries is not supported",
      "GROUP BY time() requires an aggregate function",
      "more than 100000 intervals: choose a longer one in GROUP BY time(), or a shorter time range",
    ],
  );
});

test("data without read permission is invisible", async () => {
  const known = await ours('SELECT v FROM "secret".."plans"; SHOW MEASUREMENTS ON "secret"; SHOW DATABASES');
  const unknown = await ours('SELECT v FROM "absent".."plans"; SHOW MEASUREMENTS ON "absent"; SHOW DATABASES');
  assert.equal(known.text.replaceAll("secret", "absent"), unknown.text);
  assert.doesNotMatch(JSON.stringify(known.body.results?.[2]), /secret/);
  assert.equal((await api.request("/query?q=SHOW+MEASUREMENTS&db=secret")).status, 200);
});

for (const [what, lost, query, status] of [
  ["a permission is withdrawn", ["lab_rig"], "SELECT mean(f) FROM m", 403],
  [
    "that of names in the same answer is withdrawn",
    ["lab_other"],
    "SHOW FIELD KEYS ON lab_other; SELECT f FROM m",
    403,
  ],
  ["that of a named database is withdrawn", ["lab_other"], "SHOW DATABASES; SELECT f FROM m", 403],
  ["that of an unused database is withdrawn", ["lab_other"], "SELECT mean(f) FROM m", 200],
  ["the log-in ends", "the log-in", "SELECT mean(f) FROM m", 401],
] as const) {
  test(`${what} while rows are read: ${status}`, async () => {
    let ended: readonly string[] | string = [];
    const slow = new MemoryStore();
    for (const database of ["lab_rig", "lab_other"])
      slow.add(database, "m", { f: "float" }, [{ timeNs: T0, values: { f: 1 } }]);
    const { extent } = slow;
    slow.extent = async (asked) => {
      ended = lost;
      return extent.call(slow, asked);
    };
    const following: Caller = {
      ...readerOf((database) => !ended.includes(database)),
      get isKnown() {
        return ended !== "the log-in";
      },
    };
    const guarded = influxqlApi({ store: slow, caller: () => following });
    const answer = await guarded.request(`/query?db=lab_rig&q=${encodeURIComponent(query)}`);
    assert.equal(answer.status, status);
  });
}

const influx = requires("influx");
test("InfluxDB's own command line works with it", { skip: influx }, async (t) => {
  const server = createServer(
    getRequestListener((request) =>
      new URL(request.url).pathname === "/ping"
        ? new Response(null, { status: 204, headers: { "X-Influxdb-Version": "1.8.10-structline" } })
        : api.fetch(request),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const ask = async (q: string) => {
    const args = ["-host", "127.0.0.1", "-port", String(port), "-database", "lab_rig", "-format", "csv", "-execute", q];
    return (await promisify(execFile)("influx", args)).stdout;
  };
  assert.equal(await ask("SHOW DATABASES"), "name,name\ndatabases,lab_rig\n");
  const range = `time >= ${T0} AND time < ${T0 + 60n * SECOND}`;
  assert.equal(
    await ask(`SELECT max(f), last(s) FROM "02_cap" WHERE ${range} GROUP BY time(1m) fill(none)`),
    `name,time,max,last\n02_cap,${T0},125,"a ""50"""\n`,
  );
});
