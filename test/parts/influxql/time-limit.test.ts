/** A query that takes too long ends with InfluxDB's words, and the store is read no further. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { influxqlApi } from "../../../runtime/parts/influxql/influxql-api.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { pause } from "../../support/until.ts";

const PAGE_MS = 15;
/** Less than two pages. */
const TIMEOUT_MS = 20;
const LONG = "query-timeout limit exceeded: the query took longer than 0.02 s";

/** Sparse rows: a query reads a page after the other, and each takes a while. */
function slowStore() {
  const store = new MemoryStore();
  store.add("lab_rig", "m", { f: "float", s: "string" }, [
    { timeNs: 1n, values: { f: 1, s: "x" } },
    { timeNs: 2n, values: { f: 2, s: "x" } },
  ]);
  const { batches } = store;
  let pages = 0;
  store.extent = async () => ({ rows: 10 ** 9, firstNs: 0n, lastNs: 10n ** 18n });
  store.batches = async function* (query) {
    pages++;
    await pause(PAGE_MS, "reading a page takes a while");
    yield* batches.call(store, query);
  };
  return { store, pages: () => pages };
}

async function ask(q: string, timeoutMs: number) {
  const { store, pages } = slowStore();
  const api = influxqlApi({ store, caller: () => readerOf(() => true), timeoutMs });
  const answer = await api.request(`/query?db=lab_rig&q=${encodeURIComponent(q)}`);
  const { results } = (await answer.json()) as { results: { error?: string; series?: unknown[] }[] };
  return { status: answer.status, results, pages: pages() };
}

for (const q of [
  "SELECT f FROM m",
  "SELECT mean(f) FROM m GROUP BY s",
  "SELECT percentile(f, 50) FROM m",
  "SELECT max(f), s FROM m",
  "SELECT derivative(f) FROM m",
  "SELECT max(mean) FROM (SELECT mean(f) FROM m GROUP BY s)",
  "SHOW TAG VALUES WITH KEY = s",
]) {
  test(q, async () => {
    const patient = await ask(q, 600_000);
    assert.ok(patient.results[0]?.series !== undefined, JSON.stringify(patient.results));
    const { status, results, pages } = await ask(`${q}; ${q}; SHOW DATABASES`, TIMEOUT_MS);
    assert.equal(status, 200);
    assert.deepEqual(
      results.map(({ error }) => error),
      [LONG, LONG, undefined],
    );
    assert.ok(pages < patient.pages, `${pages} of ${patient.pages} pages were read`);
  });
}
