import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, onlyMessage, parseText } from "../../support/parse-text.ts";

/** A message with these fields, in C. */
function message(fields: string, before = ""): string {
  return `${before}\nstruct struct_m { uint8_t length; uint8_t ID; ${fields} } m = {3, 1};`;
}

const FIELDS: readonly [title: string, fields: string, expected: readonly string[], before?: string][] = [
  [
    "fixed-width types, also of namespace std",
    "int8_t a; std::uint64_t b; ::std::int16_t c;",
    ["int8_t a", "uint64_t b", "int16_t c"],
  ],
  [
    "arithmetic types, their words in any order [C17 6.7.2]",
    "char a; signed char b; char unsigned c; short int d; int unsigned short e; unsigned f; long g; long unsigned int h; int long long i; long unsigned long j; _Bool k; float l; double m;",
    [
      "char a",
      "signed char b",
      "unsigned char c",
      "short d",
      "unsigned short e",
      "unsigned int f",
      "long g",
      "unsigned long h",
      "long long i",
      "unsigned long long j",
      "bool k",
      "float l",
      "double m",
    ],
  ],
  [
    "qualifiers anywhere",
    "const uint8_t a; unsigned const int b; volatile float c; uint8_t const volatile d;",
    ["uint8_t a", "unsigned int b", "float c", "uint8_t d"],
  ],
  ["several declarators", "int8_t a, b[2], c : 3, d;", ["int8_t a", "int8_t[2] b", "int8_t c : 3", "int8_t d"]],
  ["arrays of arrays, outermost first", "int16_t v[3][2];", ["int16_t[2][3] v"]],
  [
    "typedef chains, also of arrays",
    "adc3 v[2]; adc w;",
    ["uint16_t[3][2] v", "uint16_t w"],
    "typedef uint16_t adc; typedef adc adc3[3];",
  ],
  ["using", "adc v; adc3 w;", ["uint16_t v", "uint16_t[3] w"], "using adc = uint16_t; using adc3 = adc[3];"],
  [
    "unnamed bit-fields",
    "int : 3; unsigned a : 1; uint8_t : 0; int8_t b : 2, : 2;",
    ["int  : 3", "unsigned int a : 1", "uint8_t  : 0", "int8_t b : 2", "int8_t  : 2"],
  ],
  [
    "anonymous structs and unions",
    "union { uint32_t a; struct { uint8_t b, c; }; };",
    ["union { uint32_t a; struct { uint8_t b; uint8_t c } }"],
  ],
  [
    "nested structs, arrays of them",
    "struct { int x; } a[2]; struct p { float y; } b; struct p c;",
    ["struct { int x }[2] a", "struct { float y } b", "struct { float y } c"],
  ],
  [
    "a struct that is completed after its typedef",
    "p_t a;",
    ["struct { int x } a"],
    "typedef struct p p_t; struct p { int x; };",
  ],
  [
    "a tag and a typedef of one name",
    "p a; struct p b;",
    ["struct { int x } a", "struct { char y } b"],
    "typedef struct { int x; } p; struct p { char y; };",
  ],
  [
    "enums",
    "enum e a; e_t b; enum { X = 5 } c; enum class s : uint8_t { Q } d;",
    ["enum { A = 0, B = -3, C = -2 } a", "enum { D = 4 } packed b", "enum { X = 5 } c", "enum { Q = 0 } : uint8_t d"],
    "enum e { A, B = -3, C }; typedef enum { D = 1 << 2 } __attribute__((packed)) e_t;",
  ],
  [
    "sizes by constants",
    "int8_t a[N], b[K * 2], c[E2], d[sizeof(uint32_t)], e[(uint8_t)258], f[ns::X], g[N > 3 ? 1 : 2];",
    ["int8_t[4] a", "int8_t[6] b", "int8_t[7] c", "int8_t[4] d", "int8_t[2] e", "int8_t[9] f", "int8_t[1] g"],
    "#define N 4\nstatic const int K = 3; enum { E1 = 6, E2 }; namespace ns { constexpr int X = 9; }",
  ],
  [
    "constants of a class",
    "static const int N = 2; static constexpr uint8_t M{3}; int8_t a[N], b[M];",
    ["int8_t[2] a", "int8_t[3] b"],
  ],
  [
    "member functions, friends, access specifiers and types take no room",
    "public: void f(int a) { a = 1; } friend class X; typedef int t; using u = t; enum { Z }; struct q { int z; }; private: u a; int g() const; template <class T> void h(T);",
    ["int a"],
  ],
  [
    "members packed and aligned",
    "int a __attribute__((packed)), b; __attribute__((aligned(8))) int c, d; alignas(4) char e; char f __attribute__((aligned)); alignas(double) char g;",
    [
      "int a packed",
      "int b",
      "int c aligned(8)",
      "int d aligned(8)",
      "char e aligned(4)",
      "char f aligned(max)",
      "char g aligned(8)",
    ],
  ],
  [
    "one of two typedefs aligned [GCC 6.38]",
    "one a; two b;",
    ["uint8_t aligned(4) a", "uint8_t b"],
    "typedef uint8_t one __attribute__((aligned(4))), two;",
  ],
  [
    "an aligned typedef",
    "word a; quad b;",
    ["uint32_t aligned(2) a", "struct { int x } aligned(16) b"],
    "typedef uint32_t word __attribute__((aligned(2))); typedef struct { int x; } quad __attribute__((aligned(16)));",
  ],
  ["attributes in brackets", "[[maybe_unused]] int a; [[gnu::packed]] int b;", ["int a", "int b packed"]],
  [
    "types of headers that are not there",
    "byte a; u16 b; DWORD c; size_t d; uint8 e; float32_t f;",
    ["uint8_t a", "uint16_t b", "uint32_t c", "unsigned long d", "uint8_t e", "float f"],
  ],
  [
    "names that are keywords of C++ only",
    "uint8_t class, new, this; int8_t template[2];",
    ["uint8_t class", "uint8_t new", "uint8_t this", "int8_t[2] template"],
  ],
  [
    "fields from macros",
    "FIELD(int, a) FIELDS(FIELD)",
    ["int a", "int8_t b", "float c"],
    "#define FIELD(t, n) t n;\n#define FIELDS(X) X(int8_t, b) X(float, c)",
  ],
];

for (const [title, fields, expected, before] of FIELDS) {
  test(`fields: ${title}`, () => assert.deepEqual(fieldsOf(onlyMessage(message(fields, before))), expected));
}

test("types of missing headers depend on the target", () => {
  const fields = (abi: "avr" | "arm-eabi"): string[] =>
    fieldsOf(onlyMessage(message("size_t a; TickType_t b; char c[sizeof(int)];"), { abi }));
  assert.deepEqual(fields("avr"), ["unsigned int a", "uint16_t b", "char[2] c"]);
  assert.deepEqual(fields("arm-eabi"), ["unsigned int a", "uint32_t b", "char[4] c"]);
});

const RECORDS: readonly [
  text: string,
  packed: boolean,
  aligned: number | "max" | undefined,
  pack: number | undefined,
][] = [
  ["struct __attribute__((packed)) struct_m { BODY } m = INIT;", true, undefined, undefined],
  ["struct struct_m { BODY } __attribute__((packed, aligned(4))) m = INIT;", true, 4, undefined],
  ["typedef struct { BODY } __attribute__((__packed__)) struct_m; struct_m m = INIT;", true, undefined, undefined],
  ["typedef struct __attribute((packed)) tag { BODY } struct_m; struct_m m = INIT;", true, undefined, undefined],
  ["struct [[gnu::packed]] struct_m { BODY } m = INIT;", true, undefined, undefined],
  ["struct alignas(8) struct_m { BODY }; struct_m m = INIT;", false, 8, undefined],
  ["struct struct_m { BODY } __attribute__((aligned)) m = INIT;", false, "max", undefined],
  ["__packed struct struct_m { BODY } m = INIT;", true, undefined, undefined],
  ["#define PACKED __attribute__((packed))\nstruct PACKED struct_m { BODY } m = INIT;", true, undefined, undefined],
  ["__PACKED_STRUCT struct_m { BODY }; struct struct_m m = INIT;", true, 1, undefined],
  ["#pragma pack(push, 2)\nstruct struct_m { BODY } m = INIT;\n#pragma pack(pop)", false, undefined, 2],
  ["DLL_EXPORT struct struct_m { BODY } m = INIT;", false, undefined, undefined],
  ['struct __attribute__((unused, deprecated("old"))) struct_m { BODY } m = INIT;', false, undefined, undefined],
];

for (const [text, packed, aligned, pack] of RECORDS) {
  test(`a struct's own attributes: ${text}`, () => {
    const { record } = onlyMessage(
      text.replace("BODY", "uint8_t length; uint8_t ID; int x;").replace("INIT", "{6, 1}"),
    );
    assert.deepEqual([record.attributes, record.pack], [{ packed, aligned }, pack]);
  });
}

const PASSED_OVER = [
  "void f(void) { struct local { uint8_t length; uint8_t ID; } x; if (1) { } }",
  "int main() { return 0; }",
  "uint8_t *struct_id[] = { &m.length, 0 };",
  "template <typename T> struct box { uint8_t length; uint8_t ID; T t; };",
  "class Radio : public Base { public: Radio() : x(1) {} virtual ~Radio(); private: int x; std::vector<int> v; };",
  'extern "C" { void g(int); }',
  "namespace a { namespace b { int x; } inline namespace c { } }",
  "struct node { struct node *next; int &r; long double ld; };",
  'static_assert(sizeof(int) == 4, "int");',
  "using namespace std;",
  "auto lambda = [](int x) { return x; };",
  "struct broken { int a b c; ] };",
  "QML_DECLARE(x)",
  "int a[] = { 1, 2, 3 }, *b, c(int);",
  'asm("nop");',
  "//struct struct_old { uint8_t length; uint8_t ID; } old = {2, 9};",
  "#if 0\nstruct struct_old { uint8_t length; uint8_t ID; } old = {2, 9};\n#endif",
  "operator int() { return 1; }",
];

test("declarations that are not messages are skipped silently and hide nothing", () => {
  const wrapped = PASSED_OVER.map(
    (text, index) => `${text}\nstruct struct_${index} { uint8_t length; uint8_t ID; } s${index} = {2, ${index}};`,
  );
  const { value, codes } = parseText(wrapped.join("\n"));
  assert.deepEqual(codes, []);
  assert.deepEqual(
    value.messages.map(({ name }) => name),
    PASSED_OVER.map((_, index) => `struct_${index}`),
  );
});

test('messages are found in namespaces, classes and extern "C", and in typedefs and variables', () => {
  const body = "{ uint8_t length; uint8_t ID; }";
  const { value } = parseText(`
    namespace n { struct a ${body}; } extern "C" { struct b ${body}; } class k { public: struct c ${body}; };
    typedef struct ${body} d; struct ${body} e = {2, 1}; typedef struct f ${body} g;`);
  assert.deepEqual(
    value.messages.map(({ name }) => name),
    ["a", "b", "c", "d", "e", "f"],
  );
});

test("length and ID may be in an anonymous struct, or have the type of a one-byte enum", () => {
  const { value, codes } = parseText(
    "enum ids : uint8_t { A = 4 }; struct s { struct { uint8_t length; ids ID; }; } s = {{2, A}};",
  );
  assert.deepEqual(codes, []);
  assert.deepEqual(
    [...value.messages[0]!.initials],
    [
      ["length", 2n],
      ["ID", 4n],
    ],
  );
});

test("a header is C until it uses a C++ construct; then __cplusplus is defined", () => {
  const text = "#ifdef __cplusplus\n#define N 2\n#else\n#define N 1\n#endif\n";
  const c = onlyMessage(message("int8_t a[N];", text));
  const cpp = onlyMessage(message("int8_t a[N];", `${text}class X { public: int y; };`));
  assert.deepEqual(
    [c.record.language, fieldsOf(c), cpp.record.language, fieldsOf(cpp)],
    ["c", ["int8_t[1] a"], "c++", ["int8_t[2] a"]],
  );
});

test("two headers may each have a struct of one name", () => {
  const header = (id: number, field: string): string =>
    `struct point { ${field} x; };\nstruct struct_m { uint8_t length; uint8_t ID; struct point p; } m = {4, ${id}};`;
  const { value, codes } = parseText(
    { "a.h": header(1, "int8_t"), "b.h": header(2, "float") },
    { headerFiles: ["a.h", "b.h"] },
  );
  assert.deepEqual(codes, []);
  assert.deepEqual(
    value.messages.map((found) => [found.initials.get("ID"), fieldsOf(found)]),
    [
      [1n, ["struct { int8_t x } p"]],
      [2n, ["struct { float x } p"]],
    ],
  );
});

test("types, macros and instances may come from another of the channel's headers", () => {
  const headers = {
    "types.h": "typedef uint16_t adc;\n#define N 2\nstruct struct_m { uint8_t length; uint8_t ID; adc v[N]; };",
    "data.h": "struct struct_m m = {6, 9};",
  };
  const { value, codes } = parseText(headers, { headerFiles: ["types.h", "data.h"] });
  assert.deepEqual(
    [codes, value.messages[0]?.initials.get("ID"), value.files.map(({ path }) => path)],
    [[], 9n, ["types.h", "data.h"]],
  );
});

test("enumerators are part of the result", () => {
  const { value } = parseText(message("enum mode m;", "enum mode { OFF, ON = 5 };"));
  assert.deepEqual(
    value.enums.map(({ name, enumerators }) => [name, enumerators]),
    [
      [
        "mode",
        [
          { name: "OFF", value: 0n },
          { name: "ON", value: 5n },
        ],
      ],
    ],
  );
});
