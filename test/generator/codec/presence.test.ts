/** `@count` and `@if`: absent parts are absent, never 0, when decoded, encoded, stored or found in a stream. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { encodeChecked, FieldValueError } from "../../../runtime/codec/encode-checked.ts";
import { fromJson, toJson } from "../../../runtime/codec/json.ts";
import { patched } from "../../../runtime/codec/patched.ts";
import type { ChannelCodecs, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { frameTable } from "../../../runtime/frames/channel-frames.ts";
import { explainFrame } from "../../../runtime/frames/explain-frame.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { openFrames } from "../../../runtime/frames/published.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER = readFileSync(new URL("../../golden/headers/variable.h", import.meta.url), "utf8");

function compiled(header: string, plan: Partial<Parameters<typeof planOf>[0]> = {}) {
  return compile([{ plan: planOf({ name: "rig", ...plan }), reader: memoryReader({ "lab.h": header }) }], {
    version: "0.0.0",
  });
}

async function channelOf(header: string, plan: Partial<Parameters<typeof planOf>[0]> = {}) {
  const { files, diagnostics } = compiled(header, plan);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, []);
  return (await channelsOf(files))["rig"] as ChannelCodecs & { decode(bytes: Uint8Array): { readonly raw?: object } };
}

const problems = (header: string) =>
  compiled(header).diagnostics.flatMap(({ code, span, message }) =>
    code.startsWith("E") ? [`${span?.start.line}:${span?.start.column} ${code} ${message}`] : [],
  );

const channel = await channelOf(HEADER);
const [sky, log] = channel.structs as [StructCodec, StructCodec];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const encoded = (codec: StructCodec, record: object) => encodeChecked(codec as never, record as never);

// Written by hand, from the header.
const SKY = "14 07 02 01  01 05 9600  03 09 f1ff  78563412  68c3a921";
const SKY_RAW = {
  ...{ length: 20, ID: 7, n: 2, flags: 1 },
  satellites: [
    { gnss: 1, sv: 5, strength: 150 },
    { gnss: 3, sv: 9, strength: -15 },
  ],
  fixed: 0x12345678,
  note: "hé!",
};

test("a message contains as many optional parts as it states, in all forms", () => {
  const bytes = bytesOf(SKY);
  const { raw } = channel.decode(bytes);
  assert.deepEqual(raw, SKY_RAW);
  const { length: _own, n: _counted, ...given } = SKY_RAW;
  assert.equal(hex(encoded(sky, given)), hex(bytes), "length and count follow from what is given");
  assert.deepEqual(fromJson(sky, JSON.parse(JSON.stringify(toJson(sky, raw as never)))), raw);
  const stored = sky.toStored(raw as object);
  assert.deepEqual(Object.keys(stored).slice(4), [
    ...["satellites.0.gnss", "satellites.0.sv", "satellites.0.strength"],
    ...["satellites.1.gnss", "satellites.1.sv", "satellites.1.strength", "fixed", "note"],
  ]);
  assert.deepEqual(sky.fromStored(stored), raw);
});

test("decoding into a longer or shorter record gives exactly the present parts", () => {
  const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const into = sky.decode(view(bytesOf(SKY)));
  for (const record of [{ flags: 7, n: 1, fixed: 1, offset: { x: 1, y: 2 } }, { note: "x" }, SKY_RAW]) {
    const bytes = encoded(sky, record);
    sky.decodeInto(view(bytes), 0, into as never);
    assert.deepEqual(into, sky.decode(view(bytes)));
  }
  const changed = patched(sky as never, bytesOf(SKY), { flags: 0, n: 1 } as never);
  assert.deepEqual(Object.keys(sky.decode(view(changed))), ["length", "ID", "n", "flags", "satellites", "note"]);
});

test("parts that a message cannot have are not encoded", () => {
  const refused = (codec: StructCodec, record: object, error: RegExp) =>
    assert.throws(() => encoded(codec, record), error, JSON.stringify(record));
  refused(sky, { flags: 0, fixed: 1 }, /^FieldValueError: fixed: 1 is not in the message by its @if: flags & 1$/);
  refused(
    sky,
    { n: 1, satellites: [{ sv: 1 }, { sv: 2 }] },
    /satellites\[1\]\.sv: 2 is not in the message by its @count: n/,
  );
  refused(sky, { n: 4 }, /'satellites' would have 4 elements by '@count: n', and has room for 3/);
  refused(log, { used: 3 }, /'adc' would have 1\.5 elements/);
  refused(log, { rows: [{ k: 3 }] }, /'rows\[0\]\.v' would have 3 elements by '@count: k', and has room for 2/);
  assert.throws(() => encoded(sky, { nope: 1 }), FieldValueError);
});

function message(payload: Uint8Array): Message {
  const about = { source: "frames", address: "rig", sender: "a:1", contentType: "", receivedNs: 1_000_000_000n };
  return { ...about, payload } as Message;
}

const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs: channel });

function rows(payload: Uint8Array) {
  const { points, rejections } = decoder.decode(message(payload));
  if (rejections[0] !== undefined) return rejections[0].error.message;
  return points.map(({ timeNs, columns, values }) => [
    Number(timeNs - 1_000_000_000n),
    Object.fromEntries(columns.flatMap(({ name }, at) => (values[at] === undefined ? [] : [[name, values[at]]]))),
  ]);
}

test("absent fields are absent from rows; the number of samples and rows matches the message", () => {
  const payload = bytesOf(SKY);
  assert.deepEqual(rows(payload), [
    [
      0,
      {
        ...{ length: 20, ID: 7, n: 2, flags: 1, fixed: 0x12345678, note: "hé!", _hex_: hex(payload) },
        ...{ "satellites.0.gnss": 1, "satellites.0.sv": 5, "satellites.0.strength": 15 },
        ...{ "satellites.1.gnss": 3, "satellites.1.sv": 9, "satellites.1.strength": -1.5 },
      },
    ],
  ]);
  const logged = encoded(log, {
    ...{ seq: 5, used: 4, adc: [100, 200], more: [9] },
    rows: [
      { k: 1, v: [7] },
      { k: 2, v: [8, 9] },
    ],
  });
  assert.deepEqual(rows(logged), [
    [-1_000_000, { volts: 1 }],
    [
      0,
      {
        ...{ length: logged.length, ID: 8, seq: 5, volts: 2, used: 4, "more.0": 9, _hex_: hex(logged) },
        ...{ "rows.index": 0, "rows.k": 1, "rows.v.0": 7 },
      },
    ],
    [1, { "rows.index": 1, "rows.k": 2, "rows.v.0": 8, "rows.v.1": 9 }],
  ]);
});

test("an excessive count, and too few or too many bytes, are rejected with the reason", () => {
  assert.equal(
    rows(bytesOf("14 07 04 00")),
    "struct_sky (ID 7): 'satellites' would have 4 elements by '@count: n', and has room for 3; this message has 4",
  );
  assert.equal(rows(bytesOf("14 07 03 00 0000")), "struct_sky (ID 7) has 16 bytes by what it says; this message has 6");
  assert.equal(rows(bytesOf("14 07 00")), "struct_sky (ID 7) has 4 bytes by what it says; this message has 3");
  assert.match(
    String(rows(bytesOf(`14 07 00 00 ${"41".repeat(9)}`))),
    /'note' would have 9 elements by '@count: rest'/,
  );
  assert.match(
    String(rows(bytesOf(`19 08 0000 ${"00".repeat(8)} 05 ${"00".repeat(6)}`))),
    /'adc' would have 2\.5 elements/,
  );
  assert.equal(typeof rows(encoded(log, { used: 4 })), "object", "what follows is not judged by it");
  for (let length = 0; length < 60; length++) {
    for (const fill of [0, 0xff, 0x03, 0x41]) {
      const bytes = Buffer.alloc(length, fill);
      bytes.set([9, length % 2 === 0 ? 7 : 8].slice(0, length));
      const found = rows(bytes);
      const isDecoded = typeof found !== "string";
      assert.equal("name" in channel.decode(bytes) && "raw" in channel.decode(bytes), isDecoded, hex(bytes));
    }
  }
});

test("a whole struct is read with the compiler's layout, whatever its counts are", () => {
  const whole = Buffer.alloc(36);
  whole.set([36, 7, 1, 1]);
  whole.set([1, 2, 3, 0], 4);
  whole.writeUInt32LE(77, 16);
  assert.deepEqual(channel.decode(whole).raw, {
    ...{ length: 36, ID: 7, n: 1, flags: 1, fixed: 77, note: "" },
    satellites: [{ gnss: 1, sv: 2, strength: 3 }],
  });
});

const FRAMES: FrameFormat = { ...PLAIN_FORMAT, id: parseLocator("u8@1", "id"), length: undefined };

test("streams without a length field are split by what messages state", async () => {
  const header = `#pragma pack(1)\nstruct a { uint8_t sync; uint8_t id; uint8_t n; uint16_t v[4]; // @count: n\n};`;
  const plan = {
    messages: [{ id: 7, struct: "a" }],
    frames: FRAMES,
    framing: { kind: "sync", word: Uint8Array.of(0xaa) },
  };
  const cut = await channelOf(header, plan as never);
  const seen: unknown[] = [];
  const stream = openFrames(cut as never, { message: ({ raw }: { raw?: object }) => seen.push(raw) });
  const bytes = bytesOf("aa 07 02 0100 0200  aa 07 00  00 aa 07 03 0500 0600 0700 aa 07 01 0900");
  for (const byte of bytes) stream.push(Uint8Array.of(byte));
  stream.end();
  assert.deepEqual(
    seen.map((raw) => (raw as { v: number[] }).v),
    [[1, 2], [], [5, 6, 7], [9]],
  );
});

test("a union's members depend on a type field; short frames are padded with zeros", async () => {
  const header = `#pragma pack(1)
struct struct_u { uint8_t length; uint8_t ID; uint8_t type;
  union { struct { uint8_t x, y; } a; /* @if: type == 1 */ uint32_t b; /* @if: type == 2 */ };
} u = {7, 1};`;
  const unions = await channelOf(header);
  const raw = (text: string) => unions.decode(bytesOf(text)).raw;
  assert.deepEqual(raw("05 01 01 0809"), { length: 5, ID: 1, type: 1, a: { x: 8, y: 9 } });
  assert.deepEqual(raw("07 01 02 0a000000"), { length: 7, ID: 1, type: 2, b: 10 });
  assert.deepEqual(raw("03 01 00"), { length: 3, ID: 1, type: 0 });
  assert.equal(raw("05 01 02 0809"), undefined);
  const zeros = await channelOf(HEADER, { frames: { ...PLAIN_FORMAT, short: "zero" } });
  assert.deepEqual(zeros.decode(bytesOf("14 07 02 00 01 05")).raw, {
    ...{ length: 20, ID: 7, n: 2, flags: 0, note: "" },
    satellites: [
      { gnss: 1, sv: 5, strength: 0 },
      { gnss: 0, sv: 0, strength: 0 },
    ],
  });
});

const struct = (lines: string) =>
  `#pragma pack(1)\nstruct struct_a { uint8_t length; uint8_t ID; uint8_t n;\n${lines}\n} a = {3, 1};`;

test("impossible counts and conditions are errors with their positions", () => {
  assert.deepEqual(problems(struct("uint8_t x; // @count: n")), [
    "3:15 E336 'x' cannot be @count, which takes an array",
  ]);
  assert.match(problems(struct("uint8_t v[4]; // @count: m"))[0] ?? "", /^3:26 E301 .*'m'/);
  assert.match(problems(struct("uint8_t v[4]; // @count: n +"))[0] ?? "", /^3:\d+ E304 /);
  assert.match(problems(struct("uint8_t v[4]; // @count:"))[0] ?? "", /^3:18 E335 .*takes a number of elements/);
  assert.match(problems(struct("uint8_t f : 1; // @if: n"))[0] ?? "", /^3:\d+ E336 .*not a bit-field/);
  assert.match(
    problems(struct("uint8_t m; // @if: n\nuint8_t v[4]; // @count: m"))[0] ?? "",
    /^4:\d+ E340 'v' depends on 'm'/,
  );
  assert.match(
    problems(struct("uint8_t m; // @if: n @rule: expr=m + k\nuint8_t k; // @if: n > 1"))[0] ?? "",
    /^3:\d+ E340 'm' depends on 'k'/,
  );
  assert.match(
    problems(struct("uint8_t v[4]; // @count: rest\nuint8_t k; // @if: n"))[0] ?? "",
    /^3:\d+ E336 .*the last member/,
  );
  assert.match(problems(struct("uint16_t s; // @if: n @seq"))[0] ?? "", /^3:\d+ E336 .*@seq.*each message has/);
  assert.match(problems(struct("uint8_t v[];"))[0] ?? "", /E115/);
  assert.match(problems(struct("uint16_t v[]; // @count: n; max=99999"))[0] ?? "", /E115/);
  assert.match(
    problems(struct("char t[40000]; char v[]; // @count: rest; max=40000"))[0] ?? "",
    /E205 .* has 80003 bytes/,
  );
  const natural = `struct struct_a { uint8_t length; uint8_t ID; uint8_t n; uint8_t v[3]; // @count: n
  uint32_t t; // @if: n
} a = {12, 1};`;
  assert.match(problems(natural)[0] ?? "", /^2:\d+ E341 't' has 2 bytes of padding before it$/);
});

test("explain shows the present parts at their positions", () => {
  const { map, problem } = explainFrame(bytesOf(SKY), frameTable("rig", PLAIN_FORMAT, channel), channel.structs);
  assert.equal(problem, undefined);
  assert.deepEqual(
    map.map((line) => line.trim().replace(/\s+/g, " ")),
    [
      ...["0 14 length 20", "1 07 ID 7", "2 02 n 2", "3 01 flags 1"],
      ...["4 01 satellites[0].gnss 1", "5 05 satellites[0].sv 5", "6 9600 satellites[0].strength 150"],
      ...["8 03 satellites[1].gnss 3", "9 09 satellites[1].sv 9", "10 f1ff satellites[1].strength -15"],
      ...["12 78563412 fixed 305419896", '16 68c3a921 note "hé!"'],
    ],
  );
});

test("a count below zero is refused, and does not take the rest of the message", async () => {
  const header = `struct a { uint8_t length; uint8_t ID; uint8_t n; uint8_t v[4]; // @count: n - 1
} a = { 7, 1 };`;
  const { structs, decode } = await channelOf(header);
  const extent = (text: string) =>
    structs[0]?.variable?.extent(new DataView(new Uint8Array(bytesOf(text)).buffer), 0, text.length / 2);
  assert.equal(extent("0501030a0b"), 5);
  assert.equal(extent("0501000a0b"), "'v' would have -1 elements by '@count: n - 1', and has room for 4");
  assert.deepEqual(decode(bytesOf("0501000a0b")).raw, undefined);
});
