/** Places of plain structs by their alignments alone, compared with the records as they are placed for each target. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPlacedAlike, plainStruct } from "../../../generator/layout/plain-struct.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { scalarSize, type Target } from "../../../generator/targets/target.ts";
import { TARGETS } from "../../../generator/targets/targets.ts";
import type { FieldMember, RecordDeclaration } from "../../../generator/types/declarations.ts";
import { TypeSizes } from "../../../generator/types/type-sizes.ts";
import { planOf } from "../../support/channel-plan.ts";

const TYPES =
  "char,signed char,unsigned char,bool,short,int,long,unsigned long,long long,float,double,uint8_t,int64_t".split(",");
const DIMENSIONS = ["", "", "", "[1]", "[3]", "[2][3]"];
const PACKINGS = ["", "__attribute__((packed))", "#pragma pack(1)", "#pragma pack(2)", "#pragma pack(4)"];

const members = fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom(...DIMENSIONS)), {
  minLength: 1,
  maxLength: 8,
});

test("a plain struct is placed alike where its record is", () => {
  let same = 0;
  let different = 0;
  fc.assert(
    fc.property(members, fc.constantFrom(...PACKINGS), (fields, packing) => {
      const record = recordOf(fields, packing);
      const plain = plainStruct(record);
      assert.ok(plain !== undefined, "it is plain");
      for (const own of Object.values(TARGETS)) {
        for (const other of Object.values(TARGETS)) {
          const isSame = isAlike(record, own, other);
          assert.equal(isPlacedAlike(plain, own, other), isSame, `${own.name} and ${other.name}`);
          if (isSame) same++;
          else different++;
        }
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(same > 0 && different > 0, `${same} and ${different}`);
});

test("other records are not plain", () => {
  for (const [text, packing] of [
    ["int a : 3;", ""],
    ["int a __attribute__((aligned(8)));", ""],
    ["int a __attribute__((packed));", ""],
    ["struct { int b; } a;", ""],
    ["enum { A } a;", ""],
    ["char c; int a[0];", ""],
    ["int a;", "__attribute__((aligned(8)))"],
  ])
    assert.equal(plainStruct(recordFrom(text ?? "", packing ?? "")), undefined, text);
});

function recordOf(fields: readonly (readonly [string, string])[], packing: string): RecordDeclaration {
  return recordFrom(fields.map(([type, dimensions], index) => `${type} f${index}${dimensions};`).join(" "), packing);
}

function recordFrom(text: string, packing: string): RecordDeclaration {
  const isPragma = packing.startsWith("#");
  const header = `#include <stdint.h>\n#include <stdbool.h>\n${isPragma ? `${packing}\n` : ""}struct ${isPragma ? "" : packing} struct_tank { uint8_t length; uint8_t ID; ${text} };\nstruct struct_tank tank = {.ID = 4};`;
  const { value } = parseChannel(planOf(), memoryReader({ "lab.h": header }, ""));
  const [message] = value.messages;
  assert.ok(message !== undefined, header);
  return message.record;
}

/** By the places themselves: with both packings, and only by places where these are the same. */
function isAlike(record: RecordDeclaration, own: Target, other: Target): boolean {
  const [natural, packed] = bothOf(record, own);
  const [naturalThere, packedThere] = bothOf(record, other);
  const isOne = natural.places === packed.places;
  const isSameThere = natural.places === naturalThere.places && packed.places === packedThere.places;
  return isSameThere && (isOne || (natural.size === naturalThere.size && packed.size === packedThere.size));
}

function bothOf(record: RecordDeclaration, target: Target) {
  const both = (["as declared", "packed"] as const).map((packing) => {
    const { members, size } = new TypeSizes(target, packing).placed(record);
    const places = members.map(({ member, bitPosition }) => `${bitPosition} ${typeIn(member as FieldMember, target)}`);
    return { places: places.join(), size };
  });
  return both as [(typeof both)[0], (typeof both)[0]];
}

function typeIn({ type: whole }: FieldMember, target: Target): string {
  let type = whole;
  let isArray = false;
  for (; type.kind === "array"; type = type.element) isArray = true;
  assert.ok(type.kind === "arithmetic", type.kind);
  const { scalar } = target.arithmetic[type.type];
  return isArray && type.type === "char" ? `text ${scalarSize(scalar)}` : scalar;
}
