/** `<channel>_link.h`, compiled without warnings by real compilers: our codecs decode its frames, and vice versa. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { channelModels } from "../../../generator/emitters/emit.ts";
import { linked } from "../../../generator/emitters/shared/c-link-file.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { FrameTable, isFrameProblem } from "../../../runtime/frames/frame-table.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { openFramer } from "../../../runtime/frames/stream-framer.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";
import { run } from "../../support/peers.ts";
import { type Requirement, requires } from "../../support/requirements.ts";
import { ROOT, type SampleHeader, STUBS, sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  type EmittedChannel,
  emitFramed,
  emitSample,
  emitText,
  type SampleMessage,
  sampleMessages,
} from "./messages.ts";

const PACKAGE_OF: Readonly<Record<string, Requirement>> = {
  "arm-none-eabi-g++": "arm-none-eabi-gcc",
  "avr-g++": "avr-gcc",
};
const STRICT = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"];
/** One header forgot to pack some structs [D5]: no compiler gives the layout that its devices send, and the link reports it. */
const headers = sampleHeaders().filter(({ name }) => name !== "wind-turbine");

function compilersOf({ compiler, text, name }: SampleHeader): readonly string[] {
  if (compiler !== undefined) return [compiler];
  if (/= *\d+;/.test(text)) return ["g++"];
  // Its members have names that are words of C++.
  return name === "hostile-names" ? ["gcc", "clang"] : ["gcc", "clang", "g++"];
}

interface Build {
  readonly compiler: string;
  readonly header: SampleHeader;
  readonly link: string;
  readonly main?: string;
}

/** @returns the program's path, or the compiler's output */
function build(
  folder: string,
  { compiler, header, link, main }: Build,
): { status: number | null; said: string; program: string } {
  const cpp = compiler.endsWith("++");
  const program = join(folder, main === undefined ? "firmware.o" : "firmware");
  const source = join(folder, cpp ? "firmware.cpp" : "firmware.c");
  writeFileSync(join(folder, "channel_link.h"), link);
  writeFileSync(
    source,
    `#include <stdint.h>\n#include <stdbool.h>\n#include "${header.file}"\n#include "channel_link.h"\n${main ?? ""}`,
  );
  const defines = [...header.defines].map(([key, value]) => `-D${key}=${value}`);
  const options = [
    cpp ? "-std=c++14" : "-std=c99",
    "-Os",
    ...STRICT,
    ...(main === undefined ? ["-c"] : []),
    ...defines,
  ];
  const folders = ["-isystem", header.folder, "-isystem", STUBS];
  const { status, stderr } = spawnSync(compiler, [...options, ...folders, "-o", program, source], { encoding: "utf8" });
  return { status, said: stderr, program };
}

for (const header of headers) {
  for (const compiler of compilersOf(header)) {
    const skip = requires(PACKAGE_OF[compiler] ?? (compiler as Requirement));
    test(`${header.name}: ${compiler} compiles the link without a warning`, { skip }, async () => {
      const folder = temporaryFolder();
      try {
        const channel = await emitSample(header, ["c"]);
        const built = build(folder, { compiler, header, link: fileText(channel.files, /_link\.h$/) });
        assert.equal(built.said, "");
        assert.equal(built.status, 0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
}

/** Microsoft's layouts, calls and warnings, as clang knows them. */
const MICROSOFT = ["--target=x86_64-pc-windows-msvc", "-fms-compatibility", "-ffreestanding", "-fsyntax-only"];
/** A `string.h` that belongs to no C library. */
const BARE = join(ROOT, "test/boards/bare");

for (const header of headers.filter(({ compiler }) => compiler === undefined))
  test(`${header.name}: the link has MSVC's layout, without a warning in C99 and C++11`, {
    skip: requires("clang"),
  }, async () => {
    const folder = temporaryFolder();
    try {
      const channel = await emitSample({ ...header, abi: "msvc-x64" }, ["c"]);
      for (const [file, part] of [
        ["channel_link.h", /_link\.h$/],
        ["channel_keep.h", /_keep\.h$/],
      ] as const)
        writeFileSync(join(folder, file), fileText(channel.files, part));
      for (const compiler of compilersOf(header).filter((name) => name !== "clang")) {
        const isC = compiler === "gcc";
        const source = join(folder, isC ? "firmware.c" : "firmware.cpp");
        const includes = [header.file, "channel_link.h", "channel_keep.h"].map((file) => `#include "${file}"\n`);
        writeFileSync(source, `#include <stdint.h>\n#include <stdbool.h>\n${includes.join("")}`);
        const defines = [...header.defines].map(([key, value]) => `-D${key}=${value}`);
        const folders = ["-isystem", BARE, "-isystem", header.folder, "-isystem", STUBS];
        const options = [...MICROSOFT, isC ? "-std=c99" : "-std=c++11", ...STRICT, ...defines, ...folders];
        const { status, stderr } = spawnSync("clang", [...options, source], { encoding: "utf8" });
        assert.deepEqual({ status, stderr }, { status: 0, stderr: "" }, compiler);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

/** Reads lines of `<message> <hex>` and prints each message's frame after a round trip; then a stream. */
function mainText(prefixes: readonly string[], types: readonly string[], identifier: string): string {
  const cases = prefixes.map(
    (prefix, index) => `    case ${index}: {
      ${types[index]} message;
      ${prefix}_init(&message);
      if (!${prefix}_decode(&message, bytes, size)) { puts("refused"); break; }
      print_bytes(out, ${prefix}_frame(out, sizeof out, &message));
      break;
    }`,
  );
  return `
#include <stdio.h>
#include <stdlib.h>
static void print_bytes(const uint8_t *bytes, size_t size) {
  size_t at;
  for (at = 0; at < size; at++) printf("%02x", bytes[at]);
  puts("");
}
int main(void) {
  static char text[40000];
  static uint8_t bytes[20000], out[20000];
  static struct ${identifier}_parser parser;
  unsigned which;
  unsigned long frames = 0;
  while (scanf("%u %39999s", &which, text) == 2) {
    size_t size = 0;
    const char *at;
    for (at = text; at[0] != 0 && at[1] != 0; at += 2) {
      const char digits[3] = {at[0], at[1], 0};
      bytes[size++] = (uint8_t)strtoul(digits, NULL, 16);
    }
    for (size_t each = 0; each < size; each++) {
      size_t found;
      for (found = ${identifier}_parse(&parser, bytes[each]); found > 0; found = ${identifier}_next(&parser)) frames++;
    }
    switch (which) {
${cases.join("\n")}
    default: break;
    }
  }
  printf("%lu frames, %lu skipped\\n", frames, (unsigned long)parser.skipped);
  return 0;
}
`;
}

/** A plain frame has the tail padding that its length byte counts. */
function withPadding({ codec: { length, wireSize, size } }: SampleMessage, frame: Uint8Array): Uint8Array {
  if (frame.length !== wireSize || length < wireSize || length > size) return frame;
  return Buffer.concat([frame, Buffer.alloc(length - wireSize)]);
}

/** A text that has the rest of a message ends before its first NUL, and the length is that of what is sent. */
function asWritten({ codec }: SampleMessage, frame: Buffer): Buffer {
  const last = fieldsOf(codec).at(-1)!;
  const nul = codec.variable === undefined || last.scalar !== "text" ? -1 : frame.indexOf(0, last.byteOffset);
  if (nul < 0) return frame;
  const sent = Buffer.from(frame.subarray(0, nul));
  if (sent[0] === codec.length) sent[0] = nul;
  return sent;
}

/** Frames of our own codec, and the program's output for each. */
async function assertRound(
  header: SampleHeader,
  compiler: string,
  channel: EmittedChannel,
  frame = channel.frame,
): Promise<void> {
  const folder = temporaryFolder();
  try {
    const link = fileText(channel.files, /_link\.h$/);
    const [model] = channelModels([channel.compiled]);
    const { identifier } = model!;
    const { messages } = linked(model!);
    const told = channel.limits.filter(({ message }) => message.includes("the message is left out"));
    assert.equal(told.length, model!.messages.length - messages.length);
    const prefixes = messages.map((message) => `${identifier}_${message.identifier}`);
    const types = prefixes.map((prefix) => new RegExp(`void ${prefix}_init\\((.+) \\*message\\)`).exec(link)![1]!);
    const { said, program } = build(folder, { compiler, header, link, main: mainText(prefixes, types, identifier) });
    assert.equal(said, "");
    const index = (id: number) => messages.findIndex((message) => message.id === id);
    const samples = sampleMessages(channel, 5).filter(({ codec }) => index(codec.id) >= 0);
    const hex = samples.map((message) => Buffer.from(withPadding(message, frame(message))).toString("hex"));
    const input = samples.map((message, at) => `${index(message.codec.id)} ${hex[at]}\n`).join("");
    const lines = run(program, [], input).trim().split("\n");
    const written = samples.map((message, at) => asWritten(message, Buffer.from(hex[at]!, "hex")).toString("hex"));
    assert.deepEqual(lines.slice(0, -1), written);
    // If frames contain their length, every byte belongs to a frame: none is skipped or missing.
    if (channel.codecs.every(({ length, wireSize, size }) => length >= wireSize && length <= size))
      assert.equal(lines.at(-1), `${hex.length} frames, 0 skipped`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const header of headers.filter(({ compiler }) => compiler === undefined)) {
  const [compiler = "gcc"] = compilersOf(header);
  test(
    `${header.name}: with ${compiler}, frames survive a round trip and are found in a stream`,
    {
      skip: requires(compiler as Requirement),
    },
    async () => assertRound(header, compiler, await emitSample(header, ["c"])),
  );
}

const RIG = headers.find(({ name }) => name === "rig")!;
const plainStruct = ({ name, id, wireSize, size }: SampleMessage["codec"]) => ({ name, id, wireSize, size });
const CHECKS = [
  "crc16/modbus",
  "crc16/xmodem",
  "crc32",
  "crc8",
  "sum8/negative",
  "sum16/inverted",
  "xor8",
  "fletcher16",
  "adler32",
];

test("IDs, lengths and checksums of custom frame formats are written and checked", {
  skip: onlyLong || requires("gcc"),
}, async () => {
  for (const [index, algorithm] of CHECKS.entries()) {
    const frames: FrameFormat = {
      ...PLAIN_FORMAT,
      id: parseLocator("u16be@2&0x7ff0", "id"),
      length: parseLocator("u16le@0+1", "length"),
      payloadOffset: 5,
      trailer: checksumOf(algorithm)!.byteLength,
      check: { algorithm, from: index % 3, byteOrder: index % 2 === 0 ? "little" : "big" },
    };
    const framed = ({ codec, bytes }: SampleMessage) => buildFrame(plainStruct(codec), bytes, { frames });
    await assertRound(RIG, "gcc", await emitFramed(RIG, frames, ["c"]), framed);
  }
});

const STREAM = `
#include <stdio.h>
#include <string.h>
/* Writes messages to a stream, and each one that is found again with rubbish in between as hexadecimal digits on the other one. */
int main(void) {
  static struct rig_parser parser;
  unsigned round;
  for (round = 0; round < 600; round++) {
    struct struct_mount message;
    uint8_t stream[RIG_MOUNT_BUFFER];
    size_t size, at;
    rig_mount_init(&message);
    for (at = 2; at < sizeof message; at++) ((uint8_t *)&message)[at] = (uint8_t)(round % 3 == 0 ? 0xc0 + at % 28 : round * at % 7 * 41);
    size = rig_mount_WRITE(stream, sizeof stream, &message);
    if (size == 0 || rig_mount_WRITE(stream, size > 0 ? sizeof message - 1 : 0, &message) != 0) return 1;
    size = rig_mount_WRITE(stream, sizeof stream, &message);
    fwrite(stream, 1, size, stdout);
    if (round % 5 == 0) fwrite(RUBBISH, 1, sizeof RUBBISH - 1, stdout);
    for (at = 0; at < size; at++) {
      struct struct_mount found;
      const size_t length = rig_parse(&parser, stream[at]);
      if (length == 0) continue;
      if (!rig_mount_decode(&found, parser.bytes, length) || memcmp(&found, &message, sizeof found) != 0) return 2;
      fputc(1, stderr);
    }
    if (round % 5 == 0) for (at = 0; at < sizeof RUBBISH - 1; at++) if (rig_parse(&parser, (uint8_t)RUBBISH[at]) != 0) return 3;
  }
  return 0;
}
`;

const FRAMINGS = [
  // What is left of a lost frame; for the others a delimiter ends it.
  [{ kind: "cobs" }, '"\\xff\\x01\\x02"'],
  [{ kind: "slip" }, '"\\xdb\\x01\\xc0"'],
  [{ kind: "lines", encoding: "either" }, '"noise!\\n"'],
  [{ kind: "sync", word: Uint8Array.of(0xaa, 0x55) }, '"\\xaa\\xaa\\x54"'],
] as const;

for (const [framing, rubbish] of FRAMINGS) {
  test(`the service and C's parser both find what C writes to a stream with ${framing.kind}`, {
    skip: requires("gcc"),
  }, async () => {
    const format: FrameFormat = {
      ...PLAIN_FORMAT,
      id: parseLocator("u8@3", "id"),
      length: parseLocator("u16be@4", "length"),
      payloadOffset: 6,
      trailer: 2,
      check: { algorithm: "crc16/modbus", from: 2, byteOrder: "little" },
    };
    const channel = await emitFramed(RIG, format, ["c"], framing);
    const folder = temporaryFolder();
    try {
      const isPlain = framing.kind === "sync";
      const main = STREAM.replaceAll("_WRITE", isPlain ? "_frame" : "_stream")
        .replaceAll("_BUFFER", isPlain ? "_FRAME" : "_STREAM")
        .replaceAll("RUBBISH", rubbish);
      const link = fileText(channel.files, /_link\.h$/);
      const { said, program } = build(folder, { compiler: "gcc", header: RIG, link, main });
      assert.equal(said, "");
      const { status, stdout, stderr } = spawnSync(program);
      assert.equal(status, 0);
      assert.equal(stderr.length, 600);
      const structs = channel.codecs.map(plainStruct);
      let found = 0;
      const framer = openFramer(framing, new FrameTable("rig", format, structs), {
        frame: (bytes) => {
          found += 1;
          assert.equal(isFrameProblem(new FrameTable("rig", format, structs).find(bytes)), false);
        },
        skipped: () => {},
      });
      framer.push(stdout);
      framer.end();
      assert.equal(found, 600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const SETTERS = `struct struct_probe { uint8_t length; uint8_t ID;
  int16_t t; /* @rule: name=room; expr=t / 10 - 40; unit=degC */
  uint8_t mode : 3; int8_t trim : 4; uint8_t flag : 1;
  uint32_t wide : 24; /* @rule: expr=wide * 1 */ uint32_t rest : 8;
  int32_t whole; /* @rule: expr=whole * 1 */ } probe = {16, 1};
`;

test("a board obeys a command's number once, and no older one", { skip: requires("gcc") }, async () => {
  const link = fileText((await emitText(SETTERS, ["c"])).files, /_link\.h$/);
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "text.h"), SETTERS);
    writeFileSync(join(folder, "channel_link.h"), link);
    writeFileSync(
      join(folder, "a.c"),
      `#include <stdint.h>
#include <text.h>
#include "channel_link.h"
#include <stdio.h>
int main(void) {
  const uint32_t numbers[] = {1800000000u, 1800000000u, 1799999999u, 1800000002u, 1800000001u, 3900000000u, 4294967295u, 1u, 4294967295u, 1u};
  uint32_t last = 0;
  unsigned at;
  for (at = 0; at < sizeof numbers / sizeof numbers[0]; at++) putchar('0' + structline_newer(&last, numbers[at]));
  return 0;
}
`,
    );
    const options = ["-std=c99", "-O1", ...STRICT, "-fsanitize=undefined", "-isystem", "."];
    const { stderr } = spawnSync("gcc", [...options, "-o", "a", "a.c"], { cwd: folder, encoding: "utf8" });
    assert.equal(stderr, "");
    assert.equal(run(join(folder, "a"), []), "1001011100");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("two frames that wait behind the beginning of a lost one are found with the byte that ends the second", {
  skip: requires("gcc"),
}, async () => {
  const link = fileText((await emitText(COMMANDED, ["c"])).files, /_link\.h$/);
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "text.h"), COMMANDED);
    writeFileSync(join(folder, "channel_link.h"), link);
    writeFileSync(
      join(folder, "a.c"),
      `#include <stdint.h>
#include <text.h>
#include "channel_link.h"
#include <stdio.h>
int main(void) {
  /* The beginning of a long message, then two short ones; nothing more comes. */
  const uint8_t stream[] = {9, 1, 3, 2, 7, 3, 2, 8, 1};
  struct text_parser parser = {{0}, 0, 0, 0};
  size_t at, size;
  for (at = 0; at < sizeof stream; at++)
    for (size = text_parse(&parser, stream[at]); size > 0; size = text_next(&parser)) printf("%d ", parser.bytes[2]);
  printf("%d", (int)parser.skipped);
  return 0;
}
`,
    );
    const options = ["-std=c99", ...STRICT, "-isystem", ".", "-o", "a", "a.c"];
    const { stderr } = spawnSync("gcc", options, { cwd: folder, encoding: "utf8" });
    assert.equal(stderr, "");
    assert.equal(run(join(folder, "a"), []), "7 8 2");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const COMMANDED = `struct struct_long { uint8_t length; uint8_t ID; uint8_t check; /* @check: sum8 */ uint8_t rest[6]; } longer = {9, 1};
struct struct_short { uint8_t length; uint8_t ID; uint8_t value; } shorter = {3, 2};
`;

const BIG = `#pragma pack(push, 1)
struct struct_net {
  uint8_t length; uint8_t ID; uint16_t port; uint16_t list[3]; int64_t wide; float level; char host[3];
  uint32_t version : 4; int32_t words : 12; uint32_t flow : 16; uint8_t up : 1; uint8_t mode : 3; uint8_t rest : 4;
  int16_t t; /* @rule: expr=t / 10 */
} net = {32, 1};
#pragma pack(pop)
`;

test("a big-endian channel's frames are big-endian on a little-endian processor, and are read as they were written", {
  skip: requires("gcc", "g++", "clang"),
}, async () => {
  const channel = await emitText(BIG, ["c"], { byteOrder: "big" });
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "text.h"), BIG);
    writeFileSync(join(folder, "channel_link.h"), fileText(channel.files, /_link\.h$/));
    writeFileSync(
      join(folder, "a.c"),
      `#include <stdint.h>
#include <text.h>
#include "channel_link.h"
#include <stdio.h>
int main(void) {
  struct struct_net m, again;
  uint8_t frame[TEXT_NET_FRAME];
  size_t at;
  text_net_init(&m);
  m.port = 0x1234; m.list[0] = 1; m.list[2] = 0xfffe; m.wide = -2; m.level = -0.5f; memcpy(m.host, "abc", 3);
  m.version = 9; m.words = -5; m.flow = 0x0102; m.up = 1; m.mode = 5; m.rest = 3;
  text_net_set_t(&m, -123.4f);
  if (text_net_frame(frame, sizeof frame, &m) != sizeof frame || !text_net_decode(&again, frame, sizeof frame)) return 1;
  for (at = 0; at < sizeof frame; at++) printf("%02x", frame[at]);
  return memcmp(&m, &again, sizeof m) == 0 ? 0 : 2;
}
`,
    );
    for (const [compiler, standard] of [
      ["gcc", "-std=c99"],
      ["clang", "-std=c99"],
      ["g++", "-std=c++11"],
    ] as const) {
      const language = compiler === "g++" ? ["-x", "c++"] : [];
      const options = [...language, standard, "-O1", ...STRICT, "-isystem", ".", "-o", "a", "a.c"];
      const { stderr } = spawnSync(compiler, options, { cwd: folder, encoding: "utf8" });
      assert.equal(stderr, "", compiler);
      const hex = run(join(folder, "a"), []);
      assert.equal(hex, "2001123400010000fffefffffffffffffffebf0000006162639ffb0102d3fb2e", compiler);
      const [codec] = channel.codecs;
      const { version, words, flow, up, mode, rest, wide, t } = codec!.decode(
        new DataView(Uint8Array.from(Buffer.from(hex, "hex")).buffer),
      ) as Record<string, unknown>;
      assert.deepEqual([version, words, flow, up, mode, rest, wide, t], [9, -5, 0x0102, 1, 5, 3, -2n, -1234], compiler);
    }
    // The other way round there is no way: the build fails.
    const little = fileText((await emitText(SETTERS, ["c"])).files, /_link\.h$/);
    writeFileSync(join(folder, "little_link.h"), little);
    writeFileSync(join(folder, "b.c"), `#include <stdint.h>\n#include <text.h>\n#include "channel_link.h"\n`);
    const target = ["--target=powerpc-unknown-elf", "-ffreestanding", "-fsyntax-only", "-std=c99", ...STRICT];
    const folders = ["-isystem", BARE, "-isystem", "."];
    const big = spawnSync("clang", [...target, ...folders, "b.c"], { cwd: folder, encoding: "utf8" });
    assert.deepEqual([big.stderr, big.status], ["", 0]);
    writeFileSync(join(folder, "text.h"), SETTERS);
    writeFileSync(join(folder, "channel_link.h"), little);
    const wrong = spawnSync("clang", [...target, ...folders, "b.c"], { cwd: folder, encoding: "utf8" });
    assert.match(wrong.stderr, /text_probe_is_little_endian/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** GCC keeps such fields in that order in memory, and converts them itself. */
const ORDERED = `struct in { int32_t wide; uint16_t low : 5; uint16_t rest : 11; } __attribute__((scalar_storage_order("big-endian")));
struct struct_net { uint8_t length; uint8_t ID; uint16_t plain; struct in in; uint8_t few : 3; uint8_t more : 5; };
struct struct_net net = {sizeof(struct struct_net), 1};
`;

for (const byteOrder of ["little", "big"] as const)
  test(`fields with a storage order of their own in a ${byteOrder}-endian channel`, {
    skip: requires("gcc"),
  }, async () => {
    const channel = await emitText(ORDERED, ["c"], { byteOrder });
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, "text.h"), ORDERED.replace(/^struct struct_net net.*$/m, ""));
      writeFileSync(join(folder, "channel_link.h"), fileText(channel.files, /_link\.h$/));
      writeFileSync(
        join(folder, "a.c"),
        `#include <stdint.h>
#include <text.h>
#include "channel_link.h"
#include <stdio.h>
int main(void) {
  struct struct_net m, again;
  uint8_t frame[TEXT_NET_FRAME];
  size_t at;
  text_net_init(&m);
  m.plain = 0x1234; m.in.wide = -2; m.few = 5; m.more = 9;
  if (!text_net_set_in_low(&m, 17) || !text_net_set_in_rest(&m, 0x345)) return 3;
  if (text_net_frame(frame, sizeof frame, &m) != sizeof frame || !text_net_decode(&again, frame, sizeof frame)) return 1;
  for (at = 0; at < sizeof frame; at++) printf("%02x", frame[at]);
  return again.plain == m.plain && again.in.wide == -2 && again.in.low == 17 && again.in.rest == 0x345 && again.few == 5 ? 0 : 2;
}
`,
      );
      const { stderr } = spawnSync("gcc", ["-std=c99", "-O1", "-isystem", ".", "-o", "a", "a.c"], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(stderr, "");
      const [codec] = channel.codecs;
      const bytes = Uint8Array.from(Buffer.from(run(join(folder, "a"), []), "hex"));
      const { plain, in: inner, few, more } = codec!.decode(new DataView(bytes.buffer)) as Record<string, unknown>;
      assert.deepEqual([plain, inner, few, more], [0x1234, { wide: -2, low: 17, rest: 0x345 }, 5, 9]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

const FIXED = `#pragma pack(push, 1)
struct struct_fix { uint8_t length; uint8_t ID;
  uint16_t volts;      /* @rule: expr=volts / 1000; unit=V */
  int16_t room;        /* @rule: expr=room / 10 - 40 */
  int16_t adc;         /* @rule: expr=adc * 0.0244 */
  int32_t lat;         /* @rule: expr=lat / 1e7 */
  uint8_t down;        /* @rule: expr=100 - down / 2 */
  uint8_t big;         /* @rule: expr=big * 50 */
  uint8_t few : 3;     /* @rule: expr=few / 4 */ uint8_t rest : 5;
  int16_t odd;         /* @rule: expr=odd / 3 */
} fix = {16, 1};
#pragma pack(pop)
`;
const FIXED_FIELDS = ["volts", "room", "adc", "lat", "down", "big", "few", "odd"];

test("rules in fixed point set what our codec computes, and refuse what does not fit", {
  skip: requires("gcc", "g++"),
}, async () => {
  const channel = await emitText(FIXED, ["c"]);
  const link = fileText(channel.files, /_link\.h$/);
  const named = [...link.matchAll(/int text_fix_set_(\w+)_milli\(/g)].map(([, name]) => name);
  assert.deepEqual(named, FIXED_FIELDS);
  const [codec] = channel.codecs;
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "text.h"), FIXED);
    writeFileSync(join(folder, "channel_link.h"), link);
    const cases = FIXED_FIELDS.map(
      (name, at) =>
        `case ${at}: isSet = text_fix_set_${name}_milli(&m, (int32_t)value); printf("%d %ld\\n", isSet, (long)m.${name}); break;`,
    );
    writeFileSync(
      join(folder, "a.c"),
      `#include <stdint.h>
#include <text.h>
#include "channel_link.h"
#include <stdio.h>
int main(void) {
  struct struct_fix m;
  int which, isSet;
  long value;
  text_fix_init(&m);
  while (scanf("%d %ld", &which, &value) == 2) switch (which) {
    ${cases.join("\n    ")}
    default: return 1;
  }
  text_fix_set_room_milli(&m, -1230);
  printf("%ld\\n", (long)text_fix_get_room_milli(&m));
  return 0;
}
`.replaceAll("\\\\n", "\\n"),
    );
    const edges = [
      0, 1, -1, 499, 500, 501, 1234, -40_049, -40_051, 65_535, 65_536, 99_749, 100_250, 12_750_000, 12_774_999,
      12_775_001,
    ];
    const values = [
      ...edges,
      ...edges.map((edge) => -edge),
      2 ** 31 - 1,
      -(2 ** 31),
      214_748,
      799_533,
      799_540,
      10_922_667,
    ];
    const all = FIXED_FIELDS.flatMap((name, at) => values.map((value) => ({ name, at, value })));
    // C rounds a half away from zero, our codec up.
    const input = all.filter(({ name, value }) => {
      const [times, by] = STEPS[name]!;
      return Math.abs((value * times) % by) * 2 !== by;
    });
    for (const language of ["c", "c++"]) {
      const standard = language === "c" ? "-std=c99" : "-std=c++11";
      const options = ["-x", language, standard, "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all", ...STRICT];
      const built = spawnSync("gcc", [...options, "-isystem", ".", "-o", "a", "a.c"], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(built.stderr, "", language);
      const lines = run(join(folder, "a"), [], input.map(({ at, value }) => `${at} ${value}\n`).join(""))
        .trim()
        .split("\n");
      assert.equal(lines.pop(), "-1200");
      const zero = codec!.decode(new DataView(new ArrayBuffer(codec!.size)));
      const before = new Map<string, string>(FIXED_FIELDS.map((name) => [name, "0"]));
      for (const [index, { name, value }] of input.entries()) {
        const stored = codec!.toStored(zero) as Record<string, unknown>;
        const { [name]: raw } = codec!.fromStored({ ...stored, [name]: value / 1000 } as never) as Record<
          string,
          number
        >;
        const [least, most] = RAW[name]!;
        const fits = raw! >= least && raw! <= most;
        if (fits) before.set(name, String(raw));
        assert.equal(lines[index], `${Number(fits)} ${before.get(name)}`, `${name} ${value}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** raw = value · times / by + …, for a value in thousandths. */
const STEPS: Readonly<Record<string, readonly [times: number, by: number]>> = {
  ...{ volts: [1, 1], room: [1, 100], adc: [5, 122], lat: [10_000, 1] },
  ...{ down: [1, 500], big: [1, 50_000], few: [1, 250], odd: [3, 1000] },
};

const RAW: Readonly<Record<string, readonly [number, number]>> = {
  volts: [0, 65_535],
  room: [-32_768, 32_767],
  adc: [-32_768, 32_767],
  lat: [-(2 ** 31), 2 ** 31 - 1],
  down: [0, 255],
  big: [0, 255],
  few: [0, 7],
  odd: [-32_768, 32_767],
};

const SET =
  "16 1 1 615 0 615 0 615 21.5 1 7 0 7 1 -8 0 -8 " +
  "1 16777215 1 8388609 0 8388609 0 8388609 1 0 1 -2147483648 0 -2147483648 0 -2147483648 1 -1 0";

test("setters invert rules and refuse values out of range", { skip: requires("gcc", "clang", "g++") }, async () => {
  const link = fileText((await emitText(SETTERS, ["c"])).files, /_link\.h$/);
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "text.h"), SETTERS);
    writeFileSync(join(folder, "channel_link.h"), link);
    for (const [compiler, file] of [
      ["gcc", "a.c"],
      ["clang", "a.c"],
      ["g++", "a.cpp"],
    ] as const) {
      writeFileSync(
        join(folder, file),
        `#include <stdint.h>
#include <text.h>
#include "channel_link.h"
#include <stdio.h>
#define SHOW(call, value) do { const int isSet = (call); printf("%d %ld ", isSet, (long)value); } while (0)
int main(void) {
  struct struct_probe m;
  text_probe_init(&m);
  printf("%d %d ", m.length, m.ID);
  SHOW(text_probe_set_room(&m, 21.54f), m.t);
  SHOW(text_probe_set_room(&m, 4000.0f), m.t);
  SHOW(text_probe_set_room(&m, 0.0f / (m.length - 16.0f)), m.t);
  printf("%.1f ", (double)text_probe_get_room(&m));
  SHOW(text_probe_set_mode(&m, 7), m.mode);
  SHOW(text_probe_set_mode(&m, 8), m.mode);
  SHOW(text_probe_set_trim(&m, -8), m.trim);
  SHOW(text_probe_set_trim(&m, 8), m.trim);
  SHOW(text_probe_set_wide(&m, 16777215.0f), m.wide);
  SHOW(text_probe_set_wide(&m, 8388609.0f), m.wide);
  SHOW(text_probe_set_wide(&m, 16777216.0f), m.wide);
  SHOW(text_probe_set_wide(&m, -0.6f), m.wide);
  SHOW(text_probe_set_wide(&m, -0.4f), m.wide);
  SHOW(text_probe_set_whole(&m, -2147483648.0f), m.whole);
  SHOW(text_probe_set_whole(&m, -2147483904.0f), m.whole);
  SHOW(text_probe_set_whole(&m, 2147483648.0f), m.whole);
  SHOW(text_probe_set_whole(&m, -1.5f), m.whole);
  printf("%d", m.flag);
  return 0;
}
`,
      );
      const options = [file.endsWith(".c") ? "-std=c99" : "-std=c++11", "-O1", ...STRICT, "-isystem", "."];
      const { stderr } = spawnSync(compiler, [...options, "-o", "a", file], { cwd: folder, encoding: "utf8" });
      assert.equal(stderr, "", compiler);
      assert.equal(run(join(folder, "a"), []), SET, compiler);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
