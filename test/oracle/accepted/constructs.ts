/** Headers with one construct each. */

import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import { type AcceptanceTarget, compareText } from "./compare.ts";

export interface Construct {
  readonly title: string;
  readonly language: "c" | "c++";
  readonly text: string;
  /** Targets whose compiler rejects it. */
  readonly not?: readonly AbiName[];
}

const derived = (
  title: string,
  before: string,
  bases: string,
  members: string,
  not: readonly AbiName[] = [],
): Construct => ({
  title,
  not,
  language: "c++",
  text: `struct head { uint8_t length; uint8_t ID = 1; };\n${before}\nstruct struct_m : head${bases} {\n${members}\n};\nstruct_m m;\n`,
});

const written = (
  language: "c" | "c++",
  title: string,
  members: string,
  before = "",
  not: readonly AbiName[] = [],
): Construct => ({
  title,
  language,
  not,
  text: `${before}\nstruct struct_m {\nuint8_t length; uint8_t ID;\n${members}\n};\nstruct struct_m m = {0, 1};\n`,
});

/** Distinguishes all integer types. */
const TOLD =
  "#define TOLD(x) _Generic((x), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, " +
  "long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, default: 12)\nenum choice { CHOICE };";
const VALUES =
  "1|1L|1UL|1LL|1u|1ull|40000|3000000000|0x80000000|0xffff|'a'|CHOICE|sizeof(int)|(char)0|(int8_t)0|(uint8_t)0|(int16_t)0|(uint16_t)0|" +
  "(int32_t)0|(uint32_t)0|(int64_t)0|(uint64_t)0|(short)1|(unsigned short)1|(long)1|(short)1 + 1|(uint16_t)1 + (uint16_t)1|1u + 1L|" +
  "1 ? 1L : 2|1L << 2|~(uint8_t)1|-(int8_t)1|1 < 2|(int32_t)1 + 1|(uint32_t)1 * 2|sizeof(int) - 1|1.5";

export const CONSTRUCTS: readonly Construct[] = [
  written(
    "c",
    "_Generic tells types of one width apart",
    VALUES.split("|")
      .map((value, index) => `uint8_t v${index}[TOLD(${value})];`)
      .join("\n"),
    TOLD,
    // Their compilers do not agree on int32_t and int16_t, so these are rejected.
    ["xtensa", "msp430"],
  ),
  written(
    "c",
    "_Generic with pointers, structs and no default",
    "uint8_t a[_Generic(1, struct s *: 4, char *: 3, double: 5, int: 2)]; uint8_t b[_Generic((uint8_t)1, unsigned char: 3, int: 1 / 0)];",
    "struct s { int x; };",
  ),
  derived("a base class", "", "", "uint32_t v; uint8_t w;"),
  derived("two base classes", "struct part { uint16_t a; uint8_t b; };", ", part", "uint8_t v;"),
  derived("the padding of a POD is its own", "struct pod { uint32_t a; uint8_t b; };", ", pod", "uint8_t v;"),
  derived(
    "the padding of what is not a POD is lent",
    "struct pod { uint32_t a; uint8_t b; }; struct mid : pod { uint8_t c; };",
    ", mid",
    "uint8_t v; uint16_t w;",
  ),
  derived("a base class with defaults", "struct part { uint32_t a = 1; uint8_t b = 2; };", ", part", "uint8_t v;"),
  derived(
    "a base class with a constructor",
    "struct part { part() {} uint32_t a; uint8_t b; };",
    ", part",
    "uint8_t v;",
  ),
  derived("a base class with private fields", "class part { uint32_t a; uint8_t b; };", ", part", "uint8_t v;"),
  derived("an empty base class", "struct empty {};", ", empty", "uint32_t v;"),
  derived("two empty base classes", "struct e1 {}; struct e2 {};", ", e1, e2", "uint16_t v;"),
  derived("one empty class twice", "struct e {}; struct part : e { uint8_t a; };", ", part, e", "uint16_t v;"),
  derived(
    "an empty class as base and field",
    "struct e {}; struct part : e { e inner; uint8_t a; };",
    ", part",
    "uint16_t v;",
  ),
  derived(
    "an empty class as base and deep in a field",
    "struct e {}; struct deep { e inner; uint32_t a; }; struct part : e { deep d; uint8_t a; };",
    ", part",
    "uint16_t v;",
  ),
  derived(
    "a chain of empty classes",
    "struct e {}; struct f : e {}; struct g : f {};",
    ", g",
    "uint8_t v; g w; uint16_t x;",
  ),
  derived(
    "a base class with bit-fields",
    "struct bits { bits() {} uint32_t a : 3; };",
    ", bits",
    "uint8_t v; uint32_t w : 4;",
  ),
  derived(
    "a packed class with a base class",
    "struct part { uint32_t a; uint8_t b; } __attribute__((packed));",
    ", part",
    "uint32_t v;",
    ["msvc-x64"],
  ),
  derived(
    "a base class that #pragma pack packs, with an aligned field",
    "#pragma pack(push, 1)\nstruct part { alignas(4) uint8_t a; uint32_t b; uint8_t c; };\n#pragma pack(pop)",
    ", part",
    "uint8_t v; uint16_t w;",
    ["avr"],
  ),
  derived("an array of derived classes", "struct part : head { uint32_t a; };", "", "part v[2]; uint8_t w;"),
  derived("an aligned empty base class", "struct alignas(8) e {};", ", e", "uint8_t v;", ["avr"]),
  derived(
    "a template as base class",
    "template <typename T> struct part { T a; uint8_t b; };",
    ", part<uint16_t>",
    "uint8_t v;",
  ),
  written("c", "digraphs", "uint8_t a<:2:>; struct <% uint16_t b; %> v;"),
  written("c", "the size of a text", 'uint8_t a[sizeof "abc"]; uint8_t b[sizeof("x" "yz\\n")];'),
  written("c", "atomic types", "uint8_t a; atomic_uint b; atomic_ushort c; atomic_bool d;", "#include <stdatomic.h>", [
    "avr",
    "msvc-x64",
  ]),
  written("c", "an array of no elements at the end", "uint16_t a; uint8_t suffix[0];", "", ["msvc-x64"]),
  written(
    "c",
    "typeof",
    "__typeof__(uint16_t) a; typeof(((struct s *)0)->b) c; __typeof__(struct s) d;",
    "struct s { uint8_t a; uint32_t b[2]; };",
    ["msvc-x64"],
  ),
  written(
    "c",
    "_Generic on floating values",
    "uint8_t a[WIDE(1.0)]; uint8_t b[WIDE(1.0f)]; uint8_t c[WIDE(-0x1p3F)]; uint8_t d[WIDE((float)1)]; uint8_t e[WIDE(2e3)]; uint8_t f[WIDE(1)];",
    "#define WIDE(x) _Generic((x), float: 2, double: 3, default: 1)",
  ),
  written(
    "c",
    "typeof of a number",
    "__typeof__(1.0) a; __typeof__(1.0f) b; __typeof__(0x1p3F) c; __typeof__(1) d; __typeof__(1ul) e; __typeof__(5ULL) f; __typeof__(2e3) g;",
    "",
    ["msvc-x64"],
  ),
  written("c++", "decltype of a number", "decltype(1.0) a; decltype(1.0F) b; decltype(1) c; decltype(1UL) d;"),
  written(
    "c++",
    "std::conditional",
    "std::conditional<(sizeof(int) > 2), uint16_t, uint8_t>::type a; typename std::conditional<false, uint16_t, uint8_t>::type b; narrow c[2]; wide d;",
    "#include <type_traits>\ntypedef std::conditional<false, uint16_t, uint8_t>::type narrow; using wide = std::conditional<true, uint64_t, uint8_t>::type;",
    ["avr", "arm-eabi", "xtensa", "riscv32", "riscv64", "msp430", "msvc-x64"],
  ),
  written(
    "c",
    "modes",
    "byte_t a; two_t b; uint8_t x; four_t c; int d __attribute__((mode(HI)));",
    "typedef int byte_t __attribute__((mode(QI)));\ntypedef unsigned int two_t __attribute__((mode(__HI__)));\ntypedef int four_t __attribute__((__mode__(SI)));",
    ["msvc-x64"],
  ),
  written(
    "c++",
    "members named like types",
    "struct { level_t word[2]; } part[2]; uint32_t word; uint8_t uint16_t : 3, int16_t : 2; struct { uint8_t q; uint64_t int8_t; };",
    "typedef unsigned int word; typedef uint8_t level_t;",
  ),
  written(
    "c++",
    "inline namespaces",
    "ns::s a;",
    "namespace ns { inline namespace v1 { struct s { uint8_t x; uint16_t y; }; } }",
  ),
  written(
    "c++",
    "an inline namespace by its name",
    "ns::v1::s a; ns::v1::v2::t b; ns::t c; w::s d;",
    "namespace ns { inline namespace v1 { struct s { uint8_t x; uint16_t y; }; inline namespace v2 { struct t { uint32_t z; }; } } }\nnamespace w { namespace v1 { struct s { uint8_t x; }; } struct s { uint64_t y; }; }",
  ),
  written(
    "c++",
    "decltype of a variable",
    "decltype(count) a; decltype(first) b; decltype(limit) c; decltype(ns::inner) d;",
    "extern uint16_t count; struct s { uint8_t a; uint32_t b; }; static s first; constexpr unsigned char limit = 3;\nnamespace ns { volatile const short inner = 2; }",
  ),
  written(
    "c",
    "typeof of a variable",
    "__typeof__(count) a; __typeof__(first) b;",
    "extern uint16_t count; struct s { uint8_t a; uint32_t b; }; extern struct s first;",
    ["msvc-x64"],
  ),
  written(
    "c++",
    "std::atomic",
    "uint8_t a; std::atomic<uint32_t> b; std::atomic<bool> c; std::atomic_uint16_t d; std::atomic<double> e; std::atomic<uint64_t> f[2]; std::atomic<mode> g; holder<std::atomic<uint64_t>> h; uint8_t z;",
    "#include <atomic>\nenum class mode : uint16_t { off, on };\ntemplate <typename T> struct holder { uint8_t before; T value; };",
    ["avr", "arm-eabi", "xtensa", "riscv32", "riscv64", "msp430", "msvc-x64"],
  ),
  derived(
    "a base class with std::atomic lends its padding",
    "#include <atomic>\nstruct part { std::atomic<uint32_t> a; uint8_t b; };",
    ", part",
    "uint8_t v;",
    ["avr", "arm-eabi", "xtensa", "riscv32", "riscv64", "msp430", "msvc-x64"],
  ),
  written(
    "c++",
    "a template that is specialised in part",
    "ring<uint8_t, 2> a; ring<uint16_t, 2> b; ring<uint8_t, 3> c; ring<uint32_t, 1> d; same<int, int> e; same<int, char> f;",
    "template <typename T, int N> struct ring { T items[N]; uint8_t head; };\ntemplate <typename E> struct ring<E, 2> { E first; E second; };\ntemplate <int M> struct ring<uint32_t, M> { uint64_t all[M]; };\ntemplate <> struct ring<uint16_t, 2> { uint32_t both; };\ntemplate <class A, class B> struct same { uint8_t no; };\ntemplate <class A> struct same<A, A> { A yes; };",
  ),
  written(
    "c++",
    "a specialisation for a type by another name of it",
    "of<unsigned short> a; of<uint16_t> b; of<unsigned int> c; of<long> d; of<int32_t> e;",
    "template <typename T> struct of { T value; };\ntemplate <> struct of<uint16_t> { uint8_t one; };\ntemplate <> struct of<int32_t> { uint64_t other; };",
    ["msp430"],
  ),
  derived(
    "a packed class does not pack its base classes",
    "struct part { uint8_t x; uint32_t a; }; class own { public: uint8_t y; uint16_t b; own() {} }; struct __attribute__((packed)) all : part, own { uint8_t c; };\nstruct __attribute__((packed)) outer { uint8_t d; all e[2]; };",
    ", all",
    "uint8_t v; outer w;",
    ["msvc-x64"],
  ),
  written(
    "c++",
    "decltype",
    "decltype(s::b) a; decltype(uint16_t(1)) c; decltype(sizeof(int)) d;",
    "struct s { uint8_t a; uint32_t b; };",
  ),
  written(
    "c++",
    "constexpr functions",
    "uint8_t a[doubled(2)]; uint8_t b[most(3, 2)]; uint8_t c[factorial(3)];",
    "constexpr int doubled(int n) { return 2 * n; }\nconstexpr inline unsigned most(unsigned a, unsigned b) noexcept { return a > b ? a : b; }\nstatic constexpr uint8_t factorial(uint8_t n) { return n < 2 ? 1 : n * factorial(n - 1); }",
  ),
  written(
    "c++",
    "a constexpr function that wraps",
    "uint8_t a[low(259)];",
    "constexpr uint8_t low(int n) { return n; }",
  ),
  written(
    "c++",
    "a template that is specialised",
    "ring<uint8_t, 2> a; ring<uint16_t, 2> b; ring<uint8_t, 3> c;",
    "template <typename T, int N> struct ring { T items[N]; uint8_t head; };\ntemplate <> struct ring<uint8_t, 2> { uint32_t both; };",
  ),
  {
    title: "a name of the global scope that the namespace has, too",
    language: "c++",
    text: "struct e { uint32_t x; };\ntypedef uint32_t t;\ntemplate <typename T> struct box { T x; uint32_t y; };\nnamespace o { struct e { uint32_t x; }; }\nnamespace n {\nstruct e { uint8_t x; };\ntypedef uint8_t t, uint16_t;\ntemplate <typename T> struct box { T x; };\nnamespace o { struct e { uint8_t x; }; }\nstruct struct_m { uint8_t length; uint8_t ID; ::e a; struct ::e b; ::t c; e d; ::o::e f; o::e g; ::uint16_t h; uint8_t i[sizeof(::e)]; ::box<uint8_t> j; box<uint8_t> k; };\n}\nn::struct_m m = {0, 1};\n",
  },
  written("c", "an array of no elements at the end", "uint8_t v; uint32_t suffix[0];"),
  written(
    "c++",
    "a union of members that begin with one empty class",
    "both a; uint8_t v; struct { one x; s y; } b; union { holder p; holder q; }; uint8_t w;",
    "struct s {}; union one { uint32_t v; s e, f; }; union both { uint32_t v; one a, b; }; struct holder { s e; uint16_t v; };",
  ),
  ...(["c", "c++"] as const).flatMap((language) => [
    {
      title: `a typedef before its struct, with the struct's name, in ${language}`,
      language,
      text: "typedef struct struct_m struct_m;\nstruct list { struct_m *next; };\ntypedef struct struct_m { uint8_t length; uint8_t ID; uint32_t v; } struct_m;\nstruct_m m = {8, 1};\n",
    },
    {
      title: `typedefs of one name, before and behind, in ${language}`,
      language,
      text: "typedef struct in in;\ntypedef union un un;\ntypedef struct struct_m struct_m;\ntypedef struct in in;\ntypedef struct in { uint8_t a; uint16_t b; } in;\ntypedef union un { uint8_t a; uint32_t b; } un, *unp;\ntypedef struct struct_m { uint8_t length; uint8_t ID; in i; struct in j; un k[2]; } struct_m;\ntypedef struct struct_m struct_m;\ntypedef in in;\nstruct struct_m m = {0, 1};\n",
    },
  ]),
  {
    title: "a typedef with the name of a C++ keyword",
    language: "c",
    text: "typedef uint16_t friend;\nstruct struct_m { uint8_t length; uint8_t ID; friend p; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "specifiers of C++ as types of C",
    language: "c",
    text: "typedef uint16_t virtual; typedef uint32_t explicit; typedef uint8_t mutable; typedef uint16_t class; typedef uint16_t constexpr; typedef uint16_t thread_local; typedef uint32_t constinit;\nstruct struct_m { uint8_t length; uint8_t ID; virtual a; explicit b; mutable c; class d; constexpr e; thread_local f; constinit g; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "keywords of C++ as fields of C",
    language: "c",
    text: "struct struct_m { uint8_t length; uint8_t ID; uint16_t virtual; uint32_t explicit : 3, friend : 4; uint8_t mutable[2]; uint16_t public; uint8_t using; uint16_t operator; uint32_t template; uint16_t this; uint8_t delete, new; uint16_t namespace; uint16_t class; uint16_t typename; uint16_t private; uint16_t try; uint16_t not; uint8_t final; uint16_t override; uint32_t export; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "keywords of C++ as types of C",
    language: "c",
    text: "typedef uint16_t public; typedef uint16_t operator; typedef uint16_t template; typedef uint16_t using; typedef uint16_t namespace; typedef uint32_t new; typedef uint32_t typename; typedef uint16_t this; typedef uint8_t bool_t;\nstruct struct_m { uint8_t length; uint8_t ID; public a; operator b; template c; using d; namespace e; new f; typename g; this h; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "keywords of C++ as tags of C",
    language: "c",
    text: "struct class { uint16_t a; }; struct friend { uint32_t a; }; enum virtual { VA = 3 }; union private { uint16_t a; uint8_t b; };\nstruct struct_m { uint8_t length; uint8_t ID; struct class c; struct friend f; enum virtual v; union private p;  uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "qualified types with names of C++ keywords",
    language: "c",
    text: "typedef uint16_t typename; typedef uint8_t explicit;\nstruct struct_m { uint8_t length; uint8_t ID; const typename a; volatile explicit b; struct { explicit c; typename d; } e; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "types and constants of instantiated templates",
    language: "c++",
    text: "template <typename T> struct traits; \ntemplate <> struct traits<uint8_t> { typedef uint16_t wide; static const int n = 3; };\ntemplate <int N> struct pick { typedef uint32_t type; };\ntemplate <> struct pick<1> { typedef uint8_t type; };\ntemplate <class T> struct bits { static constexpr int n = 8 * sizeof(T); enum { count = 4 }; };\nstruct struct_m { uint8_t length; uint8_t ID; pick<1>::type a; typename pick<2>::type b; uint8_t c[bits<uint16_t>::n]; uint8_t d[bits<uint8_t>::count]; uint8_t z; };\nstruct_m m = {0, 1};\n",
  },
  {
    title: "the type behind an enum",
    language: "c++",
    text: "#include <type_traits>\nenum class mode : uint16_t { a, b };\nusing base = std::underlying_type_t<mode>;\nstruct struct_m { uint8_t length; uint8_t ID; std::underlying_type_t<mode> a; std::underlying_type<mode>::type b; base c; uint8_t z; };\nstruct_m m = {0, 1};\n",
    not: ["avr", "arm-eabi", "xtensa", "riscv32", "riscv64", "msp430", "msvc-x64", "i386", "aarch64"],
  },
  {
    title: "sizes of pointers and arrays",
    language: "c",
    text: "struct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(void *)]; uint8_t b[sizeof(int[3])]; uint8_t c[sizeof(char *[2])]; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "bit-fields with values",
    language: "c++",
    text: "struct struct_m { uint8_t length = 1; uint8_t ID = 2; uint8_t on : 1 {0}; uint8_t mode : 3 = 2; bool : 3; bool x : 1; uint8_t wide : 8; uint8_t z = 3; static thread_local int t; };\n",
    not: ["avr"],
  },
  {
    title: "GNU's spellings of qualifiers",
    language: "c",
    text: "typedef struct { __const__ uint16_t b; __const uint8_t c; __volatile uint32_t d; } tt;\nstruct struct_m { uint8_t length; uint8_t ID; __volatile__ uint8_t a; __const__ uint16_t b; __const uint8_t c; __volatile uint32_t d; uint16_t __volatile__ e; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
    not: ["msvc-x64"],
  },
  {
    title: "the attribute gcc_struct",
    language: "c",
    text: "struct struct_m { uint8_t length; uint8_t ID; uint8_t a : 3; uint16_t b : 4; uint32_t c; } __attribute__((gcc_struct));\nstruct struct_m m = {0, 1};\n",
    not: ["msvc-x64", "avr", "arm-eabi", "xtensa", "riscv32", "riscv64", "msp430", "aarch64"],
  },
  {
    title: "sizes of structs with pointers",
    language: "c",
    text: "struct node { uint8_t kind; struct node *next; void *list[3]; int (*call)(int); uint16_t n; };\nstruct outer { uint8_t a; struct node in; };\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(struct node)]; uint8_t b[__alignof__(struct node)]; uint8_t c[sizeof(struct outer)]; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
    not: ["msvc-x64", "i386"],
  },
  {
    title: "sizes of arrays that their values give",
    language: "c",
    text: '#define COUNT(x) (sizeof(x) / sizeof((x)[0]))\nstatic const int16_t t[] = { 1, 2, 3, };\nstatic const char *const names[] = { "a", "b" };\nstatic const uint8_t pairs[][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(t) / sizeof(t[0])]; uint8_t b[COUNT(names)]; uint8_t c[sizeof pairs]; uint8_t z; };\nstruct struct_m m = {0, 1};\n',
  },
  {
    title: "a type whose name is like a keyword",
    language: "c",
    text: "typedef struct { uint32_t v; } Struct;\ntypedef Struct Enum;\nstruct struct_m { uint8_t length; uint8_t ID; Enum a; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "operators of every kind",
    language: "c++",
    text: "struct vec { float x, y; vec() : x(0), y(0) {} vec operator+(const vec &o) const { vec r; r.x = x + o.x; return r; } float operator()(int i) { return i ? x : y; } operator unsigned long() const { return 1; } vec &operator+=(const vec&); explicit operator bool() const noexcept { return x != 0; } friend vec operator*(float, const vec&); bool operator<(const vec &o) const { return x < o.x; } vec *operator->() { return this; } };\nstruct struct_m { uint8_t length; uint8_t ID; vec v; uint8_t z; };\nstruct_m m;\n",
    not: ["msvc-x64"],
  },
  {
    title: "sizes of variables",
    language: "c++",
    text: "struct cell { uint8_t a; uint32_t b; }; extern const uint16_t tbl[6]; extern struct cell cells[3]; extern uint32_t one;\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(tbl)/sizeof(tbl[0])]; uint8_t b[sizeof cells / sizeof *cells]; uint8_t c[sizeof(cells[0])]; uint8_t d[sizeof(one)]; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "constructors of a specialised template",
    language: "c++",
    text: "template <int n, typename T = float> struct vec { T c[n]; vec() {} };\ntemplate <typename T> struct vec<3, T> { T x, y, z; vec() {} vec(const T &v) : x(v), y(v), z(v) {} };\nstruct struct_m { uint8_t length; uint8_t ID; vec<3> v; uint8_t z; } m = { 20, 7 };\n",
  },
  {
    title: "operator[] with a body",
    language: "c++",
    text: "struct q { float w, x; float &operator[](int i) { return i ? x : w; } };\nstruct struct_m { uint8_t length; uint8_t ID; q v; uint8_t z; } m = { 16, 7 };\n",
  },
  {
    title: "a class that is an argument of its base",
    language: "c++",
    text: "template <class D> struct ser { const uint8_t *data() const { return reinterpret_cast<const uint8_t *>(static_cast<const D *>(this)); } };\nstruct body : public ser<body> { uint8_t a; uint16_t v; };\nstruct struct_m { uint8_t length; uint8_t ID; body b; uint8_t z; } m = { 8, 7 };\n",
  },
  {
    title: "typedef behind other words",
    language: "c",
    text: "long typedef unsigned t;\nint typedef long unsigned u, v[2];\nunsigned long const typedef w;\nconst typedef short x;\nstruct struct_m { uint8_t length; uint8_t ID; t a; u b; v c; w d; x e; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "const in an enum's base",
    language: "c++",
    text: "enum e : const unsigned char { A };\nenum class f : unsigned short const { B };\nenum struct g : volatile uint16_t { C = 3, D };\nstruct struct_m { uint8_t length; uint8_t ID; e a; f b; g c; uint8_t z; };\nstruct_m m = {0, 1};\n",
  },
  {
    title: "specialisations that are declared before, or without, their text",
    language: "c++",
    text: "template <class T> struct box { T v; };\ntemplate <> struct box<int>;\ntemplate <> struct box<long>;\ntemplate <> struct box<int> { char x[3]; };\ntemplate <class T, int N> struct row { T v; };\ntemplate <class T> struct row<T, 2>;\ntemplate <class T> struct row<T, 2> { T v[2]; };\nstruct struct_m { uint8_t length; uint8_t ID; box<int> a; box<short> b; row<uint8_t, 2> c; row<uint8_t, 1> d; };\nstruct_m m;\n",
  },
  {
    title: "sizes of members and of their elements",
    language: "c++",
    text: "struct q { uint8_t a; uint16_t b; uint32_t w[3]; };\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t x[sizeof(q::b)]; uint8_t y[sizeof(((q*)0)->w[0])]; uint8_t c[sizeof(q::w) / sizeof(((struct q *)0)->w[0])]; decltype(q::w) d; uint8_t z; };\nstruct_m m = {0, 1};\n",
  },
  {
    title: "sizes of arrays whose values have places, or no braces",
    language: "c",
    text: '#define COUNT(x) (sizeof(x) / sizeof((x)[0]))\ntypedef int16_t pair[2];\nstruct s { int16_t a; char b; };\nstatic const pair p[] = { 1, 2, 3, 4 };\nstatic const int8_t q[][2] = { 1, 2, 3 };\nstatic const struct s r[] = { 1, 2, 3, 4, 5 };\nstatic const struct s t[] = { { 1, 2 }, { 3, 4 }, [3] = { .a = 6 } };\nstatic const int u[] = { [2] = 1, 2, [0] = 5 };\nstatic const int v[] = { [1 ... 3] = 1, 2 };\nstatic const char w[] = "hel" "lo\\x41\\n", x[] = { "abc" }, y[][4] = { "abc", "de" };\nstatic struct { const char *n; int v; } k[] = { { "x", 1 }, { "y,z", 2 } };\nint plain[] = { 1, 2, 3 };\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t a[COUNT(p)]; uint8_t b[COUNT(q)]; uint8_t c[COUNT(r)]; uint8_t d[COUNT(t)]; uint8_t e[COUNT(u)]; uint8_t f[COUNT(v)]; uint8_t g[sizeof w + sizeof(x)]; uint8_t h[COUNT(y)]; uint8_t i[COUNT(k)]; uint8_t j[COUNT(plain)]; uint8_t l[sizeof(t[0].b) + sizeof t[1].a]; uint8_t z; };\nstruct struct_m m = {0, 1};\n',
  },
  {
    title: "arrays of structs in C++",
    language: "c++",
    text: 'struct s { int16_t a; char b; };\nstatic const s t[] = { { 1, 2 }, { 3, 4 } };\nconstexpr s u[] { s{1, 2}, s{3, 4}, s{5, 6} };\nstatic constexpr char w[] = "hello";\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(t) / sizeof(t[0])]; uint8_t b[sizeof(u) / sizeof(*u)]; uint8_t c[sizeof w]; uint8_t z; };\nstruct_m m = {0, 1};\n',
  },
  {
    title: "sizes of wide texts",
    language: "c",
    text: 'struct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(L"abc")], b[sizeof u"abc\\n"], c[sizeof U"abc"], d[sizeof u8"a\\u00e9"], e[sizeof u"\\U0001F600"], f[sizeof "a" L"b"]; uint8_t z; };\nstruct struct_m m = {0, 1};\n',
  },
  {
    title:
      "functions of GNU in constants, offsets through a null pointer, and a struct that is measured to check something",
    language: "c",
    text: "#define OFFSET(t, m) ((unsigned)(uintptr_t)&((t *)0)->m)\n#define CHECK(e) (sizeof(struct { int:-!!(e); }))\nstruct s { char a; struct { int16_t x; int16_t y; } b; };\nstruct struct_m { uint8_t length; uint8_t ID; uint8_t a[__builtin_choose_expr(1, 2, 3)]; uint8_t b[__builtin_popcount(7)]; uint8_t c[__builtin_ffs(8) + __builtin_ctzl(4)]; uint8_t d[__builtin_bswap16(0x0500)]; uint8_t e[__builtin_expect(3, 1)]; uint8_t f[(int)(uintptr_t)&((struct s *)0)->b.y]; uint8_t g[(int)(uintptr_t)(&(((struct s *)0)->b))]; uint8_t h[3 + CHECK(0)]; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
    not: ["msvc-x64"],
  },
  {
    title: "lines that #line counts",
    language: "c",
    text: '#define N 30\n#line N "other.h"\nstruct part { uint8_t a[__LINE__]; };\n# 77 "third.h"\nstruct struct_m { uint8_t length; uint8_t ID; struct part p; uint8_t a[__LINE__]; uint8_t z; };\n#line 010\nstruct struct_m m = {0, __LINE__};\n',
  },
  {
    title: "names that a class inherits hide those outside",
    language: "c++",
    text: "struct T { uint8_t a; }; const int N = 5; enum { Q = 1, R = 2 };\nstruct base { typedef uint32_t T; static const int N = 2; enum { Q = 9 }; struct in { uint16_t q; }; };\nstruct in { uint8_t x; };\nstruct one : base { T t; uint8_t n[N]; in i; };\nstruct two : base { struct deep { T t; uint8_t q[Q], r[R]; }; deep d; };\nstruct three : one { T u; in j; };\ntemplate <class U> struct gen { typedef uint16_t T; static const int N = 3; };\ntemplate <class U> struct dependent : gen<U> { T t; uint8_t n[N]; };\ntemplate <class U> struct taken : gen<U> { using typename gen<U>::T; T t; uint8_t n[gen<U>::N]; };\nstruct four : gen<int> { T t; uint8_t n[N]; };\nstruct five : private base { using base::T; T t; uint8_t q[::Q]; };\ntemplate <class U> struct same { using type = U; }; template <class U> struct wrapped : same<U> {};\nstruct struct_m { uint8_t length; uint8_t ID; one a; two b; three c; dependent<int> d; taken<int> e; four f; five g; wrapped<uint16_t>::type h; three::in i; uint8_t z; };\nstruct_m m;\n",
  },
  {
    title: "using-declarations, using-directives and aliases of namespaces",
    language: "c++",
    text: "struct T { uint8_t a; }; const int N = 5; struct R { uint8_t r; };\nnamespace a { struct T { uint32_t a; }; const int N = 3; enum E : uint16_t { X = 7 }; typedef uint64_t W; namespace inner { struct Z { uint16_t z; }; } }\ntypedef uint8_t W;\nnamespace b { using a::T; using a::N; using a::W; struct one { T t; uint8_t n[N]; W w; }; }\nnamespace al = a; namespace al2 = ::a::inner;\nstruct two { al::T t; al2::Z z; al::E e; uint8_t n[al::N]; al::inner::Z y; };\nnamespace p { namespace a { struct R { uint32_t r; }; } namespace b { using namespace a; struct three { R r; }; } struct four { a::R r; ::a::T t; }; namespace q { namespace al = a; struct five { al::R r; }; } }\nnamespace c { typedef uint16_t T; namespace d { struct six { T t; }; typedef uint64_t T; struct seven { T t; }; } }\nstruct struct_m { uint8_t length; uint8_t ID; b::one a; two b; p::b::three c; p::four d; p::q::five e; c::d::six f; c::d::seven g; uint8_t z; };\nstruct_m m;\n",
  },
  {
    title: "nested namespaces in one declaration, and a class that is defined outside of its namespace",
    language: "c++",
    text: "struct T { uint8_t a; }; const int N = 2;\nnamespace n1 { struct T { uint64_t t; }; const int N = 6; struct late; }\nnamespace n1::n2 { struct one { T t; uint8_t n[N]; }; }\nstruct n1::late { T t; uint8_t n[N]; };\nnamespace v { inline namespace v2 { struct T { uint32_t t; }; } struct two { T t; v2::T u; }; }\nnamespace vv = v;\nstruct struct_m { uint8_t length; uint8_t ID; n1::n2::one a; n1::late b; v::two c; vv::T d; vv::v2::T e; T f; uint8_t z; };\nstruct_m m;\n",
    not: ["avr"],
  },
  {
    title: "a template that has only specialisations",
    language: "c++",
    text: "template <class T> struct kind;\ntemplate <> struct kind<int> { using t = uint16_t; static const int n = 3; };\ntemplate <class T> struct kind<T *> { using t = uint64_t; };\nstruct struct_m { uint8_t length; uint8_t ID; kind<int>::t a; uint8_t n[kind<int>::n]; uint8_t z; };\nstruct_m m;\n",
  },
  {
    title: "sizes of literals",
    language: "c",
    text: "struct struct_m { uint8_t length; uint8_t ID; uint8_t a[sizeof(1 + 1L)], b[sizeof('a')], c[sizeof(1 ? 1 : 2LL)], d[sizeof(L'a')], e[sizeof(u'a') + sizeof(U'a')], f[sizeof(1 < 2L)]; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
  },
  {
    title: "sizes of characters in C++",
    language: "c++",
    text: "struct struct_m { uint8_t length; uint8_t ID; uint8_t b[sizeof('a')], d[sizeof(L'a')], e[sizeof(u'a') + sizeof(U'a')]; uint8_t z; };\nstruct_m m = {0, 1};\n",
  },
  {
    title: "modes of floating types, words and pointers",
    language: "c",
    text: "typedef unsigned ptr __attribute__((mode(pointer)));\ntypedef int machine __attribute__((mode(__word__)));\ntypedef double single __attribute__((mode(SF)));\nstruct struct_m { uint8_t length; uint8_t ID; ptr a; machine b; single c; uint8_t z; };\nstruct struct_m m = {0, 1};\n",
    not: ["msvc-x64"],
  },
  {
    title: "lambdas in the bodies of a class",
    language: "c++",
    text: "struct part { uint8_t a; int g() { return [this] { return a; }(); } int h() { auto f = [&](int x) { return x + a; }; return f(1); } int k() { return [=]() mutable -> int { return 3; }(); } uint16_t b; int t() const { int v[3] = { 1, 2, 3 }; return v[a] + [](int x) { return x; }(v[0]); } };\nstruct struct_m { uint8_t length; uint8_t ID; part p; uint8_t z; };\nstruct_m m;\n",
  },
  {
    title: "template parameters with the type of their argument",
    language: "c++",
    text: "template <auto n> struct row { uint8_t v[n]; static constexpr auto twice = n * 2; };\nstruct struct_m { uint8_t length; uint8_t ID; row<3> a; row<sizeof(int32_t)> b; uint8_t z; };\nstruct_m m;\n",
    not: ["avr"],
  },
  {
    title: "a union as a message",
    language: "c",
    text: "union struct_m {\nstruct { uint8_t length; uint8_t ID; uint16_t v; };\nuint8_t raw[6];\n};\nunion struct_m m = {{0, 1, 2}};\n",
  },
];

/**
 * The differences.
 * @param wanted part of a title
 */
export function compareConstructs(target: AcceptanceTarget, wanted = ""): string[] {
  const all = CONSTRUCTS.filter(({ title, not = [] }) => !not.includes(target.abi) && title.includes(wanted));
  return all.flatMap(({ title, language, text }) => {
    const { verdict, why } = compareText(target, text, language);
    return verdict === "equal" ? [] : [`${title}: ${verdict}: ${why.join("; ")}`];
  });
}
