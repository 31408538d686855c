/** `scalar_storage_order`, of a whole struct or of records in it: values and bytes as GCC's. [GCC 6.35.1] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { emitChannels } from "../../generator/emitters/emit.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { compileRules } from "../../generator/rules/compile-rules.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { Random } from "./layout/random.ts";
import { disagreements, loadCodecs, runProgram, samplingProgram } from "./layout/values.ts";

const BITS = { uint8_t: 8, int8_t: 8, uint16_t: 16, int16_t: 16, uint32_t: 32, int32_t: 32, uint64_t: 64, int64_t: 64 };
const TYPES = Object.keys(BITS) as (keyof typeof BITS)[];

function order(random: Random): string {
  if (random.chance(0.2)) return "";
  return `scalar_storage_order("${random.chance(0.6) ? "big" : "little"}-endian")`;
}

function attributes(random: Random, ...more: string[]): string {
  const all = [order(random), ...more, ...(random.chance(0.5) ? ["packed"] : [])].filter((each) => each !== "");
  return all.length === 0 ? "" : ` __attribute__((${all.join(", ")}))`;
}

function members(random: Random, next: () => string, depth: number): string {
  const one = (): string => (depth < 2 && random.chance(0.2) ? inner(random, next, depth) : scalar(random, next));
  return Array.from({ length: random.integer(1, 5) }, one).join(" ");
}

function inner(random: Random, next: () => string, depth: number): string {
  const kind = random.pick(["struct", "union", "union"]);
  const name = random.chance(0.4) ? ` ${next()}` : "";
  const body = () => members(random, next, depth + 1);
  const all =
    kind === "union" ? `struct { ${body()} }${attributes(random)}; struct { ${body()} }${attributes(random)};` : body();
  return `${kind} { ${all} }${attributes(random)}${name};`;
}

function scalar(random: Random, next: () => string): string {
  const type = random.pick(TYPES);
  if (random.chance(0.2)) return `${random.pick(["float", "double"])} ${next()};`;
  if (random.chance(0.15)) return `${type} ${next()}[${random.integer(1, 3)}];`;
  if (random.chance(0.1)) return `${type} : ${random.integer(1, BITS[type])};`;
  if (random.chance(0.6)) return `${type} ${next()} : ${random.integer(1, BITS[type])};`;
  return `${type} ${next()};`;
}

function header(seed: number, count: number): string {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) => {
    let number = 0;
    const next = () => `f${number++}`;
    // Before `struct` it holds for all of it, also for the records inside. [GCC 6.62.11]
    const pragma = random.chance(0.3)
      ? `#pragma scalar_storage_order ${random.pick(["big-endian", "little-endian", "default"])}\n`
      : "";
    const body = `uint8_t length; uint8_t ID; ${members(random, next, 0)} uint8_t end;`;
    return `${pragma}struct struct_s${index} { ${body} }${attributes(random)} s${index} = {1, ${index + 1}};`;
  }).join("\n");
}

for (const seed of [1, 2, 3]) {
  test(`random structs of both orders (${seed})`, { skip: requires("gcc") }, async () => {
    const text = header(seed, 60);
    const plan = planOf({ name: "orders", headerFiles: ["orders.h"] });
    const declarations = parseChannel(plan, memoryReader({ "orders.h": text }));
    assert.deepEqual(
      declarations.diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ code, message }) => `${code} ${message}`),
      [],
    );
    const layouts = layOutChannel(declarations.value, plan).value.filter(
      ({ message }) => /\bs\d+$/.test(message.name) || true,
    );
    assert.equal(layouts.length, 60);
    const channel = { plan, declarations: declarations.value, structs: compileRules(layouts, plan).value };
    const codecs = await loadCodecs(emitChannels([channel], { version: "0.0.0" }), channel);
    const named = new Map(
      layouts.map((layout, index) => [layout.message.name, { layout, codec: codecs.structs[index]! }]),
    );
    const samples = runProgram(samplingProgram(`#include <stdint.h>\n${text}`, layouts, 20), "gcc");
    assert.equal(samples.length, 1200);
    const wrong = samples.flatMap((sample) => {
      const { layout, codec } = named.get(sample.struct)!;
      return disagreements(sample, layout, codec);
    });
    assert.deepEqual(wrong.slice(0, 10), []);
  });
}
