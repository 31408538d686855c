/** QoS 1 messages per second from Mosquitto, stored, compared with a bare MQTT.js subscriber. */

import { setTimeout } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { startMosquitto } from "../../../test/support/mqtt.ts";
import { requires } from "../../../test/support/requirements.ts";
import { startPublisher } from "../load/mqtt-load.ts";
import { compare, type Row, shown, Unavailable } from "../row.ts";
import { benchLab, startReady } from "../service.ts";

/** With more, a busy machine does not end the row by turns with another commit. */
const MESSAGES = 20_000;
const REPETITIONS = 3;
const READ = "bench/site/area/node-0/data.json?from=2001-01-01&to=2001-01-02";

export const mqtt: Row = {
  name: "mqtt",
  measures: "programs",
  about: "MQTT QoS 1: messages/s from Mosquitto until they are stored, by a bare MQTT.js subscriber's",
  async run() {
    const missing = requires("mosquitto");
    if (missing !== false) throw new Unavailable(missing);
    const ours = await startSide(subscribedService);
    const theirs = await startSide(bareSubscriber);
    try {
      await compare(1, ours.rate, theirs.rate);
      const { ratio, first, second } = await compare(REPETITIONS, ours.rate, theirs.rate);
      const detail = `${shown(first.median)}/s by ${shown(second.median)}/s, publisher and broker in the same run`;
      return [
        { of: `${MESSAGES.toLocaleString("en")} readings`, value: ratio, unit: "×", wanted: { atLeast: 0.7 }, detail },
      ];
    } finally {
      await ours.end();
      await theirs.end();
    }
  },
};

interface Subscriber {
  /** Resolves when it has received this many messages in total. */
  has(messages: number): Promise<void>;
  end(): Promise<unknown>;
}

/** With a separate broker and publisher. */
async function startSide(subscribe: (url: string) => Promise<Subscriber>) {
  // The settings of deploy/mosquitto.conf without a queue limit: by default Mosquitto drops messages beyond a thousand.
  const broker = await startMosquitto(0, "max_queued_messages 0\nmax_inflight_messages 1000\n");
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const subscriber = await subscribe(url);
  const publisher = await startPublisher(url);
  let published = 0;
  return {
    async rate(): Promise<number> {
      published += MESSAGES;
      const began = performance.now();
      await Promise.all([publisher.publish(MESSAGES), subscriber.has(published)]);
      return (MESSAGES / (performance.now() - began)) * 1000;
    },
    async end(): Promise<void> {
      publisher.end();
      await subscriber.end();
      await broker.stop();
    },
  };
}

async function subscribedService(url: string): Promise<Subscriber> {
  const lab = benchLab({ ini: `[lab]\nchannels =\n[mqtt]\nurl = ${url}\n`, headers: {} });
  const service = await startReady(lab);
  const stored = async () => {
    const { parts } = await service.json<{ parts: { writer: { counts: { stored: number } } } }>("/health");
    return parts.writer.counts.stored;
  };
  return {
    async has(messages) {
      // Without a reader, rows wait for up to a second before they are stored: half of the measured time.
      await (await fetch(`${service.url}/api/${READ}`)).arrayBuffer();
      while ((await stored()) < messages) await setTimeout(20);
    },
    async end() {
      await service.stop();
      await lab.remove();
    },
  };
}

async function bareSubscriber(url: string): Promise<Subscriber> {
  const client = await connectAsync(url);
  let received = 0;
  let wanted = 0;
  let done: () => void = () => {};
  client.on("message", (_topic, payload) => {
    JSON.parse(payload.toString());
    if (++received === wanted) done();
  });
  await client.subscribeAsync("bench/#", { qos: 1 });
  return {
    has(messages) {
      wanted = messages;
      return new Promise((resolve) => {
        done = resolve;
      });
    },
    end: () => client.endAsync(),
  };
}
