/**
 * The schema `structline`: which measurement is which table, which field which column and type, the logs' cursors, and small
 * facts. Loaded when the store is opened; written in the transactions of the rows it describes.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { FieldType } from "../../telemetry/point.ts";
import type { NewColumns } from "../store.ts";
import { CREATE_COMMITTED } from "./committed.ts";
import { escapeName, IdentifierScope, literal, quoted, unescapeName } from "./identifier.ts";
import { columnOf, type Place, Shelf } from "./shelf.ts";
import { SQL_TYPES, Table, type TableField } from "./table.ts";

const SCHEMA = "structline";
const RESERVED_SCHEMAS = [SCHEMA, "main", "temp", "system", "information_schema", "pg_catalog"];

/** Shelves that are looked at for room: what strangers name must not make each new measurement slower. */
const SHELVES_LOOKED_AT = 16;
const STATEMENTS_AT_ONCE = 200;
const ROWS_AT_ONCE = 2000;

const CREATE = `
  CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.measurements (
    database VARCHAR NOT NULL, measurement VARCHAR NOT NULL, schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL);
  ALTER TABLE ${SCHEMA}.measurements ADD COLUMN IF NOT EXISTS shelf INTEGER;
  ALTER TABLE ${SCHEMA}.measurements ADD COLUMN IF NOT EXISTS series INTEGER;
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
  readonly #shelves: Shelf[] = [];
  readonly #ownTables: number;
  #lastSeries = 0;
  #moves = 0;
  #size = 0;

  private constructor(catalog: string, ownTables: number) {
    this.catalog = catalog;
    this.#ownTables = ownTables;
  }

  /** How many measurements left their shelf for a table of their own. */
  get moves(): number {
    return this.#moves;
  }

  /** Measurements. */
  get size(): number {
    return this.#size;
  }

  /** Makes the schema where it is missing and reads it. */
  static async load(connection: DuckDBConnection, ownTables: number): Promise<Catalogue> {
    await connection.run(CREATE);
    const [[catalog] = []] = await rowsOf(connection, "SELECT current_database()");
    const catalogue = new Catalogue(String(catalog), ownTables);
    const tables = new Map<string, Table>();
    const shelves = `SELECT DISTINCT table_name FROM ${SCHEMA}.fields WHERE schema_name = ${literal(SCHEMA)}`;
    const { length } = await rowsOf(connection, shelves);
    for (let number = 1; number <= length; number++) {
      const shelf = new Shelf(number);
      shelf.stored = true;
      tables.set(`${SCHEMA}\0${shelf.names.table}`, shelf);
      catalogue.#shelves.push(shelf);
    }
    const measurements = `SELECT database, measurement, schema_name, table_name, shelf::VARCHAR, series::VARCHAR
      FROM ${SCHEMA}.measurements ORDER BY rowid`;
    for (const [database, measurement, schema, name, shelf, series] of await rowsOf(connection, measurements)) {
      const table = catalogue.#load(unescapeName(database!), unescapeName(measurement!), schema!, name!);
      tables.set(`${schema}\0${name}`, table);
      if (shelf !== null) table.place = catalogue.#loadPlace(catalogue.#shelves[Number(shelf) - 1]!, Number(series));
    }
    const fields = `SELECT schema_name, table_name, field, type, column_name FROM ${SCHEMA}.fields ORDER BY rowid`;
    for (const [schema, table, field, type, column] of await rowsOf(connection, fields)) {
      const owner = tables.get(`${schema}\0${table}`);
      if (owner === undefined) continue;
      // A shelf has its first from the beginning.
      if (owner.slotOf(unescapeName(field!)) === undefined) owner.add(unescapeName(field!), type as FieldType, column);
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

  /** Decides where a table with new fields lies: where there are many, it shares one with others. */
  place(table: Table): void {
    if (table.place === undefined) table.place = this.#placeFor(table);
    if (table.place === "own") return;
    const { shelf } = table.place;
    const outcome = shelf.take(table.fields);
    if (outcome === "added") this.#changed.add(shelf);
    if (outcome !== "full") return;
    table.leaves = table.place;
    table.place = "own";
    this.#moves++;
  }

  #placeFor({ fields }: Table): Place | "own" {
    if (this.#size <= this.#ownTables) return "own";
    let shelf = this.#shelves.slice(-SHELVES_LOOKED_AT).find((each) => each.hasRoomFor(fields));
    if (shelf === undefined) {
      shelf = new Shelf(this.#shelves.length + 1);
      if (!shelf.hasRoomFor(fields)) return "own";
      this.#shelves.push(shelf);
    }
    this.#lastSeries++;
    return { shelf, series: this.#lastSeries };
  }

  nameOf(table: Table): string {
    return `${quoted(this.catalog)}.${quoted(table.names.schema)}.${quoted(table.names.table)}`;
  }

  /** What brings the database up to what was added, some hundred statements at a time: one by one they take far longer. */
  changes(): string[] {
    // Views are of shelves.
    const changed = [...this.#changed].sort((a, b) => Number(b instanceof Shelf) - Number(a instanceof Shelf));
    if (changed.length === 0) return [];
    const created = changed.filter((table) => !table.stored && !(table instanceof Shelf));
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
    const { place } = table;
    const rows =
      place === undefined || place === "own"
        ? [`DROP TABLE ${this.nameOf(table)}`]
        : [`DROP VIEW ${this.nameOf(table)}`, this.#clearance(place)];
    return [...rows, `DELETE FROM ${SCHEMA}.fields ${where}`, `DELETE FROM ${SCHEMA}.measurements ${where}`];
  }

  /** The removal is committed: the measurement may come anew, as another table. */
  remove({ names }: Table): void {
    this.#databases.get(names.database)?.delete(names.measurement);
    this.#tableScope(names.schema).release(names.table);
    this.#size--;
  }

  /** Fields that were added and are not in the database yet. */
  pending(): NewColumns[] {
    const measurements = [...this.#changed].filter((table) => !(table instanceof Shelf));
    return measurements.map((table) => ({
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
      table.leaves = undefined;
    }
    this.#changed.clear();
  }

  /** The changes did not happen. */
  forget(): void {
    for (const table of this.#changed) {
      table.forgetUnstored();
      table.place = table.leaves ?? table.place;
      table.leaves = undefined;
    }
    this.#changed.clear();
  }

  #creation(table: Table): string {
    const { place } = table;
    if (place !== undefined && place !== "own") return this.#view(table, place);
    const columns = ["time TIMESTAMP_NS NOT NULL", ...table.fields.map(columnDefinition)];
    return `CREATE TABLE ${this.nameOf(table)} (${columns.join(", ")})`;
  }

  // The database's own name would be wrong in a copy of its file.
  #view(table: Table, { shelf, series }: Place): string {
    const columns = ["time", ...table.fields.map((field) => `${quoted(columnOf(field))} AS ${quoted(field.column)}`)];
    const from = `${SCHEMA}.${shelf.names.table} WHERE series = ${series}`;
    return `CREATE OR REPLACE VIEW ${this.nameOf(table)} AS SELECT ${columns.join(", ")} FROM ${from}`;
  }

  /** From its shelf to a table of its own, which has the new fields as well. */
  #moveOut(table: Table, place: Place): string[] {
    const stored = table.fields.slice(0, table.storedFields);
    const into = ["time", ...stored.map(({ column }) => quoted(column))].join(", ");
    const from = ["time", ...stored.map((field) => quoted(columnOf(field)))].join(", ");
    const { shelf, series } = place;
    return [
      `DROP VIEW ${this.nameOf(table)}`,
      this.#creation(table),
      `INSERT INTO ${this.nameOf(table)} (${into}) SELECT ${from} FROM ${this.nameOf(shelf)} WHERE series = ${series}`,
      this.#clearance(place),
      `UPDATE ${SCHEMA}.measurements SET shelf = NULL, series = NULL WHERE series = ${series}`,
    ];
  }

  #clearance({ shelf, series }: Place): string {
    return `DELETE FROM ${this.nameOf(shelf)} WHERE series = ${series}`;
  }

  #alterations(table: Table): string[] {
    const { place, leaves } = table;
    if (leaves !== undefined) return this.#moveOut(table, leaves);
    if (place !== undefined && place !== "own") return [this.#view(table, place)];
    return newFields(table).map((field) => `ALTER TABLE ${this.nameOf(table)} ADD COLUMN ${columnDefinition(field)}`);
  }

  #load(database: string, measurement: string, schema: string, name: string): Table {
    const table = this.#add(database, measurement, schema, name);
    table.stored = true;
    table.place = "own";
    return table;
  }

  #loadPlace(shelf: Shelf, series: number): Place {
    this.#lastSeries = Math.max(this.#lastSeries, series);
    return { shelf, series };
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

function measurementRow({ names: { database, measurement, schema, table }, place }: Table): string {
  const names = [escapeName(database), escapeName(measurement), schema, table].map(literal);
  const numbers = place === undefined || place === "own" ? ["NULL", "NULL"] : [place.shelf.number, place.series];
  return `(${[...names, ...numbers].join(", ")})`;
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
