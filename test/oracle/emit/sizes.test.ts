/**
 * Frames of every size, with each `short` and `long`: what Python, Rust, C and LoRaWAN's formatter read must be what the service reads.
 * All but Python refuse messages that lack optional parts, because they would read the others at wrong places.
 */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, Script } from "node:vm";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { encodeChecked } from "../../../runtime/codec/encode-checked.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf, fileText } from "../../support/compiled-channels.ts";
import { MICROPYTHON_PROGRAM, needsPeers, run } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Random } from "../layout/random.ts";

const HEADER = `#include <stdint.h>
#pragma pack(push, 1)
struct struct_optional {
  uint8_t ID; uint8_t flags;
  uint16_t a; // @if: flags & 1
  uint16_t b; // @if: flags & 2
  uint8_t n;
  uint16_t v[4]; // @count: n
} optional = { 1 };
struct struct_plain { uint8_t ID; uint16_t x; uint32_t y; } plain = { 2 };
struct struct_checked { uint8_t ID; uint16_t x; uint8_t ck; /* @check: sum8 */ uint16_t z; } checked = { 3 };
#pragma pack(pop)
`;
const TRAILER = { algorithm: "crc16/modbus", from: 0, byteOrder: "little" } as const;
const COMBINATIONS = (["reject", "zero"] as const).flatMap((short) =>
  (["reject", "ignore"] as const).map((long) => ({ short, long })),
);

interface Sized {
  readonly name: string;
  readonly files: ReturnType<typeof compile>["files"];
  readonly frames: readonly string[];
  /** For each frame: the whole struct, or `refused`. */
  readonly expected: readonly string[];
  /** The same of a reader that follows `@count` and `@if`: what the service encodes again. */
  readonly followed: readonly string[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

async function sized(format: Pick<FrameFormat, "short" | "long">, index: number): Promise<Sized> {
  const frames = {
    ...PLAIN_FORMAT,
    ...format,
    ...{ id: parseLocator("u8@1", "id"), length: undefined, payloadOffset: 1, trailer: 2, check: TRAILER },
  };
  const name = `c${index}`;
  const plan = planOf({
    name,
    headerFiles: ["rig.h"],
    emit: ["python", "rust", "micropython", "lorawan", "c"],
    frames,
  });
  const { files, diagnostics } = compile([{ plan, reader: memoryReader({ "rig.h": HEADER }) }], { version: "0.0.0" });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  const channel = (await channelsOf(files))[name]! as unknown as {
    decode(bytes: Uint8Array): { readonly name?: string; readonly raw?: object };
    readonly byId: Readonly<Record<number, StructCodec>>;
  };
  const random = new Random(index);
  const all = Array.from({ length: 600 }, () => frameOf(random));
  const expected = all.map((frame) => {
    if (channel.decode(frame).name === undefined) return "refused";
    const { wireSize, variable } = channel.byId[frame[1] ?? 0]!;
    const payload = frame.subarray(1, -2);
    if (variable !== undefined && payload.length !== wireSize) return "refused";
    return hex(payload.subarray(0, wireSize)).padEnd(2 * wireSize, "0");
  });
  const followed = all.map((frame, at) => {
    const { raw } = channel.decode(frame);
    const codec = channel.byId[frame[1] ?? 0];
    return raw === undefined || codec?.variable === undefined ? (expected[at] ?? "") : hex(encodeChecked(codec, raw));
  });
  return { name, files, frames: all.map(hex), expected, followed };
}

/** Small numbers, so that counts and conditions often hold; checksums that lie in the frame are right. */
function frameOf(random: Random): Uint8Array {
  const frame = new Uint8Array(4 + random.integer(0, 18));
  for (let at = 2; at < frame.length - 2; at++) frame[at] = random.integer(0, 5);
  frame[1] = random.integer(1, 3);
  // More elements than the array has are wrong in the service, and no matter here.
  if (frame[1] === 1 && frame.length > 9) frame[7] = random.integer(0, 4);
  if (frame[1] === 3 && frame.length > 6) frame[4] = frame.subarray(0, 4).reduce((sum, byte) => sum + byte, 0) & 0xff;
  const sum = checksumOf(TRAILER.algorithm)?.of(frame, 0, frame.length - 2) ?? 0;
  frame.set([sum & 0xff, sum >> 8], frame.length - 2);
  return frame;
}

const channels = await Promise.all(COMBINATIONS.map(sized));
const input = channels.flatMap(({ frames }, index) => frames.map((frame) => `${index} ${frame}\n`)).join("");

function assertRead(
  answers: readonly string[],
  { from = channels, as = "expected" }: { from?: readonly Sized[]; as?: "expected" | "followed" } = {},
): void {
  const wanted = from.flatMap((each) => each[as]);
  const asked = from.flatMap(({ name, frames }) => frames.map((frame) => `${name} ${frame}`));
  assert.deepEqual(
    asked.flatMap((frame, at) => (answers[at] === wanted[at] ? [] : [`${frame}: ${answers[at]}, not ${wanted[at]}`])),
    [],
  );
}

function inFolder(work: (folder: string) => void): void {
  const folder = temporaryFolder();
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the frames are of all kinds", () => {
  for (const { expected } of channels) {
    const kinds = new Set(expected.map((answer) => (answer === "refused" ? answer : answer.slice(0, 2))));
    assert.deepEqual([...kinds].sort(), ["01", "02", "03", "refused"]);
  }
});

test("Python reads what the service reads", { skip: needsPeers("python3") }, () => {
  inFolder((folder) => {
    for (const { name, files } of channels) writeFileSync(join(folder, `${name}.py`), fileText(files, /\.py$/));
    const program = `import importlib, sys
sys.path.insert(0, sys.argv[1])
for line in sys.stdin:
    index, text = line.split()
    module = importlib.import_module("c" + index)
    try:
        print(module.encode_struct(module.decode(bytes.fromhex(text))).hex())
    except ValueError:
        print("refused")
`;
    assertRead(run("python3", ["-c", program, folder], input).trim().split("\n"), { as: "followed" });
  });
});

test("LoRaWAN's formatter reads what the service reads", () => {
  assertRead(
    channels.flatMap(({ files, frames }) => {
      const context = createContext({ text: "" });
      new Script(fileText(files, /\.lorawan\.js$/)).runInContext(context);
      // The uplink's data is a downlink's.
      const script = new Script(`(function () {
        var bytes = [];
        for (var at = 0; at < text.length; at += 2) bytes.push(parseInt(text.substr(at, 2), 16));
        var data = decodeUplink({ bytes: bytes, fPort: 1 }).data;
        if (!data) return "refused";
        data.message = MESSAGES[bytes[1]].name;
        var sent = encodeDownlink({ data: data }).bytes;
        if (!decodeUplink({ bytes: sent, fPort: 1 }).data) return "its own downlink is refused";
        // The downlink has the checksum that the short frame lacks.
        if (bytes[1] === 3 && bytes.length < 7) sent[4] = 0;
        return sent.slice(1, -2).map(function (byte) { return (256 + byte).toString(16).slice(1); }).join("");
      })()`);
      return frames.map((frame) => {
        context["text"] = frame;
        return script.runInContext(context) as string;
      });
    }),
  );
});

test("Rust reads what the service reads", { skip: needsPeers("rustc") }, () => {
  inFolder((folder) => {
    for (const { name, files } of channels) writeFileSync(join(folder, `${name}.rs`), fileText(files, /\.rs$/));
    const arms = channels.map(({ name }, index) => {
      return `"${index}" => match ${name}::decode(&data) { Ok(m) => m.encode(&mut out).ok(), Err(_) => None },`;
    });
    writeFileSync(
      join(folder, "main.rs"),
      `${channels.map(({ name }) => `mod ${name};`).join("\n")}
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (index, text) = line.split_once(' ').unwrap();
        let data: Vec<u8> = (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect();
        let mut out = [0u8; 64];
        let size = match index { ${arms.join(" ")} _ => None };
        // The frame that it writes has the checksum that the short one lacks.
        if data[1] == 3 && data.len() < 7 { out[4] = 0; }
        match size {
            Some(n) => println!("{}", out[1..n - 2].iter().map(|b| format!("{b:02x}")).collect::<String>()),
            None => println!("refused"),
        }
    }
}
`,
    );
    run("rustc", ["--edition=2021", "-A", "warnings", "-o", join(folder, "main"), join(folder, "main.rs")]);
    assertRead(run(join(folder, "main"), [], input).trim().split("\n"), { as: "followed" });
  });
});

test("MicroPython reads what the service reads, where short frames are refused", {
  skip: needsPeers("micropython"),
}, () => {
  const from = channels.filter((_, index) => COMBINATIONS[index]?.short === "reject");
  inFolder((folder) => {
    for (const { name, files } of from)
      writeFileSync(join(folder, `${name}.py`), fileText(files, /_micropython\/.*\.py$/));
    writeFileSync(
      join(folder, "main.py"),
      `import sys
from binascii import hexlify, unhexlify
sys.path.append(sys.argv[1])
while True:
    line = sys.stdin.readline()
    if not line:
        break
    name, text = line.split()
    module = __import__(name)
    message = module.decode(unhexlify(text))
    print("refused" if message is None else hexlify(module.frame(message)[1:-2]).decode())
`,
    );
    const asked = from.flatMap(({ name, frames }) => frames.map((frame) => `${name} ${frame}\n`)).join("");
    const answers = run(MICROPYTHON_PROGRAM, [join(folder, "main.py"), folder], asked)
      .trim()
      .split("\n");
    assertRead(answers, { from, as: "followed" });
  });
});

test("C reads what the service reads", { skip: requires("gcc") }, () => {
  inFolder((folder) => {
    writeFileSync(join(folder, "rig.h"), HEADER);
    for (const channel of channels) {
      const { name, files, frames } = channel;
      writeFileSync(join(folder, "link.h"), fileText(files, /_link\.h$/));
      const calls = ["optional", "plain", "checked"].map(
        (struct) =>
          `{ struct struct_${struct} m; if (${name}_${struct}_decode(&m, frame, size)) { written = ${name}_${struct}_frame(out, sizeof out, &m); if (frame[1] == 3 && size < 7) out[4] = 0; print(out + 1, written - 3); continue; } }`,
      );
      writeFileSync(
        join(folder, "main.c"),
        `#include <stdio.h>
#include <string.h>
#include "rig.h"
#include "link.h"
static void print(const void *m, size_t size) {
  for (size_t i = 0; i < size; i++) printf("%02x", ((const uint8_t *)m)[i]);
  puts("");
}
int main(void) {
  char text[200];
  uint8_t out[64];
  size_t written;
  while (scanf("%199s", text) == 1) {
    uint8_t frame[100];
    size_t size = strlen(text) / 2;
    for (size_t i = 0; i < size; i++) { unsigned byte; sscanf(text + 2 * i, "%2x", &byte); frame[i] = (uint8_t)byte; }
    ${calls.join("\n    ")}
    puts("refused");
  }
  return 0;
}
`,
      );
      run("gcc", ["-w", "-fsanitize=undefined", "-o", join(folder, "main"), join(folder, "main.c")]);
      assertRead(run(join(folder, "main"), [], frames.join("\n")).trim().split("\n"), {
        from: [channel],
        as: "followed",
      });
    }
  });
});
