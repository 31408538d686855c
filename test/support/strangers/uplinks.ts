/**
 * Posts the examples of public decoders as uplinks, and compares every stored value with the example's: those of The Things
 * Network's `lorawan-devices` (`*codec*.yaml`, read by Python), ChirpStack's device profiles (`test_decode*.json`) and
 * Actility's catalogue (`examples.json`). None is kept here.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Lab } from "../lab.ts";

type Payload = Readonly<Record<string, unknown>>;
interface Example {
  readonly from: string;
  readonly payload: Payload;
}
export interface UplinkVerdict {
  readonly from: string;
  readonly verdict: "right" | "refused" | "wrong";
  /** What is stored or answered instead. */
  readonly problem?: string;
}

const RECEIVED = "2026-11-21T02:03:11.500000000Z";
const READ_YAML = "import sys, json, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)";

/** The examples in these folders. */
export function uplinksIn(folders: readonly string[]): Example[] {
  return folders.flatMap((folder) => filesIn(folder).flatMap(examplesIn));
}

/** Starts a service, posts all, and stops it. Verdicts are in the order of the examples. */
export async function checkUplinks(examples: readonly Example[]): Promise<UplinkVerdict[]> {
  const lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
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
      if (!response.ok) refusals.set(index, text.trim());
    }
    await service.settled();
    const verdicts: UplinkVerdict[] = [];
    for (const [index, { from, payload }] of examples.entries()) {
      const reason = refusals.get(index);
      const query = new URLSearchParams({ database: "lora_net", measurement: `gw_n${index}_sensors`, limit: "10" });
      const { rows } =
        reason === undefined ? await service.json<{ rows: Payload[] }>(`/read/rows?${query}`) : { rows: [] };
      const problem = reason ?? problemOf(rows, payload, `d-${index}`);
      const verdict = reason !== undefined ? "refused" : problem === undefined ? "right" : "wrong";
      verdicts.push({ from, verdict, ...(problem !== undefined && { problem }) });
    }
    return verdicts;
  } finally {
    await lab.remove();
  }
}

/** What of a stored row is not the example's. */
function problemOf(rows: readonly Payload[], payload: Payload, device: string): string | undefined {
  const [row, ...more] = rows;
  if (row === undefined || more.length > 0) return `${rows.length} rows`;
  if (row["time"] !== RECEIVED) return `stored at ${String(row["time"])}`;
  if (row["device_id"] !== device || row["counter"] !== 7) return "the network's columns are not its own";
  for (const [name, value] of leavesOf(payload)) {
    const stored = Object.hasOwn(row, `payload.${name}`) ? row[`payload.${name}`] : row[name];
    if (!isSame(value, stored)) return `'${name}' is ${JSON.stringify(stored)}, not ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** Members of inner objects are columns of their own. */
function leavesOf(payload: Payload, prefix = ""): [string, unknown][] {
  return Object.entries(payload).flatMap(([name, value]): [string, unknown][] => {
    const isInner = typeof value === "object" && value !== null && !Array.isArray(value);
    return isInner ? leavesOf(value as Payload, `${prefix}${name}.`) : [[`${prefix}${name}`, value]];
  });
}

/** What is in an array is not compared. */
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
