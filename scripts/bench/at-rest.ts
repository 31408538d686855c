/**
 * `node --import tsx scripts/bench/at-rest.ts PAIRS FOLDER …`: the service of each built folder by turns, with one UDP channel and DuckDB:
 * clock and processor until it is ready, then memory at rest. Medians, with the ratio to the first folder's. Linux only.
 */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spreadOf } from "./row.ts";

const INI = `[lab]
channels = lab-bench
[lab-bench]
udp_port = 0
wamp_topic = lab.bench
include_path = headers
header_files = bench.h
[http]
listen = 127.0.0.1:0
[mqtt]
listen = 127.0.0.1:0
`;
const HEADER = "struct struct_bench { uint8_t length; uint8_t ID; uint8_t a; } bench = {3, 1};\n";
const SETTLE_MS = 4000;
const READY = /^ {2}health \S+$/m;

type Figures = Record<string, number>;

/** A folder with codecs that this build made. */
function labOf(root: string): string {
  const lab = mkdtempSync(join(tmpdir(), "at-rest-"));
  mkdirSync(join(lab, "headers"));
  writeFileSync(join(lab, "headers/bench.h"), HEADER);
  writeFileSync(join(lab, "channels.ini"), INI);
  const args = [join(root, "dist/generator/cli.js"), "--config", join(lab, "channels.ini")];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return lab;
}

async function measured(root: string, lab: string): Promise<Figures> {
  const began = performance.now();
  const args = [join(root, "dist/structline.cjs"), "--config", join(lab, "channels.ini")];
  const service = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(service, "exit");
  const pid = service.pid ?? 0;
  let said = "";
  await new Promise<void>((resolve, reject) => {
    service.stdout.on("data", (text: Buffer) => {
      said += text.toString();
      if (READY.test(said)) resolve();
    });
    service.once("exit", () => reject(new Error(`${root} does not start`)));
  });
  const until = { "until ready, ms": performance.now() - began, "processor, ms": processorMs(pid) };
  await sleep(SETTLE_MS);
  const figures = { ...until, ...memoryOf(pid) };
  service.kill("SIGTERM");
  await ended;
  return figures;
}

function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]));
  return spent.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** MB: of the process, and resident by what is mapped. */
function memoryOf(pid: number): Figures {
  const megabytes = (text: string, key: string) => {
    const found = [...text.matchAll(new RegExp(`^${key}:\\s+(\\d+) kB`, "gm"))];
    return found.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0);
  };
  const all = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const figures: Figures = {
    "resident, MB": megabytes(all, "Rss"),
    "proportional, MB": megabytes(all, "Pss"),
    "private, MB": megabytes(all, "Private_\\w+"),
  };
  for (const mapping of readFileSync(`/proc/${pid}/smaps`, "utf8").split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/)) {
    const [first = ""] = mapping.split("\n");
    const file = first.split(/\s+/)[5] ?? "";
    const name = /libduckdb/.test(file) ? "DuckDB's file" : /\/node$/.test(file) ? "Node's file" : kindOf(file);
    figures[`  ${name}, MB`] = (figures[`  ${name}, MB`] ?? 0) + megabytes(mapping, "Rss");
  }
  return figures;
}

function kindOf(file: string): string {
  return file === "" || file.startsWith("[") ? "anonymous" : "other files";
}

const [pairs = "3", ...roots] = process.argv.slice(2);
const labs = roots.map(labOf);
const runs: Figures[][] = roots.map(() => []);
for (let pair = 0; pair < Number(pairs); pair++) {
  const order = roots.map((_, index) => index);
  for (const index of pair % 2 === 0 ? order : order.reverse())
    runs[index]!.push(await measured(roots[index]!, labs[index]!));
}
for (const key of Object.keys(runs[0]?.[0] ?? {})) {
  const medians = runs.map((each) => spreadOf(each.map((figures) => figures[key] ?? 0)).median);
  const shown = medians.map((median) => `${median.toFixed(1)} [${(median / medians[0]!).toFixed(2)}]`.padStart(16));
  console.log(key.padEnd(22), shown.join(""));
}
for (const lab of labs) rmSync(lab, { recursive: true, force: true });
