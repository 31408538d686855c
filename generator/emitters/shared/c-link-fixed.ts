/** Rules in fixed point, in thousandths of the unit: for processors without floating point, by arithmetic of 32 bits. */

import { functionText } from "../../codec/c-text.ts";
import type { Field } from "../../codec/model.ts";

/** raw = (value − offset) · times / by, for a value in thousandths. */
interface Fixed {
  readonly times: number;
  readonly by: number;
  readonly offset: number;
}

const LARGEST = 2 ** 31 - 1;
const MOST_TIMES = 1000;

/**
 * Functions that set and get a field in thousandths of its unit. None if its rule has too many digits for that.
 * @param range of the raw value
 */
export function fixedText(
  { rule, path }: Field,
  { name, type, prefix, range }: { name: string; type: string; prefix: string; range: readonly [number, number] },
  assign: (value: string) => string,
): string[] {
  const fixed = rule?.line && fixedOf(rule.line);
  if (fixed === undefined) return [];
  const { times, by, offset } = fixed;
  const [least, most] = valuesOf(fixed, range);
  if (least > most) return [];
  const half = Math.floor(Math.abs(by) / 2);
  const scaled = `(value ${offset < 0 ? "+" : "-"} ${constant(Math.abs(offset))}) * ${constant(by < 0 ? -times : times)}`;
  const setter = functionText(
    "int",
    `${prefix}_set_${name}_milli(${type} *message, int32_t value)`,
    [
      `if (value < ${constant(least)} || value > ${constant(most)}) return 0;`,
      `value = ${scaled};`,
      `value = (value < 0 ? value - ${constant(half)} : value + ${constant(half)}) / ${constant(Math.abs(by))};`,
      assign("value"),
      "return 1;",
    ],
    "The same in thousandths, without floating point.",
  );
  const largest = Math.max(...range.map(Math.abs)) * Math.abs(by) + Math.abs(offset);
  if (times !== 1 || largest > LARGEST) return [setter];
  const value = `(int32_t)message->${path} * ${constant(by)}`;
  const getter = functionText("int32_t", `${prefix}_get_${name}_milli(const ${type} *message)`, [
    `return ${value} ${offset < 0 ? "-" : "+"} ${constant(Math.abs(offset))};`,
  ]);
  return [setter, getter];
}

function fixedOf({ slope, offset }: { readonly slope: number; readonly offset: number }): Fixed | undefined {
  const thousandths = Math.round(offset * 1000);
  if (!isNear(thousandths, offset * 1000) || Math.abs(thousandths) > LARGEST / 2) return undefined;
  const smaller = Math.round(1 / (slope * 1000));
  if (Math.abs(slope) < 0.001 && isNear(1 / smaller, slope * 1000) && Math.abs(smaller) <= LARGEST)
    return { times: Math.abs(smaller), by: Math.sign(smaller), offset: thousandths };
  for (let times = 1; times <= MOST_TIMES; times++) {
    const by = Math.round(slope * 1000 * times);
    if (by !== 0 && isNear(by, slope * 1000 * times) && Math.abs(by) <= LARGEST / 2)
      return { times, by, offset: thousandths };
  }
  return undefined;
}

/** The values whose raw value is in range, and for which no step leaves 32 bits. */
function valuesOf({ times, by, offset }: Fixed, range: readonly [number, number]): readonly [number, number] {
  const ends = range.map((raw) => (raw * by) / times + offset).sort((a, b) => a - b);
  // Up to half a step beyond, which is rounded back. Exactly half is rounded away.
  const beyond = Math.ceil(Math.abs(by) / (2 * times)) - 1;
  const room = Math.floor((LARGEST - Math.abs(by)) / times);
  const least = Math.max(Math.ceil(ends[0]!) - Math.max(0, beyond), offset - room, -LARGEST);
  const most = Math.min(Math.floor(ends[1]!) + Math.max(0, beyond), offset + room, LARGEST);
  return [least, most];
}

function isNear(whole: number, value: number): boolean {
  return Math.abs(whole - value) <= Math.abs(value) * 1e-12;
}

function constant(value: number): string {
  return value < 0 ? `(-INT32_C(${-value}))` : `INT32_C(${value})`;
}
