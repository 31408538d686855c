/** This version continues with a data folder that version 0.1 left when it was killed. */

import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Lab, ROOT } from "../support/lab.ts";

const lab = new Lab({ ini: "[lab]\nchannels =\n[realm-acme]\nnetworks = one\n", headers: {} });
after(() => lab.remove());

test("a data folder of version 0.1 opens: rows, waiting messages, dead letters and CSV headers exist once", async () => {
  cpSync(join(ROOT, "test/support/data-0.1"), join(lab.directory, "data"), { recursive: true });
  const times = async (): Promise<string[]> => {
    const { rows } = await service.json<{ rows: { time: string }[] }>(
      "/read/rows?database=acme_one&measurement=gw_node_sensors",
    );
    return rows.map(({ time }) => time.slice(17, 19));
  };
  let service = await lab.start();
  await service.settled();
  assert.deepEqual(await times(), ["01", "02", "03", "04", "05", "09"]);
  const csv = { "Content-Type": "text/csv" };
  const url = new URL("/api/acme/one/gw/node/data", service.url);
  const answer = await fetch(url, { method: "POST", headers: csv, body: "2026-01-01T00:00:10Z,10\n" });
  assert.equal(answer.status, 200);
  await service.kill();

  service = await lab.start();
  await service.settled();
  assert.deepEqual(await times(), ["01", "02", "03", "04", "05", "09", "10"]);
  const { state, parts } = await service.json<{
    state: string;
    parts: Record<string, { counts: Record<string, number> }>;
  }>("/health");
  assert.equal(state, "ok");
  assert.equal(parts["deadLetters"]?.counts["letters"], 1);
  assert.equal(parts["journal"]?.counts["lost"], 0);
  const identity = readFileSync(join(lab.directory, "data/journal/identity"), "utf8");
  assert.match(identity, /"predatesIdentities":true/);
  assert.equal(service.output.includes("another journal"), false, service.output);
});
