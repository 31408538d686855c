/** What is known of the field types in each database: conflicts are found before anything is sent. */

import type { FieldType, PointColumn } from "../../telemetry/point.ts";
import { escapeMeasurement } from "./line-protocol.ts";

/** What a measurement has. */
export interface MeasurementColumns {
  /** Of fields, and of tags: those are texts. */
  readonly types: ReadonlyMap<string, FieldType>;
  /** Those of them that are tags. */
  readonly tags: ReadonlySet<string>;
}

export const NO_COLUMNS: MeasurementColumns = { types: new Map(), tags: new Set() };

export class MeasurementTypes implements MeasurementColumns {
  readonly name: string;
  /** As line protocol wants it. */
  readonly lineName: string;
  readonly types = new Map<string, FieldType>();
  readonly tags = new Set<string>();
  /** Columns that were reported as seen. */
  readonly announced = new Set<string>();
  /** Shapes of which every column is known and fits. */
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

  /** Those of the columns that are stored as given and were not reported before; from now on they are. */
  announce(types: ReadonlyMap<string, FieldType>): ReadonlyMap<string, FieldType> {
    const fresh = [...types].filter(([column, type]) => this.types.get(column) === type && !this.announced.has(column));
    for (const [column] of fresh) this.announced.add(column);
    return new Map(fresh);
  }

  /** Takes what the server says instead of what was believed. */
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
  /** When the server was last asked, on the clock of `performance.now()`; `undefined`: never. */
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

  /** Counts what is there now as seen already. */
  announceAll(): void {
    for (const measurement of this.measurements.values()) {
      for (const column of measurement.types.keys()) measurement.announced.add(column);
    }
  }
}

/** The database's own words for a conflict. [InfluxDB tsdb.PartialWriteError, ErrFieldTypeConflict] */
export function conflictText(field: string, measurement: string, given: FieldType, existing: FieldType): string {
  const where = `input field ${quote(field)} on measurement ${quote(measurement)}`;
  return `partial write: field type conflict: ${where} is type ${given}, already exists as type ${existing} dropped=1`;
}

// Go's %q.
function quote(name: string): string {
  return JSON.stringify(name);
}
