/** The newest rows of many measurements in one answer, exact: for a list of devices with their last values. */

import type { Context } from "hono";
import { columnNames, count, integer, ParameterError } from "../http/parameters.ts";
import { newestRowsIn } from "../store/newest-rows.ts";
import type { NewestQuery } from "../store/store.ts";
import { COLUMN, PLACES, RANGE, WAIT } from "./common-parameters.ts";
import { namedMeasurements } from "./export-query.ts";
import type { ReadableStore } from "./readable.ts";

const EACH = count("limit", "At most so many of each measurement", 1, { minimum: 1, maximum: 100, default: 1 });

export const NEWEST_ROWS = [...PLACES, COLUMN, ...RANGE, EACH, WAIT];

export interface NewestAsked {
  readonly query: URLSearchParams;
  readonly range: Required<Pick<NewestQuery, "fromNs" | "toNs">>;
  /** Whether a measurement exists although nothing of it is stored. */
  readonly isDeclared: (place: NewestQuery["places"][number]) => boolean;
  /** Whether everything received before the request is stored. */
  readonly complete: { readonly complete?: boolean };
}

export async function readNewestRows(
  store: ReadableStore,
  context: Context,
  { query, range, isDeclared, complete }: NewestAsked,
): Promise<Response> {
  const places = namedMeasurements(query);
  const columns = columnNames(query);
  const asked = { places, limit: integer(query, EACH), ...range, ...(columns && { columns }) };
  const found = await newestRowsIn(store, asked);
  if (found === "too-many")
    throw new ParameterError("These are too many values for one answer: request fewer rows, measurements or columns");
  const answers = places.map((place, index) => {
    const rows = found[index] ?? (isDeclared(place) ? "[]" : undefined);
    const head = JSON.stringify(place).slice(0, -1);
    return typeof rows === "object"
      ? `${head},"error":${JSON.stringify(rows.error)}}`
      : `${head},"rows":${rows ?? "null"}}`;
  });
  const head = JSON.stringify({ ...complete, measurements: 0 }).slice(0, -2);
  return context.body(`${head}[${answers.join(",")}]}`, 200, { "Content-Type": "application/json" });
}
