/** Whether what must hold of a device holds: by the newest values that it sent, since the service runs. */

import type { ColumnValue, Comparison, StructCodec } from "../codec/struct-codec.ts";
import type { Decoded } from "../intake/intake.ts";

type Point = Decoded["points"][number];

/** Of one sender, by measurement. */
export class Newest {
  readonly #rows = new Map<string, { readonly point: Point; readonly ms: number }>();

  note(point: Point, ms: number): void {
    const known = this.#rows.get(point.measurement);
    // What is taken again came before.
    if (known === undefined || known.ms <= ms) this.#rows.set(point.measurement, { point, ms });
  }

  at(measurement: string): { readonly point: Point; readonly ms: number } | undefined {
    return this.#rows.get(measurement);
  }
}

export function valueIn({ columns, values }: Point, column: string): ColumnValue | undefined {
  const index = columns.findIndex(({ name }) => name === column);
  return index < 0 ? undefined : values[index];
}

/** Whether `row` has all that. */
export function holds(comparisons: readonly Comparison[], point: Point): boolean {
  return comparisons.every((one) => isTrue(one, valueIn(point, one.column)));
}

/**
 * Why it may not be sent, as the end of a sentence; undefined: it may.
 * @param rowOf newest of the device's for a measurement
 */
export function objection(
  interlock: readonly Comparison[],
  structs: readonly Pick<StructCodec, "name" | "measurement">[],
  rowOf: (measurement: string) => { readonly point: Point; readonly ms: number } | undefined,
  { nowMs, freshMs }: { readonly nowMs: number; readonly freshMs: number },
): string | undefined {
  for (const one of interlock) {
    const struct = structs.find(({ name }) => name === one.struct);
    const row = struct && rowOf(struct.measurement);
    const value = row && valueIn(row.point, one.column);
    const condition = `${one.column} ${one.is} ${one.value}`;
    if (row === undefined || value === undefined) return `${condition} is required, and '${one.column}' is unknown`;
    const ageMs = nowMs - row.ms;
    if (ageMs > freshMs)
      return `${condition} is required, and '${one.column}' is ${(ageMs / 1000).toFixed(1)} s old (at most ${freshMs / 1000} s)`;
    if (!isTrue(one, value)) return `${condition} is required, and '${one.column}' is ${value}`;
  }
  return undefined;
}

function isTrue({ is, value }: Comparison, found: ColumnValue | undefined): boolean {
  if (found === undefined) return false;
  const have = typeof found === "bigint" ? Number(found) : found;
  switch (is) {
    case "==":
      return have === value;
    case "!=":
      return have !== value;
    case "<":
      return have < value;
    case "<=":
      return have <= value;
    case ">":
      return have > value;
    case ">=":
      return have >= value;
  }
}
