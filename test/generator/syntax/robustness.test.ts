/** No header makes the compiler throw. `scripts/campaigns/fuzz-headers.ts` runs a hundred thousand, and extremes of size and depth. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { checkDeclarations } from "../../../generator/check/check-declarations.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { rounds } from "../../support/long.ts";
import { encode, mutate, randomFrom } from "../../support/mutate-header.ts";

const PLANS = [[], ["-std=gnu17"], ["-std=gnu++17"]].map((cflags) => planOf({ cflags }));

function codesOf(header: string | Uint8Array, plan = PLANS[0]!): string[] {
  const { value, diagnostics } = parseChannel(plan, memoryReader({ "lab.h": header }));
  return [...diagnostics, ...checkDeclarations(value, plan)].map(({ code }) => code);
}

test("what the grammar adds to a damaged header is no part of it, whatever the language", () => {
  const header = `struct s { ${BODY} signed char a; :sizeof(int):>; int b; } s = {3, 1};`;
  for (const plan of PLANS) assert.ok(codesOf(header, plan).length > 0, "a problem is reported");
});

const MUTANTS = rounds(60, 1000);

test(`${MUTANTS} mutated headers are read without an exception`, () => {
  const folders = ["headers", "test/headers", "test/diagnostics"].map(
    (folder) => new URL(`../../../${folder}/`, import.meta.url),
  );
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".h"))
      .sort()
      .map((name) => readFileSync(new URL(name, folder), "utf8")),
  );
  const random = randomFrom(3);
  for (let index = 0; index < MUTANTS; index++) {
    const text = mutate(texts[random.below(texts.length)]!, random);
    assert.doesNotThrow(() => codesOf(encode(text, random), PLANS[index % PLANS.length]), text);
  }
});

const BODY = "uint8_t length; uint8_t ID;";
const DEEP = 1000;

const EXTREMES: readonly [title: string, header: string, codes: readonly string[]][] = [
  ["nothing", "", ["E405"]],
  ["NULs", "\0".repeat(1000), ["E405"]],
  [
    "structs in structs",
    `struct s { ${BODY} ${"struct {".repeat(DEEP)} int x; ${"} m;".repeat(DEEP)} } s = {2, 1};`,
    ["E110"],
  ],
  ["parentheses", `struct s { ${BODY} int8_t v[${"(".repeat(DEEP)}1${")".repeat(DEEP)}]; } s = {3, 1};`, ["E110"]],
  ["unary operators", `struct s { ${BODY} int8_t v[${"- ".repeat(DEEP)}1]; } s = {3, 1};`, []],
  ["terms", `struct s { ${BODY} int8_t v[1${" + 0".repeat(DEEP)}]; } s = {3, 1};`, []],
  ["dimensions", `struct s { ${BODY} int8_t v${"[1]".repeat(100)}; } s = {3, 1};`, []],
  ["conditions", `${"#if 1\n".repeat(DEEP)}struct s { ${BODY} } s = {2, 1};\n${"#endif\n".repeat(DEEP)}`, []],
  [
    "macros that double",
    `${Array.from({ length: 64 }, (_, index) => `#define M${index} M${index + 1} M${index + 1}\n`).join("")}int M0;`,
    ["E106"],
  ],
  ["an access specifier without its colon", "class c { public\n__typeof__(int8_t) a; };", ["E405"]],
  ["an include of itself", `#include "lab.h"\nstruct s { ${BODY} } s = {2, 1};`, []],
];

for (const [title, header, codes] of EXTREMES) {
  test(`extremes: ${title}`, () => assert.deepEqual(codesOf(header), codes));
}

test("a chain of a thousand headers ends with a diagnostic", () => {
  const headers = Object.fromEntries(
    Array.from({ length: DEEP }, (_, index) => [`h${index}.h`, `#include "h${index + 1}.h"\n`]),
  );
  const { diagnostics } = parseChannel(planOf({ headerFiles: ["h0.h"] }), memoryReader(headers));
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["E102"],
  );
});

test("a table of many elements in braces is read in one pass, and braces after parameters are values by default", () => {
  const elements = Array.from({ length: 40_000 }, (_, at) => `[${at}] = {${at & 255}, 2},`).join("\n");
  const table = `struct e { unsigned char a, b; };\nconst struct e table[] = {\n${elements}\n};`;
  assert.deepEqual(codesOf(`${table}\nstruct struct_a { ${BODY} unsigned char v; } a = {3, 1};`), []);
  const member = "int get(int x = {}, int y = {7}) const;";
  assert.deepEqual(codesOf(`struct struct_a { ${BODY} unsigned char v; ${member} } a = {3, 1};`, PLANS[2]), []);
});
