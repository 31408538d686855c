/** Commands over Mosquitto, a broker that others use too: each order is told once, and none is sent twice by itself. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect as connectTo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { HEADER, order } from "../../support/commanded-lab.ts";
import { Lab, ROOT, type ServiceProcess } from "../../support/lab.ts";
import { type Mosquitto, startMosquitto } from "../../support/mqtt.ts";
import { freePort } from "../../support/ports.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const skip = requires("mosquitto");
const ORDERS = "lab/rig/command.json";
const FRAMES = "rig/one/frame.bin";
const QUICK = HEADER.replace("timeout=10min", "timeout=500ms");

function labAt(port: number, { more = "", channel = `sources = mqtt:${FRAMES}` } = {}): Lab {
  const ini = `[lab]\nchannels = lab-rig\n\n[lab-rig]\nwamp_topic = lab.rig.telemetry\ninclude_path = headers\nheader_files = rig.h\n${channel}\n\n[mqtt]\nurl = mqtt://127.0.0.1:${port}\n${more}`;
  const lab = new Lab({ ini, headers: { "rig.h": QUICK } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  return lab;
}

/** A device at the broker. */
class Device {
  readonly received: string[] = [];
  isSilent = false;
  readonly client: MqttClient;

  private constructor(client: MqttClient) {
    this.client = client;
    client.on("message", (_topic, frame) => {
      this.received.push(frame.toString("hex"));
      if (!this.isSilent) void this.say([4, 2, frame[2] ?? 0, 0]);
    });
  }

  static async open(port: number, options: IClientOptions = {}): Promise<Device> {
    const device = new Device(await connectAsync(`mqtt://127.0.0.1:${port}`, options));
    await device.client.subscribeAsync(`${FRAMES}/command.bin`, { qos: 1 });
    return device;
  }

  say(bytes: readonly number[]): Promise<unknown> {
    return this.client.publishAsync(FRAMES, Buffer.from(bytes), { qos: 1 });
  }

  async heard(service: ServiceProcess): Promise<void> {
    await until(async () => {
      await this.say([3, 1, 0]);
      return (await service.json<{ peers: unknown[] }>("/api/lab/rig/command")).peers.length > 0;
    });
  }
}

/** What everybody at the broker sees. */
async function listener(t: TestContext, port: number): Promise<{ states: () => string[]; errors: () => string[] }> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
  t.after(() => client.endAsync(true));
  const told: { topic: string; text: string }[] = [];
  client.on("message", (topic, payload) => told.push({ topic, text: payload.toString() }));
  await client.subscribeAsync(["lab/rig/command-state.json", "lab/rig/error.json"]);
  const of = (end: string) => told.filter(({ topic }) => topic.endsWith(end)).map(({ text }) => JSON.parse(text));
  return {
    states: () => of("command-state.json").map(({ command, state }) => `${command} ${state}`),
    errors: () => of("error.json").map(({ message }) => message),
  };
}

interface Bench {
  readonly broker: Mosquitto;
  readonly lab: Lab;
  readonly device: Device;
  readonly operator: MqttClient;
  readonly say: (body: object, options?: { readonly dup?: boolean; readonly retain?: boolean }) => Promise<unknown>;
}

async function bench(t: TestContext, more = ""): Promise<Bench & { service: ServiceProcess }> {
  const broker = await startMosquitto();
  t.after(() => broker.stop());
  const lab = labAt(broker.port, { more });
  t.after(() => lab.remove());
  const service = await lab.start();
  const device = await Device.open(broker.port);
  const operator = await connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  t.after(() => Promise.all([device.client.endAsync(true), operator.endAsync(true)]));
  await device.heard(service);
  const say: Bench["say"] = (body, options = {}) =>
    operator.publishAsync(ORDERS, JSON.stringify(body), { qos: 1, ...options });
  return { broker, lab, device, operator, say, service };
}

const set = (target: number) => ({ command: "set_point", fields: { target } });

async function historyOf(
  service: ServiceProcess,
): Promise<readonly { readonly state: string; readonly hex: string }[]> {
  return (await service.json<{ history: { state: string; hex: string }[] }>("/commands")).history;
}

async function acknowledged(service: ServiceProcess): Promise<number> {
  return (await historyOf(service)).filter(({ state }) => state === "acknowledged").length;
}

test("orders at once are sent in their order, one after the other; more than may wait are told, and data still arrive", {
  skip,
}, async (t) => {
  const { service, device, say, broker } = await bench(t);
  const told = await listener(t, broker.port);
  const targets = Array.from({ length: 30 }, (_, index) => 10 + index / 10);
  await Promise.all(targets.map((target) => say(set(target))));
  await until(async () => (await acknowledged(service)) === 30);
  const sent = device.received.map((hex) => Buffer.from(hex, "hex").readInt16LE(3) / 10);
  assert.deepEqual(sent, targets);
  device.isSilent = true;
  await Promise.all(Array.from({ length: 110 }, () => say({ command: "hold" })));
  await until(() => told.errors().includes("100 commands of this realm are waiting already"));
  await device.say([3, 1, 2]);
  const { parts } = await service.json<{ parts: { mqtt: { state: string } } }>("/health");
  assert.equal(parts.mqtt.state, "ok");
});

test("an order that its client repeats at QoS 1 is sent once if it has a key, also after kill -9 of the service", {
  skip,
}, async (t) => {
  const { service, lab, device, say } = await bench(t);
  const keyed = { ...set(12), key: "twelve" };
  await say(keyed);
  await say(keyed, { dup: true });
  await until(async () => (await historyOf(service))[0]?.state === "acknowledged");
  await service.kill();
  await say(keyed, { dup: true });
  const next = await lab.start();
  await device.heard(next);
  await say({ ...set(13), key: "thirteen" });
  await until(async () => (await acknowledged(next)) === 2);
  assert.deepEqual(
    device.received.map((hex) => hex.slice(6)),
    ["7800", "8200"],
  );
});

test("an order that waited in the broker while the service was away is refused once its time is over", {
  skip,
}, async (t) => {
  const { service, lab, device, say, broker } = await bench(t);
  await service.kill();
  const told = await listener(t, broker.port);
  await say({ ...set(12), time: new Date(Date.now() - 20_000).toISOString() });
  await say({ ...set(14), time: "2026-01-01T00:00:00" });
  const next = await lab.start();
  await until(() => told.errors().length >= 2);
  assert.deepEqual(told.errors().slice(0, 2).sort(), [
    "'time' is a time with its zone, such as 2026-05-01T12:00:00Z",
    "There is no way to 'lab/rig' since the service runs: nothing came from there",
  ]);
  await device.heard(next);
  await say({ ...set(12), time: new Date(Date.now() - 20_000).toISOString() });
  await until(() => told.errors().includes("set_point is not sent: it was ordered too long ago"));
  assert.deepEqual(device.received, []);
});

test("a retained order is not sent again by a connection, and told once", { skip }, async (t) => {
  const { service, lab, device, say, broker } = await bench(t);
  await say(set(12), { retain: true });
  await until(async () => (await historyOf(service))[0]?.state === "acknowledged");
  const told = await listener(t, broker.port);
  await service.kill();
  const next = await lab.start();
  await until(() => told.errors().length > 0);
  await device.heard(next);
  await say(set(13));
  await until(async () => (await acknowledged(next)) === 2);
  assert.equal(device.received.length, 2);
  assert.deepEqual(told.errors(), [
    "The broker retains a command on this topic, which was not sent now: publish an empty retained message there to delete it",
  ]);
});

test("a device that was away gets no command whose time is over, though its session is durable", {
  skip,
}, async (t) => {
  const { service, say, broker, device } = await bench(t);
  const durable: IClientOptions = { clientId: "durable", clean: false };
  const sleeper = await Device.open(broker.port, durable);
  await sleeper.client.endAsync();
  device.isSilent = true;
  await say({ command: "hold" });
  await until(async () => (await historyOf(service))[0]?.state === "timed out");
  const awake = await Device.open(broker.port, durable);
  t.after(() => awake.client.endAsync(true));
  await say(set(15));
  await until(() => awake.received.length > 0);
  assert.deepEqual(
    awake.received.map((hex) => hex.slice(2, 4)),
    ["10"],
  );
});

test("a connection that breaks and a broker that starts again repeat no command", { skip }, async (t) => {
  const port = await freePort();
  let broker = await startMosquitto(port);
  t.after(() => broker.stop());
  const line = await relay(t, port);
  const lab = labAt(line.port);
  t.after(() => lab.remove());
  const service = await lab.start();
  let device = await Device.open(port);
  t.after(() => device.client.endAsync(true));
  await device.heard(service);
  line.isDeaf = true;
  const lost = await order(service, { command: "hold", wait: true });
  assert.equal(lost.body.state, "timed out");
  line.cut();
  const isUp = async () =>
    (await service.json<{ parts: { mqtt: { state: string } } }>("/health")).parts.mqtt.state === "ok";
  await until(isUp);
  await broker.stop();
  await until(async () => !(await isUp()));
  const away = await order(service, { ...set(12), wait: true });
  assert.deepEqual([away.body.state, away.body.reason], ["refused", "the MQTT broker is away"]);
  broker = await startMosquitto(port);
  await device.client.endAsync(true);
  device = await Device.open(port);
  await until(isUp);
  const next = await order(service, { ...set(13), wait: true });
  assert.equal(next.body.state, "acknowledged");
  assert.deepEqual(
    device.received.map((hex) => hex.slice(6)),
    ["8200"],
  );
});

test("of two services at one broker, only the one that takes commands sends them", { skip }, async (t) => {
  const { broker, device, say, service } = await bench(t);
  const other = labAt(broker.port, { more: "client_id = other\ncommands = no\n" });
  t.after(() => other.remove());
  const second = await other.start();
  await device.heard(second);
  const told = await listener(t, broker.port);
  await say(set(12));
  await until(() => told.states().includes("set_point acknowledged"));
  await say(set(13));
  await until(async () => (await acknowledged(service)) === 2);
  assert.equal(device.received.length, 2);
  assert.deepEqual([await historyOf(second), told.errors()], [[], []]);
});

test("with Mosquitto's rules of deploy/, only a named operator orders, and commands reach their device", {
  skip,
}, async (t) => {
  const acl = join(ROOT, "deploy/mosquitto.acl");
  assert.match(readFileSync(acl, "utf8"), /^user operator$/m);
  const broker = await startMosquitto(0, `acl_file ${acl}\n`);
  t.after(() => broker.stop());
  const lab = new Lab({
    ini: `[lab]\nchannels = lab-rig\n\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig.telemetry\ninclude_path = headers\nheader_files = rig.h\n\n[realm-farm]\nbinary = rig\n\n[mqtt]\nurl = mqtt://127.0.0.1:${broker.port}\nusername = structline\n`,
    headers: { "rig.h": QUICK },
  });
  t.after(() => lab.remove());
  assert.equal(lab.generate().status, 0);
  const service = await lab.start();
  const as = async (username: string) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { username });
    t.after(() => client.endAsync(true));
    return client;
  };
  const [device, operator, stranger] = [await as("field"), await as("operator"), await as("field")];
  const place = "farm/field/barn/n1";
  const received: string[] = [];
  device.on("message", (_topic, frame) => {
    received.push(frame.toString("hex"));
    void device.publishAsync(`${place}/data.bin`, Buffer.from([4, 2, frame[2] ?? 0, 0]), { qos: 1 });
  });
  await device.subscribeAsync(`${place}/command.bin`);
  await until(async () => {
    await device.publishAsync(`${place}/data.bin`, Buffer.from([3, 1, 0]), { qos: 1 });
    return (await service.json<{ peers: unknown[] }>(`/api/${place}/command`)).peers.length > 0;
  });
  const states: string[] = [];
  operator.on("message", (_topic, payload) => states.push((JSON.parse(payload.toString()) as { state: string }).state));
  await operator.subscribeAsync(`${place}/command-state.json`);
  await stranger.publishAsync(`${place}/command.json`, JSON.stringify(set(12)), { qos: 1 });
  await operator.publishAsync(`${place}/command.json`, JSON.stringify(set(13)), { qos: 1 });
  await until(() => states.includes("acknowledged"));
  assert.deepEqual(states, ["queued", "sent", "acknowledged"]);
  assert.deepEqual(
    received.map((hex) => hex.slice(6)),
    ["8200"],
  );
});

test("with users, an order over an external broker is refused, because its sender is unknown", { skip }, async (t) => {
  const broker = await startMosquitto();
  t.after(() => broker.stop());
  const lab = labAt(broker.port, { more: "\n[auth]\nusers_file = users.json\n" });
  t.after(() => lab.remove());
  writeUsersFile(join(lab.directory, "users.json"), []);
  await lab.start();
  const told = await listener(t, broker.port);
  const device = await Device.open(broker.port);
  t.after(() => device.client.endAsync(true));
  await device.client.publishAsync(ORDERS, JSON.stringify(set(12)), { qos: 1 });
  await until(() => told.errors().length > 0);
  assert.deepEqual(told.errors(), ["This takes the permission to command 'lab/rig:set_point'"]);
});

interface Line {
  readonly port: number;
  /** The other side gets nothing of what is sent. */
  isDeaf: boolean;
  cut(): void;
}

/** A line to the broker. */
async function relay(t: TestContext, to: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const onward = connectTo(to, "127.0.0.1");
    for (const socket of [from, onward]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    from.on("data", (bytes) => {
      if (!line.isDeaf) onward.write(bytes);
    });
    onward.on("data", (bytes) => from.write(bytes));
    from.on("close", () => onward.destroy());
    onward.on("close", () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line = {
    port: (server.address() as { port: number }).port,
    isDeaf: false,
    cut() {
      line.isDeaf = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
  t.after(() => {
    line.cut();
    server.close();
  });
  return line;
}
