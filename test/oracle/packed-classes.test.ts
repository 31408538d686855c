/** g++ and clang do not pack members whose classes have default initialisers, unless the class is packed itself. */

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
struct Around { uint8_t q; struct Inner { In in; } inner; } __attribute__((packed));
struct struct_six { uint8_t length = 16; uint8_t ID = 7; uint8_t x; Around m; uint16_t z; } __attribute__((packed));
struct struct_five { uint8_t length = 12; uint8_t ID = 6; uint8_t x; Made v; } __attribute__((packed));
`;

for (const [program, compiler] of [
  ["g++", "gcc"],
  ["clang-16", "clang-16"],
] as const)
  test(`non-POD members stay where ${program} leaves them`, { skip: requires(program) }, async () => {
    assert.deepEqual(
      await oursBy(compiler),
      run(program, `${HEADER}int main() {\n${(await prints()).join("\n")}\n}\n`),
    );
  });

type Compiler = "gcc" | "clang-16";

async function structsBy(compiler: Compiler) {
  const plan = planOf({ compiler });
  const { files } = compile([{ plan, reader: memoryReader({ "lab.h": HEADER }) }], { version: "0" });
  const { structs } = (await channelsOf(files))["lab"]!;
  assert.equal(structs.length, 6);
  return structs;
}

async function oursBy(compiler: Compiler) {
  const structs = await structsBy(compiler);
  return structs.flatMap(({ name, size, fields }) => [
    `${name} ${size}`,
    ...fields.map(({ path, byteOffset }) => `${name}.${path} ${byteOffset}`),
  ]);
}

async function prints() {
  const structs = await structsBy("gcc");
  return structs.flatMap(({ name, fields }) => [
    `printf("${name} %zu\\n", sizeof(${name}));`,
    ...fields.map(({ path }) => `printf("${name}.${path} %zu\\n", offsetof(${name}, ${path}));`),
  ]);
}

function run(compiler: string, program: string): string[] {
  const directory = temporaryFolder();
  try {
    const source = join(directory, "layout.cpp");
    writeFileSync(source, `#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n${program}`);
    execFileSync(compiler, ["-w", "-std=c++17", "-o", join(directory, "layout"), "-x", "c++", source, "-lstdc++"]);
    return execFileSync(join(directory, "layout"), { encoding: "utf8" }).trim().split("\n");
  } finally {
    rmSync(directory, { recursive: true });
  }
}
