/** Deleting a measurement: with its name given twice, by users with permission. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type RemovalApiOptions, removalApi } from "../../../runtime/api/removal-api.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { user } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";

function api(parts: Partial<RemovalApiOptions> = {}) {
  const store = new MemoryStore();
  store.add("d", "m", { v: "float" }, [{ timeNs: 1n, values: { v: 1 } }]);
  const app = removalApi({
    remove: (database, measurement) => store.remove(database, measurement),
    log: SILENT,
    ...parts,
  });
  const remove = async (query: string) => {
    const answer = await app.request(`/measurements?${query}`, { method: "DELETE" });
    return `${answer.status} ${await answer.text()}`;
  };
  return { store, remove };
}

test("a measurement is deleted when its name is given twice", async () => {
  const { store, remove } = api();
  assert.match(await remove("database=d&measurement=m"), /^400 Parameter 'confirm' has to be the measurement's name/);
  assert.match(await remove("database=d&measurement=m&confirm=n"), /^400/);
  assert.equal((await store.measurements()).length, 1);
  assert.equal(await remove("database=d&measurement=m&confirm=m"), "204 ");
  assert.equal((await store.measurements()).length, 0);
  assert.equal(await remove("database=d&measurement=m&confirm=m"), "404 There is no measurement 'm' in database 'd'");
  assert.equal(await remove("measurement=m&confirm=m"), "400 Parameter 'database' is missing");
});

test("only administrators delete, and only where the store can", async () => {
  assert.match(await api({ caller: () => user({}) }).remove("database=d&measurement=m&confirm=m"), /^403/);
  const unsupported = async () => "unsupported" as const;
  assert.match(await api({ remove: unsupported }).remove("database=d&measurement=m&confirm=m"), /^501/);
});
