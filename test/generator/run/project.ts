/** A project folder with a configuration and headers, for tests of whole runs. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generate } from "../../../generator/run/generate.ts";
import type { GenerateOptions, GenerateResult } from "../../../generator/run/generation.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

export const INI = `[lab]
channels = lab-rig

[lab-rig]
udp_port = 8888
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
`;

export const TANK = `struct struct_tank
{
    uint8_t  length;  //1
    uint8_t  ID;      //2
    uint16_t level;   //4  @rule: expr=level / 10; unit=m
} tank = {4, 7};
`;

export interface Project {
  readonly folder: string;
  write(path: string, text: string): void;
  read(path: string): string;
  remove(path: string): void;
  /** All files in `generated` except the manifest, as relative paths. */
  generated(): string[];
  /** The same for another folder. */
  files(folder: string): string[];
  run(overrides?: Partial<GenerateOptions>): Promise<GenerateResult>;
}

/** @param files path → text, in addition to `channels.ini` and `headers/rig.h` */
export function project(files: Readonly<Record<string, string>> = {}): Project {
  const folder = temporaryFolder();
  const made: Project = {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    read: (path) => readFileSync(join(folder, path), "utf8"),
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    generated: () => made.files("generated"),
    files: (inside) => filesIn(join(folder, inside)).filter((path) => path !== "build.json"),
    run: (overrides) => generate({ ...OPTIONS, cwd: folder, ...overrides }),
  };
  for (const [path, text] of Object.entries({ "channels.ini": INI, "headers/rig.h": TANK, ...files })) {
    made.write(path, text);
  }
  return made;
}

const OPTIONS = {
  config: undefined,
  out: undefined,
  mode: "write",
  warnings: "allowed",
  version: "1.2.3",
  environment: {},
} as const;

/** Output of runs; modules that they replaced are next to it. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true })
      .map((path) => String(path).replaceAll("\\", "/"))
      .filter((path) => !path.endsWith(".mjs") && statSync(join(folder, path)).isFile())
      .sort();
  } catch {
    return [];
  }
}
