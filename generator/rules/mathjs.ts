/** A mathjs instance that creates its functions on first use. Importing them would create all at once. */

import type { MathJsInstance, UnitDefinition } from "mathjs";
import { DEFINED } from "../../runtime/channels/units.ts";
import { loadMathjs } from "./load-mathjs.ts";

let known: MathJsInstance | undefined;

export function math(): MathJsInstance {
  known ??= created();
  return known;
}

function created(): MathJsInstance {
  const { all, create } = loadMathjs();
  if (all === undefined) throw new Error("mathjs has no functions");
  return create(all);
}

let areUnitsDefined = false;

/** With our own units. Its table of units takes 100 ms to make, and most headers convert none. */
export function mathWithUnits(): MathJsInstance {
  if (areUnitsDefined) return math();
  areUnitsDefined = true;
  for (const { name, is, prefixes } of DEFINED)
    math().createUnit(
      name,
      { ...(is === "base" ? {} : { definition: is }), ...(prefixes && { prefixes }) } as UnitDefinition,
      { override: true },
    );
  return math();
}
