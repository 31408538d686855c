/** A lab with the boards' header: its service, the firmware built with the emitted library, and the expected rows. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Lab, type ServiceProcess } from "../support/lab.ts";

export const BOARDS = dirname(fileURLToPath(import.meta.url));

/** @param more further keys of the channel's section */
export function boardLab(more = ""): Lab & { readonly ini: string } {
  const ini = `[lab]
channels = lab-board
[lab-board]
${more.includes("udp:") ? "" : "udp_port = 0"}
wamp_topic = lab.board
include_path = headers
header_files = board.h
emit = c, micropython
ack = on
${more}
`;
  const lab = new Lab({ ini, headers: { "board.h": readFileSync(join(BOARDS, "headers/board.h"), "utf8") } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  return Object.assign(lab, { ini });
}

/**
 * Compiles a program of this folder with the lab's library.
 * @returns its path
 * @throws Error with the compiler's output
 */
export function build(lab: Lab, compiler: string, sources: readonly string[], options: readonly string[]): string {
  const folder = join(lab.directory, "firmware");
  mkdirSync(folder, { recursive: true });
  const program = join(
    folder,
    createHash("sha256")
      .update([compiler, ...sources, ...options].join("\0"))
      .digest("hex")
      .slice(0, 12),
  );
  const folders = ["-isystem", join(lab.directory, "headers"), "-I", join(lab.directory, "generated")];
  const strict = ["-Wall", "-Wextra", "-Wconversion", "-Werror"];
  const files = sources.map((source) => join(BOARDS, source));
  execFileSync(compiler, ["-Os", ...strict, ...folders, "-I", BOARDS, "-o", program, ...files, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  return program;
}

/**
 * Runs a program until it ends.
 * @returns its output
 * @throws Error if it fails
 */
export function finished(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      code === 0 ? resolve(said) : reject(new Error(`${program} ended with ${code ?? signal}: ${said}`)),
    );
  });
}

/** The values that the firmware computes from its `count`, implemented a second time. */
export function computed(count: number): Record<string, unknown> {
  const mode = count % 8;
  const trim = (count % 16) - 8;
  const bytes = Buffer.alloc(18);
  bytes.set([18, 7, (count & 1) | (mode << 1) | ((trim & 15) << 4)]);
  const temp = 400 + (count % 1000);
  bytes.writeInt16LE(temp, 3);
  bytes.writeUInt32LE(count, 5);
  bytes.writeFloatLE(Math.fround(count / 8), 9);
  for (let i = 0; i < 5; i++) bytes[13 + i] = (count >>> (4 * i)) & 255;
  const text = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`text.${i}`, bytes[13 + i]]));
  const named = { length: 18, ID: 7, armed: count & 1, mode, trim, temperature: temp / 10 - 40, count };
  return { ...named, rate: Math.fround(count / 8), ...text, _hex_: bytes.toString("hex") };
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly time: string;
}

export async function rowsOf({ url }: ServiceProcess, measurement: string): Promise<Row[]> {
  const text = await (
    await fetch(`${url}/read/export?format=ndjson&database=lab_board&measurement=${measurement}`)
  ).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Row);
}

/**
 * Asserts that every count from 0 on is stored once, with the firmware's values.
 * @returns times, in the order of counts
 */
export async function assertRows(service: ServiceProcess, frames: number): Promise<readonly string[]> {
  await service.settled();
  const rows = (await rowsOf(service, "07_probe")).sort((a, b) => Number(a["count"]) - Number(b["count"]));
  const expected = Array.from({ length: frames }, (_, count) => computed(count));
  assert.deepEqual(
    rows.map(({ count }) => count),
    expected.map(({ count }) => count),
  );
  assert.deepEqual(
    rows.map(({ time: _time, ...row }) => row),
    expected,
  );
  return rows.map(({ time }) => time);
}
