/** g++ does not pack members whose classes have default initialisers. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { channelsOf } from "../support/compiled-channels.ts";
import { requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const HEADER = `struct In { uint8_t a = 1; uint32_t b = 2; };
struct Made { Made() : a(1), b(2) {} uint8_t a; uint32_t b; };
struct InP { uint8_t a = 1; uint32_t b = 2; } __attribute__((packed));
struct Pod { uint8_t a; uint32_t b; };
struct Mid { uint8_t q; In in; } __attribute__((packed));
struct struct_one { uint8_t length = 24; uint8_t ID = 2; In in; Pod p; uint16_t z; } __attribute__((packed));
struct struct_two { uint8_t length = 9; uint8_t ID = 3; InP in; uint16_t z; } __attribute__((packed));
struct struct_three { uint8_t length = 20; uint8_t ID = 4; Mid m; uint16_t z; } __attribute__((packed));
struct struct_four { uint8_t length = 20; uint8_t ID = 5; uint8_t x; In v[2]; } __attribute__((packed));
struct struct_five { uint8_t length = 12; uint8_t ID = 6; uint8_t x; Made v; } __attribute__((packed));
`;

test("non-POD members stay where g++ leaves them", { skip: requires("g++") }, async () => {
  const { files } = compile([{ plan: planOf(), reader: memoryReader({ "lab.h": HEADER }) }], { version: "0" });
  const { structs } = (await channelsOf(files))["lab"]!;
  assert.equal(structs.length, 5);
  const ours = structs.flatMap(({ name, size, fields }) => [
    `${name} ${size}`,
    ...fields.map(({ path, byteOffset }) => `${name}.${path} ${byteOffset}`),
  ]);
  const prints = structs.flatMap(({ name, fields }) => [
    `printf("${name} %zu\\n", sizeof(${name}));`,
    ...fields.map(({ path }) => `printf("${name}.${path} %zu\\n", offsetof(${name}, ${path}));`),
  ]);
  assert.deepEqual(ours, run(`${HEADER}int main() {\n${prints.join("\n")}\n}\n`));
});

function run(program: string): string[] {
  const directory = temporaryFolder();
  try {
    const source = join(directory, "layout.cpp");
    writeFileSync(source, `#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n${program}`);
    execFileSync("g++", ["-w", "-std=c++17", "-o", join(directory, "layout"), source]);
    return execFileSync(join(directory, "layout"), { encoding: "utf8" }).trim().split("\n");
  } finally {
    rmSync(directory, { recursive: true });
  }
}
