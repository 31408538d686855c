/** Statistics of some columns of all measurements of a database, in pages: the last value of each device, or its mean. */

import type { Context } from "hono";
import { jsonText } from "../http/condensed.ts";
import {
  columnNames,
  integer,
  type interval,
  names,
  needed,
  ParameterError,
  query as parameter,
  requiredName,
  several,
} from "../http/parameters.ts";
import { toMs } from "../model/clock.ts";
import { AFTER, COLUMN, DATABASE, limit, RECENT, SEARCH, WAIT } from "./common-parameters.ts";
import type { ReadableStore } from "./readable.ts";

const LISTED = limit(10_000, 1000);
/** Maximum number of columns of all measurements in one answer: it is built in memory. */
const MOST_COLUMNS = 100_000;

/** Their names must fit into a request's line. */
const MOST_NAMED = 100;
const NAMED = several(
  parameter("measurement", `Only these, at most ${MOST_NAMED}; those without a value are left out`, []),
  ["area_42_node_1_sensors"],
);

export const MANY_STATISTICS = [needed(DATABASE), NAMED, needed(COLUMN), SEARCH, LISTED, AFTER, ...RECENT, WAIT];

export interface ManyStatisticsRequest {
  readonly query: URLSearchParams;
  readonly range: ReturnType<typeof interval>;
  /** Whether everything received before the request is stored. */
  readonly complete: { readonly complete?: boolean };
}

export function checkManyStatistics(query: URLSearchParams): void {
  if (columnNames(query) === undefined) throw new ParameterError("Parameter 'column' is missing");
}

export async function readManyStatistics(
  store: ReadableStore,
  context: Context,
  { query, range, complete }: ManyStatisticsRequest,
): Promise<Response> {
  const database = requiredName(query, "database");
  const columns = columnNames(query) ?? [];
  const { maximum, ...rest } = LISTED.schema;
  const most = Math.min(maximum, Math.floor(MOST_COLUMNS / columns.length));
  const limit = integer(query, {
    ...LISTED,
    schema: { ...rest, maximum: most, default: Math.min(rest.default, most) },
  });
  const [search, after] = [query.get("search"), query.get("after")];
  const measurements = names(query, "measurement", MOST_NAMED);
  const page = {
    database,
    limit,
    ...(measurements && { measurements }),
    ...(search !== null && { search }),
    ...(after !== null && { after }),
  };
  const wanted = { page, columns, ...range };
  const answer = await store.statisticsPage(wanted);
  if (answer === undefined)
    throw new ParameterError(
      after !== null && (await store.listed({ database, limit: 1 }))?.infos.length === 1
        ? `There is no measurement '${after.slice(0, 200)}' to go on behind ('after')`
        : `There is no database '${database.slice(0, 200)}'`,
      404,
    );
  const { json, next } = answer;
  const head = { from: toMs(range.fromNs), to: toMs(range.toNs), ...complete, ...(next !== undefined && { next }) };
  const text = `${JSON.stringify(head).slice(0, -1)},"measurements":${json}}`;
  return jsonText(context, text);
}
