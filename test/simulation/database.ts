/** The database of a simulated machine: `embedded` (rows and cursor in one transaction) or a `server` (rows of equal time are one row). */

import type { Dice, Scheduler } from "./scheduler.ts";

export interface StoredRow {
  readonly place: string;
  readonly timeNs: bigint;
  readonly values: Readonly<Record<string, unknown>>;
}

interface PlainPoint {
  readonly database: string;
  readonly measurement: string;
  readonly timeNs: bigint;
  readonly timeSource: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly values: readonly unknown[];
}

/** Content of a transaction. */
interface Transaction {
  readonly position: number;
  readonly log: string;
  readonly points: readonly PlainPoint[];
  /** `database/measurement` whose rows and columns go before the points come. */
  readonly removes?: string;
  /** They replace rows of their times; other times get no row. */
  readonly rewrites?: true;
}

export interface DatabaseFaults {
  /** No answers until then, ns. */
  awayUntilNs: number;
  /** Additional duration of writes, ns. */
  slowNs: number;
  /** The next commits that end without an answer; a random number decides whether they take effect. */
  uncertainCommits: number;
}

interface State {
  readonly rows: StoredRow[];
  readonly types: Map<string, string>;
  readonly positions: Map<string, number>;
}

const empty = (): State => ({ rows: [], types: new Map(), positions: new Map() });

export class Database {
  readonly kind: "embedded" | "server";
  readonly faults: DatabaseFaults = { awayUntilNs: 0, slowNs: 0, uncertainCommits: 0 };
  #state = empty();
  /** State that survives a power failure; later changes may be lost. */
  #safe = empty();
  #unsafe: Transaction[] = [];

  constructor(kind: Database["kind"]) {
    this.kind = kind;
  }

  get rows(): readonly StoredRow[] {
    return this.#state.rows;
  }

  committed(log: string): number {
    return this.#state.positions.get(log) ?? 0;
  }

  /** Columns of each measurement, by `database/measurement`. */
  get columns(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    const found = new Map<string, Map<string, string>>();
    for (const [key, type] of this.#state.types) {
      const at = key.lastIndexOf("/");
      const place = key.slice(0, at);
      if (!found.has(place)) found.set(place, new Map());
      found.get(place)!.set(key.slice(at + 1), type);
    }
    return found;
  }

  typeOf(point: Pick<PlainPoint, "database" | "measurement">, column: string): string | undefined {
    return this.#state.types.get(`${point.database}/${point.measurement}/${column}`);
  }

  commit(transaction: Transaction): void {
    this.#apply(this.#state, transaction);
    if (this.kind === "embedded") this.#unsafe.push(transaction);
  }

  /** Everything is in the database's own pages. */
  secure(): void {
    for (const transaction of this.#unsafe.splice(0)) this.#apply(this.#safe, transaction);
  }

  cutPower(random: Dice): void {
    if (this.kind === "server") return;
    for (const transaction of this.#unsafe.splice(0, Math.floor(random() * (this.#unsafe.length + 1)))) {
      this.#apply(this.#safe, transaction);
    }
    this.#unsafe = [];
    const { rows, types, positions } = this.#safe;
    this.#state = { rows: [...rows], types: new Map(types), positions: new Map(positions) };
  }

  #apply({ rows, types, positions }: State, { points, position, log, rewrites, removes }: Transaction): void {
    if (removes !== undefined) removeFrom({ rows, types }, removes);
    for (const point of points) {
      const place = `${point.database}/${point.measurement}`;
      const present = point.columns.filter((_column, index) => point.values[index] !== undefined);
      const given = point.values.filter((value) => value !== undefined);
      const values = Object.fromEntries(present.map(({ name }, index) => [name, given[index]]));
      for (const { name, type } of present) types.set(`${place}/${name}`, type);
      const isOneRow = rewrites || this.kind === "server" || point.timeSource === "payload";
      const at = isOneRow ? rows.findIndex((row) => row.place === place && row.timeNs === point.timeNs) : -1;
      if (at < 0 && rewrites) continue;
      if (at < 0) rows.push({ place, timeNs: point.timeNs, values });
      else rows[at] = { place, timeNs: point.timeNs, values: { ...rows[at]!.values, ...values } };
    }
    positions.set(log, Math.max(positions.get(log) ?? 0, position));
  }
}

function removeFrom({ rows, types }: Pick<State, "rows" | "types">, removed: string): void {
  rows.splice(0, rows.length, ...rows.filter(({ place }) => place !== removed));
  for (const key of [...types.keys()]) if (key.startsWith(`${removed}/`)) types.delete(key);
}

/** The interface for the writing side. */
export interface DatabaseDoor {
  readonly database: Database;
  readonly scheduler: Scheduler;
  /** Resolves after that time, unless the waiting process is dead. */
  readonly wait: (ns: number) => Promise<void>;
}
