/** A publication that an external broker answers by closing the connection is given up, and all others arrive. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "../../../../runtime/signals/outbox.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";
import { mosquittoPub, mosquittoSub, startMosquitto } from "../../../support/mqtt.ts";
import { mqttSource } from "../../../support/mqtt-source.ts";
import { requires } from "../../../support/requirements.ts";
import { until } from "../../../support/until.ts";

const skip = requires("mosquitto", "mosquitto_pub", "mosquitto_sub");

test("a row beyond the broker's longest packet, among others", { skip, timeout: 60_000 }, async () => {
  const broker = await startMosquitto(0, "max_packet_size 1000\n");
  const intake = new MemoryIntake();
  const source = mqttSource(intake, { settings: { url: `mqtt://127.0.0.1:${broker.port}` } });
  const outbox = new Outbox({ what: "rows", bound: "mqtt-rows", inFlight: 10 });
  outbox.useTransport(source.signals);
  const rows = await mosquittoSub(broker.port, "rows/#");
  await source.start();
  try {
    await until(() => source.connected, "connected");
    for (let n = 1; n <= 20; n++)
      outbox.put({ topic: `rows/${n}`, payload: n === 7 ? "x".repeat(5000) : String(n), retain: n % 2 === 0 });
    await until(() => outbox.status().counts?.["dropped"] === 1, "the long one is given up");
    await until(() => outbox.waiting === 0 && outbox.status().counts?.["published"] === 19, "the others are published");
    const arrived = () => new Set(rows.lines.map((line) => line.split(" ")[0]));
    await until(() => arrived().size === 19, "each of them reaches a subscriber");
    assert.ok(!arrived().has("rows/7"), "the long one does not");
    await mosquittoPub(broker.port, "-q", "1", "-t", "mqttkit-1/a/b/c/data.json", "-m", '{"v":1}');
    await until(() => intake.points.length === 1, "messages arrive again");
  } finally {
    await source.close();
    await rows.stop();
    await broker.stop();
  }
});
