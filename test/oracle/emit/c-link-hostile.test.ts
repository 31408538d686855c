/**
 * Hostile bytes for the emitted C: damaged and cut-off frames, wrong lengths, streams that never synchronise, buffers of the exact size
 * at odd addresses. Sanitizers end the program if it reads or writes anything else.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { channelModels } from "../../../generator/emitters/emit.ts";
import { linked } from "../../../generator/emitters/shared/c-link-file.ts";
import { type FrameFormat, type Framing, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { rounds } from "../../support/long.ts";
import { requires } from "../../support/requirements.ts";
import { ROOT, type SampleHeader, STUBS, sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type EmittedChannel, emitFramed, emitSample } from "./messages.ts";

const PROGRAM = join(ROOT, "test/oracle/emit/hostile-link.c");
const SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const ROUNDS = rounds(3000, 100_000);

const sample = (name: string) => sampleHeaders().find((header) => header.name === name)!;
const FORMAT: FrameFormat = {
  ...PLAIN_FORMAT,
  id: parseLocator("u8@3", "id"),
  length: parseLocator("u16be@4", "length"),
  payloadOffset: 6,
  trailer: 2,
  check: { algorithm: "crc16/modbus", from: 2, byteOrder: "little" },
};
const LAX: FrameFormat = { ...FORMAT, short: "zero", long: "ignore" };
const WITHOUT_LENGTH: FrameFormat = { ...FORMAT, length: undefined, trailer: 0, check: undefined };
const FRAMED: readonly (readonly [string, FrameFormat, Framing])[] = [
  ["cobs", FORMAT, { kind: "cobs" }],
  ["slip", FORMAT, { kind: "slip" }],
  ["lines", FORMAT, { kind: "lines", encoding: "either" }],
  ["sync", FORMAT, { kind: "sync", word: Uint8Array.of(0xaa, 0x55) }],
  ["cobs with short and long frames", LAX, { kind: "cobs" }],
  ["length with short and long frames", LAX, { kind: "length" }],
  ["cobs without lengths and checksums", WITHOUT_LENGTH, { kind: "cobs" }],
];

for (const name of ["rig", "variable", "bit-fields", "arrays", "scalars", "thirty-fields", "big-endian"])
  test(`${name}: hostile bytes do no harm to the C link`, { skip: requires("gcc") }, async () => {
    assertHarmless(sample(name), await emitSample(sample(name), ["c"]));
  });

test("a stream without delimiters does not wrap the parser's length, whatever the size of size_t", {
  skip: requires("gcc"),
}, async () => {
  const channel = await emitFramed(sample("rig"), FORMAT, ["c"], { kind: "cobs" });
  const link = fileText(channel.files, /_link\.h$/);
  const [, body = ""] = /(size_t rig_parse\(.*?\n\})/s.exec(link) ?? [];
  const [, kept = ""] = /(struct rig_parser \{.*?\n\};)/s.exec(link) ?? [];
  const narrow = `${kept}\nstatic ${body}`.replaceAll("size_t", "uint16_t");
  const folder = temporaryFolder();
  try {
    const valid = "static int rig_valid(const uint8_t *frame, uint16_t size) { return frame[0] == 7 && size == 1; }";
    writeFileSync(
      join(folder, "main.c"),
      `#include <stdint.h>
#define STRUCTLINE_NONE 0xffff
static uint16_t structline_uncobs(uint8_t *bytes, uint16_t length) { return bytes[0] == 7 ? length : STRUCTLINE_NONE; }
${valid}
${narrow}
int main(void) {
  static struct rig_parser parser;
  uint32_t at;
  for (at = 0; at < 65536u; at++) if (rig_parse(&parser, 1) != 0) return 1;
  if (rig_parse(&parser, 7) != 0 || rig_parse(&parser, 0) != 0) return 2;
  return rig_parse(&parser, 7) == 0 && rig_parse(&parser, 0) == 1 ? 0 : 3;
}
`,
    );
    const built = spawnSync("gcc", [...SANITIZED, "-o", "main", "main.c"], { cwd: folder, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    assert.equal(spawnSync(join(folder, "main")).status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [name, format, framing] of FRAMED)
  test(`${name}: hostile bytes do no harm to the C link`, { skip: requires("gcc") }, async () => {
    assertHarmless(sample("rig"), await emitFramed(sample("rig"), format, ["c"], framing));
  });

function assertHarmless(header: SampleHeader, channel: EmittedChannel): void {
  const folder = temporaryFolder();
  try {
    const source = join(folder, "main.c");
    writeFileSync(source, sourceOf(header, channel));
    const program = join(folder, "main");
    const folders = ["-isystem", header.folder, "-isystem", STUBS, "-isystem", folder];
    for (const file of ["link", "keep"])
      writeFileSync(join(folder, `channel_${file}.h`), fileText(channel.files, new RegExp(`_${file}\\.h$`)));
    const built = spawnSync("gcc", [...SANITIZED, ...folders, "-o", program, source], { encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    const { status, stdout, stderr } = spawnSync(program, [String(ROUNDS)], { encoding: "utf8" });
    assert.equal(status, 0, stderr.slice(0, 4000));
    const [decoded = 0, refused = 0] = stdout.split(" ").map(Number);
    // Random counts are mostly wrong.
    const least = channel.codecs.some(({ variable }) => variable !== undefined) ? ROUNDS / 10 : ROUNDS / 2;
    assert.ok(decoded > least && refused > ROUNDS / 2, stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sourceOf(header: SampleHeader, { compiled, files }: EmittedChannel): string {
  const [model] = channelModels([compiled]);
  const { identifier } = model!;
  const link = fileText(files, /_link\.h$/);
  const list = linked(model!).messages.map((message) => {
    const prefix = `${identifier}_${message.identifier}`;
    const type = new RegExp(`void ${prefix}_init\\((.+) \\*message\\)`).exec(link)![1]!;
    return `X(${prefix}, ${type}, ${prefix.toUpperCase()}_FRAME)`;
  });
  const coding = link.includes("_stream(uint8_t *bytes") ? "stream" : "frame";
  return `#include <stdint.h>
#include <stdbool.h>
#include "${header.file}"
#include "channel_link.h"
#include "channel_keep.h"
#define MESSAGES(X) ${list.join(" ")}
#define PARSER ${identifier}_parser
#define PARSE ${identifier}_parse
#define NEXT ${identifier}_next
#define STREAM(prefix) prefix##_${coding}
#include "${PROGRAM}"
`;
}
