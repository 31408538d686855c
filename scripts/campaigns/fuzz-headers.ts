/**
 * Runs mutated headers through the compiler's phases up to the rules: no exception, and nothing slower than two seconds.
 *
 * npm run campaigns -- fuzz-headers [--count 100000] [--seed 1]
 */

import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkDeclarations } from "../../generator/check/check-declarations.ts";
import { render } from "../../generator/diagnostics/render.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { checkStrayRules } from "../../generator/rules/check-stray-rules.ts";
import { compileRules } from "../../generator/rules/compile-rules.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../../test/support/channel-plan.ts";
import { encode, mutate, randomFrom } from "../../test/support/mutate-header.ts";

const SLOWEST_ALLOWED_MS = 2000;
const PLAN = planOf();

function seeds(): string[] {
  return ["headers", "test/headers", "test/diagnostics"].flatMap((folder) => {
    const url = new URL(`../../${folder}/`, import.meta.url);
    return readdirSync(url)
      .filter((name) => name.endsWith(".h"))
      .map((name) => readFileSync(new URL(name, url), "utf8"));
  });
}

/** Inputs that only a hostile or broken tool produces. */
function extremes(): [name: string, text: string][] {
  const body = "uint8_t length; uint8_t ID;";
  const nested = (open: string, close: string, depth: number): string =>
    `struct s { ${body} ${open.repeat(depth)} int x; ${close.repeat(depth)} } s = {2, 1};`;
  const message = (index: number): string =>
    `struct struct_${index} { ${body} uint16_t v; } s${index} = {4, ${index % 256}};\n`;
  return [
    ["4 MB of messages", Array.from({ length: 45_000 }, (_, index) => message(index)).join("")],
    ["4 MB of one line", `struct s { ${body} ${"uint8_t a; ".repeat(380_000)} };`],
    ["4 MB of comments", "// @rule: expr=1\n".repeat(240_000)],
    [
      "4 MB of defines",
      Array.from({ length: 110_000 }, (_, index) => `#define NAME_${index} (${index} + 1)\n`).join(""),
    ],
    ["4 MB of braces", "{".repeat(4_000_000)],
    ["4 MB of garbage", "struct } length ID = ( ; { , ".repeat(140_000)],
    ["10 MB without a line end", "x".repeat(10_000_000)],
    ["1,000 structs deep", nested("struct {", "} m;", 1000)],
    ["1,000 parentheses deep", `struct s { ${body} uint8_t v[${"(".repeat(1000)}1${")".repeat(1000)}]; };`],
    ["100,000 parentheses deep", `#if ${"(".repeat(100_000)}1\nstruct s { ${body} };`],
    ["100,000 unary operators", `struct s { ${body} uint8_t v[${"- ".repeat(100_000)}1]; };`],
    ["100,000 terms", `struct s { ${body} uint8_t v[1${" + 1".repeat(100_000)}]; };`],
    ["5,000 terms", `struct s { ${body} uint8_t v[1${" + 0".repeat(5000)}]; } s = {3, 1};`],
    ["1,000 conditionals", `struct s { ${body} uint8_t v[${"1 ? 1 : ".repeat(1000)}1]; };`],
    ["1,000 pointers", `struct s { ${body} char ${"*".repeat(1000)}p; };`],
    ["1,000 dimensions", `struct s { ${body} char p${"[1]".repeat(1000)}; } s = {3, 1};`],
    ["1,000 conditions deep", `${"#if 1\n".repeat(1000)}struct s { ${body} } s = {2, 1};\n${"#endif\n".repeat(1000)}`],
    [
      "macros that double",
      Array.from({ length: 64 }, (_, index) => `#define M${index} M${index + 1} M${index + 1}\n`).join("") +
        `struct s { ${body} M0 };`,
    ],
    [
      "macros that paste",
      `#define D(x) x##x\n${Array.from({ length: 40 }, (_, index) => `#define P${index}(x) P${index + 1}(x##x)\n`).join("")}struct s { ${body} int P0(a); };`,
    ],
    [
      "a chain of macros",
      Array.from({ length: 20_000 }, (_, index) => `#define C${index} C${index + 1}\n`).join("") +
        `struct s { ${body} int C0; };`,
    ],
    ["nested calls", `#define F(x) x\nstruct s { ${body} int ${"F(".repeat(2000)}a${")".repeat(2000)}; };`],
    [
      "a large array of structs",
      `struct p { int a = 1; int b = 2; };\nstruct s { uint8_t length = 2; uint8_t ID = 1; p v[60000]; };`,
    ],
    [
      "arrays of arrays",
      `struct a { int x = 1; };\nstruct b { a v[200]; };\nstruct c { b v[200]; };\nstruct s { ${body} c v[200]; } s = {2, 1};`,
    ],
    [
      "structs that double",
      `${Array.from({ length: 64 }, (_, index) => `struct n${index + 1} { ${index === 0 ? "int a, b" : `struct n${index} a, b`}; };\n`).join("")}struct s { ${body} struct n64 v; } s = {2, 1};`,
    ],
    [
      "a long rule",
      `struct s { ${body} int v; // @rule: expr=${"(".repeat(50_000)}v${")".repeat(50_000)}\n } s = {6, 1};`,
    ],
  ];
}

function run(name: string, text: string | Uint8Array): { ms: number; failure: string | undefined } {
  const start = performance.now();
  try {
    const declarations = parseChannel(PLAN, memoryReader({ "lab.h": text, "rig.h": "struct point { int x, y; };\n" }));
    const layouts = layOutChannel(declarations.value, PLAN);
    const rules = compileRules(layouts.value, PLAN);
    const diagnostics = [
      ...declarations.diagnostics,
      ...checkDeclarations(declarations.value, PLAN),
      ...checkStrayRules(declarations.value, declarations.diagnostics),
      ...layouts.diagnostics,
      ...rules.diagnostics,
    ];
    render(diagnostics, { source: () => undefined, style: "plain" });
    return { ms: performance.now() - start, failure: undefined };
  } catch (error) {
    return {
      ms: performance.now() - start,
      failure: `${name}: ${error instanceof Error ? error.stack : String(error)}`,
    };
  }
}

const { values } = parseArgs({
  options: { count: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const texts = seeds();
let exceptions = 0;
let slow = 0;
const slowest: { name: string; ms: number }[] = [];

function note(name: string, result: { ms: number; failure: string | undefined }, text: string): void {
  if (result.failure !== undefined) {
    exceptions += 1;
    if (exceptions <= 5) console.log(`${result.failure}\n--- ${JSON.stringify(text.slice(0, 2000))}`);
  }
  if (result.ms > SLOWEST_ALLOWED_MS) slow += 1;
  slowest.push({ name, ms: result.ms });
  slowest.sort((left, right) => right.ms - left.ms).splice(10);
}

run("warm-up", texts[0] ?? "");
for (const [name, text] of extremes()) {
  const result = run(name, text);
  console.log(`${result.ms.toFixed(0).padStart(6)} ms  ${name}`);
  note(name, result, text);
}
const random = randomFrom(Number(values.seed));
for (let index = 0; index < Number(values.count); index++) {
  const text = mutate(texts[random.below(texts.length)]!, random);
  note(`mutation ${index}`, run(`mutation ${index}`, encode(text, random)), text);
}
for (const { name, ms } of slowest) console.log(`${ms.toFixed(0).padStart(6)} ms  ${name}`);
console.log(
  `${values.count} mutated headers from ${texts.length}, seed ${values.seed}: ${exceptions} exceptions, ${slow} over ${SLOWEST_ALLOWED_MS} ms`,
);
process.exitCode = exceptions + slow > 0 ? 1 : 0;
