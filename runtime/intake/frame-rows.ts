/**
 * Distributes a frame's values to rows: one at the message's time, and one for each other sample of a run [D38]. Hot
 * path.
 */

import { columnsOf, storedFieldsOf, storedName } from "../codec/fields.ts";
import type { ColumnValue, FieldInfo, StructCodec } from "../codec/struct-codec.ts";
import type { PointColumn } from "../model/point.ts";

export type RowValues = (ColumnValue | undefined)[];

/** Values of a codec's columns, `undefined` for columns that the row does not have. */
export interface FrameRow {
  /** Relative to the message's time, ns. */
  readonly offsetNs: number;
  readonly values: RowValues;
}

/** Maps values to the columns of one row. */
interface RowPlan {
  readonly offsetNs: number;
  readonly from: number[];
  readonly to: number[];
  /** Columns of sample indices, with the index of this row's samples. */
  readonly numbers: { readonly to: number; readonly value: number }[];
}

/** An array of samples of which messages may contain a part; the last one present was taken at the message's time. */
interface Run {
  readonly from: number[];
  readonly offsets: number[];
}

export class FrameRows {
  readonly columns: readonly PointColumn[];
  /** In time order; undefined: the values form a single row. */
  readonly #plans: readonly RowPlan[] | undefined;
  readonly #runs: readonly Run[] = [];

  /** Indices of values that are samples with a stored index. */
  readonly #samples = new Set<number>();

  constructor(codec: Pick<StructCodec, "fields">) {
    this.columns = columnsOf(codec).map(({ name, kind, unsigned }) => ({
      name,
      type: unsigned ? ("unsigned" as const) : kind,
      isDeclared: true as const,
    }));
    const fields = storedFieldsOf(codec);
    if (!fields.some(({ tag }) => tag?.kind === "sample")) return;
    const columnAt = new Map(this.columns.map(({ name }, index) => [name, index]));
    // The message has its own row even if no sample was taken at its time.
    const plans = new Map<number, RowPlan>([[0, newPlan(0)]]);
    for (const [index, field] of fields.entries()) {
      const tag = sampleTag(field);
      const plan = plans.get(tag?.offsetNs ?? 0) ?? newPlan(tag?.offsetNs ?? 0);
      plans.set(plan.offsetNs, plan);
      plan.from.push(index);
      plan.to.push(columnAt.get(storedName(field))!);
      if (tag?.index === undefined) continue;
      this.#samples.add(index);
      const to = columnAt.get(tag.indexColumn ?? "")!;
      if (!plan.numbers.some((number) => number.to === to)) plan.numbers.push({ to, value: tag.index });
    }
    this.#plans = [...plans.values()].sort((a, b) => a.offsetNs - b.offsetNs);
    this.#runs = runsOf(fields);
  }

  /** The values of a frame are one row. */
  get isOne(): boolean {
    return this.#plans === undefined;
  }

  /**
   * In time order, including the message's own row (`offsetNs` 0). A run ends at the message's time with its last sample
   * present. @param values in the order of `storedValues`
   */
  of(values: RowValues): readonly FrameRow[] {
    if (this.#plans === undefined) return [{ offsetNs: 0, values }];
    const late = this.#lateness(values);
    const rows = new Map<number, RowValues>();
    const rowAt = (offsetNs: number): RowValues => {
      let row = rows.get(offsetNs);
      if (row === undefined) {
        row = new Array(this.columns.length).fill(undefined) as RowValues;
        rows.set(offsetNs, row);
      }
      return row;
    };
    // Samples that the message lacks have no rows; the message itself has one.
    rowAt(0);
    for (const { offsetNs, from, to, numbers } of this.#plans) {
      for (let index = 0; index < from.length; index++) {
        const at = from[index]!;
        if (values[at] !== undefined) rowAt(offsetNs + (late?.get(at) ?? 0))[to[index]!] = values[at];
      }
      if (isAnyThere(values, from, this.#samples)) for (const { to: at, value } of numbers) rowAt(offsetNs)[at] = value;
    }
    return [...rows].sort(([a], [b]) => a - b).map(([offsetNs, row]) => ({ offsetNs, values: row }));
  }

  /** How far values of runs are from where they would be in a complete run, ns; undefined: there are no runs. */
  #lateness(values: RowValues): ReadonlyMap<number, number> | undefined {
    if (this.#runs.length === 0) return undefined;
    return new Map(
      this.#runs.flatMap(({ from, offsets }) => {
        const last = from.findLastIndex((index) => values[index] !== undefined);
        return last < 0 ? [] : from.map((index) => [index, -offsets[last]!] as const);
      }),
    );
  }
}

function newPlan(offsetNs: number): RowPlan {
  return { offsetNs, from: [], to: [], numbers: [] };
}

function sampleTag({ tag }: Pick<FieldInfo, "tag">) {
  return tag?.kind === "sample" ? tag : undefined;
}

function runsOf(fields: readonly FieldInfo[]): Run[] {
  const runs = new Map<string, Run>();
  for (const [index, field] of fields.entries()) {
    const { lastOf, offsetNs = 0 } = sampleTag(field) ?? {};
    if (lastOf === undefined) continue;
    const run = runs.get(lastOf) ?? { from: [], offsets: [] };
    runs.set(lastOf, run);
    run.from.push(index);
    run.offsets.push(offsetNs);
  }
  return [...runs.values()];
}

/** Whether any sample with a stored index is present. */
function isAnyThere(values: RowValues, from: readonly number[], samples: ReadonlySet<number>): boolean {
  return samples.size > 0 && from.some((index) => samples.has(index) && values[index] !== undefined);
}
