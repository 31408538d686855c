/** Sends the dashboards' queries to a real InfluxDB. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Dashboard, Target } from "../../../runtime/parts/grafana/dashboard.ts";
import { GrafanaProvisioner } from "../../../runtime/parts/grafana/provisioner.ts";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { startGrafana, TOKEN } from "../../support/grafana-server.ts";
import { startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { makePoint } from "../../support/store-contract.ts";
import { until } from "../../support/until.ts";
import { renderQuery, seriesName } from "../grafana/grafana-query.ts";

const T0_MS = 1_767_225_600_000;
const STEP_MS = 10_000;
const ROWS = 5;
const DEVICES = ["gw_node_sensors", 'gw_"x"_sensors', "/all/_sensors", "/.*/", "gw $m [[y]]_sensors", "a\\b,c=d e"];
const FIELDS = [
  "temp",
  "a b,c=d",
  'a"b',
  "it's",
  "/x/",
  "*",
  "a::field",
  "$m",
  "[[measurement]]",
  "$1",
  "ä°C",
  "a\\b",
  "mean",
  "time_s",
];

test("every series of every panel returns the rows that were sent, also for unusual names", {
  skip: requires("influxd"),
}, async (t) => {
  const influxd = await startInfluxd();
  t.after(() => influxd.stop());
  const grafana = await startGrafana();
  t.after(() => grafana.close());
  const store = {
    kind: "influxdb",
    version: "auto",
    url: influxd.url,
    username: undefined,
    password: undefined,
    token: undefined,
    org: undefined,
  } as const;
  const facts = openInfluxStore(store);
  t.after(() => facts.close());
  await facts.open();
  const settings = {
    url: grafana.url,
    token: TOKEN,
    username: undefined,
    password: undefined,
    folder: "structline",
    datasourceUrl: undefined,
  };
  const provisioner = new GrafanaProvisioner({ settings, store, facts, channels: [], delays: { settleMs: 5 } });
  t.after(() => provisioner.stop());
  facts.onNewColumns((columns) => provisioner.note(columns));
  provisioner.start();

  const value = (device: number, field: number, row: number): number => device * 1_000 + field * 10 + row;
  const points = DEVICES.flatMap((measurement, device) =>
    Array.from({ length: ROWS }, (_, row) => {
      const values = Object.fromEntries(FIELDS.map((field, index) => [field, value(device, index, row)]));
      const timeNs = BigInt(T0_MS + row * STEP_MS) * 1_000_000n;
      return makePoint(timeNs, { ...values, note: "text", on: true }, { database: "lab_net", measurement });
    }),
  );
  const event = { title: "Start", text: '<a href="https://example.org">run</a>', tags: "a,b", reference: "r1" };
  const events = makePoint(BigInt(T0_MS) * 1_000_000n, event, { database: "lab_net", measurement: "gw_node_events" });
  const range = { ...event, title: "Run", timeEnd: T0_MS + 5000 };
  const ranges = makePoint(BigInt(T0_MS) * 1_000_000n, range, { database: "lab_net", measurement: "gw_other_events" });
  assert.equal((await facts.write([...points, events, ranges], 1)).refused.length, 0);

  const panels = (type = "timeseries") => {
    const made = grafana.boards.get("structline-dashboard-lab_net")?.dashboard as Dashboard | undefined;
    return (made?.panels ?? []).filter((panel) => panel.type === type);
  };
  await until(() => panels().length >= DEVICES.length, "a panel for each device");
  assert.deepEqual([panels().length, panels("state-timeline").length], [DEVICES.length, DEVICES.length]);
  assert.deepEqual(grafana.violations, []);

  const window = { fromMs: T0_MS, toMs: T0_MS + ROWS * STEP_MS, interval: "1s" };
  for (const [device, panel] of panels().entries()) {
    assert.equal(panel.targets?.length, FIELDS.length);
    for (const [field, target] of (panel.targets ?? []).entries()) {
      const result = await influxd.query(renderQuery(target, window), "lab_net");
      const rows = (result.series?.[0]?.values ?? []).map(([time, mean]) => [Date.parse(String(time)), mean]);
      const sent = Array.from({ length: ROWS }, (_, row) => [T0_MS + row * STEP_MS, value(device, field, row)]);
      assert.deepEqual(rows, sent, renderQuery(target, window));
      const override = panel.fieldConfig?.overrides.find(({ matcher }) => matcher.options === target.refId);
      const shown =
        override?.properties.find(({ id }) => id === "displayName")?.value ??
        seriesName(target, DEVICES[device] ?? "", "mean");
      assert.equal(shown, FIELDS[field]);
    }
  }

  for (const panel of panels("state-timeline")) {
    const result = await influxd.query(renderQuery(panel.targets![0]!, window), "lab_net");
    assert.deepEqual(
      result.series?.[0]?.values?.map(([, state]) => state),
      Array.from({ length: ROWS }, () => true),
      "the last state of each interval, which is a boolean",
    );
  }

  const board = grafana.boards.get("structline-dashboard-lab_net")?.dashboard as unknown as {
    annotations: { list: { target: Target }[] };
  };
  const annotation = board.annotations.list[0]?.target;
  assert.ok(annotation, "an annotation");
  const result = await influxd.query(renderQuery(annotation, window), "lab_net");
  assert.deepEqual(result.series?.[0]?.columns, ["time", "title", "text", "tags"]);
  assert.deepEqual(result.series?.[0]?.values, [["2026-01-01T00:00:00Z", event.title, event.text, event.tags]]);
  // The end of ranges in Grafana's form, and nothing else.
  const found = await influxd.query(renderQuery(board.annotations.list[1]!.target, window), "lab_net");
  assert.deepEqual(
    found.series?.map(({ values }) => values),
    [[["2026-01-01T00:00:00Z", "Run", event.text, event.tags, T0_MS + 5000]]],
  );
});
