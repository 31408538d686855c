/** The helper functions of generated code: their TypeScript, and which need which. */

import type { Helper } from "./helper.ts";
import { ARITHMETIC } from "./helpers/arithmetic.ts";
import { INTEGERS } from "./helpers/integers.ts";
import { LOGIC } from "./helpers/logic.ts";
import { ROUNDING } from "./helpers/rounding.ts";
import { SPECIAL } from "./helpers/special.ts";
import { STATISTICS } from "./helpers/statistics.ts";
import { TRIGONOMETRY } from "./helpers/trigonometry.ts";

const HELPERS: ReadonlyMap<string, Helper> = new Map<string, Helper>(
  Object.entries({ ...ROUNDING, ...ARITHMETIC, ...TRIGONOMETRY, ...LOGIC, ...INTEGERS, ...SPECIAL, ...STATISTICS }),
);

/** TypeScript of a helper: its function declaration, with those of its parts, without what it `needs`. */
export function helperSource(name: string): string {
  return helperOf(name).source;
}

/** Names of all helpers. */
export function helperNames(): readonly string[] {
  return [...HELPERS.keys()];
}

/** The given helpers and all they call, sorted by name. */
export function helpersNeeded(names: Iterable<string>): string[] {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const next of helperOf(name).needs) add(next);
  };
  for (const name of names) add(name);
  return [...needed].sort();
}

function helperOf(name: string): Helper {
  const helper = HELPERS.get(name);
  if (helper === undefined) throw new Error(`no helper is named ${name}`);
  return helper;
}
