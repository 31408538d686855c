/** SDCC has no debugging information that others read: its assembler listing of constants says where members are. [SDCC 4.2.0] */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "../../generator/compile.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { leaves } from "../../generator/layout/struct-layout.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { channelsOf, encoded, viewOf } from "../support/compiled-channels.ts";
import { requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { Random } from "./layout/random.ts";

const STRUCTS = 60;
const TYPES = ["uint8_t", "uint16_t", "uint32_t", "int8_t", "int16_t", "unsigned", "char", "float"];
const FIELD_TYPES = ["uint8_t", "uint16_t", "unsigned", "int8_t", "int16_t"];

/** Members of whole bytes and bit-fields, of which none is unnamed: SDCC's initialisers count these. */
function structText(random: Random, index: number): string {
  const members = Array.from({ length: 2 + random.below(6) }, (_, at) => {
    if (random.chance(0.6)) {
      const type = FIELD_TYPES[random.below(FIELD_TYPES.length)]!;
      return `${type} f${at} : ${1 + random.below(type === "uint8_t" || type === "int8_t" ? 8 : 16)};`;
    }
    const type = TYPES[random.below(TYPES.length)]!;
    return `${type} f${at}${random.chance(0.2) ? `[${1 + random.below(3)}]` : ""};`;
  });
  return `struct m${index} { ${members.join(" ")} uint8_t end; };`;
}

for (const port of ["stm8", "mcs51", "z80"]) {
  test(`members are where SDCC has them (${port})`, { skip: requires("sdcc") }, () => {
    const random = new Random(0x5dcc);
    const texts = Array.from({ length: STRUCTS }, (_, index) => structText(random, index));
    const messages = texts.map((_, index) => ({
      ...{ id: index, idText: `${index}`, struct: `m${index}`, checkExtra: undefined },
      span: { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    }));
    const plan = planOf({ abi: "sdcc", messages });
    const reader = memoryReader({ "lab.h": `#include <stdint.h>\n${texts.join("\n")}\n` });
    const read = parseChannel(plan, reader);
    const layouts = layOutChannel(read.value, plan);
    const all = [...read.diagnostics, ...layouts.diagnostics];
    // Their IDs are nowhere.
    assert.deepEqual(
      all.filter(({ code }) => code !== "W421"),
      [],
    );
    const ours = layouts.value.map(({ members, size }) => [
      size,
      ...leaves(members).flatMap((leaf) => (leaf.kind === "scalar" && leaf.bitField ? [] : [leaf.byteOffset])),
      // What the bytes are if only the bit-field is set.
      ...leaves(members).flatMap((leaf) =>
        leaf.kind === "scalar" && leaf.bitField
          ? [(((1n << BigInt(leaf.bitWidth)) - 1n) << BigInt(8 * leaf.byteOffset + leaf.bitOffset)).toString(16)]
          : [],
      ),
    ]);
    assert.deepEqual(
      ours,
      askSdcc(
        port,
        texts,
        layouts.value.map(({ members }) => leaves(members)),
      ),
    );
  });
}

test("SDCC for a big-endian processor allocates bits as for others", { skip: requires("sdcc") }, async () => {
  const text =
    "#include <stdint.h>\nstruct m { uint16_t a; uint8_t b : 3; uint8_t c : 5; uint16_t d : 12; uint32_t e; };\n";
  const value = { a: 0x1234, b: 5, c: 17, d: 0xabc, e: 0x01020304 };
  const folder = temporaryFolder();
  const members = Object.entries(value).map(([name, each]) => `.${name} = ${each}`);
  writeFileSync(join(folder, "m.c"), `${text}const struct m v = { ${members.join(", ")} };\n`);
  execFileSync("sdcc", ["-mstm8", "-S", "-o", "m.asm", "m.c"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const bytes = Uint8Array.from(constantsIn(readFileSync(join(folder, "m.asm"), "latin1")).get("v")!);
  const span = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const messages = [{ id: 1, idText: "1", struct: "m", checkExtra: undefined, span }];
  const plan = planOf({ abi: "sdcc", byteOrder: "big", messages });
  const { files } = compile([{ plan, reader: memoryReader({ "lab.h": text }) }], { version: "0.0.0" });
  const codec = (await channelsOf(files))["lab"]!.structs[0]!;
  assert.deepEqual(codec.decode(viewOf(bytes)), value);
  assert.deepEqual(encoded(codec, value), bytes);
});

type Leaves = ReturnType<typeof leaves>;

function askSdcc(port: string, texts: readonly string[], all: readonly Leaves[]): (number | string)[][] {
  const isBits = (leaf: Leaves[number]) => leaf.kind === "scalar" && leaf.bitField === true;
  const asked = all.map((members, index) => {
    const places = members.filter((leaf) => !isBits(leaf)).map(({ path }) => `offsetof(struct m${index}, ${path})`);
    const set = members.filter(isBits).map(({ path }, at) => {
      const width = (members.find((leaf) => leaf.path === path) as { bitWidth: number }).bitWidth;
      return `const struct m${index} b${index}_${at} = { .${path} = ${2 ** width - 1} };`;
    });
    return [`const unsigned char n${index}[] = { sizeof(struct m${index}), ${places.join(", ")} };`, ...set].join("\n");
  });
  const folder = temporaryFolder();
  writeFileSync(join(folder, "m.c"), ["#include <stdint.h>", "#include <stddef.h>", ...texts, ...asked, ""].join("\n"));
  execFileSync("sdcc", [`-m${port}`, "-S", "-o", "m.asm", "m.c"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const bytes = constantsIn(readFileSync(join(folder, "m.asm"), "latin1"));
  return all.map((members, index) => [
    ...bytes.get(`n${index}`)!,
    ...members.filter(isBits).map((_, at) => {
      const image = bytes.get(`b${index}_${at}`)!;
      return image.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n).toString(16);
    }),
  ]);
}

/** Label → bytes: `_n0:` and lines of `.db #0x06 ; 6`, `.db 0x01, 0x02`, `.byte #0x00,#0x01` and `.dw #0x0000` for longer members. */
function constantsIn(text: string): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>();
  let current: number[] | undefined;
  for (const line of text.split("\n")) {
    const label = /^_(\w+):/.exec(line)?.[1];
    if (label !== undefined) {
      current = [];
      found.set(label, current);
    }
    const [, directive, bytes = ""] = /^\s*\.(db|byte|dw)\b(.*?)(?:;.*)?$/.exec(line) ?? [];
    for (const [, hex = ""] of bytes.matchAll(/#?0x([0-9a-fA-F]+)/g)) {
      const number = Number.parseInt(hex, 16);
      // Words stand in the processor's order; those of others are zero here.
      current?.push(...(directive === "dw" ? [number >> 8, number & 255] : [number]));
    }
  }
  return found;
}
