/** Several databases behind one port: each takes those databases of the lab whose names it is given, one takes the rest. */

import type { Cursor, LogIdentity, Marks } from "../journal/log.ts";
import type { Batch } from "../telemetry/batch.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { FieldType, Point } from "../telemetry/point.ts";
import type {
  BeforeCommit,
  Checkpoints,
  Extent,
  ExtentQuery,
  MeasurementInfo,
  NewColumns,
  OpenedStore,
  RemovalOutcome,
  RewriteOutcome,
  Row,
  RowQuery,
  Series,
  SeriesQuery,
  Store,
  WriteOutcome,
} from "./store.ts";

/** One whose writes are idempotent: what was written to it is written again when another could not be. */
export interface Route {
  readonly name: string;
  readonly takes: (database: string) => boolean;
  readonly store: Store;
}

/** @param main has the position in the log, the facts, and all databases that no route takes; the first route that takes one counts */
export function openRoutedStore(main: Store, routes: readonly Route[]): Store {
  return new RoutedStore(main, routes);
}

class RoutedStore implements Store {
  readonly rewrites: Store["rewrites"];
  readonly checkpoints?: Checkpoints;
  readonly #main: Store;
  readonly #routes: readonly Route[];
  readonly #known = new Map<string, Store>();
  /** Settles with the write before: what is asked first is done first, in whichever of them. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(main: Store, routes: readonly Route[]) {
    this.#main = main;
    this.#routes = routes;
    this.rewrites = this.#all.every(({ rewrites }) => rewrites === "whole-rows") ? "whole-rows" : "given-columns";
    if (main.checkpoints !== undefined) this.checkpoints = main.checkpoints;
  }

  async open(log?: LogIdentity): Promise<OpenedStore> {
    for (const { store } of this.#routes) await store.open(log);
    return this.#main.open(log);
  }

  write(points: readonly Point[], position: Cursor, beforeCommit?: BeforeCommit, marks?: Marks): Promise<WriteOutcome> {
    return this.#inTurn(() => this.#write(points, position, beforeCommit, marks));
  }

  async #write(
    points: readonly Point[],
    position: Cursor,
    beforeCommit: BeforeCommit | undefined,
    marks: Marks | undefined,
  ): Promise<WriteOutcome> {
    const groups = this.#grouped(points);
    const own = groups.get(this.#main) ?? [];
    groups.delete(this.#main);
    const others = await settledAll(groups, (store, group) => store.write(group, position, beforeCommit));
    // Last: with it the position counts.
    const outcomes = [...others, await this.#main.write(own, position, beforeCommit, marks)];
    return {
      stored: outcomes.reduce((sum, { stored }) => sum + stored, 0),
      refused: outcomes.flatMap(({ refused }) => refused),
    };
  }

  rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    return this.#inTurn(() => this.#rewrite(points));
  }

  async #rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    const outcomes = await settledAll(this.#grouped(points), (store, group) => store.rewrite(group));
    return {
      rewritten: outcomes.reduce((sum, { rewritten }) => sum + rewritten, 0),
      refused: outcomes.flatMap(({ refused }) => refused),
    };
  }

  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    return this.#of(database).fieldTypes(database, measurement);
  }

  version(database: string, measurement: string): Promise<string | undefined> {
    return this.#of(database).version(database, measurement);
  }

  onNewColumns(listener: (columns: NewColumns) => void): void {
    for (const store of this.#all) store.onNewColumns(listener);
  }

  /** What one has of a database that another takes by now is not shown. */
  async measurements(): Promise<readonly MeasurementInfo[]> {
    const lists = await Promise.all(
      this.#all.map(async (store) =>
        (await store.measurements()).filter(({ database }) => this.#of(database) === store),
      ),
    );
    return lists.flat();
  }

  series(query: SeriesQuery): Promise<Series> {
    return this.#of(query.database).series(query);
  }

  batches(query: RowQuery): AsyncIterable<Batch> {
    return this.#of(query.database).batches(query);
  }

  rows(query: RowQuery): AsyncIterable<Row> {
    return this.#of(query.database).rows(query);
  }

  extent(query: ExtentQuery): Promise<Extent | undefined> {
    return this.#of(query.database).extent(query);
  }

  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    return this.#inTurn(() => this.#of(database).remove(database, measurement));
  }

  remember(key: string, value: string): Promise<void> {
    return this.#main.remember(key, value);
  }

  remembered(): Promise<ReadonlyMap<string, string>> {
    return this.#main.remembered();
  }

  status(): PartStatus {
    const all = [{ name: "store", ...this.#main.status() }].concat(
      this.#routes.map(({ name, store }) => ({ name, ...store.status() })),
    );
    const worst = all.find(({ state }) => state === "down") ?? all.find(({ state }) => state === "degraded") ?? all[0]!;
    const counts: Record<string, number> = {};
    for (const one of all)
      for (const [key, count] of Object.entries(one.counts ?? {})) counts[key] = (counts[key] ?? 0) + count;
    const lastError = worst.lastError ?? all.find((one) => one.lastError !== undefined)?.lastError;
    const successes = all.flatMap(({ lastSuccess }) => lastSuccess ?? []).sort();
    const lastSuccess = successes.at(-1);
    return {
      state: worst.state,
      detail: all.map(({ name, detail }) => `${name}: ${detail}`).join("; "),
      ...(lastError && { lastError }),
      ...(lastSuccess && { lastSuccess }),
      counts,
    };
  }

  async close(): Promise<void> {
    for (const store of this.#all) await store.close();
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(run);
    this.#writing = result.catch(() => {});
    return result;
  }

  get #all(): readonly Store[] {
    return [this.#main, ...this.#routes.map(({ store }) => store)];
  }

  #of(database: string): Store {
    let store = this.#known.get(database);
    if (store === undefined) {
      store = this.#routes.find(({ takes }) => takes(database))?.store ?? this.#main;
      // Names that strangers make up must not fill the memory.
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(database, store);
    }
    return store;
  }

  #grouped(points: readonly Point[]): Map<Store, Point[]> {
    const groups = new Map<Store, Point[]>();
    for (const point of points) {
      const store = this.#of(point.database);
      const group = groups.get(store);
      if (group === undefined) groups.set(store, [point]);
      else group.push(point);
    }
    return groups;
  }
}

const MOST_KNOWN = 10_000;

/** @throws what one of them threw, when all have ended: nothing of a batch is under way when it is written again */
async function settledAll<T>(
  groups: ReadonlyMap<Store, readonly Point[]>,
  run: (store: Store, group: readonly Point[]) => Promise<T>,
): Promise<T[]> {
  const settled = await Promise.allSettled([...groups].map(([store, group]) => run(store, group)));
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
