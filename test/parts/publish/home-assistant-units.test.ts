/** Each unit that we know, as Home Assistant's own lists have it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { UNITS } from "../../../runtime/channels/units.ts";
import { configurationsOf } from "../../../runtime/parts/publish/home-assistant.ts";

/** What `DEVICE_CLASS_UNITS` and `DEVICE_CLASS_STATE_CLASSES` of Home Assistant 2024.3.3 and 2026.2.3 both allow. */
const ALLOWED: Record<string, { units: string[]; stateClasses: string[] }> = JSON.parse(
  readFileSync(new URL("home-assistant-units.json", import.meta.url), "utf8"),
);

test("Home Assistant accepts the device class and state class of each unit, old and new", () => {
  const columns = UNITS.flatMap(({ symbol, names = [] }) => [symbol, ...names]).map(
    (unit, index) => ({ name: `c${index}`, type: "float", unit, role: "value" }) as const,
  );
  const configurations = configurationsOf(
    { kind: "struct", database: "lab", measurement: "rig", title: "rig", group: "rig", columns, stored: true },
    { topic: "lab/rig" },
    { instance: "i", version: "1", staleMs: 60_000, firmwareOf: () => undefined },
  ).map(({ payload }) => JSON.parse(String(payload)));
  assert.equal(configurations.length, columns.length);
  const refused = configurations.filter(({ device_class, state_class, unit_of_measurement }) => {
    if (device_class === undefined) return false;
    const allowed = ALLOWED[device_class];
    return !allowed?.units.includes(unit_of_measurement) || !allowed.stateClasses.includes(state_class);
  });
  assert.deepEqual(
    refused.map(({ device_class, unit_of_measurement }) => `${device_class}: ${unit_of_measurement}`),
    [],
  );
  const classOf = (unit: string) =>
    configurations.find(({ unit_of_measurement }) => unit_of_measurement === unit).device_class;
  assert.deepEqual(["L/min", "ms", "VA", "bit/s"].map(classOf), [
    "volume_flow_rate",
    "duration",
    "apparent_power",
    "data_rate",
  ]);
});
