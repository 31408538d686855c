/** A tenant at every route that knows another's data by name: nothing of it comes back, and nothing of it changes. */

import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { pause } from "../until.ts";
import type { Attempt } from "./attempt.ts";
import { HERS, json, type Name, type Target } from "./target.ts";

const DATABASE = "mqttkit_1_testdrive";
const MEASUREMENT = "area_42_node_1_sensors";
export const PLACE = `database=${DATABASE}&measurement=${MEASUREMENT}`;
/** What only ida's rows contain: no number that a report may have by chance. */
export const VALUES = /secret_of_ida|8642\.09753/;
/** What lists of hers contain. */
const NAMES = /area[_-]42|lab[._]rig/;
const REFUSED = /^(?:400|401|403|404) nothing of hers$/;
/** An answer of her own, or a refusal. */
const HELD = /^(?:200|204|400|403|404|405|413|415|422) nothing of hers$/;

type Send = (target: Target) => Promise<Response>;

/** @param seen also the names: those that a request asks for may be repeated in its answer */
function attempt(name: string, expected: RegExp, send: Send, seen: "values" | "names" = "values"): Attempt {
  return {
    protocol: "HTTP",
    name: `a neighbour: ${name}`,
    expected,
    async run(target) {
      let answer = await send(target);
      // Her other attempts run at the same time.
      for (let again = 0; answer.status === 429 && again < 200; again++) {
        await pause(100, "her turn");
        answer = await send(target);
      }
      const text = await answer.text();
      const isSeen = VALUES.test(text) || (seen === "names" && NAMES.test(text));
      return `${answer.status} ${isSeen ? `saw ${text.slice(0, 60)}` : "nothing of hers"}`;
    },
  };
}

const get = (path: string, as: Name = "eve", headers: Record<string, string> = {}): Send => {
  return (target) => target.fetch(path, { as, headers });
};
const post = (path: string, body: string, type = "application/json", method = "POST"): Send => {
  return (target) => target.fetch(path, { as: "eve", method, headers: { "Content-Type": type }, body });
};
const sql = (query: string) => post("/read/sql", query, "text/plain");
const influxql = (query: string, db: string) => get(`/query?${new URLSearchParams({ db, q: query })}`);

const READ: readonly Attempt[] = [
  ...["rows", "rows/all", "series", "series/all", "statistics", "statistics/all", "plot.svg", "plot.png"].map((route) =>
    attempt(`\`/read/${route}\` of another's measurement`, HELD, get(`/read/${route}?${PLACE}`)),
  ),
  ...["csv", "json", "ndjson", "parquet", "arrow", "duckdb", "xlsx", "hdf5"].map((format) =>
    attempt(`an export as ${format}`, REFUSED, get(`/read/export?${PLACE}&format=${format}`)),
  ),
  ...["csv", "xlsx", "png", "duckdb"].map((suffix) =>
    attempt(`data.${suffix} of another's address`, REFUSED, get(`/api/${HERS}/data.${suffix}`)),
  ),
  attempt("two databases in one request", HELD, get(`/read/rows?database=evil_n&${PLACE}`)),
  attempt(
    "her own and another's in one export",
    REFUSED,
    get(`/read/export?database=evil_n&measurement=g_d_sensors&${PLACE}`),
  ),
  attempt(
    "a path in a database's name",
    REFUSED,
    get(`/read/rows?database=evil_n%2F..%2F${DATABASE}&measurement=${MEASUREMENT}`),
  ),
  attempt(
    "SQL in a column's name",
    HELD,
    get(`/read/rows?database=evil_n&measurement=g_d_sensors&column=${encodeURIComponent(`own" FROM ${DATABASE}--`)}`),
  ),
  attempt(
    "SQL in a measurement's name",
    HELD,
    get(`/read/rows?database=evil_n&measurement=${encodeURIComponent(`x' UNION SELECT * FROM t--`)}`),
  ),
  attempt("an unchanged export by its ETag", REFUSED, get(`/read/export?${PLACE}`, "eve", { "If-None-Match": "*" })),
  attempt("a part of an export", REFUSED, get(`/read/export?${PLACE}`, "eve", { Range: "bytes=0-99" })),
  attempt("values of all, for Prometheus", HELD, get("/metrics/values?max_age=3650d"), "names"),
  attempt("values of another's database", HELD, get(`/metrics/values?${PLACE}&max_age=3650d`)),
  attempt("states of all devices", HELD, get("/read/state"), "names"),
  attempt("the list of measurements", HELD, get("/read/measurements?search=area")),
  attempt("the newest errors", HELD, get(`/read/errors?address=${HERS}`)),
  attempt("the fields of a struct of another's channel", HELD, get("/read/struct?channel=lab-rig&struct=struct_probe")),
  attempt("the history of commands", HELD, get("/commands")),
  attempt("data sources for Grafana", HELD, get("/grafana/datasources.yaml"), "names"),
  attempt("`/health` with details", HELD, get("/health")),
  attempt("all metrics", HELD, get("/metrics"), "names"),
];

const QUERIES: readonly Attempt[] = [
  attempt("InfluxQL: another's database", HELD, influxql(`SELECT * FROM ${MEASUREMENT}`, DATABASE)),
  attempt(
    "InfluxQL: a full name from her own database",
    HELD,
    influxql(`SELECT * FROM "${DATABASE}"."autogen"."${MEASUREMENT}"`, "evil_n"),
  ),
  attempt("InfluxQL: a pattern over all measurements", HELD, influxql("SELECT * FROM /.*/", "evil_n"), "names"),
  attempt("InfluxQL: all databases", HELD, influxql("SHOW DATABASES", "evil_n"), "names"),
  attempt("InfluxQL: series of another's database", HELD, influxql(`SHOW SERIES ON "${DATABASE}"`, "evil_n")),
  attempt("InfluxQL: field keys of another's database", HELD, influxql(`SHOW FIELD KEYS ON "${DATABASE}"`, "evil_n")),
  attempt("InfluxQL: a deletion", HELD, influxql(`DROP MEASUREMENT "${MEASUREMENT}"`, DATABASE)),
  attempt("SQL: another's table", HELD, sql(`SELECT * FROM ${DATABASE}.${MEASUREMENT}`)),
  attempt("SQL: quoted names", HELD, sql(`SELECT * FROM "${DATABASE}"."${MEASUREMENT}"`)),
  attempt("SQL: the list of tables", HELD, sql("SELECT * FROM duckdb_tables()"), "names"),
  attempt(
    "SQL: the information schema",
    HELD,
    sql("SELECT table_schema, table_name FROM information_schema.tables"),
    "names",
  ),
  attempt("SQL: a file", HELD, sql("SELECT * FROM read_csv('/etc/hostname')")),
  attempt("SQL: a pattern of files", HELD, sql("SELECT * FROM glob('/proc/self/*')")),
  attempt("SQL: the database's file", HELD, sql("ATTACH 'data/telemetry.duckdb' AS t")),
  attempt("SQL: settings and secrets", HELD, sql("SELECT * FROM duckdb_settings() WHERE name LIKE '%secret%'")),
  attempt("SQL: a written file", HELD, sql("COPY (SELECT 1) TO '/tmp/structline-neighbour.csv'")),
  attempt(
    "SQL: a name within a query of her own",
    HELD,
    sql(`WITH a AS (SELECT 1) SELECT * FROM a, ${DATABASE}.${MEASUREMENT}`),
  ),
];

const WRITES: readonly Attempt[] = [
  attempt("a row by JSON", REFUSED, post(`/api/${HERS}/data`, '{"evil":1}')),
  attempt("a row by CSV", REFUSED, post(`/api/${HERS}/data`, "## time,evil\n1,1\n", "text/csv")),
  attempt("an event", REFUSED, post(`/api/${HERS}/event`, '{"title":"evil"}')),
  attempt(
    "line protocol for another's database",
    REFUSED,
    post(`/write?db=${DATABASE}`, "area_42_node_1_sensors evil=1", "text/plain"),
  ),
  attempt(
    "line protocol of InfluxDB 2",
    REFUSED,
    post(`/api/v2/write?bucket=${DATABASE}&org=x`, "m evil=1", "text/plain"),
  ),
  attempt("line protocol of InfluxDB 3", REFUSED, post(`/api/v3/write_lp?db=${DATABASE}`, "m evil=1", "text/plain")),
  attempt(
    "slashes that are encoded",
    REFUSED,
    post("/api/mqttkit-1%2Ftestdrive%2Farea-42%2Fnode-1/data", '{"evil":1}'),
  ),
  attempt(
    "slashes that are encoded twice",
    REFUSED,
    post("/api/mqttkit-1%252Ftestdrive/area-42/node-1/data", '{"evil":1}'),
  ),
  attempt("the realm in capitals", REFUSED, post("/api/MQTTKIT-1/testdrive/area-42/node-1/data", '{"evil":1}')),
  attempt(
    "the realm with another letter that looks the same",
    REFUSED,
    post(`/api/${encodeURIComponent("mqttk\u0131t-1")}/testdrive/area-42/node-1/data`, '{"evil":1}'),
  ),
  attempt(
    "a network of her realm whose database has another's name",
    REFUSED,
    post("/api/mqttkit/1-testdrive/area-42/node-1/data", '{"evil":1}'),
  ),
  attempt(
    "limits of another's column",
    REFUSED,
    post(
      "/alarms/limits",
      JSON.stringify({
        database: DATABASE,
        measurement: MEASUREMENT,
        column: "secret_of_ida",
        limits: { alarm: { max: 1 } },
      }),
      "application/json",
      "PUT",
    ),
  ),
  attempt(
    "muting another's column",
    REFUSED,
    post(
      "/alarms/mute",
      JSON.stringify({ database: DATABASE, measurement: MEASUREMENT, column: "secret_of_ida", minutes: 5 }),
    ),
  ),
  attempt("acknowledging an alarm by its number", HELD, post("/alarms/acknowledge", '{"id":1}')),
  attempt("a command to another's channel", REFUSED, post("/api/lab/rig/command", '{"command":"go"}')),
  attempt("withdrawing a command by its number", HELD, post("/commands/1", "", "application/json", "DELETE")),
  attempt(
    "deleting another's measurement",
    REFUSED,
    post(`/measurements?${PLACE}&confirm=${MEASUREMENT}`, "", "text/plain", "DELETE"),
  ),
  attempt("a deletion by another method's name", HELD, (target) =>
    target.fetch(`/measurements?${PLACE}&confirm=${MEASUREMENT}`, {
      as: "eve",
      ...json("{}"),
      headers: { "Content-Type": "application/json", "X-HTTP-Method-Override": "DELETE" },
    }),
  ),
  ...["/rejects/drop", "/rejects/retry", "/times/move", "/times/drop", "/reload", "/replay/lab-rig"].map((path) =>
    attempt(`\`${path}\``, REFUSED, post(path, '{"ids":[1],"id":1}')),
  ),
  ...["//rejects/drop", "/api/..%2Frejects/drop", "/%2e%2e/rejects/drop", "/rejects%2Fdrop", "/REJECTS/drop"].map(
    (path) => attempt(`\`${path}\` as another form of a path`, REFUSED, post(path, '{"ids":[1]}')),
  ),
  attempt("a dashboard for everybody", REFUSED, post("/layouts/all", "{}", "application/json", "PUT")),
];

const AS_PROBLEM = { Accept: "application/problem+json, application/json" };

function packed(path: string, body: Buffer): Send {
  const headers = { "Content-Type": "text/csv", "Content-Encoding": "gzip" };
  return (target) => target.fetch(path, { as: "eve", method: "POST", headers, body: new Uint8Array(gzipSync(body)) });
}

/** Newer routes, forms of answers and bodies. */
const LATER: readonly Attempt[] = [
  attempt(
    "a column of another's as numbers",
    REFUSED,
    post("/columns/numbers", JSON.stringify({ database: DATABASE, measurement: MEASUREMENT, column: "text" })),
  ),
  ...["rows", "series", "statistics", "export"].map((route) =>
    attempt(`\`/read/${route}\` with its error as JSON`, REFUSED, get(`/read/${route}?${PLACE}`, "eve", AS_PROBLEM)),
  ),
  attempt("an error in JSON about a device of another's", REFUSED, get(`/api/${HERS}/data.json`, "eve", AS_PROBLEM)),
  attempt("the state of another's device", HELD, get(`/read/state?address=${HERS}&realm=mqttkit-1`), "values"),
  attempt("what changed in another's state", HELD, get("/read/state?since=0&after=0&wait=0"), "names"),
  {
    protocol: "HTTP",
    name: "a neighbour: the description of the API",
    expected: HELD,
    // Its examples have values like hers: it is the same for everybody.
    async run({ fetch }) {
      const read = async (as: Name) => (await fetch("/api/openapi.json", { as })).text();
      return (await read("eve")) === (await read("ida")) ? "200 nothing of hers" : "200 saw another description";
    },
  },
  attempt("the probe of readiness", HELD, get("/ready"), "names"),
  attempt("alarms of all", HELD, get("/alarms"), "names"),
  attempt("limits of all", HELD, get("/alarms/limits"), "names"),
  attempt("places that can be commanded", HELD, get("/commands/places"), "names"),
  attempt("dashboards of all", HELD, get("/layouts"), "names"),
  attempt("another's own dashboard", HELD, get("/layouts/~ida"), "names"),
  attempt("a dashboard for Grafana", HELD, get("/layouts/area-42/grafana")),
  attempt("the list of dead letters", REFUSED, get("/rejects")),
  attempt("a dead letter by its number", REFUSED, get("/rejects/1")),
  attempt("jumps of the clock", REFUSED, get("/times")),
  attempt("pages of another's rows beside her own", HELD, get(`/read/rows/all?database=evil_n&${PLACE}&limit=1`)),
  attempt("rows before a time of another's", REFUSED, get(`/read/rows?${PLACE}&limit=1&to=2100-01-01T00:00:00Z`)),
  attempt("the size of another's export", REFUSED, (target) =>
    target.fetch(`/read/export?${PLACE}&format=csv`, { as: "eve", method: "HEAD" }),
  ),
  attempt("a statement in a statement", HELD, sql(`SELECT * FROM query('SELECT * FROM ${DATABASE}.${MEASUREMENT}')`)),
  attempt("a table by its name as text", HELD, sql(`SELECT * FROM query_table('${DATABASE}.${MEASUREMENT}')`)),
  attempt(
    "SQL: where the files are",
    HELD,
    sql("SELECT current_setting('allowed_directories'), current_setting('temp_directory')"),
  ),
  attempt(
    "SQL: another's table in a pivot",
    HELD,
    sql(`PIVOT ${DATABASE}.${MEASUREMENT} ON secret_of_ida USING count(*)`),
  ),
  attempt("InfluxQL: her database, another's by a parameter", HELD, (target) => {
    const params = JSON.stringify({ db: DATABASE });
    const query = new URLSearchParams({
      db: "evil_n",
      params,
      q: `SELECT * FROM $db..${MEASUREMENT}`,
      chunked: "true",
    });
    return target.fetch(`/query?${query}`, { as: "eve" });
  }),
  attempt(
    "line protocol whose measurement names another's database",
    HELD,
    post("/write?db=evil_n", `${DATABASE}.autogen.${MEASUREMENT} evil=1`, "text/plain"),
  ),
  attempt("a long compressed table for another's device", REFUSED, packed(`/api/${HERS}/data`, randomBytes(1_500_000))),
  attempt(
    "a compressed table that expands a thousandfold",
    HELD,
    packed("/api/evil/n/g/d/data", Buffer.alloc(40 << 20, "1\n")),
  ),
  attempt("another's Idempotency-Key", HELD, (target) =>
    target.fetch("/api/evil/n/g/d/data", {
      as: "eve",
      ...json('{"own": 2}'),
      headers: { "Content-Type": "application/json", "Idempotency-Key": "key of ida" },
    }),
  ),
];

export const NEIGHBOUR_ATTEMPTS: readonly Attempt[] = [...READ, ...QUERIES, ...WRITES, ...LATER];
