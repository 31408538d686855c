/** Rejections while the service ends are reported too, because MQTT closes last. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import mqtt, { type MqttClient } from "mqtt";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";

const ADDRESS = "lab/net/gw/node";
const lab = new Lab({ ini: "[lab]\nchannels =\n" });
after(() => lab.remove());

test("rows refused in the last drain are signalled before MQTT closes", {
  skip: onlyLong,
  timeout: 300_000,
}, async () => {
  const service = await lab.start();
  const device = await connect(service);
  const watcher = await connect(service);
  try {
    await device.publishAsync(`${ADDRESS}/data.json`, '{"value": 1}', { qos: 1 });
    await service.settled();
    const listeners = [await listen(watcher), await listen(device)];

    // The first acknowledgement ends the service: earlier readings wait for the next batch. The device keeps sending.
    const unread = JSON.stringify({ text: "x".repeat(100_000) });
    const acknowledged: string[] = [];
    for (let number = 0; number < 300; number++) {
      device.publish(`${ADDRESS}/data.json`, `{"value": "word-${number}"}`, { qos: 1 }, (error) => {
        if (error) return;
        if (acknowledged.push(`word-${number}`) > 1) return;
        service.signal("SIGTERM");
        for (let more = 0; more < 150; more++) device.publish(`${ADDRESS}/data.json`, unread, { qos: 1 }, () => {});
      });
    }
    assert.equal(await service.exited(), 0);

    assert.notEqual(acknowledged.length, 0);
    for (const { told, closed } of listeners) {
      await closed;
      assert.deepEqual(
        acknowledged.filter((word) => !told.has(word)),
        [],
      );
    }
  } finally {
    for (const client of [device, watcher]) client.end(true);
  }
});

interface Listener {
  readonly told: ReadonlySet<string>;
  readonly closed: Promise<void>;
}

async function listen(client: MqttClient): Promise<Listener> {
  const told = new Set<string>();
  client.on("message", (_topic, payload) => told.add(/word-\d+/.exec(payload.toString())?.[0] ?? ""));
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  await client.subscribeAsync(`${ADDRESS}/error.json`, { qos: 1 });
  return { told, closed };
}

async function connect({ mqttPort }: ServiceProcess): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { reconnectPeriod: 0 });
  // The service ends while they send.
  return client.on("error", () => {});
}
