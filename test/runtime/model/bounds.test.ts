import assert from "node:assert/strict";
import { test } from "node:test";
import { openRegistry } from "../../../runtime/api/metrics-registry.ts";
import { Bound, statesOf } from "../../../runtime/model/bounds.ts";

test("a reached limit is counted each time, reported once a minute, and shown in /metrics", async () => {
  const told: string[] = [];
  const bound = new Bound("mqtt-retained", (_, sentence) => told.push(sentence), { all: 100 });
  bound.held = 60;
  assert.deepEqual([bound.hasRoom(40), bound.hasRoom(41)], [true, false]);
  bound.meet();
  bound.meet(2);
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /^Retained messages: limit reached 1 time since the start\. /);
  const { lastMet, ...state } = bound.state;
  assert.deepEqual(state, { held: 60, limit: 100, met: 3 });
  assert.ok(Date.parse(lastMet ?? "") > 0, `${lastMet} is no time`);
  const parts = { mqtt: { state: "ok", detail: "", bounds: statesOf([bound]) } } as const;
  const metrics = await openRegistry({
    version: "1",
    sources: [],
    counters: [],
    health: { parts: () => parts, ready: true },
    activity: { *sources() {}, decodedOtherwise: 0 },
    oldestWaitingSeconds: () => 0,
  })();
  for (const line of ["bound_held", "bound_limit", "bound_met_total"].map((name, index) => [name, [60, 100, 3][index]]))
    assert.ok(metrics.includes(`structline_${line[0]}{bound="mqtt-retained"} ${line[1]}\n`), metrics);
});
