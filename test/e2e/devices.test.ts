/** Devices that send JSON, CSV and MQTT to the service process, with curl and Mosquitto's clients. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { jsonPost } from "../support/json-post.ts";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const ADDRESS = "mqttkit-1/testdrive/area-42/node-1";
const skip = requires("curl", "mosquitto_pub", "mosquitto_sub");

let lab: Lab;
let service: ServiceProcess;
let signals: Subscriber;

interface Signal {
  readonly message: string;
  readonly type: string;
  readonly description: string;
}

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n" });
  service = await lab.start();
  if (skip === false) signals = await Subscriber.open("+/+/+/+/error.json");
});

after(async () => {
  signals?.stop();
  await lab.remove();
});

test("the owner of a device can read the specification's three error conditions", { skip }, async () => {
  publish(`${ADDRESS}/data.json`, '{"value": 42.5}');
  await until(async () => (await rows("mqttkit_1_testdrive", "area_42_node_1_sensors")).length === 1);

  publish(`${ADDRESS}/data.json`, '{"value": }');
  const notJson = await signals.next();
  assert.equal(notJson.topic, `${ADDRESS}/error.json`);
  assert.equal(notJson.signal.type, "ValueError");
  assert.match(notJson.signal.message, /line 1 column 11 \(char 10\)$/);
  assert.equal(
    notJson.signal.description,
    `Error processing MQTT message "{"value": }" from topic "${ADDRESS}/data.json".`,
  );

  publish(`${ADDRESS}/data.json`, '{"value": "foobar"}');
  const conflict = {
    message: `400: {"error":"field type conflict: input field \\"value\\" on measurement \\"area_42_node_1_sensors\\" is type string, already exists as type float"}`,
    type: "DuckDBClientError",
  };
  const wrongType = await signals.next();
  assert.deepEqual(wrongType, {
    topic: `${ADDRESS}/error.json`,
    signal: {
      ...conflict,
      description: `Error processing MQTT message "{"value": "foobar"}" from topic "${ADDRESS}/data.json".`,
    },
  });

  const body = "## time,value\n2026-01-31T12:00:00Z,1.5\n2026-01-31T12:00:01Z,foobar\n";
  const answer = curl("text/csv", body, `${ADDRESS}/data`);
  assert.equal(
    answer,
    `[{"type":"info","message":"Received header fields ['time', 'value']"},{"type":"info","message":"Received #2 readings"}]`,
  );
  const wrongRow = await signals.next();
  assert.deepEqual(wrongRow, {
    topic: `${ADDRESS}/error.json`,
    signal: {
      ...conflict,
      description: `Error processing HTTP message "{"time":"2026-01-31T12:00:01.000000000Z","value":"foobar"}" from topic "${ADDRESS}/data.json".`,
    },
  });
  await service.settled();
  const stored = await rows("mqttkit_1_testdrive", "area_42_node_1_sensors");
  assert.deepEqual(
    stored.map(({ value }) => value),
    [1.5, 42.5],
  );
});

test("the page, the list and the report of health say the same errors in sentences of their own", {
  skip,
}, async () => {
  const sentence =
    'Field "value" of "area_42_node_1_sensors" holds numbers (float), but the message has texts (string): send numbers, or use another name';
  const { rejects } = await service.json<{ rejects: { id: number; code: string; message: string }[] }>("/rejects");
  const conflicts = rejects.filter(({ code }) => code === "type-conflict");
  assert.deepEqual([...new Set(conflicts.map(({ message }) => message))], [sentence]);
  const { signal } = await service.json<{ signal: string }>(`/rejects/${conflicts[0]?.id}`);
  assert.match(signal, /^400: \{"error":"field type conflict/);
  const { errors } = await service.json<{ errors: { sentence: string; signal: { message: string } }[] }>(
    "/read/errors",
  );
  const sentences = new Set(errors.map((error) => error.sentence));
  const notJson = "The message is not JSON, at line 1, column 11: a value is missing";
  assert.deepEqual(sentences, new Set([sentence, notJson]));
  const { channels } = await service.json<{ channels: { lastError?: { message: string } }[] }>("/health");
  const said = channels.flatMap(({ lastError }) => lastError?.message ?? []);
  assert.deepEqual([said.includes(sentence), said.some((text) => text.startsWith("400"))], [true, false]);
});

test("of 1,000 rows from 50 devices, a conflicting one is rejected, 999 are stored, and one signal is published on the right topic", {
  skip: onlyLong || skip,
}, async () => {
  const device = (index: number) => `acme/plant/hall-${index % 5}/press-${index}`;
  const started = Array.from({ length: 50 }, (_, index) => post(device(index), [{ time: 1, value: 0 }]));
  await Promise.all(started);
  await service.settled();
  const batches = Array.from({ length: 50 }, (_, index) =>
    post(
      device(index),
      Array.from({ length: 20 }, (_, row) => ({
        time: 1_700_000_000 + row,
        value: index === 17 && row === 11 ? "broken" : row,
      })),
    ),
  );
  assert.deepEqual(new Set(await Promise.all(batches)), new Set([200]));
  await service.settled();
  const counts = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const [, , gateway, node] = device(index).split("/");
      return (await rows("acme_plant", `${gateway}_${node}_sensors`.replaceAll("-", "_"))).length - 1;
    }),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    999,
  );
  assert.equal(counts[17], 19);
  const { topic, signal } = await signals.next();
  assert.equal(topic, `${device(17)}/error.json`);
  assert.match(signal.message, /^400: .*is type string, already exists as type float/);
  const { rejects } = await service.json<{ rejects: { address: string; code: string }[] }>("/rejects");
  assert.deepEqual(
    rejects.filter(({ address }) => address.startsWith("acme/")).map(({ address, code }) => [address, code]),
    [[`${device(17)}/data`, "type-conflict"]],
  );
});

test("devices posting through wide, direct and device addresses: rows equal to sends", { skip: onlyLong }, async () => {
  const forms = [
    (n: number) => `fleet/net/gw/n${n}`,
    (n: number) => `fleet/channel/net-gw-n${n}`,
    (n: number) => `fleet/device/d${n}`,
  ];
  const sends = Array.from({ length: 300 }, (_, index) => ({ form: index % 3, device: Math.floor(index / 6), index }));
  for (let at = 0; at < sends.length; at += 50) {
    const answers = sends
      .slice(at, at + 50)
      .map(({ form, device, index }) => post(forms[form]!(device), { value: index }));
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]));
  }
  await service.settled();
  for (let device = 0; device < 50; device++) {
    const expected = sends.filter((send) => send.device === device);
    const wide = await rows("fleet_net", `gw_n${device}_sensors`);
    const direct = await rows("fleet_devices", `default_d${device}_sensors`);
    const values = (found: readonly Record<string, unknown>[]) => found.map((row) => row["value"]).sort();
    const sent = (kinds: readonly number[]) =>
      expected
        .filter(({ form }) => kinds.includes(form))
        .map(({ index }) => index)
        .sort();
    assert.deepEqual(values(wide), sent([0, 1]));
    assert.deepEqual(values(direct), sent([2]));
  }
});

function publish(topic: string, payload: string): void {
  const args = ["-p", `${service.mqttPort}`, "-q", "1", "-t", topic, "-m", payload];
  assert.equal(spawnSync("mosquitto_pub", args).status, 0);
}

function curl(contentType: string, body: string, path: string): string {
  const args = ["-s", "-H", `Content-Type: ${contentType}`, "--data-binary", body, `${service.url}/api/${path}`];
  return spawnSync("curl", args, { encoding: "utf8" }).stdout;
}

async function post(address: string, body: object): Promise<number> {
  const response = await fetch(`${service.url}/api/${address}/data`, jsonPost(body));
  await response.text();
  return response.status;
}

async function rows(database: string, measurement: string): Promise<Record<string, unknown>[]> {
  const path = `/read/rows?limit=10000&database=${database}&measurement=${measurement}`;
  const response = await fetch(`${service.url}${path}`);
  if (response.status === 404) return [];
  return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
}

/** mosquitto_sub, one message a line. */
class Subscriber {
  readonly #child: ChildProcess;
  #output = "";
  #taken = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on("data", (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
  }

  static async open(filter: string): Promise<Subscriber> {
    const args = ["-p", `${service.mqttPort}`, "-q", "1", "-d", "-F", "%t %p", "-t", filter];
    const subscriber = new Subscriber(spawn("stdbuf", ["-oL", "mosquitto_sub", ...args]));
    await until(() => subscriber.#output.includes("SUBACK"));
    return subscriber;
  }

  async next(): Promise<{ topic: string; signal: Signal }> {
    const messages = () => this.#output.split("\n").filter((line) => /error\.json \{.*\}$/.test(line));
    await until(() => messages().length > this.#taken);
    const line = messages()[this.#taken++] ?? "";
    const at = line.indexOf(" ");
    return { topic: line.slice(0, at), signal: JSON.parse(line.slice(at + 1)) as Signal };
  }

  stop(): void {
    this.#child.kill();
  }
}
