/** Known field types of each database, so that conflicts are found before anything is sent. */

import type { FieldType, PointColumn } from "../../telemetry/point.ts";
import { escapeMeasurement } from "./line-protocol.ts";

/** The columns of a measurement. */
export interface MeasurementColumns {
  /** Types of fields and tags; tags are texts. */
  readonly types: ReadonlyMap<string, FieldType>;
  /** The tags among them. */
  readonly tags: ReadonlySet<string>;
}

export const NO_COLUMNS: MeasurementColumns = { types: new Map(), tags: new Set() };

export class MeasurementTypes implements MeasurementColumns {
  readonly name: string;
  /** The name, escaped for line protocol. */
  readonly lineName: string;
  readonly types = new Map<string, FieldType>();
  readonly tags = new Set<string>();
  /** Columns that were reported already. */
  readonly announced = new Set<string>();
  /** Column arrays in which every column is known and matches. */
  #fitting = new WeakSet<readonly PointColumn[]>();

  constructor(name: string) {
    this.name = name;
    this.lineName = escapeMeasurement(name);
  }

  fits(columns: readonly PointColumn[]): boolean {
    return this.#fitting.has(columns);
  }

  markFitting(columns: readonly PointColumn[]): void {
    this.#fitting.add(columns);
  }

  /** The columns that are stored with the given type and were not reported before; marks them as reported. */
  announce(types: ReadonlyMap<string, FieldType>): ReadonlyMap<string, FieldType> {
    const fresh = [...types].filter(([column, type]) => this.types.get(column) === type && !this.announced.has(column));
    for (const [column] of fresh) this.announced.add(column);
    return new Map(fresh);
  }

  /** Replaces the cached types by the server's. */
  replace({ types, tags }: MeasurementColumns): void {
    this.types.clear();
    this.tags.clear();
    for (const [name, type] of types) this.types.set(name, type);
    for (const name of tags) this.tags.add(name);
    this.#fitting = new WeakSet();
  }
}

export class DatabaseTypes {
  readonly name: string;
  readonly measurements = new Map<string, MeasurementTypes>();
  /** When the server was last queried, on the clock of `performance.now()`; `undefined`: never. */
  loadedAtMs: number | undefined;

  constructor(name: string) {
    this.name = name;
  }

  measurement(name: string): MeasurementTypes {
    let known = this.measurements.get(name);
    if (known === undefined) {
      known = new MeasurementTypes(name);
      this.measurements.set(name, known);
    }
    return known;
  }

  replace(loaded: ReadonlyMap<string, MeasurementColumns>, nowMs: number): void {
    for (const [name, columns] of loaded) this.measurement(name).replace(columns);
    for (const [name, known] of this.measurements) if (!loaded.has(name)) known.replace(NO_COLUMNS);
    this.loadedAtMs = nowMs;
  }

  /** Marks all existing columns as reported. */
  announceAll(): void {
    for (const measurement of this.measurements.values()) {
      for (const column of measurement.types.keys()) measurement.announced.add(column);
    }
  }
}

/** The database's own wording of a conflict. [InfluxDB tsdb.PartialWriteError, ErrFieldTypeConflict] */
export function conflictText(field: string, measurement: string, given: FieldType, existing: FieldType): string {
  const where = `input field ${quote(field)} on measurement ${quote(measurement)}`;
  return `partial write: field type conflict: ${where} is type ${given}, already exists as type ${existing} dropped=1`;
}

// Go's %q.
function quote(name: string): string {
  return JSON.stringify(name);
}
