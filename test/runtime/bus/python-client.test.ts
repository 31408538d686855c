/** The embedded router with an independent client: autobahn for Python, over both serializations. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { requires } from "../../support/requirements.ts";
import { listenWithRouter } from "../../support/router-listener.ts";

const SUBSCRIBER = fileURLToPath(new URL("../../support/wamp-subscriber.py", import.meta.url));

const EVENT = {
  args: [
    { length: 8, ID: 4, gps: { v: [1, -2] }, ticks: 9007199254740993n, low: -9223372036854775808n, name: "ü\u0001" },
  ],
  kwargs: { name: "struct_wind", id: 4, measurement: "04_wind", time: "2026-01-31T12:00:00.123456789Z", hex: "0804" },
};

/** As Python prints it: its integers have no limit. */
const EVENT_LINE =
  '{"topic": "lab.rig.telemetry", "args": [{"length": 8, "ID": 4, "gps": {"v": [1, -2]}, "ticks": 9007199254740993, ' +
  '"low": -9223372036854775808, "name": "\\u00fc\\u0001"}], "kwargs": {"name": "struct_wind", "id": 4, ' +
  '"measurement": "04_wind", "time": "2026-01-31T12:00:00.123456789Z", "hex": "0804"}}';

for (const serializer of ["json", "msgpack"]) {
  for (const [match, topic] of [
    ["exact", "lab.rig.telemetry"],
    ["prefix", "lab."],
    ["wildcard", "lab..telemetry"],
  ] as const) {
    test(`autobahn (Python) receives a record over ${serializer}, ${match} subscription`, {
      skip: requires("python3-autobahn"),
    }, async () => {
      const listener = await listenWithRouter();
      const lines = subscriber(listener.url, "lab", serializer, topic, match, "1");
      assert.equal(await lines.next(), '"ready"');
      assert.equal(listener.router.wants("lab.rig.telemetry"), true);
      assert.equal(listener.router.wants("other.rig.telemetry"), false);
      listener.router.publish("lab.rig.telemetry", EVENT);
      assert.equal(await lines.next(), EVENT_LINE);
      await lines.ended;
      await listener.close();
    });
  }

  test(`autobahn (Python) publishes over ${serializer} and another client of the other serialization receives`, {
    skip: requires("python3-autobahn"),
  }, async () => {
    const listener = await listenWithRouter();
    const other = serializer === "json" ? "msgpack" : "json";
    const receiving = subscriber(listener.url, "lab", other, "commands", "prefix", "1");
    assert.equal(await receiving.next(), '"ready"');
    const publishing = subscriber(listener.url, "lab", serializer, "end", "exact", "1", "commands.rig.start");
    assert.equal(await publishing.next(), '"ready"');
    assert.equal(await publishing.next(), '{"published": true}');
    assert.equal(
      await receiving.next(),
      '{"topic": "commands.rig.start", "args": [1, 2.5, "three"], "kwargs": {"nested": {"deep": [true, null]}}}',
    );
    listener.router.publish("end", { args: [], kwargs: {} });
    await Promise.all([receiving.ended, publishing.ended]);
    await listener.close();
  });
}

function subscriber(...args: string[]): { next(): Promise<string>; ended: Promise<unknown> } {
  const child = spawn("/usr/bin/python3", [SUBSCRIBER, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    next: async () => (await lines.next()).value as string,
    ended: new Promise((resolve) => child.on("close", resolve)),
  };
}
