/** Checks a command's interlock against the device's newest values. */

import type { ColumnValue, Comparison, StructCodec } from "../../codec/struct-codec.ts";
import type { Decoded } from "../../intake/intake.ts";

type Point = Decoded["points"][number];

/** The columns that interlocks need, by struct. */
export type Watched = ReadonlyMap<string, ReadonlySet<string>>;

export interface NewestValue {
  readonly value: ColumnValue;
  /** Time of the value, ms since 1970. */
  readonly ms: number;
}

/** The newest values of one sender, by struct and column. */
export class Newest {
  readonly #values = new Map<string, NewestValue>();

  /** @param struct absent for text, whose fields count for all structs */
  note(point: Point, struct: string | undefined, ms: number, watched: Watched): void {
    for (const [name, columns] of watched) {
      if (struct === undefined || struct === name) this.#note(point, name, columns, ms);
    }
  }

  #note(point: Point, struct: string, columns: ReadonlySet<string>, ms: number): void {
    for (const column of columns) {
      const value = valueIn(point, column);
      if (value === undefined) continue;
      const key = keyOf(struct, column);
      const known = this.#values.get(key);
      // A replayed value is old.
      if (known === undefined || known.ms <= ms) this.#values.set(key, { value, ms });
    }
  }

  at(struct: string, column: string): NewestValue | undefined {
    return this.#values.get(keyOf(struct, column));
  }
}

export function valueIn({ columns, values }: Point, column: string): ColumnValue | undefined {
  const index = columns.findIndex(({ name }) => name === column);
  return index < 0 ? undefined : values[index];
}

/** Whether the row fulfils all conditions. */
export function holds(comparisons: readonly Comparison[], point: Point): boolean {
  return comparisons.every((one) => isTrue(one, valueIn(point, one.column)));
}

export function watchedBy(structs: readonly Pick<StructCodec, "command">[]): Watched {
  const watched = new Map<string, Set<string>>();
  for (const { struct, column } of structs.flatMap(({ command }) => command?.interlock ?? []))
    watched.set(struct, (watched.get(struct) ?? new Set()).add(column));
  return watched;
}

/**
 * The reason not to send the command, as the end of a sentence; undefined if the interlock holds.
 * @param newest of the device
 */
export async function objection(
  interlock: readonly Comparison[],
  newest: (struct: string, column: string) => Promise<NewestValue | undefined>,
  { nowMs, freshMs }: { readonly nowMs: () => number; readonly freshMs: number },
): Promise<string | undefined> {
  for (const one of interlock) {
    const condition = `${one.column} ${one.is} ${one.value}`;
    const known = await newest(one.struct, one.column);
    if (known === undefined) return `${condition} is required, and '${one.column}' is unknown`;
    const { value, ms } = known;
    const ageMs = nowMs() - ms;
    if (ageMs > freshMs)
      return `${condition} is required, and '${one.column}' is ${(ageMs / 1000).toFixed(1)} s old (at most ${freshMs / 1000} s)`;
    if (!isTrue(one, value)) return `${condition} is required, and '${one.column}' is ${value}`;
  }
  return undefined;
}

function keyOf(struct: string, column: string): string {
  return `${struct} ${column}`;
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
