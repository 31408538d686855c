/** The queries of our dashboards, answered by InfluxDB and by our InfluxQL. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DashboardPlan, Target } from "../../../runtime/parts/grafana/dashboard.ts";
import { newDashboard } from "../../../runtime/parts/grafana/new-dashboard.ts";
import { newTarget } from "../../../runtime/parts/grafana/target.ts";
import { renderQuery } from "../grafana/grafana-query.ts";
import { ours, rounded, skip, T0_MS, theirs } from "../influxql/beside-influxd.ts";

test("queries of our own dashboards are answered", { skip }, async () => {
  const window = { fromMs: T0_MS, toMs: T0_MS + 200_000, interval: "5s" };
  const source = { type: "influxdb", uid: "x" } as const;
  const fields = [{ column: "f" }, { column: "n", states: { "1": "on" } }, { column: "f", longitude: "n" }];
  const board = newDashboard({ uid: "u", title: "t" } as DashboardPlan, source);
  const { annotations } = board as unknown as { annotations: { list: { target: Target }[] } };
  assert.equal(annotations.list.length, 2);
  for (const { target } of annotations.list) {
    const q = renderQuery(target, window);
    assert.deepEqual(rounded((await ours(q)).text), rounded(await theirs(q)));
    assert.match((await ours(q)).text, /gw_a_events/);
  }
  for (const field of fields) {
    const { target } = newTarget({ unit: undefined, ...field }, "02_cap", source, "A");
    const q = renderQuery(target, window);
    assert.deepEqual(rounded((await ours(q)).text), rounded(await theirs(q)));
  }
});
