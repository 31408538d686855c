/** `<channel>_bus.m` and `<channel>_decode.m` in GNU Octave, with replacements for Simulink's two classes. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { onlyLong } from "../../support/long.ts";
import { needsPeers, run } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  agrees,
  type EmittedChannel,
  emitRandom,
  emitSample,
  emitText,
  type SampleMessage,
  sampleMessages,
} from "./messages.ts";

const PEER = fileURLToPath(new URL("simulink-peer.m", import.meta.url));
const STAND_IN = fileURLToPath(new URL("simulink-stand-in", import.meta.url));
const skip = needsPeers("octave-cli");

/** Output lines of the buses, then of each frame. */
function octave(channel: EmittedChannel, frames: readonly Uint8Array[]): string[][] {
  const folder = temporaryFolder();
  try {
    const files = channel.files.filter(({ path }) => path.endsWith(".m"));
    for (const { path, text } of files) writeFileSync(join(folder, basename(path)), text);
    const stem = files.map(({ path }) => /(\w+)_bus\.m$/.exec(path)?.[1]).find((name) => name !== undefined) ?? "";
    const input = frames.map((frame) => `${Buffer.from(frame).toString("hex")}\n`).join("");
    const said = run("octave-cli", ["--norc", "--no-history", "--quiet", PEER, folder, STAND_IN, stem], input);
    return said.split("\n\n").map((block) => block.split("\n").filter((line) => line !== ""));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Values by path. Octave flattens nested indices (`v[#3]`), so `v[1][1]` of `v[2][2]` is `v[#3]`. */
function wanted(values: Readonly<Record<string, ColumnValue>>): Map<string, ColumnValue> {
  const runs = new Map<string, number>();
  return new Map(
    Object.entries(values).flatMap(([path, value]): [string, ColumnValue][] => {
      if (typeof value === "string") return [];
      const [, stem, indexes] = /^(.*?)((?:\[\d+\])*)$/.exec(path) ?? [];
      if (stem === undefined || indexes === "") return [[path, value]];
      const at = runs.get(stem) ?? 0;
      runs.set(stem, at + 1);
      return [[`${stem}[#${at}]`, value]];
    }),
  );
}

function numberOf(text: string, like: ColumnValue): ColumnValue {
  if (typeof like === "string") return Buffer.from(text, "hex").toString();
  return typeof like === "bigint" ? BigInt(text) : Number(text.replace("Inf", "Infinity"));
}

function differencesOf(channel: EmittedChannel, perStruct: number): { values: number; differences: string[] } {
  const messages = sampleMessages(channel, perStruct);
  const [, ...blocks] = octave(channel, messages.map(channel.frame));
  let values = 0;
  const all = messages.flatMap((message: SampleMessage, index) => {
    // The struct's name, then its values, because a value may also be called `name`.
    const [first, ...lines] = (blocks[index] ?? []).map((line) => line.split("\t"));
    const got = new Map(lines.map(([path = "", , value = ""]) => [path, value]));
    // Octave has no one-element arrays.
    const read = (path: string) =>
      got.get(path) ?? got.get(path.replace("[#0]", "")) ?? got.get(path.replaceAll("[0]", ""));
    const same = (a: string | undefined, value: ColumnValue) => a !== undefined && agrees(value, numberOf(a, value));
    const left = channel.limits
      .filter(({ message: text }) => text.startsWith("simulink:"))
      .map(({ message: text }) => /'([^']*)'/.exec(text)?.[1]);
    // MATLAB names begin with a letter, so such a field is renamed, and a note reports it.
    const isRenamed = (path: string) => /(?:^|\.)_/.test(path);
    const raw = [...wanted(message.raw)].filter(
      ([path, value]) => !left.includes(path) && !isRenamed(path) && !same(read(path), value),
    );
    const stored = Object.entries(message.stored).filter(([column, value]) => {
      const answer = got.get(`=${column}`);
      if (answer === undefined) return left.length === 0;
      // Octave has no replacement character for invalid bytes.
      if (typeof value === "string" && value.includes("\ufffd")) return false;
      return !agrees(value, numberOf(answer, value), 1e-9);
    });
    values += wanted(message.raw).size + Object.keys(message.stored).length;
    return [
      ...(first?.[2] === message.codec.name ? [] : [`${message.codec.name}: ${first?.join(" ")}`]),
      ...raw.map(([path, value]) => `${message.codec.name}.${path}: ${read(path)}, not ${value}`),
      ...stored.map(([column, value]) => `${message.codec.name} ${column}: ${got.get(`=${column}`)}, not ${value}`),
    ];
  });
  return { values, differences: all };
}

test("Octave decodes frames of all sample headers", { skip: skip || onlyLong }, async () => {
  let values = 0;
  for (const header of sampleHeaders()) {
    const result = differencesOf(await emitSample(header, ["simulink"]), 3);
    assert.deepEqual(result.differences, [], header.name);
    values += result.values;
  }
  assert.ok(values > 1000, `${values} values`);
});

for (const byteOrder of ["little", "big"] as const)
  test(`Octave decodes frames of random structs, ${byteOrder}-endian`, { skip: skip || onlyLong }, async () => {
    const result = differencesOf(await emitRandom({ seed: 5, count: 20, abi: "x86-64", byteOrder }, ["simulink"]), 4);
    assert.deepEqual(result.differences, []);
    assert.ok(result.values > 500, `${result.values} values`);
  });

test("buses have types, dimensions, units and nested records; invalid messages are an error", {
  skip,
}, async () => {
  const header = `struct gps { int32_t lat; float v[2][3]; };
struct struct_a { uint8_t length; uint8_t ID; int16_t t; /* @rule: expr=t / 10; unit=°C */ uint16_t mv; /* @rule: unit=mV */
  bool on; struct gps end[2]; char name[4]; uint8_t low : 3; } a = { 80, 7 };`;
  const channel = await emitText(header, ["simulink"]);
  const [buses = [], unknown, short] = octave(channel, [Uint8Array.of(9, 99), Uint8Array.of(80, 7)]);
  assert.deepEqual(
    buses.map((line) => line.split("\t").slice(1).join(" ").trim()),
    [
      "Text_A_End lat int32 1",
      "Text_A_End v single [2 3]",
      "Text_A length uint8 1",
      "Text_A ID uint8 1",
      "Text_A t int16 1",
      "Text_A mv uint16 1 mV",
      "Text_A on boolean 1",
      "Text_A end_ Bus: Text_A_End 2",
      "Text_A name uint8 4",
      "Text_A low uint8 1",
    ],
  );
  assert.deepEqual([unknown?.[0]?.split("\t")[1], short?.[0]?.split("\t")[1]], ["text:unknownId", "text:tooShort"]);
});
