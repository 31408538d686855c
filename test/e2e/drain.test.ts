/** What the store refuses while the service ends is told like everything else: MQTT closes last. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import mqtt, { type MqttClient } from "mqtt";
import { Lab, type ServiceProcess } from "../support/lab.ts";

const ADDRESS = "lab/net/gw/node";
const lab = new Lab({ ini: "[lab]\nchannels =\n" });
after(() => lab.remove());

test("rows refused in the last drain are signalled before MQTT closes", { timeout: 60_000 }, async () => {
  const service = await lab.start();
  const device = await connect(service);
  // It says nothing itself, so nothing that is under way to it can be cut off.
  const owner = await connect(service);
  try {
    await device.publishAsync(`${ADDRESS}/data.json`, '{"value": 1}', { qos: 1 });
    await service.settled();
    await owner.subscribeAsync(`${ADDRESS}/error.json`);
    const told = new Set<string>();
    owner.on("message", (_topic, payload) => told.add(/word-\d+/.exec(payload.toString())?.[0] ?? ""));

    // The first acknowledgement ends the service: what was taken by then waits for the next batch.
    const acknowledged: string[] = [];
    const closed = new Promise<void>((resolve) => owner.once("close", () => resolve()));
    for (let number = 0; number < 300; number++) {
      device.publish(`${ADDRESS}/data.json`, `{"value": "word-${number}"}`, { qos: 1 }, (error) => {
        if (error) return;
        if (acknowledged.push(`word-${number}`) === 1) service.signal("SIGTERM");
      });
    }
    assert.equal(await service.exited(), 0);
    await closed;

    assert.match(service.output, /\d+ messages are brought to the store/);
    assert.notEqual(acknowledged.length, 0);
    assert.deepEqual(
      acknowledged.filter((word) => !told.has(word)),
      [],
    );
  } finally {
    for (const client of [device, owner]) client.end(true);
  }
});

async function connect({ mqttPort }: ServiceProcess): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { reconnectPeriod: 0 });
  // The service ends while the device sends.
  return client.on("error", () => {});
}
