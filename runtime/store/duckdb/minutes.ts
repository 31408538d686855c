/**
 * Statistics by the minute of deleted rows: number of values of a field, extremes, mean, deviation, first and last
 * value. One transaction creates them and deletes the rows, so each value is counted exactly once, whenever the process
 * ends. A minute may have several entries (for late or moved rows): readers merge them.
 *
 * One long table for all measurements, since many tables cost more than many rows. Values equal to the minimum are
 * stored as null. For a device that sends once a minute these are nearly all, and nulls take no space.
 */

import type { Extent, MinuteFigures } from "../../model/store.ts";
import { type Figures, LARGEST } from "./figures.ts";
import { literal, quoted, SCHEMA, SHARED_TABLE } from "./identifier.ts";
import { timeRange } from "./query.ts";
import type { RunQuery } from "./series.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table, TableField } from "./table.ts";

export const MINUTE_NS = 60_000_000_000n;

const FIGURES = `${SCHEMA}.minute_figures`;
const FIELDS = `${SCHEMA}.minute_fields`;

/** The view is for users who open the file directly. */
const CREATE = `
  CREATE TABLE IF NOT EXISTS ${FIELDS} (
    id INTEGER NOT NULL, schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL, column_name VARCHAR NOT NULL,
    shared_column VARCHAR NOT NULL);
  CREATE TABLE IF NOT EXISTS ${FIGURES} (
    field INTEGER NOT NULL, time TIMESTAMP_NS NOT NULL, count BIGINT NOT NULL, least DOUBLE NOT NULL, greatest DOUBLE,
    mean DOUBLE, squares DOUBLE, earliest DOUBLE, latest DOUBLE);
  CREATE OR REPLACE VIEW ${SCHEMA}.minutes AS SELECT f.schema_name AS database, f.table_name AS measurement,
    f.column_name AS field, g.time, g.count, g.least AS min, coalesce(g.greatest, g.least) AS max, coalesce(g.mean, g.least) AS mean
    FROM ${FIGURES} g JOIN ${FIELDS} f ON f.id = g.field`;

/** SQL of a field's value in its table of rows, from the catalogue: what `sqlOf` gives. */
const VALUE = "type || '_' || CASE form WHEN 'column' THEN nth::VARCHAR ELSE form || '[' || nth || ']' END";

export class Minutes {
  /** End of the newest minute with statistics, ns; undefined if there are none. */
  #endNs: bigint | undefined;
  #exists = false;

  async load(ask: RunQuery): Promise<void> {
    const [[tables] = []] = await ask(
      `SELECT count(*) FROM duckdb_tables() WHERE schema_name = '${SCHEMA}' AND table_name = 'minute_figures' AND database_name = current_database()`,
    );
    this.#exists = Number(tables) > 0;
    this.#endNs = undefined;
    if (this.#exists) await this.changed(ask);
  }

  /** Whether there may be statistics in this range. */
  hasAny({ fromNs }: { readonly fromNs?: bigint }): boolean {
    return this.#exists && this.#endNs !== undefined && (fromNs === undefined || fromNs < this.#endNs);
  }

  /** Reads the current state. */
  async changed(ask: RunQuery): Promise<void> {
    const [[newest] = []] = await ask(`SELECT epoch_ns(max(time)) FROM ${FIGURES}`);
    this.#endNs = typeof newest === "bigint" ? newest + MINUTE_NS : undefined;
  }

  /**
   * Records statistics before this time that are not committed yet: readers must look for them right after the commit.
   */
  note(endNs: bigint): void {
    if (this.#endNs === undefined || endNs > this.#endNs) this.#endNs = endNs;
  }

  /** Statements that create missing tables, and give each field a number. */
  async preparation(ask: RunQuery): Promise<string[]> {
    const missing = `FROM ${SCHEMA}.columns c ANTI JOIN ${FIELDS} k
        ON k.schema_name = c.schema_name AND k.table_name = c.table_name AND k.column_name = c.column_name
      WHERE c.type <> 'string'`;
    const [[count] = []] = this.#exists ? await ask(`SELECT count(*) ${missing}`) : [];
    if (count === 0n) return [];
    return [
      ...(this.#exists ? [] : [CREATE]),
      `INSERT INTO ${FIELDS} SELECT (SELECT coalesce(max(id), 0) FROM ${FIELDS}) + row_number() OVER (ORDER BY c.rowid),
         schema_name, table_name, column_name, ${VALUE} ${missing}`,
    ];
  }

  /** Statements after a measurement's values have moved to other columns. @param of condition for its names */
  moved(of: string): string[] {
    if (!this.#exists) return [];
    const same = "f.schema_name = c.schema_name AND f.table_name = c.table_name AND f.column_name = c.column_name";
    return [
      `UPDATE ${FIELDS} f SET shared_column = c.value FROM (SELECT *, ${VALUE} AS value FROM ${SCHEMA}.columns WHERE ${of}) c WHERE ${same}`,
    ];
  }

  /** Call this after `preparation` is committed. */
  prepared(): void {
    this.#exists = true;
  }

  /** SQL of the values of a table's measurements. */
  async values(ask: RunQuery, { number }: SharedTable): Promise<string[]> {
    if (!this.#exists) return [];
    const rows = await ask(
      `SELECT DISTINCT f.shared_column FROM ${FIELDS} f JOIN ${SCHEMA}.measurements m
         ON m.schema_name = f.schema_name AND m.table_name = f.table_name WHERE m.${SHARED_TABLE} = ${number}`,
    );
    return rows.map(([value]) => String(value));
  }

  /** Statements that add the statistics of a table's rows. @param values in SQL @param where condition for the rows */
  addition(name: string, values: readonly string[], where: string): string[] {
    const minute = `make_timestamp_ns(epoch_ns(time) - ((epoch_ns(time) % ${MINUTE_NS}) + ${MINUTE_NS}) % ${MINUTE_NS})`;
    const figures = `count(v) AS n, min(v) AS least, max(v) AS greatest, avg(v) AS mean,
      var_pop(CASE WHEN abs(v) < ${LARGEST} THEN v END) * count(v) AS squares, arg_min(v, time) AS earliest, arg_max(v, time) AS latest`;
    const other = (figure: string) => `CASE WHEN g.${figure} <> g.least THEN g.${figure} END`;
    return values.map((value) => {
      const grouped = `SELECT series, ${minute} AS minute, ${figures}
        FROM (SELECT series, time, (${value})::DOUBLE AS v FROM ${name} WHERE ${where}) WHERE v IS NOT NULL GROUP BY ALL`;
      const field = `JOIN ${SCHEMA}.measurements m ON m.series = g.series
        JOIN ${FIELDS} f ON f.schema_name = m.schema_name AND f.table_name = m.table_name AND f.shared_column = ${literal(value)}`;
      return `INSERT INTO ${FIGURES} SELECT f.id, g.minute, g.n, g.least, ${other("greatest")}, ${other("mean")},
        nullif(g.squares, 0), ${other("earliest")}, ${other("latest")} FROM (${grouped}) g ${field} ORDER BY f.id, g.minute`;
    });
  }

  /** Statements that delete the statistics of a measurement. */
  removal(table: Table): string[] {
    if (!this.#exists) return [];
    return [
      `DELETE FROM ${FIGURES} WHERE field IN (SELECT f.id FROM ${FIELDS} f WHERE ${isOf(table)})`,
      `DELETE FROM ${FIELDS} f WHERE ${isOf(table)}`,
    ];
  }

  /** Statement that deletes all statistics before a time. */
  expiry(beforeNs: bigint): string {
    return `DELETE FROM ${FIGURES} WHERE ${timeRange(undefined, beforeNs)}`;
  }

  async oldest(ask: RunQuery): Promise<bigint | undefined> {
    if (!this.#exists) return undefined;
    const [[oldest] = []] = await ask(`SELECT epoch_ns(min(time)) FROM ${FIGURES}`);
    return typeof oldest === "bigint" ? oldest : undefined;
  }

  /** Those of the given minutes that have statistics, named by `keyOf`. */
  async taken(ask: RunQuery, wanted: ReadonlyMap<Table, ReadonlySet<bigint>>): Promise<ReadonlySet<string>> {
    const minutes = [...wanted.values()].flatMap((each) => [...each]);
    if (!this.#exists || minutes.length === 0) return new Set();
    let [first, last] = [minutes[0]!, minutes[0]!];
    for (const minute of minutes) {
      if (minute < first) first = minute;
      if (minute > last) last = minute;
    }
    const places = Array.from(
      wanted.keys(),
      ({ names: { schema, table } }) => `(${literal(schema)}, ${literal(table)})`,
    );
    const rows = await ask(
      `SELECT DISTINCT f.schema_name, f.table_name, epoch_ns(g.time) FROM ${FIGURES} g JOIN ${FIELDS} f ON f.id = g.field
       WHERE g.${timeRange(first, last + 1n).replace(" AND ", " AND g.")} AND (f.schema_name, f.table_name) IN (${places.join(", ")})`,
    );
    return new Set(rows.map(([schema, table, minute]) => minuteKey(String(schema), String(table), minute as bigint)));
  }

  /**
   * A relation of points: for each minute its minimum, and half a minute later its maximum if that is different.
   * @param query minutes that begin in the range
   */
  points(
    ids: ReadonlyMap<string, number>,
    fields: readonly TableField[],
    query: { readonly fromNs?: bigint; readonly toNs?: bigint },
  ): string | undefined {
    const known = fields.filter(({ column }) => ids.has(column));
    // Without fields, the query wants only times.
    const list = fields.length === 0 ? [...ids.values()] : known.map(({ column }) => ids.get(column));
    if (list.length === 0) return undefined;
    const of = (value: string, by: string) =>
      known.map(({ column }) => `, ${by}(${value}) FILTER (field = ${ids.get(column)}) AS ${quoted(column)}`).join("");
    const from = `FROM ${FIGURES} WHERE field IN (${list.join(", ")}) AND ${timeRange(query.fromNs, query.toNs)}`;
    return `SELECT time${of("least", "min")} ${from} GROUP BY time
      UNION ALL SELECT time + INTERVAL 30 SECOND AS time${of("greatest", "max")} ${from} AND greatest IS NOT NULL GROUP BY time`;
  }

  /** Those of some fields that begin in the range, oldest first. */
  async entries(
    ask: RunQuery,
    table: Table,
    fields: readonly TableField[],
    query: { readonly fromNs?: bigint; readonly toNs?: bigint },
  ): Promise<MinuteFigures[]> {
    if (fields.length === 0) return [];
    const names = new Map(fields.map(({ column, name }) => [column, name]));
    const other = (figure: string) => `coalesce(${figure}, least)`;
    const rows = await ask(
      `SELECT f.column_name, epoch_ns(time), g.count, least, ${["greatest", "mean", "earliest", "latest"].map(other).join(", ")}
       FROM ${of(table, fields, query)} ORDER BY time`,
    );
    return rows.map(([column, timeNs, ...figures]) => {
      const [count, min, max, mean, first, last] = figures.map(Number) as [number, ...number[]];
      return {
        column: names.get(String(column))!,
        timeNs: timeNs as bigint,
        count,
        min,
        max,
        mean,
        first,
        last,
      } as MinuteFigures;
    });
  }

  /** The number of minutes that begin in the range, the first and the last one. */
  async extent(
    ask: RunQuery,
    table: Table,
    fields: readonly TableField[],
    query: { readonly fromNs?: bigint; readonly toNs?: bigint },
  ): Promise<Extent | undefined> {
    if (fields.length === 0) return undefined;
    const [[rows, firstNs, lastNs] = []] = await ask(
      `SELECT count(DISTINCT time), epoch_ns(min(time)), epoch_ns(max(time)) FROM ${of(table, fields, query)}`,
    );
    if (typeof firstNs !== "bigint" || typeof lastNs !== "bigint") return undefined;
    return { rows: Number(rows), firstNs, lastNs };
  }

  /** By column; columns without statistics are absent. */
  async figures(
    ask: RunQuery,
    table: Table,
    query: { readonly fromNs: bigint; readonly toNs: bigint },
  ): Promise<ReadonlyMap<string, Figures>> {
    const rows = await ask(`
      WITH entries AS (
        SELECT f.column_name AS name, g.time, g.count AS n, least, coalesce(greatest, least) AS greatest,
          coalesce(mean, least) AS mean, coalesce(squares, 0) AS squares, coalesce(earliest, least) AS earliest,
          coalesce(latest, least) AS latest
        FROM ${FIGURES} g JOIN ${FIELDS} f ON f.id = g.field WHERE ${isOf(table)} AND ${timeRange(query.fromNs, query.toNs)}),
      means AS (SELECT name, sum(n) AS n, sum(n * mean) / sum(n) AS mean FROM entries GROUP BY name)
      SELECT name, any_value(m.n), min(least), max(greatest), any_value(m.mean),
        sum(CASE WHEN abs(e.mean) < ${LARGEST} THEN squares + e.n * (e.mean - m.mean) * (e.mean - m.mean) END),
        arg_min(earliest, time), arg_max(latest, time), epoch_ns(min(time)), epoch_ns(max(time))
      FROM entries e JOIN means m USING (name) GROUP BY name`);
    return new Map(
      rows.map(([name, count, min, max, mean, squares, first, last, firstNs, lastNs]) => [
        String(name),
        {
          count: Number(count),
          min: Number(min),
          max: Number(max),
          mean: Number(mean),
          squares: Number(squares),
          first: Number(first),
          last: Number(last),
          firstNs: firstNs as bigint,
          lastNs: lastNs as bigint,
        },
      ]),
    );
  }

  /** Numbers of a measurement's fields, by column. */
  async idsOf(ask: RunQuery, table: Table): Promise<ReadonlyMap<string, number>> {
    const rows = await ask(`SELECT column_name, id FROM ${FIELDS} f WHERE ${isOf(table)}`);
    return new Map(rows.map(([column, id]) => [String(column), Number(id)]));
  }
}

export function minuteOf(timeNs: bigint): bigint {
  return timeNs - (((timeNs % MINUTE_NS) + MINUTE_NS) % MINUTE_NS);
}

export function minuteKey(schema: string, table: string, minuteNs: bigint): string {
  return `${schema}\0${table}\0${minuteNs}`;
}

/** Relation and condition of some fields' minutes. */
function of(
  table: Table,
  fields: readonly TableField[],
  { fromNs, toNs }: { readonly fromNs?: bigint; readonly toNs?: bigint },
): string {
  const columns = fields.map(({ column }) => literal(column)).join(", ");
  return `${FIGURES} g JOIN ${FIELDS} f ON f.id = g.field
    WHERE ${isOf(table)} AND f.column_name IN (${columns}) AND ${timeRange(fromNs, toNs)}`;
}

function isOf({ names: { schema, table } }: Pick<Table, "names">): string {
  return `f.schema_name = ${literal(schema)} AND f.table_name = ${literal(table)}`;
}
