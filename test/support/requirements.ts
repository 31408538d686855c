/** Programs that tests use as oracles or peers. If one is missing, its tests are skipped; in CI they fail. */

import { spawnSync } from "node:child_process";

/** Program (or file) → Debian package that has it. Installed by `scripts/build/setup.mjs` for `npm test` when it may. */
const REQUIREMENTS = {
  gcc: "gcc",
  "g++": "g++",
  clang: "clang",
  "clang-16": "clang-16",
  "clang-19": "clang-19",
  "gcc-11": "gcc-11",
  "g++-11": "g++-11",
  "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64-win32",
  "x86_64-w64-mingw32-g++": "g++-mingw-w64-x86-64-win32",
  sdcc: "sdcc",
  "arm-none-eabi-gcc": "gcc-arm-none-eabi libnewlib-arm-none-eabi",
  "avr-gcc": "gcc-avr avr-libc",
  simavr: "simavr libsimavr-dev",
  "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf",
  "xtensa-lx106-elf-gcc": "gcc-xtensa-lx106 picolibc-riscv64-unknown-elf",
  "qemu-system-arm": "qemu-system-arm",
  "qemu-system-avr": "qemu-system-misc",
  "qemu-system-riscv32": "qemu-system-misc",
  "qemu-system-xtensa": "qemu-system-misc",
  influxd: "influxdb",
  influx: "influxdb-client",
  mosquitto: "mosquitto",
  mosquitto_pub: "mosquitto-clients",
  mosquitto_sub: "mosquitto-clients",
  "chromium-headless-shell": "chromium-headless-shell",
  "python3-autobahn": "python3-autobahn python3-u-msgpack python3-cbor2",
  tshark: "tshark",
  faketime: "faketime",
  curl: "curl",
  openssl: "openssl",
  "systemd-notify": "systemd",
  "nats-server": "nats-server",
  zsh: "zsh",
  fish: "fish",
} as const;

export type Requirement = keyof typeof REQUIREMENTS;

/** False when all are there (run the test), else the reason for skipping it; throws in CI, where nothing may be missing. */
export function requires(...programs: readonly Requirement[]): false | string {
  const missing = programs.filter((program) => !present(program));
  if (missing.length === 0) return false;
  const reason = `needs ${missing.map((program) => `${program} (Debian package ${REQUIREMENTS[program]})`).join(", ")}`;
  if (process.env["CI"] === "true") throw new Error(reason);
  return reason;
}

const found = new Map<Requirement, boolean>();

function present(program: Requirement): boolean {
  let known = found.get(program);
  if (known === undefined) {
    known = spawnSync(...probe(program), { stdio: "ignore" }).status === 0;
    found.set(program, known);
  }
  return known;
}

function probe(program: Requirement): [string, string[]] {
  if (program === "python3-autobahn") return ["/usr/bin/python3", ["-c", "import autobahn, umsgpack, cbor2"]];
  return ["sh", ["-c", `command -v ${program}`]];
}

/** Debian packages of all programs that are not there. */
export function missingPackages(): string[] {
  const missing = (Object.keys(REQUIREMENTS) as Requirement[]).filter((program) => !present(program));
  return [...new Set(missing.flatMap((program) => REQUIREMENTS[program].split(" ")))];
}
