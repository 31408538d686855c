/**
 * Writes old rows, numbers each batch, and deletes what is due behind each; to be killed at any moment. Arguments: the database's
 * file, rows of a batch.
 */

import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../store-contract.ts";
import { pause } from "../until.ts";

const [path = "", rows = "100"] = process.argv.slice(2);
const DAY_MS = 86_400_000;
const MINUTE_NS = 60_000_000_000n;
const nowNs = BigInt(Date.now()) * 1_000_000n;
const beginNs = nowNs - (nowNs % MINUTE_NS) - 40n * BigInt(DAY_MS) * 1_000_000n;
const store = openDuckdbStore({
  path,
  ownTables: 1,
  keep: { rowsMs: DAY_MS, minutesMs: 900 * DAY_MS },
  keepGraceMs: 0,
});
const { committed = 0 } = await store.open();
for (let batch = committed + 1; ; batch++) {
  const points = Array.from({ length: Number(rows) }, (_, i) =>
    makePoint(
      beginNs + BigInt(batch) * MINUTE_NS + BigInt(i),
      { n: batch },
      { measurement: `m${i % 3}`, timeSource: "payload" },
    ),
  );
  await store.write(points, batch);
  console.log(batch);
  // Deletion runs while nothing is written, and continues during writes.
  if (batch % 8 === 0) await Promise.race([store.retain(), pause(150, "deletion goes on during writes")]);
}
