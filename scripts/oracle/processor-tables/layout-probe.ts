/** A text whose sizes reveal the effect of flags on layouts: types, padding, bit-fields and signedness. */

const SIZES = [
  "sizeof(char)",
  "sizeof(short)",
  "sizeof(int)",
  "sizeof(long)",
  "sizeof(long long)",
  "sizeof(float)",
  "sizeof(double)",
  "sizeof(long double)",
  "sizeof(void *)",
  "sizeof(__WCHAR_TYPE__)",
  "sizeof(__SIZE_TYPE__)",
  "sizeof(__typeof__(L'x'))",
  "sizeof(enum { SMALL_A })",
  "sizeof(enum { WIDE_A = 300 })",
  "sizeof(enum { MINUS_A = -1, MINUS_B = 40000 })",
  "sizeof(enum { LARGE_A = 0xffffffffL })",
  "sizeof(_Bool)",
  "1 + ((char)-1 < 0)",
  "1 + ((__WCHAR_TYPE__)-1 < 0)",
  "1 + ((enum { SIGN_A })-1 < 0)",
  ...["char", "int", "long", "double", "long long", "float", "short", "void *", "long double"].flatMap((type) => [
    `sizeof(struct { char a; ${type} b; })`,
    `sizeof(struct { char a; ${type} b; } __attribute__((packed)))`,
    `__alignof__(${type})`,
  ]),
  "sizeof(struct { char a; struct { char b; } c; })",
  "sizeof(struct { char a : 3; int b : 5; short c : 9; })",
  "sizeof(struct { long a : 30; char b : 4; char c; })",
  "sizeof(struct { char a; int : 0; char b; })",
  "sizeof(struct { short a : 4; int b : 4; char c; })",
  "sizeof(struct { char a; long long b : 40; char c : 3; })",
  "sizeof(struct { char a[3]; } )",
  "sizeof(struct { } )",
  "sizeof(union { char a[3]; short b; })",
  "sizeof(struct { char a; int b __attribute__((aligned)); })",
  "1 + (_Generic((char)0, signed char: 2, unsigned char: 3, char: 1))",
];

export const LAYOUT_PROBE = [
  ...SIZES.map((size, index) => `char probe_${index}[${size} + 1] = { 1 };`),
  "short order = 0x0102;",
  "double real = 1.5;",
  "",
].join("\n");

/** Reads the sizes of the probes from the compiler's assembly. */
export function probeSizes(assembly: string): string {
  return [...assembly.matchAll(/\.size\s+(probe_\d+|order|real),\s*(\d+)/g)]
    .map(([, name, size]) => `${name} ${size}`)
    .sort()
    .join("\n");
}
