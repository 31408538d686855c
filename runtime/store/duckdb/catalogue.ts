/**
 * The schema `structline`: which measurement is which table, which field which column and type, the logs' cursors, and small
 * facts. Loaded when the store is opened; written in the transactions of the rows it describes.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { FieldType } from "../../telemetry/point.ts";
import type { NewColumns } from "../store.ts";
import { CREATE_COMMITTED } from "./committed.ts";
import { escapeName, IdentifierScope, literal, quoted, unescapeName } from "./identifier.ts";
import { SQL_TYPES, Table, type TableField } from "./table.ts";

const SCHEMA = "structline";
const RESERVED_SCHEMAS = [SCHEMA, "main", "temp", "system", "information_schema", "pg_catalog"];

const STATEMENTS_AT_ONCE = 200;
const ROWS_AT_ONCE = 2000;

const CREATE = `
  CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.measurements (
    database VARCHAR NOT NULL, measurement VARCHAR NOT NULL, schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL);
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.fields (
    schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL, field VARCHAR NOT NULL, type VARCHAR NOT NULL,
    column_name VARCHAR NOT NULL);
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.facts (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
  ${CREATE_COMMITTED}
`;

export class Catalogue {
  /** The attached database's own name: a schema may have the same, and then only three-part names are unambiguous. */
  readonly catalog: string;
  readonly #databases = new Map<string, Map<string, Table>>();
  readonly #schemas = new Map<string, string>();
  readonly #schemaScope = new IdentifierScope(RESERVED_SCHEMAS);
  readonly #tableScopes = new Map<string, IdentifierScope>();
  /** Tables with something that the database does not have yet. */
  readonly #changed = new Set<Table>();

  #size = 0;

  private constructor(catalog: string) {
    this.catalog = catalog;
  }

  /** Measurements. */
  get size(): number {
    return this.#size;
  }

  /** Makes the schema where it is missing and reads it. */
  static async load(connection: DuckDBConnection): Promise<Catalogue> {
    await connection.run(CREATE);
    const [[catalog] = []] = await rowsOf(connection, "SELECT current_database()");
    const catalogue = new Catalogue(String(catalog));
    const tables = new Map<string, Table>();
    const measurements = `SELECT database, measurement, schema_name, table_name FROM ${SCHEMA}.measurements ORDER BY rowid`;
    for (const [database, measurement, schema, table] of await rowsOf(connection, measurements)) {
      tables.set(
        `${schema}\0${table}`,
        catalogue.#load(unescapeName(database!), unescapeName(measurement!), schema!, table!),
      );
    }
    const fields = `SELECT schema_name, table_name, field, type, column_name FROM ${SCHEMA}.fields ORDER BY rowid`;
    for (const [schema, table, field, type, column] of await rowsOf(connection, fields)) {
      const owner = tables.get(`${schema}\0${table}`);
      if (owner === undefined) continue;
      owner.add(unescapeName(field!), type as FieldType, column);
      owner.storedFields++;
    }
    return catalogue;
  }

  get(database: string, measurement: string): Table | undefined {
    return this.#databases.get(database)?.get(measurement);
  }

  /** All that are in the database. */
  *tables(): Generator<Table> {
    for (const tables of this.#databases.values()) {
      for (const table of tables.values()) if (table.stored) yield table;
    }
  }

  /** The measurement's table, which is made with the transaction under way where there is none. */
  getOrAdd(database: string, measurement: string): Table {
    const known = this.get(database, measurement);
    if (known !== undefined) return known;
    const schema = this.#schemas.get(database) ?? this.#schemaScope.propose(database);
    const table = this.#tableScope(schema).propose(measurement);
    return this.#add(database, measurement, schema, table);
  }

  addField(table: Table, name: string, type: FieldType): number {
    this.#changed.add(table);
    return table.add(name, type);
  }

  nameOf(table: Table): string {
    return `${quoted(this.catalog)}.${quoted(table.names.schema)}.${quoted(table.names.table)}`;
  }

  /** What brings the database up to what was added, some hundred statements at a time: one by one they take far longer. */
  changes(): string[] {
    const changed = [...this.#changed];
    if (changed.length === 0) return [];
    const created = changed.filter(({ stored }) => !stored);
    const schemas = new Set(created.map(({ names }) => `${quoted(this.catalog)}.${quoted(names.schema)}`));
    const statements = [
      ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`),
      ...changed.flatMap((table) => (table.stored ? this.#alterations(table) : [this.#creation(table)])),
      ...inserts("measurements", created.map(measurementRow)),
      ...inserts(
        "fields",
        changed.flatMap((table) => newFields(table).map((field) => fieldRow(table, field))),
      ),
    ];
    return blocks(statements, STATEMENTS_AT_ONCE).map((block) => block.join(";\n"));
  }

  /** Statements that take a table out of the database. */
  removal(table: Table): string[] {
    const { schema, table: name } = table.names;
    const where = `WHERE schema_name = ${literal(schema)} AND table_name = ${literal(name)}`;
    return [
      `DROP TABLE ${this.nameOf(table)}`,
      `DELETE FROM ${SCHEMA}.fields ${where}`,
      `DELETE FROM ${SCHEMA}.measurements ${where}`,
    ];
  }

  /** The removal is committed: the measurement may come anew, as another table. */
  remove({ names }: Table): void {
    this.#databases.get(names.database)?.delete(names.measurement);
    this.#tableScope(names.schema).release(names.table);
    this.#size--;
  }

  /** Fields that were added and are not in the database yet. */
  pending(): NewColumns[] {
    return [...this.#changed].map((table) => ({
      database: table.names.database,
      measurement: table.names.measurement,
      columns: new Map(newFields(table).map(({ name, type }) => [name, type])),
    }));
  }

  /** The changes are committed. */
  confirm(): void {
    for (const table of this.#changed) {
      table.stored = true;
      table.storedFields = table.fields.length;
    }
    this.#changed.clear();
  }

  /** The changes did not happen. */
  forget(): void {
    for (const table of this.#changed) table.forgetUnstored();
    this.#changed.clear();
  }

  #creation(table: Table): string {
    const columns = ["time TIMESTAMP_NS NOT NULL", ...newFields(table).map(columnDefinition)];
    return `CREATE TABLE ${this.nameOf(table)} (${columns.join(", ")})`;
  }

  #alterations(table: Table): string[] {
    return newFields(table).map((field) => `ALTER TABLE ${this.nameOf(table)} ADD COLUMN ${columnDefinition(field)}`);
  }

  #load(database: string, measurement: string, schema: string, name: string): Table {
    const table = this.#add(database, measurement, schema, name);
    table.stored = true;
    return table;
  }

  #add(database: string, measurement: string, schema: string, name: string): Table {
    const table = new Table({ database, measurement, schema, table: name });
    this.#schemas.set(database, schema);
    this.#schemaScope.take(schema);
    this.#tableScope(schema).take(name);
    let tables = this.#databases.get(database);
    if (tables === undefined) {
      tables = new Map();
      this.#databases.set(database, tables);
    }
    tables.set(measurement, table);
    this.#size++;
    return table;
  }

  #tableScope(schema: string): IdentifierScope {
    let scope = this.#tableScopes.get(schema);
    if (scope === undefined) {
      scope = new IdentifierScope([]);
      this.#tableScopes.set(schema, scope);
    }
    return scope;
  }
}

function newFields(table: Table): TableField[] {
  return table.fields.slice(table.storedFields);
}

function columnDefinition({ column, type }: TableField): string {
  return `${quoted(column)} ${SQL_TYPES[type]}`;
}

function measurementRow({ names: { database, measurement, schema, table } }: Table): string {
  return `(${[escapeName(database), escapeName(measurement), schema, table].map(literal).join(", ")})`;
}

function inserts(table: string, rows: readonly string[]): string[] {
  return blocks(rows, ROWS_AT_ONCE).map((block) => `INSERT INTO ${SCHEMA}.${table} VALUES ${block.join(", ")}`);
}

function blocks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

function fieldRow({ names }: Table, { name, type, column }: TableField): string {
  return `(${[names.schema, names.table, escapeName(name), type, column].map(literal).join(", ")})`;
}

export async function writeFact(connection: DuckDBConnection, key: string, value: string): Promise<void> {
  const values = [escapeName(key), escapeName(value)];
  await connection.run(`INSERT OR REPLACE INTO ${SCHEMA}.facts VALUES ($1, $2)`, values);
}

export async function readFacts(connection: DuckDBConnection): Promise<Map<string, string>> {
  const rows = await rowsOf(connection, `SELECT key, value FROM ${SCHEMA}.facts ORDER BY key`);
  return new Map(rows.map(([key, value]) => [unescapeName(key!), unescapeName(value!)]));
}

/** Rows of a query whose columns are all texts. */
async function rowsOf(connection: DuckDBConnection, sql: string): Promise<string[][]> {
  return (await (await connection.run(sql)).getRows()) as string[][];
}
