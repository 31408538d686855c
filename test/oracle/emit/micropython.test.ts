/** `<channel>_micropython/<channel>.py` in real MicroPython: values, frames and streams like our codecs'. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { channelModels } from "../../../generator/emitters/emit.ts";
import { linked } from "../../../generator/emitters/shared/c-link-file.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { type FrameFormat, type Framing, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { FrameTable, isFrameProblem } from "../../../runtime/frames/frame-table.ts";
import { framed, framedAfterLoss } from "../../../runtime/frames/framed.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { MICROPYTHON_PROGRAM, needsPeers, run } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  type EmittedChannel,
  emitFramed,
  emitSample,
  emitText,
  type SampleMessage,
  sampleMessages,
} from "./messages.ts";

const PEER = fileURLToPath(new URL("micropython-peer.py", import.meta.url));
const skip = needsPeers("micropython");
const headers = sampleHeaders();
const rig = headers.find(({ name }) => name === "rig")!;

interface Answer {
  readonly name: string;
  readonly frame: string;
  readonly stream: string;
  /** How many messages the parser found. */
  readonly found: number;
  readonly values: ReadonlyMap<string, string>;
}

/** @param rubbish hexadecimal bytes before the frame in a stream */
function answers(channel: EmittedChannel, frames: readonly Uint8Array[], rubbish = ""): (Answer | undefined)[] {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "emitted.py"), fileText(channel.files, /_micropython\/.*\.py$/));
    const input = frames.map((bytes) => `emitted ${Buffer.from(bytes).toString("hex")} x${rubbish}\n`).join("");
    const lines = run(MICROPYTHON_PROGRAM, [PEER, folder], input).trim().split("\n");
    return lines.map((line) => {
      if (line === "refused") return undefined;
      const [name = "", frame = "", stream = "", found = "", ...rest] = line.split(" ");
      const pairs = rest
        .join(" ")
        .split("\t")
        .map((pair) => pair.split("=") as [string, string]);
      return { name, frame, stream, found: Number(found), values: new Map(pairs) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Messages of structs that the module has. */
function messagesOf(channel: EmittedChannel): SampleMessage[] {
  const [model] = channelModels([channel.compiled]);
  const names = new Set(linked(model!).messages.map(({ name }) => name));
  return sampleMessages(channel, 6).filter(({ codec }) => names.has(codec.name));
}

/** With the tail padding that the length byte counts. */
const sentSize = ({ codec: { length, wireSize, size } }: SampleMessage) =>
  length > wireSize && length <= size ? length : wireSize;

const bytesOf = (message: SampleMessage): string => {
  const { codec, bytes } = message;
  const again = new Uint8Array(sentSize(message));
  codec.encode(codec.decode(new DataView(bytes.buffer)), new DataView(again.buffer));
  return Buffer.from(again).toString("hex");
};

for (const header of headers)
  test(`${header.name}: MicroPython reads and writes what our codecs do`, { skip }, async () => {
    const channel = await emitSample(header, ["micropython"]);
    const messages = messagesOf(channel);
    const told = answers(
      channel,
      messages.map((message) => Buffer.concat([message.bytes, Buffer.alloc(sentSize(message) - message.bytes.length)])),
    );
    const noInverse = new Set(channel.limits.map(({ message }) => /'([^']*)'.*no inverse/.exec(message)?.[1] ?? ""));
    assert.equal(told.length, messages.length);
    for (const [index, message] of messages.entries()) {
      const answer = told[index];
      assert.ok(answer, `${message.codec.name} is refused`);
      // Messages that may lack parts are sent with another length. [variable.test.ts]
      const isVariable = message.codec.variable !== undefined;
      if (message.codec.length === sentSize(message) && !isVariable) assert.equal(answer.found, 2, message.codec.name);
      for (const field of fieldsOf(message.codec)) {
        if (noInverse.has(field.path)) continue;
        const said = answer.values.get(field.column)!;
        assert.ok(isEqual(said, message.stored[field.column] ?? message.raw[field.path]!), `${field.path}: ${said}`);
      }
      const isRounded = fieldsOf(message.codec).some(
        ({ path, scalar }) => /float/.test(scalar) && hasRule(channel, message, path),
      );
      if (isRounded || isVariable) continue;
      if ([...answer.values.values()].every((value) => !/nan|bytes/.test(value)))
        assert.equal(answer.frame, bytesOf(message), message.codec.name);
    }
  });

test("a value that does not fit is a ValueError, and halves are rounded like the codecs'", { skip }, async () => {
  const channel = await emitText(
    "struct struct_m { unsigned char length, ID; short t; /* @rule: expr=t / 10 */ float f; unsigned char n; char s[4]; } m = {16, 1};",
    ["micropython"],
  );
  const folder = temporaryFolder();
  writeFileSync(join(folder, "emitted.py"), fileText(channel.files, /_micropython\/.*\.py$/));
  const program = join(folder, "asked.py");
  writeFileSync(
    program,
    `import sys
sys.path.append(sys.argv[1])
import emitted
message = emitted.Message(next(iter(emitted.KINDS)))
for key, value in [("f", 3.5e38), ("f", -3.5e38), ("n", 256), ("n", -1), ("n", 2.7), ("n", float("nan")), ("t", float("inf")), ("t", 4000), ("s", "größe")]:
    try:
        message[key] = value
        print("taken")
    except ValueError:
        print("ValueError")
message["f"] = float("inf")
print(message["f"])
for value in (-0.25, 0.25, -0.35, 0.04999999, 0.05, -0.05):
    message["t"] = value
    print(round(message["t"] * 10))
`,
  );
  const [codec] = channel.codecs;
  const rounded = [-0.25, 0.25, -0.35, 0.04999999, 0.05, -0.05].map(
    (t) => (codec!.fromStored!({ t }) as { readonly t: number }).t + 0,
  );
  assert.deepEqual(run(MICROPYTHON_PROGRAM, [program, folder]).trim().split("\n"), [
    ...new Array<string>(9).fill("ValueError"),
    "inf",
    ...rounded.map(String),
  ]);
});

function hasRule({ compiled }: EmittedChannel, { codec }: SampleMessage, path: string): boolean {
  const [model] = channelModels([compiled]);
  const message = model?.messages.find(({ id }) => id === codec.id);
  return message?.fields.find((field) => field.path === path)?.rule !== undefined;
}

function isEqual(said: string, value: unknown): boolean {
  if (said === "bytes") return String(value).includes("\ufffd");
  if (typeof value === "string") return said === Buffer.from(value).toString("hex");
  if (typeof value === "boolean") return said === (value ? "True" : "False");
  if (typeof value === "bigint") return said === String(value);
  const number = said === "nan" ? Number.NaN : Number(said.replace("inf", "Infinity"));
  const wanted = value as number;
  return (
    Object.is(number, wanted) || number === wanted || Math.abs(number - wanted) <= 1e-12 * Math.abs(wanted) + 1e-12
  );
}

const CUSTOM: FrameFormat = {
  ...PLAIN_FORMAT,
  id: parseLocator("u16be@2&0x7ff0", "id"),
  length: parseLocator("u16le@4+1", "length"),
  payloadOffset: 6,
  trailer: 2,
  check: { algorithm: "crc16/modbus", from: 2, byteOrder: "little" },
};
const FORMATS: readonly (readonly [name: string, FrameFormat, Framing | undefined])[] = [
  ["no framing", CUSTOM, undefined],
  ["COBS", CUSTOM, { kind: "cobs" }],
  ["SLIP", { ...CUSTOM, check: { ...CUSTOM.check!, algorithm: "crc16/xmodem", byteOrder: "big" } }, { kind: "slip" }],
  ["lines", { ...CUSTOM, check: { ...CUSTOM.check!, algorithm: "fletcher16" } }, { kind: "lines", encoding: "either" }],
  ["a sync word", CUSTOM, { kind: "sync", word: Uint8Array.of(0xaa, 0x55) }],
  ["CRC-32", { ...CUSTOM, trailer: 4, check: { ...CUSTOM.check!, algorithm: "crc32" } }, undefined],
  ["a sum", { ...CUSTOM, check: { ...CUSTOM.check!, algorithm: "sum16/inverted" } }, undefined],
];

/** Rubbish and a delimiter. */
/** COBS frames of a board begin with a delimiter, which lines and plain frames do not. */
function streamed(frame: Uint8Array, framing: Framing | undefined): string {
  const frames = framing?.kind === "cobs" ? framedAfterLoss(frame, framing) : framed(frame, framing);
  return Buffer.from(frames).toString("hex");
}

const END: Readonly<Record<string, string>> = { cobs: "ff0102", slip: "db01c0", lines: "6e6f697365210a" };

for (const [name, frames, framing] of FORMATS)
  test(`frames of a format of their own, with ${name}, equal ours, and a changed one is refused`, {
    skip,
  }, async () => {
    const header = framing?.kind === "sync" ? { ...CUSTOM, ...frames, id: parseLocator("u16be@2", "id") } : frames;
    const channel = await emitFramed(rig, header, ["micropython"], framing);
    const messages = messagesOf(channel);
    const shape = { frames: header, ...(framing && { framing }) };
    const whole = messages.map((message) => buildFrame(plainStruct(message), message.bytes, shape));
    // Half a frame, which a parser must leave again; a delimiter ends it.
    const half = `07${Buffer.from(whole[0]!).subarray(0, 7).toString("hex")}`;
    const told = answers(channel, whole, framing === undefined || framing.kind === "sync" ? half : END[framing.kind]);
    for (const [index, message] of messages.entries()) {
      const answer = told[index]!;
      assert.equal(answer.stream, streamed(whole[index]!, framing), message.codec.name);
      assert.equal(answer.found, 2);
    }
    const changed = whole.map((bytes) =>
      Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)),
    );
    assert.deepEqual(
      answers(channel, changed),
      changed.map(() => undefined),
    );
  });

test("short = zero: a frame that ends early is completed with zeros", { skip }, async () => {
  const frames: FrameFormat = { ...PLAIN_FORMAT, short: "zero" };
  const channel = await emitFramed(rig, frames, ["micropython"]);
  const cut = messagesOf(channel).flatMap((message) =>
    [2, 3, 7, message.bytes.length - 1]
      .filter((length) => length >= 2 && length < message.bytes.length)
      .map((length) => ({ message, bytes: message.bytes.slice(0, length) })),
  );
  const told = answers(
    channel,
    cut.map(({ bytes }) => bytes),
  );
  const table = new FrameTable("rig", frames, channel.codecs as never);
  let read = 0;
  for (const [index, { message, bytes }] of cut.entries()) {
    const { codec } = message;
    const isRead = !isFrameProblem(table.find(bytes));
    assert.equal(told[index] !== undefined, isRead, `${codec.name}, ${bytes.length} bytes`);
    if (!isRead) continue;
    read++;
    const whole = new Uint8Array(codec.size);
    whole.set(bytes);
    const view = new DataView(whole.buffer);
    const raw = codec.decode(view) as Readonly<Record<string, unknown>>;
    for (const [column, value] of Object.entries(codec.toStored(raw as never))) {
      if (typeof value === "object") continue;
      assert.ok(
        isEqual(told[index]!.values.get(column)!, value as never),
        `${codec.name}.${column} of ${bytes.length} bytes`,
      );
    }
  }
  assert.ok(read > 50, `${read} frames`);
});

function plainStruct({ codec: { name, id, wireSize, size } }: SampleMessage) {
  return { name, id, wireSize, size };
}
