/** Messages with an `Idempotency-Key`, sent again to any node, whatever happened to the first one. */

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ServiceProcess } from "../../support/lab.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const skip = requires("nats-server");
const folder = temporaryFolder();
let server: NatsServer;
const nodes = new Map<string, ServiceProcess>();

async function start(name: string, role: "all" | "ingest"): Promise<ServiceProcess> {
  const directory = join(folder, name);
  mkdirSync(directory, { recursive: true });
  const sections = `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n`;
  const cluster = `[cluster]\nurl = ${server.url}\nrole = ${role}\nmax_size = 64M\n`;
  writeFileSync(join(directory, "channels.ini"), sections + cluster);
  const node = new ServiceProcess(join(directory, "channels.ini"));
  nodes.set(name, node);
  await node.running();
  return node;
}

before(async () => {
  if (skip !== false) return;
  server = await startNats();
  await start("a", "all");
  await Promise.all(["b", "c"].map((name) => start(name, "ingest")));
});

after(async () => {
  for (const node of nodes.values()) await node.kill();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The status; undefined without a timely answer. */
async function post(name: string, device: string, value: number, key?: string, patienceMs = 60_000) {
  const headers = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) };
  const init = { method: "POST", headers, body: JSON.stringify({ value }), signal: AbortSignal.timeout(patienceMs) };
  const answer = await fetch(`${nodes.get(name)!.url}/api/r/n/g/${device}/data`, init).catch(() => undefined);
  await answer?.text();
  return answer?.status;
}

/** Everything acknowledged is stored once the last message is, because a device's messages keep their order. */
async function stored(device: string): Promise<number[]> {
  for (const name of nodes.keys()) assert.equal(await post(name, device, -1, `last of ${name}`), 200);
  const values = async () => {
    const query = `database=r_n&measurement=g_${device}_sensors&format=ndjson`;
    const answer = await fetch(`${nodes.get("a")!.url}/read/export?${query}`);
    const lines = answer.ok ? (await answer.text()).trim().split("\n").filter(Boolean) : [];
    return lines.map((line) => (JSON.parse(line) as { value: number }).value);
  };
  await until(async () => (await values()).filter((value) => value === -1).length === nodes.size);
  return (await values()).filter((value) => value !== -1);
}

test("a message sent again to any node, later or at once, is stored once", { skip }, async () => {
  for (const name of ["a", "b", "c", "b"]) assert.equal(await post(name, "again", 1, "k1"), 200);
  const names = Array.from({ length: 30 }, (_, index) => "abc"[index % 3]!);
  const statuses = await Promise.all(names.map((name) => post(name, "again", 2, "k2")));
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.deepEqual(await stored("again"), [1, 2]);
});

test("a different body, a different key, or no key makes another message", { skip }, async () => {
  for (const [value, key] of [[1, "k"], [2, "k"], [2, "l"], [2], [2]] as const) await post("b", "other", value, key);
  assert.deepEqual(await stored("other"), [1, 2, 2, 2, 2]);
});

test("a message whose node was killed is stored once after it is sent again there and elsewhere", {
  skip,
}, async () => {
  const unanswered = Array.from({ length: 20 }, (_, value) => post("c", "killed", value, `k${value}`));
  await Promise.race(unanswered);
  await nodes.get("c")!.kill();
  await Promise.all(unanswered);
  for (let value = 0; value < 20; value++) assert.equal(await post("b", "killed", value, `k${value}`), 200);
  await start("c", "ingest");
  for (let value = 0; value < 20; value++) assert.equal(await post("c", "killed", value, `k${value}`), 200);
  assert.deepEqual(
    (await stored("killed")).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, value) => value),
  );
});

test("a message that was not answered while no server was available is stored once", { skip }, async () => {
  assert.equal(await post("b", "waited", 0, "k0"), 200);
  await server.halt();
  assert.equal(await post("b", "waited", 1, "k1", 300), undefined);
  await server.resume();
  assert.equal(await post("a", "waited", 1, "k1"), 200);
  assert.equal(await post("b", "waited", 1, "k1"), 200);
  assert.deepEqual(await stored("waited"), [0, 1]);
});
