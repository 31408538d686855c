import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import type { FieldType, Point } from "../../../runtime/model/point.ts";
import type { NewColumns, Row, Store } from "../../../runtime/model/store.ts";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";

const skip = requires("influxd");

let influxd: Influxd;
before(async () => {
  if (skip === false) influxd = await startInfluxd();
});
after(() => influxd?.stop());

function settingsOf(url: string) {
  return {
    kind: "influxdb",
    version: "auto",
    url,
    username: undefined,
    password: undefined,
    token: undefined,
    org: undefined,
  } as const;
}

type Cells = Record<string, readonly [FieldType, ColumnValue, "tag"?]>;

function point(database: string, measurement: string, timeNs: bigint, cells: Cells): Point {
  return {
    database,
    measurement,
    timeNs,
    timeSource: "receipt",
    columns: Object.entries(cells).map(([name, [type, , tag]]) => ({ name, type, ...(tag && { isTag: true }) })),
    values: Object.values(cells).map(([, value]) => value),
    origin: {
      message: {
        source: "udp",
        address: "rig",
        sender: "",
        contentType: "",
        receivedNs: timeNs,
        payload: new Uint8Array(),
      },
      id: "1",
    },
  };
}

async function opened(t: { after(end: () => Promise<void>): void }): Promise<Store> {
  const store = openInfluxStore(settingsOf(influxd.url), { typesTrustedMs: 0 });
  t.after(() => store.close());
  await store.open();
  return store;
}

async function allRows(store: Store, database: string, measurement: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of store.rows({ database, measurement })) rows.push(row);
  return rows;
}

const T0 = 1_767_225_600_123_456_789n;

test("values are returned as written, to the nanosecond and the last digit", { skip }, async (t) => {
  const store = await opened(t);
  const outcome = await store.write(
    [
      point("lab_values", "01_all", T0, {
        f: ["float", -0],
        i: ["integer", -(1n << 63n)],
        s: ["string", 'a "quoted" \\back\\slash\nline, equals=1 é'],
        b: ["boolean", true],
      }),
      point("lab_values", "01_all", T0 + 1n, {
        f: ["float", 5e-324],
        i: ["integer", (1n << 63n) - 1n],
        s: ["string", ""],
        b: ["boolean", false],
      }),
    ],
    1,
  );
  assert.deepEqual(outcome, { stored: 2, refused: [] });
  const rows = await allRows(store, "lab_values", "01_all");
  assert.deepEqual(
    rows.map(({ timeNs, values }) => ({ timeNs, values: { ...values } })),
    [
      { timeNs: T0, values: { b: true, f: -0, i: -(1n << 63n), s: 'a "quoted" \\back\\slash\nline, equals=1 é' } },
      { timeNs: T0 + 1n, values: { b: false, f: 5e-324, i: (1n << 63n) - 1n, s: "" } },
    ],
  );
});

test("a conflict is found before writing, with the database's wording [D32]", { skip }, async (t) => {
  const store = await opened(t);
  await store.write([point("lab_conflict", "area_42_node_1_sensors", T0, { value: ["float", 1] })], 1);
  const bad = point("lab_conflict", "area_42_node_1_sensors", T0 + 1n, { value: ["string", "x"] });
  const outcome = await store.write(
    [bad, point("lab_conflict", "area_42_node_1_sensors", T0 + 2n, { value: ["float", 2] })],
    2,
  );
  assert.equal(outcome.stored, 1);
  assert.equal(outcome.refused.length, 1);
  assert.equal(outcome.refused[0]?.point, bad);
  assert.equal(outcome.refused[0]?.error.name, "HttpError");
  assert.equal(outcome.refused[0]?.error.code, "type-conflict");
  const words =
    'partial write: field type conflict: input field "value" on measurement "area_42_node_1_sensors" is type string, already exists as type float dropped=1';
  assert.equal(outcome.refused[0]?.error.message, `400: ${JSON.stringify({ error: words })}`);
  // The same line sent directly gives the server's own wording.
  const direct = await fetch(`${influxd.url}/write?db=lab_conflict`, {
    method: "POST",
    body: `area_42_node_1_sensors value="x" ${T0}`,
  });
  assert.equal(`${direct.status}: ${(await direct.text()).trim()}`, outcome.refused[0]?.error.message);
});

test("new columns are reported once, and not again after a restart", { skip }, async (t) => {
  const seen: NewColumns[] = [];
  const first = await opened(t);
  first.onNewColumns((columns) => seen.push(columns));
  await first.write([point("lab_new", "m", T0, { a: ["float", 1] })], 1);
  await first.write([point("lab_new", "m", T0 + 1n, { a: ["float", 1], b: ["boolean", true] })], 2);
  await first.close();
  const second = await opened(t);
  second.onNewColumns((columns) => seen.push(columns));
  await second.write([point("lab_new", "m", T0 + 2n, { a: ["float", 1], b: ["boolean", true] })], 3);
  assert.deepEqual(
    seen.map(({ columns }) => [...columns]),
    [[["a", "float"]], [["b", "boolean"]]],
  );
  assert.deepEqual(
    await second.fieldTypes("lab_new", "m"),
    new Map([
      ["a", "float"],
      ["b", "boolean"],
    ]),
  );
});

test("a long series is downsampled and keeps its extremes", { skip }, async (t) => {
  const store = await opened(t);
  const points: Point[] = [];
  for (let index = 0; index < 5_000; index++) {
    const peak = index === 1_234 ? 1_000 : index === 4_321 ? -1_000 : Math.sin(index / 100);
    points.push(
      point("lab_series", "m", T0 + BigInt(index) * 1_000_000n, {
        v: ["float", peak],
        on: ["boolean", index === 77],
        s: ["string", "x"],
      }),
    );
  }
  await store.write(points, 1);
  const query = { database: "lab_series", measurement: "m", fromNs: 0n, toNs: T0 * 2n };
  const series = await store.series({ ...query, points: 200 });
  assert.deepEqual(series.columns, ["v", "on"]);
  assert.ok(series.timesNs.length <= 204, `${series.timesNs.length} points`);
  assert.equal(Math.max(...(series.values[0] as number[])), 1_000);
  assert.equal(Math.min(...(series.values[0] as number[])), -1_000);
  assert.equal(Math.max(...(series.values[1] as number[])), 1);
  const whole = await store.series({ ...query, columns: ["v"], points: 5_000 });
  assert.equal(whole.timesNs.length, 5_000);
  assert.equal(whole.timesNs[4_999], T0 + 4_999_000_000n);
});

test("metadata survives, also with unusual characters", { skip }, async (t) => {
  const store = await opened(t);
  await store.remember('csv "x"\n\\', "## a, b\n\\");
  await store.remember('csv "x"\n\\', "## time, b\\");
  assert.deepEqual(await store.remembered(), new Map([['csv "x"\n\\', "## time, b\\"]]));
});

test("rows with a limit are the newest ones, in ascending order", { skip }, async (t) => {
  const store = await opened(t);
  await store.write(
    [0, 1, 2, 3, 4].map((index) => point("lab_limit", "m", T0 + BigInt(index), { v: ["float", index] })),
    1,
  );
  const values: unknown[] = [];
  for await (const row of store.rows({ database: "lab_limit", measurement: "m", limit: 2 }))
    values.push(row.values["v"]);
  assert.deepEqual(values, [3, 4]);
});

test("tags are stored as tags, read as columns, and used where tags or fields existed before", { skip }, async (t) => {
  const database = "kit_tags";
  await influxd.query(`CREATE DATABASE "${database}"`);
  const old = [
    `a_sensors,location=Berlin,sensor_id=01 temperature=1 ${T0}`,
    `b_sensors location="Berlin",sensor_id=7,temperature=1 ${T0}`,
  ];
  const sent = await fetch(`${influxd.url}/write?db=${database}`, { method: "POST", body: old.join("\n") });
  assert.equal(sent.status, 204);
  const store = await opened(t);
  const row = (measurement: string, at: bigint, more: Cells = {}) =>
    point(database, measurement, T0 + at, {
      temperature: ["float", 2],
      sensor_id: ["string", "8", "tag"],
      location: ["string", 'Köln, a=b "c"', "tag"],
      ...more,
    });
  const lost = row("new_sensors", 2n, { location: ["string", "two\nlines", "tag"] });
  const only = point(database, "new_sensors", T0 + 3n, { location: ["string", "x", "tag"] });
  const outcome = await store.write(
    [row("a_sensors", 1n), row("b_sensors", 1n), row("new_sensors", 1n), lost, only, row("new_sensors", 4n)],
    1,
  );
  assert.deepEqual(
    outcome.refused.map(({ error, isPart }) => [error.message, isPart ?? false]),
    [
      ['400: {"error":"tag \\"location\\" cannot hold \\"two\\\\nlines\\""}', true],
      ['400: {"error":"missing fields"}', false],
    ],
  );
  assert.equal(outcome.stored, 5);
  const keys = async (what: string) =>
    ((await influxd.query(`SHOW ${what} KEYS`, database)).series ?? []).map(({ name, values }) => [
      name,
      ...values.map(([key]) => key),
    ]);
  assert.deepEqual(await keys("TAG"), [
    ["a_sensors", "location", "sensor_id"],
    ["new_sensors", "location", "sensor_id"],
  ]);
  assert.deepEqual(await keys("FIELD"), [
    ["a_sensors", "temperature"],
    ["b_sensors", "location", "sensor_id", "temperature"],
    ["new_sensors", "temperature"],
  ]);
  const text = 'Köln, a=b "c"';
  for (const reader of [store, await opened(t)]) {
    const read = async (measurement: string) =>
      (await allRows(reader, database, measurement)).map(({ values }) => ({ ...values }));
    assert.deepEqual(await read("a_sensors"), [
      { location: "Berlin", sensor_id: "01", temperature: 1 },
      { location: text, sensor_id: "8", temperature: 2 },
    ]);
    assert.deepEqual(await read("b_sensors"), [
      { location: "Berlin", sensor_id: 7, temperature: 1 },
      { location: text, sensor_id: 8, temperature: 2 },
    ]);
    assert.deepEqual(await read("new_sensors"), [
      { location: text, sensor_id: "8", temperature: 2 },
      { location: null, sensor_id: "8", temperature: 2 },
      { location: text, sensor_id: "8", temperature: 2 },
    ]);
    const rows: Row[] = [];
    for await (const one of reader.rows({ database, measurement: "a_sensors", columns: ["location"], limit: 1 }))
      rows.push(one);
    assert.deepEqual(
      rows.map(({ values }) => ({ ...values })),
      [{ location: text }],
    );
    const extent = await reader.extent({ database, measurement: "new_sensors", columns: ["location"] });
    assert.deepEqual(extent, { rows: 3, firstNs: T0 + 1n, lastNs: T0 + 4n });
  }
});
