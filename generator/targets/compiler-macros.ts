/** The predefined macros of a target's compiler with the channel's flags, from a measured table or from documentation. */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { differencesOf } from "./compiler-differences.ts";
import { documentedMacros, type Language } from "./predefined.ts";
import {
  type Change,
  familyOf,
  isOthersMacro,
  nameOf,
  type ProcessorTable,
  processorTable,
} from "./processor-table.ts";
import { isGnu, type Target } from "./target.ts";

export interface CompilerMacros {
  /** Name with parameters → replacement text. */
  readonly macros: ReadonlyMap<string, string>;
  /** Macros with conflicting or unknown values. */
  readonly uncertain: ReadonlySet<string>;
  /** True if a reserved name is certainly undefined. */
  isAbsent(name: string): boolean;
  /** True if the name has the form of compiler macros. A compiler version without a table may define it. */
  isOwnForm(name: string): boolean;
  /** The result of `__has_attribute(packed)` and the like, or whether `#ifdef` knows a name (`defined`); undefined if unknown. */
  answer(question: string, name: string): string | undefined;
}

/** Flags that choose the processor and its settings, as in the table. */
export interface ProcessorChoice {
  readonly processors: readonly string[];
  readonly settings: readonly string[];
}

export function compilerMacros(
  target: Target,
  flags: readonly string[],
  byteOrder: ByteOrder,
  language: Language,
): CompilerMacros {
  const table = processorTable(target.name);
  if (table === undefined) return documented(target, byteOrder, language);
  const { processors, settings } = processorChoice(target.name, table, flags);
  const differences = differencesOf(target, language);
  const sum = new Sum(table.base[language], CHIPS_OWN[target.name] ?? []);
  sum.apply(differences?.change);
  sum.apply(table.cell(processors.at(-1) ?? "", settings, language));
  for (const flag of ordered(table, flags, language, byteOrder)) {
    // The opposite flag would undo this one, and the table has no entry for both together.
    sum.doubt(table.change(oppositeOf(flag), language));
    sum.apply(table.change(flag, language));
  }
  const { macros, uncertain } = sum;
  // Depends on both processor and standard; the table has only one at a time.
  if (processors.length > 0 && flags.some((flag) => familyOf(flag) === "-std"))
    for (const name of ["__FLT_EVAL_METHOD__", "__FLT_EVAL_METHOD_TS_18661_3__"]) uncertain.add(name);
  // The same holds here: a part of `-ffast-math` may undo it.
  if (flags.some((flag) => FAST_MATH.test(flag)) && flags.some((flag) => PART_OF_FAST_MATH.test(flag)))
    uncertain.add("__FAST_MATH__");
  // An older `-std` after it does not undo these. [GCC 12]
  if (flags.some((flag) => /^-std=(?:c|gnu)\+\+2/.test(flag)) && !macros.has("__cpp_impl_coroutine"))
    uncertain.add("__cpp_impl_coroutine");
  if (byteOrder === "big" && !sum.hasChanged("__BYTE_ORDER__")) macros.set("__BYTE_ORDER__", "__ORDER_BIG_ENDIAN__");
  return {
    macros,
    uncertain,
    isAbsent: (name) =>
      (table.names.has(name) && differences?.change.get(name) !== null) ||
      ELSEWHERE.test(name) ||
      isOthersMacro(name) ||
      READERS.test(name) ||
      isElsewhereOnly(name),
    isOwnForm: isGnuForm,
    answer: differences?.answer ?? ((question, name) => table.answer(question, name, language)),
  };
}

/** Applies changes in order. A name with conflicting changes is uncertain. */
class Sum {
  readonly macros: Map<string, string>;
  readonly uncertain: Set<string>;
  private readonly changed = new Map<string, string | undefined | null>();

  constructor(base: ReadonlyMap<string, string>, uncertain: readonly string[]) {
    this.macros = new Map(base);
    this.uncertain = new Set(uncertain);
  }

  hasChanged(name: string): boolean {
    return this.changed.has(name);
  }

  apply(change: Change | string | undefined): void {
    if (typeof change !== "object") return;
    for (const [head, text] of change) {
      const name = nameOf(head);
      const differs = this.changed.has(name) && this.changed.get(name) !== text;
      if (text === null || differs) this.uncertain.add(name);
      this.changed.set(name, text);
      if (text === undefined) this.macros.delete(head);
      else if (text !== null) this.macros.set(head, text);
    }
  }

  doubt(change: Change | string | undefined): void {
    if (typeof change !== "object") return;
    for (const name of [...change.keys()].map(nameOf)) if (this.changed.has(name)) this.uncertain.add(name);
  }
}

/**
 * Macros without a measured table. For msp430-elf-gcc: those that all GCC targets share; for Microsoft's compiler: the
 * documented
 * ones. Feature tests are answered as GCC answers them on other targets, or not at all.
 */
function documented(target: Target, byteOrder: ByteOrder, language: Language): CompilerMacros {
  const gcc = processorTable("riscv32")!;
  const isMicrosoft = target.compiler.family === "microsoft";
  const others = documentedMacros(target, byteOrder, language === "c" ? "c++" : "c");
  return {
    macros: documentedMacros(target, byteOrder, language),
    uncertain: new Set(),
    isAbsent: (name) =>
      others.has(name) ||
      READERS.test(name) ||
      isElsewhereOnly(name) ||
      (isMicrosoft
        ? ELSEWHERE_MICROSOFT.test(name) || (isOthersMacro(name) && !/^__STDC/.test(name))
        : target.compiler.family === "sdcc"
          ? !/^_*SDCC/.test(name) && (ELSEWHERE.test(name) || (isOthersMacro(name) && !/^__STDC/.test(name)))
          : ELSEWHERE.test(name) || (isOthersMacro(name) && !gcc.base["c++"].has(name) && !gcc.base.c.has(name))),
    isOwnForm: isGnu(target) ? isGnuForm : (name) => /^_[_A-Z]/.test(name),
    answer: (question, name) =>
      !isGnu(target) && question !== "defined"
        ? undefined
        : isMicrosoft
          ? MICROSOFT_QUESTIONS.has(name)
            ? "1"
            : undefined
          : gcc.answer(question, name, language),
  };
}

const MICROSOFT_QUESTIONS: ReadonlySet<string> = new Set([
  "__has_include",
  "__has_cpp_attribute",
  "__FILE__",
  "__DATE__",
  "__TIME__",
  "__TIMESTAMP__",
  "__COUNTER__",
  "__LINE__",
]);

/** ESP8266 and ESP32 have their own cores, which their compilers assume without a flag. [xtensa-config.h] */
const CHIPS_OWN: Partial<Readonly<Record<AbiName, readonly string[]>>> = {
  xtensa: [
    "__XTENSA_CALL0_ABI__",
    "__XTENSA_WINDOWED_ABI__",
    "__XTENSA_SOFT_FLOAT__",
    "__WCHAR_TYPE__",
    "__WCHAR_MAX__",
    "__WCHAR_MIN__",
    "__WCHAR_WIDTH__",
    "__SIZEOF_WCHAR_T__",
    "__WCHAR_UNSIGNED__",
    "__GCC_WCHAR_T_LOCK_FREE",
  ],
};

/** Macros of other compilers and systems. GCC defines none of them for our targets. */
const ELSEWHERE =
  /^(?:__clang\w*|__llvm__|__ICC\w*|__IAR_\w+|__CC_ARM|__ARMCC_VERSION|__ARMCOMPILER_VERSION|__TASKING__|__CSMC__|__TI_\w+|__TMS\w+|__CWCC__|__MWERKS__|__GHS__|__ghs__|__DCC__|__HIGHC__|__WATCOMC__|__BORLANDC__|__TURBOC__|__INTEL_\w+|__ICC|__ECC|__SUNPRO_CC?|__xlC__|__xlc__|__IBMC(?:PP)?__|__HP_a?cc|__PGI|__PGIC__|__NVCC__|__CUDACC__|__CUDA_ARCH__|__HIP\w*|__EDG\w*|__COMO__|__DMC__|__LCC__|__TINYC__|__PCC__|__POCC__|__SDCC\w*|SDCC|__C51__|__C166__|__CX51__|__XC\w*|__PICC\w*|__HITECH__|__IMAGECRAFT__|__CODEVISIONAVR__|__RENESAS\w*|__CCRX__|__CCRL__|__FCC_VERSION|__MINGW\w*|__CYGWIN\w*|__MSYS__|__DJGPP\w*|__APPLE\w*|__MACH__|__OBJC\w*|__BLOCKS__|__FreeBSD\w*|__NetBSD\w*|__OpenBSD__|__DragonFly__|__bsdi__|__ANDROID\w*|__Fuchsia__|__QNX\w*|__sun|__sun__|__svr4__|__SVR4|__sgi|__hpux|__hpux__|_AIX\w*|__VXWORKS__|__vxworks|__INTEGRITY|__HAIKU__|__BEOS__|__EMSCRIPTEN__|__wasm\w*|__BIONIC__|__ASSEMBLER__|__ASSEMBLY__|__LANGUAGE_ASSEMBLY__|__KERNEL__|__CHECKER__|__cplusplus_cli|__cplusplus_winrt|__CODEGEARC__|__STDC_NO_\w+__|__STDC_LIB_EXT1__|__STDC_ANALYZABLE__|_MSC_\w+|_MSVC_\w+|_WIN\w+|__WIN32__|__WIN64__|_M_\w+|__TOS_WIN__|__WINDOWS__|_WINDOWS)$/;

const ELSEWHERE_MICROSOFT =
  /^(?:__GNUC\w*|__GNUG__|__clang\w*|__llvm__|__linux\w*|__unix\w*|__APPLE\w*|__MINGW\w*|__CYGWIN\w*|__KERNEL__|__CHECKER__|__ASSEMBLER__|__ICC\w*|__IAR_\w+|__CC_ARM|__ARMCC_VERSION|__TI_\w+|__CODEGEARC__|__BORLANDC__|__WATCOMC__|__EDG\w*|__DMC__|__arm\w*|__ARM\w*|__AVR\w*|__riscv\w*|__XTENSA\w*|__xtensa\w*|__MSP430\w*|_M_(?:IX86|ARM\w*|IA64|PPC|ALPHA|MRX\w*|CEE\w*))$/;

/** Macros of programs that only parse headers. No compiler defines them. */
const READERS =
  /^(?:_RUSTC_BINDGEN_|__BINDGEN__|__?DOXYGEN(?:__?)?|__cppcheck__|__CPPCHECK__|__COVERITY__|__KLOCWORK__|__INTELLISENSE__|__JETBRAINS_IDE__|__RESHARPER__|__CDT_PARSER__|__PYCPARSER__?|__GCCXML__|__CASTXML\w*|__ROOTCL\w*|__CLING__|__SWIG__|__LINT__|__lint__?|_lint|__LCLINT__|__FRAMAC__|__PCLINT__|_PCLINT_)$/;

/** GCC and Clang macros begin with two underscores. The tables list the few that begin with one and a capital. */
function isGnuForm(name: string): boolean {
  return name.startsWith("__");
}

const STANDARD = /^-std=/;
const FAST_MATH = /^-(?:ffast-math|Ofast)$/;
const PART_OF_FAST_MATH =
  /^-f(?:no-)?(?:trapping-math|math-errno|signed-zeros|finite-math-only|(?:unsafe|associative|reciprocal|rounding)-math\S*|signaling-nans)$/;

/** For each family of flags, the last one that is valid for the language. */
function ordered(
  table: ProcessorTable,
  flags: readonly string[],
  language: Language,
  byteOrder: ByteOrder,
): readonly string[] {
  const last = new Map<string, string>();
  const wanted = byteOrder === "big" ? ["-mbig-endian", ...flags] : flags;
  for (const flag of wanted) {
    const family = familyOf(flag);
    if (table.isSetting(flag) || (STANDARD.test(flag) && flag.includes("++") !== (language === "c++"))) continue;
    last.delete(family);
    last.set(family, flag);
  }
  return [...last.values()];
}

export function oppositeOf(flag: string): string {
  return /^-[fm]no-/.test(flag) ? flag.replace("no-", "") : flag.replace(/^-([fm])/, "-$1no-");
}

export function processorChoice(abi: AbiName, table: ProcessorTable, flags: readonly string[]): ProcessorChoice {
  const last = new Map<string, string>();
  for (const word of flags) {
    const flag = abi === "arm-eabi" ? (ARM_NAMES[word] ?? word) : word;
    if (table.isSetting(flag)) last.set(familyOf(flag), flag);
  }
  // Without FPU registers the FPU type has no effect. [GCC 3.19.5, -mfloat-abi]
  if (last.has("-mfpu") && !/=(?:softfp|hard)$/.test(last.get("-mfloat-abi") ?? "")) last.delete("-mfpu");
  if (abi === "arm-eabi" && last.get("-mthumb") === "-marm") last.delete("-mthumb");
  if (last.get("-mfloat-abi") === "-mfloat-abi=soft") last.delete("-mfloat-abi");
  const all = [...last.values()];
  const chooses = /^-m(?:cpu|arch|mcu)=/;
  return { processors: all.filter((flag) => chooses.test(flag)), settings: all.filter((flag) => !chooses.test(flag)) };
}

const ARM_NAMES: Readonly<Record<string, string>> = dictionary({
  "-mhard-float": "-mfloat-abi=hard",
  "-msoft-float": "-mfloat-abi=soft",
});

/**
 * Macros by which compilers name processors and C libraries that are not targets here. No compiler of a target defines them. [GCC 12,
 * config/*; Clang 19, lib/Basic/Targets; their libraries' features.h]
 */
const PROCESSORS = [
  "alpha arc arch64 bfin bpf cris csky epiphany e2k fr30 frv ft32 h8300 hexagon hppa hppa64 i960 ia64 iq2000 itanium lm32",
  "loongarch loongarch64 loongarch_grlen loongarch_lp64 loongarch32 m32c m32r m68k m68hc1x m6811 mc68000 mc68010 mc68020 mc68030",
  "mc68040 mc68060 mc68332 mcoldfire mcore mep microblaze mips mips64 mips16 mips_n32 mips_n64 mips_o32 mips_hard_float",
  "mips_soft_float mmix mn10300 moxie nds32 nios2 nvptx or1k pa_risc pdp11 powerpc powerpc64 powerpcle powerpc64le ppc ppc64 pru",
  "qdsp6 r8c rl78 rs6000 rx s390 s390x score sh sh1 sh2 sh2e sh3 sh4 sh5 sparc sparc64 sparc_v8 sparc_v9 sparcv8 sparcv9 spu",
  "tile tilegx tilepro tms320c6x v850 v850e v850e1 v850e2 vax ve visium xstormy16 z80 z180 zarch amdgcn hc12 s12z stm8 pic16",
].flatMap((line) => line.split(" "));

/** `__NAME__`, `__NAME`, `_NAME`, in either case, and with a version: `__SH4__`, `__mips_isa_rev`, `_MIPS_SIM`. */
const NAMES: ReadonlySet<string> = new Set(PROCESSORS);

const FAMILIES =
  /^(?:_{1,2}(?:MIPS|mips|ARCH_PP?C|ARCH_PWR\d?|ARCH_COM|CALL_ELF|CALL_SYSV|SH\d|ARC\w*\d|ARCEM|ARCHS|NDS32|MCF|mcf|HPPA|PA7?_RISC|LOONGARCH|loongarch|BFIN|ADSP|RL78|TMS320|POWER\d|PPU|SPU|VEC|ALTIVEC|VSX|RX\d)\w*|_?MIPSE[BL]_?|__MIPSE[BL]__|_R[34]000)$/;

const LIBRARIES = /^(?:__GLIBC\w*|__GNU_LIBRARY__|__UCLIBC\w*|__UCLIBC__|__DIETLIBC__|__KLIBC__|__MUSL__)$/;

/** True for a name that only compilers of other processors define, or other C libraries. */
function isElsewhereOnly(name: string): boolean {
  const [, processor = ""] = /^_{1,2}(\w+?)_{0,2}$/.exec(name) ?? [];
  return NAMES.has(processor.toLowerCase()) || FAMILIES.test(name) || LIBRARIES.test(name);
}
