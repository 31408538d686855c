import assert from "node:assert/strict";
import { test } from "node:test";
import { describeColumn, listMeasurements, pageOf } from "../../../runtime/api/measurement-catalogue.ts";
import { isInEach, type MeasurementDescription } from "../../../runtime/model/measurement.ts";
import type { ListQuery, MeasurementInfo } from "../../../runtime/model/store.ts";
import { listedOf } from "../../../runtime/store/listed.ts";
import { describedStruct } from "../../support/page-server.ts";

const columns = new Map(Array.from({ length: 20 }, (_, index) => [`field_${index}`, "float" as const]));
const infos: MeasurementInfo[] = Array.from({ length: 12_000 }, (_, index) => {
  return { database: "farm_n", measurement: `g_d${12_000 - index}_sensors`, columns };
});

function listing(stored: readonly MeasurementInfo[]) {
  return {
    measurements: async () => stored,
    listed: async (query: ListQuery) => listedOf(stored, query),
    fieldTypes: async (_: string, wanted: string) => stored.find(({ measurement }) => measurement === wanted)?.columns,
  };
}

test("a list of thousands is delivered in pages, in order and without duplicates, and other requests run in between", async () => {
  const list = { channels: [], store: listing(infos) };
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const names: string[] = [];
  let after: string | undefined;
  do {
    const page = await pageOf(list, { limit: 1000, ...(after !== undefined && { after }) });
    for (const text of page.measurements) names.push((JSON.parse(text) as { measurement: string }).measurement);
    after = page.next;
  } while (after !== undefined);
  isOver = true;
  assert.deepEqual(names, infos.map(({ measurement }) => measurement).sort());
  // Nine million characters in total; five milliseconds produce some hundred thousand.
  assert.ok(turns > 12, `${turns} turns`);
});

test("a command's struct is listed once messages of it are stored, in pages and as a whole", async () => {
  const command = { ...describedStruct("set_point", 9, []), command: {} };
  const structs = [describedStruct("mount", 1, []), command];
  const channels = [{ name: "rig", udpPort: 1, wampTopic: "lab.rig", database: "lab_rig", structs }];
  const named = async (stored: readonly MeasurementInfo[]) => {
    const asked = { channels, store: listing(stored) };
    const { measurements } = await pageOf(asked, { limit: 10 });
    const paged = measurements.map((text) => (JSON.parse(text) as { measurement: string }).measurement);
    return [paged, (await listMeasurements(asked)).map(({ measurement }) => measurement)];
  };
  assert.deepEqual(await named([]), [["01_mount"], ["01_mount"]]);
  const both = ["01_mount", "09_set_point"];
  assert.deepEqual(await named([{ database: "lab_rig", measurement: "09_set_point", columns }]), [both, both]);
});

test("a struct's description says which columns its messages may lack; all others are in each", () => {
  const field = (path: string, byteOffset: number) =>
    ({ path, ctype: "int16_t", scalar: "int16", byteOffset }) as const;
  const fields = [field("level", 2), { ...field("extra", 4), presence: "@if: level & 1" }];
  const columns = ["level", "extra"].map((name) =>
    describeColumn({ name, kind: "integer", field: name }, { fields }, new Set()),
  );
  assert.deepEqual(
    columns.map(({ optional }) => optional),
    [undefined, true],
  );
  const described = { kind: "struct", columns } as unknown as MeasurementDescription;
  const inEach = (description: MeasurementDescription) =>
    ["level", "extra"].map((column) => isInEach(description, column));
  assert.deepEqual(inEach(described), [true, false]);
  assert.deepEqual(inEach({ ...described, kind: "device" }), [false, false]);
});

test("of a device behind a LoRaWAN network server, the radio's columns describe the message; of others, columns of these names are values", async () => {
  const roles = async (names: readonly string[]) => {
    const stored = [
      {
        database: "farm",
        measurement: "default_a_sensors",
        columns: new Map(names.map((name) => [name, "float"] as const)),
      },
    ];
    const { measurements } = await pageOf({ channels: [], store: listing(stored) }, { limit: 1 });
    const found = JSON.parse(measurements[0]!) as MeasurementDescription;
    return Object.fromEntries(found.columns.map(({ name, role }) => [name, role]));
  };
  assert.deepEqual(await roles(["bw", "sf", "counter", "gw_roof_rssi", "temperature"]), {
    bw: "frame",
    sf: "frame",
    counter: "frame",
    gw_roof_rssi: "frame",
    temperature: "value",
  });
  assert.deepEqual(await roles(["counter", "sf", "power"]), { counter: "value", sf: "value", power: "value" });
});

test("a stored measurement is described anew when its columns, their names, a rule or a limit have changed", async () => {
  const types = new Map<string, "float" | "string">([["t", "string"]]);
  const store = listing([{ database: "farm_n", measurement: "d_sensors", columns: types }]);
  let [rule, limit]: [object | undefined, object | undefined] = [undefined, undefined];
  const asked = { channels: [], store, ruleOf: () => rule, limits: () => limit };
  const first = async () => {
    const { measurements } = await pageOf(asked, { limit: 10 });
    return (JSON.parse(measurements[0]!) as MeasurementDescription).columns.map(({ role: _, ...column }) => column);
  };
  const plain = await first();
  assert.deepEqual(plain, [{ name: "t", type: "string" }]);
  assert.deepEqual(await first(), plain);
  types.set("t", "float");
  assert.deepEqual(await first(), [{ name: "t", type: "float" }]);
  rule = { unit: "°C" };
  assert.deepEqual(await first(), [{ name: "t", type: "float", unit: "°C" }]);
  limit = { alarm: { max: 5 } };
  const limited = [{ name: "t", type: "float", unit: "°C", limits: limit, limitsSet: true }];
  assert.deepEqual(await first(), limited);
  assert.deepEqual(await first(), limited);
  [rule, limit] = [undefined, undefined];
  types.set("u", "float");
  assert.deepEqual(await first(), [
    { name: "t", type: "float" },
    { name: "u", type: "float" },
  ]);
  // Another name for a column of the same type.
  types.delete("u");
  types.set("v", "float");
  assert.deepEqual(
    (await first()).map(({ name }) => name),
    ["t", "v"],
  );
});
