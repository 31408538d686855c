/** Frames of a CAN bus with cantools' values, and services that receive them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { channelBytes } from "../../runtime/frames/can/can-frame.ts";
import type { Lab, ServiceProcess } from "./lab.ts";
import { CAN_PROGRAM, run } from "./peers.ts";
import { until } from "./until.ts";

export const BUS = fileURLToPath(new URL("../oracle/definitions/bus.dbc", import.meta.url));

export interface Sent {
  readonly us: number;
  readonly id: number;
  readonly data: string;
  readonly measurement: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Frames with cantools' values. */
export function sentFrames(count: number): Sent[] {
  const program = `
import json, math, random, sys, cantools
random.seed(3)
db = cantools.database.load_file(sys.argv[1], strict=False)
at = 1_760_000_000_000_000
messages = [m for m in db.messages if m.length > 0 and m.name not in ("Floats", "Nested", "Top")]
while at < 1_760_000_000_000_000 + ${count} * 10_000:
    m = random.choice(messages)
    data = random.randbytes(m.length)
    if m.name == "Extended": data = bytes([random.choice((1, 2)) | data[0] & 0xf0]) + data[1:]
    values = m.decode(data, decode_choices=False)
    id = m.frame_id | (0x80000000 if m.is_extended_frame else 0)
    print(json.dumps({"us": at, "id": id, "data": data.hex(), "measurement": f"{id:02d}_{m.name}", "values": values}))
    at += 10_000
`;
  return run(CAN_PROGRAM, ["-c", program, BUS])
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Sent);
}

export function logLine({ us, id, data }: Sent): string {
  const time = `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, "0")}`;
  const digits =
    id >= 0x8000_0000 ? (id - 0x8000_0000).toString(16).padStart(8, "0") : id.toString(16).padStart(3, "0");
  return `(${time}) vcan0 ${digits.toUpperCase()}#${data.toUpperCase()}`;
}

/** The rows of all messages, by time. */
export async function rowsOf(service: ServiceProcess, frames: readonly Sent[]): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const measurement of new Set(frames.map((frame) => frame.measurement))) {
    const query = new URLSearchParams({ database: "lab_car", measurement, format: "json" });
    const text = await (await fetch(`${service.url}/read/export?${query}`)).text();
    found.push(...(JSON.parse(text) as Record<string, unknown>[]).map((row) => ({ measurement, ...row })));
  }
  return found.sort((a, b) => (String(a["time"]) < String(b["time"]) ? -1 : 1));
}

export function assertValues(rows: readonly Record<string, unknown>[], frames: readonly Sent[]): void {
  assert.equal(rows.length, frames.length);
  for (const [index, { measurement, id, data, values }] of frames.entries()) {
    const { time: _, measurement: own, _hex_: hex, ...row } = rows[index]!;
    const bytes = Buffer.from(channelBytes({ id, data: Buffer.from(data, "hex") })).toString("hex");
    assert.deepEqual([own, hex], [measurement, bytes]);
    const there = Object.entries(row).filter(([, value]) => value !== null);
    assert.deepEqual(Object.fromEntries(there.map(([name, value]) => [name, Number(value)])), values);
  }
}

export async function decoded(service: ServiceProcess, count: number): Promise<void> {
  await until(async () => {
    const { channels } = await service.json<{ channels: { name: string; decoded: number }[] }>("/health");
    return (channels.find(({ name }) => name === "car")?.decoded ?? 0) >= count;
  });
  await service.settled();
}

/** The section that `init` wrote, with other sources and data in a folder. */
export function configure(lab: Lab, folder: string, sources: string): void {
  const section = readFileSync(join(lab.directory, "first.ini"), "utf8")
    .replace(/^udp_port.*\n/m, "")
    .replace(/^sources.*\n/m, "");
  const places = `[journal]\ndirectory = ${folder}/journal\n[store]\nurl = duckdb:${folder}/telemetry.duckdb\n`;
  lab.configure(`${section.trimEnd()}\nsources = ${sources}\n${places}`);
}
