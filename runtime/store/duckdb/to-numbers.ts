/** Makes a column of texts one of numbers: the way back from a first value that was a word [D55]. */

import type { ColumnQuery, ToNumbersOutcome } from "../../model/store.ts";
import { numberIn } from "../../model/values.ts";
import { columnOf, sqlOf } from "./field-form.ts";
import { literal } from "./identifier.ts";
import type { Session } from "./session.ts";
import type { Table, TableField } from "./table.ts";
import { transaction } from "./transaction.ts";

const NUMBERS = "structline_numbers";
const TEXTS_AT_ONCE = 1000;

/** Looks for other texts itself: rows may have come since somebody counted them. */
export async function toNumbers(session: Session, table: Table, query: ColumnQuery): Promise<ToNumbersOutcome> {
  const { writer, catalogue, archive } = session;
  const before = table.fields[table.slotOf(query.column) ?? -1];
  if (before?.type !== "string" || before.form === "list") return "unsupported";
  const rows = catalogue.nameOf(table.rows);
  const ofSeries = `series = ${table.series}`;
  let undo = () => {};
  try {
    return await transaction<ToNumbersOutcome>(writer, async () => {
      // Files have the column as texts.
      if (archive !== undefined) await archive.takeBack(writer, rows, table, archive.hoursOf(table));
      const text = sqlOf(before);
      const texts = await writer.run(`SELECT DISTINCT ${text} FROM ${rows} WHERE ${ofSeries} AND ${text} IS NOT NULL`);
      const found = (await texts.getRows()).map(([value]) => [String(value), numberIn(String(value), query.decimal)]);
      if (query.drop !== true && found.some(([, number]) => number === undefined)) return "has-texts";
      await writer.run(`CREATE OR REPLACE TEMP TABLE ${NUMBERS} (text VARCHAR, number DOUBLE)`);
      for (let at = 0; at < found.length; at += TEXTS_AT_ONCE) {
        const values = found
          .slice(at, at + TEXTS_AT_ONCE)
          .filter(([, number]) => number !== undefined)
          .map(([written, number]) => `(${literal(String(written))}, ${Number(number)}::DOUBLE)`);
        if (values.length > 0) await writer.run(`INSERT INTO temp.${NUMBERS} VALUES ${values.join(", ")}`);
      }
      const changed = catalogue.retype(table, query.column, "float");
      undo = changed.undo;
      for (const statement of catalogue.changes(changed.statements)) await writer.run(statement);
      const { field } = changed;
      const { rowsChanged } = await writer.run(
        `UPDATE ${rows} AS t SET ${assignment(field, "n.number")} FROM temp.${NUMBERS} AS n WHERE t.${ofSeries} AND t.${text} = n.text`,
      );
      await writer.run(`UPDATE ${rows} SET ${assignment(before, undefined)} WHERE ${ofSeries}`);
      await writer.run(`DROP TABLE temp.${NUMBERS}`);
      return rowsChanged;
    }).then((count) => {
      catalogue.confirm();
      return count;
    });
  } catch (error) {
    undo();
    catalogue.forget();
    throw error;
  }
}

/** Sets the field's value, or deletes it. */
function assignment(field: TableField, value: string | undefined): string {
  const { name } = columnOf(field);
  if (field.form === "column") return `${name} = ${value ?? "NULL"}`;
  const others = `map_from_entries(list_filter(map_entries(coalesce(${name}, MAP {})), lambda e: e.key <> ${field.nth}))`;
  return `${name} = ${value === undefined ? others : `map_concat(${others}, MAP {${field.nth}: ${value}})`}`;
}
