import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import type { RealmSettings } from "../../../../runtime/model/realm-settings.ts";
import { Outbox } from "../../../../runtime/signals/outbox.ts";
import type { MqttSource } from "../../../../runtime/sources/mqtt/mqtt-source.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";
import { mosquittoPub, mosquittoSub, startMosquitto } from "../../../support/mqtt.ts";
import { mqttSource } from "../../../support/mqtt-source.ts";
import { freePort } from "../../../support/ports.ts";
import { requires } from "../../../support/requirements.ts";
import { until } from "../../../support/until.ts";

const SKIP = requires("mosquitto", "mosquitto_pub", "mosquitto_sub");
/** [MQTT 3.1.1, 3.2] */
const CONNACK = Buffer.from([0x20, 2, 0, 0]);
const SUBSCRIBE = 0x82;
const DEVICE = "mqttkit-1/testdrive/area-42/node-1";
const AT = "mqttkit_1_testdrive/area_42_node_1_sensors";

interface Bench {
  readonly intake: MemoryIntake;
  readonly source: MqttSource;
  readonly port: number;
  stop(): Promise<void>;
}

async function open(url: string | undefined, realms: readonly RealmSettings[] = []): Promise<Bench> {
  let signals: Outbox | undefined;
  const intake = new MemoryIntake(realms, (topic, signal) => signals?.publish(topic, signal));
  const source = mqttSource(intake, { settings: { url }, realms });
  signals = new Outbox({ what: "error signals", bound: "mqtt-signals", inFlight: 20 });
  signals.useTransport(source);
  await source.start();
  await until(() => source.status().state === "ok", "the source is connected");
  return { intake, source, port: source.port ?? 0, stop: () => source.close() };
}

/** The same behaviour on both brokers. */
async function openBoth(kind: "embedded" | "Mosquitto"): Promise<Bench> {
  if (kind === "embedded") return open(undefined);
  const broker = await startMosquitto();
  const bench = await open(`mqtt://127.0.0.1:${broker.port}`);
  return {
    ...bench,
    port: broker.port,
    async stop() {
      await bench.stop();
      await broker.stop();
    },
  };
}

for (const kind of ["embedded", "Mosquitto"] as const) {
  test(`${kind}: data, plain values and events are stored`, { skip: SKIP }, async () => {
    const { intake, port, stop } = await openBoth(kind);
    try {
      assert.equal(await mosquittoPub(port, "-q", "1", "-t", `${DEVICE}/data.json`, "-m", '{"temperature":42.84}'), 0);
      assert.equal(await mosquittoPub(port, "-q", "2", "-t", `${DEVICE}/data.json`, "-m", '[{"a":1},{"a":2}]'), 0);
      assert.equal(await mosquittoPub(port, "-q", "0", "-t", `${DEVICE}/data/humidity`, "-m", "55.5"), 0);
      const direct = "mqttkit-1/channel/testdrive-area-42-node-1/data/humidity";
      assert.equal(await mosquittoPub(port, "-q", "1", "-t", direct, "-m", "56"), 0);
      assert.equal(await mosquittoPub(port, "-q", "1", "-t", `${DEVICE}/event.json`, "-m", '{"title":"x"}'), 0);
      await until(() => intake.points.length === 6, "six rows");
      assert.deepEqual(
        intake.rows().sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
        [
          { at: "mqttkit_1_testdrive/area_42_node_1_events", title: "x", text: "", tags: "" },
          { at: AT, a: 1 },
          { at: AT, a: 2 },
          { at: AT, humidity: 55.5 },
          { at: AT, humidity: 56 },
          { at: AT, temperature: 42.84 },
        ],
      );
    } finally {
      await stop();
    }
  });

  test(`${kind}: bad JSON is signalled on the error topic, and not received as data [D27, D31]`, {
    skip: SKIP,
  }, async () => {
    const { intake, port, stop } = await openBoth(kind);
    const errors = await mosquittoSub(port, "mqttkit-1/#");
    try {
      await mosquittoPub(
        port,
        "-q",
        "1",
        "-t",
        "mqttkit-1/channel/testdrive-area-42-node-1/data.json",
        "-m",
        '{"value": 42.42',
      );
      await errors.until(3);
      const signal = {
        message: "Expecting '}': line 1 column 16 (char 15)",
        type: "ValueError",
        description:
          'Error processing MQTT message "{"value": 42.42" from topic "mqttkit-1/channel/testdrive-area-42-node-1/data.json".',
      };
      assert.deepEqual(errors.lines.sort(), [
        'mqttkit-1/channel/testdrive-area-42-node-1/data.json {"value": 42.42',
        `mqttkit-1/channel/testdrive-area-42-node-1/error.json ${JSON.stringify(signal)}`,
        `mqttkit-1/testdrive/area/42-node-1/error.json ${JSON.stringify(signal)}`,
      ]);
      assert.equal(intake.deadLetters.length, 1);
    } finally {
      await errors.stop();
      await stop();
    }
  });
}

test("Mosquitto: publications below a configured realm that match no source are counted", { skip: SKIP }, async () => {
  const broker = await startMosquitto();
  const { intake, source, stop } = await open(`mqtt://127.0.0.1:${broker.port}`, [
    { name: "mqttkit-1", networks: [], timezone: "UTC" },
  ]);
  try {
    for (const topic of [`${DEVICE}/tele/SENSOR`, "other/a", `${DEVICE}/data.json`, "mqttkit-1/x/data.json"]) {
      await mosquittoPub(broker.port, "-q", "1", "-t", topic, "-m", '{"v":1}');
    }
    await until(() => intake.signals.length === 2, "signalled");
    assert.deepEqual(
      intake.signals.map(({ topic, signal }) => [topic, /from topic "(.*)"/.exec(signal.description)?.[1]]),
      [
        [`${DEVICE}/error.json`, `${DEVICE}/tele/SENSOR`],
        ["mqttkit-1/x/error.json", "mqttkit-1/x/data.json"],
      ],
    );
    assert.deepEqual(intake.rows(), [{ at: AT, v: 1 }]);
    assert.equal(source.status().counts?.["strays"], 1);
  } finally {
    await stop();
    await broker.stop();
  }
});

test("retained messages are stored when published, not when the broker sends them again", { skip: SKIP }, async () => {
  const broker = await startMosquitto();
  await mosquittoPub(broker.port, "-r", "-q", "1", "-t", `${DEVICE}/data.json`, "-m", '{"old":1}');
  const { intake, source, stop } = await open(`mqtt://127.0.0.1:${broker.port}`);
  try {
    await until(() => source.status().counts?.["retained"] === 1, "the retained message arrives");
    await mosquittoPub(broker.port, "-r", "-q", "1", "-t", `${DEVICE}/data.json`, "-m", '{"new":1}');
    await until(() => intake.points.length === 1, "the new message is stored");
    assert.deepEqual(intake.rows(), [{ at: AT, new: 1 }]);
  } finally {
    await stop();
    await broker.stop();
  }
});

test("a message that cannot be kept is not acknowledged, and is sent again [D19]", { skip: SKIP }, async () => {
  const broker = await startMosquitto();
  const { intake, source, stop } = await open(`mqtt://127.0.0.1:${broker.port}`);
  try {
    intake.full = true;
    for (const n of [1, 2, 3]) {
      await mosquittoPub(broker.port, "-q", "1", "-t", `${DEVICE}/data.json`, "-m", `{"n":${n}}`);
    }
    await until(() => (source.status().counts?.["unavailable"] ?? 0) >= 1, "a message is refused");
    assert.deepEqual(intake.rows(), []);
    intake.full = false;
    await until(() => intake.points.length >= 3, "the messages come again");
    assert.deepEqual(new Set(intake.rows().map((row) => row["n"])), new Set([1, 2, 3]));
  } finally {
    await stop();
    await broker.stop();
  }
});

test("the start lines name the topics of channels' frames", async () => {
  const intake = new MemoryIntake();
  const channels = [{ name: "rig", sources: [{ kind: "mqtt", filter: "rig/+/frame.bin" }] }];
  const source = mqttSource(intake, { channels });
  await source.start();
  try {
    const [devices, channel, ...more] = source.lines();
    assert.match(devices ?? "", /data\.json/);
    assert.deepEqual([channel, more], [`mqtt://127.0.0.1:${source.port}  topic rig/+/frame.bin  channel rig`, []]);
  } finally {
    await source.close();
  }
});

test("an external broker counts as connected once it sends what others publish, and one that is away keeps nobody waiting", async () => {
  const sockets: Socket[] = [];
  let isAsked = false;
  // It accepts the client, and answers its subscriptions only when told.
  const broker = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", () => socket.write(CONNACK));
    socket.on("data", (bytes: Buffer) => {
      isAsked ||= bytes[0] === SUBSCRIBE;
    });
  });
  await once(broker.listen(0, "127.0.0.1"), "listening");
  const { port } = broker.address() as AddressInfo;
  const source = mqttSource(new MemoryIntake(), { settings: { url: `mqtt://127.0.0.1:${port}` } });
  const isTried = () => Promise.race([source.tried().then(() => true), false]);
  await source.start();
  try {
    await until(() => isAsked, "subscriptions are asked for");
    assert.deepEqual([source.connected, source.status().state, await isTried()], [true, "down", false]);
    for (const socket of sockets) socket.destroy();
    await source.tried();
  } finally {
    await source.close();
    broker.close();
  }
  const away = mqttSource(new MemoryIntake(), { settings: { url: `mqtt://127.0.0.1:${port}` } });
  await away.start();
  await away.tried();
  assert.equal(away.status().state, "down");
  await away.close();
});

test("the source finds a broker that starts late or restarts", { skip: SKIP }, async () => {
  const port = await freePort();
  const intake = new MemoryIntake();
  const source = mqttSource(intake, { settings: { url: `mqtt://127.0.0.1:${port}` } });
  await source.start();
  try {
    for (const n of [1, 2]) {
      const broker = await startMosquitto(port);
      await until(() => source.status().state === "ok", "connected");
      await mosquittoPub(port, "-q", "1", "-t", `${DEVICE}/data.json`, "-m", `{"n":${n}}`);
      await until(() => intake.points.length === n, "stored");
      await broker.stop();
      await until(() => source.status().state === "down", "the loss is noticed");
    }
  } finally {
    await source.close();
  }
});

test("two services with one client_id at a broker: the state says it", { skip: SKIP }, async () => {
  const broker = await startMosquitto();
  const settings = { url: `mqtt://127.0.0.1:${broker.port}` };
  const sources = [1, 2].map(() => mqttSource(new MemoryIntake(), { settings }));
  try {
    for (const source of sources) await source.start();
    const isTold = () => sources.some((source) => /has the client_id 'structline-test'/.test(source.status().detail));
    await until(isTold, "the reason");
  } finally {
    for (const source of sources) await source.close();
    await broker.stop();
  }
});
