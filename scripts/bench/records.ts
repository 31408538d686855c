/** Structs with 6 to 200 fields, and their definitions for each rival. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import type { StructCodec } from "../../runtime/codec/struct-codec.ts";
import { installRivals, isInstalled, RIVALS_FOLDER } from "../test/peers.mjs";
import { Unavailable } from "./row.ts";

export interface Field {
  readonly name: string;
  readonly type: TypeName;
  readonly offset: number;
}

type TypeName = keyof typeof TYPES;

/** C type → size, DataView methods, the type names in binary-parser, Kaitai and proto (and proto's type number). */
const TYPES = {
  uint8_t: { bytes: 1, view: "Uint8", parser: "uint8", kaitai: "u1", proto: 13 },
  int8_t: { bytes: 1, view: "Int8", parser: "int8", kaitai: "s1", proto: 17 },
  uint16_t: { bytes: 2, view: "Uint16", parser: "uint16", kaitai: "u2", proto: 13 },
  int16_t: { bytes: 2, view: "Int16", parser: "int16", kaitai: "s2", proto: 17 },
  uint32_t: { bytes: 4, view: "Uint32", parser: "uint32", kaitai: "u4", proto: 13 },
  int32_t: { bytes: 4, view: "Int32", parser: "int32", kaitai: "s4", proto: 17 },
  float: { bytes: 4, view: "Float32", parser: "floatle", kaitai: "f4", proto: 2 },
  double: { bytes: 8, view: "Float64", parser: "doublele", kaitai: "f8", proto: 1 },
} as const;

const CYCLE = ["uint16_t", "int16_t", "float", "uint8_t", "int32_t", "double", "uint32_t", "int8_t"] as const;

export const SIZES = [6, 15, 30, 80, 200];

export interface RecordShape {
  readonly fields: readonly Field[];
  readonly size: number;
  readonly header: string;
}

/** @param count includes length and ID */
export function shapeOf(count: number): RecordShape {
  const types: TypeName[] = ["uint8_t", "uint8_t"];
  while (types.length < count) types.push(CYCLE[(types.length - 2) % CYCLE.length]!);
  let size = 0;
  const fields = types.map((type, index) => {
    const name = index === 0 ? "length" : index === 1 ? "ID" : `field_${index}`;
    const field = { name, type, offset: size };
    size += TYPES[type].bytes;
    return field;
  });
  const members = fields.map(({ name, type }) => `  ${type} ${name};`).join("\n");
  // The length is one byte.
  const header = `#pragma pack(1)\nstruct struct_bench {\n${members}\n} bench = {${size & 0xff}, 1};\n`;
  return { fields, size, header };
}

export async function codecOf(header: string): Promise<StructCodec> {
  const plan = {
    name: "bench",
    udpPort: 1,
    wampTopic: "bench",
    includePath: "/",
    headerFiles: ["bench.h"],
    abi: "x86-64",
    byteOrder: "little",
    layout: undefined,
    defines: new Map(),
    storeExclude: [],
  } as const;
  const { files, diagnostics } = compile([{ plan, reader: memoryReader({ "bench.h": Buffer.from(header) }) }], {
    version: "0.0.0",
  });
  const source = files.find(({ path }) => path === "bench/struct_bench.js")?.text;
  if (source === undefined) throw new Error(JSON.stringify(diagnostics));
  const module = await import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
  return module.benchCodec;
}

export type Decode = (view: DataView, byteOffset: number) => unknown;
export type Encode = (record: never, view: DataView, byteOffset: number) => void;

/** Handwritten code for the fastest possible decoding of this struct. */
export function decoderByHand({ fields }: RecordShape): Decode {
  const members = fields.map(
    ({ name, type, offset }) =>
      `${name}: view.get${TYPES[type].view}(at + ${offset}${TYPES[type].bytes > 1 ? ", true" : ""})`,
  );
  return new Function("view", "at", `return { ${members.join(", ")} };`) as Decode;
}

export function encoderByHand({ fields }: RecordShape): Encode {
  const statements = fields.map(
    ({ name, type, offset }) =>
      `view.set${TYPES[type].view}(at + ${offset}, record.${name}${TYPES[type].bytes > 1 ? ", true" : ""});`,
  );
  return new Function("record", "view", "at", statements.join("\n")) as Encode;
}

/** Decodes the whole page in C, as an upper bound for the machine; ns per record. */
export function programInC({ fields }: RecordShape, records: number, repeats: number): string {
  const members = fields.map(({ name, type }) => `${type} ${name};`).join(" ");
  const sum = fields.map(({ name }) => `total += record.${name};`).join(" ");
  return `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#pragma pack(1)
struct record { ${members} };
static unsigned char page[sizeof(struct record) * ${records}];
int main(void) {
  volatile double total = 0; struct timespec a, b;
  for (unsigned i = 0; i < sizeof page; i++) page[i] = (i * 167 + (i >> 8)) & 63;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (int repeat = 0; repeat < ${repeats}; repeat++)
    for (int i = 0; i < ${records}; i++) { struct record record; memcpy(&record, page + i * sizeof record, sizeof record); double total_ = 0; { double total = 0; ${sum} total_ = total; } total = total_; }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("%f\\n", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / (${repeats}.0 * ${records}));
  return 0;
}
`;
}

const require = createRequire(join(RIVALS_FOLDER, "package.json"));

/** @throws Unavailable */
export function requireRivals(): void {
  installRivals();
  if (!isInstalled(RIVALS_FOLDER)) throw new Unavailable("the rivals' packages cannot be had here");
}

export function decoderOfBinaryParser({ fields }: RecordShape): (bytes: Buffer) => unknown {
  const { Parser } = require("binary-parser");
  let parser = new Parser().endianess("little");
  for (const { name, type } of fields) parser = parser[TYPES[type].parser](name);
  return (bytes) => parser.parse(bytes);
}

export async function decoderOfKaitai({ fields }: RecordShape): Promise<(bytes: ArrayBuffer) => unknown> {
  const compiler = require("kaitai-struct-compiler");
  const KaitaiStream = require("kaitai-struct/KaitaiStream");
  const seq = fields.map(({ name, type }) => ({ id: name.toLowerCase(), type: TYPES[type].kaitai }));
  const files = await compiler.compile("javascript", { meta: { id: "bench", endian: "le" }, seq }, null, false);
  const exported: { Bench?: new (stream: unknown) => unknown } = {};
  new Function("exports", "require", "module", files["Bench.js"])(exported, (name: string) => require(name), {
    exports: exported,
  });
  const Bench = (exported.Bench as unknown as { Bench?: typeof exported.Bench })?.Bench ?? exported.Bench!;
  return (bytes) => new Bench(new KaitaiStream(bytes));
}

/** The same values in Protocol Buffers encoding. */
export function protobufOf({ fields }: RecordShape) {
  const { create, createFileRegistry, fromBinary, toBinary } = require("@bufbuild/protobuf");
  const { FileDescriptorSetSchema } = require("@bufbuild/protobuf/wkt");
  const field = fields.map(({ name, type }, index) => ({
    name,
    number: index + 1,
    type: TYPES[type].proto,
    label: 1,
    jsonName: name,
  }));
  const file = { name: "bench.proto", package: "bench", syntax: "proto3", messageType: [{ name: "Record", field }] };
  const schema = createFileRegistry(create(FileDescriptorSetSchema, { file: [file] })).getMessage("bench.Record");
  return {
    encode: (record: object): Uint8Array => toBinary(schema, create(schema, record)),
    message: (record: object): object => create(schema, record),
    write: (message: object): Uint8Array => toBinary(schema, message),
    decode: (bytes: Uint8Array): unknown => fromBinary(schema, bytes),
  };
}
