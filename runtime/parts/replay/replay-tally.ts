/** What differs between stored rows and their payloads decoded again, and its counts with the first examples. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { formatNs } from "../../model/clock.ts";
import type { Point } from "../../model/point.ts";
import type { Row } from "../../model/store.ts";

export interface ColumnDifference {
  readonly column: string;
  /** Undefined: the row has no such column. */
  readonly old: ColumnValue | undefined;
  readonly new: ColumnValue | undefined;
}

/** A value as text with all its digits; null if the row has none. */
export interface DifferenceExample {
  /** ISO 8601 with nine digits. */
  readonly time: string;
  readonly old: string | null;
  readonly new: string | null;
}

export interface ColumnReport {
  readonly column: string;
  /** Numbers of rows whose value changes, that gain one, and that lose theirs. */
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly examples: readonly DifferenceExample[];
}

/** Rows that are not changed. */
export interface LeftReport {
  readonly reason: string;
  readonly rows: number;
  /** Time of the first one. */
  readonly time: string;
  readonly message: string;
}

export interface MeasurementReport {
  readonly measurement: string;
  /** Rows examined. */
  readonly rows: number;
  /** Rows that differ and can be rewritten. */
  readonly different: number;
  /** Rows that were rewritten; 0 in a dry run. */
  readonly rewritten: number;
  readonly columns: readonly ColumnReport[];
  readonly left: readonly LeftReport[];
  /** Columns that rows should lose but keep, because the database cannot delete a single value. */
  readonly keptColumns: readonly string[];
}

interface ColumnTally extends Record<"changed" | "added" | "removed", number> {
  readonly examples: DifferenceExample[];
}

export class ReplayTally {
  rows = 0;
  different = 0;
  rewritten = 0;
  readonly #measurement: string;
  readonly #examples: number;
  readonly #columns = new Map<string, ColumnTally>();
  readonly #left = new Map<string, { rows: number; time: string; message: string }>();
  readonly #kept = new Set<string>();

  /** @param examples maximum number for each column */
  constructor(measurement: string, examples: number) {
    this.#measurement = measurement;
    this.#examples = examples;
  }

  differs(timeNs: bigint, found: readonly ColumnDifference[]): void {
    this.different++;
    for (const difference of found) this.#column(timeNs, difference);
  }

  left(timeNs: bigint, reason: string, message: string): void {
    const known = this.#left.get(reason);
    if (known === undefined) this.#left.set(reason, { rows: 1, time: formatNs(timeNs), message });
    else known.rows++;
  }

  keeps(column: string): void {
    this.#kept.add(column);
  }

  report(): MeasurementReport {
    return {
      measurement: this.#measurement,
      rows: this.rows,
      different: this.different,
      rewritten: this.rewritten,
      columns: Array.from(this.#columns, ([column, tally]) => ({ column, ...tally })),
      left: Array.from(this.#left, ([reason, tally]) => ({ reason, ...tally })),
      keptColumns: [...this.#kept],
    };
  }

  #column(timeNs: bigint, difference: ColumnDifference): void {
    const { column, old, new: value } = difference;
    let tally = this.#columns.get(column);
    if (tally === undefined) {
      tally = { changed: 0, added: 0, removed: 0, examples: [] };
      this.#columns.set(column, tally);
    }
    tally[old === undefined ? "added" : value === undefined ? "removed" : "changed"]++;
    if (tally.examples.length >= this.#examples) return;
    tally.examples.push({ time: formatNs(timeNs), old: text(old), new: text(value) });
  }
}

function text(value: ColumnValue | undefined): string | null {
  return value === undefined ? null : String(value);
}

/** Compares a stored row with the result of decoding its payload again. */
export function differences(row: Row, point: Point): ColumnDifference[] {
  const found: ColumnDifference[] = [];
  const decoded = new Set<string>();
  for (const [index, { name }] of point.columns.entries()) {
    decoded.add(name);
    const old = row.values[name] ?? undefined;
    const value = point.values[index];
    if (!isSame(old, value)) found.push({ column: name, old, new: value });
  }
  for (const [name, old] of Object.entries(row.values)) {
    if (old !== null && !decoded.has(name)) found.push({ column: name, old, new: undefined });
  }
  return found;
}

/**
 * Stores return 64-bit integers as bigint, codecs return smaller ones as numbers. The sign of zero is ignored: not
 * every database keeps it.
 */
function isSame(a: ColumnValue | undefined, b: ColumnValue | undefined): boolean {
  if (typeof a === "bigint" && typeof b === "number") return Number.isInteger(b) && BigInt(b) === a;
  return a === b;
}
