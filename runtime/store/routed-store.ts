/**
 * Combines several databases into one store, for readers and for replay. If one is away, the others continue.
 */

import { readStretch } from "../export/row-pages.ts";
import { groupBy } from "../lib/group-by.ts";
import type { Keep } from "../model/keep.ts";
import type { LogIdentity } from "../model/message-log.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { Point } from "../model/point.ts";
import type {
  MeasurementInfo,
  NewColumns,
  OpenedStore,
  RewriteOutcome,
  Store,
  UnwrittenStore,
} from "../model/store.ts";
import { statisticsOfMany } from "./many-statistics.ts";
import { MAIN_OUTPUT, type OutputStore, Routing } from "./routing.ts";
import { Turns } from "./turns.ts";

export class RoutedStore implements UnwrittenStore {
  readonly rewrites: Store["rewrites"];
  readonly #outputs: readonly OutputStore[];
  readonly #routing: Routing;
  readonly #main: Store;
  /** Last known measurements of each database. */
  readonly #listed = new Map<Store, readonly MeasurementInfo[]>();
  readonly #turns = new Turns();

  /** @param outputs the main one stores the facts */
  constructor(outputs: readonly OutputStore[]) {
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

  readonly fieldTypes: Store["fieldTypes"] = (database, measurement) =>
    this.#of(database).fieldTypes(database, measurement);

  readonly version: Store["version"] = (database, measurement) => this.#of(database).version(database, measurement);

  onNewColumns(listener: (columns: NewColumns) => void): void {
    for (const store of this.#all) store.onNewColumns(listener);
  }

  async refresh(): Promise<void> {
    await Promise.all(this.#outputs.map(({ store }) => store.refresh?.().catch(() => {})));
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
    const asked = store.measurements().then((all) => {
      const listed = all.filter(({ database }) => this.#of(database) === store);
      this.#listed.set(store, listed);
      return listed;
    });
    if (store === this.#main) return asked;
    const known = this.#listed.get(store) ?? [];
    const atWorst = asked.catch(() => known);
    // The query makes it reconnect; the caller does not wait for it.
    return store.status().state === "down" ? known : atWorst;
  }

  readonly series: Store["series"] = (query) => this.#of(query.database).series(query);

  readonly statistics: Store["statistics"] = (query) => this.#of(query.database).statistics(query);

  readonly statisticsOfMany: Required<Store>["statisticsOfMany"] = (query) =>
    statisticsOfMany(this.#of(query.database), query);

  readonly batches: Store["batches"] = (query) => this.#of(query.database).batches(query);

  readonly stretch: Required<Store>["stretch"] = (query) => readStretch(this.#of(query.database), query);

  readonly rows: Store["rows"] = (query) => this.#of(query.database).rows(query);

  readonly extent: Store["extent"] = (query) => this.#of(query.database).extent(query);

  readonly remove: Store["remove"] = (database, measurement) =>
    this.#turns.run(() => this.#of(database).remove(database, measurement));

  keep(keep: Keep | undefined): void {
    this.#main.keep?.(keep);
  }

  readonly countReceived: Store["countReceived"] = (query) => this.#of(query.database).countReceived(query);

  readonly moveReceived: Store["moveReceived"] = (query, byNs) =>
    this.#turns.run(() => this.#of(query.database).moveReceived(query, byNs));

  readonly toNumbers: Store["toNumbers"] = (query) => this.#turns.run(() => this.#of(query.database).toNumbers(query));

  readonly remember: Store["remember"] = (key, value) => this.#main.remember(key, value);

  readonly remembered: Store["remembered"] = () => this.#main.remembered();

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
