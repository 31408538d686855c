/** The examples of all diagnostics as whole projects. */

import { MAX_HEADER_BYTES } from "../../generator/source/header-reader.ts";
import { ABI_NAMES } from "../../runtime/channels/abi-names.ts";

const MESSAGE = "struct struct_m { uint8_t length; uint8_t ID; } m = {2, 1};";
const ONE_FIELD = "struct struct_a { unsigned char length, ID; short x; } a = {4, 1};";
const nested = (depth: number): string =>
  `struct a { ${"struct {".repeat(depth)} int x; ${"} m;".repeat(depth)} uint8_t length; uint8_t ID; };`;

/** Examples that need more than they show. */
const WHOLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  E102: {
    "lab.h": '#include "0.h"\n',
    ...Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}.h`, `#include "${index + 1}.h"\n`])),
  },
  // Includes itself: a million and a half tokens.
  E103: {
    "lab.h": `${'#include "b.h"\n'.repeat(40)}`,
    "b.h": `${'#include "a.h"\n'.repeat(40)}`,
    "a.h": ";".repeat(1000),
  },
  E106: {
    "lab.h": `#define A0 x\n${Array.from({ length: 24 }, (_, index) => `#define A${index + 1} A${index} A${index}`).join("\n")}\nint A24;\n`,
  },
  E110: { "lab.h": nested(120) },
  E151: { "lab.h": `${Array.from({ length: 10_001 }, (_, index) => `struct a${index} { char x; };`).join("\n")}` },
  E153: {
    "lab.h":
      '#include "a.h"\n#include "b.h"\nstruct struct_c { uint8_t length; uint8_t ID; struct pos at; } c = {6, 1};',
    "a.h": "struct pos { float x; };",
    "b.h": "struct pos { double x; };",
  },
};

/** Full text of examples that are shortened with `…`. */
const SPELLED: Readonly<Record<string, readonly [string, string]>> = {
  E308: ["((((…))))", `${"(".repeat(80)}level${")".repeat(80)}`],
  E325: ["_as_…", `_as_${"it_was_".repeat(50)}`],
  E326: ["…", `${" ".repeat(10_000)}unit=m`],
};

/** Further keys that a section's example needs; the default header is `headers/rig.h`. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  N339: { "headers/rig.h": "struct event_t { short number; int time; };" },
  E402: { "secret.h": MESSAGE },
  E403: { "headers/firmware.bin": " ".repeat(MAX_HEADER_BYTES + 1) },
  E404: { "headers/src/rig.h": MESSAGE },
  E416: { "headers/rig.h": "enum { PACKET_ID_MOTION = 3 }; struct PacketMotionData { int x; };" },
  E423: { "headers/rig.h": "struct gps_t { unsigned char n; unsigned char v[4]; };" },
  E417: { "headers/rig.h": "enum { BIG = 300 }; struct gps_t { char fix; };" },
  E505: {
    "headers/v1/rig.h": "struct struct_a { unsigned char length, ID; short x; } a = {4, 1};",
    "headers/rig.h": "struct struct_a { unsigned char length, ID; char x, y; } a = {4, 1};",
  },
  W421: { "headers/rig.h": "struct EnvReading { float heat; float humidity; };" },
  E508: {
    "headers/v1/rig.h": ONE_FIELD.replace("short x;", "short x; /* @rule: unit=V */ short y;").replace("4", "6"),
  },
  N509: {
    "headers/v1/rig.h": ONE_FIELD.replace("short x;", "short x; /* @rule: unit=V */ short y;").replace("4", "6"),
  },
  W510: { "headers/v1/rig.h": ONE_FIELD.replace("short x;", "short x, y;").replace("4", "6") },
  E511: { "headers/v1/rig.h": ONE_FIELD },
  N601: { emit: "kaitai" },
};

/** Takes half a minute; `outside-problems.test.ts` and `lock.test.ts` test it. */
// N512 and N513 need a compiler.
export const ELSEWHERE: ReadonlySet<string> = new Set(["E503", "N512", "N513"]);
const NEEDS_PROJECT = /^(?:W212|W324|N339|E35[0-2]|W353|E40[1-4]|[EW]41[4-9]|W421|E423|[EWN]5[01]\d|N6\d\d)$/;

/** Completes the example's section. */
function configuration(example: string, emit: string | undefined): string {
  const section = example.slice(Math.max(0, example.search(/^(?:\[|header_files)/m)));
  if (section.startsWith("[lab]")) return `${section}\n`;
  const given = /^\[|^\w+ = /m.test(section) ? section : "";
  const name = /^\[(.*)\]/.exec(given)?.[1] ?? "lab-rig";
  const lines = given.split("\n").filter((line) => /^[\w.]+ = /.test(line));
  const keys = new Set(lines.map((line) => line.split(" ")[0]));
  const missing = Object.entries({
    udp_port: "8888",
    wamp_topic: "lab.rig",
    include_path: "headers",
    ...(keys.has("versions") ? {} : { header_files: "rig.h" }),
    ...(emit === undefined ? {} : { emit }),
  }).flatMap(([key, value]) => (keys.has(key) ? [] : [`${key} = ${value}`]));
  return `[lab]\nchannels = ${name}\n\n[${name}]\n${[...lines, ...missing].join("\n")}\n`;
}

const message = (members: string): string => `struct struct_m { uint8_t length; uint8_t ID; ${members}\n} m = {4, 1};`;

/** Files of a project in which the example's diagnostic appears, by path. */
export function projectOf(code: string, example: string): Record<string, string> {
  const { emit, ...files } = BESIDE[code] ?? {};
  const header = example.split(/^\[|^header_files|^structline/m)[0] ?? "";
  const shown = header.includes("struct") ? header : `${header.includes(";") ? message(header) : MESSAGE}`;
  return { "channels.ini": configuration(example, emit), "headers/rig.h": shown, ...files };
}

/** Undefined for an example that needs a project. */
export function headersOf(code: string, example: string): Record<string, string> | undefined {
  if (NEEDS_PROJECT.test(code)) return undefined;
  const [short, long] = SPELLED[code] ?? ["", ""];
  // A line that begins with `;` belongs to a section.
  const whole = (short === "" ? example : example.replace(short, long)).replace(/^;.*/gm, "");
  if (whole.includes("…") && WHOLE[code] === undefined) throw new Error(`the example of ${code} is not written out`);
  return WHOLE[code] ?? { "lab.h": whole.includes("struct") ? whole : `${whole}\n${MESSAGE}` };
}

/** Keys of the section that an example's comment names. */
export function keysOf(example: string): {
  readonly abi?: (typeof ABI_NAMES)[number];
  layout?: string;
  cflags?: string;
} {
  const abi = ABI_NAMES.find((name) => example.includes(`abi = ${name}`));
  const layout = /layout = (natural|packed)/.exec(example)?.[1];
  const cflags = /cflags = (\S+)/.exec(example)?.[1];
  return { ...(abi && { abi }), ...(layout && { layout }), ...(cflags && { cflags }) };
}
