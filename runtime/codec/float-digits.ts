/** Values as people read them: a `float` with the digits that it has, not with those of the `double` that holds it. */

import type { FieldInfo } from "./struct-codec.ts";

/** Every float has at most as many. [IEEE 754-2019, 5.12.2] */
const MOST_DIGITS = 9;

/**
 * The value of a field for a text. `raw`: as in the message; `stored`: with its rule.
 * Programs get the exact value: a double that is equal to the float.
 */
export function shownValue(
  value: unknown,
  { scalar, expr }: Pick<FieldInfo, "scalar" | "expr">,
  form: "raw" | "stored",
): unknown {
  const isFloat = scalar === "float32" && (form === "raw" || expr === undefined);
  return isFloat && typeof value === "number" ? shortestFloat(value) : value;
}

/** The number with the fewest digits that rounds to the same float: 0.01 for 0.009999999776482582; others as they are. */
export function shortestFloat(value: number): number {
  if (Number.isSafeInteger(value) || Math.fround(value) !== value) return value;
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MOST_DIGITS));
}
