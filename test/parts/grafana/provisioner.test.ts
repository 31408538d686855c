import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { FieldType } from "../../../runtime/model/point.ts";
import type { MeasurementInfo } from "../../../runtime/model/store.ts";
import { allPanels, type Dashboard, type Panel } from "../../../runtime/parts/grafana/dashboard.ts";
import { GrafanaProvisioner } from "../../../runtime/parts/grafana/provisioner.ts";
import { contractMissing } from "../../support/grafana-contract.ts";
import { type GrafanaServer, startGrafana, TOKEN } from "../../support/grafana-server.ts";
import { pause, until } from "../../support/until.ts";

const NUMBER = { ctype: "uint8_t", scalar: "uint8", byteOffset: 2 } as const;
const HEAD = [
  { ...NUMBER, path: "length", byteOffset: 0 },
  { ...NUMBER, path: "ID", byteOffset: 1 },
];
const CHANNELS = [
  {
    name: "rig",
    database: "lab_rig",
    structs: [
      {
        name: "struct_mount",
        measurement: "01_mount",
        fields: [
          ...HEAD,
          { ...NUMBER, path: "hdg", column: "az", unit: "degrees" },
          { ...NUMBER, path: "thr", column: "Thrust/W", unit: "W" },
          { ...NUMBER, path: "b", column: "flux", unit: "T" },
        ],
      },
      {
        name: "struct_rover",
        measurement: "02_rover",
        fields: [
          ...HEAD,
          ...["lat", "lon"].map((path) => ({ ...NUMBER, path })),
          { ...NUMBER, path: "ck", check: { algorithm: "sum8", byteOrder: "little", to: 4 } },
          { ...NUMBER, path: "armed", bitOffset: 0, bitWidth: 1 },
          { ...NUMBER, path: "mode", states: { "0": "idle", "1": "drive" } },
          ...Array.from({ length: 8 }, (_none, i) => ({ ...NUMBER, path: `cells[${i}]` })),
        ],
      },
    ],
  },
] as const;

const STORE = {
  kind: "influxdb",
  version: "auto",
  url: "http://127.0.0.1:8086",
  username: "lab",
  password: "s3cret",
  token: undefined,
  org: undefined,
} as const;

/** The store's memory survives a provisioner, as it survives a process. */
class Facts {
  readonly kept = new Map<string, string>();
  readonly stored: MeasurementInfo[] = [];
  async remember(key: string, value: string): Promise<void> {
    this.kept.set(key, value);
  }
  async remembered(): Promise<ReadonlyMap<string, string>> {
    return this.kept;
  }
  async measurements(): Promise<readonly MeasurementInfo[]> {
    return this.stored;
  }
}

interface Bench {
  readonly grafana: GrafanaServer;
  readonly facts: Facts;
  provisioner(overrides?: { url?: string; token?: string; nodeDashboards?: readonly string[] }): GrafanaProvisioner;
}

async function bench(t: TestContext): Promise<Bench> {
  const grafana = await startGrafana();
  t.after(() => grafana.close());
  const facts = new Facts();
  return {
    grafana,
    facts,
    provisioner: ({ url = grafana.url, token = TOKEN, ...more } = {}) => {
      const settings = {
        url,
        token,
        username: undefined,
        password: undefined,
        folder: "structline",
        datasourceUrl: undefined,
        ...more,
      };
      const delays = { settleMs: 5, retryMs: 10, longestRetryMs: 40 };
      const provisioner = new GrafanaProvisioner({ settings, store: STORE, facts, channels: CHANNELS, delays });
      t.after(() => provisioner.stop());
      provisioner.start();
      return provisioner;
    },
  };
}

function columns(types: Record<string, FieldType>): ReadonlyMap<string, FieldType> {
  return new Map(Object.entries(types));
}

const DEVICE = {
  database: "mqttkit_1_testdrive",
  measurement: "area_42_node_1_sensors",
  columns: columns({ temp: "float", note: "string" }),
};
const DEVICE_BOARD = "structline-dashboard-mqttkit_1_testdrive";
const STRUCT = {
  database: "lab_rig",
  measurement: "01_mount",
  columns: columns({ "Thrust/W": "float", az: "float", flux: "float", _hex_: "string" }),
};

const ROVER = {
  database: "lab_rig",
  measurement: "02_rover",
  columns: columns({
    ...{ length: "float", ID: "float", lat: "float", lon: "float", ck: "float", armed: "float", mode: "float" },
    ...Object.fromEntries(Array.from({ length: 8 }, (_none, i) => [`cells.${i}`, "float" as const])),
    _hex_: "string",
  }),
};
const RIG_BOARD = "structline-dashboard-udp-rig";

function board(grafana: GrafanaServer, uid: string): Dashboard {
  const stored = grafana.boards.get(uid);
  assert.ok(stored, `dashboard ${uid}`);
  return stored.dashboard as unknown as Dashboard;
}

function panelCount(grafana: GrafanaServer, uid = DEVICE_BOARD): number {
  const stored = grafana.boards.get(uid)?.dashboard as Dashboard | undefined;
  return stored?.panels?.length ?? 0;
}

function aliases(panel: Panel | undefined): unknown[] {
  return (panel?.targets ?? []).map((target) => target["alias"]);
}

async function settled(provisioner: GrafanaProvisioner): Promise<void> {
  await until(() => provisioner.status().counts?.["waiting"] === 0 && provisioner.status().state === "ok", "settled");
  await pause(30, "no further request may follow");
}

test("a device and a struct get data source, folder, dashboard, panel, series and units [D33]", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const one = provisioner();
  one.note(DEVICE);
  one.note(STRUCT);
  await until(() => grafana.boards.size === 2, "two dashboards");
  await settled(one);
  assert.deepEqual([...grafana.folders.values()], [{ uid: "structline-folder-structline", title: "structline" }]);
  assert.deepEqual(
    [...grafana.sources.values()].map(({ name, user, secrets, jsonData }) => ({ name, user, secrets, jsonData })),
    ["mqttkit_1_testdrive", "lab_rig"].map((name) => ({
      name,
      user: "lab",
      secrets: { password: "s3cret" },
      jsonData: { version: "InfluxQL", dbName: name, httpMode: "POST" },
    })),
  );
  const device = board(grafana, DEVICE_BOARD);
  assert.equal(device.title, "mqttkit-1-testdrive");
  assert.deepEqual(
    device.panels?.map(({ title, type }) => [title, type]),
    [["area-42-node-1", "timeseries"]],
  );
  assert.deepEqual(aliases(device.panels?.[0]), ["temp"]);
  const rig = board(grafana, "structline-dashboard-udp-rig");
  assert.deepEqual(aliases(rig.panels?.[0]), ["az", "Thrust/W", "flux"]);
  assert.deepEqual(
    rig.panels?.[0]?.fieldConfig?.overrides.map(({ matcher, properties }) => [matcher.options, properties[0]?.value]),
    [
      ["A", "degree"],
      ["B", "watt"],
      ["C", "suffix:T"],
    ],
  );
});

test("states are state timelines by name and never averaged; positions give a map, long arrays a panel, frames none", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const one = provisioner();
  one.note(ROVER);
  await until(() => panelCount(grafana, RIG_BOARD) === 4, "a dashboard");
  await settled(one);
  assert.deepEqual(grafana.violations, []);
  const panels = board(grafana, RIG_BOARD).panels ?? [];
  assert.deepEqual(
    panels.map(({ title, type, targets = [] }) => [title, type, targets.map(({ alias }) => alias)]),
    [
      ["rover", "timeseries", ["lat", "lon"]],
      ["rover: states", "state-timeline", ["armed", "mode"]],
      ["rover: cells", "timeseries", Array.from({ length: 8 }, (_none, i) => `cells.${i}`)],
      ["rover: map", "geomap", [undefined]],
    ],
  );
  const [, states, , map] = panels;
  assert.deepEqual(
    states?.targets?.map(({ select }) => select?.[0]?.map(({ type }) => type)),
    [
      ["field", "last"],
      ["field", "last"],
    ],
  );
  const mappings = states?.fieldConfig?.overrides.map(({ properties }) => {
    const [mapping] = properties.find(({ id }) => id === "mappings")!.value as {
      options: Record<string, { text: string }>;
    }[];
    return Object.fromEntries(Object.entries(mapping!.options).map(([value, { text }]) => [value, text]));
  });
  assert.deepEqual(mappings, [
    { "0": "off", "1": "on", false: "off", true: "on" },
    { "0": "idle", "1": "drive" },
  ]);
  assert.equal(
    map?.targets?.[0]?.query,
    'SELECT last("lat") AS "latitude", last("lon") AS "longitude" FROM "02_rover" WHERE $timeFilter GROUP BY time($__interval) fill(none)',
  );
  // Reported again, nothing is offered twice, and panels that a person deleted stay deleted.
  grafana.edit(RIG_BOARD, (dashboard: Dashboard) =>
    Object.assign(dashboard, { panels: dashboard.panels?.slice(0, 2) }),
  );
  one.note({ ...ROVER, columns: columns({ armed: "float", mode: "float", lat: "float", lon: "float" }) });
  await settled(one);
  assert.equal(board(grafana, RIG_BOARD).panels?.length, 2);
});

test("every request follows Grafana's contract", { skip: contractMissing }, async (t) => {
  const { grafana, provisioner } = await bench(t);
  const one = provisioner();
  one.note(DEVICE);
  one.note(STRUCT);
  const odd = { 'a"b': "float", "/x/": "integer", $m: "float", "[[y]]": "float", "a b,c=d": "unsigned" } as const;
  one.note({ database: "lab_ödd", measurement: 'node "1"_sensors', columns: columns(odd) });
  await until(() => grafana.boards.size === 3, "three dashboards");
  one.note({ ...DEVICE, columns: columns({ hum: "float" }) });
  await until(() => aliases(board(grafana, DEVICE_BOARD).panels?.[0]).length === 2, "a second series");
  assert.deepEqual(grafana.violations, []);
});

test("an event as the first message creates the dashboard, with the query for annotations [D30]", async (t) => {
  const { grafana, provisioner } = await bench(t);
  provisioner().note({
    ...DEVICE,
    measurement: "area_42_node_1_events",
    columns: columns({ title: "string", text: "string", tags: "string" }),
  });
  await until(() => grafana.boards.size === 1, "a dashboard");
  const { list } = board(grafana, DEVICE_BOARD)["annotations"] as { list: { target: Record<string, unknown> }[] };
  assert.deepEqual(
    list.map(({ target }) => [target["fromAnnotations"], target["timeEndColumn"]]),
    [
      [true, undefined],
      [true, "timeEnd"],
    ],
  );
  assert.deepEqual(board(grafana, DEVICE_BOARD).panels, []);
});

test("what a person renamed, moved, recoloured, added or deleted stays, and new fields are still added", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const one = provisioner();
  one.note({ ...DEVICE, columns: columns({ temp: "float", hum: "float", rain: "float" }) });
  one.note({ ...DEVICE, measurement: "area_42_node_2_sensors" });
  await until(() => panelCount(grafana) === 2, "two panels");
  await settled(one);
  grafana.edit(DEVICE_BOARD, (dashboard: Dashboard) => {
    const [first] = dashboard.panels ?? [];
    assert.ok(first?.targets && first.fieldConfig, "a panel with queries");
    const mine: Panel = {
      id: 77,
      type: "text",
      title: "read me",
      gridPos: { h: 3, w: 24, x: 0, y: 0 },
      options: { content: "hello" },
    };
    const renamed: Panel = {
      ...first,
      title: "Roof",
      gridPos: { h: 5, w: 6, x: 3, y: 40 },
      targets: first.targets
        .filter(({ refId }) => refId !== "B")
        .map((target) => (target.refId === "A" ? { ...target, alias: "Temperature" } : target)),
      fieldConfig: { ...first.fieldConfig, defaults: { color: { mode: "fixed", fixedColor: "red" } } },
    };
    Object.assign(dashboard, { title: "My weather", time: { from: "now-7d", to: "now" }, panels: [mine, renamed] });
  });
  const edited = structuredClone(board(grafana, DEVICE_BOARD));
  one.note({ ...DEVICE, columns: columns({ wind: "float" }) });
  one.note({ ...DEVICE, measurement: "area_42_node_2_sensors", columns: columns({ late: "float" }) });
  one.note({ ...DEVICE, measurement: "area_42_node_3_sensors" });
  await until(() => panelCount(grafana) === 3, "a third panel");
  await settled(one);
  const after = board(grafana, DEVICE_BOARD);
  assert.equal(after.title, "My weather");
  assert.deepEqual(after["time"], edited["time"]);
  assert.deepEqual(after.panels?.[0], edited.panels?.[0]);
  const { targets, ...roof } = after.panels?.[1] ?? {};
  const { targets: targetsBefore, ...roofBefore } = edited.panels?.[1] ?? {};
  assert.deepEqual(roof, roofBefore);
  assert.deepEqual(targets?.slice(0, 2), targetsBefore);
  assert.deepEqual(
    targets?.map(({ refId, alias }) => [refId, alias]),
    [
      ["A", "Temperature"],
      ["C", "rain"],
      ["D", "wind"],
    ],
  );
  // The deleted panel of node 2 is not created again; that of node 3 is new.
  assert.deepEqual(
    after.panels?.slice(2).map(({ title }) => title),
    ["area-42-node-3"],
  );
  assert.equal(new Set(allPanels(after).map(({ id }) => id)).size, 3);
});

test("a deleted dashboard stays deleted, also after a restart; a new Grafana gets all dashboards", async (t) => {
  const { grafana, facts, provisioner } = await bench(t);
  const one = provisioner();
  one.note(DEVICE);
  await until(() => grafana.boards.size === 1, "a dashboard");
  await settled(one);
  await one.stop();
  grafana.boards.clear();
  facts.stored.push(DEVICE);
  const two = provisioner();
  await until(() => two.status().counts?.["leftAlone"] === 1, "looked at");
  assert.equal(grafana.boards.size, 0);
  await two.stop();
  grafana.sources.clear();
  grafana.folders.clear();
  provisioner();
  await until(() => grafana.boards.size === 1, "a dashboard again");
});

test("a dashboard without the marker belongs to a person and is left alone", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const one = provisioner();
  one.note(DEVICE);
  await until(() => grafana.boards.size === 1, "a dashboard");
  await settled(one);
  grafana.edit(DEVICE_BOARD, (dashboard) => Object.assign(dashboard, { templating: { list: [] } }));
  const edited = structuredClone(board(grafana, DEVICE_BOARD));
  one.note({ ...DEVICE, columns: columns({ late: "float" }) });
  await until(() => one.status().counts?.["leftAlone"] === 1, "left alone");
  assert.deepEqual(board(grafana, DEVICE_BOARD), edited);
});

test("if somebody else saves first, the dashboard is read and merged again, and nothing is lost [412]", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const one = provisioner();
  one.note(DEVICE);
  await until(() => grafana.boards.size === 1, "a dashboard");
  await settled(one);
  grafana.beforeSave = () => grafana.edit(DEVICE_BOARD, (dashboard) => Object.assign(dashboard, { title: "quicker" }));
  one.note({ ...DEVICE, columns: columns({ hum: "float" }) });
  await until(() => aliases(board(grafana, DEVICE_BOARD).panels?.[0]).length === 2, "a second series");
  assert.equal(board(grafana, DEVICE_BOARD).title, "quicker");
});

test("names in use: a person's folder and data source of that name are used, a dashboard gets another title [409, 412]", async (t) => {
  const { grafana, provisioner } = await bench(t);
  grafana.folders.set("mine", { uid: "mine", title: "structline" });
  const jsonData = { version: "InfluxQL", dbName: "mqttkit_1_testdrive" };
  grafana.sources.set("theirs", {
    uid: "theirs",
    name: "mqttkit_1_testdrive",
    type: "influxdb",
    jsonData,
    secrets: {},
  });
  grafana.sources.set("other", { uid: "other", name: "lab_rig", type: "prometheus", secrets: {} });
  grafana.boards.set("old", { dashboard: { uid: "old", title: "mqttkit-1-testdrive", version: 3 }, folderUid: "mine" });
  const one = provisioner();
  one.note(DEVICE);
  one.note(STRUCT);
  await until(() => grafana.boards.size === 3, "three dashboards");
  assert.equal(board(grafana, DEVICE_BOARD).title, "mqttkit-1-testdrive (structline)");
  assert.equal(grafana.boards.get(DEVICE_BOARD)?.folderUid, "mine");
  assert.deepEqual(board(grafana, DEVICE_BOARD).panels?.[0]?.["datasource"], { type: "influxdb", uid: "theirs" });
  assert.equal(grafana.sources.get("structline-source-lab_rig")?.name, "lab_rig (structline)");
});

test("a person's data source settings stay; a changed address or password is updated", async (t) => {
  const { grafana, facts, provisioner } = await bench(t);
  const one = provisioner();
  one.note(DEVICE);
  await until(() => grafana.boards.size === 1, "a dashboard");
  await settled(one);
  const uid = "structline-source-mqttkit_1_testdrive";
  Object.assign(grafana.sources.get(uid) ?? {}, { url: "http://proxy:1", name: "Weather", isDefault: true });
  one.note({ ...DEVICE, columns: columns({ hum: "float" }) });
  await until(() => aliases(board(grafana, DEVICE_BOARD).panels?.[0]).length === 2, "a second series");
  assert.equal(grafana.sources.get(uid)?.["url"], "http://proxy:1");
  // The password in Grafana is outdated: its health check reports it, and only the secret is sent again.
  Object.assign(grafana.sources.get(uid)?.secrets ?? {}, { password: "old" });
  grafana.sourceProblem = ({ secrets }) =>
    secrets["password"] === "s3cret" ? undefined : "error: authorization failed";
  one.note({ ...DEVICE, columns: columns({ rain: "float" }) });
  await until(() => aliases(board(grafana, DEVICE_BOARD).panels?.[0]).length === 3, "a third series");
  assert.deepEqual(
    [grafana.sources.get(uid)?.secrets["password"], grafana.sources.get(uid)?.["url"]],
    ["s3cret", "http://proxy:1"],
  );
  // The configuration has another address than the one that was sent.
  facts.kept.set(`grafana data source ${uid}`, JSON.stringify(["http://old:8086", "lab", {}]));
  await one.stop();
  provisioner().note(DEVICE);
  await until(() => grafana.sources.get(uid)?.["url"] === "http://127.0.0.1:8086", "the address");
  assert.equal(grafana.sources.get(uid)?.name, "Weather");
});

test("while Grafana is away or refuses, its status gives the reason, and missing dashboards are created later", async (t) => {
  const { grafana, provisioner } = await bench(t);
  grafana.broken = 503;
  const one = provisioner();
  one.note(DEVICE);
  await until(() => one.status().state === "degraded", "a failure");
  assert.match(
    one.status().lastError?.message ?? "",
    /^Grafana at http:\/\/127\.0\.0\.1:\d+ answers 503: broken for the test$/,
  );
  grafana.broken = undefined;
  await until(() => grafana.boards.size === 1, "a dashboard");
  await settled(one);
  const two = provisioner({ token: "wrong" });
  two.note(DEVICE);
  await until(() => two.status().state === "degraded", "refused");
  assert.match(
    two.status().lastError?.message ?? "",
    /answers 401: Invalid API key; check \[grafana\] token, or user and password$/,
  );
  const three = provisioner({ url: "http://127.0.0.1:1" });
  three.note(DEVICE);
  await until(() => three.status().state === "degraded", "unreachable");
  assert.match(three.status().lastError?.message ?? "", /cannot be provisioned: .*(ECONNREFUSED|bad port)/);
});

test("errors of the store are not reported as Grafana's", async (t) => {
  const { facts, provisioner } = await bench(t);
  const refused = "InfluxDB at http://127.0.0.1:8086 answers 403: no rights";
  facts.measurements = () => Promise.reject(new Error(refused));
  const one = provisioner();
  one.note(DEVICE);
  await until(() => one.status().state === "degraded", "a failure");
  assert.equal(one.status().lastError?.message, `Dashboards wait for the store: ${refused}`);
});

test("a refused request delays only its own dashboard", async (t) => {
  const { grafana, provisioner } = await bench(t);
  grafana.folders.set("structline-folder-structline", { uid: "structline-folder-structline", title: "structline" });
  const one = provisioner();
  grafana.beforeSave = () => grafana.folders.clear();
  one.note(DEVICE);
  one.note(STRUCT);
  await until(() => grafana.boards.size === 2, "both dashboards");
  assert.ok((one.status().counts?.["failures"] ?? 0) >= 1, "a failure is counted");
});

test("a data source that does not work is reported in the status", async (t) => {
  const { grafana, provisioner } = await bench(t);
  grafana.sourceProblem = () => "error reading InfluxDB";
  const one = provisioner();
  one.note(DEVICE);
  await until(() => one.status().state === "degraded", "degraded");
  assert.match(
    one.status().detail,
    /data source of dashboard "mqttkit-1-testdrive" does not work: 400: error reading InfluxDB/,
  );
  assert.equal(grafana.boards.size, 1);
});

test("a user and a password may be in the address, and are shown nowhere", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const url = grafana.url.replace("//", "//admin:s3cr%40t@");
  const settings = {
    url,
    token: undefined,
    username: undefined,
    password: undefined,
    folder: "f",
    datasourceUrl: undefined,
  };
  await provisioner().stop();
  const one = new GrafanaProvisioner({
    settings,
    store: STORE,
    facts: new Facts(),
    channels: [],
    delays: { settleMs: 5 },
  });
  t.after(() => one.stop());
  one.start();
  one.note(DEVICE);
  await until(() => one.status().state === "degraded", "refused");
  assert.match(one.status().lastError?.message ?? "", /answers 401/);
  assert.equal(grafana.basic, `Basic ${Buffer.from("admin:s3cr@t").toString("base64")}`);
  assert.doesNotMatch(JSON.stringify(one.status()), /s3cr/);
});

test("data recorded before the channels are known is sorted when they are", async (t) => {
  const { grafana } = await bench(t);
  const served: (typeof CHANNELS)[number][] = [];
  const settings = {
    url: grafana.url,
    token: TOKEN,
    username: undefined,
    password: undefined,
    folder: "f",
    datasourceUrl: undefined,
  };
  const one = new GrafanaProvisioner({
    settings,
    store: STORE,
    facts: new Facts(),
    channels: () => served,
    delays: { settleMs: 5 },
  });
  t.after(() => one.stop());
  one.note(STRUCT);
  served.push(...CHANNELS);
  one.start();
  await until(() => grafana.boards.size === 1, "a dashboard");
  assert.deepEqual([...grafana.boards.keys()], ["structline-dashboard-udp-rig"]);
});

/** As written by Kotori. [kotori/daq/graphing/grafana/resources] */
function kotorisDashboard(): Dashboard {
  const target = (name: string) => ({
    alias: name,
    resultFormat: "time_series",
    select: [
      [
        { params: [name], type: "field" },
        { params: [], type: "mean" },
      ],
    ],
    measurement: DEVICE.measurement,
    query: `SELECT mean("${name}") FROM "${DEVICE.measurement}" WHERE $timeFilter GROUP BY time($interval)`,
    rawQuery: false,
  });
  const panel = { id: 1, type: "graph", title: "device=node-1, site=area-42", span: 12, datasource: DEVICE.database };
  return {
    uid: KOTORIS_BOARD,
    title: KOTORIS_BOARD,
    version: 3,
    schemaVersion: 6,
    tags: ["instant", "mqttkit-1"],
    rows: [{ title: "testdrive", showTitle: true, height: "300px", panels: [{ ...panel, targets: [target("temp")] }] }],
    templating: { list: [] },
    annotations: { list: [] },
  } as unknown as Dashboard;
}
const KOTORIS_BOARD = "mqttkit-1-testdrive";

test("a dashboard of Kotori's is adopted and extended, not duplicated; removing the marker gives it back", async (t) => {
  const { grafana, provisioner } = await bench(t);
  grafana.folders.set("instagraf", { uid: "instagraf", title: "Instant Dashboards" });
  const dashboard = kotorisDashboard() as Dashboard & { version: number };
  grafana.boards.set(KOTORIS_BOARD, { dashboard: dashboard as never, folderUid: "instagraf" });
  const one = provisioner();
  one.note(DEVICE);
  await until(() => board(grafana, KOTORIS_BOARD).templating?.list?.length === 1, "taken over");
  await settled(one);
  const taken = board(grafana, KOTORIS_BOARD);
  assert.deepEqual([...grafana.boards.keys()], [KOTORIS_BOARD]);
  assert.equal(grafana.boards.get(KOTORIS_BOARD)?.folderUid, "instagraf");
  assert.equal("rows" in taken, false);
  assert.deepEqual(
    taken.panels?.map(({ type, id, gridPos, targets = [] }) => [type, id, gridPos, targets.map(({ refId }) => refId)]),
    [
      ["row", 2, { h: 1, w: 24, x: 0, y: 0 }, []],
      ["graph", 1, { h: 10, w: 24, x: 0, y: 1 }, ["A"]],
    ],
  );
  // A new field is added to Kotori's panel; a new device gets a panel.
  one.note({ ...DEVICE, columns: columns({ humidity: "float" }) });
  one.note({ ...DEVICE, measurement: "area_42_node_2_sensors", columns: columns({ temp: "float" }) });
  await until(() => panelCount(grafana, KOTORIS_BOARD) === 3, "extended");
  await settled(one);
  const graph = board(grafana, KOTORIS_BOARD).panels?.find(({ id }) => id === 1);
  assert.deepEqual(aliases(graph), ["temp", "humidity"]);
  // Also after a restart, and after a person moved it.
  grafana.boards.get(KOTORIS_BOARD)!.folderUid = "";
  await one.stop();
  const two = provisioner();
  two.note(DEVICE);
  two.note({ ...DEVICE, columns: columns({ humidity: "float", pressure: "float" }) });
  await until(
    () => allPanels(board(grafana, KOTORIS_BOARD)).some((p) => aliases(p).includes("pressure")),
    "extended again",
  );
  await settled(two);
  assert.deepEqual([...grafana.boards.keys()], [KOTORIS_BOARD]);
  grafana.boards.get(KOTORIS_BOARD)!.folderUid = "instagraf";
  grafana.edit(KOTORIS_BOARD, (edited) => Object.assign(edited, { templating: { list: [] } }));
  two.note({ ...DEVICE, columns: columns({ late: "float" }) });
  await until(() => two.status().counts?.["leftAlone"] === 1, "left alone");
  assert.equal(JSON.stringify(board(grafana, KOTORIS_BOARD)).includes("late"), false);
});

test("a person's dashboard with a network's name is not treated as Kotori's", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const dashboard = kotorisDashboard();
  grafana.boards.set(KOTORIS_BOARD, { dashboard: dashboard as never, folderUid: "" });
  provisioner().note(DEVICE);
  await until(() => grafana.boards.has(DEVICE_BOARD), "our own");
  assert.deepEqual(board(grafana, KOTORIS_BOARD), kotorisDashboard());
});

test("[grafana] node_dashboards: a dashboard for each device next to the network's; one of HiveEyes' is adopted", async (t) => {
  const { grafana, provisioner } = await bench(t);
  const hive = {
    database: "hiveeyes_testdrive",
    measurement: "area_42_node_1_sensors",
    columns: columns({ wght1: "float", temp_outside: "float", temp_inside: "float", hum: "float", clicks: "float" }),
  };
  const title = "hiveeyes-testdrive-area-42-node-1";
  grafana.folders.set("instagraf", { uid: "instagraf", title: "Instant Dashboards" });
  const theirs = { ...kotorisDashboard(), uid: title, title };
  grafana.boards.set(title, { dashboard: theirs as never, folderUid: "instagraf" });
  const one = provisioner({ nodeDashboards: ["hiveeyes"] });
  one.note(hive);
  one.note({ ...hive, measurement: "area_42_node_2_sensors" });
  one.note(DEVICE);
  await until(() => grafana.boards.size === 4 && panelCount(grafana, title) === 5, "all");
  await settled(one);
  const titles = [...grafana.boards.values()].map(({ dashboard }) => dashboard["title"]);
  assert.deepEqual(
    titles.sort(),
    [title, title.replace(/1$/, "2"), "hiveeyes-testdrive", "mqttkit-1-testdrive"].sort(),
  );
  const node2 = [...grafana.boards.values()].find(({ dashboard }) => dashboard["title"] === title.replace(/1$/, "2"));
  const drawn = (node2!.dashboard as unknown as Dashboard).panels?.map((panel) => [
    panel.title,
    aliases(panel),
    panel.fieldConfig?.overrides[0]?.properties.find(({ id }) => id === "unit")?.value,
  ]);
  assert.deepEqual(drawn, [
    ["area-42-node-2: weight", ["wght1"], "masskg"],
    ["area-42-node-2: temperature", ["temp_outside", "temp_inside"], "celsius"],
    ["area-42-node-2: humidity", ["hum"], "humidity"],
    ["area-42-node-2", ["clicks"], undefined],
  ]);
  // A restart and another reading duplicate nothing.
  await one.stop();
  const two = provisioner({ nodeDashboards: ["hiveeyes"] });
  two.note(hive);
  two.note({ ...hive, columns: columns({ temp_brood: "float" }) });
  await until(() => JSON.stringify(board(grafana, title)).includes("temp_brood"), "the new field");
  await settled(two);
  assert.deepEqual([grafana.boards.size, panelCount(grafana, title)], [4, 5]);
});
