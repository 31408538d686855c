/**
 * Posts the examples of public decoders as uplinks to a service, and compares every stored value with the example's. Prints how many are
 * right, refused and wrong. Takes folders with examples of The Things Network's `lorawan-devices` (`*codec*.yaml`, read by Python),
 * ChirpStack's device profiles (`test_decode*.json`) or Actility's catalogue (`examples.json`); none is kept here.
 * `npm run campaigns -- devices-lorawan FOLDER…`
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Lab } from "../../test/support/lab.ts";

type Payload = Readonly<Record<string, unknown>>;
interface Example {
  readonly from: string;
  readonly payload: Payload;
}

const RECEIVED = "2026-11-21T02:03:11.500000000Z";
const READ_YAML = "import sys, json, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)";

const examples = process.argv.slice(2).flatMap((folder) => filesIn(folder).flatMap(examplesIn));
if (examples.length === 0) {
  console.error("devices-lorawan: name a folder with examples");
  process.exit(2);
}
const lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
const counts = { right: 0, refused: 0, wrong: 0 };
try {
  const service = await lab.start();
  const refusals = new Map<number, string>();
  for (const [index, { payload }] of examples.entries()) {
    const body = {
      end_device_ids: { device_id: `d-${index}` },
      received_at: RECEIVED,
      uplink_message: { f_cnt: 7, decoded_payload: payload },
    };
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/lora/net/gw/n${index}/data`, init);
    const text = await response.text();
    if (!response.ok) refusals.set(index, text);
  }
  await service.settled();
  for (const [index, example] of examples.entries()) {
    const query = new URLSearchParams({ database: "lora_net", measurement: `gw_n${index}_sensors`, limit: "10" });
    const { rows = [] } = refusals.has(index) ? {} : await service.json<{ rows: Payload[] }>(`/read/rows?${query}`);
    const reason = refusals.get(index);
    const problem = reason === undefined ? problemOf(rows, example.payload, `d-${index}`) : undefined;
    if (reason !== undefined) counts.refused++;
    else counts[problem === undefined ? "right" : "wrong"]++;
    if (reason !== undefined || problem !== undefined) console.log(`${example.from}: ${reason ?? problem}`);
  }
} finally {
  await lab.remove();
}
console.log(`${examples.length} uplinks: ${counts.right} right, ${counts.refused} refused, ${counts.wrong} wrong`);
process.exitCode = counts.wrong === 0 ? 0 : 1;

/** What of a stored row is not the example's. */
function problemOf(rows: readonly Payload[], payload: Payload, device: string): string | undefined {
  const [row, ...more] = rows;
  if (row === undefined || more.length > 0) return `${rows.length} rows`;
  if (row["time"] !== RECEIVED) return `stored at ${String(row["time"])}`;
  if (row["device_id"] !== device || row["counter"] !== 7) return "the network's columns are not its own";
  for (const [name, value] of Object.entries(payload)) {
    const stored = Object.hasOwn(row, `payload.${name}`) ? row[`payload.${name}`] : row[name];
    if (!isSame(value, stored)) return `'${name}' is ${JSON.stringify(stored)}, not ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** Only members without inner ones: those have several columns. */
function isSame(value: unknown, stored: unknown): boolean {
  if (value === null || value === "" || typeof value === "object") return true;
  if (typeof value === "boolean") return stored === Number(value);
  if (typeof value === "number") return stored === value;
  return stored === value || (typeof stored === "number" && Number(String(value).replace(",", ".")) === stored);
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /codec.*\.ya?ml$|test_decode.*\.json$|(?:^|[/\\])examples\.json$/.test(name))
    .map((name) => join(folder, name));
}

function examplesIn(path: string): Example[] {
  const read = path.endsWith("json") ? jsonIn(path) : yamlIn(path);
  const { uplinkDecoder } = read as { uplinkDecoder?: { examples?: unknown } };
  const list = Array.isArray(read) ? read : (uplinkDecoder?.examples ?? []);
  const from = `${basename(join(path, "..", ".."))}/${basename(path)}`;
  return (list as { output?: { data?: unknown }; expected?: { data?: unknown } }[]).flatMap(({ output, expected }) => {
    const payload = output?.data ?? expected?.data;
    const hasValues = typeof payload === "object" && payload !== null && Object.keys(payload).length > 0;
    return hasValues && !Array.isArray(payload) ? [{ from, payload: payload as Payload }] : [];
  });
}

/** Some of these files have comments and hexadecimal numbers, and are left out. */
function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    console.log(`${path} is left out: ${(error as Error).message}`);
    return [];
  }
}

function yamlIn(path: string): unknown {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", READ_YAML], {
    input: readFileSync(path),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${path} cannot be read: ${stderr.trim().split("\n").at(-1)}`);
  return JSON.parse(stdout);
}
