import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Point } from "../../../runtime/model/point.ts";
import { Topics } from "../../../runtime/model/topics.ts";
import { PUBLISH_PART } from "../../../runtime/parts/publish/part.ts";
import { RowMessages } from "../../../runtime/parts/publish/row-messages.ts";
import type { Outgoing } from "../../../runtime/signals/outbox.ts";

const COLUMNS = [
  { name: "volts", type: "float" },
  { name: "ticks", type: "integer" },
] as const;

function point(timeNs: bigint, volts: number | undefined, ticks?: bigint): Point {
  const message = { source: "udp", address: "rig", sender: "", contentType: "", receivedNs: 0n, payload: Buffer.of(1) };
  return {
    database: "lab_rig",
    measurement: "01_probe",
    timeNs,
    timeSource: "receipt",
    columns: COLUMNS,
    values: [volts, ticks],
    origin: { message, id: "" },
  };
}

function bench(intervalMs = 0, channels = ["rig"]) {
  const sent: Outgoing[] = [];
  let now = 0;
  const rows = new RowMessages({
    kindOf: () => ({ rowTopic: () => ({ topic: "lab/rig/01_probe/data.json", channel: "rig" }) }),
    send: (messages) => sent.push(...messages),
    nowMs: () => now,
  });
  rows.plan = { devices: false, channels, intervalMs, retain: true };
  const tick = (ms: number) => {
    now += ms;
    mock.timers.tick(ms);
  };
  return { sent, rows, tick };
}

test("each row is an object with its time and its values, with every digit", () => {
  const { sent, rows } = bench();
  rows.stored([
    point(1_700_000_000_123_456_789n, 1.5, 2n ** 60n + 1n),
    point(1_700_000_000_123_456_790n, undefined, 1n),
  ]);
  assert.deepEqual(sent, [
    {
      topic: "lab/rig/01_probe/data.json",
      payload: '{"time":"2023-11-14T22:13:20.123456789Z","volts":1.5,"ticks":1152921504606846977}',
      retain: true,
    },
    {
      topic: "lab/rig/01_probe/data.json",
      payload: '{"time":"2023-11-14T22:13:20.123456790Z","ticks":1}',
      retain: true,
    },
  ]);
});

test("a late row is forwarded, and does not replace the newest one", () => {
  const { sent, rows } = bench();
  rows.stored([point(2n, 2), point(1n, 1)]);
  assert.deepEqual(
    sent.map(({ retain }) => retain),
    [true, false],
  );
});

test("per topic one row is published in each interval: the first at once, then the newest", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { sent, rows, tick } = bench(1000);
    const values = () => sent.map(({ payload }) => (JSON.parse(payload) as { volts: number }).volts);
    rows.stored([point(1n, 1), point(2n, 2), point(3n, 3)]);
    assert.deepEqual(values(), [1]);
    tick(999);
    assert.deepEqual(values(), [1]);
    tick(2);
    assert.deepEqual(values(), [1, 3]);
    rows.stored([point(4n, 4)]);
    rows.flush();
    assert.deepEqual(values(), [1, 3, 4]);
  } finally {
    mock.timers.reset();
  }
});

test("an unpublished channel publishes nothing", () => {
  const { sent, rows } = bench(0, ["other"]);
  rows.stored([point(1n, 1)]);
  assert.deepEqual(sent, []);
});

test("the service's own publications are never taken for a device's data; devices' publications are", () => {
  const own = [
    "lab/rig/telemetry/01_probe/data.json",
    "r/n/g/d/stored.json",
    "r/n/stored-event.json",
    "lab/rig/error.json",
  ];
  const others = ["r/n/g/d/data.json", "lab/rig/telemetry/a/b/data.json", "lab/rig/data.json", "r/n/g/d/data/stored"];
  const topics = new Topics(PUBLISH_PART.topics ?? []);
  const told = (topic: string) => topics.isOwn(topic, ["lab.rig.telemetry"]);
  assert.deepEqual(own.map(told), [true, true, true, true]);
  assert.deepEqual(others.map(told), [false, false, false, false]);
  assert.equal(topics.isOwn("lab/rig/telemetry/01_probe/data.json", []), false);
});
