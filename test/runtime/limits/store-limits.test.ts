/** Limits of the log, the stores and their readers: one realm's flood leaves room, one user's questions leave turns. */

import { join } from "node:path";
import { EXPORT_LIMITS, ExportSlots } from "../../../runtime/api/export-slots.ts";
import { type WaitingLimits, WaitingSlots } from "../../../runtime/api/waiting-slots.ts";
import { CheckQueue } from "../../../runtime/auth/check-queue.ts";
import { RightBefore } from "../../../runtime/auth/right-before.ts";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { type Address, parsePath } from "../../../runtime/model/address.ts";
import { ownerOf } from "../../../runtime/model/message.ts";
import { NameCollisions } from "../../../runtime/model/name-collisions.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";
import { makePoint } from "../../support/store-contract.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const ALL = { fromNs: 0n, toNs: 10n ** 18n };

/**
 * How many of ann's fifty were answered before bob's one, if it was most of them: his turn is free at once, and how long it takes beside
 * hers nobody promises.
 * @param ask false: refused
 */
async function before(ask: (asker: string) => Promise<boolean>): Promise<number> {
  let done = 0;
  const all = Array.from({ length: 50 }, () =>
    ask("ann").then((isAnswered) => {
      if (isAnswered) done++;
    }),
  );
  const first = await ask("bob").then(() => done);
  await Promise.all(all);
  return 2 * first > all.length ? first : 0;
}

function waitingOf(limits: WaitingLimits): Promise<number> {
  const slots = new WaitingSlots(limits);
  return before(async (asker) => {
    const end = await slots.take(asker);
    await new Promise(setImmediate);
    if (typeof end !== "string") end();
    else if (asker === "bob") throw new Error(`bob is refused: ${end}`);
    return typeof end !== "string";
  });
}

function slotsOf(all: number, ofOne: number): number {
  const slots = new ExportSlots({ all, ofOne });
  for (let n = 0; n < 100; n++) slots.take("ann");
  return typeof slots.take("bob") === "string" ? 1 : 0;
}

function addressOf(device: string): Address {
  return parsePath(`${device}/data`, []).address!;
}

const WALKS: Walks = {
  "readers MAX_RUNNING": () =>
    inTemporaryFolder(async (folder) => {
      const store = openDuckdbStore({ path: join(folder, "t.duckdb") });
      await store.open();
      for (const database of ["a_n", "b_n"]) await store.write([makePoint(1n, { v: 1 }, { database })], 1);
      const lost = await before((asker) => {
        const database = asker === "ann" ? "a_n" : "b_n";
        const query = { ...ALL, database, measurement: makePoint(1n, {}).measurement, asker };
        return store.statistics(query).then(({ size }) => size === 1);
      });
      await store.close();
      return lost;
    }),
  "influxql-api LIMITS": () => waitingOf({ running: 3, runningOfOne: 2, waiting: 300, waitingOfOne: 100 }),
  "values-api LIMITS": () => waitingOf({ running: 2, runningOfOne: 1, waiting: 20, waitingOfOne: 4 }),
  "read-api EXPORT_LIMITS": () => slotsOf(EXPORT_LIMITS.all, EXPORT_LIMITS.ofOne),
  "address-export EXPORT_LIMITS": () => slotsOf(EXPORT_LIMITS.all, EXPORT_LIMITS.ofOne),
  "sql-api LIMITS": () => slotsOf(2, 1),
  "states-api MOST_STREAMS": () => slotsOf(64, 8),
  "file-journal maxBytes": () =>
    inTemporaryFolder(async (directory) => {
      const journal = await openJournal({ directory, maxBytes: 1 << 20, commitIntervalMs: 0, ownerOf });
      const append = (realm: string) => {
        try {
          journal.append(messageOf("x".repeat(1000), { source: "http", address: `${realm}/n/g/d` }));
          return true;
        } catch {
          return false;
        }
      };
      let taken = 0;
      while (append("a")) taken++;
      const lost = Array.from({ length: 50 }, () => append("b")).filter((isTaken) => !isTaken).length;
      await journal.close();
      return taken > 800 ? lost : `only ${taken} messages of a are taken`;
    }),
  "store MAX_MEASUREMENTS": () =>
    inTemporaryFolder(async (folder) => {
      const store = openDuckdbStore({ path: join(folder, "t.duckdb"), maxMeasurements: 50 });
      await store.open();
      const write = (database: string, count: number, position: number) => {
        const points = Array.from({ length: count }, (_, n) =>
          makePoint(1n, { v: 1 }, { database, measurement: `m${n}` }),
        );
        return store.write(points, position);
      };
      // Another database of the realm is no other budget.
      const { stored } = await write("a_n", 30, 1);
      await write("a_o", 100, 2);
      const { refused } = await write("b_n", 5, 3);
      await store.close();
      return stored === 30 ? refused.length : `${stored} of 30 are stored`;
    }),
  "name-collisions MAX_DEVICES": () => {
    const collisions = new NameCollisions();
    for (let n = 0; n < 130_000; n++) collisions.note(addressOf(`a/n/g/d${n}`));
    collisions.note(addressOf("b/n/g/d"));
    collisions.note(addressOf("b/n/g/D"));
    return collisions.warnings().some((sentence) => sentence.startsWith("b_n")) ? 0 : 1;
  },
  "name-collisions MAX_WARNINGS": () => {
    const collisions = new NameCollisions();
    for (let n = 0; n < 500; n++) for (const name of ["d", "D"]) collisions.note(addressOf(`a/n/g/${name}${n}`));
    for (const name of ["d", "D"]) collisions.note(addressOf(`b/n/g/${name}`));
    return collisions.warnings().some((sentence) => sentence.startsWith("b_n")) ? 0 : 1;
  },
  "right-before MOST": () => {
    const right = RightBefore.inMemory();
    right.place("bob's", "192.0.2.1");
    for (let n = 0; n < 30_000; n++) right.place("ann's", `2001:db8:${n.toString(16)}::`);
    return right.isPlace("bob's", "192.0.2.1") ? 0 : 1;
  },
  "check-queue MOST_WAITING": async () => {
    const queue = new CheckQueue();
    const checked: string[] = [];
    const check = (address: string) =>
      queue.add("others", address, async () => {
        await new Promise(setImmediate);
        checked.push(address);
        return true;
      });
    const all = Array.from({ length: 500 }, () => check("192.0.2.2"));
    const own = await check("192.0.2.1");
    const turn = checked.indexOf("192.0.2.1");
    await Promise.all(all);
    return own === true && turn <= 2 ? 0 : 1;
  },
};

walkLimits(WALKS);
