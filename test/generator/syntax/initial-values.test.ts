import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyMessage, parseText } from "../../support/parse-text.ts";

const HEAD = "uint8_t length; uint8_t ID;";

/** Title, header, initial values besides `length: 9` and `ID: 4`. */
const CASES: readonly [title: string, text: string, rest: Readonly<Record<string, unknown>>][] = [
  ["list initialiser", `struct s { ${HEAD} } s = {9, 4};`, {}],
  ["separate instance", `struct s { ${HEAD} }; const struct s a = {9, 4};`, {}],
  ["instance of a typedef", `typedef struct { ${HEAD} } s_t; static s_t a = {9, 4};`, {}],
  ["C++ braces", `struct s { ${HEAD} }; s a{9, 4};`, {}],
  ["C++ temporary", `struct s { ${HEAD} }; s a = s{9, 4};`, {}],
  ["compound literal", `struct s { ${HEAD} }; struct s a = (struct s){9, 4};`, {}],
  ["array of instances", `struct s { ${HEAD} }; struct s a[2] = {{9, 4}, {9, 4}};`, {}],
  ["designators in any order [C17 6.7.9p7]", `struct s { ${HEAD} } s = {.ID = 4, .length = 9};`, {}],
  [
    "a designator, then what follows it [C17 6.7.9p17]",
    `struct s { ${HEAD} int8_t a, b, c; } s = {9, 4, .b = 7, 8};`,
    { b: 7n, c: 8n },
  ],
  ["designators of GCC's old kind", `struct s { ${HEAD} } s = {length: 9, ID: 4};`, {}],
  ["default member initialisers", `struct s { uint8_t length = 0x9; uint8_t ID{4}; float f = -1.5e1f; };`, { f: -15 }],
  [
    "decimal, hex, octal, binary, characters",
    `struct s { uint8_t length = 011; uint8_t ID = 0b100; char a = 'A'; uint16_t b = 0xFF'FF; uint32_t c = 10UL; };`,
    { a: 65n, b: 65535n, c: 10n },
  ],
  [
    "macros, enumerators, expressions",
    `#define L (4 + 5)\nenum { X = 2 };\nconst int k = 2;\nstruct s { ${HEAD} } s = {L, X * k};`,
    {},
  ],
  ["constructor list", `struct s { ${HEAD} int8_t x; s() : length(9), ID{4}, x(-1) {} };`, { x: -1n }],
  ["constructor body", `struct s { ${HEAD} s() { length = 9; this->ID = 4; } };`, {}],
  ["constructor with defaults for its parameters", `struct s { ${HEAD} s(int a = 3) : length(9), ID(4) {} };`, {}],
  ["commented-out constructor", `struct s { ${HEAD} //s() : length(15), ID(14) {}\n } s = {9, 4};`, {}],
  [
    "unnamed bit-fields are passed over [C17 6.7.9p9]",
    `struct s { ${HEAD} int8_t : 3; int8_t a : 2; } s = {9, 4, 1};`,
    { a: 1n },
  ],
  [
    "braces left out [C17 6.7.9p20]",
    `struct s { ${HEAD} struct { int8_t x, y; } p[2]; int8_t z; } s = {9, 4, 1, 2, 3, 4, 5};`,
    { "p[0].x": 1n, "p[0].y": 2n, "p[1].x": 3n, "p[1].y": 4n, z: 5n },
  ],
  [
    "braces of their own",
    `struct s { ${HEAD} struct { int8_t x, y; } p[2]; int8_t z; } s = {9, 4, {{1}, {.y = 4}}, 5};`,
    { "p[0].x": 1n, "p[1].y": 4n, z: 5n },
  ],
  [
    "nested designators",
    `struct s { ${HEAD} struct { int8_t v[3]; } p; } s = {9, 4, .p.v[1] = 5, };`,
    { "p.v[1]": 5n },
  ],
  [
    "ranges of GCC",
    `struct s { ${HEAD} int8_t v[4]; } s = {9, 4, {[0 ... 1] = 5, [2 ... 3] = 6}};`,
    { "v[0]": 5n, "v[1]": 5n, "v[2]": 6n, "v[3]": 6n },
  ],
  ["index designators", `struct s { ${HEAD} int8_t v[4]; } s = {9, 4, {[2] = 5, 6}};`, { "v[2]": 5n, "v[3]": 6n }],
  [
    "a union takes its first member [C17 6.7.9p17]",
    `struct s { ${HEAD} union { uint16_t a; uint8_t b; } u; int8_t z; } s = {9, 4, 5, 6};`,
    { "u.a": 5n, z: 6n },
  ],
  [
    "a union's designated member",
    `struct s { ${HEAD} union { uint16_t a; uint8_t b; } u; } s = {9, 4, {.b = 5}};`,
    { "u.b": 5n },
  ],
  [
    "members of anonymous structs",
    `struct s { ${HEAD} union { uint16_t a; struct { uint8_t b, c; }; }; } s = {9, 4, .c = 5};`,
    { c: 5n },
  ],
  [
    "text, joined and escaped [C17 6.4.5]",
    `struct s { ${HEAD} char t[8]; } s = {9, 4, "a\\x41" "\\n\\101"};`,
    { t: "aA\nA" },
  ],
  [
    "text in braces, and as characters",
    `struct s { ${HEAD} char t[4], u[4]; } s = {9, 4, {"ab"}, {'c', 'd'}};`,
    { t: "ab", u: "cd" },
  ],
  [
    "text that fills its array without a NUL [C17 6.7.9p14]",
    `struct s { ${HEAD} char t[2]; } s = {9, 4, "ab"};`,
    { t: "ab" },
  ],
  ["a string for bytes", `struct s { ${HEAD} uint8_t b[3]; } s = {9, 4, "ab"};`, { "b[0]": 97n, "b[1]": 98n }],
  [
    "bool and floating fields take numbers",
    `struct s { ${HEAD} bool a, b; float c; } s = {9, 4, 5, false, 7};`,
    { a: true, b: false, c: 7 },
  ],
  ["integers cut floating values", `struct s { ${HEAD} int8_t a; } s = {9, 4, 2.9};`, { a: 2n }],
  [
    "default values of nested structs, also in arrays",
    `struct p { int8_t x = 1, y; };\nstruct s { uint8_t length = 9; uint8_t ID = 4; p a; p b[2]; };`,
    { "a.x": 1n, "b[0].x": 1n, "b[1].x": 1n },
  ],
  [
    "an instance over default values",
    `struct s { uint8_t length = 1; uint8_t ID = 2; int8_t x = 3; };\ns a = {9, 4};`,
    { x: 3n },
  ],
  [
    "enumerators of a scoped enum",
    `enum class e : uint8_t { A, B = 6 };\nstruct s { uint8_t length = 9; uint8_t ID = 4; e m = e::B; };`,
    { m: 6n },
  ],
  ["values modulo the type, with casts", `struct s { ${HEAD} uint8_t a; } s = {9, 4, (uint8_t)-1};`, { a: 255n }],
];

for (const [title, text, rest] of CASES) {
  test(`initial values: ${title}`, () => {
    assert.deepEqual(Object.fromEntries(onlyMessage(text).initials), { length: 9n, ID: 4n, ...rest });
  });
}

test("a length initialised with sizeof of the struct comes from the layout", () => {
  const texts = [
    `struct s { ${HEAD} } s = {sizeof(struct s), 4};`,
    `struct s { ${HEAD} } s = {sizeof(s), 4};`,
    `typedef struct { ${HEAD} } s_t;\ns_t a = {sizeof(s_t), 4};`,
    `struct s { uint8_t length = sizeof(s); uint8_t ID = 4; };`,
    `struct s { ${HEAD} s() : length(sizeof(s)), ID(4) {} };`,
  ];
  for (const text of texts) {
    const { initials, lengthIsSize } = onlyMessage(text);
    assert.deepEqual([[...initials], lengthIsSize], [[["ID", 4n]], true], text);
  }
});

test("the first instance that gives an ID is used; a different one is reported", () => {
  const { value, codes } = parseText(`struct s { ${HEAD} } a, b = {9}, c = {9, 4}, d = {9, 5};`);
  assert.deepEqual([value.messages[0]?.initials.get("ID"), codes], [4n, ["lab.h:1: W410"]]);
});

test("an instance that copies another one is ignored", () => {
  assert.equal(onlyMessage(`struct s { ${HEAD} } a = {9, 4};\nstruct s b = a;`).initials.get("ID"), 4n);
});
