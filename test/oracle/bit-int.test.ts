/** `_BitInt` of up to 64 bits: places and values as clang's, whatever the bits beyond are. [psABI of x86-64, 3.1.2] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { emitChannels } from "../../generator/emitters/emit.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import type { StructLayout } from "../../generator/layout/struct-layout.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { compileRules } from "../../generator/rules/compile-rules.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { loadCodecs, runProgram, samplingProgram } from "./layout/values.ts";

const HEADER = `typedef unsigned _BitInt(24) u24;
struct struct_s {
  uint8_t length; uint8_t ID;
  _BitInt(7) a; unsigned _BitInt(17) b; _BitInt(33) signed c; u24 d; _BitInt(2) e; unsigned _BitInt(1) f;
  signed _BitInt(64) g; _BitInt(16) h; unsigned _BitInt(12) i : 5; unsigned _BitInt(12) j : 12; _BitInt(63) k;
} s = {1, 1};
struct __attribute__((packed)) struct_p { uint8_t length; uint8_t ID; u24 a; _BitInt(12) b; uint8_t c; } p = {1, 2};
`;

function read(abi: AbiName, header = HEADER, byteOrder: "little" | "big" = "little") {
  const plan = planOf({ name: "bits", abi, byteOrder, headerFiles: ["bits.h"] });
  const declarations = parseChannel(plan, memoryReader({ "bits.h": header }));
  const layouts = layOutChannel(declarations.value, plan);
  const codes = [...declarations.diagnostics, ...layouts.diagnostics].filter(({ severity }) => severity === "error");
  return { plan, declarations, layouts: layouts.value, codes: codes.map(({ code }) => code) };
}

/** The bits beyond a value are unspecified. */
function withBeyond(bytes: Uint8Array, { members }: StructLayout, beyond: "clear" | "set"): Uint8Array<ArrayBuffer> {
  const given = Uint8Array.from(bytes);
  const odd = members.filter((node) => node.kind === "scalar").filter(({ ctype }) => /_BitInt\((?!12)|u24/.test(ctype));
  for (const { scalar, byteOffset, bitWidth } of odd) {
    for (let bit = bitWidth; bit < Number(scalar.replace(/\D/g, "")); bit++) {
      const [at, mask] = [byteOffset + (bit >> 3), 1 << (bit & 7)];
      given[at] = beyond === "clear" ? given[at]! & ~mask : given[at]! | mask;
    }
  }
  return given;
}

test("values and places of _BitInt", { skip: requires("clang") }, async () => {
  const { plan, declarations, layouts, codes } = read("x86-64");
  assert.deepEqual(codes, []);
  const channel = { plan, declarations: declarations.value, structs: compileRules(layouts, plan).value };
  const codecs = await loadCodecs(emitChannels([channel], { version: "0.0.0" }), channel);
  const samples = runProgram(samplingProgram(`#include <stdint.h>\n${HEADER}`, layouts, 50), "clang");
  assert.equal(samples.length, 100);
  for (const { struct, bytes, values } of samples) {
    const at = layouts.findIndex(({ message }) => message.name === struct);
    const [layout, codec] = [layouts[at]!, codecs.structs[at]!];
    assert.equal(bytes.length, layout.size);
    for (const beyond of ["clear", "set"] as const) {
      const given = withBeyond(bytes, layout, beyond);
      const record = codec.decode(new DataView(given.buffer)) as unknown as Record<string, unknown>;
      const decoded = layout.members.map(({ name }) => String(Number(record[name])));
      assert.deepEqual(
        decoded,
        values.map((value) => String(Number(value))),
      );
    }
  }
});

test("_BitInt that no ABI places, in arrays, wider than 64 bits, or in a big-endian channel is refused", () => {
  const one = (type: string, name = "v") =>
    `struct struct_s { uint8_t length; uint8_t ID; ${type} ${name}; } s = {1, 1};`;
  assert.deepEqual(read("avr", one("_BitInt(17)")).codes, ["E118"]);
  assert.deepEqual(read("msvc-x64", one("_BitInt(17)")).codes, ["E118"]);
  assert.deepEqual(read("x86-64", one("_BitInt(65)")).codes, ["E118"]);
  assert.deepEqual(read("x86-64", one("_BitInt(1)")).codes, ["E118"]);
  assert.deepEqual(read("x86-64", one("_BitInt(17)", "v[2]")).codes, ["E118"]);
  assert.deepEqual(read("x86-64", one("_BitInt(17)"), "big").codes, ["E118"]);
  assert.deepEqual(read("x86-64", one("unsigned _BitInt(16)", "v[2]"), "big").codes, []);
});

test("24-bit integers of GCC for AVR take three bytes each", async () => {
  const header = `typedef __uint24 wide;
struct struct_s { uint8_t length; uint8_t ID; __int24 a; wide b; __int24 c; } s = {11, 1, -2, 0x102030};`;
  const { plan, declarations, layouts, codes } = read("avr", header);
  assert.deepEqual(codes, []);
  assert.equal(layouts[0]?.size, 11);
  const channel = { plan, declarations: declarations.value, structs: compileRules(layouts, plan).value };
  const codecs = await loadCodecs(emitChannels([channel], { version: "0.0.0" }), channel);
  const bytes = Uint8Array.from([11, 1, 0xfe, 0xff, 0xff, 0x30, 0x20, 0x10, 0, 0, 0x80]);
  const record = codecs.structs[0]!.decode(new DataView(bytes.buffer)) as unknown as Record<string, unknown>;
  assert.deepEqual([record["a"], record["b"], record["c"]], [-2, 0x102030, -0x800000]);
  const back = new DataView(new ArrayBuffer(11));
  codecs.structs[0]!.encode(record as never, back);
  assert.deepEqual(new Uint8Array(back.buffer), bytes);
  assert.equal(read("avr", header, "big").codes[0], "E118");
  assert.deepEqual(read("x86-64", header).codes.length > 0, true);
});
