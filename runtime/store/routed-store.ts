/**
 * Combines several databases into one store, for readers and for replay. If one is away, the others continue.
 */

import { groupBy } from "../lib/group-by.ts";
import type { Keep } from "../model/keep.ts";
import type { LogIdentity } from "../model/message-log.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { Point } from "../model/point.ts";
import type {
  ColumnQuery,
  CombinedStore,
  ExtentQuery,
  ManyStatisticsQuery,
  MeasurementInfo,
  NewColumns,
  OpenedStore,
  ReceivedQuery,
  RewriteOutcome,
  RowQuery,
  SeriesQuery,
  StatisticsQuery,
  Store,
} from "../model/store.ts";
import { BaseStore } from "./base-store.ts";
import { MAIN_OUTPUT, Routing, type StoreOutput } from "./routing.ts";
import { Turns } from "./turns.ts";

export class RoutedStore extends BaseStore implements CombinedStore {
  readonly rewrites: Store["rewrites"];
  readonly #outputs: readonly StoreOutput[];
  readonly #routing: Routing;
  readonly #main: Store;
  /** Last known measurements of each database. */
  readonly #listed = new Map<Store, readonly MeasurementInfo[]>();
  readonly #turns = new Turns();

  /** @param outputs the main one stores the facts */
  constructor(outputs: readonly StoreOutput[]) {
    super();
    this.#outputs = outputs;
    this.#routing = new Routing(outputs);
    this.#main = this.#called(MAIN_OUTPUT);
    this.rewrites = outputs.every(({ store }) => store.rewrites === "whole-rows") ? "whole-rows" : "given-columns";
  }

  async open(log?: LogIdentity): Promise<OpenedStore> {
    for (const { store } of this.#outputs) if (store !== this.#main) await store.open(log);
    return this.#main.open(log);
  }

  rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    return this.#turns.run(() => this.#rewrite(points));
  }

  async #rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    const outcomes = await settledAll(
      groupBy(points, ({ database }) => this.#of(database)),
      (store, group) => store.rewrite(group),
    );
    return {
      rewritten: outcomes.reduce((sum, { rewritten }) => sum + rewritten, 0),
      refused: outcomes.flatMap(({ refused }) => refused),
    };
  }

  fieldTypes(database: string, measurement: string): ReturnType<Store["fieldTypes"]> {
    return this.#of(database).fieldTypes(database, measurement);
  }

  override version(database: string, measurement: string): ReturnType<Store["version"]> {
    return this.#of(database).version(database, measurement);
  }

  override onNewColumns(listener: (columns: NewColumns) => void): void {
    for (const store of this.#all) store.onNewColumns(listener);
  }

  override async refresh(): Promise<void> {
    await Promise.all(this.#outputs.map(({ store }) => store.refresh().catch(() => {})));
  }

  /**
   * Hides data of a database that now belongs to another output; includes the last known list of an output that is
   * away.
   */
  async measurements(): Promise<readonly MeasurementInfo[]> {
    const lists = await Promise.all(this.#outputs.map(({ store }) => this.#measurementsOf(store)));
    return lists.flat();
  }

  async #measurementsOf(store: Store): Promise<readonly MeasurementInfo[]> {
    const answer = store.measurements().then((all) => {
      const listed = all.filter(({ database }) => this.#of(database) === store);
      this.#listed.set(store, listed);
      return listed;
    });
    if (store === this.#main) return answer;
    const known = this.#listed.get(store) ?? [];
    const atWorst = answer.catch(() => known);
    // The query makes it reconnect; the caller does not wait for it.
    return store.status().state === "down" ? known : atWorst;
  }

  series(query: SeriesQuery): ReturnType<Store["series"]> {
    return this.#of(query.database).series(query);
  }

  statistics(query: StatisticsQuery): ReturnType<Store["statistics"]> {
    return this.#of(query.database).statistics(query);
  }

  override statisticsOfMany(query: ManyStatisticsQuery): ReturnType<Store["statisticsOfMany"]> {
    return this.#of(query.database).statisticsOfMany(query);
  }

  batches(query: RowQuery): ReturnType<Store["batches"]> {
    return this.#of(query.database).batches(query);
  }

  override stretch(query: RowQuery): ReturnType<Store["stretch"]> {
    return this.#of(query.database).stretch(query);
  }

  async few(query: Parameters<NonNullable<Store["few"]>>[0]): ReturnType<NonNullable<Store["few"]>> {
    return this.#of(query.database).few?.(query);
  }

  override rows(query: RowQuery): ReturnType<Store["rows"]> {
    return this.#of(query.database).rows(query);
  }

  extent(query: ExtentQuery): ReturnType<Store["extent"]> {
    return this.#of(query.database).extent(query);
  }

  remove(database: string, measurement: string): ReturnType<Store["remove"]> {
    return this.#turns.run(() => this.#of(database).remove(database, measurement));
  }

  override keep(keep: Keep | undefined): void {
    this.#main.keep(keep);
  }

  override countReceived(query: ReceivedQuery): ReturnType<Store["countReceived"]> {
    return this.#of(query.database).countReceived(query);
  }

  override moveReceived(query: ReceivedQuery, byNs: bigint): ReturnType<Store["moveReceived"]> {
    return this.#turns.run(() => this.#of(query.database).moveReceived(query, byNs));
  }

  override toNumbers(query: ColumnQuery): ReturnType<Store["toNumbers"]> {
    return this.#turns.run(() => this.#of(query.database).toNumbers(query));
  }

  remember(key: string, value: string): ReturnType<Store["remember"]> {
    return this.#main.remember(key, value);
  }

  remembered(prefix?: string): ReturnType<Store["remembered"]> {
    return this.#main.remembered(prefix);
  }

  status(): PartStatus {
    const all = this.#outputs.map(({ name, store }) => ({ name, ...store.status() }));
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

  get #all(): readonly Store[] {
    return this.#outputs.map(({ store }) => store);
  }

  #called(name: string): Store {
    return this.#outputs.find((output) => output.name === name)!.store;
  }

  #of(database: string): Store {
    return this.#called(this.#routing.of(database));
  }
}

/** @throws the error of one of them after all have ended: nothing of a batch may still run when it is repeated */
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
