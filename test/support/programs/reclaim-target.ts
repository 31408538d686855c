/**
 * Writes numbered batches of twenty devices that share a table, deletes some of the first ten, and gives their space back; to be killed
 * at any moment. Arguments: the database's file, rows of a device in each batch.
 */

import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../store-contract.ts";

const [path = "", rows = "300"] = process.argv.slice(2);
const DEVICES = 20;
const store = openDuckdbStore({ path, ownTables: 0 });
const { committed = 0 } = await store.open();
for (let batch = committed + 1; ; batch++) {
  const points = Array.from({ length: Number(rows) * DEVICES }, (_, i) =>
    makePoint(BigInt(batch) * 1_000_000n + BigInt(i), { n: batch }, { measurement: `m${i % DEVICES}` }),
  );
  await store.write(points, batch);
  console.log(batch);
  if (batch % 3 !== 0) continue;
  for (let device = 0; device < 5; device++) await store.remove("lab_net", `m${(batch % 2) * 5 + device}`);
  console.log("removed");
  await store.reclaim();
  console.log("reclaimed");
}
