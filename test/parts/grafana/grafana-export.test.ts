/** A dashboard of the page, exported to Grafana. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readLayout } from "../../../runtime/dashboards/page/browser/panel/panel-settings.ts";
import { layoutsApi } from "../../../runtime/dashboards/page/layouts-api.ts";
import type { MeasurementDescription } from "../../../runtime/model/measurement.ts";
import { grafanaDashboard } from "../../../runtime/parts/grafana/grafana-export.ts";
import { layoutExport } from "../../../runtime/parts/grafana/layout-export.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const node = (measurement: string): MeasurementDescription => ({
  database: "mqttkit_1",
  measurement,
  kind: "device",
  title: measurement.replace("_sensors", ""),
  group: "mqttkit_1",
  stored: true,
  columns: [
    { name: "t", type: "float", role: "value", unit: "°C", limits: { alarm: { max: 60 } } },
    { name: "v", type: "float", role: "value", unit: "V" },
    { name: "mode", type: "float", role: "state", states: { "0": "idle" } },
    { name: "lat", type: "float", role: "value" },
    { name: "lon", type: "float", role: "value" },
  ],
});
const MEASUREMENTS = [node("a_sensors"), node("b_sensors"), { ...node("secret_sensors"), database: "other" }];
const A = { database: "mqttkit_1", measurement: "a_sensors" };
const LAYOUT = {
  title: "Wall",
  automatic: false,
  order: ["stat", "chart"],
  panels: {
    chart: {
      columns: { v: { axis: "right" }, lat: { shown: false }, lon: { shown: false } },
      axes: { t: { min: 0, scale: "log" } },
    },
    all: { own: false, title: "All", series: [{ database: "mqttkit_1", column: "t" }], width: 2 },
    stat: { kind: "stat", options: { column: "t", figure: "max" } },
    map: { kind: "track" },
    note: { kind: "text", options: { text: "Call\n4711" } },
    fft: { kind: "fft" },
    gone: { kind: "stat" },
  },
  added: { chart: A, all: A, stat: A, map: A, note: A, fft: A, gone: { ...A, measurement: "gone" } },
};

test("panels keep order, kind, series, unit, limits and axes; states and unsupported kinds have their own panels", () => {
  const { title, panels = [] } = grafanaDashboard("wall", readLayout(LAYOUT), MEASUREMENTS);
  assert.equal(title, "Wall");
  assert.deepEqual(
    panels.map(({ type, title: name, targets = [] }) => [type, name, targets.map(({ alias }) => alias).join()]),
    [
      ["stat", "a", "t"],
      ["timeseries", "a", "t,v"],
      ["state-timeline", "a: states", "mode"],
      ["timeseries", "All", "a,b"],
      ["geomap", "a", ""],
      ["text", "a", ""],
      ["text", "a", ""],
    ],
  );
  const of = (name: string, id: string) =>
    panels
      .find((one) => one.type === name)!
      .fieldConfig!.overrides.flatMap(({ properties }) => properties)
      .filter((one) => one.id === id)
      .map(({ value }) => value);
  assert.deepEqual(of("timeseries", "unit"), ["celsius", "volt"]);
  assert.deepEqual(of("timeseries", "min"), [0]);
  assert.deepEqual(of("timeseries", "custom.scaleDistribution"), [{ type: "log", log: 10 }]);
  assert.deepEqual(of("timeseries", "custom.axisPlacement"), ["right"]);
  assert.equal(of("stat", "thresholds").length, 1);
  assert.deepEqual((panels[0]!["options"] as { reduceOptions: { calcs: string[] } }).reduceOptions.calcs, ["max"]);
  // No two overlap, and none exceeds the grid.
  const places = panels.map(({ gridPos }) => gridPos!);
  for (const [i, { x, y, w, h }] of places.entries()) {
    assert.ok(x >= 0 && x + w <= 24, "the panel is not wider than the dashboard");
    for (const other of places.slice(i + 1))
      assert.ok(
        x + w <= other.x || other.x + other.w <= x || y + h <= other.y || other.y + other.h <= y,
        "panels do not overlap",
      );
  }
  assert.equal(JSON.stringify(panels).includes("secret"), false);
});

test("over HTTP the export is of the saved layout, if it is shared", async () => {
  const store = new MemoryStore();
  const put = { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(LAYOUT) };
  assert.equal((await layoutsApi({ store }).request("/layouts/wall", put)).status, 204);
  const api = layoutExport({ facts: store, measurements: async () => MEASUREMENTS });
  const answer = await api.request("/layouts/wall/grafana");
  assert.match(answer.headers.get("Content-Disposition") ?? "", /wall-grafana\.json/);
  assert.equal(((await answer.json()) as { panels: unknown[] }).panels.length, 7);
  assert.equal((await api.request("/layouts/none/grafana")).status, 404);
  assert.equal((await api.request("/layouts/~own/grafana")).status, 403);
});
