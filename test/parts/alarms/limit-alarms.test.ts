/** Limits of the header: raised after the hold time, cleared when all is normal again [D38]. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { FieldLimits } from "../../../runtime/codec/struct-codec.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { type AlarmSignal, LimitAlarms } from "../../../runtime/parts/alarms/limit-alarms.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { describedStruct } from "../../support/page-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function watching(limits: FieldLimits) {
  const said: (Pick<AlarmSignal, "event" | "level" | "value"> & { topic: string })[] = [];
  const sentences: string[] = [];
  const codec = describedStruct("tank", 5, [{ path: "t", unit: "°C", expr: "t", limits }]);
  const alarms = new LimitAlarms({
    channels: () => [{ database: "lab_rig_telemetry", wampTopic: "lab.rig.telemetry", structs: [codec] }],
    publish: (topic, { event, level, value, message }) => {
      said.push({ topic, event, level, value });
      sentences.push(message);
    },
  });
  const columns = [{ name: "t", type: "float" }] as const;
  const see = (seconds: number, value: number | bigint) => {
    const timeNs = BigInt(seconds * 1e9);
    alarms.see(
      {
        database: "lab_rig_telemetry",
        measurement: "05_tank",
        columns,
        values: [value],
        timeSource: "measured",
        timeNs,
      },
      messageOf(""),
    );
  };
  return { see, said, sentences };
}

test("a value outside its limits raises an alarm, inside it clears, and nothing is reported twice", () => {
  const { see, said, sentences } = watching({ warn: { min: 10, max: 20 }, alarm: { max: 25 } });
  [15, 21, 22, 26, 27, 21, 12, 9, 12].forEach((value, i) => see(i, value));
  const topic = "lab/rig/telemetry/alarm.json";
  assert.deepEqual(said, [
    { topic, event: "raise", level: "warn", value: 21 },
    { topic, event: "raise", level: "alarm", value: 26 },
    { topic, event: "raise", level: "warn", value: 21 },
    { topic, event: "clear", level: "ok", value: 12 },
    { topic, event: "raise", level: "warn", value: 9 },
    { topic, event: "clear", level: "ok", value: 12 },
  ]);
  assert.equal(sentences[1], "t of 05_tank is 26 °C, above 25 °C");
  assert.equal(sentences[4], "t of 05_tank is 9 °C, below 10 °C");
  assert.equal(sentences[5], "t of 05_tank is 12 °C, within its limits again");
});

test("an integer of 64 bits beyond its limits raises an alarm", () => {
  const { see, said } = watching({ alarm: { max: 25 } });
  for (const [at, value] of [20n, 9_007_199_254_740_993n, 3n].entries()) see(at, value);
  assert.deepEqual(
    said.map(({ event, value }) => [event, value]),
    [
      ["raise", 9_007_199_254_740_993n],
      ["clear", 3n],
    ],
  );
});

test("with a hold, a value must stay outside for that time, and as long inside", () => {
  const { see, said } = watching({ alarm: { max: 25 }, holdMs: 3000 });
  see(0, 30);
  see(1, 20);
  see(2, 30);
  see(4.9, 30);
  assert.deepEqual(said, []);
  see(5, 31);
  see(6, 20);
  see(8.9, 30);
  see(9, 20);
  see(12, 20);
  assert.deepEqual(
    said.map(({ event, value }) => [event, value]),
    [
      ["raise", 31],
      ["clear", 20],
    ],
  );
});

/** A realm whose rule for `t` has limits. */
function watchingDevices(limits: FieldLimits) {
  const said: string[] = [];
  const alarms = new LimitAlarms({
    channels: () => [{ database: "lab_rig_telemetry", wampTopic: "lab.rig.telemetry", structs: [] }],
    deviceRules: () => (database, column) =>
      database === "mqttkit_a" && column === "t" ? { unit: "°C", limits } : undefined,
    addressTopics: ({ address }) => [`${address}/error.json`, `wide/${address}/error.json`],
    publish: (topic, { event, level, message }) => said.push(`${topic} ${event} ${level} ${message}`),
  });
  const see = (
    measurement: string,
    seconds: number,
    values: Readonly<Record<string, number>>,
    receivedSeconds = seconds,
  ) => {
    const columns = Object.keys(values).map((name) => ({ name, type: "float" as const }));
    const message = messageOf("", { address: measurement, receivedNs: BigInt(receivedSeconds * 1e9) });
    const point = { database: "mqttkit_a", measurement, columns, timeNs: BigInt(seconds * 1e9) };
    alarms.see({ ...point, values: Object.values(values), timeSource: "measured" }, message);
  };
  return { see, said };
}

test("a device's field is watched by the realm's rule, each device separately, wherever the field is", () => {
  const { see, said } = watchingDevices({ alarm: { max: 40 } });
  see("n1_sensors", 1, { t: 20 });
  see("n1_sensors", 2, { x: 1, t: 41 });
  see("n2_sensors", 3, { t: 30 });
  see("n1_sensors", 4, { x: 50 });
  see("n1_sensors", 5, { t: 42, x: 1 });
  see("n1_sensors", 6, { t: 39 });
  assert.deepEqual(said, [
    "n1_sensors/alarm.json raise alarm t of n1_sensors is 41 °C, above 40 °C",
    "wide/n1_sensors/alarm.json raise alarm t of n1_sensors is 41 °C, above 40 °C",
    "n1_sensors/alarm.json clear ok t of n1_sensors is 39 °C, within its limits again",
    "wide/n1_sensors/alarm.json clear ok t of n1_sensors is 39 °C, within its limits again",
  ]);
});

test("late, historical and event messages raise no alarm", () => {
  const { see, said } = watchingDevices({ alarm: { max: 40 } });
  see("n1_sensors", 10_000, { t: 20 });
  see("n1_sensors", 9_999, { t: 41 });
  see("n2_sensors", 1, { t: 41 }, 10_000);
  see("n3_events", 1, { t: 41 });
  assert.deepEqual(said, []);
});

test("a value with a time in the future does not hide later values", () => {
  const { see, said } = watchingDevices({ alarm: { max: 40 } });
  see("n1_sensors", 3610, { t: 45 }, 10);
  see("n1_sensors", 11, { t: 20 });
  assert.deepEqual(
    said.map((one) => one.split(" ")[1]),
    ["raise", "raise", "clear", "clear"],
  );
});

test("after the clock was set back, later values are judged, and a hold begins anew", () => {
  const { see, said } = watchingDevices({ alarm: { max: 40 }, holdMs: 2000 });
  const nowS = Math.floor(Date.now() / 1000);
  const aheadS = nowS + 10 * 365 * 86_400;
  see("n1_sensors", aheadS, { t: 20 });
  see("n1_sensors", aheadS + 1, { t: 45 });
  see("n1_sensors", nowS, { t: 45 });
  see("n1_sensors", nowS + 1, { t: 45 });
  assert.deepEqual(said, []);
  see("n1_sensors", nowS + 2, { t: 46 });
  assert.equal(said[0], "n1_sensors/alarm.json raise alarm t of n1_sensors is 46 °C, above 40 °C");
});

test("an alarm whose limits were lifted clears with the next value: of the page, of a realm, of a header", async () => {
  const folder = temporaryFolder();
  const book = await AlarmBook.open(join(folder, "alarms.json"), assert.fail);
  let realmLimits: FieldLimits | undefined = { alarm: { max: 40 } };
  let headerLimits: FieldLimits | undefined = { alarm: { max: 40 } };
  const tank = () =>
    describedStruct("tank", 5, [{ path: "t", expr: "t", ...(headerLimits && { limits: headerLimits }) }]);
  const alarms = new LimitAlarms({
    channels: () => [{ database: "lab_rig", wampTopic: "lab.rig", structs: [tank()] }],
    deviceRules: () => (_, column) => (realmLimits && column === "p" ? { limits: realmLimits } : {}),
    publish: () => {},
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    hasSaid: () => book.activeCount > 0,
    setLimits: book.limits,
    onSignal: (database, signal) => book.note(database, signal),
  });
  let seconds = 0;
  const see = (database: string, measurement: string, columns: readonly { name: string; type: "float" }[]) => {
    const timeNs = BigInt(++seconds) * 1_000_000_000n;
    const message = messageOf("", { receivedNs: timeNs });
    alarms.see(
      { database, measurement, columns, values: columns.map(() => 50), timeSource: "measured", timeNs },
      message,
    );
  };
  const [device, before, after] = [0, 1, 2].map(() => [{ name: "t", type: "float" as const }]);
  const all = (struct = before!) => {
    see("farm_a", "n1_sensors", [...device!, { name: "p", type: "float" }]);
    see("lab_rig", "05_tank", struct);
  };
  const active = () => book.list(() => true).active.map(({ database, column }) => `${database} ${column}`);
  book.setLimits({ database: "farm_a", measurement: "n1_sensors", column: "t" }, "ann", { alarm: { max: 40 } });
  all();
  assert.deepEqual(active(), ["lab_rig t", "farm_a p", "farm_a t"]);
  book.setLimits({ database: "farm_a", measurement: "n1_sensors", column: "t" }, "ann", undefined);
  all();
  assert.deepEqual(active(), ["lab_rig t", "farm_a p"]);
  realmLimits = undefined;
  all();
  assert.deepEqual(active(), ["lab_rig t"]);
  headerLimits = undefined;
  all(after);
  assert.deepEqual(active(), []);
  await book.close();
});

test("a device whose payloads a channel's struct decodes is judged as a device, though both share their columns", () => {
  const said: string[] = [];
  const limits = { alarm: { max: 25 } };
  const codec = describedStruct("tank", 5, [{ path: "t", unit: "°C", expr: "t", limits }]);
  const alarms = new LimitAlarms({
    channels: () => [{ database: "lab_rig", wampTopic: "lab.rig", structs: [codec] }],
    deviceRules: () => (database) => (database === "farm_a" ? { unit: "°C", limits } : undefined),
    addressTopics: ({ address }) => [`${address}/error.json`],
    publish: (topic, { event, measurement }) => said.push(`${topic} ${event} ${measurement}`),
  });
  const columns = [{ name: "t", type: "float" }] as const;
  const see = (database: string, measurement: string, value: number, seconds: number) => {
    const message = messageOf("", { address: "farm/a", receivedNs: BigInt(seconds * 1e9) });
    alarms.see(
      { database, measurement, columns, values: [value], timeSource: "measured", timeNs: BigInt(seconds * 1e9) },
      message,
    );
  };
  see("lab_rig", "05_tank", 20, 1);
  see("farm_a", "node_sensors", 30, 2);
  see("lab_rig", "05_tank", 30, 3);
  see("farm_a", "node_sensors", 20, 4);
  assert.deepEqual(said, [
    "farm/a/alarm.json raise node_sensors",
    "lab/rig/alarm.json raise 05_tank",
    "farm/a/alarm.json clear node_sensors",
  ]);
});
