/** `expect`: readers refuse the frames that the service refuses, whatever stands at the place. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { FrameTable, isFrameProblem } from "../../../runtime/frames/frame-table.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { MICROPYTHON_PROGRAM, needsPeers, run } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { STUBS, sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitFramed, sampleMessages } from "./messages.ts";

const rig = sampleHeaders().find(({ name }) => name === "rig")!;
const FORMAT: FrameFormat = {
  ...PLAIN_FORMAT,
  payloadOffset: 4,
  id: parseLocator("u8@5", "id"),
  length: parseLocator("u8@4+4", "length"),
  expect: [
    { place: parseLocator("u16be@0&0x3ff0", "id"), value: 0x155 },
    { place: parseLocator("u16le@2", "id"), value: 0x1234 },
  ],
};

const channel = await emitFramed(rig, FORMAT, ["python", "rust", "micropython", "c"]);
const whole = sampleMessages(channel, 1).map(({ codec, bytes }) => {
  const { name, id, wireSize, size } = codec;
  return buildFrame({ name, id, wireSize, size }, bytes, { frames: FORMAT });
});
/** Each bit of the first four bytes, and frames that end before the places do. */
const frames = whole.flatMap((bytes) => [
  bytes,
  ...Array.from({ length: 32 }, (_, bit) =>
    bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  ),
  bytes.slice(0, 3),
  bytes.slice(0, 1),
]);
const table = new FrameTable("rig", FORMAT, channel.codecs as never);
const wanted = frames.map((bytes) => (isFrameProblem(table.find(bytes)) ? "0" : "1"));
const input = frames.map((bytes) => `${Buffer.from(bytes).toString("hex")}\n`).join("");

test("what the service refuses", () => {
  const taken = wanted.filter((each) => each === "1").length;
  // Six bits of the first number do not count.
  assert.equal(taken, whole.length * 7);
  const notes = channel.limits.filter(({ message }) => /^(?:python|rust|micropython|c): .*expect/.test(message));
  assert.deepEqual(notes, []);
});

/** @param ask writes the program's files, and runs it */
function readers(name: string, skip: false | string, ask: (folder: string) => string): void {
  test(name, { skip }, () => {
    const folder = temporaryFolder();
    try {
      assert.equal(ask(folder).trim().split("\n").join(""), wanted.join(""));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const PYTHON = `import sys
sys.path.insert(0, sys.argv[1])
import emitted
for line in sys.stdin:
    try:
        print(1 if emitted.decode(bytes.fromhex(line.strip())) else 0)
    except ValueError:
        print(0)
`;

readers("Python", needsPeers("python3"), (folder) => {
  writeFileSync(join(folder, "emitted.py"), fileText(channel.files, /(?<!_micropython\/rig)\.py$/));
  return run("python3", ["-c", PYTHON, folder], input);
});

readers("MicroPython", needsPeers("micropython"), (folder) => {
  writeFileSync(join(folder, "emitted.py"), fileText(channel.files, /_micropython\/.*\.py$/));
  const program = PYTHON.replace("import sys", "import sys\nfrom binascii import unhexlify").replace(
    "bytes.fromhex(line.strip())",
    "unhexlify(line.strip())",
  );
  writeFileSync(join(folder, "main.py"), program);
  return run(MICROPYTHON_PROGRAM, [join(folder, "main.py"), folder], input);
});

readers("Rust", needsPeers("rustc"), (folder) => {
  writeFileSync(join(folder, "emitted.rs"), fileText(channel.files, /\.rs$/));
  const main = `mod emitted;
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let bytes: Vec<u8> = (0..line.len() / 2).map(|at| u8::from_str_radix(&line[2 * at..2 * at + 2], 16).unwrap()).collect();
        println!("{}", emitted::decode(&bytes).is_ok() as u8);
    }
}
`;
  writeFileSync(join(folder, "main.rs"), main);
  run("rustc", ["--edition=2021", "-o", join(folder, "main"), join(folder, "main.rs")]);
  return run(join(folder, "main"), [], input);
});

readers("C", requires("gcc"), (folder) => {
  const header = fileText(channel.files, /_link\.h$/);
  writeFileSync(join(folder, "emitted.h"), header);
  const valid = [...new Set(Array.from(header.matchAll(/(\w+_valid)\(const/g), ([, name]) => name))];
  const main = `#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdbool.h>
#include "${rig.file}"
#include "emitted.h"
int main(void) {
  char line[1024];
  while (fgets(line, sizeof line, stdin)) {
    uint8_t frame[512];
    size_t size = strcspn(line, "\\n") / 2;
    for (size_t at = 0; at < size; at++) { unsigned byte; sscanf(line + 2 * at, "%2x", &byte); frame[at] = (uint8_t)byte; }
    puts(${valid.map((name) => `${name}(frame, size)`).join(" || ")} ? "1" : "0");
  }
}
`;
  writeFileSync(join(folder, "main.c"), main);
  run("gcc", ["-std=c99", "-I", rig.folder, "-isystem", STUBS, "-o", join(folder, "main"), join(folder, "main.c")]);
  return run(join(folder, "main"), [], input);
});
