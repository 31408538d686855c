/**
 * `structline gen` beside bindgen on the same headers: processor time of whole processes, by turns, and the largest memory of ours.
 *
 * Linux' own headers are those of this machine. `STRANGERS=FOLDER`, with clones as `<owner>+<name>`, adds MAVLink's `all` and a register
 * header of ST. `BINDGEN` names the program (`cargo install bindgen-cli`).
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, type Figure, type Row, shown, single, Unavailable } from "../row.ts";

const CLI = fileURLToPath(new URL("../../../dist/structline.cjs", import.meta.url));
const BINDGEN = process.env["BINDGEN"] ?? "bindgen";
const STRANGERS = process.env["STRANGERS"] ?? "";
const REPETITIONS = 3;
const OWN = "struct struct_rig { uint8_t length; uint8_t ID; uint16_t v; uint8_t ck; } rig = {5, 1};\n";

interface Case {
  readonly of: string;
  /** The channel's keys after its topic. */
  readonly keys: string;
  /** Of the header, for both; the own text goes to `headers/rig.h`. */
  readonly own?: string;
  readonly header: string;
  readonly clang: readonly string[];
}

export const bindgen: Row = {
  name: "bindgen",
  about: "`gen` by bindgen on the same headers: processor time of the whole processes",
  async run() {
    if (spawnSync(BINDGEN, ["--version"]).status !== 0)
      throw new Unavailable("there is no bindgen; cargo install bindgen-cli makes one, BINDGEN names it");
    const cases = [mavlink(), registers(), uapi()].filter((each) => each !== undefined);
    if (cases.length === 0) throw new Unavailable("there are no headers: /usr/include/linux, or clones in STRANGERS");
    const figures: Figure[] = [];
    for (const each of cases) figures.push(...(await measured(each)));
    return figures;
  },
};

async function measured({ of, keys, own, header, clang }: Case): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "structline-bench-"));
  try {
    mkdirSync(join(folder, "headers"));
    if (own !== undefined) writeFileSync(join(folder, "headers/rig.h"), own);
    const channel = `[lab-a]\nudp_port = 8888\nwamp_topic = lab.a\n${keys}\n`;
    writeFileSync(join(folder, "channels.ini"), `[lab]\nchannels = lab-a\n\n${channel}`);
    let megabytes = 0;
    let runs = 0;
    // Each run has a folder of its own: ext4 looks for a long time past the numbers of files that were just removed.
    const ours = () => {
      if (existsSync(join(folder, "generated"))) renameSync(join(folder, "generated"), join(folder, `run-${runs++}`));
      const used = usageOf(process.execPath, [CLI, "gen"], folder);
      megabytes = Math.max(megabytes, used.megabytes);
      return used.milliseconds;
    };
    const theirs = () => usageOf(BINDGEN, [header, "-o", "out.rs", "--", ...clang], folder).milliseconds;
    const { ratio, first, second } = await compare(REPETITIONS, ours, theirs);
    const detail = `${shown(first.median)} ms by ${shown(second.median)} ms`;
    return [
      { of: `${of}: processor`, value: ratio, unit: "×", wanted: { atMost: 1 }, detail },
      { of: `${of}: memory`, value: single(megabytes), unit: "MB", detail: "" },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measured by `time`, since a parent does not see the memory of one of its children. */
function usageOf(program: string, given: readonly string[], cwd: string): { milliseconds: number; megabytes: number } {
  const { stderr, status, error } = spawnSync("/usr/bin/time", ["-f", "used %U %S %M", program, ...given], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw new Unavailable(`/usr/bin/time cannot be run: ${error.message}`);
  const [, user, system, kilobytes] = /^used (\S+) (\S+) (\d+)$/m.exec(stderr) ?? [];
  if (status !== 0 || kilobytes === undefined)
    throw new Error(`${program} ended with ${status}: ${stderr.slice(-500)}`);
  return { milliseconds: (Number(user) + Number(system)) * 1000, megabytes: Number(kilobytes) / 1024 };
}

function mavlink(): Case | undefined {
  const folder = join(STRANGERS, "mavlink+c_library_v2");
  const header = join(folder, "all/mavlink.h");
  if (STRANGERS === "" || !existsSync(header)) return undefined;
  const read = (...options: string[]) =>
    spawnSync("gcc", ["-E", ...options, "-I", folder, header], { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
  const macros = [...read("-dM").matchAll(/^#define MAVLINK_MSG_ID_(\w+) (\d+)$/gm)];
  const ids = new Map(macros.map(([, name = "", id = ""]) => [name, id]));
  const structs = new Set([...read("-P").matchAll(/\bmavlink_(\w+)_t\s*;/g)].map(([, name = ""]) => name));
  const messages = [...structs].flatMap((name) => {
    const id = ids.get(name.toUpperCase());
    return id === undefined ? [] : [`${id} mavlink_${name}_t`];
  });
  const frame = "id = u24le@7\nlength = u8@1+12\npayload_offset = 10\ntrailer = 2\nshort = zero";
  return {
    of: `MAVLink all, ${messages.length} messages`,
    keys: `include_path = ${folder}\nheader_files = all/mavlink.h\n${frame}\nmessages = ${messages.join(",\n  ")}`,
    header,
    clang: [`-I${folder}`],
  };
}

function registers(): Case | undefined {
  const device = join(STRANGERS, "STMicroelectronics+cmsis-device-f4/Include");
  const core = join(STRANGERS, "STMicroelectronics+STM32CubeF4/Drivers/CMSIS/Core/Include");
  if (STRANGERS === "" || !existsSync(join(device, "stm32f479xx.h")) || !existsSync(core)) return undefined;
  return {
    of: "STM32F479",
    keys: `include_path = headers, ${device}, ${core}\nheader_files = rig.h\nabi = arm-eabi\ncflags = -mcpu=cortex-m4`,
    own: `#include <stdint.h>\n#include "stm32f479xx.h"\n${OWN}`,
    header: "headers/rig.h",
    clang: ["--target=arm-none-eabi", "-mcpu=cortex-m4", "-ffreestanding", `-I${device}`, `-I${core}`],
  };
}

function uapi(): Case | undefined {
  const include = "/usr/include";
  if (!existsSync(join(include, "linux/types.h"))) return undefined;
  const names = readdirSync(join(include, "linux"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".h"))
    .map((name) => `linux/${name}`)
    .sort();
  const chosen = compilable(names, []);
  return {
    of: `Linux uapi, ${chosen.length} headers`,
    keys: `include_path = headers, ${include}, ${include}/x86_64-linux-gnu\nheader_files = rig.h`,
    own: `${includes(chosen)}#include <stdint.h>\n${OWN}`,
    header: "headers/rig.h",
    clang: [],
  };
}

/** Some headers exclude each other: leaves out, by halves, those that do not compile after the ones before. */
function compilable(names: readonly string[], before: readonly string[]): readonly string[] {
  const all = [...before, ...names];
  const { status } = spawnSync("gcc", ["-x", "c", "-fsyntax-only", "-w", "-"], { input: includes(all) });
  if (status === 0) return all;
  if (names.length === 1) return before;
  const middle = names.length >> 1;
  return compilable(names.slice(middle), compilable(names.slice(0, middle), before));
}

function includes(names: readonly string[]): string {
  return names.map((name) => `#include <${name}>\n`).join("");
}
