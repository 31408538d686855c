import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSettings } from "../../../runtime/config/load-settings.ts";
import { oneCursor } from "../../../runtime/store/one-cursor.ts";

const LAB = "[lab]\nchannels =\n";
const CLUSTER = "[cluster]\nurl = nats://127.0.0.1\n";
const OUTPUT = "[store-plant]\ndatabases = plant_*\nurl = influxdb://127.0.0.1\n";

test("several outputs in a cluster are reported as waiting for each other, other configurations are not", () => {
  const said = (ini: string) =>
    oneCursor(parseSettings(LAB + ini, { file: "/x/c.ini", shown: "c.ini", environment: {} }));
  assert.deepEqual(said(CLUSTER), []);
  assert.deepEqual(said(OUTPUT), []);
  assert.deepEqual(said(CLUSTER + OUTPUT), [
    "In a cluster [store], [store-plant] have one cursor: while one of them is away, nothing is stored in the others (docs/stores.md)",
  ]);
});
