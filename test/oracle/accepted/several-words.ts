/** Types of several words in every place where a type can stand. `W` is the type; `@` makes names unique. */

import { Random } from "../layout/random.ts";

/** [C17 6.7.2p2], in the usual order. */
const TYPES = [
  "signed char",
  "unsigned char",
  "short int",
  "signed short",
  "unsigned short",
  "unsigned short int",
  "unsigned int",
  "signed int",
  "long int",
  "unsigned long",
  "unsigned long int",
  "long long",
  "long long int",
  "unsigned long long",
  "signed long long int",
  "unsigned long long int",
] as const;

/** Declarations before the message, and its members. */
type Place = readonly [before: string, members: string];

const IN_BOTH: readonly Place[] = [
  ["typedef W t@;", "t@ a;"],
  ["typedef const W t@[2];", "t@ a;"],
  ["#define T@ W\ntypedef T@ t@;", "t@ a;"],
  ["", "W a, b[2];"],
  ["", "W const a;"],
  ["", "volatile W a;"],
  ["", "W a : 3; W b : 5;"],
  ["", "W : 0; uint8_t a;"],
  ["", "uint8_t a[sizeof(W)];"],
  ["", "uint8_t a[sizeof(W[2])];"],
  ["", "uint8_t a[(W)300 > 255 ? 2 : 1];"],
  ["", "__typeof__(W) a; uint8_t b;"],
  ["", "struct { W a; } b;"],
  ["", "uint8_t a[__alignof__(W)];"],
  ["static const W n@ = 2;", "W a;"],
  ["static inline W f@(W a) { return a; }", "W a;"],
];

const IN_C: readonly Place[] = [
  ["", "_Atomic W a;"],
  ["", "_Alignas(W) uint8_t a;"],
  ["", "uint8_t a[_Alignof(W)];"],
  ["", "uint8_t a[_Generic((W)0, W: 2, default: 1)];"],
  ["typedef struct { W a; W b; } t@;", "t@ a;"],
];

const IN_CPP: readonly Place[] = [
  ["using t@ = W;", "t@ a;"],
  ["using t@ = const W;", "t@ a;"],
  ["using t@ = W const;", "t@ a;"],
  ["using t@ = W[2];", "t@ a;"],
  ["using t@ = W volatile;", "t@ a;"],
  ["#define T@ W\nusing t@ = T@;", "t@ a;"],
  ["namespace n@ { using t = W; }", "n@::t a;"],
  ["namespace n@ { inline namespace v1 { enum class e : W { A }; } }", "n@::e a;"],
  ["struct s@ { using t = W; t a; };", "s@ a; s@::t b;"],
  ["struct s@ { enum e : W { A, B }; e a; };", "s@ a; s@::e b;"],
  ["struct s@ { enum class e : W { A, B }; e a : 2; };", "s@ a; s@::e b;"],
  ["enum e@ : W { A@, B@ };", "e@ a;"],
  ["enum class e@ : W { A, B };", "e@ a;"],
  ["enum struct e@ : W { A, B };", "e@ a[2];"],
  ["enum e@ : W;\nenum e@ : W { A@ };", "e@ a;"],
  ["#define T@ W\nenum class e@ : T@ { A };", "e@ a;"],
  ["typedef enum : W { A@ } e@;", "e@ a;"],
  ["using e@ = enum : W { A@ };", "e@ a;"],
  ["", "enum : W { A, B } a;"],
  ["", "enum class e : W { A, B } a; e b;"],
  ["", "using t = W; t a;"],
  ["", "typedef W t; t a;"],
  ["template <typename T> using p@ = W;", "p@<int> a;"],
  ["template <typename T> using p@ = T[2];", "p@<W> a;"],
  ["template <typename T> struct b@ { using t = W; t a; T b; };", "b@<char> a;"],
  ["template <typename T> struct b@ { enum e : W { A }; e a; T b[A + 1]; };", "b@<char> a;"],
  ["template <typename T = W> struct b@ { T a; };", "b@<> a;"],
  ["template <typename T, int N> struct b@ { T a[N]; };", "b@<W, 2> a; b@<const W, sizeof(W)> b;"],
  ["template <W N> struct b@ { uint8_t a[N]; };", "b@<2> a;"],
  ["template <typename T> struct b@ { T a; };\ntemplate <> struct b@<W> { W a[3]; };", "b@<W> a; b@<char> b;"],
  ["template <typename T> struct b@ { T a; };\nusing t@ = b@<W>;", "t@ a;"],
  ["constexpr W n@ = 3;", "uint8_t a[n@];"],
  ["constexpr W f@(W n) { return n; }", "uint8_t a[f@(2)]; uint8_t b[f@(257) > 255 ? 2 : 1];"],
  ["", "static constexpr W n = 3; uint8_t a[n];"],
  ["", "uint8_t a[static_cast<W>(2)];"],
  ["", "alignas(W) uint8_t a;"],
  ["", "uint8_t a[alignof(W)];"],
  ["", "decltype((W)1) a; uint8_t b;"],
  ["struct s@ { operator W() const { return a; } W a; };", "s@ a; uint8_t b;"],
  ["struct s@ { W get(W x) const; static W make(); W a; };", "s@ a; uint8_t b;"],
  ["union u@ { W a; uint8_t b; };", "u@ a; uint8_t b;"],
];

/** Headers with each type in each place; the words of some are in another order. */
export function textsOfSeveralWords(language: "c" | "c++", seed: number): string[] {
  const random = new Random(seed);
  const places = [...IN_BOTH, ...(language === "c" ? IN_C : IN_CPP)];
  const all = places.flatMap((place) => TYPES.map((type) => [place, type] as const));
  return all.map(([[before, members], type]) => {
    const written = random.chance(0.3) ? shuffled(type, random) : type;
    const text = `${before}\nstruct struct_m@ {\nuint8_t length; uint8_t ID;\n${members}\nuint8_t last;\n};\nstruct struct_m@ m@ = {0, 1};\n`;
    return text.replaceAll(/\bW\b/g, written);
  });
}

/** C allows the words in any order. */
function shuffled(type: string, random: Random): string {
  const words = type.split(" ").map((word) => [random.next(), word] as const);
  return words
    .sort(([a], [b]) => a - b)
    .map(([, word]) => word)
    .join(" ");
}
