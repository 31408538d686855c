/** Values of Protobuf messages: equal to what Google's own library encoded. */

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseTypedRows, type TypedRow, typedRowsText } from "../../../runtime/model/typed-rows.ts";
import { withoutGroups } from "../../../runtime/parts/protobuf/groups.ts";
import { readMessage } from "../../../runtime/parts/protobuf/read-message.ts";
import { rowsOf } from "../../../runtime/parts/protobuf/rows.ts";
import { loadSchema } from "../../../runtime/parts/protobuf/schema.ts";
import { needsPeers } from "../../support/peers.ts";
import { compareProto } from "./compare.ts";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const schemaOf = (name: string) => loadSchema(`${FOLDER}/${name}`);
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

/** As the log has them. */
const logged = (rows: readonly TypedRow[]) => parseTypedRows(Buffer.from(typedRowsText(rows)));

const plain = ({ values }: TypedRow) =>
  Object.fromEntries(
    values
      .map(({ name, value }) => [name, typeof value === "bigint" ? String(value) : value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

test("values of random messages of every type", { skip: needsPeers("protobuf") }, async () => {
  const found = await compareProto(
    FOLDER,
    ["plant.proto", "parts/pump.proto", "batch.proto", "older.proto", "edition.proto"],
    200,
  );
  assert.deepEqual(found.differences.slice(0, 5), []);
  assert.equal(found.types, 13);
  assert.ok(found.values > 10_000, `${found.values} values`);
});

test("the field of Timestamp's type is the row's time, and no value", async () => {
  const type = (await schemaOf("plant.proto")).type(undefined);
  const [row] = logged(rowsOf(readMessage(type, hex("0a0b0895de95b40510cd97dd14")), { times: [] }));
  assert.equal(row!.timeNs, 1_451_585_301_043_469_773n);
  assert.equal(
    row!.values.some(({ name }) => name.startsWith("at")),
    false,
  );
});

test("types of columns", async () => {
  const type = (await schemaOf("plant.proto")).type("Telemetry");
  const [row] = rowsOf(readMessage(type, hex("")), { times: [] });
  const types = Object.fromEntries(row!.values.map(({ name, type: of }) => [name, of]));
  assert.deepEqual(types, {
    ...{ d: "float", f: "float", i32: "float", i64: "integer", u32: "float", u64: "unsigned", s32: "float" },
    ...{ s64: "integer", f32: "float", f64: "unsigned", sf32: "float", sf64: "integer", flag: "boolean" },
    mode: "string",
  });
});

test("fields that the definition lacks are kept, of other wire types too", async () => {
  const type = (await schemaOf("batch.proto")).type("Reading");
  // Field 9, and the float as a varint.
  const [row] = rowsOf(readMessage(type, hex("18 05 4a 02 68 69 10 07")), { times: [] });
  assert.deepEqual(plain(row!), { _unknown_: "4a0268691007", celsius: 0, timestamp_ms: "0", total: "5" });
});

test("the elements of a list with times of their own are rows", async () => {
  const type = (await schemaOf("batch.proto")).type(undefined);
  assert.equal(type.name, "Batch");
  const rows = rowsOf(readMessage(type, hex("0a0153 1209088088b38bd533 1801 120c 088090b38bd533 1502000040")), {
    times: [],
  });
  assert.deepEqual(rows.map(plain), [
    { celsius: 0, site: "S", timestamp_ms: "1775187575808", total: "1" },
    { celsius: 2.000000476837158, site: "S", timestamp_ms: "1775187576832", total: "0" },
  ]);
});

test("a later part of a message joins the earlier one, and of a oneof the last member counts", async () => {
  const type = (await schemaOf("plant.proto")).type(undefined);
  const named = (bytes: string) => plain(rowsOf(readMessage(type, hex(bytes)), { times: [] })[0]!);
  const twice = named("920202080192020412020802");
  assert.equal(twice["nested.level"], 1);
  assert.equal(twice["nested.deeper.level"], 2);
  const chosen = named("c80107 d2010161");
  assert.deepEqual([chosen["number"], chosen["name"]], [undefined, "a"]);
});

const BROKEN: readonly (readonly [string, string, RegExp])[] = [
  ["cut inside a number", "28 80", /ends inside a number/],
  ["cut inside a text", "7a 05 61", /ends inside a field: 5 bytes wanted, 1 there/],
  ["a wire type that does not exist", "2f", /wire type 7/],
  ["field number zero", "00 01", /field has the number 0/],
  ["eleven bytes of a number", "28 ffffffffffffffffffff01", /more than ten bytes/],
  ["a text that is not UTF-8", "7a 02 c328", /not UTF-8/],
  ["a required field is missing", "8a0200", /required field 'speed' is missing/],
  ["a length beyond everything", "7a ffffffffffffffffff01", /ends inside a field/],
  ["a thousand levels", nestedHex(1000), /nested too deeply/],
];

for (const [name, bytes, reason] of BROKEN)
  test(`refused: ${name}`, async () => {
    const type = (await schemaOf("plant.proto")).type(undefined);
    assert.throws(() => readMessage(type, hex(bytes)), reason);
  });

/** `nested.deeper.deeper…` */
function nestedHex(levels: number): string {
  let bytes = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) bytes = Buffer.concat([Buffer.from([0x12]), length(bytes), bytes]);
  return Buffer.concat([Buffer.from("9202", "hex"), length(bytes), bytes]).toString("hex");
}

function length(bytes: Uint8Array): Buffer {
  const out: number[] = [];
  let left = bytes.length;
  for (; left > 127; left >>= 7) out.push((left & 127) | 128);
  return Buffer.from([...out, left]);
}

test("groups of proto2 as messages: in a oneof, in an extension, with braces in comments and texts", () => {
  const plain = (text: string) => withoutGroups(text).replaceAll(/\s+/g, " ").trim();
  assert.equal(
    plain("message A { optional group Two = 1 { repeated group In = 2 { } } }"),
    "message A { optional Two two = 1 ; message Two { repeated In in = 2 ; message In { } } }",
  );
  assert.equal(
    plain("message A { oneof x { int32 a = 1; group B = 2 [deprecated = true] { /* } */ } } }"),
    "message A { oneof x { int32 a = 1; B b = 2 [deprecated = true] ; } message B { /* } */ } }",
  );
  assert.equal(
    plain('extend A { repeated group B = 9 { optional string s = 1 [default = "}"]; } }'),
    'extend A { repeated B b = 9 ; } message B { optional string s = 1 [default = "}"]; }',
  );
  assert.equal(
    plain('message A { oneof x { group B = 1 [json_name = "b"] { } group C = 2 { } } }'),
    'message A { oneof x { B b = 1 [json_name = "b"] ; C c = 2 ; } message B { } message C { } }',
  );
  const none = "message group { optional group g = 1; } // group A = 1 {\n";
  assert.equal(withoutGroups(none), none);
  assert.equal(plain("message A { optional group B = 1 {"), "message A { optional B b = 1 ; message B {}");
});

test("a definition that cannot be used says why", async () => {
  const schema = await schemaOf("plant.proto");
  assert.throws(() => schema.type("Pumpe"), /no message 'Pumpe'; known are plant.Telemetry, plant.Telemetry.Inner/);
  assert.equal(schema.type("plant.parts.Pump").name, "plant.parts.Pump");
});
