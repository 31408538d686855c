/** A realm whose devices send a channel's structs has the units, limits and states of its header. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceRules, limitRules } from "../../../runtime/api/device-rules.ts";
import type { RealmSettings } from "../../../runtime/model/realm-settings.ts";
import { describedStruct } from "../../support/page-server.ts";

const limits = { alarm: { max: 40 } };
const structs = [
  describedStruct("climate", 1, [
    { path: "t", unit: "°C", expr: "t / 10", limits },
    { path: "door", bitOffset: 0, bitWidth: 1 },
    { path: "battery", unit: "V" },
    { path: "level", unit: "m" },
  ]),
  describedStruct("tank", 2, [
    { path: "level", unit: "%" },
    { path: "battery", unit: "V" },
  ]),
];
const served = () => [{ name: "node", structs }];
const realm = (settings: Partial<RealmSettings>) => ({ name: "farm", networks: [], ...settings }) as RealmSettings;

test("a column has what the header says: unit, limits, and the role of a flag or of a frame's field", () => {
  const rule = deviceRules([realm({ binary: "node" })], served);
  assert.deepEqual(rule("farm_a", "t"), { role: "value", unit: "°C", limits });
  assert.deepEqual(rule("farm_a", "door"), { role: "flag" });
  assert.equal(rule("farm_a", "ID")?.role, "frame");
  assert.equal(rule("other_a", "t"), undefined);
});

test("what two structs say alike counts; where they differ, nothing is said", () => {
  const rule = deviceRules([realm({ binary: "node" })], served);
  assert.deepEqual(rule("farm_a", "battery"), { role: "value", unit: "V" });
  assert.deepEqual(rule("farm_a", "level"), {});
});

test("the realm's own rule wins, and the header keeps what it does not say", () => {
  const rules = new Map([["t", { limits: { warn: { min: 5 } } }]]);
  const rule = deviceRules([realm({ binary: "node", rules })], served);
  assert.deepEqual(rule("farm_a", "t"), { role: "value", unit: "°C", limits: { warn: { min: 5 } } });
});

test("alarms are watched in such a realm, and in no realm without limits and headers", () => {
  assert.deepEqual(limitRules([realm({ binary: "node" })], served)?.("farm_a", "t")?.limits, limits);
  assert.equal(limitRules([realm({})], served), undefined);
});
