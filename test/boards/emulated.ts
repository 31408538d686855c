/** Boards in emulators, running the firmware of this folder, built with their own compilers. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Lab } from "../support/lab.ts";
import type { Requirement } from "../support/requirements.ts";
import { BOARDS, build } from "./board-lab.ts";

export interface EmulatedBoard {
  readonly name: string;
  readonly needs: readonly Requirement[];
  readonly compiler: string;
  readonly options: readonly string[];
  readonly sources: readonly string[];
  /** Larger rings, for boards with more memory than the smallest one. */
  readonly ring?: readonly string[];
  /**
   * Until a frame is repeated, by the board's clock; 20 where an emulated millisecond is longer than a real one. Less than the line's round trip
   * repeats each frame for nothing.
   */
  readonly waitMs?: number;
  /** The emulator with its words; its serial port is standard input and output. */
  readonly emulator: (lab: Lab, program: string) => readonly [program: string, ...words: string[]];
}

const LARGE = ["-DRING=1500u", "-DSTRUCTLINE_WINDOW=32u"];

/** A board without a C library. */
function bare(source: string, script: string): Pick<EmulatedBoard, "sources" | "options"> {
  const folder = join(BOARDS, "bare");
  const options = ["-I", folder, "-ffreestanding", "-nostdlib", "-T", join(folder, script), "-lgcc"];
  return { sources: [source, "bare/bare.c"], options };
}

function qemu(processor: string, words: readonly string[]): EmulatedBoard["emulator"] {
  const quiet = ["-display", "none", "-monitor", "none"];
  return (_lab, program) => [`qemu-system-${processor}`, ...words, ...quiet, "-serial", "stdio", "-kernel", program];
}

export const AVR: EmulatedBoard = {
  name: "ATmega328P",
  needs: ["avr-gcc", "simavr", "gcc"],
  compiler: "avr-gcc",
  sources: ["avr.c"],
  ring: ["-DRING=1000u", "-DSTRUCTLINE_WINDOW=32u"],
  options: ["-mmcu=atmega328p", "-DF_CPU=16000000UL"],
  emulator: (lab, program) => [build(lab, "gcc", ["avr-run.c"], ["-Wno-conversion", "-lsimavr"]), program],
};

const CORTEX = bare("cortex-m3.c", "cortex-m3.ld");
export const CORTEX_M3: EmulatedBoard = {
  name: "Cortex-M3 (LM3S6965)",
  needs: ["arm-none-eabi-gcc", "qemu-system-arm", "gcc"],
  compiler: "arm-none-eabi-gcc",
  sources: CORTEX.sources,
  ring: LARGE,
  options: ["-mcpu=cortex-m3", "-mthumb", ...CORTEX.options],
  emulator: qemu("arm", ["-M", "lm3s6965evb", "-nic", "user"]),
};

const RISC = bare("riscv.c", "riscv.ld");
const RISCV: EmulatedBoard = {
  name: "RISC-V (rv32imc)",
  needs: ["riscv64-unknown-elf-gcc", "qemu-system-riscv32", "gcc"],
  compiler: "riscv64-unknown-elf-gcc",
  sources: RISC.sources,
  ring: LARGE,
  waitMs: 60,
  options: ["-march=rv32imc", "-mabi=ilp32", "-mcmodel=medany", ...RISC.options],
  emulator: qemu("riscv32", ["-M", "virt", "-bios", "none"]),
};

const TENSILICA = bare("xtensa.c", "xtensa.ld");
const XTENSA: EmulatedBoard = {
  name: "Xtensa (ESP8266's compiler, core de212)",
  needs: ["xtensa-lx106-elf-gcc", "qemu-system-xtensa", "gcc"],
  compiler: "xtensa-lx106-elf-gcc",
  // The ESP8266 has the functions of soft.c in its ROM, so its compiler brings none.
  sources: [...TENSILICA.sources, "bare/soft.c"],
  ring: LARGE,
  options: TENSILICA.options,
  emulator: qemu("xtensa", ["-M", "sim", "-cpu", "de212", "-semihosting"]),
};

const PROCESS: EmulatedBoard = {
  name: "x86-64 (a process)",
  needs: ["gcc"],
  compiler: "gcc",
  sources: ["process.c"],
  options: [],
  ring: LARGE,
  emulator: (_lab, program) => [program],
};

export const EMULATED: readonly EmulatedBoard[] = [AVR, CORTEX_M3, RISCV, XTENSA, PROCESS];

function programOf(lab: Lab, { compiler, sources, options }: EmulatedBoard, more: readonly string[]): string {
  return build(lab, compiler, sources, [...more, ...options]);
}

/** The running emulator, its serial port on standard input and output. */
export function emulated(lab: Lab, board: EmulatedBoard, options: readonly string[]): ChildProcessWithoutNullStreams {
  const [program, ...words] = board.emulator(lab, programOf(lab, board, options));
  return spawn(program, words);
}

/** The emulator with its serial port on a pseudo-terminal. `go` starts it. */
export async function onTerminal(
  lab: Lab,
  board: EmulatedBoard,
  options: readonly string[] = [],
): Promise<{ terminal: string; go: () => void; child: ChildProcessWithoutNullStreams }> {
  const words = board.emulator(lab, programOf(lab, board, options));
  const child = spawn(build(lab, "gcc", ["terminal.c"], []), words);
  const [name] = (await once(child.stdout, "data")) as [Buffer];
  return { terminal: name.toString().trim(), go: () => child.stdin.write("\n"), child };
}
