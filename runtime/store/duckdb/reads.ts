/** Reads what is stored: rows in the database, in hourly files, and statistics of deleted rows. Changes nothing. */

import { askerOf } from "../../model/asker.ts";
import { type Batch, TIME } from "../../model/batch.ts";
import type { SourceQuery } from "../../model/export-request.ts";
import type { FieldType } from "../../model/point.ts";
import type {
  Extent,
  ExtentQuery,
  ManySeriesQuery,
  ManyStatistics,
  ManyStatisticsQuery,
  MeasurementInfo,
  MeasurementName,
  MinuteFigures,
  Newest,
  NewestQuery,
  PlaceAnswers,
  ReceivedQuery,
  RowQuery,
  Series,
  SeriesQuery,
  Statistics,
  StatisticsQuery,
  Stretch,
} from "../../model/store.ts";
import { BaseStore } from "../base-store.ts";
import { manySeries, newestRows } from "../many-places.ts";
import { sqlExtent } from "../sql-series.ts";
import type { Archive } from "./archive.ts";
import { batchOf, type ReadColumn } from "./batch-of.ts";
import type { Catalogue } from "./catalogue.ts";
import { COLUMNS_APART } from "./field-form.ts";
import type { HeldSession } from "./held-session.ts";
import { quoted } from "./identifier.ts";
import type { Minutes } from "./minutes.ts";
import { isReceived } from "./move-times.ts";
import { copiedRows } from "./parquet.ts";
import { fewRowsOf, rowsOf, selection, timeRange, WORDS } from "./query.ts";
import type { Snapshot } from "./readers.ts";
import { COLUMNS_AT_ONCE, type RelationOf, type RunQuery, readSeries } from "./series.ts";
import { type NewestForm, type NewestMember, type NewestSource, ROWS, SUMMARY, sharedNewest } from "./shared-newest.ts";
import { sharedSeries } from "./shared-series.ts";
import { readShared, sharedQueries, type WantedMeasurement } from "./shared-statistics.ts";
import { readStatistics, STATISTICS_AT_ONCE } from "./statistics.ts";
import type { Table, TableField } from "./table.ts";

const NO_ROWS: Newest = { timesMs: [], columns: [], values: [], valuedMs: [] };
/** A column of some thousand rows. */
const FEW_CELLS = 16_384;

export abstract class Reads extends BaseStore {
  protected readonly held: HeldSession;
  protected readonly archive: Archive | undefined;

  constructor(held: HeldSession, archive: Archive | undefined) {
    super();
    this.held = held;
    this.archive = archive;
  }

  /** Undefined if nothing of it is stored. */
  protected async table(database: string, measurement: string): Promise<Table | undefined> {
    return (await this.held.readable()).catalogue.stored({ database, measurement });
  }

  async fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    return (await this.table(database, measurement))?.storedTypes();
  }

  async measurements(): Promise<readonly MeasurementInfo[]> {
    return [...(await this.held.readable()).catalogue.measurements()];
  }

  async series(query: SeriesQuery): Promise<Series> {
    // Where thousands share a table, to find a row again takes longer than to hand it on.
    const few = (await this.table(query.database, query.measurement))?.rows.isAlone === false ? FEW_CELLS : 0;
    const none: Series = { columns: [], timesNs: [], values: [] };
    return this.#ofNumbers(query, COLUMNS_AT_ONCE, none, async (run, fields, of, gone) => {
      const ids = await gone?.minutes.idsOf(run, gone.table);
      const withGone: RelationOf = (some) => {
        const points = ids && gone?.minutes.points(ids, some, query);
        return points === undefined ? of(some) : `(FROM ${of(some)} UNION ALL BY NAME FROM (${points}))`;
      };
      return readSeries(run, fields, query, withGone, few);
    });
  }

  /** Runs one query for all measurements with as many columns, unless the range has minutes of deleted rows, or files. */
  override manySeries(query: ManySeriesQuery): Promise<PlaceAnswers> {
    let together: Promise<ReadonlyMap<string, Series>> | undefined;
    const series = async (one: SeriesQuery) => {
      together ??= this.#sharedSeries(query);
      return (await together).get(placeKey(one)) ?? this.series(one);
    };
    return manySeries({ fieldTypes: (database, measurement) => this.fieldTypes(database, measurement), series }, query);
  }

  async #sharedSeries(query: ManySeriesQuery): Promise<ReadonlyMap<string, Series>> {
    const { catalogue, readers, minutes } = await this.held.readable();
    const found = new Map<string, Series>();
    if (this.archive !== undefined || minutes.hasAny(query)) return found;
    const wanted = query.places.flatMap((place): WantedMeasurement[] => {
      const table = catalogue.stored(place);
      return table === undefined ? [] : [{ table, fields: numericFields(table, query.columns) }];
    });
    for (const read of sharedSeries(wanted, query, (table) => catalogue.nameOf(table)))
      for (const [table, series] of await read((sql) => readers.all(sql, query)))
        found.set(placeKey(table.names), series);
    return found;
  }

  /** Runs one query for all measurements that one table has in the same columns, unless rows are in files. */
  override newestRows(query: NewestQuery): Promise<PlaceAnswers> {
    let together: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
    return newestRows(this, query, async (place) => {
      together ??= this.#sharedNewest(query, ROWS);
      return (await together).get(placeKey(place));
    });
  }

  /** As `newestRows`. */
  override async newest(query: Omit<NewestQuery, "columns">): Promise<PlaceAnswers<Newest>> {
    const together = await this.#sharedNewest(query, SUMMARY);
    const places = query.places.filter((place) => !together.has(placeKey(place)));
    const alone = places.length === 0 ? [] : await super.newest({ ...query, places });
    if (alone === "too-many") return alone;
    const others = new Map(places.map((place, i) => [place, alone[i]]));
    return query.places.map((place) => {
      const found = together.get(placeKey(place));
      return found === undefined ? others.get(place) : (found[0] ?? NO_ROWS);
    });
  }

  async #sharedNewest<Found>(
    query: NewestQuery,
    form: NewestForm<Found>,
  ): Promise<ReadonlyMap<string, readonly Found[]>> {
    const { catalogue, readers, duckdb } = await this.held.readable();
    const found = new Map<string, readonly Found[]>();
    if (this.archive !== undefined) return found;
    const named = query.columns && new Set(query.columns);
    const wanted = query.places.flatMap((place): (NewestMember & { readonly place: MeasurementName })[] => {
      const held = catalogue.held(place);
      if (held === undefined || held.rows.isAlone) return [];
      const fields = named === undefined ? held.fields : held.fields.filter(({ name }) => named.has(name));
      return [{ ...held, fields, place }];
    });
    const source: NewestSource = {
      nameOf: (table) => catalogue.nameOf(table),
      batches: async function* (sql, columns) {
        for await (const chunk of readers.stream(query, sql)) yield batchOf(duckdb, chunk, columns);
      },
    };
    for await (const [{ place }, answer] of sharedNewest(wanted, query, source, form))
      found.set(placeKey(place), answer);
    return found;
  }

  statistics(query: StatisticsQuery): Promise<Statistics> {
    return this.#ofNumbers(query, STATISTICS_AT_ONCE, new Map(), async (run, fields, of, gone) =>
      readStatistics(run, fields, query, of, await gone?.minutes.figures(run, gone.table, query)),
    );
  }

  /** Runs one query for each shared table, unless the range has minutes of deleted rows, or files. */
  override async statisticsOfMany({ measurements, ...query }: ManyStatisticsQuery): Promise<ManyStatistics> {
    const { catalogue, readers, minutes } = await this.held.readable();
    const wanted = measurements.flatMap((measurement): WantedMeasurement[] => {
      const table = catalogue.stored({ database: query.database, measurement });
      const fields = table === undefined ? [] : numericFields(table, query.columns);
      return table === undefined || fields.length === 0 ? [] : [{ table, fields }];
    });
    const isPlain = this.archive === undefined && !minutes.hasAny(query);
    const where = timeRange(query.fromNs, query.toNs);
    const { queries, others } = isPlain
      ? sharedQueries(wanted, where, (table) => catalogue.nameOf(table))
      : { queries: [], others: wanted };
    const found = new Map<string, Statistics>();
    if (queries.length > 0)
      await readers.inSnapshot(query, async ({ ask }) => {
        for (const shared of queries) await readShared(ask, shared, found);
      });
    for (const { table } of others) {
      const { measurement } = table.names;
      const statistics = await this.statistics({ ...query, measurement });
      if (statistics.size > 0) found.set(measurement, statistics);
    }
    return found;
  }

  /**
   * Runs `read` on one snapshot of the database, with the requested numeric fields of a measurement.
   * @param atOnce maximum number of fields for which it runs one query
   */
  async #ofNumbers<Result>(
    query: StatisticsQuery,
    atOnce: number,
    none: Result,
    read: (
      run: RunQuery,
      fields: readonly TableField[],
      relationOf: RelationOf,
      gone: Gone | undefined,
    ) => Promise<Result>,
  ): Promise<Result> {
    const { catalogue, readers, minutes } = await this.held.readable();
    const table = catalogue.stored(query);
    if (table === undefined) return none;
    const fields = numericFields(table, query.columns);
    const { archive } = this;
    const of: RelationOf = (some) => catalogue.relationOf(table, some);
    const gone = minutes.hasAny(query) ? { minutes, table } : undefined;
    if (archive === undefined && gone === undefined && fields.length <= atOnce) {
      return read((sql) => readers.all(sql, query), fields, of, undefined);
    }
    const { fromNs, toNs } = query;
    return readers.inSnapshot(query, async (snapshot) => {
      if (archive === undefined) return read(snapshot.ask, fields, of, gone);
      const relation = await archive.relation(snapshot, of(fields), table, { fromNs, toNs });
      return read(snapshot.ask, fields, () => relation, gone);
    });
  }

  async *batches(query: RowQuery): AsyncGenerator<Batch> {
    const { readers, catalogue, duckdb } = await this.held.readable();
    const wanted = this.#selected(catalogue, query);
    if (wanted === undefined) return;
    const { table, where, read, columns } = wanted;
    const sql = (relation: string) => rowsOf(relation, read, where, query.limit);
    const statement =
      this.archive === undefined ? sql(table) : async (snapshot: Snapshot) => sql(await wanted.from(snapshot));
    for await (const chunk of readers.stream(query, statement)) {
      yield batchOf(duckdb, chunk, columns);
    }
  }

  async *parquet(query: SourceQuery): AsyncGenerator<Uint8Array, boolean> {
    const { source, fromNs, toNs, for: reader } = query;
    const { readers, catalogue, database, width } = await this.held.readable();
    const table = catalogue.stored(source);
    const { exports } = database;
    // Rows of files lie elsewhere; wide ones take more memory.
    if (this.archive !== undefined || table === undefined || exports === undefined || width === "wide") return false;
    const stored = new Map(table.fields.slice(0, table.storedFields).map((field) => [field.name, field]));
    const fields = source.columns.map(({ name, type }) => {
      const field = stored.get(name);
      return field?.type === type ? field : undefined;
    });
    const known = fields.filter((field) => field !== undefined);
    if (known.length !== fields.length || known.length > COLUMNS_APART) return false;
    const where = source.rows === "given" ? selection(known, { fromNs, toNs }) : timeRange(fromNs, toNs);
    const columns = [
      { ...TIME, sql: "time" },
      ...source.columns.map(({ as, type }, index) => ({ name: as, type, sql: quoted(known[index]!.column) })),
    ];
    const from = `${catalogue.relationOf(table, known)} WHERE ${where}`;
    return yield* copiedRows(readers, exports, { from, columns, for: reader, ...askerOf(query) });
  }

  override async stretch(query: RowQuery): Promise<Stretch> {
    const { readers, catalogue, minutes, duckdb } = await this.held.readable();
    const wanted = this.#selected(catalogue, query);
    if (wanted === undefined) return { batches: [], minutes: [] };
    let figures: readonly MinuteFigures[] = [];
    const statement = async (snapshot: Snapshot) => {
      if (minutes.hasAny(query))
        figures = await minutes.entries(snapshot.ask, wanted.of, numericFields(wanted.of, query.columns), query);
      return rowsOf(await wanted.from(snapshot), wanted.read, wanted.where, query.limit);
    };
    const batches: Batch[] = [];
    for await (const chunk of readers.stream(query, statement)) batches.push(batchOf(duckdb, chunk, wanted.columns));
    return { batches, minutes: figures };
  }

  async few(query: RowQuery & { readonly limit: number }): Promise<Stretch | undefined> {
    const { readers, catalogue, minutes, duckdb } = await this.held.readable();
    const wanted = this.#selected(catalogue, query);
    if (wanted === undefined || minutes.hasAny(query)) return undefined;
    const { where, read, columns } = wanted;
    const { limit } = query;
    const statement = async (snapshot: Snapshot) => fewRowsOf(await wanted.from(snapshot), read, where, limit);
    const counted = [...columns, { name: "", type: "integer", vector: read.length + 1 } as const];
    const batches: Batch[] = [];
    for await (const chunk of readers.stream(query, statement)) {
      const { rows, columns: found } = batchOf(duckdb, chunk, counted);
      const count = Number(found.at(-1)!.values[0]);
      if (count > limit) return undefined;
      if (count > 0) batches.push({ rows, columns: found.slice(0, -1) });
    }
    return { batches, minutes: [] };
  }

  async extent(query: ExtentQuery): Promise<Extent | undefined> {
    const { readers, catalogue, minutes } = await this.held.readable();
    const wanted = this.#selected(catalogue, query, "times");
    if (wanted === undefined) return undefined;
    const isOfBoth = query.withMinutes === true && minutes.hasAny(query);
    const { table: relation, where } = wanted;
    if (this.archive === undefined && !isOfBoth)
      return sqlExtent((sql) => readers.all(sql, query), WORDS, { relation, where });
    return readers.inSnapshot(query, async (snapshot) => {
      const ofRows = await sqlExtent(snapshot.ask, WORDS, { relation: await wanted.from(snapshot), where });
      if (!isOfBoth) return ofRows;
      const fields = numericFields(wanted.of, query.columns);
      return together(ofRows, await minutes.extent(snapshot.ask, wanted.of, fields, query));
    });
  }

  /** Undefined if nothing of it is stored. */
  #selected(catalogue: Catalogue, query: RowQuery, what: "rows" | "times" = "rows"): Selected | undefined {
    const table = catalogue.stored(query);
    if (table === undefined) return undefined;
    const stored = table.fields.slice(0, table.storedFields);
    const named = query.columns && new Set(query.columns);
    const fields = named === undefined ? stored : stored.filter((field) => named.has(field.name));
    if (named !== undefined && fields.length === 0) return undefined;
    const lists = what === "rows" ? table.listsFor(fields) : new Map<FieldType, string>();
    const inLists = ({ type, form }: TableField) => form === "list" && lists.has(type);
    const apart = fields.filter((field) => !inLists(field));
    const read = [...apart.map(({ column }) => column), ...lists.values()];
    const places = new Map(read.map((column, index) => [column, index + 1]));
    const columns = fields.map((field): ReadColumn => {
      const { name, type, column, nth } = field;
      if (!inLists(field)) return { name, type, vector: places.get(column)! };
      return { name, type, vector: places.get(lists.get(type)!)!, element: nth - 1 };
    });
    // Conditions refer to the named fields.
    const inRelation = named !== undefined ? fields : what === "times" ? [] : apart;
    const name = catalogue.relationOf(table, inRelation, lists);
    const shaped = (files: string, width: number) =>
      lists.size === 0 ? files : table.selection(inRelation, `(${table.packed(files, width)})`, lists);
    const from = async (snapshot: Snapshot) =>
      (await this.archive?.relation(snapshot, name, table, query, shaped)) ?? name;
    const where = named === undefined ? timeRange(query.fromNs, query.toNs) : selection(fields, query);
    return { of: table, table: name, where, read, columns: [{ ...TIME, vector: 0 }, ...columns], from };
  }

  override async countReceived(query: ReceivedQuery): Promise<number> {
    const { readers, catalogue } = await this.held.readable();
    const wanted = this.#selected(catalogue, query, "times");
    if (wanted === undefined) return 0;
    const sql = (relation: string) => `SELECT count(*) FROM ${relation} WHERE ${isReceived(query)}`;
    const [[rows] = []] = await readers.inSnapshot({}, async (snapshot) =>
      snapshot.ask(sql(await wanted.from(snapshot))),
    );
    return Number(rows);
  }
}

/** A measurement that may have statistics of deleted rows. */
interface Gone {
  readonly minutes: Minutes;
  readonly table: Table;
}

/** The data of a query. */
interface Selected {
  readonly table: string;
  readonly where: string;
  /** The measurement. */
  readonly of: Table;
  /** Columns of the answer after the time. */
  readonly read: readonly string[];
  /** The answer's columns, the time first. */
  readonly columns: readonly ReadColumn[];
  /** The relation with its rows, if not all of them are in the database. */
  readonly from: (snapshot: Snapshot) => Promise<string>;
}

function placeKey({ database, measurement }: MeasurementName): string {
  return JSON.stringify([database, measurement]);
}

function together(a: Extent | undefined, b: Extent | undefined): Extent | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    rows: a.rows + b.rows,
    firstNs: a.firstNs < b.firstNs ? a.firstNs : b.firstNs,
    lastNs: a.lastNs > b.lastNs ? a.lastNs : b.lastNs,
  };
}

function numericFields(table: Table, wanted: readonly string[] | undefined): TableField[] {
  const numeric = table.fields.slice(0, table.storedFields).filter(({ type }) => type !== "string");
  if (wanted === undefined) return numeric;
  const byName = new Map(numeric.map((field) => [field.name, field]));
  return wanted.flatMap((name) => byName.get(name) ?? []);
}
