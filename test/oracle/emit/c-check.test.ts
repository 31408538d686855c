/** `<channel>.check.h`, compiled after its header by the header's own compiler: it builds if the layout matches, and fails if a field was moved. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileText } from "../../support/compiled-channels.ts";
import { type Requirement, requires } from "../../support/requirements.ts";
import { compileSample, type SampleHeader, STUBS, sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** The Debian package of the C compiler also contains the C++ compiler. */
const PACKAGE_OF: Readonly<Record<string, Requirement>> = {
  "arm-none-eabi-g++": "arm-none-eabi-gcc",
  "avr-g++": "avr-gcc",
};

const headers = sampleHeaders().filter(({ byteOrder }) => byteOrder === "little");
const RIG = headers.find(({ name }) => name === "rig")!;

/** The header's own compiler, else one of each kind for x86-64. */
function compilersOf({ compiler, text }: SampleHeader): readonly string[] {
  if (compiler !== undefined) return [compiler];
  return /= *\d+;/.test(text) ? ["g++"] : ["gcc", "clang"];
}

/** The compiler's output for a header with its check. */
function build(compiler: string, header: SampleHeader, text: string, check: string): string {
  const folder = temporaryFolder();
  try {
    const cpp = compiler.endsWith("++");
    const source = join(folder, cpp ? "firmware.cpp" : "firmware.c");
    if (text !== header.text) writeFileSync(join(folder, header.file), text, "latin1");
    writeFileSync(join(folder, "channel.check.h"), check);
    writeFileSync(
      source,
      `#include <stdint.h>\n#include <stdbool.h>\n#include "${header.file}"\n#include "channel.check.h"\n`,
    );
    const defines = [...header.defines].map(([key, value]) => `-D${key}=${value}`);
    const standard = cpp ? "-std=gnu++14" : "-std=gnu11";
    const options = ["-O1", "-c", "-ffreestanding", standard, "-Wall", "-Wextra", "-Wno-multichar", ...defines];
    const folders = ["-I", folder, "-isystem", header.folder, "-isystem", STUBS];
    return spawnSync(compiler, [...options, ...folders, "-o", join(folder, "firmware.o"), source], { encoding: "utf8" })
      .stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function checkOf(header: SampleHeader): string {
  const { files, diagnostics } = compileSample(header, ["c-check"]);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  return fileText(files, /\.check\.h$/);
}

for (const header of headers) {
  for (const compiler of compilersOf(header)) {
    test(`${compiler} confirms the codecs' layout of ${header.file}`, {
      skip: requires(PACKAGE_OF[compiler] ?? (compiler as Requirement)),
    }, () => {
      const { files, diagnostics } = compileSample(header, ["c-check"]);
      const complaints = build(compiler, header, header.text, fileText(files, /\.check\.h$/))
        .split("\n")
        .filter((line) => /error|check\.h.*warning/.test(line));
      // Without the packing that its lengths imply, this firmware would not send what its header says.
      if (diagnostics.some(({ code }) => code === "N202")) assert.match(complaints[0] ?? "", /\d+ bytes/);
      else assert.deepEqual(complaints, []);
    });
  }
}

/** Typical manual changes to a struct; the size often stays the same. */
const MOVES: Readonly<Record<string, readonly [from: string | RegExp, to: string, complaint: RegExp]>> = {
  "a field in front": ["uint8_t  ID;", "uint8_t ID; uint8_t more;", /struct_mount: 16 bytes/],
  "two fields exchanged": [
    /(int16_t +el;)([^\n]*\n *)(float +rate;)/,
    "$3$2$1",
    /struct_mount: el at byte 5|rate at byte 7/,
  ],
  "a sign": ["int16_t  az;", "uint16_t az;", /struct_mount: az is signed/],
  "an integer for a float": ["float    rate;", "uint32_t rate;", /struct_mount: rate is a floating-point number/],
  "a wider bit-field": ["mode       : 3;", "mode : 4;", /mode: 3 bits at byte 2 bit 2/],
  "bit-fields exchanged": [
    /armed {6}: 1;([^\n]*\n *uint8_t +)homed {6}: 1;/,
    "homed : 1;$1armed : 1;",
    /armed: 1 bits at byte 2 bit 0/,
  ],
};

/** One compiler tests all changes; the others must detect one of a field and one of a bit-field. */
const NOTICED = {
  gcc: Object.keys(MOVES),
  "g++": ["a sign", "a wider bit-field"],
  clang: ["a sign", "a wider bit-field"],
  "arm-none-eabi-gcc": ["a field in front", "bit-fields exchanged"],
  "avr-gcc": ["a field in front", "two fields exchanged"],
} as const;

for (const [compiler, moves] of Object.entries(NOTICED) as [Requirement, readonly string[]][]) {
  for (const move of moves) {
    test(`${compiler} stops at ${move}`, { skip: requires(compiler) }, () => {
      const [from, to, complaint] = MOVES[move]!;
      const moved = RIG.text.replace(from, to);
      const abi = compiler.startsWith("avr") ? "avr" : compiler.startsWith("arm") ? "arm-eabi" : "x86-64";
      assert.match(build(compiler, RIG, moved, checkOf({ ...RIG, abi })), complaint);
    });
  }
}
