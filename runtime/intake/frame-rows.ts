/** A frame's values → its rows: one at the message's time, and one for each other sample of a run [D38]. Hot path. */

import { columnsOf, storedFieldsOf, storedName } from "../codec/fields.ts";
import type { ColumnValue, StructCodec } from "../codec/struct-codec.ts";
import type { PointColumn } from "../telemetry/point.ts";

export type RowValues = (ColumnValue | undefined)[];

/** Values of the columns that a codec has, `undefined` where the row has none. */
export interface FrameRow {
  /** From the message's time, ns. */
  readonly offsetNs: number;
  readonly values: RowValues;
}

/** Which value goes to which column of one row. */
interface RowPlan {
  readonly offsetNs: number;
  readonly from: number[];
  readonly to: number[];
}

export class FrameRows {
  readonly columns: readonly PointColumn[];
  /** In the order of time; undefined: the values are the one row. */
  readonly #plans: readonly RowPlan[] | undefined;

  constructor(codec: Pick<StructCodec, "fields">) {
    this.columns = columnsOf(codec).map(({ name, kind, unsigned }) => ({
      name,
      type: unsigned ? ("unsigned" as const) : kind,
      isDeclared: true as const,
    }));
    const fields = storedFieldsOf(codec);
    if (!fields.some(({ tag }) => tag?.kind === "sample")) return;
    const columnAt = new Map(this.columns.map(({ name }, index) => [name, index]));
    // The message has a row of its own also where no sample was taken at its time.
    const plans = new Map<number, RowPlan>([[0, { offsetNs: 0, from: [], to: [] }]]);
    for (const [index, field] of fields.entries()) {
      const offsetNs = field.tag?.kind === "sample" ? field.tag.offsetNs : 0;
      const plan = plans.get(offsetNs) ?? { offsetNs, from: [], to: [] };
      plan.from.push(index);
      plan.to.push(columnAt.get(storedName(field))!);
      plans.set(offsetNs, plan);
    }
    this.#plans = [...plans.values()].sort((a, b) => a.offsetNs - b.offsetNs);
  }

  /** In the order of time, the message's own (`offsetNs` 0) among them. @param values as `storedValues` gave them */
  of(values: RowValues): readonly FrameRow[] {
    if (this.#plans === undefined) return [{ offsetNs: 0, values }];
    return this.#plans.map(({ offsetNs, from, to }) => {
      const row: RowValues = new Array(this.columns.length).fill(undefined);
      for (let index = 0; index < from.length; index++) row[to[index]!] = values[from[index]!];
      return { offsetNs, values: row };
    });
  }
}
