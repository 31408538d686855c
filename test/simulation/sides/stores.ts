/** Replaces the stores of DuckDB and InfluxDB in a simulated machine. */

import { type Batch, BatchBuilder, type Cell, TIME } from "../../../runtime/model/batch.ts";
import type { LogIdentity } from "../../../runtime/model/message-log.ts";
import type { FieldType, Point } from "../../../runtime/model/point.ts";
import type {
  BeforeCommit,
  Extent,
  ExtentQuery,
  MeasurementInfo,
  OpenedStore,
  RefusedPoint,
  RemovalOutcome,
  RewriteOutcome,
  RowQuery,
  Series,
  Statistics,
  Store,
  WriteOutcome,
} from "../../../runtime/model/store.ts";
import { BaseStore } from "../../../runtime/store/base-store.ts";
import { typeConflict } from "../../../runtime/store/duckdb/database-error.ts";
import type { DuckdbStoreOptions } from "../../../runtime/store/duckdb/duckdb-store.ts";
import type { Database, DatabaseDoor } from "../database.ts";

declare const simulated: { readonly databaseOf: (url: string, kind: Database["kind"]) => DatabaseDoor };

const MS = 1_000_000;

export function openDuckdbStore({ path }: DuckdbStoreOptions): Store {
  return new SimulatedStore(simulated.databaseOf(path, "embedded")) as Store;
}

export function openInfluxStore({ url }: { readonly url: string }): Store {
  return new SimulatedStore(simulated.databaseOf(url, "server")) as Store;
}

/** A point can be read only until it is stored. */
function copyOf({ database, measurement, timeNs, timeSource, columns, values }: Point) {
  return { database, measurement, timeNs, timeSource, columns, values };
}

class SimulatedStore extends BaseStore {
  readonly rewrites: Store["rewrites"];
  readonly checkpoints;
  readonly #door: DatabaseDoor;
  #log = "";
  #checkpointed = 0;
  #lastWrite: Promise<unknown> = Promise.resolve();
  readonly #facts = new Map<string, string>();

  constructor(door: DatabaseDoor) {
    super();
    this.#door = door;
    this.rewrites = door.database.kind === "server" ? "given-columns" : "whole-rows";
    const checkpointed = () => this.#checkpointed;
    this.checkpoints =
      door.database.kind === "server"
        ? undefined
        : {
            get checkpointed() {
              return checkpointed();
            },
            secure: async () => {
              await door.wait(5 * MS);
              door.database.secure();
              this.#checkpointed = door.database.committed(this.#log);
            },
          };
  }

  async open(log?: LogIdentity): Promise<OpenedStore> {
    if (this.#door.database.kind === "server") await this.#reach();
    this.#log = log?.uuid ?? "";
    if (this.#door.database.kind === "server") return { committed: undefined };
    this.#door.database.secure();
    this.#checkpointed = this.#door.database.committed(this.#log);
    return { committed: this.#checkpointed };
  }

  write(points: readonly Point[], position: number, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    const written = this.#lastWrite.then(() => this.#write(points, position, beforeCommit));
    this.#lastWrite = written.catch(() => {});
    return written;
  }

  async #write(points: readonly Point[], position: number, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    const { database, scheduler } = this.#door;
    await this.#reach();
    const refused = this.#refused(points);
    const bad = new Set(refused.map(({ point }) => point));
    if (refused.length > 0) await beforeCommit?.(refused);
    const kept = points.filter((point) => !bad.has(point));
    const isDone = database.kind === "embedded" && position > 0 && database.committed(this.#log) >= position;
    const isUncertain = database.faults.uncertainCommits > 0;
    if (isUncertain) database.faults.uncertainCommits--;
    if (!isDone && !(isUncertain && scheduler.random() < 0.5)) {
      const fresh = kept.filter((point) =>
        point.columns.some(({ name }) => database.typeOf(point, name) === undefined),
      );
      database.commit({ points: kept.map(copyOf), position, log: this.#log });
      for (const { database: of, measurement, columns } of fresh) {
        const added = new Map(columns.map(({ name, type }) => [name, type]));
        this.announce({ database: of, measurement, columns: added }, (error) => {
          throw error;
        });
      }
    }
    await this.#door.wait(scheduler.random() * 3 * MS);
    if (isUncertain) throw new Error("the connection was lost");
    // The database does this from time to time.
    if (database.kind === "embedded" && scheduler.random() < 0.3) await this.checkpoints?.secure();
    return { stored: kept.length, refused };
  }

  /** A field keeps its first type, also within a batch. */
  #refused(points: readonly Point[]): RefusedPoint[] {
    const types = new Map<string, string>();
    const refused: RefusedPoint[] = [];
    for (const point of points) {
      const { database, measurement, columns, values } = point;
      const of = (name: string) =>
        types.get(`${database}/${measurement}/${name}`) ?? this.#door.database.typeOf(point, name);
      const wrong = columns.find(({ name, type }, i) => values[i] !== undefined && (of(name) ?? type) !== type);
      if (wrong !== undefined) {
        const exists = of(wrong.name) as typeof wrong.type;
        refused.push({ point, error: typeConflict(measurement, wrong.name, wrong.type, exists) });
        continue;
      }
      for (const { name, type } of columns) types.set(`${database}/${measurement}/${name}`, type);
    }
    return refused;
  }

  async #reach(): Promise<void> {
    const { scheduler, database, wait } = this.#door;
    await wait(scheduler.random() * 4 * MS + database.faults.slowNs);
    if (scheduler.nowNs < database.faults.awayUntilNs) throw new Error("connect ECONNREFUSED");
  }

  series(): Promise<Series> {
    throw new Error("a simulated store draws nothing");
  }
  statistics(): Promise<Statistics> {
    throw new Error("a simulated store counts nothing");
  }
  async fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    return this.#door.database.columns.get(`${database}/${measurement}`) as ReadonlyMap<string, FieldType> | undefined;
  }
  async measurements(): Promise<readonly MeasurementInfo[]> {
    await this.#reach();
    return Array.from(this.#door.database.columns, ([place, columns]) => {
      const at = place.indexOf("/");
      const [database, measurement] = [place.slice(0, at), place.slice(at + 1)];
      return { database, measurement, columns: columns as MeasurementInfo["columns"] };
    });
  }
  async extent(query: ExtentQuery): Promise<Extent | undefined> {
    await this.#reach();
    const times = this.#found(query).map(({ timeNs }) => timeNs);
    return times.length === 0 ? undefined : { rows: times.length, firstNs: times[0]!, lastNs: times.at(-1)! };
  }
  async *batches(query: RowQuery): AsyncGenerator<Batch> {
    await this.#reach();
    const types = this.#door.database.columns.get(`${query.database}/${query.measurement}`) ?? new Map();
    const wanted = (query.columns ?? [...types.keys()]).filter((name) => types.has(name));
    const columns = [TIME, ...wanted.map((name) => ({ name, type: types.get(name) as FieldType }))];
    const cells = this.#found(query).map(({ timeNs, values }) => [
      timeNs,
      ...wanted.map((name) => values[name] as Cell | undefined),
    ]);
    // A few rows at a time, so that other events can happen in between.
    for (let at = 0; at < cells.length; at += 3) {
      await this.#door.wait(this.#door.scheduler.random() * 100 * MS);
      const builder = new BatchBuilder(columns);
      for (const row of cells.slice(at, at + 3)) builder.add(row);
      yield builder.take();
    }
  }
  /** Oldest first; with a limit the newest ones. */
  #found({ database, measurement, columns, fromNs, toNs, limit = Number.POSITIVE_INFINITY }: RowQuery) {
    return this.#door.database.rows
      .filter(({ place, timeNs, values }) => {
        if (place !== `${database}/${measurement}`) return false;
        if ((fromNs !== undefined && timeNs < fromNs) || (toNs !== undefined && timeNs >= toNs)) return false;
        return columns === undefined || columns.some((name) => values[name] !== undefined);
      })
      .sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0))
      .slice(-limit);
  }
  async rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    await this.#reach();
    this.#door.database.commit({ points, position: 0, log: this.#log, rewrites: true });
    return { rewritten: points.length, refused: [] };
  }
  /** Only the embedded store can delete. */
  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    const removed = this.#lastWrite.then(async (): Promise<RemovalOutcome> => {
      if (this.#door.database.kind === "server") return "unsupported";
      await this.#reach();
      const place = `${database}/${measurement}`;
      if (!this.#door.database.columns.has(place)) return "unknown";
      this.#door.database.commit({ points: [], position: 0, log: this.#log, removes: place });
      return "removed";
    });
    this.#lastWrite = removed.catch(() => {});
    return removed;
  }
  async remember(key: string, value: string): Promise<void> {
    this.#facts.set(key, value);
  }
  async remembered(): Promise<ReadonlyMap<string, string>> {
    return this.#facts;
  }
  status(): { state: "ok"; detail: string } {
    return { state: "ok", detail: "simulated" };
  }
  async close(): Promise<void> {
    await this.#lastWrite;
  }
}
