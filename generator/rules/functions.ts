/** All functions that rules can call, by name. docs/rules.md is generated from this table. */

import type { FunctionEntry } from "./function-entry.ts";
import { ARITHMETIC_FUNCTIONS } from "./functions/arithmetic.ts";
import { INTEGER_FUNCTIONS } from "./functions/integers.ts";
import { LOGIC_FUNCTIONS } from "./functions/logic.ts";
import { TRIGONOMETRY_FUNCTIONS } from "./functions/trigonometry.ts";

/** A Map, so that lookups do not find names of Object.prototype. */
export const FUNCTIONS: ReadonlyMap<string, FunctionEntry> = new Map(
  Object.entries({ ...ARITHMETIC_FUNCTIONS, ...TRIGONOMETRY_FUNCTIONS, ...LOGIC_FUNCTIONS, ...INTEGER_FUNCTIONS }),
);
