/** A measurement's rows as line protocol for the service. */

import type { ColumnValue } from "../../../codec/struct-codec.ts";
import type { FieldType, Point, PointColumn } from "../../../model/point.ts";
import type { Row } from "../../../model/store.ts";
import type { MeasurementColumns } from "../field-types.ts";
import { escapeMeasurement, formatTag, nameProblem } from "../line-protocol.ts";
import { Lines } from "../lines.ts";

export interface RowForm {
  /** Tags become columns, or a measurement for each combination, or are dropped. */
  readonly tags: "columns" | "series" | "drop";
  /** `devices`: numbers and booleans are stored like those of devices; `keep`: with InfluxDB's types. */
  readonly types: "devices" | "keep";
}

const EXPECTED_BYTES = 600_000;

export class RowLines {
  readonly #name: string;
  readonly #columns: readonly PointColumn[];
  readonly #isTag: readonly boolean[];
  readonly #form: RowForm;
  #lines = emptyLines();
  #problems: string[] = [];

  constructor(name: string, { types, tags }: MeasurementColumns, form: RowForm) {
    this.#name = escapeMeasurement(name);
    const kept = [...types].filter(([column]) => form.tags !== "drop" || !tags.has(column));
    this.#columns = kept.map(([column, type]) => ({ name: column, type: typeIn(type, form) }));
    this.#isTag = kept.map(([column]) => tags.has(column));
    this.#form = form;
    const problem = nameProblem("measurement", name);
    if (problem !== undefined) throw new Error(problem);
  }

  get bytes(): number {
    return this.#lines.count === 0 ? 0 : this.#lines.sizeOf(0, this.#lines.count);
  }

  add({ timeNs, values: cells }: Row): void {
    const values = this.#columns.map(({ name }) => valueIn(cells[name] ?? undefined, this.#form));
    let tags = "";
    for (const [index, value] of values.entries()) {
      if (!this.#isTag[index] || value === undefined || value === "") continue;
      tags += formatTag(this.#columns[index]!.name, String(value)) ?? "";
    }
    const point = { timeNs, columns: this.#columns, values } as unknown as Point;
    const problem = this.#lines.add(point, this.#name + tags, this.#isTag);
    if (problem !== undefined) this.#problems.push(problem);
  }

  take(): { readonly body: Buffer; readonly problems: readonly string[] } {
    const { count } = this.#lines;
    const taken = { body: count === 0 ? Buffer.alloc(0) : this.#lines.body(0, count), problems: this.#problems };
    this.#lines = emptyLines();
    this.#problems = [];
    return taken;
  }
}

function emptyLines(): Lines {
  return new Lines({ unsigned: "native" }, EXPECTED_BYTES);
}

function typeIn(type: FieldType, { types }: RowForm): FieldType {
  return types === "keep" || type === "string" ? type : "float";
}

/** Numbers of devices are stored as floats, and true as 1. [D22] */
function valueIn(value: ColumnValue | undefined, { types }: RowForm): ColumnValue | undefined {
  return types === "keep" || value === undefined || typeof value === "string" ? value : Number(value);
}
