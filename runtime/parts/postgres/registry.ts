/**
 * Maps measurements to tables, and fields to columns. The schema `structline` of the database owns this information.
 * The copy in memory is loaded again after each failure, and before something is added.
 */

import type { ClientBase } from "pg";
import { OwnedRoom } from "../../lib/owned-room.ts";
import type { FieldType } from "../../model/point.ts";
import { databaseOwner } from "../../model/store.ts";
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
  /** Names of the fields that tell rows of one time apart. */
  readonly keys: Set<string>;
  /** Column with their values as a text, a part of the primary key; absent: no row has such fields. */
  seriesColumn: string | undefined;
  /** The table, these fields, or these keys, are not in the database yet. */
  isNew: boolean;
  added: Field[];
  addedKeys: string[];
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
    schema_name text NOT NULL, table_name text NOT NULL, series_column text, UNIQUE (database, measurement));
  CREATE TABLE IF NOT EXISTS structline.fields (
    measurement integer NOT NULL REFERENCES structline.measurements ON DELETE CASCADE,
    name text NOT NULL, type text NOT NULL, column_name text, is_key boolean NOT NULL DEFAULT false,
    PRIMARY KEY (measurement, name));
  CREATE TABLE IF NOT EXISTS structline.facts (key text PRIMARY KEY, value text NOT NULL);`;

/** For a registry of an earlier version. */
const ADD_KEYS = `
  ALTER TABLE structline.measurements ADD COLUMN IF NOT EXISTS series_column text;
  ALTER TABLE structline.fields ADD COLUMN IF NOT EXISTS is_key boolean NOT NULL DEFAULT false;`;

// Tables or columns that somebody dropped by hand do not exist.
const LOAD = `
  SELECT m.database, m.measurement, m.schema_name, m.table_name, f.name, f.type, f.column_name, f.is_key,
    m.series_column
  FROM structline.measurements m
  JOIN pg_namespace n ON n.nspname = m.schema_name
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = m.table_name
  JOIN structline.fields f ON f.measurement = m.id
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = f.column_name AND NOT a.attisdropped
  WHERE f.column_name IS NULL OR a.attname IS NOT NULL
  ORDER BY m.id`;

/** Only one writer at a time may add to it; the number identifies structline. */
export const LOCK = "SELECT pg_advisory_xact_lock(7311090217)";

type RegistryRow = [
  database: string,
  measurement: string,
  schema: string,
  table: string,
  name: string,
  type: FieldType,
  column: string | null,
  isKey: boolean,
  seriesColumn: string | null,
];

export class Registry {
  readonly room = new OwnedRoom();
  readonly #tables = new Map<string, Table>();

  static async load(client: ClientBase): Promise<Registry> {
    const { rows } = await client.query<RegistryRow>({ text: LOAD, rowMode: "array" });
    const registry = new Registry();
    for (const [database, measurement, schema, table, name, type, column, isKey, series] of rows) {
      const key = keyOf(database, measurement);
      let found = registry.#tables.get(key);
      if (found === undefined) {
        const place = { database, measurement, schema, table, seriesColumn: series ?? undefined };
        found = { ...place, fields: new Map(), keys: new Set(), isNew: false, added: [], addedKeys: [] };
        registry.#tables.set(key, found);
        registry.room.take(databaseOwner(found));
      }
      found.fields.set(name, { name, type, column: column ?? undefined });
      if (isKey) found.keys.add(name);
    }
    return registry;
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
      keys: new Set(),
      seriesColumn: undefined,
      isNew: true,
      added: [],
      addedKeys: [],
    };
    this.#tables.set(keyOf(database, measurement), table);
    this.room.take(databaseOwner(table));
    return table;
  }

  remove(table: Table): void {
    if (this.#tables.delete(keyOf(table.database, table.measurement))) this.room.give(databaseOwner(table));
  }
}

export function isChanged({ added, addedKeys }: Table): boolean {
  return added.length > 0 || addedKeys.length > 0;
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
  const { rows } = await client.query(
    `SELECT to_regclass('structline.facts') IS NOT NULL AS is_there, EXISTS (SELECT 1 FROM pg_attribute WHERE
     attrelid = to_regclass('structline.measurements') AND attname = 'series_column') AS has_keys`,
  );
  // Creating existing tables needs permissions that a careful administrator may not grant.
  if (rows[0]?.is_there !== true) await client.query(`BEGIN; ${LOCK}; ${SET_UP}; ${ADD_KEYS}; COMMIT`);
  else if (rows[0].has_keys !== true) await client.query(`BEGIN; ${LOCK}; ${ADD_KEYS}; COMMIT`);
}

export function relationOf({ schema, table }: Pick<Table, "schema" | "table">): string {
  return `${quoted(schema)}.${quoted(table)}`;
}

/** A field's value in SQL, in its own type. @param of the rows' name with a dot, where it is needed */
export function fieldValue({ name, type, column }: Field, of = ""): string {
  return column === undefined ? `(${of}_more ->> ${text(name)})::${columnType(type)}` : `${of}${quoted(column)}`;
}

function keyOf(database: string, measurement: string): string {
  return `${database}\0${measurement}`;
}
