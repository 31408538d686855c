/** Payloads that Eclipse Tahu's library encodes: data sets, templates, arrays of numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { WireError } from "../../../runtime/lib/wire-reader.ts";
import { readPayload } from "../../../runtime/parts/sparkplug/payload.ts";
import { valuesOf } from "../../../runtime/parts/sparkplug/values.ts";
import { rebirthPayload } from "../../../runtime/parts/sparkplug/write-payload.ts";
import { needsPeers, sparkplugRequire } from "../../support/peers.ts";

interface Library {
  encodePayload(payload: object): Uint8Array;
  decodePayload(bytes: Uint8Array): { timestamp: unknown; metrics: readonly { name: string; value: unknown }[] };
}

const options = { skip: needsPeers("sparkplug") };
const library = () => (sparkplugRequire("sparkplug-payload") as { get(name: string): Library }).get("spBv1.0");

function read(metric: object): Record<string, unknown> {
  const { metrics } = readPayload(library().encodePayload({ timestamp: 1, metrics: [{ name: "m", ...metric }] }));
  const [found] = metrics;
  const values = valuesOf("m", found!.datatype ?? 0, found!);
  return Object.fromEntries(values.map(({ name, value }) => [name, typeof value === "bigint" ? `${value}n` : value]));
}

test("a data set is a list of objects in JSON", options, () => {
  const value = {
    numOfColumns: 3,
    columns: ["a", "b", "c"],
    types: ["Int32", "String", "Boolean"],
    rows: [
      [-1, "x", true],
      [2, "", false],
    ],
  };
  const json = read({ type: "DataSet", value })["m"] as string;
  assert.deepEqual(JSON.parse(json), [
    { a: -1, b: "x", c: true },
    { a: 2, b: "", c: false },
  ]);
});

test("members of a template have its name before theirs", options, () => {
  const value = {
    isDefinition: false,
    templateRef: "pump",
    version: "1",
    metrics: [
      { name: "speed", type: "UInt16", value: 65_535 },
      {
        name: "inner",
        type: "Template",
        value: { isDefinition: false, metrics: [{ name: "t", type: "Float", value: 0.5 }] },
      },
    ],
    parameters: [{ name: "limit", type: "Int32", value: -3 }],
  };
  assert.deepEqual(read({ type: "Template", value }), { "m.speed": 65_535, "m.inner.t": 0.5, "m.limit": -3 });
});

const ARRAYS: readonly (readonly [name: string, type: number, hex: string, values: readonly unknown[]])[] = [
  ["Int8Array", 22, "efff7b", [-17, -1, 123]],
  ["Int16Array", 23, "30e1b51b", [-7888, 7093]],
  ["Int32Array", 24, "ffffffff 01000000", [-1, 1]],
  ["Int64Array", 25, "ffffffffffffff7f", [9_223_372_036_854_775_807n]],
  ["UInt8Array", 26, "17ff", [23, 255]],
  ["UInt16Array", 27, "1ecd3f88", [52_510, 34_879]],
  ["UInt32Array", 28, "341f4a40 ffffffff", [1_078_599_476, 4_294_967_295]],
  ["UInt64Array", 29, "ffffffffffffffff", [18_446_744_073_709_551_615n]],
  ["FloatArray", 30, "0000003f 0000c0bf", [0.5, -1.5]],
  ["DoubleArray", 31, "000000000000f83f", [1.5]],
  ["BooleanArray", 32, "0c000000 34d0", [false, false, true, true, false, true, false, false, true, true, false, true]],
  ["StringArray", 33, "414243 00 c3a4 00", ["ABC", "ä"]],
  ["DateTimeArray", 34, "0000000000000000", ["1970-01-01T00:00:00.000000000Z"]],
];

for (const [name, type, hex, values] of ARRAYS)
  test(`${name} [Sparkplug 3.0, 6.4.17]`, () => {
    const value = Buffer.from(hex.replaceAll(" ", ""), "hex");
    const found = valuesOf("m", type, { raw: { kind: "bytes", value }, isNull: false });
    assert.deepEqual(
      found.map((each) => each.value),
      values,
    );
    assert.deepEqual(
      found.map((each) => each.name),
      values.map((_, index) => `m.${index}`),
    );
  });

test("a value that does not fit its type is an error", () => {
  assert.throws(() => valuesOf("m", 3, { raw: { kind: "string", value: "x" }, isNull: false }), WireError);
  assert.throws(
    () => valuesOf("m", 23, { raw: { kind: "bytes", value: new Uint8Array(3) }, isNull: false }),
    WireError,
  );
  assert.throws(() => readPayload(Buffer.from("hello")), WireError);
});

test("the command that asks for births", options, () => {
  const { timestamp, metrics } = library().decodePayload(rebirthPayload(1_769_774_400_000n));
  assert.equal(String(timestamp), "1769774400000");
  assert.deepEqual(
    metrics.map(({ name, value }) => [name, value]),
    [["Node Control/Rebirth", true]],
  );
});

test("a payload with a million empty metrics is refused", () => {
  const bytes = Buffer.alloc(2_000_000).map((_, index) => (index % 2 === 0 ? 0x12 : 0));
  assert.throws(() => readPayload(bytes), /more than 200000 metrics/);
});
