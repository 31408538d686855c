/** Runs from the command line: start, end and list, as the service stores them. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { Lab, ROOT } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";

interface EventRow {
  readonly time: string;
  readonly timeEnd?: string;
  readonly run?: string;
}

test("a run is started once, ended at its start's event, and listed", async (t) => {
  const lab = new Lab({ ini: `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:${await freePort()}\n`, headers: {} });
  t.after(() => lab.remove());
  const service = await lab.start();
  t.after(() => service.stop());
  const run = (...args: string[]) => {
    const program = join(ROOT, "dist/channel-message.cjs");
    const all = [program, "run", ...args, "--config", lab.config];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8" });
    return { status, output: stdout + stderr };
  };
  const house = ["--of", "lab/house"];
  const events = async () => {
    await service.settled();
    const query = new URLSearchParams({ database: "lab_house", measurement: "network_events", limit: "10" });
    return (await service.json<{ rows: EventRow[] }>(`/read/rows?${query}`)).rows;
  };

  assert.match(run("list").output, /There is no run\./);
  assert.match(run("end", ...house).output, /no run goes on there/);
  const started = run("start", "Burn 12", ...house);
  assert.equal(started.status, 0, started.output);
  const [first] = await events();
  assert.equal(first?.run, "Burn 12");
  assert.match(run("start", "Burn 12", ...house).output, /goes on since .*; end it first/);
  assert.match(run("list").output, /Burn 12 +lab_house network_events +\S+ +goes on/);

  // The other run of the network does not end with it.
  assert.equal(run("start", "Soak", ...house).status, 0);
  assert.match(run("end", ...house).output, /several runs go on: name one of 'Soak', 'Burn 12'/);
  const ended = run("end", "Burn 12", ...house);
  assert.equal(ended.status, 0, ended.output);
  const rows = await events();
  assert.equal(rows.length, 2, "the end replaces the event of the start");
  const burn = rows.find((row) => row.run === "Burn 12")!;
  assert.equal(burn.time, first?.time);
  assert.ok(Date.parse(burn.timeEnd ?? "") > Date.parse(burn.time), `${burn.timeEnd} is after ${burn.time}`);
  assert.equal(run("end", ...house).status, 0);
  const listed = JSON.parse(run("list", "--json").output.trim().split("\n")[0]!) as EventRow & { name: string };
  assert.equal(listed.name, "Soak");

  assert.match(run("start", "x", "--of", "a/b/c").output, /neither a channel nor realm\/network/);
  assert.match(run("start", "x").output, /--of names/);
});
