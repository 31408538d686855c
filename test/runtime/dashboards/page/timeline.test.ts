/** Plays history at a speed until now. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { effect } from "@preact/signals";
import { type TimeChange, Timeline } from "../../../../runtime/dashboards/page/browser/series/timeline.ts";

test("history plays at the chosen speed, loads ahead each second, and becomes live at the end", () => {
  const changes: TimeChange[] = [];
  const timeline = new Timeline(() => 100_000);
  effect(() => {
    const { kind } = timeline.change.value ?? {};
    if (kind !== undefined) changes.push(kind);
  });
  timeline.show({ fromMs: 0, toMs: 10_000 });
  changes.length = 0;
  timeline.play(10);
  for (let atMs = 5000; atMs <= 7000; atMs += 500) timeline.step(atMs);
  assert.deepEqual(timeline.span(), { fromMs: 20_000, toMs: 30_000 });
  assert.equal(changes.filter((change) => change === "settled").length, 4);
  timeline.stop();
  timeline.step(9000);
  assert.deepEqual([timeline.speed, timeline.span().toMs], [undefined, 30_000]);
  timeline.play(60);
  timeline.step(10_000);
  timeline.step(20_000);
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 10_000 });
  timeline.back();
  assert.equal(timeline.window.kind, "fixed");
  // What is shown while it follows the time is played, too.
  timeline.follow(10_000);
  timeline.play(10);
  timeline.step(21_000);
  timeline.step(21_500);
  assert.deepEqual([timeline.speed, timeline.span()], [10, { fromMs: 85_000, toMs: 95_000 }]);
  timeline.play(1);
  timeline.zoom(2, 0);
  assert.equal(timeline.speed, undefined);
});
