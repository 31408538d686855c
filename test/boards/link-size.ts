/** Cost of the emitted C in firmware: code size with a target's own compiler, cycles of an ATmega328P in simavr. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileChannel } from "../../generator/compile.ts";
import { emitAll } from "../../generator/emitters/emit.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { planOf } from "../support/channel-plan.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { BOARDS } from "./board-lab.ts";

export interface Target {
  readonly name: string;
  readonly compiler: string;
  readonly size: string;
  readonly options: readonly string[];
}

export const TARGETS: readonly Target[] = [
  { name: "ATmega328P", compiler: "avr-gcc", size: "avr-size", options: ["-mmcu=atmega328p"] },
  {
    name: "Cortex-M3",
    compiler: "arm-none-eabi-gcc",
    size: "arm-none-eabi-size",
    options: ["-mcpu=cortex-m3", "-mthumb"],
  },
  {
    name: "RISC-V (rv32imac)",
    compiler: "riscv64-unknown-elf-gcc",
    size: "riscv64-unknown-elf-size",
    options: ["-march=rv32imac", "-mabi=ilp32", "--specs=picolibc.specs"],
  },
  {
    // Debian's has no C library. Only the declarations of string.h and the types are needed, which are the same.
    name: "Xtensa (ESP8266)",
    compiler: "xtensa-lx106-elf-gcc",
    size: "xtensa-lx106-elf-size",
    options: ["-isystem", "/usr/lib/picolibc/riscv64-unknown-elf/include"],
  },
];

/** The measured calls. */
const CALLS = {
  init: "sensor_sensor_init(&message)",
  frame: "sink = sensor_sensor_frame(bytes, sizeof bytes, &message)",
  decode: "sink = (size_t)sensor_sensor_decode(&message, bytes, 61)",
  parse: "sink = sensor_parse(&parser, bytes[0])",
};
const KEEP = `structline_keep_init(&keep, bytes, sizeof bytes, 1, 2);
  sink = (size_t)structline_keep_add(&keep, bytes, 9, 3);
  sink = structline_keep_next(&keep, bytes, sizeof bytes, 4);
  sink = (size_t)structline_keep_receive(&keep, bytes, 20)`;

/** A folder with the header of thirty fields and its library. */
export class LinkFolder {
  readonly folder = temporaryFolder();

  constructor() {
    const text = readFileSync(join(BOARDS, "headers/sensor.h"), "utf8");
    const frames = {
      ...PLAIN_FORMAT,
      length: undefined,
      trailer: 2,
      check: { algorithm: "crc16/modbus", from: 0, byteOrder: "little" as const },
    };
    const plan = planOf({ name: "sensor", headerFiles: ["sensor.h"], abi: "avr", emit: ["c"], frames });
    const { value } = compileChannel({ plan, reader: memoryReader({ "sensor.h": text }) });
    writeFileSync(join(this.folder, "sensor.h"), text);
    mkdirSync(join(this.folder, "link"));
    for (const { path, text: file } of emitAll([value], { version: "0" }).value)
      if (/_(link|keep)\.h$/.test(path)) writeFileSync(join(this.folder, "link", path), file);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Code size of each part, of all four together, and of the ring. */
  sizes(target: Target): Record<string, number> {
    const parts = { ...CALLS, all: Object.values(CALLS).join(";\n  "), keep: KEEP };
    return Object.fromEntries(Object.entries(parts).map(([name, calls]) => [name, this.#size(target, calls)]));
  }

  /** Cycles for writing a frame by hand and with the emitted code, and for reading it. */
  cycles(): { readonly byHand: number; readonly frame: number; readonly decode: number } {
    const program = join(this.folder, "cycles");
    const runner = join(this.folder, "runner");
    this.#compile("avr-gcc", ["-mmcu=atmega328p", "-Wl,--gc-sections", "-o", program, join(BOARDS, "cycles.c")]);
    execFileSync("gcc", ["-O2", "-o", runner, join(BOARDS, "cycles-run.c"), "-lsimavr"]);
    const said = execFileSync(runner, [program], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const marks = new Map(
      said
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map(Number) as [number, number]),
    );
    return { byHand: marks.get(1)!, frame: marks.get(3)!, decode: marks.get(5)! };
  }

  #size({ compiler, size, options }: Target, calls: string): number {
    const [source, object] = [join(this.folder, "part.c"), join(this.folder, "part.o")];
    writeFileSync(
      source,
      `#include "sensor.h"
#include "sensor_link.h"
#include "sensor_keep.h"
extern struct struct_sensor message;
extern uint8_t bytes[100];
extern struct sensor_parser parser;
extern struct structline_keep keep;
extern size_t sink;
void part(void);
void part(void) {
  ${calls};
}
`,
    );
    this.#compile(compiler, [...options, "-c", "-o", object, source]);
    const sections = execFileSync(size, ["-A", object], { encoding: "utf8" });
    return [...sections.matchAll(/^\.text\S*\s+(\d+)/gm)].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  }

  #compile(compiler: string, words: readonly string[]): void {
    const strict = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"];
    const folders = ["-isystem", this.folder, "-I", join(this.folder, "link")];
    execFileSync(compiler, [
      "-Os",
      "-ffunction-sections",
      ...strict,
      ...folders,
      "-Wno-missing-field-initializers",
      ...words,
    ]);
  }
}
