import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { preprocess } from "../../../generator/syntax/preprocess/preprocess.ts";
import type { Language } from "../../../generator/targets/predefined.ts";
import { planOf } from "../../support/channel-plan.ts";

function read(headers: string | Readonly<Record<string, string>>, language: Language = "c", defines = "") {
  const given = typeof headers === "string" ? { "lab.h": headers } : headers;
  const plan = planOf({ defines: new Map(defines === "" ? [] : [[defines, ""]]) });
  return preprocess(plan, memoryReader(given, ""), language);
}

function words(...given: Parameters<typeof read>): string {
  return read(...given)
    .tokens.map(({ text }) => text)
    .join(" ");
}

const STRUCT = "struct s { int a ; } ;";

for (const [title, text] of [
  ["behind a declaration", "static inline int f(int a, const char *b) { if (a) { return b[0]; } return 0; }"],
  ["with another spelling, over several lines", "static __inline__ uint8_t\nf(const uint8_t bytes[4],\n  ...)\n{\n}"],
  ["with brackets in strings, characters and comments", `inline void f(void) { g("}\\"", '}', '\\''); /* } */ // }\n}`],
  [
    "with branches that close what they open",
    "static inline void f(void)\n{\n#if A // it's\n  if (a) {}\n#else\n  g();\n# endif\n}",
  ],
  ["behind another one", "static inline void f(void) {}\nstatic inline int g(void) { return 1; }"],
] as const) {
  test(`a function of C is left out ${title}, but not in C++`, () => {
    const whole = `${STRUCT}\n${text}\nint last;`;
    assert.equal(words(whole), `${STRUCT} int last ;`);
    const plain = words(whole, "c++");
    assert.match(plain, /^struct s .*(?:static|inline) .* \} int last ;$/);
  });
}

for (const [title, before, text] of [
  ["an assertion", STRUCT, 'static inline void f(void) { _Static_assert(sizeof(struct s) == 4, ""); }'],
  ["a name of a namespace", STRUCT, "static inline int f(void) { return a::b; }"],
  ["a template", STRUCT, "static inline void f(void) { template <class T> g(); }"],
  ["a definition of a macro", STRUCT, "static inline void f(void) {\n#define N 4\n}"],
  ["packing", STRUCT, "static inline void f(void) {\n#pragma pack(1)\n}"],
  ["a comment that looks like a rule", STRUCT, "static inline void f(void) { /* @rule: x */ }"],
  ["a branch that closes it", STRUCT, "static inline void f(void) {\n#if A\n}\n#else\n}\n#endif"],
  ["other spellings of brackets", STRUCT, "static inline void f(void) <% int a; %>"],
  ["half of a macro's brackets", `#define BEGIN {\n${STRUCT}`, "static inline void f(void) { BEGIN } }"],
  ["a name that is a macro", `#define f(a) struct t\n${STRUCT}`, "static inline f(1) { int a; };"],
  ["an end that is missing", STRUCT, "static inline void f(void) { int a;"],
  ["what may be a struct without its semicolon in front", "struct s { int a ; }", "static inline void f(void) { }"],
  ["a struct around it", "struct s { int a ;", "static inline int f(void) { return 1; } };"],
  ["a macro's call around it", "#define ALL(...) __VA_ARGS__\nALL(", "static inline void f(void) { int b; } )"],
] as const) {
  test(`a function stays with ${title}`, () => {
    assert.match(words(`${before}\n${text}\nint last;`), /f \(|\{ int a ; \} ;/);
  });
}

test("no macro of the configuration, and no header before it, changes where a function ends", () => {
  const text = "static inline void f(void) { BEGIN }\n}\nint last;";
  assert.equal(words(text), "} int last ;");
  const plan = planOf({ defines: new Map([["BEGIN", "{"]]) });
  const { tokens } = preprocess(plan, memoryReader({ "lab.h": text }, ""), "c");
  assert.equal(tokens.map((token) => token.text).join(" "), "static inline void f ( void ) { { } } int last ;");
  const headers = {
    "lab.h": '#include "a.h"\nstatic inline void f(void) {}\nint last;',
    "a.h": "struct s { int a ; }",
  };
  assert.match(words(headers), /static inline void f/);
});

test("conditions and macros in a function that is left out have no effect, and skipped functions none either", () => {
  const unit = read(
    "#if 0\nstatic inline void f(void) {\n#if 1\n}\n#endif\n#endif\nstatic inline void g(void) {\n#if UNKNOWN_(\n#endif\n}\nint last;",
  );
  assert.equal(unit.tokens.map(({ text }) => text).join(" "), "int last ;");
  assert.deepEqual(
    unit.diagnostics.map(({ code }) => code),
    [],
  );
});
