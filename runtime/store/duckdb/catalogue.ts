/**
 * The schema `structline`: maps measurements to tables, and fields to columns and types; also holds the logs' cursors
 * and small facts. Read when the store is opened; written in the transactions of the rows.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import { OwnedRoom } from "../../lib/owned-room.ts";
import type { FieldType, Point, PointColumn } from "../../model/point.ts";
import { databaseOwner, type MeasurementInfo, type MeasurementName, type NewColumns } from "../../model/store.ts";
import { areSparse, type FieldForm } from "./field-form.ts";
import { escapeName, IdentifierScope, isFolded, literal, SCHEMA, unescapeName } from "./identifier.ts";
import type { RowWidth } from "./open-database.ts";
import { type LoadedMeasurement, readCatalogue, textRows } from "./read-catalogue.ts";
import { changesOf, fieldUpdate, type Named, nameOf, newFields, removalOf } from "./schema-changes.ts";
import { SharedTable } from "./shared-table.ts";
import { FieldSets, type NamedField, type SharedSeries, Table, type TableField, type TableNames } from "./table.ts";

const RESERVED_SCHEMAS = [SCHEMA, "main", "temp", "system", "information_schema", "pg_catalog"];

/** Prefix of the facts with measurements' key columns. */
const KEYS = "key-columns/";

function placeOf({ database, measurement }: Pick<TableNames, "database" | "measurement">): string {
  return JSON.stringify([database, measurement]);
}

/** Number of shared tables that are searched for room, so that a flood of new names does not make each one slower. */
const SHARED_TABLES_LOOKED_AT = 16;

export interface CatalogueLimits {
  /** Number of measurements with a table to themselves. */
  readonly ownTables: number;
  /** Number of missing fields from which a row's new fields become entries of maps instead of columns. */
  readonly columnsLacked: number;
  /** Number of fields stored as columns; further declared ones are elements of lists. */
  readonly columnsApart: number;
}

/**
 * A stored measurement that nobody has used since the database was opened: only its series, since a fleet has a
 * hundred thousand of them. The first use makes its table of it.
 */
type Silent = number;

export class Catalogue {
  /** Name of the attached database: a schema may have the same name, and then only three-part names are unambiguous. */
  readonly catalog: string;
  readonly #databases = new Map<string, Map<string, Table | Silent>>();
  /** By series, of silent measurements. */
  readonly #silentFields: (readonly TableField[] | undefined)[] = [];
  readonly #silentTables: (SharedTable | undefined)[] = [];
  readonly #names = new Map<string, Pick<TableNames, "database" | "schema">>();
  /** Database of each schema. */
  readonly #databaseOf = new Map<string, string>();
  readonly #schemaScope = new IdentifierScope(RESERVED_SCHEMAS);
  readonly #tableScopes = new Map<string, IdentifierScope>();
  /** Measurements, and tables of rows, with changes that are not in the database yet. */
  readonly #changed = new Set<Table>();
  readonly #changedRows = new Set<SharedTable>();
  readonly #sharedTables: SharedTable[] = [];
  /** Many measurements are written at once: new ones share tables. */
  isCrowded = false;
  readonly #limits: CatalogueLimits;
  /** Key columns of measurements that have some, by place. */
  readonly #keys = new Map<string, ReadonlySet<string>>();
  /** Places whose key columns are not in the database yet. */
  readonly #changedKeys = new Set<string>();
  readonly #fieldSets = new FieldSets();
  readonly room = new OwnedRoom();
  #firstSeries = 1;
  #lastSeries = 0;
  #width: RowWidth = "narrow";

  private constructor(catalog: string, limits: CatalogueLimits) {
    this.catalog = catalog;
    this.#limits = limits;
  }

  /** Number of measurements. */
  get size(): number {
    return this.room.all;
  }

  /** Whether there are rows with lists. */
  get width(): RowWidth {
    return this.#width;
  }

  /** Reads the stored schema. */
  static async load(connection: DuckDBConnection, limits: CatalogueLimits): Promise<Catalogue> {
    const [[catalog] = []] = await textRows(connection, "SELECT current_database()");
    const catalogue = new Catalogue(String(catalog), limits);
    const { tables, measurements } = await readCatalogue(connection);
    for (const [key, value] of await readFacts(connection, KEYS))
      catalogue.#keys.set(key.slice(KEYS.length), new Set(JSON.parse(value) as string[]));
    for (const [number, columns] of tables) catalogue.#rowsTable(number).load(columns);
    for (const each of measurements()) catalogue.#load(each);
    const alone = catalogue.#sharedTables.filter(({ members }) => members <= 1);
    for (const table of alone.slice(0, limits.ownTables)) table.isAlone = true;
    // Others share only once so many have their own.
    catalogue.isCrowded = alone.length < limits.ownTables && alone.length < catalogue.#sharedTables.length;
    return catalogue;
  }

  #load(loaded: LoadedMeasurement): void {
    const { database, measurement, schema, table: name, fields, number, series } = loaded;
    const rows = this.#rowsTable(number);
    rows.members++;
    this.#firstSeries = Math.min(this.#firstSeries, series);
    this.#lastSeries = Math.max(this.#lastSeries, series);
    if (fields.some(({ form }) => form === "list")) this.#width = "wide";
    if (this.#keepSilent(loaded, rows)) return;
    const table = this.#add(database, measurement, schema, name);
    table.stored = true;
    table.shared = { rows, series };
    table.load(fields, this.#fieldSets);
  }

  /** A failed commit can leave a number without a table; the next measurement there creates it. */
  #rowsTable(number: number): SharedTable {
    while (this.#sharedTables.length < number) this.#sharedTables.push(new SharedTable(this.#sharedTables.length + 1));
    return this.#sharedTables[number - 1]!;
  }

  /** @returns false if the measurement needs a table: it has an identifier of its own */
  #keepSilent({ database, measurement, schema, table, fields, series }: LoadedMeasurement, rows: SharedTable): boolean {
    if (table !== measurement || !isFolded(table) || series < 1) return false;
    this.#noteSchema(database, schema);
    this.#tablesOf(database).set(measurement, series);
    this.#silentFields[series] = fields;
    this.#silentTables[series] = rows;
    this.room.take(databaseOwner({ database }));
    return true;
  }

  #awaken(database: string, measurement: string, series: Silent): Table {
    const { schema } = this.#names.get(database)!;
    const table = new Table({ ...this.#names.get(database)!, measurement, table: measurement });
    table.stored = true;
    table.shared = { rows: this.#silentTables[series]!, series };
    table.load(this.#silentFields[series]!, this.#fieldSets);
    table.keys = this.#keys.get(placeOf(table.names)) ?? table.keys;
    this.#silentFields[series] = undefined;
    this.#silentTables[series] = undefined;
    this.#tableScope(schema).take(measurement);
    this.#tablesOf(database).set(measurement, table);
    return table;
  }

  get(database: string, measurement: string): Table | undefined {
    const found = this.#databases.get(database)?.get(measurement);
    return typeof found === "number" ? this.#awaken(database, measurement, found) : found;
  }

  /** Where a measurement's rows are in the database, and its stored fields: one array for those that have the same. */
  held({
    database,
    measurement,
  }: MeasurementName): (SharedSeries & { readonly fields: readonly TableField[] }) | undefined {
    const found = this.#databases.get(database)?.get(measurement);
    if (typeof found === "number")
      return { rows: this.#silentTables[found]!, series: found, fields: this.#silentFields[found]! };
    if (!found?.stored) return undefined;
    const { rows, series, fields, storedFields } = found;
    return { rows, series, fields: fields.length === storedFields ? fields : fields.slice(0, storedFields) };
  }

  /** The table of a measurement in the database. */
  stored({ database, measurement }: Pick<TableNames, "database" | "measurement">): Table | undefined {
    const table = this.get(database, measurement);
    return table?.stored ? table : undefined;
  }

  /** All measurements in the database. */
  *measurements(): Generator<MeasurementInfo> {
    for (const [database, tables] of this.#databases) {
      for (const [measurement, table] of tables) {
        if (typeof table !== "number" && !table.stored) continue;
        const columns =
          typeof table === "number" ? this.#fieldSets.loaded(this.#silentFields[table]!).types : table.storedTypes();
        const tags = this.#tagsOf({ database, measurement }, columns);
        yield { database, measurement, columns, ...(tags !== undefined && { tags }) };
      }
    }
  }

  #tagsOf(
    place: Pick<TableNames, "database" | "measurement">,
    columns: MeasurementInfo["columns"],
  ): MeasurementInfo["tags"] {
    const keys = this.#keys.size === 0 ? undefined : this.#keys.get(placeOf(place));
    const texts = keys && [...keys].filter((name) => columns.get(name) === "string");
    return texts === undefined || texts.length === 0 ? undefined : new Set(texts);
  }

  /** The table of each measurement. With many measurements, `measurements` takes less memory. */
  *tables(): Generator<Table> {
    for (const [database, tables] of this.#databases) {
      for (const measurement of tables.keys()) {
        const table = this.get(database, measurement)!;
        if (table.stored) yield table;
      }
    }
  }

  /** The tables that contain rows. */
  rowsTables(): readonly SharedTable[] {
    return this.#sharedTables.filter(({ stored, isGone }) => stored && !isGone);
  }

  /** The measurement's table; a new one is created by the current transaction. */
  getOrAdd(database: string, measurement: string): Table {
    const known = this.get(database, measurement);
    if (known !== undefined) return known;
    const schema = this.#names.get(database)?.schema ?? this.#schemaScope.propose(database);
    const table = this.#tableScope(schema).propose(measurement);
    return this.#add(database, measurement, schema, table);
  }

  /**
   * Takes over a measurement of another database, or of an earlier version; it is created by the current transaction.
   * @param fields their number is assigned, and their form if it is absent
   */
  takeOver(
    { database, measurement, schema, table: name }: TableNames,
    fields: readonly (NamedField & { readonly form?: FieldForm })[],
    series = this.#firstSeries - 1,
  ): Table {
    const table = this.#add(database, measurement, schema, name);
    // It is unknown which fields were declared; in such a measurement, probably most.
    const declared = fields.map((field) => (field.form === "map" ? field : { ...field, isDeclared: true as const }));
    this.#share(table, declared, series);
    for (const field of declared) this.#addField(table, field, field.form, field.column);
    return table;
  }

  /** Slots of a row's columns that have a value, including new fields; the first value of a field decides its type. */
  slotsFor(table: Table, { columns, values }: Pick<Point, "columns" | "values">): Int32Array {
    const given = columns.filter((_, i) => values[i] !== undefined);
    const added = given.filter(({ name }) => table.slotOf(name) === undefined);
    if (table.shared === undefined) this.#share(table, added);
    const areFew = areSparse(given.length, table.fields.length + added.length, this.#limits.columnsLacked);
    for (const column of added)
      if (table.slotOf(column.name) === undefined) this.#addField(table, column, areFew ? "map" : "column");
    return Int32Array.from(columns, ({ name }, i) => (values[i] === undefined ? -1 : table.slotOf(name)!));
  }

  /** A declared field becomes an element of a list if there are many columns already. */
  #addField(table: Table, { type, name, isDeclared }: PointColumn, wanted?: FieldForm, column?: string): void {
    this.#changed.add(table);
    const isElement = isDeclared && table.fieldsApart >= this.#limits.columnsApart;
    const form = isElement ? "list" : (wanted ?? "column");
    const fits = form !== "column" || table.rows.canHave({ type, form, nth: table.count(type, form) + 1 });
    const field = table.add(name, { type, form: fits ? form : isDeclared ? "list" : "map" }, column);
    if (table.rows.take(field)) this.#changedRows.add(table.rows);
  }

  /** Gives a stored field another type. @returns statements that the database needs, and what takes it back */
  retype(
    table: Table,
    name: string,
    type: FieldType,
  ): { readonly field: TableField; readonly statements: string[]; readonly undo: () => void } {
    const nth = table.count(type, "column") + 1;
    const form = table.rows.canHave({ type, form: "column", nth }) ? "column" : "map";
    const { field, undo } = table.retype(table.slotOf(name)!, type, form);
    this.#changed.add(table);
    if (table.rows.take(field)) this.#changedRows.add(table.rows);
    return { field, undo, statements: [fieldUpdate(table, field)] };
  }

  /** Decides which table a new measurement's rows are in. The first ones of a few have a table to themselves. */
  #share(table: Table, fields: readonly PointColumn[], series = this.#lastSeries + 1): void {
    const rows = this.#roomFor(fields);
    table.shared = { rows, series };
    rows.members++;
    this.#changedRows.add(rows);
    this.#firstSeries = Math.min(this.#firstSeries, series);
    this.#lastSeries = Math.max(this.#lastSeries, series);
  }

  #roomFor(fields: readonly PointColumn[]): SharedTable {
    const tables = this.#sharedTables.filter(({ isGone }) => !isGone);
    const alone = tables.filter(({ isAlone }) => isAlone);
    const isNext = !this.isCrowded && alone.length < this.#limits.ownTables;
    const shared = isNext ? [] : tables.filter(({ isAlone }) => !isAlone).slice(-SHARED_TABLES_LOOKED_AT);
    const found = alone.find(({ members }) => members === 0) ?? shared.find((each) => each.hasRoomFor(fields));
    if (found !== undefined) return found;
    const made = this.#rowsTable(this.#sharedTables.length + 1);
    made.isAlone = isNext;
    return made;
  }

  nameOf(table: Named): string {
    return nameOf(table, this.catalog);
  }

  /** The rows of a measurement, in the form of their table. */
  sourceOf({ rows, series }: Table): string {
    // With a condition, DuckDB reads all row groups for the newest rows.
    return rows.isAlone ? this.nameOf(rows) : `${this.nameOf(rows)} WHERE series = ${series}`;
  }

  /** The relation for a query of these fields only: DuckDB evaluates all columns of a view, even unused ones. */
  relationOf(table: Table, fields: readonly TableField[], lists?: ReadonlyMap<FieldType, string>): string {
    return `(${table.selection(fields, this.sourceOf(table), lists)})`;
  }

  /** Statements that bring the database up to date. @param between executed before views are made */
  changes(between: readonly string[] = []): string[] {
    const keys = Array.from(this.#changedKeys, (place) => {
      const names = JSON.stringify([...this.#keys.get(place)!]);
      return `INSERT OR REPLACE INTO ${SCHEMA}.facts VALUES (${[KEYS + place, names].map((text) => literal(escapeName(text))).join(", ")})`;
    });
    return [...changesOf(this.#changed, this.#changedRows, this.catalog, between), ...keys];
  }

  /** Records the columns of a row that tell it from others of its time. */
  noteKeys(table: Table, columns: readonly PointColumn[]): void {
    const added = columns.filter(({ name, isKey }) => isKey && !table.keys.has(name)).map(({ name }) => name);
    if (added.length === 0) return;
    table.keys = new Set([...table.keys, ...added]);
    this.#keys.set(placeOf(table.names), table.keys);
    this.#changedKeys.add(placeOf(table.names));
  }

  /** Statements that remove a measurement from the database. */
  removal(table: Table): string[] {
    const key = literal(escapeName(KEYS + placeOf(table.names)));
    const forget = table.keys.size === 0 ? [] : [`DELETE FROM ${SCHEMA}.facts WHERE key = ${key}`];
    return [...removalOf(table, this.catalog), ...forget];
  }

  /** The removal was committed: the measurement may be created again, as a new one. */
  remove({ names, rows }: Table): void {
    this.#databases.get(names.database)?.delete(names.measurement);
    this.#keys.delete(placeOf(names));
    this.#changedKeys.delete(placeOf(names));
    this.#tableScope(names.schema).release(names.table);
    rows.members--;
    if (rows.members === 0) rows.isGone = true;
    this.room.give(databaseOwner(names));
  }

  /** Added fields that are not in the database yet. */
  pending(): NewColumns[] {
    return Array.from(this.#changed, (table) => ({
      database: table.names.database,
      measurement: table.names.measurement,
      columns: new Map(newFields(table).map(({ name, type }) => [name, type])),
    }));
  }

  /** The changes were committed. */
  confirm(): void {
    for (const rows of this.#changedRows) rows.confirm();
    for (const table of this.#changed) {
      if (table.fieldsApart < table.fields.length) this.#width = "wide";
      table.stored = true;
      table.storedFields = table.fields.length;
      table.share(this.#fieldSets);
    }
    this.#changedKeys.clear();
    this.#forgetChanges();
  }

  /** The changes were not committed. */
  forget(): void {
    for (const rows of this.#changedRows) rows.forgetUnstored();
    for (const table of this.#changed) table.forgetUnstored();
    this.#forgetChanges();
  }

  #forgetChanges(): void {
    this.#changed.clear();
    this.#changedRows.clear();
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
    table.keys = this.#keys.get(placeOf(table.names)) ?? table.keys;
    this.#tableScope(schema).take(table.names.table);
    this.#tablesOf(database).set(measurement, table);
    this.room.take(databaseOwner({ database }));
    return table;
  }

  /** Equal texts share one string. */
  #noteSchema(database: string, schema: string): Pick<TableNames, "database" | "schema"> {
    let known = this.#names.get(database);
    if (known === undefined) {
      known = { database, schema };
      this.#names.set(database, known);
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

/** @param prefix of their keys */
export async function readFacts(connection: DuckDBConnection, prefix = ""): Promise<Map<string, string>> {
  const condition = `WHERE starts_with(key, ${literal(prefix)})`;
  const rows = await textRows(connection, `SELECT key, value FROM ${SCHEMA}.facts ${condition} ORDER BY key`);
  return new Map(rows.map(([key, value]) => [unescapeName(key!), unescapeName(value!)]));
}

/** Rows of a query whose columns are all texts. */
