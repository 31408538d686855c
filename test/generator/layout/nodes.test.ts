/** The tree of fields, which the layout phase returns. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { buildNodes, fieldCount } from "../../../generator/layout/build-nodes.ts";
import { leaves } from "../../../generator/layout/struct-layout.ts";
import { targetOf } from "../../../generator/targets/flags.ts";
import type { CType, Member } from "../../../generator/types/declarations.ts";
import { TypeSizes } from "../../../generator/types/type-sizes.ts";
import { planOf } from "../../support/channel-plan.ts";
import { array, bits, field, type Given, layOut, record } from "./declare.ts";

function places(given: Given): string[] {
  return leaves(layOut(given).layout?.members ?? [])
    .slice(2)
    .map((leaf) => {
      const type = leaf.kind === "text" ? `text[${leaf.length}]` : `${leaf.scalar}:${leaf.bitWidth}`;
      const bit = leaf.kind === "scalar" && leaf.bitField ? `.${leaf.bitOffset}` : "";
      return `${leaf.path} ${type} @${leaf.byteOffset}${bit}`;
    });
}

function enumOf(values: readonly bigint[], overrides: Partial<Extract<CType, { kind: "enum" }>> = {}): CType {
  const enumerators = values.map((value, index) => ({ name: `E${index}`, value }));
  return { kind: "enum", name: "mode", enumerators, underlying: undefined, packed: false, ...overrides };
}

test("arrays, nested and anonymous records give fields with C designators", () => {
  const gps = record([field("uint8_t", "fix"), field(array("int16_t", 2, 2), "v")]);
  const either = record([field("uint32_t", "word"), field(array("uint8_t", 2), "bytes")], {
    kind: "union",
    name: undefined,
  });
  const anonymous: Member = {
    kind: "anonymous",
    record: either,
    attributes: { packed: false, aligned: undefined },
    span: either.span,
  };
  assert.deepEqual(places({ members: [field({ kind: "record", record: gps }, "gps"), anonymous] }), [
    "gps.fix uint8:8 @2",
    "gps.v[0][0] int16:16 @4",
    "gps.v[0][1] int16:16 @6",
    "gps.v[1][0] int16:16 @8",
    "gps.v[1][1] int16:16 @10",
    "word uint32:32 @12",
    "bytes[0] uint8:8 @12",
    "bytes[1] uint8:8 @13",
  ]);
});

test("arrays of plain char are text, those of signed and unsigned char are numbers [D3]", () => {
  const members = [
    field(array("char", 5), "name"),
    field(array("char", 2, 3), "names"),
    field(array("signed char", 1), "s"),
    field(array("unsigned char", 1), "u"),
    field("char", "c"),
  ];
  assert.deepEqual(places({ members }), [
    "name text[5] @2",
    "names[0] text[3] @7",
    "names[1] text[3] @10",
    "s[0] int8:8 @13",
    "u[0] uint8:8 @14",
    "c int8:8 @15",
  ]);
});

test("element types are named as declared, without the array's dimension", () => {
  const v = { ...field(array("int16_t", 3, 2), "v"), declaredType: "int16_t[3][2]" };
  const behindTypedef = { ...field(array("uint8_t", 2), "t"), declaredType: "pair_t" };
  const members = layOut({ members: [v, behindTypedef] }).layout?.members ?? [];
  assert.deepEqual([...new Set(leaves(members).map((leaf) => leaf.ctype))], ["uint8_t", "int16_t"]);
  const [, , outer] = members;
  assert.equal(outer?.kind === "array" ? outer.elements[0]?.ctype : undefined, "int16_t[2]");
});

test("initial values are found by designator", () => {
  const { layout } = layOut({
    members: [field(array("int16_t", 2), "v"), field(array("char", 4), "name")],
    initials: { "v[1]": 7n, name: "ab" },
  });
  assert.deepEqual(
    leaves(layout?.members ?? []).map(({ path, initial }) => [path, initial]),
    [
      ["length", undefined],
      ["ID", 4n],
      ["v[0]", undefined],
      ["v[1]", 7n],
      ["name", "ab"],
    ],
  );
});

test("enums have their target's type [D4]", () => {
  const members = [field(enumOf([0n, 3n]), "mode")];
  const of = (abi: "x86-64" | "arm-eabi" | "avr") => places({ members, plan: { abi } });
  assert.deepEqual(of("x86-64"), ["mode uint32:32 @4"]);
  assert.deepEqual(of("arm-eabi"), ["mode uint8:8 @2"]);
  assert.deepEqual(of("avr"), ["mode uint16:16 @2"]);
});

test("an underlying type, a packed enum and negative values determine the type", () => {
  const members = [
    field(enumOf([0n], { underlying: "uint16_t" }), "fixed"),
    field(enumOf([0n, 200n], { packed: true }), "small"),
    field(enumOf([-1n, 200n], { packed: true }), "signed"),
    field(enumOf([-1n]), "wide"),
    field(enumOf([2n ** 40n]), "wider"),
  ];
  assert.deepEqual(places({ members, record: { pack: 1 } }), [
    "fixed uint16:16 @2",
    "small uint8:8 @4",
    "signed int16:16 @5",
    "wide int32:32 @7",
    "wider uint64:64 @11",
  ]);
});

test("double and int follow the target", () => {
  const members = [field("double", "d"), field("int", "i"), field("long", "l"), field("char", "c")];
  assert.deepEqual(places({ members, plan: { abi: "avr" } }), [
    "d float32:32 @2",
    "i int16:16 @6",
    "l int32:32 @8",
    "c int8:8 @12",
  ]);
  assert.deepEqual(places({ members, plan: { abi: "arm-eabi" } }), [
    "d float64:64 @8",
    "i int32:32 @16",
    "l int32:32 @20",
    "c uint8:8 @24",
  ]);
  assert.deepEqual(places({ members }), ["d float64:64 @8", "i int32:32 @16", "l int64:64 @24", "c int8:8 @32"]);
});

test("an unnamed bit-field takes space but is not a field; a zero-width one closes the unit", () => {
  const members = [
    bits("uint8_t", "a", 3),
    bits("uint8_t", undefined, 2),
    bits("uint8_t", "b", 1),
    bits("uint16_t", undefined, 0),
    bits("uint8_t", "c", 1),
  ];
  assert.deepEqual(places({ members }), ["a uint8:3 @2.0", "b uint8:1 @2.5", "c uint8:1 @4.0"]);
});

test("an empty record has no bytes in C and one in C++", () => {
  const empty = (language: "c" | "c++") => field({ kind: "record", record: record([], { language }) }, "e");
  assert.equal(layOut({ members: [empty("c"), field("uint8_t", "x")] }).layout?.size, 3);
  assert.equal(layOut({ members: [empty("c++"), field("uint8_t", "x")] }).layout?.size, 4);
});

test("all types that compilers reject are reported at once", () => {
  const overAligned: CType = { kind: "arithmetic", type: "uint8_t", aligned: 4 };
  const inner = record([bits("uint8_t", "wide", 9)]);
  const { layout, told } = layOut({
    members: [
      field({ kind: "record", record: inner }, "inner"),
      bits("bool", "flag", 2),
      bits("int", undefined, 33),
      field(array(overAligned, 3), "cells"),
      field(enumOf([-1n, 2n ** 63n]), "limits"),
    ],
  });
  assert.equal(layout, undefined);
  assert.deepEqual(told.sort(), [
    "E206: bit-field 'flag' has 2 bits, its type 'bool' 1",
    "E206: bit-field 'wide' has 9 bits, its type 'uint8_t' 8",
    "E206: bit-field has 33 bits, its type 'int' 32",
    "E207: no integer type holds all values of the enum 'mode'",
    "E208: elements of 'cells' have size 1 but alignment 4",
  ]);
});

test("a struct larger than a datagram is an error, and takes no time however large it is [RFC 768]", () => {
  const matrix = (size: number) => field(array("uint64_t", size, size, size), "m");
  assert.deepEqual(layOut({ members: [matrix(100_000)] }).told, [
    "E205: 'struct_tank' has 8000000000000008 bytes; a UDP datagram holds at most 65507",
  ]);
  let nested: CType = { kind: "arithmetic", type: "uint8_t" };
  for (let depth = 0; depth < 200; depth++) {
    nested = { kind: "record", record: record([field(nested, "a"), field(nested, "b")]) };
  }
  assert.match(layOut({ members: [field(nested, "n")] }).told[0] ?? "", /^E205/);
});

test("an array of elements without bytes gives no field, whatever its length", () => {
  const nothing: CType = { kind: "record", record: record([]) };
  assert.deepEqual(places({ members: [field(array(nothing, 1_000_000_000), "none"), field("uint8_t", "x")] }), [
    "x uint8:8 @2",
  ]);
});

test("fieldCount counts what buildNodes would build", () => {
  const point = record([field("float", "x"), bits("int", undefined, 3), bits("int", "on", 1), field("char", "c")]);
  const empty = record([], { name: "Empty" });
  const whole = record([
    field(array({ kind: "record", record: point }, 3, 2), "points"),
    field(array({ kind: "record", record: empty }, 1_000_000), "nothing"),
    field(array("char", 2, 9), "names"),
    field(array("uint8_t", 0), "none"),
    field(
      { kind: "array", element: { kind: "arithmetic", type: "short" }, length: 0, flexible: true },
      "open",
      "@count: rest; max=7",
    ),
    { kind: "anonymous", record: record([field("int", "a")]), attributes: point.attributes, span: point.span },
  ]);
  const sizes = new TypeSizes(targetOf(planOf()), "as declared");
  assert.equal(fieldCount(whole, sizes), 3 * 2 * 3 + 2 + 7 + 1);
  assert.equal(leaves(buildNodes(whole, sizes, new Map())).length, fieldCount(whole, sizes));
});
