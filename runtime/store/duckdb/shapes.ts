/** Groups rows by their columns: an update sets every column that it names, also to its former value. */

import type { PlacedRow } from "./placed-row.ts";

/** Number of nulls that are not worth the effort. */
const FEW_NULLS = 100_000;
/** Maximum number of columns for rows that are written together although their columns differ. */
const MOST_COLUMNS = 64;

export interface Shaped {
  readonly rows: readonly PlacedRow[];
  /** Slots that have a value in some row, ascending. */
  readonly slots: readonly number[];
}

/** Slots that have a value in some row, ascending. */
export function slotsUsed(rows: readonly PlacedRow[]): number[] {
  const used = new Set<number>();
  let last: Int32Array | undefined;
  for (const { slots } of rows) {
    if (slots === last) continue;
    last = slots;
    for (const slot of slots) if (slot >= 0) used.add(slot);
  }
  return [...used].sort((a, b) => a - b);
}

/** One group if the rows have mostly the same columns, else groups with few columns each. */
export function byShape(rows: readonly PlacedRow[]): Shaped[] {
  const slots = slotsUsed(rows);
  const values = rows.reduce((sum, row) => sum + row.values.length, 0);
  if (rows.length * slots.length - values < FEW_NULLS) return [{ rows: [...rows], slots }];
  const groups: { rows: PlacedRow[]; slots: Set<number> }[] = [];
  for (const row of [...rows].sort(compareSlots)) {
    const last = groups.at(-1);
    const added = last === undefined ? [] : [...row.slots].filter((slot) => slot >= 0 && !last.slots.has(slot));
    if (last !== undefined && (added.length === 0 || last.slots.size + added.length <= MOST_COLUMNS)) {
      last.rows.push(row);
      for (const slot of added) last.slots.add(slot);
    } else groups.push({ rows: [row], slots: new Set(row.slots.filter((slot) => slot >= 0)) });
  }
  return groups.map((group) => ({ rows: group.rows, slots: [...group.slots].sort((a, b) => a - b) }));
}

/** Rows with the same columns are adjacent, in their original order. */
function compareSlots({ slots: a }: PlacedRow, { slots: b }: PlacedRow): number {
  if (a === b) return 0;
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
