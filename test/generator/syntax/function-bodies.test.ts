import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { withoutBodies } from "../../../generator/syntax/parse/function-bodies.ts";
import { preprocess } from "../../../generator/syntax/preprocess/preprocess.ts";
import { planOf } from "../../support/channel-plan.ts";

/** The text behind the pass, and where packing changes, by the token there. */
function read(text: string): { readonly text: string; readonly packs: readonly string[] } {
  const { tokens, packs } = withoutBodies(preprocess(planOf({}), memoryReader({ "lab.h": text }, ""), "c"));
  const at = ({ from, pack }: (typeof packs)[number]) => `${pack ?? "none"} at ${tokens[from]?.text ?? "the end"}`;
  return { text: tokens.map((token) => token.text).join(" "), packs: packs.map(at) };
}

test("bodies of C's functions are left out, and what stands behind them keeps its packing", () => {
  const found = read(`#define MAX(a, b) ((a) > (b) ? (a) : (b))
static uint8_t f(uint8_t a) { if (a) { return MAX(a, 1); } return 0; }
#pragma pack(push, 1)
typedef struct { uint8_t a; uint32_t b; } t;
#pragma pack(pop)
static void g(void) { f(2); }
int last;`);
  assert.equal(
    found.text,
    "static uint8_t f ( uint8_t a ) { } typedef struct { uint8_t a ; uint32_t b ; } t ; static void g ( void ) { } int last ;",
  );
  assert.deepEqual(found.packs, ["none at static", "1 at typedef", "none at static", "none at the end"]);
});

for (const [title, text] of [
  ["a struct behind an attribute", "static struct __attribute__((aligned(8))) { int a; } b;"],
  ["an initialiser", "static int a[] = MACRO(1) { 2 };"],
  ["an assertion", '_Static_assert(1, "a"); static void f(void) { _Static_assert(sizeof(int) == 4, "b"); }'],
  ["a word of C++", "static inline int f(void) { using a = int; return 1; }"],
  ["a name of a namespace", "static inline int f(void) { return a::b; }"],
  ["a function that is evaluated", "static constexpr int f(int a) { return a; }"],
  ["what may be no function", "MACRO(4) { int a; }"],
  ["a body without an end", "static void f(void) { int a;"],
] as const) {
  test(`${title} stays`, () => {
    const words = text.replace(/\s/g, "");
    assert.equal(read(text).text.replace(/\s/g, ""), words);
  });
}

test("a body around a pragma, or with uncertain text, stays", () => {
  assert.match(read("static void f(void) { int a;\n#pragma pack(2)\nint b; }").text, /int a ; int b ; \}/);
  assert.match(read('#include "missing.h"\nstatic void f(void) {\n#if UNKNOWN\nint a;\n#endif\n}').text, /\{/);
});
