/** Proposes `abi =` from the headers' includes and declared lengths. */

import { type AbiName, GUESSED, USUAL_ABI_NAMES } from "../../runtime/channels/abi-names.ts";
import { withBoards } from "./boards.ts";

export interface TargetProposal {
  readonly abi: AbiName;
  /** The plausible targets, the likeliest first; all targets if nothing excludes any. */
  readonly candidates: readonly AbiName[];
  /** True if all candidates give the same layouts. */
  readonly isSettled: boolean;
  /** The reason, as text for the user. */
  readonly reason: string;
}

interface Sign {
  readonly pattern: RegExp;
  readonly abis: readonly AbiName[];
}

/** Include paths that only some targets have. The first match decides. */
const INCLUDES: readonly Sign[] = [
  { pattern: /^(?:avr|util)\/|^(?:avr)/, abis: ["avr"] },
  { pattern: /^esp32(?:c|h)\d|^riscv/, abis: ["riscv32"] },
  { pattern: /^(?:esp_|esp8266|esp32|ESP8266|WiFi\.h|user_interface\.h|soc\/|nvs)/, abis: ["xtensa", "riscv32"] },
  {
    pattern: /^(?:stm32|core_cm|cmsis|arm_math|nrf|mbed|pico\/|hardware\/|sam[de]?\d|lpc|MK\d|fsl_|em_|tm4c|XMC|ti\/)/,
    abis: ["arm-eabi"],
  },
  { pattern: /^msp430/, abis: ["msp430"] },
  {
    pattern: /^(?:zephyr\/|kernel\.h|device\.h|nuttx\/|chibios|ch\.h|hal\.h|FreeRTOS)/,
    abis: ["arm-eabi", "xtensa", "riscv32"],
  },
  { pattern: /^(?:windows|winsock|WinSock|Windows)/, abis: ["msvc-x64"] },
  {
    pattern: /^(?:linux\/|sys\/(?!types)|unistd|netinet\/|arpa\/|endian\.h|pthread)/,
    abis: ["x86-64", "aarch64", "arm-eabi"],
  },
  {
    pattern: /^Arduino\.h$|^WProgram\.h$|^(?:SPI|Wire|HardwareSerial|Stream|Print)\.h$/,
    abis: ["avr", "xtensa", "arm-eabi", "riscv32"],
  },
];

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm;

/**
 * @param texts of the headers by shown path
 * @param isCompiled false for a place inside an `#if` that does not hold: such an include counts only if there is no other
 * @param layoutFor describes the messages' layout on a target; undefined if it contradicts their declared lengths
 */
export function suggestTarget(
  texts: ReadonlyMap<string, string>,
  isCompiled: (path: string, offset: number) => boolean,
  layoutFor: (abi: AbiName) => string | undefined,
): TargetProposal {
  const sign = signIn(texts, isCompiled);
  const speaking = sign?.abis ?? USUAL_ABI_NAMES;
  const layouts = new Map(speaking.map((abi) => [abi, layoutFor(abi)]));
  const fitting = speaking.filter((abi) => layouts.get(abi) !== undefined);
  const candidates = fitting.length === 0 ? speaking : fitting;
  const [abi = "x86-64"] = candidates;
  const others = candidates.filter((candidate) => layouts.get(candidate) !== layouts.get(abi));
  const isSettled = others.length === 0;
  return {
    abi,
    candidates,
    isSettled,
    reason: reasonOf(sign, { candidates, others }, fitting.length < speaking.length),
  };
}

interface Found extends Sign {
  readonly evidence: string;
}

function signIn(
  texts: ReadonlyMap<string, string>,
  isCompiled: (path: string, offset: number) => boolean,
): Found | undefined {
  const includes = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(INCLUDE)].map(({ 1: name = "", index }) => {
      const place = `${path}:${text.slice(0, index).split("\n").length}`;
      return { name, place, isSure: isCompiled(path, index) };
    }),
  );
  for (const isSure of [true, false]) {
    for (const sign of INCLUDES) {
      // `#ifdef _WIN32` is for a second compiler of a portable header.
      if (!isSure && sign.abis.includes("msvc-x64")) continue;
      const found = includes.find((include) => include.isSure === isSure && sign.pattern.test(include.name));
      if (found === undefined) continue;
      const doubt = isSure ? "" : ", in an #if that does not hold";
      return { ...sign, evidence: `'${found.name}' is included at ${found.place}${doubt}` };
    }
  }
  return undefined;
}

function reasonOf(
  sign: Found | undefined,
  { candidates, others }: { readonly candidates: readonly AbiName[]; readonly others: readonly AbiName[] },
  someAreOut: boolean,
): string {
  const isSettled = others.length === 0;
  const rest = candidates.slice(1).join(", ");
  const evidence = sign?.evidence ?? "the headers name no processor";
  if (candidates.length === 1) return someAreOut && sign === undefined ? "the declared lengths fit no other" : evidence;
  if (isSettled && sign === undefined && !someAreOut) return `${evidence}, and every one has the same layout`;
  if (isSettled) return `${evidence}; the layout is the same for ${rest}`;
  return `${evidence}; ${GUESSED}: it may be ${others.map(withBoards).join(", ")}, which lay it out otherwise`;
}
