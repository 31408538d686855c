import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { codecFrame, frameTable } from "../../../runtime/frames/channel-frames.ts";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { isFrameProblem } from "../../../runtime/frames/frame-table.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER = `#pragma pack(push, 1)
struct motor { uint16_t rpm; // @order: big
  int32_t position; };
struct struct_drive { uint8_t length; uint8_t ID;
  uint16_t volts; // @order: big; @rule: name=V; expr=volts / 100
  __be32 odometer;
  uint16_t current; // little, as ever
  struct motor left; // @order: big
  struct motor right;
  uint8_t head; // @check: crc8/maxim-dow
  uint16_t crc; // @check: crc16/modbus from=volts to=right
} drive = {25, 4};
#pragma pack(pop)
`;

function compiled(header: string) {
  return compile([{ plan: planOf({ name: "rig" }), reader: memoryReader({ "lab.h": header }) }], { version: "0.0.0" });
}

test("a field's byte order comes from its tag, its type or its enclosing record", async () => {
  const { files, diagnostics } = compiled(HEADER);
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code} ${message}`),
    [
      "N601 wireshark: '@check of struct_drive.head': the checksum crc8/maxim-dow is neither checked nor written",
      "N601 wireshark: '@check of struct_drive.crc': the checksum crc16/modbus is neither checked nor written",
    ],
  );
  const codec = (await channelsOf(files))["rig"]!.structs[0]!;
  const motor = (rpm: number, position: number) => ({ rpm, position });
  const record = {
    volts: 0x0102,
    odometer: 0x01020304,
    current: 0x0506,
    left: motor(0x0708, 0x090a0b0c),
    right: motor(0x0d0e, 0x0f101112),
  };
  const bytes = new Uint8Array(codec.wireSize);
  codec.encode(record as never, new DataView(bytes.buffer));
  assert.equal(
    Buffer.from(bytes).toString("hex"),
    "1904" + "0102" + "01020304" + "0605" + "0708" + "090a0b0c" + "0d0e" + "1211100f" + "00" + "0000",
  );
  assert.deepEqual(
    { ...(codec.decode(new DataView(bytes.buffer)) as object), head: 0, crc: 0 },
    { length: 25, ID: 4, ...record, head: 0, crc: 0 },
  );
  const values: number[] = [];
  codec.storedValues(new DataView(bytes.buffer), 0, values);
  assert.equal(values[2], 2.58);
});

test("a field's checksum is written and verified, and a damaged frame is rejected", async () => {
  const { files } = compiled(HEADER);
  const codecs = (await channelsOf(files))["rig"]!;
  const codec = codecs.structs[0]!;
  assert.deepEqual(
    fieldsOf(codec).flatMap(({ path, check }) => (check ? [[path, check]] : [])),
    [
      ["head", { algorithm: "crc8/maxim-dow", byteOrder: "little", to: 22 }],
      ["crc", { algorithm: "crc16/modbus", byteOrder: "little", from: 2, to: 22 }],
    ],
  );
  const bytes = new Uint8Array(codec.wireSize);
  codec.encode({ volts: 7 } as never, new DataView(bytes.buffer));
  const frame = buildFrame(codecFrame(codec), bytes, {});
  const table = frameTable("rig", PLAIN_FORMAT, codecs);
  assert.equal(isFrameProblem(table.find(frame)), false);
  frame[3]! ^= 1;
  const found = table.find(frame);
  assert.match(
    isFrameProblem(found) ? found.message : "",
    /^crc8\/maxim-dow of struct_drive is 0x..; 'head' has 0x..$/,
  );
});

test("every wrong tag is reported with its position", () => {
  const said = (line: string) =>
    compiled(`struct struct_a { uint8_t length; uint8_t ID; uint16_t a;\n${line}\n} a = {8, 1};`)
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(({ code, span, message }) => `${span?.start.line}:${span?.start.column} ${code} ${message}`);
  assert.deepEqual(said("uint16_t crc; // @check: crc16/modbsu"), [
    "2:18 E330 'crc': there is no checksum 'crc16/modbsu' (did you mean 'crc16/modbus'?)",
  ]);
  assert.deepEqual(said("uint8_t crc; // @check: crc16/modbus"), [
    "2:17 E331 'crc' is not an integer of 16 bits, which crc16/modbus takes",
  ]);
  assert.deepEqual(said("uint8_t crc[2]; // @check: sum8").length, 1);
  assert.deepEqual(said("uint16_t crc; // @check: crc16/modbus from=b"), [
    "2:18 E332 'crc': the struct has no field 'b'",
  ]);
  assert.deepEqual(said("uint16_t crc; // @check: crc16/modbus over=a"), [
    "2:18 E332 'crc': @check has no part 'over'",
  ]);
  assert.deepEqual(said("uint16_t b; // @order: network"), ["2:16 E333 'b': 'network' is not a byte order"]);
  assert.deepEqual(said("uint16_t b : 3; // @order: big"), ["2:20 E334 'b' is a bit-field and has no byte order"]);
});

test("a typedef keeps its type's byte order; Boost's and ETL's types define theirs", async () => {
  const { files, diagnostics } =
    compiled(`typedef __be16 net16_t; typedef net16_t port_t[2]; typedef uint16_t __le16; typedef uint32_t big_uint32_t;
namespace etl { typedef uint16_t be_uint16_t; }
#pragma pack(push, 1)
struct struct_net { uint8_t length; uint8_t ID; net16_t a; port_t b; __le16 c; big_uint32_t d; etl::be_uint16_t e;
  net16_t f; // @order: little
} net = {18, 4};
#pragma pack(pop)
`);
  assert.deepEqual(diagnostics, []);
  const codec = (await channelsOf(files))["rig"]!.structs[0]!;
  const bytes = Buffer.from("1204" + "0102" + "03040506" + "0708" + "090a0b0c" + "0d0e" + "0f10", "hex");
  const record = codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)) as Record<string, unknown>;
  const { files: bare } = compiled(
    "struct struct_b { uint8_t length; uint8_t ID; uint8_t x; boost::endian::big_uint32_t a; etl::le_uint16_t b; } b = {9, 1};",
  );
  const unaligned = (await channelsOf(bare))["rig"]!.structs[0]!;
  assert.deepEqual([unaligned.wireSize, unaligned.size], [9, 9]);
  assert.deepEqual(
    unaligned.fields.slice(3).map(({ byteOrder }) => byteOrder),
    ["big", "little"],
  );
  assert.deepEqual(
    [record["a"], record["b"], record["c"], record["d"], record["e"], record["f"]],
    [0x0102, [0x0304, 0x0506], 0x0807, 0x090a0b0c, 0x0d0e, 0x100f],
  );
});

test("@order above a struct applies to all its fields; a field's own order, or its enclosing field's, takes precedence", async () => {
  const header = `#pragma pack(push, 1)
// Cells of the pack.
/* @order: big
 * as the BMS sends them */
typedef struct { uint16_t a; uint16_t b; // @order: little
  uint16_t c[2]; } cells_t;
struct plain { uint16_t x;
}; // @order: big is said of nobody here
struct struct_net { uint8_t length; uint8_t ID; cells_t cells; struct plain p;
  cells_t swapped; // @order: little
  uint16_t z; } net = {22, 4};
#pragma pack(pop)
`;
  const { files, diagnostics } = compiled(header);
  assert.deepEqual(diagnostics, []);
  const codec = (await channelsOf(files))["rig"]!.structs[0]!;
  assert.deepEqual(
    fieldsOf(codec)
      .slice(2)
      .map(({ path, byteOrder }) => `${path} ${byteOrder ?? ""}`.trim()),
    [
      ...["cells.a big", "cells.b little", "cells.c[0] big", "cells.c[1] big", "p.x"],
      ...["swapped.a little", "swapped.b little", "swapped.c[0] little", "swapped.c[1] little", "z"],
    ],
  );
  const said = (text: string) =>
    compiled(text)
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(({ code, span }) => `${span?.start.line}:${span?.start.column} ${code}`);
  const own = "struct struct_a { uint8_t length; uint8_t ID; uint16_t a; } a = {4, 1};";
  assert.deepEqual(said(`// @order: network\n${own}`), ["1:4 E333"]);
  assert.deepEqual(said(`// @order: big\n${own.replace("a; }", "a : 3; }")}`), []);
});
