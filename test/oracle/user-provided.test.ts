/** What a class declares decides whether its tail padding is reused and whether it is packed. [GCC, cp/class.cc, check_bases_and_members] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, type AcceptanceTarget, compareTexts } from "./accepted/compare.ts";

const DECLARED = [
  "",
  "B() {}",
  "B();",
  "B() = default;",
  "explicit B() = default;",
  "B() = delete;",
  "B() noexcept;",
  "B() noexcept = default;",
  "B(int);",
  "B(const B&) {}",
  "B(const B&) = default;",
  "B(B&&);",
  "B(B&&) = default;",
  "template <class T> B(T);",
  "constexpr B() : a(0), b(0) {}",
  "B() : B(1) {} B(int);",
  "protected: B() = default;",
  "~B();",
  "~B() {}",
  "inline ~B() noexcept {}",
  "~B() = default;",
  "B& operator=(const B&);",
  "B& operator=(B const&);",
  "B& operator=(const struct B&);",
  "B& operator=(::B const& other) &;",
  "B& operator=(const B&) = default;",
  "B& operator=(const B&) = delete;",
  "B& operator=(B&);",
  "B& operator=(B);",
  "B& operator=(volatile B&);",
  "B& operator=(const volatile B&);",
  "B& operator=(B&&);",
  "B& operator=(int);",
  "auto operator=(const B&) -> B&;",
  "void operator=(const B&) {}",
  "template <class T> B& operator=(const T&);",
  "bool operator==(const B&) const { return true; }",
  "operator int() const { return ~a; }",
  "explicit operator bool() const;",
  "operator unsigned char() const { return b; }",
  "int operator()(int) const { return ~a; }",
  "uint32_t &operator[](int) { return a; }",
  "void *operator new(size_t); void operator delete(void *); void *operator new[](size_t);",
  "B operator~() const;",
  "int f() { return ~a; }",
  "void f() { struct L { ~L() {} L &operator=(const L &); }; }",
  "static B make();",
  "friend bool operator!=(B, B);",
  "private: void f();",
  "private: static int q;",
  "private: using t = int;",
] as const;

function textsOf(): string[] {
  return DECLARED.map((declared) => {
    const base = `struct B@ { uint32_t a; uint8_t b; ${declared.replaceAll(/\bB\b/g, "B@")} };`;
    const uses = "struct D@ : B@ { uint8_t c; };\nstruct __attribute__((packed)) P@ { uint8_t x; B@ b; };";
    return `${base}\n${uses}\nstruct struct_m@ { uint8_t length = 1; uint8_t ID = 2; D@ d; P@ p; };\n`;
  });
}

function assertEqual(target: AcceptanceTarget): void {
  const found = compareTexts(target, textsOf(), "c++");
  assert.deepEqual(
    found.filter(({ verdict }) => verdict !== "equal").map(({ seed, why }) => `${DECLARED[seed]}: ${why.join("; ")}`),
    [],
  );
}

const gnu = ACCEPTANCE_TARGETS.find(({ title }) => title === "x86-64, gcc and g++")!;

test("classes with declared functions are laid out as by g++", { skip: requires("g++") }, () => assertEqual(gnu));

test("in C++20 every declared constructor counts", { skip: requires("g++") }, () => {
  assertEqual({ ...gnu, standard: "-std=gnu++20" });
});

test("classes with declared functions are laid out as by g++ for ARM", { skip: requires("arm-none-eabi-gcc") }, () => {
  assertEqual(ACCEPTANCE_TARGETS.find(({ abi }) => abi === "arm-eabi")!);
});

for (const [title, program] of [
  ["x86-64, g++ 11", "g++-11"],
  ["x86-64, clang", "clang"],
  ["x86-64, clang 16", "clang-16"],
  ["x86-64, clang 19", "clang-19"],
] as const) {
  const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
  test(`classes with declared functions are laid out as by ${title}`, { skip: requires(program) }, () => {
    assertEqual(target);
    assertEqual({ ...target, standard: "-std=gnu++20" });
  });
}
