/**
 * A column of texts whose values are numbers becomes a column of numbers: the way back from a first value that was a
 * word [D55]. `channel-message columns` is its client.
 */

import type { Context, Hono } from "hono";
import { JSON_TYPE } from "../../api/common-parameters.ts";
import { jsonBody } from "../../http/answers.ts";
import type { Callers } from "../../http/caller.ts";
import { ParameterError } from "../../http/parameters.ts";
import { administrators } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import type { Log } from "../../lib/log.ts";
import type { ColumnQuery, Store } from "../../model/store.ts";
import { numberIn } from "../../model/values.ts";

export interface ColumnsApiOptions extends Callers {
  readonly store: Pick<Store, "fieldTypes" | "batches" | "toNumbers">;
  /** Resolves when everything received so far is stored; to false if that takes too long. */
  readonly settled: () => Promise<boolean>;
  readonly log: Log;
}

/** What the change of a column would do, or did. */
export interface ColumnChange {
  /** Rows with a value that is a number. */
  readonly numbers: number;
  /** Rows with another text, and some of these texts. */
  readonly others: number;
  readonly examples: readonly string[];
  readonly isApplied: boolean;
}

const MOST_EXAMPLES = 20;
const LONGEST_EXAMPLE = 100;
const CANNOT =
  "This database cannot change a column's type: export the measurement as CSV, delete it with 'channel-message delete', and post the CSV again (docs/devices.md)";

const ROUTES: readonly Route<ColumnsApiOptions>[] = [
  {
    method: "post",
    path: "/columns/numbers",
    summary: "Makes a column of texts one of numbers; without `apply` it only says what would change",
    body: { [JSON_TYPE]: { database: "mqttkit_1_testdrive", measurement: "area_42_node_1_events", column: "title" } },
    errors: [400, 404, 409, 501, 503],
    may: administrators("Only administrators may change the types of columns"),
    handle: async (context, parts) => change(context, parts),
  },
];

export function columnsApi(parts: ColumnsApiOptions): Hono {
  return routed(ROUTES, parts);
}

async function change(context: Context, parts: ColumnsApiOptions): Promise<Response> {
  const example = '{"database": "lab_house", "measurement": "cellar_logger_sensors", "column": "temp"}';
  const body = await jsonBody(context, async () => (await import("../../api/request-bodies.ts")).COLUMN, example);
  const { database, measurement, column, decimal, apply = false, drop = false } = body;
  const query: ColumnQuery = { database, measurement, column, ...(decimal && { decimal }), ...(drop && { drop }) };
  if (!(await parts.settled())) return context.text("The store is behind; try again when it has caught up", 503);
  const types = await parts.store.fieldTypes(database, measurement);
  const type = types?.get(column);
  if (type === undefined) throw new ParameterError(`There is no column '${column}' of ${database}/${measurement}`, 404);
  if (type !== "string") return context.text(`Column '${column}' holds no texts; its type is ${type}`, 409);
  const found = await counted(parts.store, query);
  if (!apply) return context.json({ ...found, isApplied: false } satisfies ColumnChange);
  if (found.numbers === 0) return context.text(`Column '${column}' has no numbers`, 409);
  const numbers = found.others > 0 && !drop ? "has-texts" : await parts.store.toNumbers(query);
  // More may have come since they were counted.
  if (numbers === "has-texts")
    return context.text(`${found.others || "Some"} values of '${column}' are texts; 'drop' deletes them`, 409);
  if (numbers === "unsupported") return context.text(CANNOT, 501);
  parts.log.warn(
    { event: "column.numbers", database, measurement, column, numbers, deleted: found.others },
    `column '${column}' of ${database}/${measurement} holds numbers now; ${found.others} texts were deleted`,
  );
  return context.json({ ...found, numbers, isApplied: true } satisfies ColumnChange);
}

async function counted(
  store: ColumnsApiOptions["store"],
  { database, measurement, column, decimal }: ColumnQuery,
): Promise<Omit<ColumnChange, "isApplied">> {
  let numbers = 0;
  let others = 0;
  const examples = new Set<string>();
  for await (const { rows, columns } of store.batches({ database, measurement, columns: [column] })) {
    const read = columns.find(({ name }) => name === column);
    if (read?.type !== "string") continue;
    for (let row = 0; row < rows; row++) {
      if (read.valid?.[row] === 0) continue;
      const text = read.values[row]!;
      if (numberIn(text, decimal) !== undefined) {
        numbers++;
        continue;
      }
      others++;
      if (examples.size < MOST_EXAMPLES) examples.add(text.slice(0, LONGEST_EXAMPLE));
    }
  }
  return { numbers, others, examples: [...examples] };
}
