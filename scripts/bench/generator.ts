/**
 * Time and memory of `npm run gen`: `npx tsx scripts/bench/generator.ts [structs …]` (default 100 1000).
 * Structs have 20 fields and lie in channels of 250, since an ID is one byte. Each figure is a process of its own.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../dist/generator/cli.js", import.meta.url));
/** Told on standard error when the process ends: kilobytes, and microseconds of the processor. */
const TELL_USAGE = `data:text/javascript,${encodeURIComponent(`process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write("usage " + maxRSS + " " + (userCPUTime + systemCPUTime));
});`)}`;
const CHANNEL = 250;

const sizes = process.argv.slice(2).map(Number);
for (const structs of sizes.length > 0 ? sizes : [100, 1000]) measure(structs);

function measure(structs: number): void {
  const folder = mkdtempSync(join(tmpdir(), "structline-bench-"));
  try {
    writeProject(folder, structs);
    const cold = run(folder);
    const unchanged = run(folder);
    writeFileSync(join(folder, "headers", "c0.h"), header(0, Math.min(CHANNEL, structs)).replace("unit=K", "unit=C"));
    const changed = run(folder);
    const line = [
      `${structs} structs of 20 fields:`,
      `cold ${text(cold)},`,
      `unchanged ${text(unchanged)},`,
      `one rule changed ${text(changed)}`,
    ];
    console.log(line.join(" "));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Figure {
  readonly seconds: number;
  /** Of the processor: what other programs on the machine do not change. */
  readonly processorSeconds: number;
  readonly megabytes: number;
}

function text({ seconds, processorSeconds, megabytes }: Figure): string {
  return `${seconds.toFixed(2)} s (${processorSeconds.toFixed(2)} s of the processor, ${megabytes.toFixed(0)} MB)`;
}

function run(folder: string): Figure {
  const started = performance.now();
  const options = ["--import", TELL_USAGE, CLI, "--config", join(folder, "channels.ini")];
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" });
  const seconds = (performance.now() - started) / 1000;
  const usage = /usage (\d+) (\d+)$/.exec(stderr);
  if (status !== 0 || usage === null) throw new Error(`the generator ended with ${status}: ${stderr}`);
  return { seconds, megabytes: Number(usage[1]) / 1024, processorSeconds: Number(usage[2]) / 1e6 };
}

function writeProject(folder: string, structs: number): void {
  mkdirSync(join(folder, "headers"));
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
