/** What docs/production.md says to do after InfluxDB's disk was full, with a real InfluxDB on a small disk of its own. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startInfluxd } from "../../support/influxd.ts";
import { onlyLong } from "../../support/long.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DISK = "24m";
const ROWS = 100;
const OPEN_S = 5;
const mayMount = spawnSync("unshare", ["--mount", "true"]).status === 0;
const skip = onlyLong || (mayMount ? requires("influxd") : "needs the right to mount a small disk");

async function smallDisk(t: TestContext): Promise<string> {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "none", folder]);
  // Otherwise the test would fill the machine's disk.
  assert.equal(status, 0, String(stderr));
  t.after(async () => {
    spawnSync("umount", ["-l", folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

async function write(url: string, lines: string): Promise<number> {
  const { status } = await fetch(`${url}/write?db=f`, { method: "POST", body: lines });
  return status;
}

/** A server whose disk was full during a write, which was killed, and whose disk has room again. */
async function afterFullDisk(t: TestContext) {
  const folder = await smallDisk(t);
  const influxd = await startInfluxd({ directory: folder });
  t.after(() => influxd.halt("SIGKILL"));
  await influxd.query("CREATE DATABASE f");
  assert.equal(await write(influxd.url, "m before=1 1"), 204);
  const filler = join(folder, "filler");
  spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
  let n = 0;
  const text = "x".repeat(5000);
  while ((await write(influxd.url, `full t="${text}${n}" ${++n}`)) === 204) {
    // Until an entry is written in part.
  }
  await rm(filler);
  assert.equal(await write(influxd.url, "m room=1 2"), 500);
  await influxd.halt("SIGKILL");
  return { influxd, folder };
}

async function countAfterCrash(influxd: Awaited<ReturnType<typeof startInfluxd>>): Promise<unknown> {
  await influxd.resume();
  for (let n = 0; n < ROWS; n++) assert.equal(await write(influxd.url, `m after=${n} ${1000 + n}`), 204);
  await influxd.halt("SIGKILL");
  await influxd.resume();
  const { series } = await influxd.query("SELECT count(after) FROM m", "f");
  return series?.[0]?.values[0]?.[1] ?? 0;
}

test("after the restart in docs/production.md, a full disk costs nothing that InfluxDB confirms", {
  skip,
}, async (t) => {
  const { influxd, folder } = await afterFullDisk(t);
  const page = await readFile("docs/production.md", "utf8");
  const [, setting, value] = /sudo -u influxdb env (\w+)=(\w+) timeout 60 influxd -config/.exec(page) ?? [];
  const opened = spawn("influxd", ["-config", join(folder, "influxd.conf")], {
    env: { ...process.env, [setting!]: value! },
    stdio: "ignore",
    timeout: OPEN_S * 1000,
  });
  await once(opened, "exit");
  assert.equal(await countAfterCrash(influxd), ROWS);
});

test("after a normal restart, InfluxDB 1.x loses what it confirms, which is why the page is needed", {
  skip,
}, async (t) => {
  const { influxd } = await afterFullDisk(t);
  assert.equal(await countAfterCrash(influxd), 0);
});
