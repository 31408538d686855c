import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import type { Store } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { programArguments } from "../../../support/programs.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";
import { pause } from "../../../support/until.ts";

const ROWS = 300;
const CRASHES = 12;
const EVER = { fromNs: 0n, toNs: 2n ** 62n };

test("whatever is killed while rows move to give space back, each row is there once", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    let moving = 0;
    for (let crash = 0; crash < CRASHES; crash++) {
      if (await isKilledMoving(path, crash * 15)) moving++;
      const store = openDuckdbStore({ path });
      const { committed } = await store.open();
      for (let device = 10; device < 20; device++) await assertRows(store, device, committed!, crash + 1);
      await store.close();
    }
    assert.ok(moving > 0, "nothing was killed while it moved rows");
  }));

/** Kills the process after its second removal. @returns whether it had said nothing else until then */
async function isKilledMoving(path: string, afterMs: number): Promise<boolean> {
  const args = [...programArguments("reclaim-target"), path, String(ROWS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let removals = 0;
  let last = "";
  for await (const line of createInterface(child.stdout)) {
    last = line;
    if (line !== "removed" || ++removals < 2) continue;
    await pause(afterMs, "somewhere within the moves, which take some hundred milliseconds");
    child.kill("SIGKILL");
    break;
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return last === "removed";
}

async function assertRows(store: Store, device: number, committed: number, crashes: number): Promise<void> {
  const place = { database: "lab_net", measurement: `m${device}` };
  const { count, mean } = (await store.statistics({ ...place, columns: ["n"], ...EVER })).get("n")!;
  assert.equal(count, committed * ROWS, `m${device} after ${crashes} crashes`);
  assert.ok(Math.abs(mean! - (committed + 1) / 2) < 1e-6, `the mean of ${committed} batches is ${mean}`);
  const times = new Set<bigint>();
  for await (const { timeNs } of store.rows(place)) times.add(timeNs);
  assert.equal(times.size, count);
}
