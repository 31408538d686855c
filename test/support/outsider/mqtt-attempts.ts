/** Strangers and tenants at the embedded MQTT broker. */

import { connect } from "node:net";
import { type IClientOptions, MqttClient } from "mqtt";
import type { Attempt } from "./attempt.ts";
import { HERS, type Name, PASSWORDS, post, type Target } from "./target.ts";

const NOT_AUTHORIZED = 0x87;

const DENIED_LOGIN = /^refused: .*(Bad username or password|Not authorized)/;
const DENIED_FILTER = /^SUBACK 128$/;
const DENIED_PUBLISH = /^disconnected; nobody saw it$/;

export const MQTT_ATTEMPTS: readonly Attempt[] = [
  login("no user name", {}),
  login("a wrong password", { username: "ida", password: "guess" }),
  login("an unknown user", { username: "mallory", password: "guess" }),
  login("a password without a name", { username: "", password: PASSWORDS.ida }),
  subscription("`#`", "#"),
  subscription("`+/+/+/+/data.json`", "+/+/+/+/data.json"),
  subscription("another's realm", "mqttkit-1/#"),
  subscription("one device of another's", `${HERS}/data.json`),
  subscription("errors of another's realm", "mqttkit-1/testdrive/area-42/node-1/error.json"),
  subscription("errors of a UDP channel", "lab/rig/error.json"),
  subscription("`$SYS/#`", "$SYS/#"),
  subscription("`$share/x/#`", "$share/x/#"),
  publication("data into another's realm", `${HERS}/data.json`),
  publication("data into another's database by a like realm", "mqttkit/1-testdrive/area-42/node-1/data.json"),
  publication("a false error signal of another's device", `${HERS}/error.json`),
  publication("a false error signal of the own realm", "evil/n/g/d/error.json"),
  publication("into `$SYS`", "$SYS/broker/uptime"),
  ...["#", "mqttkit-1/#", "$SYS/#", "$share/x/#", "$share/x/mqttkit-1/#"].map(subscriptionOf5),
  ...[`${HERS}/data.json`, `${HERS}/error.json`, "evil/n/g/d/error.json", "$SYS/broker/uptime"].map(publicationOf5),
  {
    protocol: "MQTT",
    name: "a last will for another's realm",
    expected: /^nobody saw it$/,
    async run(target) {
      const will = { topic: `${HERS}/data.json`, payload: Buffer.from('{"evil": 1}'), qos: 0, retain: true } as const;
      return watched(target, async () => {
        const client = await join(target, "eve", { will });
        // Without a DISCONNECT the broker publishes the will. [MQTT-3.1.2-8]
        client.stream.destroy();
        await client.endAsync(true);
      });
    },
  },
  {
    protocol: "MQTT",
    name: "the client identifier of another's connected client",
    expected: /^both are connected$/,
    async run(target) {
      const ida = await join(target, "ida", { clientId: "same" });
      let lost = false;
      ida.on("close", () => {
        lost = true;
      });
      const eve = await join(target, "eve", { clientId: "same" });
      await ida.publishAsync(`${HERS}/data.json`, '{"a": 1}', { qos: 1 });
      const outcome = lost ? "ida was disconnected" : "both are connected";
      await Promise.all([ida.endAsync(true), eve.endAsync(true)]);
      return outcome;
    },
  },
  {
    protocol: "MQTT",
    name: "the session that another's client left behind",
    expected: /^nothing was in it$/,
    async run(target) {
      const ida = await join(target, "ida", { clientId: "away", clean: false });
      await ida.subscribeAsync(`${HERS}/#`, { qos: 1 });
      await ida.endAsync(true);
      const sender = await join(target, "ida", {});
      await sender.publishAsync(`${HERS}/note`, "for ida", { qos: 1 });
      const eve = client(target, { ...as("eve"), clientId: "away", clean: false });
      const seen: string[] = [];
      eve.on("message", (topic) => seen.push(topic));
      await connected(eve);
      await eve.publishAsync("evil/n/g/d/note", "round trip", { qos: 1 });
      await Promise.all([sender.endAsync(true), eve.endAsync(true)]);
      return seen.length === 0 ? "nothing was in it" : `it held ${seen.join(", ")}`;
    },
  },
  {
    protocol: "MQTT",
    name: "a packet of 200 MB announced",
    expected: /^disconnected$/,
    async run(target) {
      const eve = await join(target, "eve", {});
      const closed = new Promise<string>((resolve) => eve.once("close", () => resolve("disconnected")));
      // PUBLISH with a remaining length of 200 MB. [MQTT 3.1.1, 2.2.3]
      eve.stream.write(Buffer.from([0x30, 0x80, 0x84, 0xaf, 0x5f]));
      const outcome = await Promise.race([closed, later("still connected")]);
      await eve.endAsync(true);
      return outcome;
    },
  },
];

function login(name: string, options: IClientOptions): Attempt {
  return {
    protocol: "MQTT",
    name,
    expected: DENIED_LOGIN,
    async run(target) {
      const one = client(target, options);
      const outcome = await connected(one).then(
        () => "connected",
        (error: Error) => `refused: ${error.message}`,
      );
      await one.endAsync(true);
      return outcome;
    },
  };
}

function subscription(name: string, filter: string): Attempt {
  return {
    protocol: "MQTT",
    name: `subscription to ${name}`,
    expected: DENIED_FILTER,
    async run(target) {
      const eve = await join(target, "eve", {});
      const seen: string[] = [];
      eve.on("message", (topic) => seen.push(topic));
      const granted = await eve.subscribeAsync(filter, { qos: 1 }).then(
        (grants) => `SUBACK ${grants[0]?.qos}`,
        // The client's word for return code 128. [MQTT 3.1.1, 3.9.3]
        (error: Error) => (/128|Unspecified|Subscribe error/.test(error.message) ? "SUBACK 128" : error.message),
      );
      await post(target, HERS, '{"a": 1}', "ida");
      await eve.publishAsync("evil/n/g/d/note", "round trip", { qos: 1 }).catch(() => {});
      await eve.endAsync(true);
      return seen.length === 0 ? granted : `${granted}, and saw ${seen.join(", ")}`;
    },
  };
}

function publication(name: string, topic: string): Attempt {
  return {
    protocol: "MQTT",
    name,
    expected: DENIED_PUBLISH,
    async run(target) {
      let outcome = "";
      const seen = await watched(target, async () => {
        const eve = await join(target, "eve", {});
        const closed = new Promise<string>((resolve) => eve.once("close", () => resolve("disconnected")));
        const published = eve.publishAsync(topic, '{"evil": 1}', { qos: 1 }).then(() => "PUBACK");
        outcome = await Promise.race([closed, published.catch(() => closed), later("no answer")]);
        await eve.endAsync(true);
      });
      return `${outcome}; ${seen}`;
    },
  };
}

function subscriptionOf5(filter: string): Attempt {
  return {
    protocol: "MQTT 5",
    name: `subscription to \`${filter}\``,
    expected: /^SUBACK 135$/,
    async run(target) {
      const eve = await join(target, "eve", { protocolVersion: 5 });
      const seen: string[] = [];
      eve.on("message", (topic) => seen.push(topic));
      const codes: number[] = [];
      eve.on("packetreceive", (packet) => packet.cmd === "suback" && codes.push(...(packet.granted as number[])));
      await eve.subscribeAsync(filter, { qos: 1 }).catch(() => {});
      await post(target, HERS, '{"a": 1}', "ida");
      await eve.publishAsync("evil/n/g/d/note", "round trip", { qos: 1 }).catch(() => {});
      await eve.endAsync(true);
      return seen.length === 0 ? `SUBACK ${codes.join()}` : `saw ${seen.join(", ")}`;
    },
  };
}

/** Also by a topic alias: the permission of the aliased topic is checked at each message. */
function publicationOf5(topic: string): Attempt {
  return {
    protocol: "MQTT 5",
    name: `publication on \`${topic}\``,
    expected: new RegExp(`^refused with ${NOT_AUTHORIZED},${NOT_AUTHORIZED}; nobody saw it$`),
    async run(target) {
      const codes: number[] = [];
      const seen = await watched(target, async () => {
        const eve = await join(target, "eve", { protocolVersion: 5 });
        for (const named of [topic, ""]) {
          const options = { qos: 1, properties: { topicAlias: 1 } } as const;
          await eve
            .publishAsync(named, '{"evil": 1}', options)
            .catch((error: { code: number }) => codes.push(error.code));
        }
        await eve.endAsync(true);
      });
      return `refused with ${codes.join()}; ${seen}`;
    },
  };
}

/** Checks that the administrator, who may read everything, received nothing from eve in the meantime. */
async function watched(target: Target, work: () => Promise<void>): Promise<string> {
  const root = await join(target, "root", {});
  const seen: string[] = [];
  root.on("message", (topic, payload) => {
    // The service's own signal says that access was denied. It is no message from eve.
    if (payload.includes('"evil"') && !payload.includes("denied")) seen.push(topic);
  });
  await root.subscribeAsync(["#", "$SYS/broker/uptime"], { qos: 1 });
  await work();
  await root.publishAsync("root/n/g/d/note", "round trip", { qos: 1 });
  await root.endAsync(true);
  return seen.length === 0 ? "nobody saw it" : `seen on ${seen.join(", ")}`;
}

function as(name: Name): IClientOptions {
  return { username: name, password: PASSWORDS[name] };
}

export async function join(target: Target, name: Name, options: IClientOptions): Promise<MqttClient> {
  const one = client(target, { ...as(name), ...options });
  await connected(one);
  return one;
}

function client({ service, localAddress }: Target, options: IClientOptions): MqttClient {
  const open = () => connect({ port: service.mqttPort, host: "127.0.0.1", localAddress: localAddress() });
  const one = new MqttClient(open, { reconnectPeriod: 0, connectTimeout: 60_000, ...options });
  one.on("error", () => {});
  return one;
}

function connected(one: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    one.once("connect", () => resolve());
    one.once("error", reject);
    one.once("close", () => reject(new Error("closed")));
  });
}

function later(outcome: string): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(outcome), 60_000).unref());
}
