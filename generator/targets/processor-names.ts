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
export function isElsewhereOnly(name: string): boolean {
  const [, processor = ""] = /^_{1,2}(\w+?)_{0,2}$/.exec(name) ?? [];
  return NAMES.has(processor.toLowerCase()) || FAMILIES.test(name) || LIBRARIES.test(name);
}
