/** Compilers with versions that lay some records out differently. */

const GCC = [8, 9, 10, 11, 12, 13, 14] as const;
const CLANG = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;

/** Valid values of a channel's `compiler`. Without a number, a version from the newer half. */
export const COMPILER_NAMES = [
  "gcc",
  ...GCC.map((version) => `gcc-${version}` as const),
  "clang",
  ...CLANG.map((version) => `clang-${version}` as const),
] as const;

export type CompilerName = (typeof COMPILER_NAMES)[number];
