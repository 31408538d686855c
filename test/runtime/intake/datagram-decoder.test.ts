import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER = `
struct struct_probe { uint8_t length; uint8_t ID; uint16_t v; // @rule: name=ratio; expr=1 / v
  uint8_t ck; } probe = {5, 2};
struct struct_big { uint8_t length; uint8_t ID; uint64_t n; bool on; char text[4]; } big = {24, 3};
`;

const plan = planOf({ name: "rig", storeExclude: ["ck"] });
const { files, diagnostics } = compile([{ plan, reader: memoryReader({ "lab.h": HEADER }) }], { version: "0.0.0" });
assert.deepEqual(
  diagnostics.filter(({ severity }) => severity === "error"),
  [],
);
const codecs = (await channelsOf(files))["rig"]!;

function decoder(): DatagramDecoder {
  return new DatagramDecoder({ name: "rig", wampTopic: "lab.rig.telemetry", codecs });
}

function message(bytes: readonly number[]): Message {
  return {
    source: "udp",
    address: "rig",
    sender: "127.0.0.1:1",
    contentType: "",
    receivedNs: 17n,
    payload: Uint8Array.from(bytes),
  };
}

function row(bytes: readonly number[], from = decoder()): Record<string, unknown> {
  const [point] = from.decode(message(bytes)).points;
  return Object.fromEntries(point?.columns.map(({ name }, index) => [name, point.values[index]]) ?? []);
}

function noticed(bytes: readonly number[]) {
  return decoder().decode(message(bytes)).noticed;
}

function rejection(bytes: readonly number[]): string | undefined {
  const { points, rejections } = decoder().decode(message(bytes));
  assert.equal(points.length + rejections.length, 1);
  return rejections[0] && `${rejections[0].error.name} ${rejections[0].error.code}: ${rejections[0].error.message}`;
}

test("a point has database, measurement, time of receipt and payload, without excluded fields [D15, D16]", () => {
  const [point] = decoder().decode(message([5, 2, 4, 0, 9])).points;
  assert.deepEqual(point, {
    database: "lab_rig_telemetry",
    measurement: "02_probe",
    timeNs: 17n,
    timeSource: "receipt",
    columns: [
      { name: "length", type: "float", isDeclared: true },
      { name: "ID", type: "float", isDeclared: true },
      { name: "ratio", type: "float", isDeclared: true },
      { name: "_hex_", type: "string" },
    ],
    values: [5, 2, 0.25, "0502040009"],
  });
});

test("sizes from wire size to sizeof are accepted, others rejected [D13]", () => {
  assert.equal(row([5, 2, 1, 0, 9])["_hex_"], "0502010009");
  assert.equal(row([5, 2, 1, 0, 9, 0])["_hex_"], "050201000900");
  assert.equal(
    rejection([5, 2, 1, 0]),
    "ValueError wrong-length: struct_probe (ID 2) has 5 to 6 bytes; this message has 4",
  );
  assert.equal(
    rejection([5, 2, 1, 0, 9, 0, 0]),
    "ValueError wrong-length: struct_probe (ID 2) has 5 to 6 bytes; this message has 7",
  );
});

test("a refused length names an abi that init guessed", () => {
  const guessing = decoder();
  guessing.guessedAbi = "avr";
  const textOf = (bytes: readonly number[]) => guessing.decode(message(bytes)).rejections[0]?.error.message;
  assert.equal(
    textOf([5, 2, 1, 0]),
    "struct_probe (ID 2) has 5 to 6 bytes; this message has 4. 'abi = avr' was GUESSED: 'channel-message rig explain 0x…' with this message names the processors that fit",
  );
  assert.doesNotMatch(textOf([5, 9, 0]) ?? "", /GUESSED/);
});

test("unknown IDs and messages without an ID are rejected [D14]", () => {
  assert.equal(
    rejection([5, 9, 0]),
    "ValueError unknown-id: struct ID 9 is not declared in channel 'rig'; known are 2, 3",
  );
  assert.equal(rejection([5]), "ValueError too-short: a message has at least two bytes, length and ID; this one has 1");
  assert.equal(rejection([]), "ValueError too-short: a message has at least two bytes, length and ID; this one has 0");
});

test("a wrong length byte is counted, not rejected [D13]", () => {
  assert.equal(row([77, 2, 1, 0, 9])["length"], 77);
  assert.deepEqual(noticed([77, 2, 1, 0, 9]), { lengthByteDiffers: 1, missing: 0 });
  assert.equal(noticed([5, 2, 1, 0, 9]), undefined);
});

test("a non-finite result is left out and counted; the row is kept [D12]", () => {
  assert.deepEqual(row([5, 2, 0, 0, 9]), { length: 5, ID: 2, ratio: undefined, _hex_: "0502000009" });
  assert.deepEqual(noticed([5, 2, 0, 0, 9]), { lengthByteDiffers: 0, missing: 1 });
});

test("64-bit integers, booleans and text keep their types", () => {
  const bytes = [24, 3, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 1, 0x68, 0x69, 0, 0x21, 0, 0, 0];
  const { length: _length, _hex_: _hex, ...values } = row(bytes);
  assert.deepEqual(values, { ID: 3, n: 18446744073709551615n, on: true, text: "hi" });
});

test("the raw record for the bus has every field with its declared name [D17]", () => {
  const { codec, record } = decoder().raw(message([5, 2, 4, 0, 9]));
  assert.equal(codec.name, "struct_probe");
  assert.deepEqual(record, { length: 5, ID: 2, v: 4, ck: 9 });
});
