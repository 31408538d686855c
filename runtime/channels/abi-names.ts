/** Valid values of a channel's `abi`: a processor with its usual compiler, or another compiler for it. */
export const ABI_NAMES = [
  "x86-64",
  "i386",
  "aarch64",
  "arm-eabi",
  "arm-eabi-clang",
  "avr",
  "xtensa",
  "riscv32",
  "riscv64",
  "msp430",
  "msvc-x64",
  "mingw-x64",
  "sdcc",
] as const;

/** Those of which one is guessed where headers and configuration say nothing. */
export const USUAL_ABI_NAMES: readonly AbiName[] = ABI_NAMES.filter(
  (name) => !["arm-eabi-clang", "mingw-x64", "sdcc"].includes(name),
);

export type AbiName = (typeof ABI_NAMES)[number];

/** In the comment behind an `abi` that `init` guessed. */
export const GUESSED = "GUESSED";
