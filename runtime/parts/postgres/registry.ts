/**
 * Maps measurements to tables, and fields to columns. The schema `structline` of the database owns this information.
 * The copy in memory is loaded again after each failure, and before something is added.
 */

import type { ClientBase } from "pg";
import type { FieldType } from "../../model/point.ts";
import { hashedName, ownName, quoted, text } from "./names.ts";

/**
 * Further fields are stored in `_more`: a row has 8 KB, and a text takes at least 18 bytes of it. [PostgreSQL 15,
 * appendix K]
 */
const MOST_COLUMNS = 400;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Absent: a member of `_more`. */
  readonly column: string | undefined;
}

export interface Table {
  readonly database: string;
  readonly measurement: string;
  readonly schema: string;
  table: string;
  readonly fields: Map<string, Field>;
  /** The table, or these fields, are not in the database yet. */
  isNew: boolean;
  added: Field[];
}

const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  float: "float8",
  integer: "bigint",
  unsigned: "numeric(20, 0)",
  string: "text",
  boolean: "boolean",
};

export function columnType(type: FieldType): string {
  return COLUMN_TYPES[type];
}

const SET_UP = `
  CREATE SCHEMA IF NOT EXISTS structline;
  CREATE TABLE IF NOT EXISTS structline.measurements (
    id serial PRIMARY KEY, database text NOT NULL, measurement text NOT NULL,
    schema_name text NOT NULL, table_name text NOT NULL, UNIQUE (database, measurement));
  CREATE TABLE IF NOT EXISTS structline.fields (
    measurement integer NOT NULL REFERENCES structline.measurements ON DELETE CASCADE,
    name text NOT NULL, type text NOT NULL, column_name text, PRIMARY KEY (measurement, name));
  CREATE TABLE IF NOT EXISTS structline.facts (key text PRIMARY KEY, value text NOT NULL);`;

// Tables or columns that somebody dropped by hand do not exist.
const LOAD = `
  SELECT m.database, m.measurement, m.schema_name, m.table_name, f.name, f.type, f.column_name
  FROM structline.measurements m
  JOIN pg_namespace n ON n.nspname = m.schema_name
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = m.table_name
  JOIN structline.fields f ON f.measurement = m.id
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = f.column_name AND NOT a.attisdropped
  WHERE f.column_name IS NULL OR a.attname IS NOT NULL
  ORDER BY m.id`;

/** Only one writer at a time may add to it; the number identifies structline. */
export const LOCK = "SELECT pg_advisory_xact_lock(7311090217)";

export class Registry {
  readonly #tables = new Map<string, Table>();

  static async load(client: ClientBase): Promise<Registry> {
    const { rows } = await client.query<(string | null)[]>({ text: LOAD, rowMode: "array" });
    const registry = new Registry();
    for (const [database, measurement, schema, table, name, type, column] of rows as string[][]) {
      const key = keyOf(database!, measurement!);
      let found = registry.#tables.get(key);
      if (found === undefined) {
        const place = { database: database!, measurement: measurement!, schema: schema!, table: table! };
        found = { ...place, fields: new Map(), isNew: false, added: [] };
        registry.#tables.set(key, found);
      }
      found.fields.set(name!, { name: name!, type: type as FieldType, column: column ?? undefined });
    }
    return registry;
  }

  get size(): number {
    return this.#tables.size;
  }

  /** Stored measurements, without those of a batch under way. */
  all(): Table[] {
    return [...this.#tables.values()];
  }

  get(database: string, measurement: string): Table | undefined {
    return this.#tables.get(keyOf(database, measurement));
  }

  /** Adds a measurement, to be created with its first batch. */
  add(database: string, measurement: string): Table {
    const table: Table = {
      database,
      measurement,
      schema: ownName(database),
      table: ownName(measurement),
      fields: new Map(),
      isNew: true,
      added: [],
    };
    this.#tables.set(keyOf(database, measurement), table);
    return table;
  }

  remove({ database, measurement }: Table): void {
    this.#tables.delete(keyOf(database, measurement));
  }
}

/** @returns the new field, to be created with its first batch */
export function addField(table: Table, name: string, type: FieldType): Field {
  const own = ownName(name);
  const taken = [...table.fields.values()].some(({ column }) => column === own);
  const column = table.fields.size >= MOST_COLUMNS ? undefined : taken ? hashedName(name) : own;
  const field = { name, type, column };
  table.fields.set(name, field);
  table.added.push(field);
  return field;
}

export async function setUp(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('structline.facts') IS NOT NULL AS is_there");
  // Creating existing tables needs permissions that a careful administrator may not grant.
  if (rows[0]?.is_there === true) return;
  await client.query(`BEGIN; ${LOCK}; ${SET_UP}; COMMIT`);
}

/** Creates everything added by `add` and `addField`, within the batch's transaction and with the lock. */
export async function define(client: ClientBase, made: Table): Promise<void> {
  if (made.isNew) await createTable(client, made);
  const relation = relationOf(made);
  const columns = made.added.flatMap(({ column, type }) =>
    column === undefined ? [] : [`ADD COLUMN IF NOT EXISTS ${quoted(column)} ${columnType(type)}`],
  );
  if (columns.length > 0) await client.query(`ALTER TABLE ${relation} ${columns.join(", ")}`);
  const lists = [
    made.added.map(({ name }) => name),
    made.added.map(({ type }) => type),
    made.added.map(({ column }) => column ?? null),
  ];
  await client.query(
    `INSERT INTO structline.fields (measurement, name, type, column_name)
     SELECT m.id, f.* FROM structline.measurements m, unnest($3::text[], $4::text[], $5::text[]) AS f
     WHERE m.database = $1 AND m.measurement = $2
     ON CONFLICT (measurement, name) DO UPDATE SET type = EXCLUDED.type, column_name = EXCLUDED.column_name`,
    [made.database, made.measurement, ...lists],
  );
}

async function createTable(client: ClientBase, table: Table): Promise<void> {
  const { database, measurement, schema } = table;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
  const { rows } = await client.query(
    "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
    [schema, table.table],
  );
  // An unrelated table has that name.
  if (rows.length > 0) table.table = hashedName(measurement);
  await client.query(`DELETE FROM structline.measurements WHERE database = $1 AND measurement = $2`, [
    database,
    measurement,
  ]);
  // A double holds integer microseconds, but not nanoseconds.
  await client.query(`CREATE TABLE ${relationOf(table)} (
    time_ns bigint PRIMARY KEY,
    time timestamptz GENERATED ALWAYS AS (to_timestamp((time_ns / 1000)::float8 / 1e6)) STORED,
    _more jsonb)`);
  await client.query(
    "INSERT INTO structline.measurements (database, measurement, schema_name, table_name) VALUES ($1, $2, $3, $4)",
    [database, measurement, schema, table.table],
  );
}

export function relationOf({ schema, table }: Pick<Table, "schema" | "table">): string {
  return `${quoted(schema)}.${quoted(table)}`;
}

/** A field's value in SQL, in its own type. */
export function fieldValue({ name, type, column }: Field): string {
  return column === undefined ? `(_more ->> ${text(name)})::${columnType(type)}` : quoted(column);
}

function keyOf(database: string, measurement: string): string {
  return `${database}\0${measurement}`;
}
