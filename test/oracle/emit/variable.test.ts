/**
 * What other programs read of messages with `@count` and `@if`, by the emitted definitions: random counts, absent members, counts that
 * lie. The frames are packed by hand in Python; the codecs and all peers must read the same values, or refuse the frame.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { capture } from "../../support/capture.ts";
import { fileText, viewOf } from "../../support/compiled-channels.ts";
import { MICROPYTHON_PROGRAM, needsPeers, peerRequire, run } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Random } from "../layout/random.ts";
import { compiledKaitai, definitionOf, kaitaiReader } from "./kaitai.ts";
import { emitFramed, emitSample, emitText } from "./messages.ts";

type Values = Readonly<Record<string, number | string>>;

interface Frame {
  readonly hex: string;
  /** By path; null if the frame is wrong. */
  readonly values: Values | null;
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const variable = sampleHeaders().find(({ name }) => name === "variable")!;
const channel = await emitSample(variable, ["python", "wireshark", "kaitai", "rust", "micropython", "c"]);
const skip = needsPeers("python3");
const frames: readonly Frame[] =
  skip === false
    ? run("python3", [here("variable-frames.py"), "31", "1500"])
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Frame)
    : [];
const bytesOf = ({ hex }: Frame) => new Uint8Array(Buffer.from(hex, "hex"));

/** @param seen by frame: values by path, or null if the program refuses it */
function assertSeen(seen: readonly (Values | null | undefined)[], asked: readonly Frame[] = frames): void {
  const sorted = (values: Values | null | undefined) =>
    values && Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
  const found = asked.flatMap(({ hex, values }, index) => {
    const [wanted, got] = [sorted(values), sorted(seen[index])].map((each) => JSON.stringify(each));
    return wanted === got ? [] : [`${hex}: ${got}, not ${wanted}`];
  });
  assert.deepEqual(found.slice(0, 5), []);
  assert.equal(seen.length, asked.length);
}

/** The leaves of a decoded record, by path. */
function leaves(value: unknown, path = ""): [string, number | string][] {
  if (typeof value !== "object" || value === null) return [[path, value as number | string]];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, isArray ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`),
  );
}

test("the frames are of all kinds", { skip }, () => {
  const kinds = new Set(frames.map(({ values }) => (values === null ? "wrong" : `${values["ID"]}`)));
  assert.deepEqual([...kinds].sort(), ["7", "8", "wrong"]);
});

const byId = new Map(channel.codecs.map((codec) => [codec.id, codec]));

/** Null if the frame is wrong. */
function codecValues(bytes: Uint8Array): Values | null {
  const codec = byId.get(bytes[1] ?? 0);
  if (codec?.variable?.extent(viewOf(bytes), 0, bytes.length) !== bytes.length) return null;
  return Object.fromEntries(leaves(codec.decode(viewOf(bytes))));
}

test("the codecs read the frames", { skip }, () => {
  assertSeen(frames.map((frame) => codecValues(bytesOf(frame))));
});

/** Frames cut at each place, and with counts and conditions changed. */
function hostile(): Frame[] {
  const random = new Random(5);
  return frames.slice(0, 120).flatMap((frame) => {
    const bytes = bytesOf(frame);
    const cut = Array.from({ length: bytes.length }, (_, length) => bytes.slice(0, length));
    const changed = Array.from({ length: 20 }, () => {
      const other = bytes.slice();
      for (let more = random.integer(1, 3); more > 0; more--)
        other[random.integer(1, other.length - 1)] = random.integer(0, random.chance(0.5) ? 9 : 255);
      return other;
    });
    return [...cut, ...changed].map((other) => ({
      hex: Buffer.from(other).toString("hex"),
      values: other.length < 2 ? null : codecValues(other),
    }));
  });
}

/** What a program says of each frame: its values, its stored values, the frame written again and what that holds; null: refused. */
function assertReadAndWritten(answers: readonly (PeerAnswer | null)[], asked: readonly Frame[]): void {
  assert.equal(answers.length, asked.length);
  assertSeen(
    answers.map((answer) => answer?.values ?? null),
    asked,
  );
  for (const [index, frame] of asked.entries()) {
    const answer = answers[index];
    if (answer === null || answer === undefined) continue;
    const codec = byId.get(bytesOf(frame)[1]!)!;
    const record = codec.decode(viewOf(bytesOf(frame)));
    const stored = codec.toStored(record) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(answer.stored ?? {}))
      assert.equal(value, stored[name] ?? null, frame.hex);
    assertWritten(answer.frame, bytesOf(frame), answer.values);
  }
}

/** The message as the peer wrote it again is as our codec writes it. */
function assertWritten(frame: string, bytes: Uint8Array, values: Values): void {
  // NaN and text that is not UTF-8 are not kept bit by bit.
  if (
    Object.values(values).some(
      (value) => `${value}`.includes("\ufffd") || (typeof value === "number" && Number.isNaN(value)) || value === null,
    )
  )
    return;
  const codec = byId.get(bytes[1]!)!;
  const record = codec.decode(viewOf(bytes));
  const again = new Uint8Array(64);
  codec.encode(record, viewOf(again));
  const size = codec.variable!.sizeOf(record);
  // A length that is the whole struct's becomes that of what is sent.
  if (again[0] === codec.length) again[0] = size;
  assert.equal(frame, Buffer.from(again.subarray(0, size)).toString("hex"), Buffer.from(bytes).toString("hex"));
}

interface PeerAnswer {
  readonly values: Values;
  readonly stored?: Readonly<Record<string, number | null>>;
  readonly frame: string;
}

const PYTHON = `import dataclasses, importlib, json, sys
sys.path.insert(0, sys.argv[1])
module = importlib.import_module("variable")
def leaves(value, path=""):
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from leaves(getattr(value, field.name), f"{path}.{field.name}" if path else field.name)
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from leaves(element, f"{path}[{index}]")
    elif value is not None:
        yield path, value
for line in sys.stdin:
    try:
        message = module.decode(bytes.fromhex(line))
    except ValueError:
        print("null")
        continue
    frame, stored = module.encode(message), module.stored(message)
    print(json.dumps({"values": dict(leaves(message)), "frame": frame.hex(), "again": dict(leaves(module.decode(frame))), "stored": stored}))
`;

test("Python reads the frames, and writes them again", { skip }, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "variable.py"), fileText(channel.files, /\.py$/));
    const input = frames.map(({ hex }) => `${hex}\n`).join("");
    const answers = run("python3", ["-c", PYTHON, folder], input)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as PythonAnswer | null);
    assertSeen(answers.map((answer) => answer?.values ?? null));
    const whole = ({ hex }: Frame) => hex.startsWith("2407");
    for (const [index, frame] of frames.entries()) {
      const answer = answers[index];
      if (answer === null || answer === undefined) continue;
      const codec = channel.codecs.find(({ id }) => id === bytesOf(frame)[1])!;
      const stored = codec.toStored(codec.decode(viewOf(bytesOf(frame))));
      assert.deepEqual(answer.stored, JSON.parse(JSON.stringify(stored)), frame.hex);
      const kept = bytesOf(frame);
      for (const [path, byteOffset, end] of absentBytes(codec.id))
        if (!(path in frame.values!)) kept.fill(0, byteOffset, end);
      // The complete struct is sent as short as its counts allow.
      if (!whole(frame)) assert.equal(answer.frame, Buffer.from(kept).toString("hex"));
      else assert.deepEqual({ ...answer.again, length: 36, note: "whole" }, { ...answer.values, note: "whole" });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

interface PythonAnswer {
  readonly values: Values;
  readonly frame: string;
  readonly again: Values;
  readonly stored: object;
}

/** Places of optional elements inside a message, which the frame fills with any bytes and an encoder with zeros. */
function absentBytes(id: number): readonly (readonly [path: string, from: number, to: number])[] {
  if (id === 7) return [];
  return fieldsOf(channel.codecs.find((codec) => codec.id === id)!)
    .filter(({ path }) => /^adc|\.v\[/.test(path))
    .map(({ path, byteOffset }) => [path, byteOffset, byteOffset + (path.startsWith("adc") ? 2 : 1)] as const);
}

test("Rust reads the frames, and writes them again; hostile ones are refused", {
  skip: skip || needsPeers("rustc"),
}, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "variable.rs"), fileText(channel.files, /\.rs$/));
    copyFileSync(here("variable-peer.rs"), join(folder, "main.rs"));
    // With checks of overflows.
    run("rustc", ["--edition=2021", "-D", "warnings", "-o", join(folder, "main"), join(folder, "main.rs")]);
    const asked = [...frames, ...hostile()];
    const input = asked.map(({ hex }) => `${hex}\n`).join("");
    const answers = run(join(folder, "main"), [], input).trim().split("\n");
    assertReadAndWritten(
      answers.map((line) => JSON.parse(line) as PeerAnswer | null),
      asked,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const MICROPYTHON = `import json, sys
from binascii import hexlify, unhexlify
sys.path.append(sys.argv[1])
import variable
while True:
    line = sys.stdin.readline()
    if not line:
        break
    message = variable.decode(unhexlify(line.strip()))
    if message is None:
        print("null")
        continue
    again = variable.Message(message.name)
    stored = {}
    for key in message.keys():
        stored[key] = message[key]
        again[key] = message[key]
    for key in message._fields:
        if key not in stored and message[key] is not None:
            raise ValueError(key)
    found = len(list(variable.Parser().feed(variable.frame(message) + variable.frame(again)))) if line[4:] else 0
    for key in stored:
        if isinstance(stored[key], bytes):
            stored[key] = "bytes"
        elif isinstance(stored[key], float) and stored[key] - stored[key] != 0:
            stored[key] = None
    print(json.dumps({"stored": stored, "frame": hexlify(variable.frame(again)).decode(), "found": found}))
`;

test("MicroPython reads the frames, and writes them again; hostile ones are refused", {
  skip: skip || needsPeers("micropython"),
}, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "variable.py"), fileText(channel.files, /_micropython\/.*\.py$/));
    writeFileSync(join(folder, "main.py"), MICROPYTHON);
    const asked = [...frames, ...hostile()].filter(({ hex }) => hex.length > 0);
    const input = asked.map(({ hex }) => `${hex}\n`).join("");
    const answers = run(MICROPYTHON_PROGRAM, [join(folder, "main.py"), folder], input)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Omit<PeerAnswer, "values"> & { readonly found: number });
    assert.equal(answers.length, asked.length);
    for (const [index, { hex, values }] of asked.entries()) {
      const answer = answers[index];
      assert.equal(answer === null, values === null, `${hex} is ${answer === null ? "refused" : "taken"}`);
      if (answer === null || answer === undefined) continue;
      const bytes = new Uint8Array(Buffer.from(hex, "hex"));
      const codec = byId.get(bytes[1]!)!;
      const stored = codec.toStored(codec.decode(viewOf(bytes))) as Readonly<Record<string, unknown>>;
      const present = Object.entries(stored).filter(([, value]) => value !== undefined);
      assert.deepEqual(Object.keys(answer.stored!).sort(), present.map(([name]) => name).sort(), hex);
      for (const [name, value] of present) {
        const said: unknown = answer.stored![name];
        const isClose = typeof value === "number" && Math.abs(Number(said) - value) <= 1e-12 * Math.abs(value);
        const isKept = said === value || `${value}`.includes("\ufffd") || (said === null && !Number.isFinite(value));
        assert.ok(isClose || isKept, `${hex}: ${name} is ${said}, not ${value}`);
      }
      assertWritten(answer.frame, bytes, values!);
      // A text that a NUL ends is sent shorter than the length byte says.
      if (bytes[0] === answer.frame.length / 2) assert.equal(answer.found, 2, hex);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("short = zero: MicroPython and Python complete the same frames, with the same values", {
  skip: skip || needsPeers("micropython"),
}, async () => {
  const format: FrameFormat = { ...PLAIN_FORMAT, short: "zero" };
  const lax = await emitFramed(variable, format, ["python", "micropython"]);
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "variable.py"), fileText(lax.files, /_micropython\/.*\.py$/));
    writeFileSync(join(folder, "main.py"), MICROPYTHON.replace(/found = .*/, "found = 0"));
    writeFileSync(join(folder, "plain.py"), fileText(lax.files, /(?<!_micropython\/variable)\.py$/));
    const asked = frames
      .map(({ hex }, index) => hex.slice(0, 2 * (2 + (index % Math.max(1, hex.length / 2 - 2)))))
      .filter((hex) => hex.length >= 4);
    const input = asked.map((hex) => `${hex}\n`).join("");
    const told = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as PeerAnswer | null);
    const board = told(run(MICROPYTHON_PROGRAM, [join(folder, "main.py"), folder], input));
    const python = PYTHON.replace('"variable"', '"plain"').replace(
      /print\(json.*/,
      'print(json.dumps({"stored": stored}))',
    );
    const plain = told(run("python3", ["-c", python, folder], input));
    let short = 0;
    for (const [index, hex] of asked.entries()) {
      assert.equal(board[index] === null, plain[index] === null, `${hex} on a board: ${JSON.stringify(board[index])}`);
      if (board[index] === null || plain[index] === null) continue;
      if (hex !== frames[index]!.hex) short++;
      for (const [name, value] of Object.entries(plain[index]!.stored!)) {
        if (value === null) continue;
        const said: unknown = board[index]!.stored![name] ?? value;
        const isClose = typeof value === "number" && Math.abs(Number(said) - value) <= 1e-12 * Math.abs(value);
        assert.ok(
          isClose || said === value || `${value}`.includes("\ufffd") || Number.isNaN(value),
          `${hex}: ${name} is ${said}, not ${value}`,
        );
      }
    }
    assert.ok(short > 300, `${short} short frames`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("MicroPython refuses to send more elements than a message has room for", {
  skip: skip || needsPeers("micropython"),
}, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "variable.py"), fileText(channel.files, /_micropython\/.*\.py$/));
    const program = `import sys
sys.path.append(sys.argv[1])
import variable
message = variable.Message("sky")
message["n"] = 4
try:
    variable.frame(message)
except ValueError:
    print("refused")
message["n"] = 1
message["flags"] = 1
message["fixed"] = 258
message["note"] = "ab"
print(list(variable.frame(message)))
`;
    writeFileSync(join(folder, "main.py"), program);
    const [refused, sent = ""] = run(MICROPYTHON_PROGRAM, [join(folder, "main.py"), folder])
      .trim()
      .split("\n");
    assert.equal(refused, "refused");
    assert.deepEqual(JSON.parse(sent), [14, 7, 1, 1, 0, 0, 0, 0, 2, 1, 0, 0, 97, 98]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const C_READER = `#include <stdio.h>
#include <stdlib.h>
#include "variable.h"
#include "link.h"
int main(void) {
  char line[600];
  while (fgets(line, sizeof line, stdin)) {
    const size_t size = strcspn(line, "\\n") / 2;
    uint8_t *frame = (uint8_t *)malloc(size + 1);
    uint8_t out[VARIABLE_SKY_FRAME];
    struct struct_sky m;
    size_t at, n;
    unsigned value;
    for (at = 0; at < size && sscanf(line + 2 * at, "%2x", &value) == 1; at++) frame[1 + at] = (uint8_t)value;
    if (!variable_sky_decode(&m, frame + 1, size)) puts("null");
    else {
      printf("{\\"values\\":{\\"length\\":%u,\\"ID\\":%u,\\"n\\":%u,\\"flags\\":%u", m.length, m.ID, m.n, m.flags);
      for (at = 0; at < m.n; at++)
        printf(",\\"satellites[%u].gnss\\":%u,\\"satellites[%u].sv\\":%u,\\"satellites[%u].strength\\":%d", (unsigned)at,
               m.satellites[at].gnss, (unsigned)at, m.satellites[at].sv, (unsigned)at, m.satellites[at].strength);
      if (m.flags & 1) printf(",\\"fixed\\":%lu", (unsigned long)m.fixed);
      if ((m.flags & 6) == 6 && m.n > 0) {
        printf(",\\"offset.x\\":");
        if (m.offset.x - m.offset.x == 0) printf("%.17g", m.offset.x); else printf("null");
        printf(",\\"offset.y\\":");
        if (m.offset.y - m.offset.y == 0) printf("%.17g", m.offset.y); else printf("null");
      }
      printf(",\\"note\\":\\"");
      for (at = 0; at < sizeof m.note && m.note[at]; at++) printf("%02x", (uint8_t)m.note[at]);
      n = variable_sky_frame(out, sizeof out, &m);
      printf("\\"},\\"frame\\":\\"");
      for (at = 0; at < n; at++) printf("%02x", out[at]);
      puts("\\"}");
    }
    free(frame);
  }
  return 0;
}
`;

test("C reads the frames, and writes them again; hostile ones are refused", { skip: skip || requires("gcc") }, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "link.h"), fileText(channel.files, /_link\.h$/));
    writeFileSync(join(folder, "main.c"), C_READER);
    const flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    const folders = ["-isystem", variable.folder, "-I", folder];
    run("gcc", [...flags, ...folders, "-o", join(folder, "main"), join(folder, "main.c")]);
    // Its struct has no room for an array without a number, so the other message is left out.
    const asked = [...frames, ...hostile()].filter(({ hex }) => hex.slice(2, 4) === "07");
    const answers = run(join(folder, "main"), [], asked.map(({ hex }) => `${hex}\n`).join(""))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as PeerAnswer | null)
      .map((answer) => {
        if (answer === null) return null;
        const note = Buffer.from(String(answer.values["note"]), "hex").toString();
        return { ...answer, values: { ...answer.values, note } };
      });
    assertReadAndWritten(answers, asked);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("Kaitai's compiler makes a reader of the frames", { skip: skip || needsPeers("npm") }, async () => {
  const read = await kaitaiReader(channel);
  assertSeen(
    frames.map((frame) => {
      const bytes = bytesOf(frame);
      try {
        return Object.fromEntries(leaves(read(bytes, bytes[1] ?? 0)).filter(([, value]) => value !== undefined));
      } catch {
        return null;
      }
    }),
  );
});

test("Kaitai's rules of elements that may be missing: a count, a part before the rest, and padding behind it", {
  skip: needsPeers("npm"),
}, async () => {
  const text = `
    struct struct_rest { uint8_t length; uint8_t ID; int32_t v[4]; /* @count: rest   @rule: expr=v / 1000 */ } rest = {18, 1};
    struct struct_two { uint8_t length; uint8_t ID; uint8_t n; char name[3]; /* @count: n */
      int16_t v[4]; /* @count: rest   @rule: expr=v / 10 */ } two = {0, 2};
    struct struct_padded { uint8_t length; uint8_t ID; uint16_t k; uint32_t t; int16_t v[3]; /* @count: rest   @rule: expr=v / 10 */ } padded = {0, 3};
  `;
  const rest = await emitText(`#include <stdint.h>\n${text}`, ["kaitai"]);
  const Parser = await compiledKaitai(definitionOf(rest));
  const KaitaiStream = peerRequire("kaitai-struct/KaitaiStream");
  for (const hex of [
    "0201",
    "0a01fffffc1800000009",
    "120100000001000000020000000300000004",
    "030200",
    "0702026162ff00",
    "0c020361626301000200fdff",
    "0803010000000005",
    "0c0301000000000507000800",
    "10030100000000050700080009000000",
  ]) {
    const frame = new Uint8Array(Buffer.from(hex, "hex"));
    const codec = rest.codecs.find(({ id }) => id === frame[1])!;
    assert.equal(codec.variable?.extent(viewOf(frame), 0, frame.length), frame.length, hex);
    const { message } = new Parser(new KaitaiStream(frame.slice().buffer)) as { message: Record<string, unknown> };
    const seen = Array.from({ length: 4 }, (_, index) => message[`storedV${index}`]);
    const stored = codec.toStored(codec.decode(viewOf(frame))) as Record<string, unknown>;
    assert.deepEqual(
      seen,
      Array.from({ length: 4 }, (_, index) => stored[`v.${index}`]),
      hex,
    );
  }
});

test("Wireshark reads the frames", { skip: skip || requires("tshark") }, () => {
  const folder = temporaryFolder();
  try {
    const [script, pcap] = [join(folder, "variable.lua"), join(folder, "variable.pcap")];
    const port = 9999;
    writeFileSync(
      script,
      `${fileText(channel.files, /\.lua$/)}\nDissectorTable.get("udp.port"):add(${port}, channel)\n`,
    );
    writeFileSync(pcap, capture(frames.map((frame) => ({ port, payload: bytesOf(frame) }))));
    const { stdout, stderr } = spawnSync("tshark", ["-r", pcap, "-X", `lua_script:${script}`, "-T", "json"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    assert.doesNotMatch(stderr, /lua/i);
    const fields = new Map(
      channel.codecs.flatMap((codec) =>
        codec.fields.map((field) => [`${codec.name.slice(7)}.${flat(field.path)}`, field]),
      ),
    );
    assertSeen(
      JSON.parse(stdout).map((packet: { _source: { layers: Record<string, Record<string, string>> } }) => {
        const layer = packet._source.layers["structline_variable"];
        if (layer === undefined || JSON.stringify(layer).includes("structline_variable.wrong")) return null;
        return Object.fromEntries(
          Object.entries(layer).flatMap(([name, value]) => {
            const field = fields.get(name.replace("structline_variable.", ""));
            return field === undefined ? [] : [[field.path, field.scalar === "text" ? value : Number(value)]];
          }),
        );
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function flat(path: string): string {
  return path.replace(/\[(\d+)\]/g, "_$1").replaceAll(".", "_");
}
