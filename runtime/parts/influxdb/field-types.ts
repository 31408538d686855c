/** Known field types of each database, so that conflicts are found before anything is sent. */

import type { FieldType, PointColumn } from "../../model/point.ts";
import { escapeMeasurement, nameProblem } from "./line-protocol.ts";

/** The columns of a measurement. */
export interface MeasurementColumns {
  /** Types of fields and tags; tags are texts. */
  readonly types: ReadonlyMap<string, FieldType>;
  /** The tags among them. */
  readonly tags: ReadonlySet<string>;
}

export const NO_COLUMNS: MeasurementColumns = { types: new Map(), tags: new Set() };

/** All that is known of a measurement but its name. Never changes: the measurements of a fleet share it. */
interface Shape extends MeasurementColumns {
  /** Columns that were reported already. */
  readonly announced: ReadonlySet<string>;
  /** Column arrays in which every column is known and matches. */
  readonly fitting: WeakSet<readonly PointColumn[]>;
}

/** Measurements with more columns, or beyond this number of shapes, are rarely alike. */
const MOST_COLUMNS = 64;
const MOST_SHAPES = 1000;

class Shapes {
  readonly none: Shape = { ...NO_COLUMNS, announced: new Set(), fitting: new WeakSet() };
  readonly #known = new Map<string, Shape>();

  of(types: ReadonlyMap<string, FieldType>, tags: ReadonlySet<string>, announced: ReadonlySet<string>): Shape {
    const shape: Shape = { types, tags, announced, fitting: new WeakSet() };
    if (types.size > MOST_COLUMNS) return shape;
    const key = JSON.stringify([[...types], [...tags], [...announced]]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_SHAPES) this.#known.clear();
    this.#known.set(key, shape);
    return shape;
  }
}

export class MeasurementTypes implements MeasurementColumns {
  readonly name: string;
  /** The name, escaped for line protocol. */
  readonly lineName: string;
  /** Why the name cannot be stored. */
  readonly problem: string | undefined;
  readonly #shapes: Shapes;
  #shape: Shape;

  constructor(name: string, shapes: Shapes) {
    this.name = name;
    this.lineName = escapeMeasurement(name);
    this.problem = nameProblem("measurement", name);
    this.#shapes = shapes;
    this.#shape = shapes.none;
  }

  get types(): ReadonlyMap<string, FieldType> {
    return this.#shape.types;
  }

  get tags(): ReadonlySet<string> {
    return this.#shape.tags;
  }

  isAnnounced(column: string): boolean {
    return this.#shape.announced.has(column);
  }

  fits(columns: readonly PointColumn[]): boolean {
    return this.#shape.fitting.has(columns);
  }

  markFitting(columns: readonly PointColumn[]): void {
    this.#shape.fitting.add(columns);
  }

  addTypes(added: ReadonlyMap<string, FieldType>): void {
    const { types, tags, announced } = this.#shape;
    this.#shape = this.#shapes.of(new Map([...types, ...added]), tags, announced);
  }

  addTags(added: ReadonlySet<string>): void {
    const { types, tags, announced } = this.#shape;
    this.#shape = this.#shapes.of(types, new Set([...tags, ...added]), announced);
  }

  /** The columns that are stored with the given type and were not reported before; marks them as reported. */
  announce(given: ReadonlyMap<string, FieldType>): ReadonlyMap<string, FieldType> {
    const { types, tags, announced } = this.#shape;
    const fresh = [...given].filter(([column, type]) => types.get(column) === type && !announced.has(column));
    const all = new Set([...announced, ...fresh.map(([column]) => column)]);
    if (fresh.length > 0) this.#shape = this.#shapes.of(types, tags, all);
    return new Map(fresh);
  }

  /** Replaces the cached types by the server's. */
  replace({ types, tags }: MeasurementColumns): void {
    this.#shape = this.#shapes.of(types, tags, this.#shape.announced);
  }
}

export class DatabaseTypes {
  readonly name: string;
  readonly measurements = new Map<string, MeasurementTypes>();
  /** When the server was last queried, on the clock of `performance.now()`; `undefined`: never. */
  loadedAtMs: number | undefined;
  readonly #shapes = new Shapes();

  constructor(name: string) {
    this.name = name;
  }

  measurement(name: string): MeasurementTypes {
    let known = this.measurements.get(name);
    if (known === undefined) {
      known = new MeasurementTypes(name, this.#shapes);
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
    for (const measurement of this.measurements.values()) measurement.announce(measurement.types);
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
