/**
 * Sends `kill -9`, or SIGTERM, at any time while all is on: users, a store and a second one in InfluxDB, limits with alarms, commands,
 * LoRaWAN, published rows, Home Assistant, webhooks, retention. Devices post with keys, publish at QoS 1 and
 * send datagrams. Then every answered message must be stored once, and what users set must apply.
 * `npm run campaigns -- kills [TIMES [SEED [duckdb|parquet|postgres]]]`, 50 times by default. Needs `influxd` and the output of `npm run build`.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { makeToken } from "../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../runtime/auth/users-file.ts";
import { startInfluxd } from "../../test/support/influxd.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../../test/support/lab.ts";
import { freePort } from "../../test/support/ports.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { until } from "../../test/support/until.ts";

const times = Number(process.argv[2] ?? 50);
let seed = Number(process.argv[3] ?? 1);
const store = process.argv[4] ?? "duckdb";
/** Between two kills, ms. */
const LIVES_MS = { least: 100, more: 2500 };
const REALMS = ["acme", "beta", "gamma", "delta"] as const;
/** Of devices and boards. */
const LORA = "lora";
const HEADER = `#pragma pack(push, 1)
struct struct_probe { uint8_t length; uint8_t ID; uint32_t n; } probe = {6, 7};
struct struct_ack { uint8_t length; uint8_t ID; uint8_t seq; uint8_t result; } ack = {4, 2};
// @command: ack=struct_ack timeout=1s ok="result == 0"
struct struct_set_point { uint8_t length; uint8_t ID; uint8_t seq; int16_t target; } set_point = {5, 16};
#pragma pack(pop)
`;

function random(): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
}

const influx = await startInfluxd();
const postgres = store === "postgres" ? await startPostgres() : undefined;
const webhook = createServer((request, response) => {
  request.resume();
  response.statusCode = random() < 0.3 ? 500 : 204;
  response.end();
});
await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
const [http, mqtt] = [await freePort(), await freePort()];
const lab = new Lab({
  ini: `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
abi = x86-64
[http]
listen = 127.0.0.1:${http}
[mqtt]
listen = 127.0.0.1:${mqtt}
[store]
${store === "duckdb" ? "keep = 90d, 1m:2y" : `url = ${store === "parquet" ? "parquet:history" : postgres?.url()}`}
[store-beta]
url = ${influx.url.replace("http:", "influxdb:")}
databases = beta_*
[auth]
users_file = users.json
[publish]
mqtt = json
home_assistant = on
[webhook-desk]
url = http://127.0.0.1:${(webhook.address() as AddressInfo).port}/
send = alarms, events
[realm-acme]
[realm-beta]
[realm-gamma]
[realm-delta]
[realm-${LORA}]
binary = lab-rig
`,
  headers: { "rig.h": HEADER },
});
const generated = lab.generate();
if (generated.status !== 0) throw new Error(generated.output);

const tokens = { dev: "", root: "" };
const users: UserEntry[] = [];
for (const name of ["dev", "root"] as const) {
  const { text, entry } = await makeToken(new Date(0));
  tokens[name] = text;
  const write = name === "dev" ? [...REALMS, LORA] : [];
  users.push({ name, read: write, write, command: ["lab/rig"], admin: name === "root", tokens: [entry] });
}
writeUsersFile(join(lab.directory, "users.json"), users);
const as = (name: keyof typeof tokens) => ({ Authorization: `Bearer ${tokens[name]}` });

const answered = {
  post: new Set<string>(),
  publish: new Set<string>(),
  uplink: new Set<string>(),
  /** The highest that may apply, by realm. */
  limit: new Map<string, number>(),
};
const counts = { posts: 0, publications: 0, datagrams: 0, commands: 0 };
let isOver = false;
const url = `http://127.0.0.1:${http}`;

/** Sends again, with its key, what got no answer. */
async function post(sender: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const realm = REALMS[n % REALMS.length]!;
    const headers = { ...as("dev"), "Content-Type": "application/json", "Idempotency-Key": `${sender}/${n}` };
    const text = n % 2 === 0 ? "acknowledged" : "sent";
    const body = JSON.stringify({ n, text, level: (n % 7) * 10, odd: n % 50 === 49 ? "x" : 1 });
    for (let isKept = false; !isKept && !isOver; ) {
      const init = { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(`${url}/api/${realm}/one/gw/p${sender}/data`, init).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      isKept = answer?.status === 200;
      if (isKept) answered.post.add(`${realm}/${sender}/${n}`);
      else await sleep(50);
    }
    counts.posts++;
  }
}

/** Its rows have times of their own, so a repeated publication is the same row. */
async function publish(): Promise<void> {
  let client: MqttClient | undefined;
  for (let n = 0; !isOver; n++) {
    const realm = REALMS[n % REALMS.length]!;
    const time = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
    for (let isKept = false; !isKept && !isOver; ) {
      try {
        client ??= await connectAsync(`mqtt://127.0.0.1:${mqtt}`, {
          ...{ reconnectPeriod: 0, connectTimeout: 2000, username: "dev", password: tokens.dev },
        });
        const sent = client.publishAsync(`${realm}/one/gw/m/data.json`, JSON.stringify({ time, n }), { qos: 1 });
        await Promise.race([sent, sleep(3000).then(() => Promise.reject(new Error("no PUBACK")))]);
        isKept = true;
        answered.publish.add(`${realm}/${n}`);
      } catch {
        client?.end(true);
        client = undefined;
        await sleep(100);
      }
    }
    counts.publications++;
  }
  client?.end(true);
}

let service: ServiceProcess = await lab.start();

async function send(): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const bytes = Buffer.from([6, 7, 0, 0, 0, 0]);
    bytes.writeUInt32LE(n, 2);
    const port = service.udpPort("rig");
    if (port > 0) await sendDatagrams(port, [bytes]).catch(() => {});
    counts.datagrams++;
    await sleep(10);
  }
}

/** Uplinks of a node whose channel decodes them. */
async function uplink(): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const frame = Buffer.from([6, 7, 0, 0, 0, 0]);
    frame.writeUInt32LE(n, 2);
    const body = JSON.stringify({
      end_device_ids: { device_id: "node", application_ids: { application_id: "app" } },
      uplink_message: { f_port: 15, f_cnt: n, frm_payload: frame.toString("base64"), rx_metadata: [], settings: {} },
    });
    const headers = { ...as("dev"), "Content-Type": "application/json", "Idempotency-Key": `up/${n}` };
    for (let isKept = false; !isKept && !isOver; ) {
      const init = { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(`${url}/api/${LORA}/one/gw/node/data`, init).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      isKept = answer?.status === 200;
      if (isKept) answered.uplink.add(String(n));
      else await sleep(50);
    }
    await sleep(20);
  }
}

/** Limits that must apply after their answer, mutes, and commands to whoever sent datagrams. */
async function operate(): Promise<void> {
  for (let n = 1; !isOver; n++) {
    const realm = REALMS[n % REALMS.length]!;
    const place = { database: `${realm}_one`, measurement: "gw_p0_sensors", column: "level" };
    const ask = async (method: string, path: string, body: object) => {
      const headers = { ...as("root"), "Content-Type": "application/json" };
      const init = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(url + path, init).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      return answer?.status;
    };
    const max = n % 60;
    const before = answered.limit.get(realm);
    // Without an answer, one of both applies.
    if (before !== undefined) answered.limit.set(realm, Math.max(before, max));
    if ((await ask("PUT", "/alarms/limits", { ...place, limits: { alarm: { max } } })) === 204)
      answered.limit.set(realm, max);
    await ask("POST", "/alarms/mute", { ...place, minutes: n % 3 });
    const order = { command: "set_point", fields: { target: n % 100 }, to: "127.0.0.1" };
    if (((await ask("POST", "/api/lab/rig/command", order)) ?? 500) < 300) counts.commands++;
    await sleep(100);
  }
}

const senders = [post(0), post(1), publish(), send(), uplink(), operate()];
const problems: string[] = [];
for (let kill = 1; kill <= times; kill++) {
  await sleep(LIVES_MS.least + random() ** 2 * LIVES_MS.more);
  if (random() < 0.3) {
    const status = await service.stop();
    if (status !== 0) problems.push(`SIGTERM: ended with ${status}`);
  } else await service.kill();
  if (/damaged|are lost/.test(service.output))
    problems.push(`untrue: ${/^.*(?:damaged|are lost).*$/m.exec(service.output)?.[0]}`);
  service = await lab.start();
  if (kill % 10 === 0)
    console.log(`… killed ${kill} times: ${answered.post.size} posts, ${answered.publish.size} publications`);
}
isOver = true;
await Promise.all(senders);

async function asked<T>(path: string): Promise<T> {
  return (await (await fetch(url + path, { headers: as("root") })).json()) as T;
}

await until(async () => {
  const { parts } = await asked<{ parts: Record<string, { counts?: { waiting?: number } }> }>("/health");
  return Object.entries(parts).every(([name, { counts: of }]) => !name.startsWith("writer") || of?.waiting === 0);
}, "everything is stored");

async function numbers(database: string, measurement: string): Promise<number[]> {
  const answer = await fetch(`${url}/read/export?database=${database}&measurement=${measurement}&column=n&format=csv`, {
    headers: as("root"),
  });
  if (answer.status === 404) return [];
  const lines = (await answer.text()).trim().split("\n").slice(1);
  return lines.map((line) => Number(line.split(",")[1]));
}

async function compare(kind: string, place: readonly [string, string], expected: readonly number[]): Promise<void> {
  const found = await numbers(...place);
  const there = new Set(found);
  const lost = expected.filter((n) => !there.has(n));
  if (lost.length > 0) problems.push(`lost: ${lost.length} ${kind} of ${place.join("/")}, the first ${lost[0]}`);
  if (there.size < found.length) problems.push(`doubled: ${found.length - there.size} ${kind} of ${place.join("/")}`);
}

/** Rows with a value of another type are dead letters. */
const isStored = (n: number): boolean => n % 50 !== 49;
for (const realm of REALMS) {
  for (const sender of [0, 1]) {
    const of = `${realm}/${sender}/`;
    const sent = [...answered.post].filter((key) => key.startsWith(of)).map((key) => Number(key.slice(of.length)));
    await compare("posts", [`${realm}_one`, `gw_p${sender}_sensors`], sent.filter(isStored));
  }
  const sent = [...answered.publish].filter((key) => key.startsWith(`${realm}/`));
  await compare(
    "publications",
    [`${realm}_one`, "gw_m_sensors"],
    sent.map((key) => Number(key.slice(realm.length + 1))),
  );
}
await compare("uplinks", [`${LORA}_one`, "gw_node_sensors"], Array.from(answered.uplink, Number));
if (answered.limit.size === 0) problems.push("limit: none was taken");
for (const [realm, max] of answered.limit) {
  const headers = { ...as("dev"), "Content-Type": "application/json" };
  for (const level of [max, max + 1])
    await fetch(`${url}/api/${realm}/one/gw/p0/data`, { method: "POST", headers, body: JSON.stringify({ level }) });
  const { active } = await asked<{ active: { database: string; column: string; value: number }[] }>("/alarms");
  const isThere = active.some(({ database, column }) => database === `${realm}_one` && column === "level");
  if (!isThere) problems.push(`limit: ${max} of ${realm} does not apply`);
}
const frames = await numbers("lab_rig", "07_probe");
if (new Set(frames).size < frames.length) problems.push(`doubled: ${frames.length - new Set(frames).size} datagrams`);
const end = await service.stop();
if (end !== 0) problems.push(`ended with ${end}`);
await lab.remove();
await influx.stop();
await postgres?.remove();
webhook.close();
for (const problem of problems) console.log(problem);
console.log(
  `killed ${times} times: ${answered.post.size} posts, ${answered.publish.size} publications and ${answered.uplink.size} uplinks were answered, ${counts.commands} commands and ${answered.limit.size} limits taken, ${frames.length} of ${counts.datagrams} datagrams stored; ${problems.length} problems`,
);
if (problems.length > 0) process.exitCode = 1;
process.exit();
