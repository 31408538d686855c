/** The newest rows of many measurements in one answer, exact: for a list of devices with their last values. */

import type { Context } from "hono";
import { columnNames, count, integer, ParameterError } from "../http/parameters.ts";
import { newestRows } from "../store/newest-rows.ts";
import type { AskedStore, NewestQuery } from "../store/store.ts";
import { COLUMN, PLACES, RANGE, WAIT } from "./common-parameters.ts";
import { namedMeasurements } from "./export-query.ts";

const EACH = count("limit", "At most so many of each measurement", 1, { minimum: 1, maximum: 100, default: 1 });

export const NEWEST_ROWS = [...PLACES, COLUMN, ...RANGE, EACH, WAIT];

export interface NewestAsked {
  readonly query: URLSearchParams;
  readonly range: Required<Pick<NewestQuery, "fromNs" | "toNs">>;
  readonly mayRead: (database: string) => boolean;
  /** Whether a measurement exists although nothing of it is stored. */
  readonly isDeclared: (place: NewestQuery["places"][number]) => boolean;
  /** Whether everything received before the request is stored. */
  readonly complete: { readonly complete?: boolean };
}

export async function readNewestRows(
  store: AskedStore,
  context: Context,
  { query, range, mayRead, isDeclared, complete }: NewestAsked,
): Promise<Response> {
  const named = namedMeasurements(query);
  const columns = columnNames(query);
  // Measurements that may not be read are answered like unknown ones.
  const places = named.filter(({ database }) => mayRead(database));
  const asked = { places, limit: integer(query, EACH), ...range, ...(columns && { columns }) };
  const found = await (store.newestRows?.(asked) ?? newestRows(store, asked));
  if (found === "too-many")
    throw new ParameterError("These are too many values for one answer: request fewer rows, measurements or columns");
  const answers = named.map((place) => {
    const at = places.indexOf(place);
    const rows = at < 0 ? undefined : (found[at] ?? (isDeclared(place) ? "[]" : undefined));
    const head = JSON.stringify(place).slice(0, -1);
    return typeof rows === "object"
      ? `${head},"error":${JSON.stringify(rows.error)}}`
      : `${head},"rows":${rows ?? "null"}}`;
  });
  const head = JSON.stringify({ ...complete, measurements: 0 }).slice(0, -2);
  return context.body(`${head}[${answers.join(",")}]}`, 200, { "Content-Type": "application/json" });
}
