/**
 * Figures by the minute of rows that are gone: how many values a field had, its extremes, mean, deviation, first and last
 * value. One transaction makes them and deletes the rows, so each value is counted in one of both, whatever ends the process.
 * A minute may have several entries (rows that came later, or were moved there): readers add them up.
 *
 * One long table for all measurements: many tables cost more than many rows. What equals the least value is null there, as
 * nearly all is where a device sends once a minute, and nulls take no space.
 */

import type { FieldType } from "../../telemetry/point.ts";
import { type Figures, LARGEST } from "./figures.ts";
import { literal, quoted, SCHEMA } from "./identifier.ts";
import { timeRange } from "./query.ts";
import type { RunQuery } from "./series.ts";
import { columnOf } from "./shelf.ts";
import type { Table, TableField } from "./table.ts";

export const MINUTE_NS = 60_000_000_000n;

const FIGURES = `${SCHEMA}.minute_figures`;
const FIELDS = `${SCHEMA}.minute_fields`;
const ROWS_AT_ONCE = 2000;

/** The view is for people who open the file themselves. */
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

/** A place in the database that has rows, and those whose they are. */
export interface Source {
  /** Full name in SQL of the table that has the rows. */
  readonly name: string;
  /** SQL of each value, and the column by which `minute_fields` knows it. */
  readonly values: readonly { readonly sql: string; readonly column: string }[];
  /** A measurement's own table; absent: a shared one, in which `series` says whose a row is. */
  readonly own?: Pick<Table, "names">;
}

export class Minutes {
  /** Behind the newest minute that has figures, ns; undefined where there are none. */
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

  /** Whether some of this range may be here. */
  hasAny({ fromNs }: { readonly fromNs?: bigint }): boolean {
    return this.#exists && this.#endNs !== undefined && (fromNs === undefined || fromNs < this.#endNs);
  }

  /** Looks again at what there is. */
  async changed(ask: RunQuery): Promise<void> {
    const [[newest] = []] = await ask(`SELECT epoch_ns(max(time)) FROM ${FIGURES}`);
    this.#endNs = typeof newest === "bigint" ? newest + MINUTE_NS : undefined;
  }

  /** Tells of figures before this time, which are not committed yet: who reads has to look for them as soon as they are. */
  note(endNs: bigint): void {
    if (this.#endNs === undefined || endNs > this.#endNs) this.#endNs = endNs;
  }

  /** Statements that make the tables where there are none, and give each field a number. */
  async preparation(ask: RunQuery): Promise<string[]> {
    const statements = this.#exists ? [] : [CREATE];
    const known = this.#exists ? FIELDS : "(SELECT '' AS schema_name, '' AS table_name, '' AS column_name WHERE false)";
    const [[last] = []] = this.#exists ? await ask(`SELECT coalesce(max(id), 0) FROM ${FIELDS}`) : [[0]];
    const missing = await ask(
      `SELECT f.schema_name, f.table_name, f.column_name, f.type FROM ${SCHEMA}.fields f
         SEMI JOIN ${SCHEMA}.measurements m ON m.schema_name = f.schema_name AND m.table_name = f.table_name
         ANTI JOIN ${known} k ON k.schema_name = f.schema_name AND k.table_name = f.table_name AND k.column_name = f.column_name
       WHERE f.type <> 'string'`,
    );
    let id = Number(last);
    const rows = missing.map((row) => {
      const [schema, table, column, type] = row.map(String) as [string, string, string, FieldType];
      return `(${++id}, ${[schema, table, column, columnOf({ column, type })].map(literal).join(", ")})`;
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      statements.push(`INSERT INTO ${FIELDS} VALUES ${rows.slice(from, from + ROWS_AT_ONCE).join(", ")}`);
    }
    return statements;
  }

  /** `preparation` is committed. */
  prepared(): void {
    this.#exists = true;
  }

  /** Statement that adds the figures of a table's rows of a range. @param rest of the condition */
  addition({ name, values, own }: Source, where: string): string[] {
    return values.map(({ sql, column }) => {
      const minute = `make_timestamp_ns(epoch_ns(time) - ((epoch_ns(time) % ${MINUTE_NS}) + ${MINUTE_NS}) % ${MINUTE_NS})`;
      const figures = `count(v) AS n, min(v) AS least, max(v) AS greatest, avg(v) AS mean,
        var_pop(CASE WHEN abs(v) < ${LARGEST} THEN v END) * count(v) AS squares, arg_min(v, time) AS earliest, arg_max(v, time) AS latest`;
      const key = own === undefined ? "series, " : "";
      const grouped = `SELECT ${key}${minute} AS minute, ${figures}
        FROM (SELECT ${key}time, (${sql})::DOUBLE AS v FROM ${name} WHERE ${where}) WHERE v IS NOT NULL GROUP BY ALL`;
      const field =
        own === undefined
          ? `JOIN ${SCHEMA}.measurements m ON m.series = g.series
             JOIN ${FIELDS} f ON f.schema_name = m.schema_name AND f.table_name = m.table_name AND f.shared_column = ${literal(column)}`
          : `JOIN ${FIELDS} f ON ${isOf(own)} AND f.column_name = ${literal(column)}`;
      const other = (figure: string) => `CASE WHEN g.${figure} <> g.least THEN g.${figure} END`;
      return `INSERT INTO ${FIGURES} SELECT f.id, g.minute, g.n, g.least, ${other("greatest")}, ${other("mean")},
        nullif(g.squares, 0), ${other("earliest")}, ${other("latest")} FROM (${grouped}) g ${field} ORDER BY f.id, g.minute`;
    });
  }

  /** Statements that delete the figures of a measurement. */
  removal(table: Table): string[] {
    if (!this.#exists) return [];
    return [
      `DELETE FROM ${FIGURES} WHERE field IN (SELECT f.id FROM ${FIELDS} f WHERE ${isOf(table)})`,
      `DELETE FROM ${FIELDS} f WHERE ${isOf(table)}`,
    ];
  }

  /** Statement that deletes all figures before a time. */
  expiry(beforeNs: bigint): string {
    return `DELETE FROM ${FIGURES} WHERE ${timeRange(undefined, beforeNs)}`;
  }

  async oldest(ask: RunQuery): Promise<bigint | undefined> {
    if (!this.#exists) return undefined;
    const [[oldest] = []] = await ask(`SELECT epoch_ns(min(time)) FROM ${FIGURES}`);
    return typeof oldest === "bigint" ? oldest : undefined;
  }

  /** Of these minutes of measurements, those that have figures, as `keyOf` names them. */
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
   * A relation of points: for each minute its least value, and half a minute later its greatest where that is another.
   * @param query of minutes that begin in the range
   */
  points(
    ids: ReadonlyMap<string, number>,
    fields: readonly TableField[],
    query: { readonly fromNs?: bigint; readonly toNs?: bigint },
  ): string | undefined {
    const known = fields.filter(({ column }) => ids.has(column));
    // Without any field the times are wanted.
    const list = fields.length === 0 ? [...ids.values()] : known.map(({ column }) => ids.get(column));
    if (list.length === 0) return undefined;
    const of = (value: string, by: string) =>
      known.map(({ column }) => `, ${by}(${value}) FILTER (field = ${ids.get(column)}) AS ${quoted(column)}`).join("");
    const from = `FROM ${FIGURES} WHERE field IN (${list.join(", ")}) AND ${timeRange(query.fromNs, query.toNs)}`;
    return `SELECT time${of("least", "min")} ${from} GROUP BY time
      UNION ALL SELECT time + INTERVAL 30 SECOND AS time${of("greatest", "max")} ${from} AND greatest IS NOT NULL GROUP BY time`;
  }

  /** By column; a column without any is absent. */
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

function isOf({ names: { schema, table } }: Pick<Table, "names">): string {
  return `f.schema_name = ${literal(schema)} AND f.table_name = ${literal(table)}`;
}
