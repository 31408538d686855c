/** Compiler flags as a project file has them → the target they make. [GCC 3.4, 3.18, 3.19] */

import type { ChannelPlan } from "../channel-plan.ts";
import type { AbiName } from "../target.ts";
import { completeTarget, type Target, type TargetFacts } from "./target.ts";
import { TARGETS } from "./targets.ts";

export interface CompilerFlags {
  readonly target: Target;
  /** `-DNAME(a)=text`: what stands in front of the `=`, and behind it. */
  readonly defines: ReadonlyMap<string, string>;
  readonly undefines: ReadonlySet<string>;
  /** `-m32` asks for another table. */
  readonly unknown: readonly string[];
  /** What `-x`, `-std` or the compiler's name says. */
  readonly language: "c" | "c++" | undefined;
}

/** Flags that change no layout and no macro that a header would look at. */
const HARMLESS =
  /^-(?:O\w*|g\w*|W.*|w|c|S|E|M\w*|pipe|v|pedantic(?:-errors)?|ansi|l.*|L.*|I.*|isystem.*|o.*|s|static|nostdlib|nostartfiles|nodefaultlibs|ffreestanding|fhosted|ffunction-sections|fdata-sections|fno-exceptions|fno-rtti|fno-common|fcommon|fno-builtin.*|flto.*|fno-lto|fomit-frame-pointer|fno-strict-aliasing|fstack-.*|fno-stack-.*|fPIC|fpic|fPIE|fno-pic|fno-pie|fno-threadsafe-statics|fmerge-.*|fsingle-precision-constant|fdiagnostics-.*|fmax-errors=.*|ffast-math|fverbose-asm|fno-tree-.*|mcpu=.*|mthumb|marm|mfpu=.*|mfloat-abi=.*|mmcu=.*|mtune=.*|march=.*|mlongcalls|mtext-section-literals|mcmodel=.*|mno-relax|mrelax|mcall-prologues|mabi=aapcs|specs=.*|-specs=.*)$/;

const cache = new Map<string, CompilerFlags>();

export function targetOf(plan: Pick<ChannelPlan, "abi" | "cflags">): Target {
  return compilerFlags(plan).target;
}

export function compilerFlags({ abi, cflags = [] }: Pick<ChannelPlan, "abi" | "cflags">): CompilerFlags {
  const key = JSON.stringify([abi, cflags]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const flags = readFlags(abi, cflags);
  if (cache.size > 100) cache.clear();
  cache.set(key, flags);
  return flags;
}

/** The later of two flags wins, as in GCC. */
function readFlags(abi: AbiName, cflags: readonly string[]): CompilerFlags {
  const defines = new Map<string, string>();
  const undefines = new Set<string>();
  const unknown: string[] = [];
  const changes: { -readonly [Key in keyof TargetFacts]?: TargetFacts[Key] } = {};
  let base = TARGETS[abi];
  let pack: number | undefined;
  let packsAll = false;
  let language: CompilerFlags["language"];
  for (let at = 0; at < cflags.length; at++) {
    const flag = cflags[at] ?? "";
    const [, letter, joined] = /^-([DU])(.*)$/s.exec(flag) ?? [];
    if (letter !== undefined) {
      const text = joined === "" ? (cflags[++at] ?? "") : (joined ?? "");
      const [, name = "", value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
      if (letter === "D") {
        defines.set(name, value ?? "1");
        undefines.delete(name);
      } else {
        undefines.add(name);
        defines.delete(name);
      }
      continue;
    }
    const packing = /^-fpack-struct(?:=(1|2|4|8|16))?$/.exec(flag);
    if (packing !== null) {
      pack = packing[1] === undefined ? undefined : Number(packing[1]);
      packsAll = packing[1] === undefined;
      continue;
    }
    switch (flag) {
      case "-fno-pack-struct":
        pack = undefined;
        packsAll = false;
        break;
      case "-fshort-enums":
        changes.enumWidth = "smallest";
        break;
      case "-fno-short-enums":
        changes.enumWidth = "int";
        break;
      case "-funsigned-char":
      case "-fno-signed-char":
        changes.charSigned = false;
        break;
      case "-fsigned-char":
      case "-fno-unsigned-char":
        changes.charSigned = true;
        break;
      case "-funsigned-bitfields":
      case "-fno-signed-bitfields":
        changes.bitFieldsSigned = false;
        break;
      case "-fsigned-bitfields":
      case "-fno-unsigned-bitfields":
        changes.bitFieldsSigned = true;
        break;
      case "-mms-bitfields":
      case "-mno-ms-bitfields":
      case "-malign-double":
      case "-mint8":
      case "-mdouble=64":
      case "-mlong-double=64":
        unknown.push(flag);
        break;
      case "-m32":
        if (abi === "x86-64") base = TARGETS.i386;
        else if (abi !== "i386") unknown.push(flag);
        break;
      case "-m64":
        if (abi === "x86-64" || abi === "i386") base = TARGETS["x86-64"];
        else unknown.push(flag);
        break;
      default:
        if (/^-std=(?:c|gnu)\+\+/.test(flag)) language = "c++";
        else if (/^-std=|^-ansi$/.test(flag)) language = "c";
        else if (flag.startsWith("-") && !HARMLESS.test(flag)) unknown.push(flag);
    }
  }
  const target = completeTarget({ ...base, ...changes }, { pack, packsAll });
  return { target, defines, undefines, unknown, language };
}
