/** `examples/consumer` with the packed package, type-checked, compiled and run as its user would. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "structline-consumer-"));
after(() => rmSync(folder, { recursive: true }));

/** The package as `npm run build` leaves it, with the parts that a consumer sees. */
function stage(): string {
  const staged = join(folder, "structline");
  const reader = memoryReader({ "rig.h": readFileSync(join(ROOT, "headers/rig.h")) });
  const plan = {
    name: "rig",
    udpPort: 8888,
    wampTopic: "lab.rig.telemetry",
    includePath: join(ROOT, "headers"),
    headerFiles: ["rig.h"],
    abi: "x86-64",
    byteOrder: "little",
    layout: undefined,
    defines: new Map(),
    storeExclude: [],
  } as const;
  for (const { path, text } of compile([{ plan, reader }], { version: "0.0.0" }).files) {
    mkdirSync(dirname(join(staged, "generated", path)), { recursive: true });
    writeFileSync(join(staged, "generated", path), text);
  }
  mkdirSync(join(staged, "dist/codec"), { recursive: true });
  // It holds nothing but types, so its source is its declaration file.
  cpSync(join(ROOT, "runtime/codec/struct-codec.ts"), join(staged, "dist/codec/struct-codec.d.ts"));
  for (const name of ["package.json", "LICENSE"]) cpSync(join(ROOT, name), join(staged, name));
  return staged;
}

/** What `npm install` of the tarball does for a program that needs none of the service's dependencies. */
function install(consumer: string): void {
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: stage() });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  assert(tarball !== undefined);
  const installed = join(consumer, "node_modules/structline");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
  mkdirSync(join(consumer, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(consumer, "node_modules", name), "junction");
  }
}

const EXPECTED = `\
raw     1700 512 3000 3584 1
stored  17 V 0.000 A 3584 J
bytes   1202a4060000b80b00000000000000000000
power   1700
none    unknown-id 9
field   length uint8_t 0
field   ID uint8_t 1
field   voltage uint16_t 2 V
field   current int16_t 4 A
field   rpm uint16_t 6 1/min
field   energy double 8 J
field   fault_overtemp uint8_t 16
field   fault_current uint8_t 16
field   ck uint8_t 17
`;

test("a program outside the project type-checks, decodes and encodes with the packed package", () => {
  const consumer = join(folder, "consumer");
  cpSync(join(ROOT, "examples/consumer"), consumer, { recursive: true });
  install(consumer);
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd: consumer });
  assert.equal(execFileSync(process.execPath, ["main.js"], { cwd: consumer, encoding: "utf8" }), EXPECTED);
});
