/**
 * Many devices that post with three forms of address: `npm run campaigns -- devices [--devices 10000] [--posts 3]`. Starts the
 * service in a separate folder, posts over loopback, and compares the rows of every device with what it sent.
 */

import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { Lab } from "../../test/support/lab.ts";

const { values } = parseArgs({
  options: { devices: { type: "string", default: "10000" }, posts: { type: "string", default: "3" } },
});
const devices = Number(values.devices);
const posts = Number(values.posts);
const CONNECTIONS = 50;

const FORMS: readonly ((device: number) => string)[] = [
  (device) => `fleet/net/gw/n${device}`,
  (device) => `fleet/channel/net-gw-n${device}`,
  (device) => `fleet/device/d${device}`,
];

const lab = new Lab({ ini: "[lab]\nchannels =\n" });
try {
  const service = await lab.start();
  const began = performance.now();
  const answered = await postAll(service.url);
  const seconds = (performance.now() - began) / 1000;
  await service.settled();
  const drained = (performance.now() - began) / 1000;
  const residentMb = Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))?.[1]) / 1024,
  );
  await service.stop();
  const { rows, wrong } = await compare(join(lab.directory, "data/telemetry.duckdb"));
  console.log(
    `${devices} devices, ${answered} posts answered 200 in ${seconds.toFixed(1)} s (${Math.round(answered / seconds)}/s)`,
  );
  console.log(
    `stored after ${drained.toFixed(1)} s with ${residentMb} MB resident: ${rows} rows, ${wrong} devices whose rows differ from what they sent`,
  );
  process.exitCode = wrong === 0 && rows === answered ? 0 : 1;
} finally {
  await lab.remove();
}

async function postAll(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(url);
  let next = 0;
  let answered = 0;
  const worker = async () => {
    for (let index = next++; index < devices * posts; index = next++) {
      const device = Math.floor(index / posts);
      const form = FORMS[index % FORMS.length]!;
      if ((await post(agent, hostname, Number(port), form(device), index)) === 200) answered++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return answered;
}

function post(agent: Agent, host: string, port: number, address: string, value: number): Promise<number> {
  const body = JSON.stringify({ value });
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host, port, method: "POST", path: `/api/${address}/data`, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Wide and direct forms of a device are one measurement, the device form another. */
async function compare(path: string): Promise<{ rows: number; wrong: number }> {
  const expected = new Map<string, number[]>();
  for (let index = 0; index < devices * posts; index++) {
    const device = Math.floor(index / posts);
    const table =
      index % FORMS.length === 2 ? `fleet_devices.default_d${device}_sensors` : `fleet_net.gw_n${device}_sensors`;
    expected.set(table, [...(expected.get(table) ?? []), index]);
  }
  const database = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await database.connect();
  let rows = 0;
  let wrong = 0;
  for (const [table, sent] of expected) {
    const result = await connection.runAndReadAll(`SELECT "value" FROM ${table} ORDER BY "value"`);
    const stored = result.getRows().map(([value]) => Number(value));
    rows += stored.length;
    if (stored.join() !== sent.join()) wrong++;
  }
  connection.closeSync();
  database.closeSync();
  return { rows, wrong };
}
