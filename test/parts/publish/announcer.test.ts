import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeasurementDescription } from "../../../runtime/model/measurement.ts";
import { Announcer } from "../../../runtime/parts/publish/announcer.ts";
import type { Outgoing } from "../../../runtime/signals/outbox.ts";
import { until } from "../../support/until.ts";

const TOPIC = "farm/north/gw/cow-1/stored.json";
const PLACE = { database: "farm_north", measurement: "gw_cow_1_sensors" };
const ERASED = { topic: TOPIC, payload: "", retain: true };

test("the retained row of a deleted measurement is deleted at the broker, once, and not that of a new one", async (t) => {
  const sent: Outgoing[] = [];
  let looks = 0;
  let isThere = true;
  let isRetained = true;
  const description = { ...PLACE, stored: true, columns: [] } as unknown as MeasurementDescription;
  const announcer = new Announcer({
    put: (item) => sent.push(item),
    memory: { remember: async () => {}, remembered: async () => [] } as never,
    measurements: async () => {
      looks++;
      return isThere ? [{ ...PLACE, describe: () => description }] : [];
    },
    state: async () => "",
    announcing: () => undefined,
    isPublished: () => true,
    isRetained: () => isRetained,
    onFinding: assert.fail,
  });
  t.after(() => announcer.stop());
  const look = async () => {
    const before = looks;
    announcer.changed();
    await until(() => looks > before);
    await new Promise((go) => setImmediate(go));
  };
  isThere = false;
  announcer.seen([{ ...PLACE, topic: TOPIC }]);
  await look();
  assert.deepEqual(sent, [], "its first row is published before it is listed");
  isThere = true;
  await look();
  assert.deepEqual(sent, []);
  isThere = false;
  await look();
  await look();
  assert.deepEqual(sent, [ERASED]);
  isThere = true;
  await look();
  isRetained = false;
  isThere = false;
  await look();
  assert.deepEqual(sent, [ERASED]);
});
