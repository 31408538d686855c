/**
 * `structline gen` for 1,000 structs of 20 fields, in channels of 250 because an ID is one byte: duration of a first run, and of a run
 * after a changed rule. Every run gets a new change, so that none finds its result.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Figure, type Row, shown, spreadOf } from "../row.ts";

const CLI = fileURLToPath(new URL("../../../dist/generator/cli.js", import.meta.url));
/** Prints resource usage to standard error at exit or on request: processor time in µs, system time, kilobytes. */
const TELL_USAGE = `data:text/javascript,${encodeURIComponent(`const tell = () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write("usage " + (userCPUTime + systemCPUTime) + " " + systemCPUTime + " " + maxRSS + "\\n");
};
process.on("exit", tell);
process.on("SIGUSR2", tell);`)}`;
const STRUCTS = 1000;
const CHANNEL = 250;
const REPETITIONS = 3;

export const generate: Row = {
  name: "generate",
  about: `gen of ${shown(STRUCTS)} structs of 20 fields: cold, and after one rule was changed`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "structline-bench-"));
    try {
      // A separate project for each cold run. ext4 without a journal does not reuse the inode of a file removed in the last five minutes
      // and skips each of them: writing 4,000 files after removing as many takes two seconds longer.
      const projects = Array.from({ length: REPETITIONS }, (_, index) => join(folder, `${index}`));
      for (const project of projects) writeProject(project, STRUCTS);
      const cold = await repeated((index) => runOnce(projects[index]!));
      const project = projects[0]!;
      const unchanged = await repeated(() => runOnce(project));
      const changed = await repeated((index) => {
        changeRule(project, `own-${index}`);
        return runOnce(project);
      });
      return [
        ...figures("cold", cold, 3000),
        ...figures("unchanged", unchanged),
        ...figures("one rule changed", changed, 500),
        ...figures("one rule changed, --watch", await watched(project), 500),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Usage {
  readonly clockMs: number;
  /** Processor time is hardly affected by other programs. */
  readonly processorMs: number;
  /** Share of it in the kernel. */
  readonly systemMs: number;
  readonly megabytes: number;
}

function figures(of: string, usages: readonly Usage[], atMost?: number): Figure[] {
  const wanted = atMost === undefined ? {} : { wanted: { atMost } };
  const megabytes = Math.max(...usages.map((usage) => usage.megabytes));
  const systemMs = Math.max(...usages.map((usage) => usage.systemMs));
  const detail = `${shown(megabytes)} MB, at most ${shown(systemMs)} ms in the system`;
  return [
    {
      of: `${of}: processor`,
      value: spreadOf(usages.map(({ processorMs }) => processorMs)),
      unit: "ms",
      detail,
    },
    { of: `${of}: clock`, value: spreadOf(usages.map(({ clockMs }) => clockMs)), unit: "ms", ...wanted, detail: "" },
  ];
}

async function repeated(measure: (index: number) => Promise<Usage>): Promise<Usage[]> {
  const usages: Usage[] = [];
  for (let index = 0; index < REPETITIONS; index++) usages.push(await measure(index));
  return usages;
}

async function runOnce(folder: string): Promise<Usage> {
  const started = performance.now();
  const child = start(folder);
  const usage = nextUsage(child);
  const [status] = await once(child, "close");
  const clockMs = performance.now() - started;
  if (status !== 0) throw new Error(`the generator ended with ${status}`);
  return { clockMs, ...(await usage) };
}

/** From saving the header to the line that reports the output; processor time of the process itself. */
async function watched(folder: string): Promise<Usage[]> {
  const child = start(folder, "--watch");
  try {
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const until = async (word: RegExp) => {
      for (let line = await lines.next(); !line.done; line = await lines.next()) if (word.test(line.value)) return;
      throw new Error("the generator ended");
    };
    await until(/^watching/);
    const change = async (unit: string) => {
      const before = await usageOf(child);
      const started = performance.now();
      changeRule(folder, unit);
      await until(/ written /);
      const clockMs = performance.now() - started;
      const { processorMs, systemMs, megabytes } = await usageOf(child);
      return {
        clockMs,
        processorMs: processorMs - before.processorMs,
        systemMs: systemMs - before.systemMs,
        megabytes,
      };
    };
    // The first change after the start also compiles code that V8 has not run yet.
    await change("first");
    return await repeated((index) => change(`watched-${index}`));
  } finally {
    child.kill();
    await once(child, "close");
  }
}

function start(folder: string, ...options: string[]): ChildProcess {
  const all = ["--import", TELL_USAGE, CLI, "--config", join(folder, "channels.ini"), ...options];
  return spawn(process.execPath, all, { stdio: ["ignore", "pipe", "pipe"] });
}

async function usageOf(child: ChildProcess): Promise<Omit<Usage, "clockMs">> {
  const usage = nextUsage(child);
  child.kill("SIGUSR2");
  return usage;
}

async function nextUsage({ stderr }: ChildProcess): Promise<Omit<Usage, "clockMs">> {
  for await (const [chunk] of on(stderr!, "data")) {
    const [, processor, system, kilobytes] = /usage (\d+) (\d+) (\d+)/.exec(String(chunk)) ?? [];
    if (processor === undefined) continue;
    const [processorMs, systemMs] = [Number(processor) / 1000, Number(system) / 1000];
    return { processorMs, systemMs, megabytes: Number(kilobytes) / 1024 };
  }
  throw new Error("the generator did not say what it used");
}

/** Changes a rule of one struct in the first channel. */
function changeRule(folder: string, unit: string): void {
  writeFileSync(join(folder, "headers", "c0.h"), header(0, CHANNEL).replace("unit=K", `unit=${unit}`));
}

function writeProject(folder: string, structs: number): void {
  mkdirSync(join(folder, "headers"), { recursive: true });
  const channels = Array.from({ length: Math.ceil(structs / CHANNEL) }, (_, channel) => {
    const count = Math.min(CHANNEL, structs - channel * CHANNEL);
    writeFileSync(join(folder, "headers", `c${channel}.h`), header(channel, count));
    return `[lab-c${channel}]\nudp_port = ${9000 + channel}\nwamp_topic = lab.c${channel}\ninclude_path = headers\nheader_files = c${channel}.h\n`;
  });
  const list = channels.map((_, channel) => `lab-c${channel}`).join(", ");
  writeFileSync(join(folder, "channels.ini"), `[lab]\nchannels = ${list}\n\n${channels.join("\n")}`);
}

function header(channel: number, count: number): string {
  const structs = Array.from({ length: count }, (_, index) => struct(`${channel}_${index}`, index));
  return `#include <stdint.h>\n#pragma pack(push, 1)\n\n${structs.join("\n")}\n#pragma pack(pop)\n`;
}

/** 20 fields, 43 bytes packed: integers of all widths, bit-fields, floats, a text, and rules on some. */
function struct(name: string, id: number): string {
  return `struct struct_m${name}
{
    uint8_t  length;           //1
    uint8_t  ID;               //2
    uint8_t  armed : 1;        //3.0
    uint8_t  mode : 3;         //3.1
    uint8_t  fault : 4;        //3.4
    uint16_t voltage;          //5   @rule: name=volts; expr=voltage / 100; unit=V
    int16_t  current;          //7   @rule: expr=(current - 512) * 0.0488; unit=A
    uint32_t uptime;           //11  @rule: expr=uptime / 1000; unit=s
    float    rate;             //15  @rule: unit=degrees/s
    int16_t  temperature;      //17  @rule: expr=temperature / 10 + 273.15; unit=K
    int8_t   rssi;             //18
    uint8_t  quality;          //19
    int32_t  latitude;         //23  @rule: expr=latitude / 1e7; unit=degrees
    int32_t  longitude;        //27  @rule: expr=longitude / 1e7; unit=degrees
    uint16_t heading;          //29  @rule: expr=mod(heading / 100 + 180, 360); unit=degrees
    int16_t  x;                //31
    int16_t  y;                //33
    char     label[8];         //41
    uint8_t  spare;            //42
    uint8_t  ck;               //43
} m${name} = {43, ${id}};
`;
}
