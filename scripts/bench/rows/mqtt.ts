/** QoS 1 messages a second from Mosquitto, stored, by what a bare MQTT.js subscriber takes. */

import { connectAsync } from "mqtt";
import { startMosquitto } from "../../../test/support/mqtt.ts";
import { requires } from "../../../test/support/requirements.ts";
import { publishLoad } from "../load/mqtt-load.ts";
import { compare, type Row, shown, Unavailable } from "../row.ts";
import { benchLab, startReady } from "../service.ts";

const MESSAGES = 5_000;
const REPETITIONS = 3;

export const mqtt: Row = {
  name: "mqtt",
  about: "MQTT QoS 1: messages/s from Mosquitto until they are stored, by a bare MQTT.js subscriber's",
  async run() {
    const missing = requires("mosquitto");
    if (missing !== false) throw new Unavailable(missing);
    // As many as there are: a broker's usual thousand is too few for a burst that is faster than a disk, and it drops the rest.
    const broker = await startMosquitto(0, "max_queued_messages 0\n");
    const url = `mqtt://127.0.0.1:${broker.port}`;
    try {
      const { ratio, first, second } = await compare(
        REPETITIONS,
        () => byService(url),
        () => bySubscriber(url),
      );
      const detail = `${shown(first.median)}/s by ${shown(second.median)}/s, publisher and broker in the same run`;
      return [
        { of: `${MESSAGES.toLocaleString("en")} readings`, value: ratio, unit: "×", wanted: { atLeast: 0.7 }, detail },
      ];
    } finally {
      await broker.stop();
    }
  },
};

async function byService(url: string): Promise<number> {
  const lab = benchLab({ ini: `[lab]\nchannels =\n[mqtt]\nurl = ${url}\n`, headers: {} });
  try {
    const service = await startReady(lab);
    const stored = async () => {
      const { parts } = await service.json<{ parts: { writer: { counts: { stored: number } } } }>("/health");
      return parts.writer.counts.stored;
    };
    const began = performance.now();
    await publishLoad({ url, messages: MESSAGES });
    while ((await stored()) < MESSAGES) await new Promise((resolve) => setTimeout(resolve, 10));
    const rate = (MESSAGES / (performance.now() - began)) * 1000;
    await service.stop();
    return rate;
  } finally {
    await lab.remove();
  }
}

async function bySubscriber(url: string): Promise<number> {
  const client = await connectAsync(url);
  let received = 0;
  let done: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  client.on("message", (_topic, payload) => {
    JSON.parse(payload.toString());
    if (++received === MESSAGES) done();
  });
  await client.subscribeAsync("bench/#", { qos: 1 });
  const began = performance.now();
  await publishLoad({ url, messages: MESSAGES });
  await all;
  const rate = (MESSAGES / (performance.now() - began)) * 1000;
  await client.endAsync();
  return rate;
}
