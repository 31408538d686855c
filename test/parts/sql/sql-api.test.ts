/** SQL over measurements: supported queries, and that they can access nothing else. */

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { sqlApi } from "../../../runtime/parts/sql/sql-api.ts";
import { sqlReferences } from "../../../runtime/parts/sql/sql-references.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

// Other test files run SQL at the same time, so look for left-over files in a separate folder.
process.env["TMPDIR"] = temporaryFolder();
after(() => rmSync(tmpdir(), { recursive: true, force: true }));

const SECOND = 1_000_000_000n;
const T0 = 1_769_860_800n * SECOND;

function sample(): MemoryStore {
  const store = new MemoryStore();
  store.add("lab_rig", "02_cap", { voltage: "float", n: "integer", note: "string" }, [
    { timeNs: T0, values: { voltage: 12.5, n: 2n ** 62n, note: "=1" } },
    { timeNs: T0 + 7n, values: { voltage: 11.5, n: 1n, note: null } },
    { timeNs: T0 + SECOND, values: { voltage: null, n: null, note: "x" } },
  ]);
  store.add("lab_rig", "wind", { speed: "float" }, [{ timeNs: T0, values: { speed: 3 } }]);
  store.add("acme", "wind", { speed: "float" }, [{ timeNs: T0, values: { speed: 4 } }]);
  store.add("secret", "plans", { v: "float" }, [{ timeNs: T0, values: { v: 1 } }]);
  return store;
}

const caller = () => readerOf((database: string) => database !== "secret");

async function ask(sql: string, options: { query?: string; store?: MemoryStore; timeoutMs?: number } = {}) {
  const { query = "", store = sample(), timeoutMs = 600_000 } = options;
  const api = sqlApi({ store, caller, timeoutMs });
  const response = await api.request(`/read/sql${query}`, { method: "POST", body: sql });
  return {
    status: response.status,
    text: await response.text().catch((error: Error) => `broken off: ${error.message}`),
  };
}

test("a SELECT returns rows, exact to the nanosecond and to the last digit", async () => {
  const all = await ask('SELECT * FROM "02_cap" ORDER BY time');
  assert.deepEqual(all, {
    status: 200,
    text:
      '[\n{"time":"2026-01-31T12:00:00.000000000Z","voltage":12.5,"n":4611686018427387904,"note":"=1"},\n' +
      '{"time":"2026-01-31T12:00:00.000000007Z","voltage":11.5,"n":1,"note":null},\n' +
      '{"time":"2026-01-31T12:00:01.000000000Z","voltage":null,"n":null,"note":"x"}\n]\n',
  });
});

test("measurements can be joined, aggregated and named with their database, in the requested format", async () => {
  const sql = `WITH caps AS (FROM lab_rig."02_cap" WHERE voltage IS NOT NULL)
    SELECT count(*) AS rows, avg(voltage) AS mean, max(w.speed) AS wind, [1, 2] AS list, 1.5::DECIMAL(9, 2) AS d
    FROM caps JOIN acme.wind w ON true -- and a comment;`;
  assert.deepEqual(await ask(sql, { query: "?format=csv" }), {
    status: 200,
    text: 'rows,mean,wind,list,d\r\n2,12,4,"[1, 2]",1.5\r\n',
  });
});

test("a range limits the rows of measurements", async () => {
  const query = "?format=csv&from=2026-01-31T12:00:01Z";
  assert.equal((await ask('SELECT count(*) AS rows FROM "02_cap"', { query })).text, "rows\r\n1\r\n");
});

// None of these runs: DuckDB's own parser recognises SELECT statements.
test("only one SELECT statement is answered", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const [sql, sentence] of [
    ["SELEC 1", /syntax error at or near/],
    ["SELECT 1; SELECT 2", /one SELECT statement/],
    ["SELECT 1; DROP TABLE wind", /only SELECT statements/],
    ["INSERT INTO wind VALUES (1)", /only SELECT/],
    ["UPDATE acme.wind SET speed = 1", /only SELECT/],
    ["DELETE FROM acme.wind", /only SELECT/],
    ["CREATE TABLE x AS SELECT 1", /only SELECT/],
    ["COPY (SELECT 1) TO '/tmp/structline-stolen.csv'", /only SELECT/],
    ["COPY wind FROM '/etc/passwd'", /only SELECT/],
    ["EXPORT DATABASE '/tmp/structline-stolen'", /only SELECT/],
    ["ATTACH '/tmp/other.db'", /only SELECT/],
    ["PRAGMA database_list", /only SELECT/],
    ["SET memory_limit = '100GB'", /only SELECT/],
    ["SET enable_external_access = true", /only SELECT/],
    ["RESET lock_configuration", /only SELECT/],
    ["INSTALL httpfs", /only SELECT/],
    ["LOAD httpfs", /only SELECT/],
    ["CALL pragma_version()", /only SELECT/],
    ["CHECKPOINT", /only SELECT/],
    ["EXPLAIN ANALYZE SELECT 1", /only SELECT/],
    ["PREPARE x AS SELECT 1", /only SELECT/],
  ] as const) {
    const [[text] = []] = (await (
      await connection.run("SELECT json_serialize_sql($1::VARCHAR)", [sql])
    ).getRows()) as string[][];
    const { references, error = "" } = sqlReferences(JSON.parse(text!));
    assert.equal(references, undefined, sql);
    assert.match(error, sentence, sql);
  }
});

test("only the columns that a query may need are read", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const columns = async (sql: string) => {
    const [[text] = []] = (await (
      await connection.run("SELECT json_serialize_sql($1::VARCHAR)", [sql])
    ).getRows()) as string[][];
    const found = sqlReferences(JSON.parse(text!)).references?.columns;
    return typeof found === "string" ? found : [...(found ?? [])].sort();
  };
  assert.deepEqual(await columns("SELECT max(A.V) FROM d.m a WHERE time > now()"), ["a", "time", "v"]);
  assert.deepEqual(await columns("SELECT x FROM a JOIN b USING (k)"), ["k", "x"]);
  assert.deepEqual(await columns("SELECT count(*) FROM m"), []);
  for (const sql of ["FROM m", "SELECT m FROM m", "SELECT x FROM a NATURAL JOIN b", "SELECT COLUMNS('t.*') FROM m"]) {
    assert.equal(await columns(sql), "all", sql);
  }
});

// Each ends with 400 and a sentence, and reads or changes nothing.
const REFUSED = [
  ["", /has to be a SELECT/],
  ["SELECT * FROM read_csv('/etc/passwd')", /Cannot access file|disabled/],
  ["SELECT * FROM '/etc/passwd'", /Cannot access file|disabled|There is no measurement/],
  ["SELECT * FROM read_text('/proc/self/environ')", /Cannot access file|disabled/],
  ["SELECT * FROM read_blob('/etc/shadow')", /Cannot access file|disabled/],
  ["SELECT * FROM read_parquet('https://example.org/x.parquet')", /disabled|not exist|Cannot/i],
  ["SELECT * FROM glob('/*')", /Cannot access|disabled/],
  ["SELECT * FROM query('COPY (SELECT 1) TO ''/tmp/structline-stolen.csv''')", /SELECT/],
  ["SELECT * FROM query('SELECT * FROM read_csv(''/etc/passwd'')')", /Cannot access|disabled/],
  ["SELECT getenv('HOME')", /does not exist/],
  ["SELECT * FROM duckdb_extensions()", /Cannot access|disabled/],
  ["SELECT * FROM secret.plans", /There is no measurement 'plans' in database 'secret'/],
  ["SELECT * FROM plans", /^There is no measurement 'plans'$/],
  ["SELECT * FROM winf", /^There is no measurement 'winf' \(did you mean 'wind'\?\)$/],
  ["SELECT * FROM lab_rig.wint", /There is no measurement 'wint' in database 'lab_rig' \(did you mean 'wind'\?\)/],
  ["SELECT * FROM wind", /There are several measurements 'wind': choose one of "lab_rig"."wind", "acme"."wind"/],
  [
    Array.from({ length: 101 }, (_, i) => `SELECT * FROM t${i}`).join(" UNION ALL "),
    /^A query names at most 100 measurements, this one 101$/,
  ],
  ["SELECT nothing FROM acme.wind", /"nothing" not found/],
  ["SELECT 170141183460469231731687303715884105727::HUGEINT AS big", /INT64|BIGINT|out of range/i],
] as const;

// One process starts while another waits for its measurements.
describe("these queries are refused", { concurrency: 3 }, () => {
  for (const [sql, sentence] of REFUSED) {
    test(sql || "nothing", async () => {
      const answer = await ask(sql);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, sentence);
      assert.equal(
        readdirSync(tmpdir()).some((name) => name.startsWith("structline-stolen")),
        false,
      );
    });
  }
});

test("a query cannot access other files, settings or names", async () => {
  const own = await ask("SELECT DISTINCT schema_name FROM duckdb_views() WHERE NOT internal", { query: "?format=csv" });
  assert.equal(own.text, "schema_name\r\n");
  const files = await ask("SELECT count(*) AS files FROM glob(current_setting('allowed_directories')[1] || '*')", {
    query: "?format=csv",
  });
  assert.equal(files.text, "files\r\n0\r\n");
});

// Each needs more memory or time than is available: the process ends, and the service answers.
const ENDLESS = [
  [
    "a recursive query without end",
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t",
  ],
  ["a product of products", "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c"],
  ["a text of gigabytes", "SELECT length(repeat('x', 3000000000))"],
  ["a list of gigabytes", "SELECT len(range(500000000)), len(list_resize([1], 900000000))"],
  [
    "text that doubles",
    `SELECT length(a) FROM (${"SELECT a || a AS a FROM (".repeat(33)}SELECT 'x' AS a${")".repeat(33)})`,
  ],
  ["a sort of everything", "SELECT a.range FROM range(100000000) a ORDER BY hash(a.range)"],
] as const;

describe("a query ends after its time limit", { concurrency: 2 }, () => {
  for (const [what, sql] of ENDLESS) {
    test(what, async () => {
      const { status, text } = await ask(sql, { timeoutMs: 500 });
      assert.equal(status, 400, text);
      assert.match(text, /longer than 0.5 s|memory|allocate|size|Maximum/i);
    });
  }
});

test("an aborted answer is recognisable as incomplete", async () => {
  const sql = "SELECT range AS n FROM range(100000000000)";
  const answers = async (timeoutMs: number): Promise<Awaited<ReturnType<typeof ask>>> => {
    const answer = await ask(sql, { query: "?format=csv", timeoutMs });
    // On a busy machine the time may be up before the first row.
    return answer.status === 400 && timeoutMs < 600_000 ? answers(4 * timeoutMs) : answer;
  };
  const { status, text } = await answers(1000);
  assert.equal(status, 200);
  assert.match(text, /^broken off: the query took longer/);
});

test("each client runs one query at a time, and its files are removed afterwards", async () => {
  const api = sqlApi({
    store: sample(),
    caller,
    client: (context) => context.req.header("x-who") ?? "",
    timeoutMs: 600_000,
  });
  const one = (who: string) =>
    api.request("/read/sql", { method: "POST", body: "FROM acme.wind", headers: { "x-who": who } });
  const answers = await Promise.all([one("a"), one("a"), one("b"), one("c")]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429, 503]);
  for (const answer of answers) await answer.text();
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith("structline-sql-")),
    [],
  );
});
