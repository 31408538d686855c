import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { programArguments } from "../../../support/programs.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const ROWS = 90;
const CRASHES = 8;
const EVER = { fromNs: 0n, toNs: 2n ** 62n };

test("whatever is killed while rows become summaries, each value is counted once", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    let figures = 0;
    for (let crash = 0; crash < CRASHES; crash++) {
      const args = [...programArguments("retention-target"), path, String(ROWS)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      let lines = 0;
      child.stdout.on("data", (text: Buffer) => {
        lines += text.toString().split("\n").length - 1;
        if (lines > 20 + crash * 7) child.kill("SIGKILL");
      });
      await once(child, "close");
      const store = openDuckdbStore({ path });
      const { committed } = await store.open();
      for (const measurement of ["m0", "m1", "m2"]) {
        const place = { database: "lab_net", measurement };
        const { count, mean } = (await store.statistics({ ...place, ...EVER })).get("n")!;
        assert.equal(count, (committed! * ROWS) / 3, `after ${crash + 1} crashes`);
        assert.ok(Math.abs(mean! - (committed! + 1) / 2) < 1e-6, `the mean of ${committed} batches is ${mean}`);
        figures += count - ((await store.extent(place))?.rows ?? 0);
      }
      await store.close();
    }
    assert.ok(figures > 0, "nothing became figures");
  }));
