/** Sends a day of messages from ten kinds of device: the rows must be those that the devices' documents promise, and no others. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DEVICES, dayTable, sendDay } from "../../scripts/campaigns/lab-day/day.ts";
import { INI, Rig } from "../../scripts/campaigns/lab-day/rig.ts";
import { MAPS } from "../../scripts/campaigns/lab-day/walk.ts";

test("a day of ten kinds of device", async (t) => {
  const rig = new Rig(INI + MAPS);
  t.after(() => rig.stop());
  await rig.start();
  const stored = await sendDay(rig);
  for (const device of DEVICES)
    await t.test(`${device.name}: ${device.messages.length} messages`, () => {
      assert.deepEqual(
        stored.get(device),
        device.messages.map(({ row }) => row),
      );
    });
  const document = readFileSync(new URL("../../scripts/campaigns/lab-day/EXAMPLES.md", import.meta.url), "utf8");
  assert.ok(document.includes(dayTable(stored)), "npm run campaigns -- kotori-table writes the table anew");
  const { rejects } = (await (await rig.http("rejects")).json()) as { rejects: object[] };
  assert.deepEqual(rejects, []);
  const kept = JSON.stringify([...stored.values()]);
  assert.doesNotMatch(kept, /34271334ED1FADA6D8B988B14267E55D/, "a station's key");
});
