/** The newest rows of several measurements, from any store. */

import { formatNs } from "../telemetry/clock.ts";
import { stringifyExact } from "../telemetry/exact-json.ts";
import type { AskedStore, NewestQuery, NewestRows, PlaceRows, Row, RowQuery } from "./store.ts";

/** Maximum number of values in one answer: it is built in memory. */
const MOST_VALUES = 5_000_000;

/** In the database's thread, if that is another one. */
export async function newestRowsIn(
  store: Pick<AskedStore, "fieldTypes" | "rows" | "newestRows">,
  query: NewestQuery,
): Promise<NewestRows> {
  return store.newestRows?.(query) ?? newestRows(store, query);
}

/** In the order of `places`. As JSON, since it is made in the database's thread. */
export async function newestRows(
  store: Pick<AskedStore, "fieldTypes" | "rows">,
  { places, columns, ...query }: NewestQuery,
): Promise<NewestRows> {
  const failures = new Map<string, Error>();
  const found: PlaceRows[] = [];
  let values = 0;
  for (const place of places) {
    try {
      // A database that is away is not waited for again.
      if (failures.has(place.database)) throw failures.get(place.database);
      const types = await store.fieldTypes(place.database, place.measurement);
      const wanted = columns?.filter((name) => types?.has(name));
      values += query.limit * (wanted?.length ?? types?.size ?? 0);
      if (values > MOST_VALUES) return "too-many";
      found.push(types && (await rowsOf(store, { ...place, ...query, ...(wanted && { columns: wanted }) })));
    } catch (error) {
      failures.set(place.database, error as Error);
      found.push({ error: (error as Error).message });
    }
  }
  const [first] = failures.values();
  if (first !== undefined && found.every((one) => typeof one === "object")) throw first;
  return found;
}

async function rowsOf(store: Pick<AskedStore, "rows">, query: RowQuery): Promise<string> {
  const rows: string[] = [];
  if (query.columns?.length !== 0) for await (const row of store.rows(query)) rows.push(rowJson(row));
  return `[${rows.join(",")}]`;
}

/** No column is named `time` [D11], so a row is one flat object. */
export function rowJson(row: Row): string {
  return stringifyExact({ time: formatNs(row.timeNs), ...row.values });
}
