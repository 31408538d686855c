/**
 * Headers that were not found, and that a compiler on this machine has. They are copied into the project, so that what a run gives
 * depends on the project's files alone, on every machine.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { libraryFolder } from "../../runtime/channels/read-channels.ts";
import { CONFIG } from "../diagnostics/codes/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { parseChannel } from "../messages/parse-channel.ts";
import { folderReader } from "../source/folder-reader.ts";
import { type HeaderReader, insideName } from "../source/header-reader.ts";
import { targetOf } from "../targets/flags.ts";
import { standardHeader } from "../targets/standard-headers.ts";
import type { OpenChannel } from "./kept-groups.ts";
import { hashOfFile, readBytes } from "./known-files.ts";
import { writeWhole } from "./write-whole.ts";

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

/** Headers of a channel that were not found, and that a compiler has. */
interface Found {
  readonly channel: OpenChannel;
  readonly program: string;
  readonly headers: readonly string[];
  readonly folders: readonly string[];
}

/** @param environment where the compilers are found */
function headersElsewhere(
  channels: readonly OpenChannel[],
  diagnostics: readonly Diagnostic[],
  environment: NodeJS.ProcessEnv,
): Found[] {
  if (!diagnostics.some(({ code }) => UNKNOWN.has(code))) return [];
  return channels.flatMap((channel) => {
    const { plan, reader } = channel;
    const missing = Object.entries(reader.reads).flatMap(([name, outcome]) => (outcome === "missing" ? [name] : []));
    const target = targetOf(plan);
    const unknown = missing.filter(
      (name) => insideName(name) !== undefined && standardHeader(name, target, "c++") === undefined,
    );
    const program = unknown.length === 0 ? undefined : PROGRAMS[plan.abi];
    const folders = program === undefined ? [] : searchPath(program, environment);
    const headers = unknown.filter((name) => folders.some((folder) => existsSync(join(folder, name))));
    return program === undefined || headers.length === 0 ? [] : [{ channel, program, headers, folders }];
  });
}

/** N512 for each channel whose missing headers a compiler has. */
export function namedElsewhere(
  channels: readonly OpenChannel[],
  diagnostics: readonly Diagnostic[],
  environment: NodeJS.ProcessEnv,
): Diagnostic[] {
  return headersElsewhere(channels, diagnostics, environment).map(({ channel: { plan }, ...found }) =>
    report(CONFIG, "N512", undefined, { channel: plan.name, abi: plan.abi, ...found }),
  );
}

/**
 * Copies the headers that make the channels' structs known, with those that they include, to the project's `library-headers`. Nothing
 * is copied if other errors remain, if the compiler is only assumed, or if the project has other versions of them.
 * @param directory of the configuration file
 * @returns N513 for each channel
 */
export function copyFromCompiler(
  channels: readonly OpenChannel[],
  diagnostics: readonly Diagnostic[],
  directory: string,
  environment: NodeJS.ProcessEnv,
): Diagnostic[] {
  return headersElsewhere(channels, diagnostics, environment).flatMap(({ channel, program, headers, folders }) => {
    const { plan } = channel;
    const files = plan.abiAssumed === true ? undefined : filesNeeded(channel, folders);
    const folder = libraryFolder(directory, plan.abi);
    if (files === undefined || files.size === 0 || hasOtherVersion(folder, folders)) return [];
    for (const [name, bytes] of files) writeWhole(join(folder, name), bytes);
    const shown = relative(directory, folder);
    const details = { channel: plan.name, abi: plan.abi, program, headers, folders, count: files.size, folder: shown };
    return [report(CONFIG, "N513", undefined, details)];
  });
}

/** Headers by name, with which the channel has no unknown types and values; undefined if it still has. */
function filesNeeded({ plan, reader }: OpenChannel, folders: readonly string[]): Map<string, Uint8Array> | undefined {
  const files = new Map<string, Uint8Array>();
  const target = targetOf(plan);
  const both: HeaderReader = {
    list: () => reader.list(),
    read(name) {
      const own = reader.read(name);
      if (own.kind !== "missing" || standardHeader(name, target, "c++") !== undefined) return own;
      for (const folder of folders) {
        const found = folderReader([folder], folder).read(name);
        const bytes = found.kind === "file" ? readBytes(join(folder, found.file.path)) : undefined;
        if (bytes !== undefined) files.set(insideName(name) ?? name, bytes);
        if (found.kind !== "missing") return found;
      }
      return own;
    },
  };
  const { diagnostics } = parseChannel(plan, both);
  return diagnostics.some(({ code }) => UNKNOWN.has(code)) ? undefined : files;
}

/** The project has headers of another version: versions do not belong together. */
function hasOtherVersion(folder: string, folders: readonly string[]): boolean {
  if (!existsSync(folder)) return false;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return names.some((name) => {
    const found = folders.find((each) => existsSync(join(each, name)));
    return found !== undefined && hashOfFile(join(found, name)) !== hashOfFile(join(folder, name));
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
