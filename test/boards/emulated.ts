/** An ATmega328P in simavr, running the firmware of this folder, built with its own compiler. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Lab } from "../support/lab.ts";
import { build } from "./board-lab.ts";

function avrProgram(lab: Lab, options: readonly string[]): string {
  return build(lab, "avr-gcc", ["avr.c"], ["-mmcu=atmega328p", "-DF_CPU=16000000UL", ...options]);
}

function avrRunner(lab: Lab): string {
  return build(lab, "gcc", ["avr-run.c"], ["-Wno-conversion", "-lsimavr"]);
}

/** An ATmega328P with its UART on a pseudo-terminal. `go` starts the processor. */
export async function avrOnTerminal(
  lab: Lab,
  options: readonly string[],
): Promise<{ terminal: string; go: () => void; child: ChildProcessWithoutNullStreams }> {
  const child = spawn(avrRunner(lab), [avrProgram(lab, options)]);
  const [name] = (await once(child.stdout, "data")) as [Buffer];
  return { terminal: name.toString().trim(), go: () => child.stdin.write("\n"), child };
}
