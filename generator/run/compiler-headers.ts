/**
 * Headers that were not found, and where a compiler on this machine has them. They are named, not read: what a run gives depends
 * on the configuration and on the folders that it lists, on every machine.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AbiName } from "../../runtime/config/abi-names.ts";
import { CONFIG } from "../diagnostics/codes/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { insideName } from "../source/header-reader.ts";
import { targetOf } from "../targets/flags.ts";
import { standardHeader } from "../targets/standard-headers.ts";
import type { OpenChannel } from "./kept-groups.ts";

const PROGRAMS: Partial<Readonly<Record<AbiName, string>>> = {
  "x86-64": "gcc",
  i386: "i686-linux-gnu-gcc",
  aarch64: "aarch64-linux-gnu-gcc",
  "arm-eabi": "arm-none-eabi-gcc",
  avr: "avr-gcc",
  xtensa: "xtensa-lx106-elf-gcc",
  riscv32: "riscv64-unknown-elf-gcc",
  riscv64: "riscv64-unknown-elf-gcc",
};

/** Errors about a name or a text that a missing header may define. */
const UNKNOWN: ReadonlySet<string> = new Set(["E111", "E112", "E119", "E121", "E126", "E152"]);

/** @param environment where the compilers are found */
export function headersElsewhere(
  channels: readonly OpenChannel[],
  diagnostics: readonly Diagnostic[],
  environment: NodeJS.ProcessEnv,
): Diagnostic[] {
  if (!diagnostics.some(({ code }) => UNKNOWN.has(code))) return [];
  return channels.flatMap(({ plan, reader }) => {
    const missing = Object.entries(reader.reads).flatMap(([name, outcome]) => (outcome === "missing" ? [name] : []));
    const target = targetOf(plan);
    const unknown = missing.filter(
      (name) => insideName(name) !== undefined && standardHeader(name, target, "c++") === undefined,
    );
    const program = unknown.length === 0 ? undefined : PROGRAMS[plan.abi];
    const folders = program === undefined ? [] : searchPath(program, environment);
    const headers = unknown.filter((name) => folders.some((folder) => existsSync(join(folder, name))));
    if (program === undefined || headers.length === 0) return [];
    return [report(CONFIG, "N512", undefined, { channel: plan.name, program, headers, folders })];
  });
}

/** Folders in the order in which the compiler searches them; none where it is not installed. [GCC, -v] */
export function searchPath(program: string, environment: NodeJS.ProcessEnv): string[] {
  const env = { ...environment, LC_ALL: "C" };
  const options = { env, encoding: "utf8", timeout: 10_000 } as const;
  const { stderr } = spawnSync(program, ["-E", "-v", "-x", "c", "/dev/null"], options);
  const [, behind = ""] = (stderr ?? "").split("#include <...> search starts here:\n");
  const [list = ""] = behind.split("End of search list");
  return list.split("\n").flatMap((line) => (line.startsWith(" ") ? [resolve(line.trim())] : []));
}
