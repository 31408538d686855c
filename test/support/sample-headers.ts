/** All sample headers of the repository as channels, with the settings in their first lines. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Compilation, compile } from "../../generator/compile.ts";
import type { ChannelPlan } from "../../generator/plan/channel-plan.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { planOf } from "./channel-plan.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const STUBS = join(ROOT, "test/headers/stubs");

export interface SampleHeader {
  /** `boat`: the file's name without `.h`. */
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly abi: AbiName;
  readonly byteOrder: "little" | "big";
  /** Its compiler, if it names one. */
  readonly compiler: string | undefined;
  readonly defines: ReadonlyMap<string, string>;
  readonly storeExclude: readonly string[];
}

export function sampleHeaders(): SampleHeader[] {
  return ["headers", "test/headers", "test/golden/headers", "test/golden/definitions/headers"].flatMap((path) =>
    readdirSync(join(ROOT, path))
      .filter((file) => file.endsWith(".h"))
      .sort()
      .map((file) => readSample(join(ROOT, path), file)),
  );
}

/** `// key = value` lines at the top, or `// channel: key = value; …`. */
function readSample(folder: string, file: string): SampleHeader {
  const text = readFileSync(join(folder, file), "latin1");
  const settings = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, channel] = /^\/\/ channel: (.*)$/.exec(line) ?? [];
    for (const part of channel?.split(";") ?? [line.replace(/^\/\/ /, "")]) {
      const [, key, value] = /^\s*(\w+) = (.+)$/.exec(part) ?? [];
      if (key !== undefined && value !== undefined) settings.set(key, value);
    }
    if (!line.startsWith("//")) break;
  }
  const list = (key: string) => settings.get(key)?.split(/\s*,\s*/) ?? [];
  return {
    name: basename(file, ".h"),
    folder,
    file,
    text,
    abi: (settings.get("abi") ?? "x86-64") as AbiName,
    byteOrder: settings.get("byte_order") === "big" ? "big" : "little",
    compiler: settings.get("compiler"),
    defines: new Map(list("defines").map((entry) => [entry.split("=")[0] ?? "", entry.split("=")[1] ?? "1"])),
    storeExclude: list("store_exclude"),
  };
}

/** The header's channel, as it would be configured. */
export function samplePlan(header: SampleHeader, emit: readonly string[]): ChannelPlan {
  const { name, folder, file, abi, byteOrder, defines, storeExclude } = header;
  return planOf({ name, includePath: folder, headerFiles: [file], abi, byteOrder, defines, storeExclude, emit });
}

/** Compiles the header with these definitions. */
export function compileSample(header: SampleHeader, emit: readonly string[]): Compilation {
  const plan = samplePlan(header, emit);
  return compile([{ plan, reader: folderReader([header.folder], ROOT) }], { version: "0.0.0" });
}
