/** Writes rows to one table, with one statement for all. */

import type { ClientBase } from "pg";
import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { RefusedPoint } from "../../model/store.ts";
import { isRowsFault, messageOf, unstorable } from "./database-error.ts";
import { quoted } from "./names.ts";
import { columnType, type Field, fieldValue, relationOf, type Table } from "./registry.ts";
import type { RowToWrite, TableToWrite } from "./rows-to-write.ts";
import { primaryKey, seriesOf } from "./series.ts";

/**
 * `complete`: values that a row lacks keep their stored value. `replace`: existing rows are replaced; no rows are
 * added.
 */
export type WriteMode = "complete" | "replace";

const MOST_ROWS = 5_000;
/** Maximum number of values in a statement: some megabytes. */
const MOST_VALUES = 200_000;

export interface Written {
  readonly rows: number;
  readonly refused: readonly RefusedPoint[];
}

/**
 * Within a transaction. Returns rows that the database refuses; the others are written. @throws errors that do not
 * concern a row
 */
export async function writeRows(client: ClientBase, { table, rows }: TableToWrite, mode: WriteMode): Promise<Written> {
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_VALUES / (table.fields.size + 1))));
  let written = 0;
  const refused: RefusedPoint[] = [];
  for (let from = 0; from < rows.length; from += most) {
    const some = await writeSome(client, table, rows.slice(from, from + most), mode);
    written += some.rows;
    refused.push(...some.refused);
  }
  return { rows: written, refused };
}

async function writeSome(
  client: ClientBase,
  table: Table,
  rows: readonly RowToWrite[],
  mode: WriteMode,
): Promise<Written> {
  await client.query("SAVEPOINT rows");
  try {
    const { text, values } = statementOf(table, rows, mode);
    const { rowCount } = await client.query(text, values);
    await client.query("RELEASE SAVEPOINT rows");
    return { rows: rowCount ?? 0, refused: [] };
  } catch (error) {
    if (!isRowsFault(error)) throw error;
    await client.query("ROLLBACK TO SAVEPOINT rows");
    const [only] = rows;
    if (rows.length === 1) {
      const reason = unstorable(table.measurement, messageOf(error));
      return { rows: 0, refused: only!.points.map((point) => ({ point, error: reason })) };
    }
    const half = rows.length >> 1;
    const first = await writeSome(client, table, rows.slice(0, half), mode);
    const second = await writeSome(client, table, rows.slice(half), mode);
    return { rows: first.rows + second.rows, refused: [...first.refused, ...second.refused] };
  }
}

function statementOf(table: Table, rows: readonly RowToWrite[], mode: WriteMode): { text: string; values: string[] } {
  const used = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  // A replaced row loses the values that the new one lacks.
  const fields = mode === "replace" ? [...table.fields.values()] : used;
  const columns = fields.filter((field): field is Field & { column: string } => field.column !== undefined);
  const more = fields.filter(({ column }) => column === undefined);
  const hasMore = more.length > 0;
  const lists = [
    `{${rows.map(({ timeNs }) => timeNs).join(",")}}`,
    ...columns.map((field) => `{${rows.map(({ values }) => elementOf(values.get(field))).join(",")}}`),
    ...(hasMore ? [`{${rows.map((row) => moreOf(row, more)).join(",")}}`] : []),
  ];
  const names = ["time_ns", ...columns.map(({ column }) => quoted(column)), ...(hasMore ? ["_more"] : [])];
  const types = [
    "bigint",
    ...columns.map(({ type }) => columnType(type).replace(/\(.*/, "")),
    ...(hasMore ? ["jsonb"] : []),
  ];
  const given = `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(", ")}) AS given(${names.join(", ")})`;
  const relation = relationOf(table);
  const others = names.slice(1);
  const series = seriesOf(table, (name) => givenValue(used, table.fields.get(name)));
  if (mode === "replace") {
    const set = others.map((name) => `${name} = given.${name}`).join(", ");
    return {
      text: `UPDATE ${relation} AS old SET ${set} FROM ${given} WHERE old.time_ns = given.time_ns${
        table.seriesColumn === undefined ? "" : ` AND old.${quoted(table.seriesColumn)} = ${series}`
      }`,
      values: lists,
    };
  }
  const key = primaryKey(table);
  const set = others.map((name) =>
    name === "_more"
      ? "_more = COALESCE(old._more, '{}') || COALESCE(EXCLUDED._more, '{}')"
      : `${name} = COALESCE(EXCLUDED.${name}, old.${name})`,
  );
  return {
    text: `INSERT INTO ${relation} AS old (${[...names, ...key.slice(1)].join(", ")})
      SELECT given.*${key.length === 1 ? "" : `, ${series}`} FROM ${given}
      ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${set.join(", ")}`,
    values: lists,
  };
}

/** SQL of a field's value in the given rows; undefined if they have none. */
function givenValue(used: readonly Field[], field: Field | undefined): string | undefined {
  if (field === undefined || !used.includes(field)) return undefined;
  return fieldValue(field, "given.");
}

/** An element of an array's text. [PostgreSQL 15, 8.15.2] */
function elementOf(value: ColumnValue | undefined): string {
  if (value === undefined) return "NULL";
  if (typeof value === "string") return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Integers are written as text, since JSON readers convert numbers to doubles. */
function moreOf({ values }: RowToWrite, more: readonly Field[]): string {
  const members = more.flatMap((field) => {
    const value = values.get(field);
    if (value === undefined) return [];
    const isWhole = field.type === "integer" || field.type === "unsigned";
    return [[field.name, isWhole ? String(value) : value] as const];
  });
  if (members.length === 0) return "NULL";
  const texts = members.map(
    ([name, value]) => `${JSON.stringify(name)}:${Object.is(value, -0) ? "-0" : JSON.stringify(value)}`,
  );
  return elementOf(`{${texts.join(",")}}`);
}
