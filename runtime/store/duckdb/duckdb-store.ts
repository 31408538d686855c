/**
 * The embedded store: database → schema, measurement → table, field → column, `time` a TIMESTAMP_NS column.
 * Rows, new columns and the committed journal position are one transaction, so everything is stored exactly once.
 */

import { randomUUID } from "node:crypto";
import type { Cursor, LogIdentity, Marks } from "../../journal/log.ts";
import { type Batch, TIME } from "../../telemetry/batch.ts";
import { DamageReport } from "../../telemetry/damage-report.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { FieldType, Point } from "../../telemetry/point.ts";
import type { Keep } from "../keep.ts";
import { rowsOf as eachRow } from "../rows.ts";
import type {
  BeforeCommit,
  Extent,
  ExtentQuery,
  ManyStatistics,
  ManyStatisticsQuery,
  MeasurementInfo,
  NewColumns,
  OpenedStore,
  ReceivedQuery,
  RefusedPoint,
  RemovalOutcome,
  RewriteOutcome,
  Row,
  RowQuery,
  Series,
  SeriesQuery,
  Statistics,
  StatisticsQuery,
  Store,
  WriteOutcome,
} from "../store.ts";
import { MAX_MEASUREMENTS } from "../store.ts";
import { Archive } from "./archive.ts";
import { batchOf, type ReadColumn } from "./batch-of.ts";
import { type Catalogue, readFacts, writeFact } from "./catalogue.ts";
import { CellTable, COLUMNS_APART, COLUMNS_LACKED } from "./cells.ts";
import { type CheckpointTarget, DuckdbCheckpoints } from "./checkpoints.ts";
import { type CommittedBatch, commitBatch, FailedCommit, type Place } from "./commit.ts";
import { NO_LOG, readCommitted } from "./committed.ts";
import { findCulprits, isOddFailure } from "./culprits.ts";
import { type Depot, FolderDepot } from "./depot.ts";
import { DiskOutlook } from "./disk-outlook.ts";
import type { Minutes } from "./minutes.ts";
import { isReceived, moveTimes } from "./move-times.ts";
import { IN_MEMORY, releaseCopies } from "./open-database.ts";
import { extentOf, rowsOf, type Selection, selection, timeRange } from "./query.ts";
import type { Snapshot } from "./readers.ts";
import { tooLate } from "./retention.ts";
import { commitRewrite } from "./rewrite.ts";
import { selectionOf } from "./schema-changes.ts";
import { COLUMNS_AT_ONCE, type RelationOf, type RunQuery, readSeries } from "./series.ts";
import { closeSession, openSession, type Session, type SessionLimits } from "./session.ts";
import { readShared, sharedQueries, type WantedMeasurement } from "./shared-statistics.ts";
import { OWN_TABLES } from "./shared-table.ts";
import { readStatistics } from "./statistics.ts";
import type { Table, TableField } from "./table.ts";
import { inTransaction } from "./transaction.ts";
import { isUpkeepFact, Upkeep } from "./upkeep.ts";

export interface DuckdbStoreOptions {
  /** Absolute path, or `:memory:`. */
  readonly path: string;
  /** Points of further measurements are refused; default 50,000. */
  readonly maxMeasurements?: number;
  /** Further measurements share tables; default 100. */
  readonly ownTables?: number;
  /** Absolute path of the folder for Parquet files of finished hours. Absent: all rows are in the database. */
  readonly parquet?: string;
  /** Where others find the files; by default in that folder. */
  readonly depot?: Depot;
  /** A new database takes over the files of a lost one. */
  readonly adopt?: boolean;
  /** New fields become cells if their row lacks more than this number of others; default 64. */
  readonly columnsLacked?: number;
  /** Number of declared fields of a measurement that are columns; default 256. */
  readonly columnsApart?: number;
  /** How long rows are kept; absent: forever. Not with `parquet`. */
  readonly keep?: Keep;
  /** Delay before a changed `keep` may delete much more at once, ms; default one day. */
  readonly keepGraceMs?: number;
  /** Called with one sentence for the log when a person should check something. */
  readonly onFinding?: (sentence: string) => void;
}

export interface DuckdbStoreOpened extends Store {
  /** Writes files for finished hours; also runs automatically every few minutes. */
  archiveHours(nowNs?: bigint): Promise<void>;
  /** Deletes rows older than `keep`; also runs automatically every few minutes. */
  retain(nowNs?: bigint): Promise<void>;
  /** Gives back the space of deleted rows; also runs automatically after a measurement was removed. */
  reclaim(): Promise<void>;
}

export function openDuckdbStore(options: DuckdbStoreOptions): DuckdbStoreOpened {
  return new DuckdbStore(options);
}

class DuckdbStore implements DuckdbStoreOpened {
  readonly rewrites = "whole-rows";
  /** A database in memory has no log, so it needs no checkpoints. */
  readonly checkpoints?: DuckdbCheckpoints;
  readonly #damage: DamageReport;
  readonly #path: string;
  readonly #limits: SessionLimits;
  readonly #onFinding: (sentence: string) => void;
  readonly #listeners: ((columns: NewColumns) => void)[] = [];
  /** Identifies this process: counters of earlier processes are unknown. */
  readonly #start = randomUUID();
  /** Counts changes of all measurements, so that a deleted and recreated one never repeats a number. */
  #changes = 0;
  #log: LogIdentity = NO_LOG;
  #session: Session | undefined;
  #reopened: Promise<unknown> = Promise.resolve();
  /** The database refused a commit, and refuses everything until it is reopened. */
  #broken = false;
  /** A failed commit: whether it took effect is known only after reopening the database. */
  #uncertain: { readonly position: Cursor; readonly batch: CommittedBatch | undefined } | undefined;
  /** Resolves after the previous write: the connection executes one at a time. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  readonly #counts = { stored: 0, refused: 0, failures: 0 };
  #lastError: { readonly message: string; readonly time: string } | undefined;
  #lastSuccessMs = 0;

  readonly #archive: Archive | undefined;
  readonly #upkeep: Upkeep;
  /** Number of times that rows became statistics since the start: readers of older state must read again. */
  #retained = 0;
  /** Number of writes that run or wait. */
  #turns = 0;

  constructor(options: DuckdbStoreOptions) {
    const { path, onFinding = () => {}, parquet, depot, adopt, keep, keepGraceMs, ...limits } = options;
    this.#path = path;
    if (parquet !== undefined) {
      const files = { directory: parquet, depot: depot ?? new FolderDepot(parquet) };
      this.#archive = new Archive({ ...files, ...(adopt !== undefined && { adopt }) });
    }
    // With Parquet, each measurement needs its own table with columns, since each hour of it becomes a file.
    const ownTables = parquet === undefined ? OWN_TABLES : Number.POSITIVE_INFINITY;
    const columnsLacked = parquet === undefined ? COLUMNS_LACKED : Number.POSITIVE_INFINITY;
    const defaults = { maxMeasurements: MAX_MEASUREMENTS, ownTables, columnsLacked, columnsApart: COLUMNS_APART };
    this.#limits = { ...defaults, ...limits };
    this.#onFinding = onFinding;
    this.#damage = new DamageReport(`${path}.damage.txt`);
    this.#upkeep = new Upkeep({
      archive: this.#archive,
      disk: path === IN_MEMORY ? undefined : new DiskOutlook(path),
      keep,
      keepGraceMs,
      inTurn: (work) => this.#inTurn(async () => work(await this.#sound())),
      isBusy: () => this.#turns > 0,
      checkpoint: async () => this.checkpoints?.secure(),
      checkpointWhenDue: async (writer) => {
        const error = await this.checkpoints?.runWhenDue(writer).catch((failure: Error) => failure);
        if (error !== undefined) this.#note(error);
        return error === undefined;
      },
      onRetained: () => {
        this.#retained++;
      },
      onFailure: (error) => this.#failed(error),
      onFinding,
    });
    if (path === IN_MEMORY) return;
    const whileIdle: CheckpointTarget["whileIdle"] = (run) =>
      this.#inTurn(async () => run((await this.#sound()).writer));
    const onBroken = () => {
      this.#broken = true;
    };
    const dropCopies: CheckpointTarget["dropCopies"] = async (writer) =>
      this.#session?.readers.whileNobodyReads(() => releaseCopies(writer));
    this.checkpoints = new DuckdbCheckpoints({ path, whileIdle, dropCopies, onBroken });
  }

  async open(log: LogIdentity = NO_LOG): Promise<OpenedStore> {
    this.#log = log;
    const { session, opened } = await this.#openSession();
    this.#session = session;
    await this.#upkeep.start(session);
    return opened;
  }

  keep(keep: Keep | undefined): void {
    this.#upkeep.keep = keep;
  }

  retain(nowNs?: bigint): Promise<void> {
    return this.#upkeep.retain(nowNs);
  }

  reclaim(): Promise<void> {
    return this.#upkeep.reclaim();
  }

  archiveHours(nowNs?: bigint): Promise<void> {
    return this.#upkeep.archiveHours(nowNs);
  }

  write(points: readonly Point[], position: Cursor, beforeCommit?: BeforeCommit, marks?: Marks): Promise<WriteOutcome> {
    return this.#inTurn(async () => {
      try {
        const outcome = await this.#write(points, { position, marks }, beforeCommit);
        this.#counts.stored += outcome.stored;
        this.#counts.refused += outcome.refused.length;
        this.#lastSuccessMs = Date.now();
        return outcome;
      } catch (error) {
        this.#failed(error as Error);
        throw error;
      }
    });
  }

  async fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    const table = (await this.#readable()).catalogue.get(database, measurement);
    return table?.stored ? table.storedTypes() : undefined;
  }

  async version(database: string, measurement: string): Promise<string | undefined> {
    const table = (await this.#readable()).catalogue.get(database, measurement);
    return table?.stored ? `${this.#start}-${table.changes}-${this.#retained}` : undefined;
  }

  onNewColumns(listener: (columns: NewColumns) => void): void {
    this.#listeners.push(listener);
  }

  async measurements(): Promise<readonly MeasurementInfo[]> {
    return Array.from((await this.#readable()).catalogue.tables(), (table) => ({
      database: table.names.database,
      measurement: table.names.measurement,
      columns: table.storedTypes(),
    }));
  }

  series(query: SeriesQuery): Promise<Series> {
    const none: Series = { columns: [], timesNs: [], values: [] };
    return this.#ofNumbers(query, none, async (run, fields, of, gone) => {
      const ids = await gone?.minutes.idsOf(run, gone.table);
      const withGone: RelationOf = (some) => {
        const points = ids && gone?.minutes.points(ids, some, query);
        return points === undefined ? of(some) : `(FROM ${of(some)} UNION ALL BY NAME FROM (${points}))`;
      };
      return readSeries(run, fields, query, withGone);
    });
  }

  statistics(query: StatisticsQuery): Promise<Statistics> {
    return this.#ofNumbers(query, new Map(), async (run, fields, of, gone) =>
      readStatistics(run, fields, query, of, await gone?.minutes.figures(run, gone.table, query)),
    );
  }

  /** Runs one query for each shared table, unless the range has minutes of deleted rows, or files. */
  async statisticsOfMany({ measurements, ...query }: ManyStatisticsQuery): Promise<ManyStatistics> {
    const { catalogue, readers, minutes } = await this.#readable();
    const wanted = measurements.flatMap((measurement): WantedMeasurement[] => {
      const table = catalogue.get(query.database, measurement);
      const fields = table?.stored ? numericFields(table, query.columns) : [];
      return table === undefined || fields.length === 0 ? [] : [{ table, fields }];
    });
    const isPlain = this.#archive === undefined && !minutes.hasAny(query);
    const where = timeRange(query.fromNs, query.toNs);
    const { queries, others } = isPlain
      ? sharedQueries(wanted, where, (table) => catalogue.nameOf(table))
      : { queries: [], others: wanted };
    const found = new Map<string, Statistics>();
    if (queries.length > 0)
      await readers.inSnapshot(async ({ ask }) => {
        for (const shared of queries) await readShared(ask, shared, found);
      });
    for (const { table } of others) {
      const { measurement } = table.names;
      const statistics = await this.statistics({ ...query, measurement });
      if (statistics.size > 0) found.set(measurement, statistics);
    }
    return found;
  }

  /** Runs `read` on one snapshot of the database, with the requested numeric fields of a measurement. */
  async #ofNumbers<Result>(
    query: StatisticsQuery,
    none: Result,
    read: (
      run: RunQuery,
      fields: readonly TableField[],
      relationOf: RelationOf,
      gone: Gone | undefined,
    ) => Promise<Result>,
  ): Promise<Result> {
    const { catalogue, readers, minutes } = await this.#readable();
    const table = catalogue.get(query.database, query.measurement);
    if (table === undefined || !table.stored) return none;
    const fields = numericFields(table, query.columns);
    const archive = this.#archive;
    const of: RelationOf = (some) => catalogue.relationOf(table, some);
    const gone = minutes.hasAny(query) ? { minutes, table } : undefined;
    if (archive === undefined && gone === undefined && fields.length <= COLUMNS_AT_ONCE) {
      return read((sql) => readers.all(sql), fields, of, undefined);
    }
    const { fromNs, toNs } = query;
    return readers.inSnapshot(async (snapshot) => {
      if (archive === undefined) return read(snapshot.ask, fields, of, gone);
      const relation = await archive.relation(snapshot, of(fields), table, { fromNs, toNs });
      return read(snapshot.ask, fields, () => relation, gone);
    });
  }

  async *batches(query: RowQuery): AsyncGenerator<Batch> {
    const { readers, catalogue } = await this.#readable();
    const wanted = this.#selected(catalogue, query);
    if (wanted === undefined) return;
    const { table, where, read, columns } = wanted;
    const sql = (relation: string) => rowsOf(relation, read, where, query.limit);
    const statement =
      this.#archive === undefined ? sql(table) : async (snapshot: Snapshot) => sql(await wanted.from(snapshot));
    for await (const chunk of readers.stream(statement)) {
      yield batchOf(chunk, columns);
    }
  }

  rows(query: RowQuery): AsyncGenerator<Row> {
    return eachRow(this.batches(query));
  }

  async extent(query: ExtentQuery): Promise<Extent | undefined> {
    const { readers, catalogue } = await this.#readable();
    const wanted = this.#selected(catalogue, query, "times");
    if (wanted === undefined) return undefined;
    const [[rows, firstNs, lastNs] = []] =
      this.#archive === undefined
        ? await readers.all(extentOf(wanted))
        : await readers.inSnapshot(async (snapshot) =>
            snapshot.ask(extentOf({ ...wanted, table: await wanted.from(snapshot) })),
          );
    if (typeof firstNs !== "bigint" || typeof lastNs !== "bigint") return undefined;
    return { rows: Number(rows), firstNs, lastNs };
  }

  /** Undefined if nothing of it is stored. */
  #selected(catalogue: Catalogue, query: RowQuery, what: "rows" | "times" = "rows"): Selected | undefined {
    const table = catalogue.get(query.database, query.measurement);
    if (table === undefined || !table.stored) return undefined;
    const stored = table.fields.slice(0, table.storedFields);
    const named = query.columns && new Set(query.columns);
    const fields = named === undefined ? stored : stored.filter((field) => named.has(field.name));
    if (named !== undefined && fields.length === 0) return undefined;
    const place = table.elsewhere instanceof CellTable ? table.elsewhere : undefined;
    const lists = (what === "rows" ? place?.listsFor(fields) : undefined) ?? new Map<FieldType, string>();
    const inLists = ({ type, element }: TableField) => element !== undefined && lists.has(type);
    const apart = fields.filter((field) => !inLists(field));
    const read = [...apart.map(({ column }) => column), ...lists.values()];
    const places = new Map(read.map((column, index) => [column, index + 1]));
    const columns = fields.map((field): ReadColumn => {
      const { name, type, column, element } = field;
      if (!inLists(field)) return { name, type, vector: places.get(column)! };
      return { name, type, vector: places.get(lists.get(type)!)!, ...(element !== undefined && { element }) };
    });
    // Conditions refer to the named fields.
    const inRelation = named !== undefined ? fields : what === "times" ? [] : apart;
    const name = catalogue.relationOf(table, inRelation, lists.values());
    const shaped = (files: string, width: number) =>
      place === undefined || lists.size === 0
        ? files
        : selectionOf(place, inRelation, `(${place.packed(files, width)})`, lists.values());
    const from = async (snapshot: Snapshot) =>
      (await this.#archive?.relation(snapshot, name, table, query, shaped)) ?? name;
    const { where } =
      named === undefined ? { where: timeRange(query.fromNs, query.toNs) } : selection(name, fields, query);
    return { table: name, where, read, columns: [{ ...TIME, vector: 0 }, ...columns], from };
  }

  rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    return this.#inTurn(async () => {
      try {
        const session = await this.#sound();
        const { outcome, added } = await this.#rewrite(session, points);
        this.#noteChanges(session, points);
        for (const columns of added) this.#announce(columns);
        return outcome;
      } catch (error) {
        this.#failed(error as Error);
        throw error;
      }
    });
  }

  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    const removed = this.#inTurn(async (): Promise<RemovalOutcome> => {
      const session = await this.#sound();
      const { writer, catalogue, minutes } = session;
      const table = catalogue.get(database, measurement);
      if (table === undefined || !table.stored) return "unknown";
      await this.#upkeep.noteRemoval(session);
      const files = this.#archive === undefined ? [] : [this.#archive.removal(table)];
      await inTransaction(writer, [...minutes.removal(table), ...catalogue.removal(table), ...files]);
      catalogue.remove(table);
      return "removed";
    });
    // A checkpoint frees the space of its own table; if it is not possible now, the next one frees it.
    return removed.finally(() => this.checkpoints?.secure().catch(() => {}));
  }

  async countReceived(query: ReceivedQuery): Promise<number> {
    const { readers, catalogue } = await this.#readable();
    const wanted = this.#selected(catalogue, query, "times");
    if (wanted === undefined) return 0;
    const sql = (relation: string) => `SELECT count(*) FROM ${relation} WHERE ${isReceived(query)}`;
    const [[rows] = []] = await readers.inSnapshot(async (snapshot) => snapshot.ask(sql(await wanted.from(snapshot))));
    return Number(rows);
  }

  moveReceived(query: ReceivedQuery, byNs: bigint): Promise<number> {
    return this.#inTurn(async () => {
      const session = await this.#sound();
      const table = session.catalogue.get(query.database, query.measurement);
      if (table === undefined || !table.stored) return 0;
      const moved = await moveTimes(session, table, query, byNs);
      table.changes = ++this.#changes;
      return moved;
    });
  }

  remember(key: string, value: string): Promise<void> {
    return this.#inTurn(async () => writeFact((await this.#sound()).writer, key, value));
  }

  async remembered(): Promise<ReadonlyMap<string, string>> {
    const facts = await this.#inTurn(async () => readFacts((await this.#sound()).writer));
    for (const key of facts.keys()) if (isUpkeepFact(key)) facts.delete(key);
    return facts;
  }

  async close(): Promise<void> {
    await this.#upkeep.stop();
    await this.#inTurn(async () => {
      const session = this.#session;
      this.#session = undefined;
      if (session === undefined) return;
      // Closing does the same, but synchronously. If this fails, the rows are in the write-ahead log.
      if (!this.#broken) await session.writer.run("CHECKPOINT").catch((error: Error) => this.#note(error));
      closeSession(session);
    });
  }

  status(): PartStatus {
    const down = this.#session === undefined || this.#broken;
    const { unseen } = this.#damage;
    const notices = [...(unseen === undefined ? [] : [unseen]), ...this.#upkeep.notices];
    return {
      state: down ? "down" : notices.length === 0 ? "ok" : "degraded",
      detail: [this.#place, ...notices, ...this.#upkeep.outlook].join("; "),
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
      counts: { ...this.#counts, ...this.#upkeep.counts },
    };
  }

  async #write(points: readonly Point[], place: Place, beforeCommit: BeforeCommit | undefined): Promise<WriteOutcome> {
    const session = await this.#sound();
    const committed =
      (await this.#settle(session, place.position)) ?? (await this.#commit(session, points, place, beforeCommit));
    this.#noteChanges(session, points);
    this.checkpoints?.committed(place.position);
    for (const columns of committed.added) this.#announce(columns);
    await this.checkpoints?.runWhenDue(session.writer).catch((error: Error) => this.#note(error));
    await this.#fitGroups(session).catch((error: Error) => this.#note(error));
    return committed.outcome;
  }

  async #commit(
    session: Session,
    points: readonly Point[],
    place: Place,
    beforeCommit: BeforeCommit | undefined,
  ): Promise<CommittedBatch> {
    const late = await this.#tooLate(session, points);
    const isLate = new Set(late.map(({ point }) => point));
    const inTime = late.length === 0 ? points : points.filter((point) => !isLate.has(point));
    try {
      return await commitBatch(session, inTime, place, beforeCommit, late).catch((error: FailedCommit) =>
        this.#commitOthers(session, inTime, place, beforeCommit, error, late),
      );
    } catch (error) {
      if (!(error instanceof FailedCommit)) throw error;
      // A database in memory cannot be reopened: it would be a new one.
      this.#broken = error.needsReopening && this.#path !== IN_MEMORY;
      if (this.#broken) this.#uncertain = { position: place.position, batch: error.uncertain };
      throw error.cause;
    }
  }

  /** If single points are the cause, writes the others. */
  async #commitOthers(
    session: Session,
    points: readonly Point[],
    place: Place,
    beforeCommit: BeforeCommit | undefined,
    failure: FailedCommit,
    late: readonly RefusedPoint[],
  ): Promise<CommittedBatch> {
    const culprits = isOddFailure(failure) ? await findCulprits(session, points) : [];
    if (culprits.length === 0) throw failure;
    const refused = new Set(culprits.map(({ point }) => point));
    const others = points.filter((point) => !refused.has(point));
    return commitBatch(session, others, place, beforeCommit, [...late, ...culprits]);
  }

  /** Points whose minute already has statistics, or which are older than everything kept. */
  async #tooLate({ writer, catalogue, minutes }: Session, points: readonly Point[]): Promise<readonly RefusedPoint[]> {
    const { edges } = this.#upkeep;
    const isOld = ({ timeNs }: Point) => timeNs < (edges?.rows ?? timeNs);
    const isSummed = ({ timeNs }: Point) => minutes.hasAny({ fromNs: timeNs });
    if (points.some(isOld)) this.#upkeep.noteOld();
    else if (!points.some(isSummed)) return [];
    const ask: RunQuery = async (sql) => (await writer.run(sql)).getRows();
    return tooLate({ catalogue, minutes, ask }, points, edges?.all);
  }

  async #rewrite(session: Session, points: readonly Point[]): ReturnType<typeof commitRewrite> {
    try {
      return await commitRewrite(session, points);
    } catch (error) {
      if (!(error instanceof FailedCommit)) throw error;
      this.#broken = error.needsReopening && this.#path !== IN_MEMORY;
      throw error.cause;
    }
  }

  /** The current session; reopens a broken one. */
  async #sound(): Promise<Session> {
    if (!this.#broken) return this.#opened();
    const reopened = this.#openAgain();
    this.#reopened = reopened.catch(() => {});
    return reopened;
  }

  async #openAgain(): Promise<Session> {
    if (this.#session !== undefined) closeSession(this.#session);
    this.#session = undefined;
    this.#session = (await this.#openSession()).session;
    this.#broken = false;
    return this.#session;
  }

  /** The session for readers, who wait while it is reopened. */
  async #readable(): Promise<Session> {
    await this.#reopened;
    return this.#opened();
  }

  /** After the first wide rows, the row groups must be small; their size is set when the database is opened. */
  async #fitGroups({ width, catalogue, readers }: Session): Promise<void> {
    if (width === catalogue.width || !readers.areIdle || this.checkpoints === undefined) return;
    this.#broken = true;
    await this.#sound();
  }

  /** Opens the database, which merges its write-ahead log into its file. */
  async #openSession(): ReturnType<typeof openSession> {
    const damaged = (sentence: string) => {
      if (this.#damage.note(sentence)) this.#onFinding(sentence);
    };
    const open = () => openSession(this.#path, this.#limits, this.#log, damaged, this.#archive);
    const session = await open();
    if (this.checkpoints === undefined) return session;
    const { committed } = session.opened;
    if (committed < this.checkpoints.last) {
      closeSession(session.session);
      throw new Error(`The database ${this.#path} lost rows. Start the service again: the journal still has them.`);
    }
    this.checkpoints.committed(committed);
    try {
      await this.checkpoints.run(session.session.writer);
      return session;
    } catch (error) {
      // For example, there is no space: it works without a checkpoint while there is space for the log.
      this.#note(error as Error);
      closeSession(session.session);
      return open();
    }
  }

  /** The batch of an earlier failed commit that took effect after all. */
  async #settle(session: Session, position: Cursor): Promise<CommittedBatch | undefined> {
    const uncertain = this.#uncertain;
    if (uncertain === undefined) return undefined;
    const committed = await readCommitted(session.writer, session.log);
    this.#uncertain = undefined;
    return committed === uncertain.position && committed === position ? uncertain.batch : undefined;
  }

  get #place(): string {
    return this.#archive === undefined ? `duckdb:${this.#path}` : `parquet:${this.#archive.place}`;
  }

  #opened(): Session {
    if (this.#session === undefined) throw new Error(`The database ${this.#path} is not open.`);
    return this.#session;
  }

  /** One at a time: a connection has one transaction. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    this.#turns++;
    const result = this.#lastWrite.then(run).finally(() => {
      this.#turns--;
    });
    this.#lastWrite = result.catch(() => {});
    return result;
  }

  // The rows are committed: an exception in a listener must not cause them to be written again.
  #announce(columns: NewColumns): void {
    for (const listener of this.#listeners) {
      try {
        listener(columns);
      } catch (error) {
        this.#note(error as Error);
      }
    }
  }

  /** After the commit, so that earlier version numbers become invalid. */
  #noteChanges({ catalogue }: Session, points: readonly Point[]): void {
    let last: Point | undefined;
    for (const point of points) {
      if (point.measurement === last?.measurement && point.database === last.database) continue;
      last = point;
      const table = catalogue.get(point.database, point.measurement);
      if (table !== undefined) table.changes = ++this.#changes;
    }
  }

  #failed(error: Error): void {
    this.#counts.failures++;
    this.#note(error);
  }

  #note(error: Error): void {
    this.#lastError = { message: error.message, time: new Date().toISOString() };
  }
}

/** A measurement that may have statistics of deleted rows. */
interface Gone {
  readonly minutes: Minutes;
  readonly table: Table;
}

/** The data of a query. */
interface Selected extends Pick<Selection, "table" | "where"> {
  /** Columns of the answer after the time. */
  readonly read: readonly string[];
  /** The answer's columns, the time first. */
  readonly columns: readonly ReadColumn[];
  /** The relation with its rows, if not all of them are in the database. */
  readonly from: (snapshot: Snapshot) => Promise<string>;
}

function numericFields(table: Table, wanted: readonly string[] | undefined): TableField[] {
  const numeric = table.fields.slice(0, table.storedFields).filter(({ type }) => type !== "string");
  if (wanted === undefined) return numeric;
  const byName = new Map(numeric.map((field) => [field.name, field]));
  return wanted.flatMap((name) => byName.get(name) ?? []);
}
