/** Random structs of all kinds of members, and their codecs. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import type { ChannelCodecs } from "../../runtime/codec/struct-codec.ts";
import { planOf } from "./channel-plan.ts";
import { channelsOf } from "./compiled-channels.ts";

const RULES = ["x * 0.25 - 40", "1 / x", "x / 0", "sqrt(x)", "x"];

const scalars = fc.constantFrom(
  ...["uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t", "int32_t", "float", "double", "bool"],
  ...["uint64_t", "int64_t"],
);
const member = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("scalar" as const), type: scalars }) },
  fc.record({ kind: fc.constant("array" as const), type: scalars, length: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("text" as const), length: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant("bits" as const), width: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant("rule" as const), rule: fc.constantFrom(...RULES) }),
);
/** Members of one to three structs. */
export const structs = fc.array(fc.array(member, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });

type Member = typeof member extends fc.Arbitrary<infer M> ? M : never;

function declared(given: Member, index: number): string {
  const name = `f${index}`;
  switch (given.kind) {
    case "scalar":
      return `  ${given.type} ${name};`;
    case "array":
      return `  ${given.type} ${name}[${given.length}];`;
    case "text":
      return `  char ${name}[${given.length}];`;
    case "bits":
      return `  uint8_t ${name} : ${given.width};`;
    case "rule":
      return `  uint16_t ${name}; // @rule: name=r${index}; expr=${given.rule.replaceAll("x", name)}`;
  }
}

/** Declares them packed, with IDs from 1. */
export function headerOf(members: readonly (readonly Member[])[]): string {
  const one = (of: readonly Member[], id: number) =>
    `struct struct_s${id} {\n  uint8_t length;\n  uint8_t ID;\n${of.map(declared).join("\n")}\n} s${id} = {0, ${id}};`;
  return `#include <stdint.h>\n#include <stdbool.h>\n#pragma pack(1)\n${members.map((of, at) => one(of, at + 1)).join("\n")}\n`;
}

/** Codecs of the channel `rig`. */
export async function codecsOf(header: string): Promise<ChannelCodecs> {
  const { files, diagnostics } = compile(
    [{ plan: planOf({ name: "rig" }), reader: memoryReader({ "lab.h": header }) }],
    { version: "0.0.0" },
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, [], header);
  return (await channelsOf(files))["rig"]!;
}
