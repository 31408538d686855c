/** What is read without the grammars is what they read: they are the oracle. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { separateAttributes } from "../../../generator/syntax/parse/attributes.ts";
import { type Chunk, cutIntoChunks } from "../../../generator/syntax/parse/chunks.ts";
import { withNames } from "../../../generator/syntax/parse/language.ts";
import { plainDeclaration, RESERVED } from "../../../generator/syntax/parse/plain-declaration.ts";
import { readDeclarations } from "../../../generator/syntax/parse/read-nodes.ts";
import { parseTokens } from "../../../generator/syntax/parse/tree.ts";
import { preprocess } from "../../../generator/syntax/preprocess/preprocess.ts";
import type { Language } from "../../../generator/targets/predefined.ts";
import { planOf } from "../../support/channel-plan.ts";
import { rounds } from "../../support/long.ts";
import { mutate, randomFrom } from "../../support/mutate-header.ts";

function unitOf(text: string, language: Language) {
  const unit = separateAttributes(withNames(preprocess(planOf({}), memoryReader({ "lab.h": text }, ""), language)));
  return { unit, chunks: cutIntoChunks(unit).chunks };
}

type Unit = ReturnType<typeof unitOf>["unit"];

/** What was read with the places of its tokens. A specifier is there twice, at each depth. */
function plainly(value: unknown): unknown {
  const shorten = function (this: { readonly specifier?: unknown }, key: string, each: unknown): unknown {
    if (key === "tokens" && Array.isArray(each)) return each.map(({ text, start }) => `${text}@${start}`).join(" ");
    if (key === "file") return undefined;
    return key === "type" && each !== undefined && each === this.specifier ? "the specifier" : each;
  };
  return JSON.parse(JSON.stringify(value, shorten));
}

/** True if the declaration is plain. Throws if the grammars read another one. */
function isReadAlike({ from, to, depth }: Chunk, unit: Unit, language: Language): boolean {
  // Nobody parses deeper ones, and the grammars' trees end there.
  if (depth > 64) return false;
  const root = plainDeclaration(unit.tokens, from, to);
  if (root === undefined) return false;
  const tree = parseTokens(unit.tokens, from, to, new Set());
  const text = unit.tokens
    .slice(from, to)
    .map((token) => token.text)
    .join(" ");
  assert.deepEqual(tree.problems, [], text);
  const [own, theirs] = [root, tree.root].map((each) => plainly(readDeclarations(each, unit, language)));
  assert.deepEqual(own, theirs, text);
  return true;
}

function plainOf(text: string, language: Language = "c"): boolean[] {
  const { unit, chunks } = unitOf(text, language);
  return chunks.map((chunk) => isReadAlike(chunk, unit, language));
}

for (const text of [
  "struct s { uint8_t a, b[4][N + 1], *c, *const *d[2]; const char *volatile e; long unsigned int f; } s, *t = 0, u[3];",
  "typedef struct __attribute__((packed)) s { struct t inner; union { uint8_t a; struct { int b; } c; }; } __attribute__((aligned(4))) s_t, *p;",
  "struct { unsigned a : 3, : 2, b : N * 2; int : 0; enum mode m : 4; ; } bits;",
  "enum mode { OFF, ON = 1 << 3, LAST = (ON | ~OFF) + 'c', } mode, modes[LAST];",
  "typedef enum { A = -1 } a_t;",
  "typedef const unsigned char byte_t, bytes_t[6];",
  "static const struct s table[] = {{1, 2, {3}}, {.a = {4}, .b.c = -5}, {}};",
  "extern volatile int counter;",
  "const int limit = (3 + N) * 2;",
  "struct later;",
  "struct a { int x __attribute__((aligned(8))), y; } __attribute__((packed));",
]) {
  test(`the grammars are not asked for ${text}`, () => {
    for (const language of ["c", "c++"] as const) assert.deepEqual(plainOf(text, language), [true]);
  });
}

for (const text of [
  "struct s { int a = 3; };",
  "struct s { int class; };",
  "struct s : base { int a; };",
  "struct s { int (*call)(int); };",
  "enum mode : uint8_t { OFF };",
  "enum { SIZE = sizeof(int) };",
  "enum { CAST = (uint8_t) 3 };",
  "struct s { ring<int> a; };",
  "struct s { int uint8_t; };",
  "struct s { int a };",
  "struct s { int; };",
  "struct s { a b c; };",
  "typedef int a, ;",
  "int f(void);",
  "const struct s { int a; };",
]) {
  test(`the grammars read ${text}`, () => assert.ok(!plainOf(text).includes(true), "none is plain"));
}

const FOLDERS = ["headers", "test/headers", "test/diagnostics"];
const MUTANTS = rounds(300, 10_000);

test(`what is plain in the headers of all tests and in ${MUTANTS} mutants is what the grammars read`, () => {
  const texts = FOLDERS.flatMap((folder) => {
    const place = new URL(`../../../${folder}/`, import.meta.url);
    return readdirSync(place, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".h"))
      .sort()
      .map((name) => readFileSync(new URL(name, place), "utf8"));
  });
  const random = randomFrom(7);
  const mutants = Array.from({ length: MUTANTS }, () => mutate(texts[random.below(texts.length)]!, random));
  const found = [...texts, ...mutants].flatMap((text, index) => plainOf(text, index % 2 === 0 ? "c" : "c++"));
  const { length } = found.filter(Boolean);
  assert.ok(length > 500, `${length} of ${found.length} are plain`);
});

test("no word that a grammar knows is a plain name", () => {
  const { resolve } = createRequire(import.meta.url);
  for (const language of ["c", "cpp"]) {
    const types = JSON.parse(readFileSync(resolve(`tree-sitter-${language}/src/node-types.json`), "utf8"));
    const words: string[] = types
      .filter(({ named }: { named: boolean }) => !named)
      .map(({ type }: { type: string }) => type);
    const missing = words.filter((word) => /^[A-Za-z_]\w*$/.test(word) && !RESERVED.has(word));
    assert.deepEqual(
      missing.filter((word) => !/^(?:extern|long|short|signed|unsigned|enum|struct|union)$/.test(word)),
      [],
    );
  }
});
