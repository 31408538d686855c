/** Makes a column of texts one of numbers, within a transaction [D55]. */

import type { ClientBase } from "pg";
import type { ColumnQuery, ToNumbersOutcome } from "../../model/store.ts";
import { numberIn } from "../../model/values.ts";
import { quoted } from "./names.ts";
import { columnType, type Field, fieldValue, relationOf, type Table } from "./registry.ts";

const NUMBERS = "structline_numbers";
const MADE = quoted("_structline_numbers");

export async function toNumbers(client: ClientBase, table: Table, query: ColumnQuery): Promise<ToNumbersOutcome> {
  const field = table.fields.get(query.column);
  // Rows are told apart by the texts.
  if (field?.type !== "string" || table.keys.has(field.name)) return "unsupported";
  const value = fieldValue(field);
  const relation = relationOf(table);
  const sql = `SELECT DISTINCT ${value} FROM ${relation} WHERE ${value} IS NOT NULL`;
  const { rows } = await client.query<string[]>({ text: sql, rowMode: "array" });
  const found = rows.map(([text = ""]) => ({ text, number: numberIn(text, query.decimal) }));
  if (query.drop !== true && found.some(({ number }) => number === undefined)) return "has-texts";
  const numbers = found.filter(({ number }) => number !== undefined);
  await client.query(`CREATE TEMP TABLE ${NUMBERS} (text text PRIMARY KEY, number float8 NOT NULL) ON COMMIT DROP`);
  await client.query(`INSERT INTO ${NUMBERS} SELECT * FROM unnest($1::text[], $2::float8[])`, [
    numbers.map(({ text }) => text),
    numbers.map(({ number }) => String(number)),
  ]);
  const count = await (field.column === undefined ? changeMember : changeColumn)(client, relation, field);
  await client.query(
    `UPDATE structline.fields AS f SET type = 'float' FROM structline.measurements AS m
     WHERE m.id = f.measurement AND m.database = $1 AND m.measurement = $2 AND f.name = $3`,
    [table.database, table.measurement, field.name],
  );
  return count;
}

async function changeColumn(client: ClientBase, relation: string, { column = "" }: Field): Promise<number> {
  const name = quoted(column);
  await client.query(`ALTER TABLE ${relation} ADD COLUMN ${MADE} ${columnType("float")}`);
  const update = `UPDATE ${relation} AS t SET ${MADE} = n.number FROM ${NUMBERS} AS n WHERE t.${name} = n.text`;
  const { rowCount } = await client.query(update);
  await client.query(`ALTER TABLE ${relation} DROP COLUMN ${name}`);
  await client.query(`ALTER TABLE ${relation} RENAME COLUMN ${MADE} TO ${name}`);
  return rowCount ?? 0;
}

/** A member of `_more`. */
async function changeMember(client: ClientBase, relation: string, { name }: Field): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE ${relation} AS t SET _more = jsonb_set(t._more, ARRAY[$1], to_jsonb(n.number))
     FROM ${NUMBERS} AS n WHERE t._more ->> $1 = n.text`,
    [name],
  );
  await client.query(`UPDATE ${relation} SET _more = _more - $1 WHERE jsonb_typeof(_more -> $1) = 'string'`, [name]);
  return rowCount ?? 0;
}
