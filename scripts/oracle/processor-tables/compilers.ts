/** The compilers for the tables, with their processors and settings. */

import { spawnSync } from "node:child_process";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";

export interface Compiler {
  readonly abi: AbiName;
  readonly c: readonly string[];
  readonly cpp: readonly string[];
  /** Flags that choose a processor, combined with every setting that affects its macros. */
  cells(): string[][];
  /** Flags of another kind, with which each flag is tested once more. */
  readonly references: readonly (readonly string[])[];
  /** Flags with values, which the compiler's help does not list. */
  readonly flags: readonly string[];
}

const STANDARDS = [
  "c89",
  "c90",
  "c99",
  "c11",
  "c17",
  "c18",
  "c2x",
  "iso9899:1999",
  "iso9899:2011",
  "gnu89",
  "gnu90",
  "gnu99",
  "gnu11",
  "gnu17",
  "gnu18",
  "gnu2x",
];
const CPP_STANDARDS = ["98", "03", "0x", "11", "1y", "14", "1z", "17", "2a", "20", "2b", "23"];

const COMMON = [
  ...[...STANDARDS, ...CPP_STANDARDS.flatMap((year) => [`c++${year}`, `gnu++${year}`])].map((name) => `-std=${name}`),
  ..."-O -O0 -O1 -O2 -O3 -Os -Og -Ofast -Oz -pthread -fopenmp -ansi".split(" "),
  ..."-fstack-protector -fstack-protector-all -fstack-protector-strong -fsanitize=address -fsanitize=undefined -fsanitize=thread".split(
    " ",
  ),
  ..."-fpic -fPIC -fpie -fPIE -fcf-protection=none -fcf-protection=full -ffp-contract=off -ffp-contract=on -ffp-contract=fast".split(
    " ",
  ),
  ..."-fvisibility=hidden -fvisibility=default -flto -flto=auto -fno-lto -fdebug-prefix-map=a=b -fmacro-prefix-map=a=b -ffile-prefix-map=a=b".split(
    " ",
  ),
  ..."-fmax-errors=1 -fmessage-length=0 -fdiagnostics-color=always -fdiagnostics-color=never -fdiagnostics-color=auto -ftemplate-depth=900 -fconstexpr-depth=900 -fconstexpr-loop-limit=900".split(
    " ",
  ),
  ..."-fexcess-precision=fast -fexcess-precision=standard -ftls-model=initial-exec -falign-functions=16 -falign-loops=16 -ftabstop=4 -fuse-cxa-atexit".split(
    " ",
  ),
];

/** Common values for Cortex-M, and for the others. */
const M_FPUS = ["", ..."auto fpv4-sp-d16 fpv5-d16 fpv5-sp-d16".split(" ")];
const A_FPUS = [
  "",
  ..."auto crypto-neon-fp-armv8 fp-armv8 neon neon-fp-armv8 neon-fp16 neon-vfpv3 neon-vfpv4 vfp vfpv2 vfpv3 vfpv3-d16 vfpv3-d16-fp16 vfpv3-fp16 vfpv3xd vfpv4 vfpv4-d16".split(
    " ",
  ),
];
const M_EXTENSIONS =
  "+nofp +fp +fp.sp +fp.dp +nofp.dp +dsp +nodsp +nodsp+nofp +dsp+fp +dsp+fp.sp +dsp+fp.dp +mve +mve.fp +mve.fp+fp.dp +nomve +nomve+nofp +nomve.fp".split(
    " ",
  );
const A_EXTENSIONS = "+nofp +fp +simd +nosimd +neon +crc +crypto +vfpv3-d16 +vfpv4 +neon-vfpv4 +mp +fp16".split(" ");
const M_PROFILE = /cortex-m|armv[678][\w.]*-m/;
const A_PROFILE =
  /cortex-(?:a(?:5|7|8|9|15|53)|r4|r5|r52)$|armv7-[ar]$|armv7ve$|armv8-a$|arm1176jzf-s$|generic-armv7-a$/;

/** The valid names that the compiler lists after a wrong one. */
function valid(program: readonly string[], flag: string): string[] {
  const { stderr } = spawnSync(program[0]!, [...program.slice(1), `${flag}=?`, "-E", "-x", "c", "/dev/null"], {
    encoding: "utf8",
  });
  const [, names = ""] = /valid arguments [^:]*: ([^\n;]*)/.exec(stderr) ?? [];
  return names.split(" ").filter((name) => name !== "" && name !== "native");
}

function armCells(): string[][] {
  const program = ["arm-none-eabi-gcc"];
  const named = [
    ...valid(program, "-mcpu").map((name) => `-mcpu=${name}`),
    ...valid(program, "-march").map((name) => `-march=${name}`),
  ];
  const floats = (fpus: readonly string[]) => [
    [],
    ...["softfp", "hard"].flatMap((abi) =>
      fpus.map((fpu) => (fpu === "" ? [`-mfloat-abi=${abi}`] : [`-mfloat-abi=${abi}`, `-mfpu=${fpu}`])),
    ),
  ];
  return ["", ...named].flatMap((name) => {
    const [fpus, extensions] = M_PROFILE.test(name)
      ? [M_FPUS, M_EXTENSIONS]
      : A_PROFILE.test(name)
        ? [A_FPUS, A_EXTENSIONS]
        : [["", "vfp"], []];
    // Without `-mthumb` the default is `-marm`, if the processor supports both.
    const states = [[], ["-mthumb"]];
    const processor = name === "" ? [] : [name];
    return states.flatMap((state) => [
      ...floats(fpus).map((float) => [...processor, ...state, ...float]),
      ...extensions.flatMap((extension) => floats([""]).map((float) => [name + extension, ...state, ...float])),
    ]);
  });
}

function avrCells(): string[][] {
  const { stdout } = spawnSync("avr-gcc", ["--target-help"], { encoding: "utf8" });
  const [, names = ""] = /Known MCU names:([\s\w]*?)\n\s*\n/.exec(stdout) ?? [];
  return [[], ...[...new Set(names.split(/\s+/))].filter((name) => name !== "").map((name) => [`-mmcu=${name}`])];
}

function riscvCells(bits: 32 | 64): string[][] {
  const letters = [
    "i",
    "im",
    "ia",
    "ic",
    "imc",
    "ima",
    "iac",
    "imac",
    "imf",
    "imfc",
    "imaf",
    "imafc",
    "imafd",
    "imafdc",
    "g",
    "gc",
    "if",
    "ifd",
    "imfd",
    "imfdc",
    ...(bits === 32 ? ["e", "em", "ec", "emc", "eac", "emac"] : []),
  ];
  const extensions = [
    "",
    "_zicsr",
    "_zicsr_zifencei",
    "_zifencei",
    "_zba_zbb_zbc_zbs",
    "_zba_zbb_zbs",
    "_zicsr_zifencei_zba_zbb_zbc_zbs",
  ];
  const abis = bits === 32 ? ["", "ilp32", "ilp32f", "ilp32d", "ilp32e"] : ["", "lp64", "lp64f", "lp64d"];
  const settings = abis.map((abi) => (abi === "" ? [] : [`-mabi=${abi}`]));
  const models = [[], ["-mcmodel=medlow"], ["-mcmodel=medany"]];
  const processors = [
    "",
    ...letters.flatMap((letter) => extensions.map((extension) => `-march=rv${bits}${letter}${extension}`)),
  ];
  return processors.flatMap((processor) =>
    settings.flatMap((setting) =>
      models.map((model) => [...(processor === "" ? [] : [processor]), ...setting, ...model]),
    ),
  );
}

function namedCells(
  program: readonly string[],
  names: readonly string[],
  settings: readonly string[] = [],
): string[][] {
  const processors = [[], ...names.flatMap((flag) => valid(program, flag).map((name) => [`${flag}=${name}`]))];
  return processors.flatMap((processor) => [processor, ...settings.map((setting) => [...processor, setting])]);
}

function aarch64Cells(): string[][] {
  const program = ["aarch64-linux-gnu-gcc"];
  const plain = namedCells(program, ["-mcpu", "-march"]);
  const extensions =
    "+crc +crypto +nofp +nosimd +fp16 +sve +sve2 +dotprod +lse +rng +crc+crypto +simd +fp +nocrypto +memtag".split(" ");
  return [
    ...plain,
    ...plain.flatMap(([name]) => (name === undefined ? [] : extensions.map((extension) => [name + extension]))),
  ];
}

const gcc = (program: string, ...options: string[]) => ({
  c: [program, ...options],
  cpp: [program.replace(/gcc$/, "g++"), ...options],
});

const FPMATH = ["-mfpmath=sse", "-mfpmath=387"];
const COMMON_REFERENCES = [["-O2"], ["-ffast-math"], ["-std=c11"], ["-std=c++11"], ["-std=gnu++20"]];
const X86_REFERENCES = [
  ...COMMON_REFERENCES,
  ["-march=skylake-avx512"],
  ["-march=bdver4"],
  ["-mfpmath=sse"],
  ["-march=pentium4", "-mfpmath=sse"],
];
const X86_TUNED = [
  "-mcmodel=small",
  "-mcmodel=medium",
  "-mcmodel=large",
  "-mcmodel=kernel",
  "-mtls-dialect=gnu2",
  "-mprefer-vector-width=256",
];
const tuned = (program: readonly string[], flag = "-mtune") => valid(program, flag).map((name) => `${flag}=${name}`);

export const COMPILERS: readonly Compiler[] = [
  {
    abi: "avr",
    ...gcc("avr-gcc"),
    cells: avrCells,
    references: [...COMMON_REFERENCES, ["-mmcu=atmega2560"], ["-mmcu=attiny10"]],
    flags: [...COMMON, "-mbranch-cost=1", "-mn-flash=1"],
  },
  {
    abi: "xtensa",
    ...gcc("xtensa-lx106-elf-gcc"),
    cells: () => [[], ["-mabi=call0"], ["-mabi=windowed"]],
    references: COMMON_REFERENCES,
    flags: COMMON,
  },
  {
    abi: "riscv32",
    ...gcc("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"),
    cells: () => riscvCells(32),
    references: [...COMMON_REFERENCES, ["-march=rv32gc", "-mabi=ilp32d"], ["-march=rv32e", "-mabi=ilp32e"]],
    flags: [
      ...COMMON,
      "-msmall-data-limit=8",
      "-mtune=rocket",
      "-mtune=sifive-7-series",
      "-mtune=size",
      "-misa-spec=2.2",
      "-misa-spec=20191213",
    ],
  },
  {
    abi: "riscv64",
    ...gcc("riscv64-unknown-elf-gcc"),
    cells: () => riscvCells(64),
    references: [...COMMON_REFERENCES, ["-march=rv64i", "-mabi=lp64"]],
    flags: [
      ...COMMON,
      "-msmall-data-limit=8",
      "-mtune=rocket",
      "-mtune=sifive-7-series",
      "-mtune=size",
      "-misa-spec=2.2",
      "-misa-spec=20191213",
    ],
  },
  {
    abi: "x86-64",
    ...gcc("gcc"),
    cells: () => namedCells(["gcc"], ["-march"], FPMATH),
    references: X86_REFERENCES,
    flags: [...COMMON, ...X86_TUNED, ...tuned(["gcc"])],
  },
  {
    abi: "i386",
    ...gcc("i686-linux-gnu-gcc"),
    cells: () => namedCells(["i686-linux-gnu-gcc"], ["-march"], FPMATH),
    references: X86_REFERENCES,
    flags: [...COMMON, ...X86_TUNED, ...tuned(["i686-linux-gnu-gcc"])],
  },
  {
    abi: "aarch64",
    ...gcc("aarch64-linux-gnu-gcc"),
    cells: aarch64Cells,
    references: [...COMMON_REFERENCES, ["-march=armv8.5-a+sve2"]],
    flags: [
      ...COMMON,
      ...tuned(["aarch64-linux-gnu-gcc"]),
      "-mcmodel=tiny",
      "-mcmodel=small",
      "-mcmodel=large",
      "-mbranch-protection=none",
      "-mbranch-protection=standard",
      "-mabi=lp64",
      "-mabi=ilp32",
    ],
  },
  {
    abi: "arm-eabi",
    ...gcc("arm-none-eabi-gcc"),
    cells: armCells,
    references: [
      ...COMMON_REFERENCES,
      ["-mcpu=cortex-m7", "-mfloat-abi=hard"],
      ["-mcpu=cortex-a9", "-mfpu=neon", "-mfloat-abi=hard"],
      ["-mcpu=cortex-m55", "-mfloat-abi=hard"],
      ["-mcpu=cortex-m33"],
    ],
    flags: [
      ...COMMON,
      ...tuned(["arm-none-eabi-gcc"], "-mcpu").map((flag) => flag.replace("-mcpu", "-mtune")),
      "-mfp16-format=ieee",
      "-mfp16-format=alternative",
      "-mfp16-format=none",
      "-mabi=aapcs",
      "-mabi=aapcs-linux",
      "-mabi=apcs-gnu",
      "-mabi=atpcs",
      "-mtp=soft",
      "-mtp=cp15",
      "-mtp=auto",
      "-mstructure-size-boundary=8",
      "-mstructure-size-boundary=32",
      "-mtls-dialect=gnu",
      "-mtls-dialect=gnu2",
      "-mbranch-protection=none",
      "-mbranch-protection=standard",
    ],
  },
];
