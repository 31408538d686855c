/** Deviations that doubles cannot tell are not told: 0 would mean that all values are the same. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readApi } from "../../../runtime/api/read-api.ts";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const SECOND = 1_000_000_000n;

test("beyond 2^53, a deviation of a few units is null in answers, and a large one is told", async () => {
  const store = new MemoryStore();
  const types = { u: "unsigned", wide: "unsigned", n: "integer" } as const;
  const rows = [0n, 1n, 2n].map((i) => ({
    timeNs: i * SECOND,
    values: { u: 2n ** 64n - 1n - i, wide: i * 2n ** 62n, n: i },
  }));
  store.add("d", "m", types, rows);
  const api = readApi({ store, channels: () => [], recentErrors: new RecentErrors(), wampRealm: "lab" });
  const answer = await api.request("/read/statistics?database=d&measurement=m&from=0");
  const { columns } = (await answer.json()) as { columns: Record<string, { deviation: number | null }> };
  const deviations = Object.entries(columns).map(([name, { deviation }]) => [name, deviation]);
  assert.deepEqual(Object.fromEntries(deviations), { u: null, wide: 2 ** 62, n: 1 });
});
