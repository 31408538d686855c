import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "../../../../runtime/journal/file-journal.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { messageOf, textsOf } from "../../../support/journal-messages.ts";
import { onlyLong } from "../../../support/long.ts";
import { needsSmallDisk, onSmallDisk } from "../../../support/small-disk.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { until } from "../../../support/until.ts";

const skip = needsSmallDisk();

test(
  "DuckDB on a full disk: the batch is refused as a whole, and stored once when there is space",
  { skip: onlyLong || skip },
  () =>
    onSmallDisk(3, async (disk) => {
      const store = openDuckdbStore({ path: join(disk.directory, "telemetry.duckdb") });
      await store.open();
      let rows = 0;
      let position = 0;
      const next = () =>
        Array.from({ length: 1000 }, () => makePoint(BigInt(++rows), { a: Math.sin(rows), text: `row ${rows}` }));
      let batch = next();
      const fillUp = async (): Promise<void> => {
        for (;;) {
          await store.write(batch, ++position);
          batch = next();
        }
      };
      await assert.rejects(fillUp(), /No space left on device/);
      await assert.rejects(
        store.write(batch, position),
        /No space left on device.*; (?:nothing|[\d.]+ k?B) of its disk (?:is|are) free$/,
      );
      assert.equal(store.status().state, "down");
      assert.match(store.status().detail, /of its disk (?:is|are) free: make room, or senders will be refused/);
      disk.resize(50);
      assert.deepEqual(await store.write(batch, position), { stored: 1000, refused: [] });
      assert.equal(store.status().state, "ok");
      let read = 0n;
      for await (const { timeNs } of store.rows({ database: "lab_net", measurement: "gw_node_sensors" })) {
        assert.equal(timeNs, ++read);
      }
      assert.equal(Number(read), rows);
      await store.close();
    }),
);

test("the journal on a full disk: nothing is acknowledged, and it continues when there is space", { skip }, () =>
  onSmallDisk(1, async (disk) => {
    const journal = await openJournal({
      directory: disk.directory,
      maxBytes: 1 << 30,
      commitIntervalMs: 0,
      segmentBytes: 100_000,
    });
    const durable: string[] = [];
    const payload = (n: number) => `${n} ${"x".repeat(5000)}`;
    const fillUp = async (): Promise<void> => {
      for (;;) {
        const text = payload(journal.tail + 1);
        journal.append(messageOf(text));
        await journal.durable();
        durable.push(text);
      }
    };
    await assert.rejects(fillUp(), /Unable to keep data: the journal cannot be written \(ENOSPC/);
    assert.equal(journal.full, true);
    disk.resize(3);
    await until(() => !journal.full);
    await journal.durable();
    durable.push(payload(journal.tail));
    assert.deepEqual(
      (await textsOf(journal.read(0))).map(([, text]) => text),
      durable,
    );
    journal.append(messageOf("after"));
    await journal.durable();
    await journal.close();
  }),
);
