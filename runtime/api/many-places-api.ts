/** The newest rows of many measurements in one answer, exact, or their series: for a list of devices. */

import type { Context } from "hono";
import { jsonText } from "../http/condensed.ts";
import { columnNames, count, integer, ParameterError, word } from "../http/parameters.ts";
import type { NewestQuery, PlaceAnswers } from "../model/store.ts";
import { plainSeriesJson, rangeFields } from "../store/series-json.ts";
import { COLUMN, PLACES, POINTS, RANGE, RECENT, TIMES, WAIT } from "./common-parameters.ts";
import { namedMeasurements } from "./export-query.ts";
import type { ReadableStore } from "./readable.ts";

const EACH = count("limit", "At most so many of each measurement", 1, { minimum: 1, maximum: 100, default: 1 });

export const NEWEST_ROWS = [...PLACES, COLUMN, ...RANGE, EACH, WAIT];
export const MANY_SERIES = [...PLACES, COLUMN, ...RECENT, POINTS, TIMES, WAIT];

export interface PlacesQuery {
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
  placesQuery: PlacesQuery,
): Promise<Response> {
  const { query, range, complete } = placesQuery;
  const wanted = wantedOf(query);
  const found = await store.newestRows({ ...wanted, ...range, limit: integer(query, EACH) });
  return answerOf(context, placesQuery, wanted.places, { found, key: "rows", empty: "[]", head: complete });
}

export async function readManySeries(
  store: ReadableStore,
  context: Context,
  placesQuery: PlacesQuery,
): Promise<Response> {
  const { query, range, complete } = placesQuery;
  const wanted = wantedOf(query);
  const times = word(query, TIMES);
  const found = await store.manySeries({ ...wanted, ...range, points: integer(query, POINTS), times });
  const empty = plainSeriesJson({ columns: [], timesNs: [], values: [] }, times);
  return answerOf(context, placesQuery, wanted.places, {
    found,
    key: "series",
    empty,
    head: { ...rangeFields(range, times), ...complete },
  });
}

function wantedOf(query: URLSearchParams): Pick<NewestQuery, "places" | "columns"> {
  const columns = columnNames(query);
  return { places: namedMeasurements(query), ...(columns && { columns }) };
}

function answerOf(
  context: Context,
  { isDeclared }: PlacesQuery,
  places: NewestQuery["places"],
  answer: { readonly found: PlaceAnswers; readonly key: string; readonly empty: string; readonly head: object },
): Response {
  const { found, key, empty, head } = answer;
  if (found === "too-many")
    throw new ParameterError(
      `These are too many values for one answer: request fewer ${key === "rows" ? "rows" : "points"}, measurements or columns`,
    );
  const answers = places.map((place, index) => {
    const json = found[index] ?? (isDeclared(place) ? empty : undefined);
    const name = JSON.stringify(place).slice(0, -1);
    return typeof json === "object"
      ? `${name},"error":${JSON.stringify(json.error)}}`
      : `${name},"${key}":${json ?? "null"}}`;
  });
  const first = JSON.stringify({ ...head, measurements: 0 }).slice(0, -2);
  return jsonText(context, `${first}[${answers.join(",")}]}`);
}
