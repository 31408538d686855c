/** Common flags of projects, and random ones. */

import { processorTable } from "../../../generator/targets/processor-table.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import { Random } from "../layout/random.ts";
import type { Combination } from "./compare.ts";

const PROGRAMS: Readonly<Record<string, string>> = {
  "x86-64": "gcc",
  i386: "i686-linux-gnu-gcc",
  aarch64: "aarch64-linux-gnu-gcc",
  "arm-eabi": "arm-none-eabi-gcc",
  avr: "avr-gcc",
  xtensa: "xtensa-lx106-elf-gcc",
  riscv32: "riscv64-unknown-elf-gcc",
  riscv64: "riscv64-unknown-elf-gcc",
};

const WRITTEN: readonly (readonly [abi: AbiName, ...flags: string[]])[] = [
  [
    "arm-eabi",
    "",
    "-mcpu=cortex-m4 -mthumb",
    "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -Os -ffunction-sections -fdata-sections -std=gnu11",
    "-mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard -O2 -fno-exceptions -fno-rtti -std=gnu++17",
    "-mcpu=cortex-m0plus -mthumb -Os -flto -std=c99",
    "-mcpu=cortex-m33 -mthumb -mfloat-abi=softfp -mfpu=fpv5-sp-d16 -mcmse",
    "-mcpu=cortex-m3 -mthumb -O3 -funsigned-char -ffreestanding",
    "-march=armv7e-m+fp -mthumb -mfloat-abi=hard -O2",
    "-mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard -O2 -ffast-math",
    "-mcpu=arm7tdmi -mthumb-interwork -Os",
    "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard -O1 -fshort-wchar",
  ],
  [
    "avr",
    "",
    "-mmcu=atmega328p -Os",
    "-mmcu=atmega2560 -Os -std=gnu++11 -fno-exceptions -ffunction-sections",
    "-mmcu=attiny85 -Os -std=gnu99 -fpack-struct -fshort-enums -funsigned-char -funsigned-bitfields",
    "-mmcu=atmega32u4 -O2 -std=c11 -mrelax -mcall-prologues",
    "-mmcu=atxmega128a1 -O3",
    "-mmcu=attiny13a -Os -mtiny-stack",
  ],
  [
    "xtensa",
    "",
    "-Os -mlongcalls -mtext-section-literals -std=gnu99",
    "-O2 -std=c++17 -fno-exceptions -fno-rtti",
    "-fshort-enums -ffreestanding",
  ],
  [
    "riscv32",
    "",
    "-march=rv32imc -mabi=ilp32 -Os -std=gnu17",
    "-march=rv32imafc -mabi=ilp32f -mcmodel=medany -O2 -msmall-data-limit=8",
    "-march=rv32imac_zicsr_zifencei -mabi=ilp32 -O3 -fno-common",
    "-march=rv32ec -mabi=ilp32e -Os",
  ],
  ["riscv64", "", "-march=rv64gc -mabi=lp64d -mcmodel=medany -O2", "-march=rv64imac -mabi=lp64 -std=c99"],
  [
    "x86-64",
    "",
    "-O2 -Wall -g -std=c11 -fPIC",
    "-march=haswell -O3 -ffast-math",
    "-msse4.2 -mavx2 -std=gnu++20",
    "-std=c++11 -fno-exceptions",
    "-fshort-wchar -funsigned-char -pthread",
    "-O2 -fno-inline -fno-pie",
  ],
  ["i386", "", "-march=i686 -O2", "-march=pentium4 -msse2 -mfpmath=sse -std=c99"],
  ["aarch64", "", "-mcpu=cortex-a53 -O2", "-march=armv8.2-a+crypto -O2 -std=gnu++17", "-mcpu=cortex-a72 -fsigned-char"],
];

export const COMBINATIONS: readonly Combination[] = WRITTEN.flatMap(([abi, ...all]) =>
  all.flatMap((flags) => {
    const program = PROGRAMS[abi]!;
    const languages = /-std=(?:c|gnu)\+\+/.test(flags)
      ? (["c++"] as const)
      : /-std=/.test(flags)
        ? (["c"] as const)
        : (["c", "c++"] as const);
    return languages.map((language): Combination => ({ abi, program, flags, language }));
  }),
);

const ANY =
  "-O0 -O1 -O2 -O3 -Os -Og -Ofast -ffast-math -fno-math-errno -funsigned-char -fshort-enums -fshort-wchar -fpack-struct=1 -ffreestanding -fno-exceptions -fno-rtti -fexceptions -fPIC -fno-inline -fstack-protector-strong -fno-builtin -fsigned-zeros -fno-signed-zeros -ftrapping-math -fno-trapping-math -pthread -fopenmp -fno-threadsafe-statics -fgnu89-inline -std=c89 -std=c99 -std=c11 -std=gnu17 -std=gnu2x -std=c++98 -std=gnu++11 -std=c++14 -std=c++17 -std=gnu++20 -ansi".split(
    " ",
  );

export function randomCombinations(count: number, seed: number): Combination[] {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)]!;
  return Array.from({ length: count }, (): Combination => {
    const abi = pick(WRITTEN)[0];
    const processors = processorTable(abi)?.processors ?? [];
    const settings =
      abi === "arm-eabi"
        ? [
            "-mthumb",
            "-mfloat-abi=hard",
            "-mfloat-abi=softfp",
            "-mfpu=neon",
            "-mfpu=fpv4-sp-d16",
            "-mcmse",
            "-mbig-endian",
          ]
        : abi.startsWith("riscv")
          ? ["-mcmodel=medany", "-mabi=ilp32", "-mabi=lp64"]
          : [];
    const flags = [
      ...(processors.length > 0 && random.chance(0.8) ? [pick(processors)] : []),
      ...settings.filter(() => random.chance(0.3)),
      ...ANY.filter(() => random.chance(0.1)),
    ];
    return { abi, program: PROGRAMS[abi]!, flags: flags.join(" "), language: random.chance(0.5) ? "c" : "c++" };
  });
}
