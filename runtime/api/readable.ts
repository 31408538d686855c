/** The stored data that a caller may read: for the routes that use it, nothing else exists. */

import { exported } from "../formats/encode-export.ts";
import type { Caller } from "../http/caller.ts";
import { NotPermitted, type Permission, type Visible } from "../http/permission.ts";
import { askerOf } from "../model/asker.ts";
import type { ServedChannel } from "../model/measurement.ts";
import type { Listed, ListQuery, MeasurementInfo, NewestQuery, PlaceAnswers, StoreReader } from "../model/store.ts";
import { placeKey } from "../store/listed.ts";
import type { RecentErrors } from "./recent-errors.ts";

export type ReadableStore = Omit<
  StoreReader,
  "catalogueState" | "onNewColumns" | "refresh" | "statisticsOfMany" | "status"
>;

export interface ReadableOptions {
  readonly store: ReadableStore;
  readonly channels?: () => readonly ServedChannel[];
  readonly recentErrors?: Pick<RecentErrors, "list">;
}

export const READERS: Permission<ReadableOptions> = {
  kind: "readers",
  who: "Shows only what you may read",
  errors: [],
  visible: readable,
};

export function readable<All extends ReadableOptions>(parts: All, caller: Caller): Visible<All> {
  const { channels, recentErrors } = parts;
  const used = new Set<string>();
  let served: readonly ServedChannel[] | undefined;
  return {
    parts: {
      ...parts,
      store: readableStore(parts.store, caller, used),
      ...(channels && {
        // Once for a request, which may name a hundred measurements.
        channels: () => (served ??= channels().filter(({ database }) => caller.mayDatabase("read", database))),
      }),
      ...(recentErrors && {
        recentErrors: {
          list: ({ limit, ...filter }) => {
            const all = recentErrors.list({ ...filter, limit: Number.MAX_SAFE_INTEGER });
            return all.filter(({ address }) => caller.mayReadChannel(address)).slice(0, limit);
          },
        } satisfies Pick<RecentErrors, "list">,
      }),
    },
    isAllowed: () => [...used].every((database) => caller.mayDatabase("read", database)),
  };
}

/** @param used gets the databases whose data, or columns, were read */
function readableStore(store: ReadableStore, caller: Caller, used: Set<string>): ReadableStore {
  const may = (database: string) => caller.mayDatabase("read", database);
  const uses = (database: string): boolean => {
    if (!may(database)) return false;
    used.add(database);
    return true;
  };
  /** A route asks for names first, and finds none: here, the permission has ended since. */
  const reading = <Query extends { readonly database: string }>(query: Query): Query => {
    if (!uses(query.database)) throw new NotPermitted("You may no longer read this");
    return query;
  };
  const withAsker = <Query>(query: Query): Query => ({ ...query, ...askerOf(caller) });
  // What may not be read does not exist.
  const ofReadable = async <Answer>(
    all: NewestQuery["places"],
    read: (places: NewestQuery["places"]) => Promise<PlaceAnswers<Answer>>,
  ): Promise<PlaceAnswers<Answer>> => {
    const places = all.filter(({ database }) => may(database)).map(reading);
    const found = await read(places);
    return found === "too-many" ? found : all.map((place) => found[places.indexOf(place)]);
  };
  return {
    fieldTypes: async (database, measurement) => (uses(database) ? store.fieldTypes(database, measurement) : undefined),
    version: async (database, measurement) => (uses(database) ? store.version(database, measurement) : undefined),
    async measurements() {
      const all = await store.measurements();
      const isReadable = knowing(may);
      return caller.mayAll("read") ? all : all.filter(({ database }) => isReadable(database));
    },
    listed: (query) => (caller.mayAll("read") ? store.listed(query) : readableOf(store, query, knowing(may))),
    series: async (query) => store.series(withAsker(reading(query))),
    statistics: async (query) => store.statistics(withAsker(reading(query))),
    batches: (query) => store.batches(withAsker(reading(query))),
    rows: (query) => store.rows(withAsker(reading(query))),
    extent: async (query) => store.extent(withAsker(reading(query))),
    stretch: async (query) => store.stretch(withAsker(reading(query))),
    encodeExport(request) {
      for (const source of request.sources) reading(source);
      return exported(store, withAsker(request));
    },
    newestRows: (query) => ofReadable(query.places, (places) => store.newestRows(withAsker({ ...query, places }))),
    newest: (query) => ofReadable(query.places, (places) => store.newest(withAsker({ ...query, places }))),
    manySeries: (query) => ofReadable(query.places, (places) => store.manySeries(withAsker({ ...query, places }))),
    async statisticsPage(query) {
      return may(query.page.database)
        ? store.statisticsPage(withAsker({ ...query, page: reading(query.page) }))
        : undefined;
    },
  };
}

/** Goes on until the page is full: a page with fewer measurements would be the last one. */
async function readableOf(
  store: ReadableStore,
  query: ListQuery,
  may: (database: string) => boolean,
): Promise<Listed | undefined> {
  const infos: MeasurementInfo[] = [];
  let given: Pick<Listed, "after"> = {};
  for (let behind = query.after; ; ) {
    const found = await store.listed({ ...query, ...(behind !== undefined && { after: behind }) });
    const isFirst = behind === query.after;
    if (isFirst && (found === undefined || (found.after && !may(found.after.database)))) return undefined;
    if (isFirst && found?.after !== undefined) given = { after: found.after };
    const page = found?.infos ?? [];
    infos.push(...page.filter(({ database }) => may(database)));
    const last = page.at(-1);
    if (last === undefined || page.length < query.limit || infos.length >= query.limit)
      return { ...given, infos: infos.slice(0, query.limit) };
    behind = placeKey(last.database, last.measurement);
  }
}

/** Remembers the answer for each database, for one list. */
function knowing(may: (database: string) => boolean): (database: string) => boolean {
  const known = new Map<string, boolean>();
  return (database) => {
    const answer = known.get(database) ?? may(database);
    known.set(database, answer);
    return answer;
  };
}
