/** A header that is another one in C++ must not be read as C without a word. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";

const MESSAGE = "struct struct_m { uint8_t length; uint8_t ID; MEMBERS uint8_t v; };\nstruct struct_m m = { 0, 1 };\n";
const GUARDED = '#ifdef __cplusplus\nextern "C" {\n#endif\nTEXT\n#ifdef __cplusplus\n}\n#endif\n';

function warnings(files: Readonly<Record<string, string>>, ...cflags: string[]): string[] {
  const { diagnostics } = compile([{ plan: planOf({ cflags }), reader: memoryReader(files) }], { version: "0" });
  return diagnostics.filter(({ code }) => code === "W212" || code.startsWith("E")).map(({ message }) => message);
}

const withMembers = (members: string) => MESSAGE.replace("MEMBERS", members);

test("an empty struct has a byte in C++", () => {
  const text = `struct empty {};\n${withMembers("struct empty e;")}`;
  const said =
    "'v' depends on the language: uint8 at byte 2 in C, as which the headers are read; uint8 at byte 3 in C++";
  assert.deepEqual(warnings({ "lab.h": text }), [said]);
  assert.deepEqual(warnings({ "lab.h": text }, "-x", "c"), []);
  assert.deepEqual(warnings({ "lab.h": text }, "-xc++"), []);
});

test("what only C++ declares is told, and what no branch moves is not", () => {
  const text = withMembers("\n#ifdef __cplusplus\nuint32_t more;\n#endif\n");
  const said =
    "'v' depends on the language: uint8 at byte 2 in C, as which the headers are read; uint32 at byte 4 in C++";
  assert.deepEqual(warnings({ "lab.h": text }), [said]);
  assert.deepEqual(warnings({ "lab.h": GUARDED.replace("TEXT", withMembers("")) }), []);
});

test("a macro that each language defines differently", () => {
  const macro =
    "#ifdef __cplusplus\n#define LIST(name) enum name : uint8_t\n#else\n#define LIST(name) enum name\n#endif\n";
  const text = `${macro}LIST(mode) { A, B };\n${withMembers("enum mode x;")}`;
  assert.deepEqual(warnings({ "lab.h": text }), [
    "'x' depends on the language: uint32 at byte 4 in C, as which the headers are read; uint8 at byte 2 in C++",
  ]);
});

test("a header that C++ cannot read is C", () => {
  const text = `struct empty {};\n${withMembers("struct empty e; uint8_t class;")}`;
  assert.deepEqual(warnings({ "lab.h": text }), []);
});

/** Each is needed in its own way, and another size in C++. */
const NEEDED = [
  ["by a typedef of a typedef", "typedef SIZE a_t; typedef a_t b_t, *pointer_t;", "b_t x;"],
  ["by a tag", "struct inner { SIZE y; };", "struct inner x;"],
  ["by a tag in a struct", "struct outer { struct inner { SIZE y; } z; };", "struct inner x;"],
  ["by an enumerator", "enum { FEW = 1, MANY = sizeof(SIZE) };", "uint8_t x[MANY];"],
  ["by a constant", "static const int many = sizeof(SIZE);", "uint8_t x[sizeof(char[many])];"],
  ["by an attribute", "enum { HOW = sizeof(SIZE) };", "uint8_t x __attribute__((aligned(HOW)));"],
  ["by typeof", "struct other { SIZE y; };", "__typeof__(struct other) x;"],
  ["by sizeof", "typedef SIZE a_t;", "uint8_t x[sizeof(a_t)];"],
  ["by an array type", "typedef SIZE list_t[2];", "list_t x;"],
] as const;

for (const [how, declaration, member] of NEEDED)
  test(`what a message needs is found among what it does not need: ${how}`, () => {
    const size = "#ifdef __cplusplus\ntypedef uint32_t size_type;\n#else\ntypedef uint16_t size_type;\n#endif\n";
    const others = "struct unused { int pointers; }; typedef int (*call_t)(struct unused *); enum { UNUSED = 3 };\n";
    const text = `${size}${others}${declaration.replaceAll("SIZE", "size_type")}\n${others.replaceAll(/unused|call_t/gi, "$&2")}`;
    const found = warnings({ "lab.h": `${text}${withMembers(member)}` });
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0] ?? "", /depends on the language|'struct_m' is/);
    const same = text.replace("uint32_t size_type", "uint16_t size_type");
    assert.deepEqual(warnings({ "lab.h": `${same}${withMembers(member)}` }), []);
  });

test("a header that includes a header of C++ is C++", () => {
  const files = { "lab.h": `#include "part.hpp"\n${withMembers("struct empty e;")}`, "part.hpp": "struct empty {};\n" };
  const { value } = sizeOf(files);
  assert.equal(value, 4);
});

function sizeOf(files: Readonly<Record<string, string>>): { readonly value: number | undefined } {
  const { files: written } = compile([{ plan: planOf(), reader: memoryReader(files, "") }], { version: "0" });
  const catalogue = written.find(({ path }) => path === "catalogue.json")?.text ?? "";
  return { value: Number(/"size": (\d+)/.exec(catalogue)?.[1]) };
}
