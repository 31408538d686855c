/** All targets by the name a channel's `abi` gives them. */

import type { AbiName } from "../../target.ts";
import type { TargetAbi } from "../target-abi.ts";
import { ARM_EABI } from "./arm-eabi.ts";
import { AVR } from "./avr.ts";
import { X86_64 } from "./x86-64.ts";

export const ABIS: Readonly<Record<AbiName, TargetAbi>> = {
  "x86-64": X86_64,
  "arm-eabi": ARM_EABI,
  avr: AVR,
};
