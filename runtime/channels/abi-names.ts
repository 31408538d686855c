/** Valid values of a channel's `abi`. */
export const ABI_NAMES = [
  "x86-64",
  "i386",
  "aarch64",
  "arm-eabi",
  "avr",
  "xtensa",
  "riscv32",
  "riscv64",
  "msp430",
  "msvc-x64",
] as const;

export type AbiName = (typeof ABI_NAMES)[number];
