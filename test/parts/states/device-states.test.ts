/** The state of a device is decided in one place [D63]. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Beyond } from "../../../runtime/model/provided.ts";
import { type DeviceFacts, DeviceStates } from "../../../runtime/parts/states/device-states.ts";
import { RefusedMessages } from "../../../runtime/parts/states/refused-messages.ts";

const PLACE = { database: "farm_a", measurement: "n_sensors" };
const FACTS: DeviceFacts = { column: "t", isInEach: () => false, everyMs: undefined, stored: true };
const MS = 1_000_000n;
const T0 = 1_769_860_800_000;

function watching() {
  const states = new DeviceStates();
  const see = (atMs: number, values: Readonly<Record<string, number>>, receivedMs = atMs) =>
    states.see(
      {
        ...PLACE,
        columns: Object.keys(values).map((name) => ({ name, type: "float" as const })),
        values: Object.values(values),
        timeNs: BigInt(T0 + atMs) * MS,
      },
      BigInt(T0 + receivedMs) * MS,
      () => "farm/a/g/n",
    );
  const row = (atMs: number, facts = FACTS, since?: number) => states.row(PLACE, facts, undefined, T0 + atMs, since);
  return { states, see, row };
}

test("a device is fine for five of its intervals and two seconds, then silent, by the longest of its newest intervals", () => {
  const { states, see, row } = watching();
  states.prime(PLACE, "t", undefined, T0);
  for (const atMs of [0, 1000, 3000]) see(atMs, { t: atMs / 1000 });
  assert.deepEqual(row(3000 + 11_999), ["n_sensors", "fine", "t", 3, T0 + 3000, 2000, "farm/a/g/n"]);
  assert.equal(row(3000 + 12_000)?.[1], "silent");
});

test("a device whose clock is ahead is silent as soon as its messages stop", () => {
  const { states, see, row } = watching();
  states.prime(PLACE, "t", undefined, T0);
  for (const atMs of [0, 1000, 2000]) see(atMs + 3_600_000, { t: 1 }, atMs);
  assert.equal(row(2500)?.[1], "fine");
  assert.equal(row(60_000)?.[1], "silent");
});

test("a field of a struct that is not a number any more has no value, but a last one with its time; a device's may be absent", () => {
  for (const isStruct of [true, false]) {
    const facts = { ...FACTS, isInEach: () => isStruct };
    const value = (atMs: number, beyond?: Beyond) => {
      const [, , column, value, , , , ...last] = states.row(PLACE, facts, beyond, T0 + atMs, undefined)!;
      return [column, value, ...last];
    };
    const { states, see } = watching();
    states.prime(PLACE, "t", undefined, T0);
    const pressure = { level: "alarm", column: "p" } as const;
    for (const atMs of [0, 1000, 2000]) see(atMs, { t: 7, p: 9, n: atMs });
    assert.deepEqual(value(2000, pressure), ["p", 9]);
    // The usual interval is a second: seven seconds are not long enough.
    for (const atMs of [3000, 9000]) see(atMs, { n: atMs });
    for (let atMs = 10_000; atMs <= 20_000; atMs += 1000) see(atMs, { n: atMs });
    assert.deepEqual(value(20_000), isStruct ? ["t", null, 7, T0 + 2000] : ["t", 7]);
    assert.deepEqual(value(20_000, pressure), isStruct ? ["p", null, 9, T0 + 2000] : ["p", 9]);
    see(21_000, { t: 8, n: 0 });
    assert.deepEqual(value(21_000), ["t", 8]);
    // As after a restart, from what is stored.
    const timesMs = [-2000, -1000, 0].map((ms) => T0 + 60_000 + ms);
    const stored = { columns: [{ name: "t" }, { name: "n" }], values: [8, 1], valuedMs: [T0 + 21_000, T0 + 60_000] };
    const { states: later } = watching();
    later.prime(PLACE, "t", { timesMs, ...stored }, T0 + 60_000);
    const row = later.row(PLACE, facts, undefined, T0 + 60_000, undefined)!;
    assert.deepEqual([row[3], ...row.slice(7)], isStruct ? [null, 8, T0 + 21_000] : [8]);
  }
});

test("a column that a struct's messages may lack keeps its value, beside one that is not a number any more", () => {
  const { states, see } = watching();
  states.prime(PLACE, "t", undefined, T0);
  const facts = { ...FACTS, isInEach: (column: string) => column === "t" };
  const shown = (beyond?: Beyond) => states.row(PLACE, facts, beyond, T0 + 20_000, undefined)!.slice(2, 4);
  const pressure = { level: "alarm", column: "p" } as const;
  for (const atMs of [0, 1000, 2000]) see(atMs, { t: 7, p: 9 });
  assert.deepEqual(
    [shown(), shown(pressure)],
    [
      ["t", 7],
      ["p", 9],
    ],
  );
  for (let atMs = 3000; atMs <= 20_000; atMs += 1000) see(atMs, { n: atMs });
  assert.deepEqual(
    [shown(), shown(pressure)],
    [
      ["t", null],
      ["p", 9],
    ],
  );
});

test("before its newest stored row was read, a device is neither silent nor unused", () => {
  const { states, see, row } = watching();
  assert.equal(row(0)?.[1], "unknown");
  assert.equal(row(0, { ...FACTS, stored: false })?.[1], "waiting");
  see(0, { t: 1 });
  assert.equal(row(1000)?.[1], "fine");
  assert.equal(row(60_000)?.[1], "unknown");
  states.prime(PLACE, "t", undefined, T0);
  assert.equal(row(60_000)?.[1], "silent");
});

test("stored rows complete the rhythm, and a value that newer rows lack, whenever they are read", () => {
  const { states, see, row } = watching();
  see(0, { x: 1 });
  const timesMs = [-120_000, -60_000, 0].map((ms) => T0 + ms);
  states.prime(PLACE, "t", { timesMs, columns: [{ name: "t" }], values: [-60_000], valuedMs: [T0 - 60_000] }, T0);
  assert.deepEqual(row(300_000), ["n_sensors", "fine", "t", -60_000, T0, 60_000, "farm/a/g/n"]);
});

test("where another process receives, what is stored since counts, and a clock that is ahead does not", () => {
  const { states, row } = watching();
  const stored = (...times: readonly number[]) => ({
    timesMs: times.map((ms) => T0 + ms),
    columns: [{ name: "t" }],
    values: [times.at(-1)],
    valuedMs: [T0 + times.at(-1)!],
  });
  states.prime(PLACE, "t", stored(0, 1000, 2000), T0 + 2000);
  assert.deepEqual(row(2000)?.slice(1, 6), ["fine", "t", 2000, T0 + 2000, 1000]);
  states.prime(PLACE, "t", stored(58_000, 60_000, 62_000), T0 + 62_000);
  assert.deepEqual(row(62_000)?.slice(1, 6), ["fine", "t", 62_000, T0 + 62_000, 2000]);
  states.prime(PLACE, "t", stored(9_000_000), T0 + 63_000);
  assert.deepEqual(row(64_000)?.slice(1, 6), ["fine", "t", 9_000_000, T0 + 63_000, null]);
  states.prime(PLACE, "t", undefined, T0 + 65_000);
  assert.deepEqual(row(65_000)?.slice(1, 5), ["waiting", "t", null, null]);
});

test("history that arrives late changes neither the newest value nor the time", () => {
  const { see, row } = watching();
  see(10_000, { t: 2 });
  see(5000, { t: 1 }, 11_000);
  assert.deepEqual(row(11_000)?.slice(3, 5), [2, T0 + 10_000]);
});

test("a value beyond its limits has precedence over silence, and is the one that is shown", () => {
  const { states, see } = watching();
  see(0, { t: 2, pressure: 9 });
  const beyond = { level: "warn", column: "pressure" } as const;
  assert.deepEqual(states.row(PLACE, FACTS, beyond, T0 + 3_600_000, undefined)?.slice(1, 4), [
    "warning",
    "pressure",
    9,
  ]);
});

test("a device is told again only after a row or another state", () => {
  const { states, see, row } = watching();
  states.prime(PLACE, "t", undefined, T0);
  see(0, { t: 1 });
  row(0);
  const { change } = states;
  assert.equal(row(1000, FACTS, change), undefined);
  assert.equal(row(40_000, FACTS, change)?.[1], "silent");
  assert.equal(row(50_000, FACTS, states.change), undefined);
  see(51_000, { t: 2 });
  assert.deepEqual(row(51_000, FACTS, change)?.slice(1, 4), ["fine", "t", 2]);
});

test("refused addresses of one realm do not push out those of another", () => {
  const refused = new RefusedMessages();
  for (let i = 0; i < 2000; i += 1) refused.add(`loud/a/g/n${i}`, "bad-value", T0, i);
  refused.add("quiet/a/g/n", "bad-value", T0, 2000);
  refused.add("loud/a/g/n0", "bad-value", T0, 2001);
  const all = refused.rows(() => true, undefined);
  assert.equal(all.length, 1001);
  assert.deepEqual(
    all.filter(([address]) => /^quiet|n0$/.test(address)).map(([address, count]) => [address, count]),
    [
      ["loud/a/g/n0", 2],
      ["quiet/a/g/n", 1],
    ],
  );
});
