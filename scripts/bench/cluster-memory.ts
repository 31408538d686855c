/**
 * Memory per device in a cluster: one node receives, another stores in InfluxDB. Each device has three fields and sends two readings.
 * A few devices send as many readings before, so that buffers that grow with the messages are not counted for the devices. `--gc-global`
 * makes V8 collect everything, so that only live memory counts.
 * `node --import tsx scripts/bench/cluster-memory.ts [DEVICES] [nats-server]`, after `npm run build`.
 */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startInfluxd } from "../../test/support/influxd.ts";
import { Lab, type ServiceProcess } from "../../test/support/lab.ts";
import { startNats } from "../../test/support/nats.ts";
import { storedRows } from "./service.ts";

const BEFORE = 2000;
/** A store keeps at most 50,000 measurements of a database in memory. */
const DEVICES = Number(process.argv[2] ?? 50_000 - BEFORE);
const AT_ONCE = 256;
const NODE_OPTIONS = ["--gc-global"];

function anonymousBytes({ pid }: ServiceProcess): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Anonymous: +(\d+) kB/m.exec(text)?.[1]) * 1024;
}

async function post({ url }: ServiceProcess, device: number): Promise<void> {
  const body = JSON.stringify({ temperature: 20 + (device % 10), humidity: 60, battery: 3.7 });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  const answer = await fetch(`${url}/api/r/net/gateway-${device >> 8}/node-${device}/data`, init);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

const [server, influxd] = [await startNats(process.argv[3]), await startInfluxd()];
const labs = ["ingest", "store"].map((role) => {
  const store = `[store]\nurl = ${influxd.url.replace("http", "influxdb+v1")}\n`;
  const cluster = `[cluster]\nurl = ${server.url}\nrole = ${role}\nmax_size = 256M\n`;
  return new Lab({ ini: `[lab]\nchannels =\n${store}${cluster}`, headers: {} });
});
const nodes = await Promise.all(labs.map((lab) => lab.start({}, NODE_OPTIONS)));
const [ingest, store] = nodes as [ServiceProcess, ServiceProcess];

/** Memory of both nodes once nothing waits: the minimum over some seconds. */
async function memoryWith(devices: number, from: number, rounds: number): Promise<readonly number[]> {
  const before = await storedRows(store);
  for (let round = 1; round <= rounds; round++) {
    let next = from;
    const sender = async () => {
      while (next < devices) await post(ingest, next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    while ((await storedRows(store)) < before + round * (devices - from)) await sleep(200);
  }
  console.log(`${devices - from} devices have sent ${rounds} times`);
  const seen: (readonly number[])[] = [];
  for (let second = 0; second < 5; second++) {
    // The queries create garbage, which triggers a collection.
    for (let times = 0; times < 200; times++) await Promise.all(nodes.map((node) => storedRows(node)));
    seen.push(nodes.map(anonymousBytes));
    await sleep(1000);
  }
  return nodes.map((_, index) => Math.min(...seen.map((one) => one[index]!)));
}

try {
  const few = await memoryWith(BEFORE, 0, Math.ceil((2 * DEVICES) / BEFORE));
  const many = await memoryWith(BEFORE + DEVICES, BEFORE, 2);
  const each = many.map((bytes, index) => (bytes - few[index]!) / DEVICES);
  console.log(`${DEVICES} devices: ingest ${each[0]!.toFixed(0)} bytes each, store ${each[1]!.toFixed(0)} bytes each`);
  const mega = (bytes: readonly number[]) => bytes.map((one) => `${(one / 2 ** 20).toFixed(0)} MB`).join(", ");
  console.log(`${BEFORE}: ${mega(few)}; ${BEFORE + DEVICES}: ${mega(many)}`);
} finally {
  for (const lab of labs) await lab.remove();
  await Promise.all([server.stop(), influxd.stop()]);
}
