/** `<channel>.dbc` with cantools: signals' raw and physical values, and the frames that it encodes. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";
import { CAN_PROGRAM, needsPeers, run } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { differences, type EmittedChannel, emitRandom, emitSample, emitText, sampleMessages } from "./messages.ts";
import { revived } from "./python.ts";

const PEER = fileURLToPath(new URL("dbc-peer.py", import.meta.url));

interface Answer {
  readonly raw: readonly (string | number)[];
  readonly stored: readonly (string | number)[];
  readonly labels: Readonly<Record<string, string>>;
  readonly hex: string | null;
  readonly units: readonly (string | null)[];
}

/** Path → signal, from the comments in the file. */
function signalsIn(text: string, id: number): Map<string, string> {
  const frame = id > 0x7ff ? id + 0x8000_0000 : id;
  const found = text.matchAll(new RegExp(`^CM_ SG_ ${frame} (\\w+) "(?:[^"]*? )?([^ "]+?)(?:\\. [^"]*)?";$`, "gm"));
  return new Map([...found].map(([, name = "", path = ""]) => [path, name]));
}

function answersOf(channel: EmittedChannel, perStruct: number) {
  const text = fileText(channel.files, /\.dbc$/);
  const messages = sampleMessages(channel, perStruct).filter(({ codec }) => signalsIn(text, codec.id).size > 0);
  if (messages.length === 0) return [];
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "channel.dbc"), text);
    const input = messages.map(({ codec, bytes }) => {
      const names = [...signalsIn(text, codec.id).values()];
      return JSON.stringify({ id: codec.id, data: Buffer.from(bytes).toString("hex"), names });
    });
    const lines = run(CAN_PROGRAM, [PEER, join(folder, "channel.dbc")], `${input.join("\n")}\n`)
      .trim()
      .split("\n");
    return messages.map((message, index) => {
      const answer = JSON.parse(lines[index] ?? "") as Answer;
      return { message, answer, paths: [...signalsIn(text, message.codec.id).keys()] };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function found(channel: EmittedChannel, perStruct: number): { values: number; differences: string[] } {
  const told = channel.limits.filter(({ message }) => message.startsWith("dbc:"));
  const named = (part: string) =>
    new Set(told.filter(({ message }) => message.includes(part)).map(({ message }) => /'([^']*)'/.exec(message)?.[1]));
  const [left, rules] = [named("is left out"), named("not a factor and offset")];
  let values = 0;
  const all = answersOf(channel, perStruct).flatMap(({ message, answer, paths }) => {
    const fields = fieldsOf(message.codec);
    values += paths.length;
    const lost = fields.filter(({ path }) => !paths.includes(path) && !left.has(path));
    const columns = new Map(fields.map(({ path, column }) => [path, column]));
    const plain = paths.flatMap((path, index) => (rules.has(path) ? [] : [{ path, value: answer.stored[index] ?? 0 }]));
    const seen = {
      raw: Object.fromEntries(paths.map((path, index) => [path, revived(answer.raw[index] ?? 0)])),
      stored: Object.fromEntries(plain.map(({ path, value }) => [columns.get(path) ?? "", revived(value)])),
    };
    const expected = {
      ...message,
      raw: Object.fromEntries(paths.map((path) => [path, message.raw[path] ?? 0])),
      stored: Object.fromEntries(
        plain.map(({ path }) => [columns.get(path), message.stored[columns.get(path) ?? ""] ?? 0]),
      ),
    };
    const again = answer.hex === null || lost.length + left.size > 0 ? [] : encodedDifferences(message, answer.hex);
    return [
      ...lost.map(({ path }) => `${path} is neither there nor told of`),
      ...differences(expected, seen, { relative: 1e-12 }),
      ...again,
    ];
  });
  return { values, differences: all };
}

/** Padding is ignored: only the fields' bits are compared. */
function encodedDifferences(
  { codec, raw }: { codec: EmittedChannel["codecs"][number]; raw: object },
  hex: string,
): string[] {
  const bytes = Buffer.from(hex, "hex");
  const seen = codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  const text = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}` : each));
  const flat = Object.fromEntries(fieldsOf(codec).map(({ path }) => [path, at(seen, path)]));
  return text(flat) === text(raw) ? [] : [`${codec.name}: encoded ${text(flat)}, not ${text(raw)}`];
}

function at(record: object, path: string): unknown {
  return (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step],
    record,
  );
}

/** Headers of which most messages fit. */
const SAMPLES = ["rig", "can-gateway", "bit-fields", "big-endian", "rules", "names", "hostile-names"];

test("cantools reads the frames of sample headers like our codecs", {
  skip: onlyLong || needsPeers("cantools"),
}, async () => {
  let values = 0;
  for (const header of sampleHeaders().filter(({ name }) => SAMPLES.includes(name))) {
    const channel = await emitSample(header, ["dbc"]);
    const result = found(channel, 4);
    values += result.values;
    assert.deepEqual(result.differences, [], header.file);
  }
  assert.ok(values > 500, `${values} values`);
});

for (const byteOrder of ["little", "big"] as const) {
  test(`cantools reads frames of random structs, ${byteOrder}-endian`, {
    skip: (byteOrder === "little" ? onlyLong : false) || needsPeers("cantools"),
  }, async () => {
    const channel = await emitRandom({ seed: 3, count: 30, abi: "x86-64", byteOrder }, ["dbc"]);
    const result = found(channel, 4);
    assert.deepEqual(result.differences, []);
    assert.ok(result.values > 200, `${result.values} values`);
  });
}

test("units, names of values and extended identifiers", { skip: needsPeers("cantools") }, async () => {
  const header = `enum gear { PARK = 1, DRIVE = 4 };
struct struct_a { uint8_t length; uint8_t ID; int16_t temperature; // @rule: expr=temperature / 10 - 40; unit=°C
  enum gear gear; bool on; } a = { 9, 7 };`;
  const channel = await emitText(header, ["dbc"]);
  const [{ answer } = assert.fail()] = answersOf(channel, 1);
  assert.deepEqual(answer.units, [null, null, "degC", null, null]);
  assert.equal(answer.labels["on"], "false");
  assert.match(fileText(channel.files, /\.dbc$/), /^VAL_ 7 gear 1 "PARK" 4 "DRIVE" ;$/m);
});
