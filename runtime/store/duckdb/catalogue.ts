/**
 * The schema `structline`: maps measurements to tables, and fields to columns and types; also holds the logs' cursors
 * and small facts. Read when the store is opened; written in the transactions of the rows.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { PointColumn } from "../../telemetry/point.ts";
import type { MeasurementInfo, NewColumns } from "../store.ts";
import { areSparse, CellTable } from "./cells.ts";
import { CREATE_COMMITTED } from "./committed.ts";
import { escapeName, IdentifierScope, isFolded, literal, SCHEMA, unescapeName } from "./identifier.ts";
import type { RowWidth } from "./open-database.ts";
import { type LoadedField, type LoadedMeasurement, readCatalogue, textRows } from "./read-catalogue.ts";
import { changesOf, nameOf, newFields, partsOf, removalOf, selectionOf } from "./schema-changes.ts";
import { InSharedTable, namingOf, numberOfSharedTable, SharedTable, sharedTableName } from "./shared-table.ts";
import { FieldSets, type NamedField, type Placement, Table, type TableField, type TableNames } from "./table.ts";

const RESERVED_SCHEMAS = [SCHEMA, "main", "temp", "system", "information_schema", "pg_catalog"];

/** Number of shared tables that are searched for room, so that a flood of new names does not make each one slower. */
const SHARED_TABLES_LOOKED_AT = 16;

// One transaction, since each one waits for the disk.
const CREATE = `
  BEGIN;
  CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.measurements (
    database VARCHAR NOT NULL, measurement VARCHAR NOT NULL, schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL,
    shelf INTEGER, series INTEGER, rows_table VARCHAR);
  ALTER TABLE ${SCHEMA}.measurements ADD COLUMN IF NOT EXISTS shelf INTEGER;
  ALTER TABLE ${SCHEMA}.measurements ADD COLUMN IF NOT EXISTS series INTEGER;
  ALTER TABLE ${SCHEMA}.measurements ADD COLUMN IF NOT EXISTS rows_table VARCHAR;
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.fields (
    schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL, field VARCHAR NOT NULL, type VARCHAR NOT NULL,
    column_name VARCHAR NOT NULL);
  ALTER TABLE ${SCHEMA}.fields ADD COLUMN IF NOT EXISTS element INTEGER;
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.facts (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
  ${CREATE_COMMITTED}
  COMMIT;
`;

export interface CatalogueLimits {
  /** Number of measurements with their own table; further ones share tables. */
  readonly ownTables: number;
  /** Number of missing fields from which a row's new fields become cells instead of columns. */
  readonly columnsLacked: number;
  /** Number of fields stored as columns; further declared ones are elements of lists. */
  readonly columnsApart: number;
}

/**
 * A stored measurement in a shared table that nobody has used since the database was opened: only its series, since a fleet has a
 * hundred thousand of them. The first use makes its table of it.
 */
type Silent = number;

export class Catalogue {
  /** Name of the attached database: a schema may have the same name, and then only three-part names are unambiguous. */
  readonly catalog: string;
  readonly #databases = new Map<string, Map<string, Table | Silent>>();
  /** By series, of silent measurements. */
  readonly #silentFields: (readonly LoadedField[] | undefined)[] = [];
  readonly #silentPlaces: (SharedTable | undefined)[] = [];
  readonly #schemas = new Map<string, string>();
  /** The other way round. */
  readonly #databaseOf = new Map<string, string>();
  readonly #names = new Map<string, Pick<TableNames, "database" | "schema">>();
  readonly #schemaScope = new IdentifierScope(RESERVED_SCHEMAS);
  readonly #tableScopes = new Map<string, IdentifierScope>();
  /** Tables with changes that are not in the database yet. */
  readonly #changed = new Set<Table>();
  readonly #sharedTables: SharedTable[] = [];
  readonly #limits: CatalogueLimits;
  readonly #fieldSets = new FieldSets();
  #lastSeries = 0;
  #moves = 0;
  #size = 0;
  #width: RowWidth = "narrow";

  private constructor(catalog: string, limits: CatalogueLimits) {
    this.catalog = catalog;
    this.#limits = limits;
  }

  /** Number of measurements that have moved to a table with cells. */
  get moves(): number {
    return this.#moves;
  }

  /** Number of measurements. */
  get size(): number {
    return this.#size;
  }

  /** Whether there are rows with lists. */
  get width(): RowWidth {
    return this.#width;
  }

  /** Creates the schema if it is missing, and reads it. */
  static async load(connection: DuckDBConnection, limits: CatalogueLimits): Promise<Catalogue> {
    await connection.run(CREATE);
    const [[catalog] = []] = await textRows(connection, "SELECT current_database()");
    const catalogue = new Catalogue(String(catalog), limits);
    await catalogue.#read(connection);
    return catalogue;
  }

  async #read(connection: DuckDBConnection): Promise<void> {
    const names = `SELECT DISTINCT table_name FROM ${SCHEMA}.fields WHERE schema_name = ${literal(SCHEMA)}`;
    const stored = new Set((await textRows(connection, names)).map(([name]) => numberOfSharedTable(name!)));
    const loaded = await readCatalogue(connection);
    for (let number = 1; number <= Math.max(0, ...stored); number++) {
      const fields = loaded.fieldsOf(SCHEMA, sharedTableName(number));
      const shared = new SharedTable(number, namingOf(fields));
      // A failed commit can leave a number without a table; the next measurement there creates it.
      shared.stored = stored.has(number);
      this.#addLoaded(shared, fields);
      this.#sharedTables.push(shared);
    }
    for (const each of loaded.measurements()) {
      const { database, measurement, schema, table: name, fields, shared, rows } = each;
      if (shared !== undefined && rows === undefined && this.#keepSilent(each, shared)) continue;
      const table = this.#load(database, measurement, schema, name);
      if (shared !== undefined) table.place = this.#loadPlace(this.#sharedTables[shared.shelf - 1]!, shared.series);
      table.load(fields, this.#fieldSets);
      if (table.fieldsApart < fields.length) this.#width = "wide";
      if (rows === undefined) continue;
      const cells = this.#cellTable(table, rows);
      cells.stored = true;
      table.place = cells;
      this.#addLoaded(cells, loaded.fieldsOf(schema, rows));
    }
  }

  /** @returns false if the measurement needs a table: it has lists, or an identifier of its own */
  #keepSilent(
    { database, measurement, schema, table: name, fields }: LoadedMeasurement,
    { shelf, series }: { readonly shelf: number; readonly series: number },
  ): boolean {
    const areColumns = fields.every(({ element }) => element === undefined);
    if (!areColumns || name !== measurement || !isFolded(name) || this.#silentFields[series] !== undefined)
      return false;
    this.#noteSchema(database, schema);
    this.#tablesOf(database).set(measurement, series);
    this.#silentFields[series] = fields;
    this.#silentPlaces[series] = this.#sharedTables[shelf - 1]!;
    this.#lastSeries = Math.max(this.#lastSeries, series);
    this.#size++;
    return true;
  }

  #awaken(database: string, measurement: string, series: Silent): Table {
    const { schema } = this.#names.get(database)!;
    const table = new Table({ ...this.#names.get(database)!, measurement, table: measurement });
    table.stored = true;
    table.place = new InSharedTable(this.#silentPlaces[series]!, series);
    table.load(this.#silentFields[series]!, this.#fieldSets);
    this.#silentFields[series] = undefined;
    this.#silentPlaces[series] = undefined;
    this.#tableScope(schema).take(measurement);
    this.#tablesOf(database).set(measurement, table);
    return table;
  }

  #addLoaded(table: Table, fields: readonly LoadedField[]): void {
    for (const { name, type, column, element } of fields) {
      // A shared table has its first field from the beginning.
      if (table.slotOf(name) === undefined) table.add(name, type, column, element);
      table.storedFields++;
      if (element !== undefined) this.#width = "wide";
    }
  }

  get(database: string, measurement: string): Table | undefined {
    const found = this.#databases.get(database)?.get(measurement);
    return typeof found === "number" ? this.#awaken(database, measurement, found) : found;
  }

  /** All measurements in the database. */
  *measurements(): Generator<MeasurementInfo> {
    for (const [database, tables] of this.#databases) {
      for (const [measurement, table] of tables) {
        if (typeof table === "number") {
          yield { database, measurement, columns: this.#fieldSets.loaded(this.#silentFields[table]!).types };
        } else if (table.stored) yield { database, measurement, columns: table.storedTypes() };
      }
    }
  }

  /** The table of each measurement. With many measurements, `measurements` and `rowsTables` take less memory. */
  *tables(): Generator<Table> {
    for (const [database, tables] of this.#databases) {
      for (const measurement of tables.keys()) {
        const table = this.get(database, measurement)!;
        if (table.stored) yield table;
      }
    }
  }

  /** The tables that contain rows: those of measurements, and shared ones. */
  rowsTables(): { readonly own: readonly Table[]; readonly shared: readonly SharedTable[] } {
    const own: Table[] = [];
    for (const tables of this.#databases.values())
      for (const table of tables.values())
        if (typeof table !== "number" && table.stored && !(table.placement instanceof InSharedTable)) own.push(table);
    return { own, shared: this.#sharedTables.filter(({ stored }) => stored) };
  }

  /** The measurement's table; a new one is created by the current transaction. */
  getOrAdd(database: string, measurement: string): Table {
    const known = this.get(database, measurement);
    if (known !== undefined) return known;
    const schema = this.#schemas.get(database) ?? this.#schemaScope.propose(database);
    const table = this.#tableScope(schema).propose(measurement);
    return this.#add(database, measurement, schema, table);
  }

  /** Takes over a measurement of another database; its table is created by the current transaction. */
  takeOver({ database, measurement, schema, table: name }: TableNames, fields: readonly NamedField[]): void {
    const table = this.#add(database, measurement, schema, name);
    this.#changed.add(table);
    // It is unknown which fields were declared; in such a measurement, probably most.
    for (const field of fields) this.addField(table, { ...field, isDeclared: true }, field.column);
    this.place(table, 0, fields.length);
  }

  /** A declared field becomes an element of a list if there are many columns already. */
  addField(table: Table, { name, type, isDeclared }: PointColumn, column?: string): number {
    this.#changed.add(table);
    const isElement = isDeclared && table.fieldsApart >= this.#limits.columnsApart;
    return table.add(name, type, column, isElement ? table.nextElement(type) : undefined);
  }

  /**
   * Decides where a row's new fields are stored. @param before number of earlier fields @param given number of fields
   * in the row
   */
  place(table: Table, before: number, given: number): void {
    if (table.place === undefined) table.place = this.#placeFor(table);
    const { placement } = table;
    const added = table.fields.slice(before);
    const form = areSparse(given, table.fields.length, this.#limits.columnsLacked) ? "cells" : "columns";
    const areColumns = form === "columns" && added.every(({ element }) => element === undefined);
    if (placement instanceof InSharedTable && areColumns) {
      const outcome = placement.rows.take(table.fields);
      if (outcome === "added") this.#changed.add(placement.rows);
      if (outcome !== "full") return;
    } else if (placement === undefined && areColumns) return;
    const cells = placement instanceof CellTable ? placement : this.#moved(table, before);
    cells.take(added, form);
  }

  /** Moves the measurement to a table of its own, with the earlier fields as columns. */
  #moved(table: Table, before: number): CellTable {
    const scope = this.#tableScope(table.names.schema);
    const cells = this.#cellTable(table, scope.propose(`${table.names.table}_rows`));
    cells.takeOver(table.fields.slice(0, before));
    if (table.stored) table.leaves = table.place;
    table.place = cells;
    this.#moves++;
    return cells;
  }

  #cellTable(measurement: Table, name: string): CellTable {
    this.#tableScope(measurement.names.schema).take(name);
    return new CellTable(measurement, name);
  }

  #placeFor({ fields }: Table): Placement | "own" {
    if (this.#size <= this.#limits.ownTables) return "own";
    let shared = this.#sharedTables.slice(-SHARED_TABLES_LOOKED_AT).find((each) => each.hasRoomFor(fields));
    if (shared === undefined) {
      shared = new SharedTable(this.#sharedTables.length + 1, "places");
      if (!shared.hasRoomFor(fields)) return "own";
      this.#sharedTables.push(shared);
    }
    this.#lastSeries++;
    return new InSharedTable(shared, this.#lastSeries);
  }

  nameOf(table: Table): string {
    return nameOf(table, this.catalog);
  }

  /** The relation for a query of these fields only: DuckDB evaluates all columns of a view, even unused ones. */
  relationOf(table: Table, fields: readonly TableField[], lists: Iterable<string> = []): string {
    const { placement } = table;
    if (placement instanceof InSharedTable) {
      const own = `${this.nameOf(placement.rows)} WHERE series = ${placement.series}`;
      return `(${selectionOf(placement, fields, own)})`;
    }
    if (placement === undefined) return this.nameOf(table);
    return `(${selectionOf(placement, fields, this.nameOf(placement.rows), lists)})`;
  }

  /** Statements that bring the database up to date. */
  changes(): string[] {
    return changesOf(this.#changed, this.catalog);
  }

  /** Statements that remove a table from the database. */
  removal(table: Table): string[] {
    return removalOf(table, this.catalog);
  }

  /** The removal was committed: the measurement may be created again, as a new table. */
  remove(table: Table): void {
    const { names } = table;
    this.#databases.get(names.database)?.delete(names.measurement);
    for (const part of partsOf(table)) this.#tableScope(names.schema).release(part.names.table);
    this.#size--;
  }

  /** Added fields that are not in the database yet. */
  pending(): NewColumns[] {
    const measurements = [...this.#changed].filter(({ isMeasurement }) => isMeasurement);
    return measurements.map((table) => ({
      database: table.names.database,
      measurement: table.names.measurement,
      columns: new Map(newFields(table).map(({ name, type }) => [name, type])),
    }));
  }

  /** The changes were committed. */
  confirm(): void {
    for (const table of this.#changed) {
      if (table.fieldsApart < table.fields.length) this.#width = "wide";
      for (const part of partsOf(table)) {
        part.stored = true;
        part.storedFields = part.fields.length;
      }
      table.leaves = undefined;
      if (table.placement instanceof InSharedTable) table.share(this.#fieldSets);
    }
    this.#changed.clear();
  }

  /** The changes were not committed. */
  forget(): void {
    for (const table of this.#changed) {
      for (const part of partsOf(table)) part.forgetUnstored();
      if (table.leaves === undefined) continue;
      if (table.place instanceof CellTable) this.#tableScope(table.names.schema).release(table.place.names.table);
      table.place = table.leaves;
      table.leaves = undefined;
    }
    this.#changed.clear();
  }

  #load(database: string, measurement: string, schema: string, name: string): Table {
    const table = this.#add(database, measurement, schema, name);
    table.stored = true;
    table.place = "own";
    return table;
  }

  #loadPlace(shared: SharedTable, series: number): InSharedTable {
    this.#lastSeries = Math.max(this.#lastSeries, series);
    return new InSharedTable(shared, series);
  }

  #add(database: string, measurement: string, schema: string, name: string): Table {
    const known = this.#noteSchema(database, schema);
    // Equal texts share one string.
    const table = new Table({
      database: known.database,
      measurement,
      schema: known.schema,
      table: name === measurement ? measurement : name,
    });
    this.#tableScope(schema).take(table.names.table);
    this.#tablesOf(database).set(measurement, table);
    this.#size++;
    return table;
  }

  /** Equal texts share one string. */
  #noteSchema(database: string, schema: string): Pick<TableNames, "database" | "schema"> {
    let known = this.#names.get(database);
    if (known === undefined) {
      known = { database, schema };
      this.#names.set(database, known);
      this.#schemas.set(database, schema);
      this.#databaseOf.set(schema, database);
      this.#schemaScope.take(schema);
    }
    return known;
  }

  #isSilent(schema: string, identifier: string): boolean {
    const database = this.#databaseOf.get(schema);
    return database !== undefined && typeof this.#databases.get(database)?.get(identifier) === "number";
  }

  #tablesOf(database: string): Map<string, Table | Silent> {
    let tables = this.#databases.get(database);
    if (tables === undefined) {
      tables = new Map();
      this.#databases.set(database, tables);
    }
    return tables;
  }

  #tableScope(schema: string): IdentifierScope {
    let scope = this.#tableScopes.get(schema);
    if (scope === undefined) {
      // A silent measurement's identifier is its name.
      const silent = (identifier: string) => this.#isSilent(schema, identifier);
      scope = new IdentifierScope([], silent);
      this.#tableScopes.set(schema, scope);
    }
    return scope;
  }
}

export async function writeFact(connection: DuckDBConnection, key: string, value: string): Promise<void> {
  const values = [escapeName(key), escapeName(value)];
  await connection.run(`INSERT OR REPLACE INTO ${SCHEMA}.facts VALUES ($1, $2)`, values);
}

export async function readFacts(connection: DuckDBConnection): Promise<Map<string, string>> {
  const rows = await textRows(connection, `SELECT key, value FROM ${SCHEMA}.facts ORDER BY key`);
  return new Map(rows.map(([key, value]) => [unescapeName(key!), unescapeName(value!)]));
}

/** Rows of a query whose columns are all texts. */
