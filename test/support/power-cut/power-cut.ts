/**
 * Simulated power cuts: the service's writes and syncs are recorded, and it is started again with what a disk may contain after any of
 * them. Messages acknowledged by then must be stored, and none twice.
 */

import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Lab, type ServiceProcess } from "../lab.ts";
import { DiskModel, dice, type Operation, parseRecording } from "./disk-model.ts";

// A journal this small writes checkpoints and closes segments within some hundred messages.
const INI = "[lab]\nchannels =\n[realm-acme]\nnetworks = one\n[journal]\nmax_size = 1M\n";
const FILLER = "x".repeat(900);
const SENDERS = 8;

export interface Recording {
  readonly operations: readonly Operation[];
  /** The folder that was recorded. */
  readonly folder: string;
}

/** Why this machine cannot run it. Undefined if it can. */
export function cannotRecord(): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  return spawnSync("cc", ["--version"]).status === 0 ? undefined : "needs a C compiler (cc)";
}

/** Runs the service with `messages`, killed after half of them and then ended in order. */
export async function recordService(messages: number): Promise<Recording> {
  const lab = new Lab({ ini: INI, headers: {} });
  try {
    const library = join(lab.directory, "recorder.so");
    const source = fileURLToPath(new URL("recorder.c", import.meta.url));
    const { status, stderr } = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
    if (status !== 0) throw new Error(String(stderr));
    const folder = join(lab.directory, "data");
    const file = join(lab.directory, "record");
    const environment = { LD_PRELOAD: library, RECORDED_FOLDER: folder, RECORD_FILE: file };
    const half = Math.ceil(messages / 2);
    const first = await lab.start(environment);
    await load(first, 1, half, file);
    await first.kill();
    const second = await lab.start(environment);
    await load(second, half + 1, messages, file);
    await second.stop();
    return { operations: parseRecording(readFileSync(file)), folder };
  } finally {
    await lab.remove();
  }
}

async function load(service: ServiceProcess, from: number, to: number, recordFile: string): Promise<void> {
  let next = from;
  const send = async (): Promise<void> => {
    while (next <= to) {
      const n = next++;
      if (await post(service, n)) appendFileSync(recordFile, `A 0 0 ${String(n).length} 0\n${n}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function post(service: ServiceProcess, n: number): Promise<boolean> {
  const body = JSON.stringify({ n, filler: FILLER });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${service.url}/api/acme/one/gateway/node/data`, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.ok;
}

export interface CutOutcome {
  /** Operations that were done. */
  readonly at: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** The service's output if it did not start. */
  readonly refusal: string | undefined;
  readonly health: string;
}

/** Starts the service on what is left when the power fails after `at` operations. */
export async function cutAt({ operations, folder }: Recording, at: number, seed: number): Promise<CutOutcome> {
  const random = dice(seed);
  const disk = new DiskModel(random() < 0.5 ? "any sync" : "folder sync");
  const acknowledged: number[] = [];
  for (const operation of operations.slice(0, at)) {
    disk.apply(operation);
    if (operation.kind === "A") acknowledged.push(Number(operation.subject));
  }
  const lab = new Lab({ ini: INI, headers: {} });
  try {
    for (const [path, content] of disk.cut(operations[at], random)) {
      const copy = join(lab.directory, "data", path.slice(folder.length));
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, content);
    }
    return { at, acknowledged: acknowledged.length, ...(await outcomeOf(lab, acknowledged)) };
  } finally {
    await lab.remove();
  }
}

async function outcomeOf(lab: Lab, acknowledged: readonly number[]): Promise<Omit<CutOutcome, "at" | "acknowledged">> {
  let service: ServiceProcess;
  try {
    service = await lab.start();
  } catch (error) {
    return { lost: acknowledged.length, doubled: 0, refusal: (error as Error).message, health: "" };
  }
  // It also takes new messages. None may be mistaken for an earlier one.
  const later = 1_000_000;
  const isTaken = await post(service, later);
  await service.settled();
  const counts = await storedCounts(service);
  const { state } = await service.json<{ state: string }>("/health");
  await service.kill();
  const wanted = isTaken ? [...acknowledged, later] : acknowledged;
  return {
    lost: wanted.filter((n) => !counts.has(n)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    refusal: isTaken ? undefined : "it takes no message",
    health: state,
  };
}

async function storedCounts(service: ServiceProcess): Promise<Map<number, number>> {
  const query = "database=acme_one&measurement=gateway_node_sensors&format=csv";
  const text = await (await fetch(`${service.url}/read/export?${query}`)).text();
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const column = header.split(",").indexOf("n");
  const counts = new Map<number, number>();
  for (const line of lines) {
    const n = Number(line.split(",")[column]);
    counts.set(n, (counts.get(n) ?? 0) + 1);
  }
  return counts;
}
