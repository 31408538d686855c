/** The newest values in Prometheus' format, read by its own client. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { valuesApi } from "../../../runtime/api/values-api.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const SECOND = 1_000_000_000n;
const NOW = 1_769_860_800n * SECOND;

function sample(): MemoryStore {
  const store = new MemoryStore();
  const types = { volts: "float", n: "unsigned", on: "boolean", note: "string" } as const;
  store.add("lab_rig", '02 "cap"\\', types, [
    { timeNs: NOW - 9n * SECOND, values: { volts: 1, n: 1n, on: false, note: "old" } },
    { timeNs: NOW - 7n * SECOND, values: { volts: 5e-324, n: 2n ** 64n - 1n, on: true, note: "new" } },
  ]);
  store.add("lab_rig", "stale", { v: "float" }, [{ timeNs: NOW - 301n * SECOND, values: { v: 3 } }]);
  store.add("lab_rig", "text", { s: "string" }, [{ timeNs: NOW, values: { s: "x" } }]);
  store.add("secret", "plans", { v: "float" }, [{ timeNs: NOW, values: { v: 1 } }]);
  return store;
}

const caller = () => readerOf((database: string) => database !== "secret");
const api = valuesApi({ store: sample(), caller, now: () => NOW });
const ask = async (query = "") => {
  const response = await api.request(`/metrics/values${query}`);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

const HEAD = "# HELP structline_value The newest value of a column, with its time\n# TYPE structline_value gauge\n";

test("the newest row of each measurement with its time", async () => {
  const place = String.raw`database="lab_rig",measurement="02 \"cap\"\\"`;
  assert.deepEqual(await ask(), {
    status: 200,
    type: "text/plain; version=0.0.4; charset=utf-8",
    text: `${HEAD}structline_value{${place},column="volts"} 5e-324 1769860793000
structline_value{${place},column="n"} 18446744073709552000 1769860793000
structline_value{${place},column="on"} 1 1769860793000
`,
  });
});

test("older rows and databases without read permission are left out", async () => {
  assert.match((await ask("?max_age=10m")).text, /measurement="stale",column="v"} 3 1769860499000\n/);
  assert.deepEqual((await ask("?database=secret")).text, HEAD);
  assert.deepEqual((await ask("?measurement=absent")).text, HEAD);
});

test("errors and excessive requests are refused with a sentence", async () => {
  assert.deepEqual((await ask("?max_age=soon")).text, "Parameter 'max_age' has to be a duration like 5m");
  assert.match((await ask("?databases=x")).text, /did you mean 'database'/);
  const store = new MemoryStore();
  for (let i = 0; i <= 1000; i++) store.add("lab", `m${i}`, { v: "float" }, [{ timeNs: NOW, values: { v: i } }]);
  const many = await valuesApi({ store }).request("/metrics/values");
  assert.deepEqual([many.status, /1001 measurements are too many/.test(await many.text())], [400, true]);
});

test("if a permission is withdrawn while values are read, there is no answer", async () => {
  let may = true;
  const store = sample();
  const { rows } = store;
  store.rows = async function* (query) {
    may = false;
    yield* rows.call(store, query);
  };
  const guarded = valuesApi({ store, caller: () => readerOf(() => may) });
  assert.equal((await guarded.request("/metrics/values")).status, 403);
});

const READER = "from prometheus_client.parser import text_string_to_metric_families";
const python = process.env["STRUCTLINE_PROMETHEUS_PYTHON"] ?? "python3";
const skip = (() => {
  try {
    execFileSync(python, ["-c", READER], { stdio: "ignore" });
    return false;
  } catch {
    return "needs prometheus_client from PyPI";
  }
})();

test("Prometheus' Python client can read it", { skip }, async () => {
  const script = `${READER}
import sys, json
print(json.dumps([[s.labels, s.value, s.timestamp] for f in text_string_to_metric_families(sys.stdin.read()) for s in f.samples]))`;
  const read = JSON.parse(execFileSync(python, ["-c", script], { input: (await ask()).text, encoding: "utf8" }));
  const place = { database: "lab_rig", measurement: '02 "cap"\\' };
  assert.deepEqual(read, [
    [{ ...place, column: "volts" }, 5e-324, 1_769_860_793],
    [{ ...place, column: "n" }, 18446744073709552000, 1_769_860_793],
    [{ ...place, column: "on" }, 1, 1_769_860_793],
  ]);
});
