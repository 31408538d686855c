/**
 * The embedded store: database → schema, measurement → table, field → column, `time` a TIMESTAMP_NS column.
 * Rows, new columns and the committed journal position are one transaction, so everything is stored exactly once.
 * Each part owns one thing: the session, the turns of writes, what is uncertain of a commit, versions, the status.
 */

import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { collectGarbage } from "../../lib/collect-garbage.ts";
import { DiskRoom, type MeasureDisk } from "../../lib/disk-room.ts";
import type { Keep } from "../../model/keep.ts";
import type { Cursor, LogIdentity } from "../../model/message-log.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Point } from "../../model/point.ts";
import {
  type BeforeCommit,
  type ColumnQuery,
  MAX_MEASUREMENTS,
  type MeasurementName,
  type NewColumns,
  type OpenedStore,
  type ReceivedQuery,
  type RemovalOutcome,
  type RewriteOutcome,
  type Store,
  type ToNumbersOutcome,
  type WriteOutcome,
} from "../../model/store.ts";
import type { DuckdbSettings } from "../store-settings.ts";
import { Turns } from "../turns.ts";
import { WriteRecord } from "../write-record.ts";
import { Archive } from "./archive.ts";
import { type Catalogue, readFacts, writeFact } from "./catalogue.ts";
import type { DuckdbCheckpoints } from "./checkpoints.ts";
import { NO_LOG } from "./committed.ts";
import { type Depot, FolderDepot } from "./depot.ts";
import { DiskOutlook } from "./disk-outlook.ts";
import { COLUMNS_APART, COLUMNS_LACKED } from "./field-form.ts";
import { HeldSession } from "./held-session.ts";
import { moveTimes } from "./move-times.ts";
import { expectDatabase, IN_MEMORY, releaseCopies } from "./open-database.ts";
import { Reads } from "./reads.ts";
import type { Session, SessionLimits } from "./session.ts";
import { MANY_AT_ONCE, OWN_TABLES } from "./shared-table.ts";
import type { Table } from "./table.ts";
import { toNumbers } from "./to-numbers.ts";
import { inTransaction } from "./transaction.ts";
import { isUpkeepFact, Upkeep } from "./upkeep.ts";
import { Writes } from "./writes.ts";

/** Version numbers of measurements: one changes with each change of the measurement's rows, and none is used again. */
class Versions {
  /** Counters of earlier processes are unknown. */
  readonly #start = randomUUID();
  /** Counts changes of all measurements, so that a deleted and recreated one never repeats a number. */
  #changes = 0;
  /** Counts what may concern every measurement. */
  #ofAll = 0;

  of({ changes }: Table): string {
    return `${this.#start}-${changes}-${this.#ofAll}`;
  }

  changed(table: Table): void {
    table.changes = ++this.#changes;
  }

  /** After the commit, so that earlier versions become invalid. */
  written(measurements: readonly MeasurementName[], catalogue: Catalogue): void {
    for (const { database, measurement } of measurements) {
      const table = catalogue.get(database, measurement);
      if (table !== undefined) this.changed(table);
    }
  }

  /** Rows became statistics, or the database was reopened, whose tables count from 0: all earlier versions are invalid. */
  allChanged(): void {
    this.#ofAll++;
  }
}

/** What this many leave behind, some ten megabytes, is worth the tenth of a second that it takes to give it back. */
const MANY_MEASUREMENTS = 5000;

export interface DuckdbStoreOptions
  extends Pick<DuckdbSettings, "path" | "parquet" | "adopt" | "keep">,
    Partial<SessionLimits> {
  /** Where others find the files; by default in that folder. */
  readonly depot?: Depot | undefined;
  /** Number of structs whose measurements are expected. */
  readonly declared?: number;
  /** Delay before a changed `keep` may delete much more at once, ms; default one day. */
  readonly keepGraceMs?: number;
  readonly measureDisk?: MeasureDisk;
  /** Called with one sentence for the log when a person should check something. */
  readonly onFinding?: (sentence: string) => void;
}

export { expectDatabase };

export type DuckdbStoreOpened = DuckdbStore;

export function openDuckdbStore(options: DuckdbStoreOptions): DuckdbStoreOpened {
  return new DuckdbStore(options);
}

class DuckdbStore extends Reads implements Store {
  readonly rewrites = "whole-rows";
  readonly checkpoints?: DuckdbCheckpoints;
  readonly #place: string;
  readonly #turns: Turns;
  readonly #versions: Versions;
  /** As this process wrote them, by prefix. */
  readonly #facts = new Map<
    string,
    { readonly writer: DuckDBConnection; readonly facts: ReadonlyMap<string, string> }
  >();
  readonly #record: WriteRecord;
  /** Undefined for a database in memory. */
  readonly #room: DiskRoom | undefined;
  /** The log has the warning of the room. */
  #isShort = false;
  readonly #onFinding: (sentence: string) => void;
  readonly #upkeep: Upkeep;
  /** Number of measurements that were made since memory was given back. */
  #made = 0;
  readonly #writes: Writes;

  constructor(options: DuckdbStoreOptions) {
    const { path, onFinding = () => {}, parquet, depot, adopt, keep, keepGraceMs, measureDisk, ...rest } = options;
    const { declared = 0, ...given } = rest;
    const archive =
      parquet === undefined ? undefined : new Archive(parquet, depot ?? new FolderDepot(parquet), adopt === true);
    // Hourly files have a column for each field.
    const columnsLacked = parquet === undefined ? COLUMNS_LACKED : Number.POSITIVE_INFINITY;
    const forms = { ownTables: declared > MANY_AT_ONCE ? 0 : OWN_TABLES, columnsLacked, columnsApart: COLUMNS_APART };
    const [turns, record, versions] = [new Turns(), new WriteRecord(), new Versions()];
    const limits = { maxMeasurements: MAX_MEASUREMENTS, ...forms, ...given };
    const onReopened = () => versions.allChanged();
    super(new HeldSession({ path, limits, archive, turns, onFinding, onFailure: record.note, onReopened }), archive);
    this.#room = path === IN_MEMORY ? undefined : new DiskRoom(dirname(path), measureDisk);
    this.#onFinding = onFinding;
    this.#versions = versions;
    this.#turns = turns;
    this.#record = record;
    this.#place = archive === undefined ? `duckdb:${path}` : `parquet:${archive.place}`;
    if (this.held.checkpoints !== undefined) this.checkpoints = this.held.checkpoints;
    this.#upkeep = new Upkeep({
      archive,
      disk: this.#room && new DiskOutlook(this.#room),
      keep,
      keepGraceMs,
      inTurn: (work) => this.#turns.run(async () => work(await this.held.sound())),
      isBusy: () => this.#turns.areTaken,
      checkpoint: async () => this.checkpoints?.secure(),
      checkpointWhenDue: async (writer) => {
        const error = await this.checkpoints?.runWhenDue(writer).catch((failure: Error) => failure);
        if (error !== undefined) this.#record.note(error);
        return error === undefined;
      },
      onRetained: () => versions.allChanged(),
      onFailure: this.#record.failed,
      onFinding,
    });
    this.#writes = new Writes(this.held, this.#upkeep);
  }

  async open(log: LogIdentity = NO_LOG): Promise<OpenedStore> {
    const { session, opened } = await this.held.open(log);
    await this.#upkeep.start(session);
    await this.#giveBackMemory(session, session.catalogue.size);
    return opened;
  }

  /** Reading and making many measurements takes several times the memory that they need afterwards. */
  async #giveBackMemory({ readers, writer }: Session, made: number): Promise<void> {
    this.#made += made;
    if (this.#made < MANY_MEASUREMENTS || this.checkpoints === undefined) return;
    this.#made = 0;
    await readers.whileNobodyReads(() => releaseCopies(writer)).catch(this.#record.note);
    await collectGarbage();
  }

  async giveBack(): Promise<void> {
    await this.#turns.run(async () => {
      const { readers, writer } = await this.held.sound();
      await readers.whileNobodyReads(() => releaseCopies(writer)).catch(this.#record.note);
    });
  }

  override keep(keep: Keep | undefined): void {
    this.#upkeep.keep = keep;
  }

  /** Deletes rows older than `keep`; also runs automatically every few minutes. */
  retain(nowNs?: bigint): Promise<void> {
    return this.#upkeep.retain(nowNs);
  }

  /** Gives back the space of deleted rows; also runs automatically after a measurement was removed. */
  reclaim(): Promise<void> {
    return this.#upkeep.reclaim();
  }

  /** Writes files for finished hours; also runs automatically every few minutes. */
  archiveHours(nowNs?: bigint): Promise<void> {
    return this.#upkeep.archiveHours(nowNs);
  }

  override receives(log: string): void {
    this.#writes.receives(log);
  }

  write(points: readonly Point[], position: Cursor, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    return this.#turns.run(async () => {
      try {
        const outcome = await this.#write({ points, position, beforeCommit });
        this.#record.wrote(outcome);
        return outcome;
      } catch (error) {
        throw await this.#failed(error as Error);
      }
    });
  }

  async #lookAtDisk(room: DiskRoom): Promise<void> {
    await room.look();
    const { warning } = room;
    if (warning !== undefined && !this.#isShort) this.#onFinding(`${this.#place}: ${warning}`);
    this.#isShort = warning !== undefined;
  }

  async #failed(error: Error): Promise<Error> {
    const explained = (await this.#room?.explained(error)) ?? error;
    this.#record.failed(explained);
    return explained;
  }

  async #write(order: Parameters<Writes["write"]>[1]): Promise<WriteOutcome> {
    const session = await this.held.sound();
    const { outcome, added, measurements, rows } = await this.#writes.write(session, order);
    this.#versions.written(measurements, session.catalogue);
    this.checkpoints?.committed(order.position, rows);
    this.#announceAll(added);
    await this.checkpoints?.runWhenDue(session.writer).catch(this.#record.note);
    await this.#giveBackMemory(session, added.length);
    await this.held.fitGroups(session).catch(this.#record.note);
    // A warning ends as soon as there is room.
    if (this.#room?.warning !== undefined) await this.#lookAtDisk(this.#room);
    else if (this.#room?.isDue === true) void this.#lookAtDisk(this.#room);
    return outcome;
  }

  rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    return this.#turns.run(async () => {
      try {
        const session = await this.held.sound();
        const { outcome, added, measurements } = await this.#writes.rewrite(session, points);
        this.#versions.written(measurements, session.catalogue);
        this.#announceAll(added);
        return outcome;
      } catch (error) {
        throw await this.#failed(error as Error);
      }
    });
  }

  #announceAll(added: readonly NewColumns[]): void {
    for (const columns of added) this.announce(columns, this.#record.note);
  }

  override async version(database: string, measurement: string): Promise<string | undefined> {
    const table = await this.table(database, measurement);
    return table && this.#versions.of(table);
  }

  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    const removed = this.#turns.run(async (): Promise<RemovalOutcome> => {
      const session = await this.held.sound();
      const { writer, catalogue, minutes } = session;
      const table = catalogue.stored({ database, measurement });
      if (table === undefined) return "unknown";
      await this.#upkeep.noteRemoval(session);
      const files = this.archive === undefined ? [] : [this.archive.removal(table)];
      await inTransaction(writer, [...minutes.removal(table), ...catalogue.removal(table), ...files]);
      catalogue.remove(table);
      return "removed";
    });
    // A checkpoint frees the space of its own table; if it is not possible now, the next one frees it.
    return removed.finally(() => this.checkpoints?.secure().catch(() => {}));
  }

  override moveReceived(query: ReceivedQuery, byNs: bigint): Promise<number> {
    return this.#turns.run(async () => {
      const session = await this.held.sound();
      const table = session.catalogue.stored(query);
      if (table === undefined) return 0;
      const moved = await moveTimes(session, table, query, byNs);
      this.#versions.changed(table);
      return moved;
    });
  }

  override toNumbers(query: ColumnQuery): Promise<ToNumbersOutcome> {
    return this.#turns.run(async () => {
      const session = await this.held.sound();
      const table = session.catalogue.stored(query);
      if (table === undefined) return "unsupported";
      const count = await toNumbers(session, table, query);
      this.#versions.changed(table);
      const { database, measurement, column } = query;
      if (typeof count === "number")
        this.#announceAll([{ database, measurement, columns: new Map([[column, "float"]]) }]);
      return count;
    });
  }

  remember(key: string, value: string): Promise<void> {
    return this.#turns.run(async () => {
      this.#facts.clear();
      await writeFact((await this.held.sound()).writer, key, value);
    });
  }

  /** Facts with a prefix are kept: the page asks for its dashboards with each opening. */
  remembered(prefix = ""): Promise<ReadonlyMap<string, string>> {
    return this.#turns.run(async () => {
      const { writer } = await this.held.sound();
      const known = this.#facts.get(prefix);
      if (known?.writer === writer) return known.facts;
      const facts = await readFacts(writer, prefix);
      for (const key of facts.keys()) if (isUpkeepFact(key)) facts.delete(key);
      if (prefix !== "") this.#facts.set(prefix, { writer, facts });
      return facts;
    });
  }

  async close(): Promise<void> {
    await this.#upkeep.stop();
    await this.#turns.run(() => this.held.close());
  }

  status(): PartStatus {
    const { damage, isDown } = this.held;
    const { notices, outlook, counts } = this.#upkeep;
    const short = this.#room?.warning;
    const all = [...(damage === undefined ? [] : [damage]), ...(short === undefined ? [] : [short]), ...notices];
    const record = this.#record.status;
    return {
      state: isDown ? "down" : all.length === 0 ? "ok" : "degraded",
      detail: [this.#place, ...all, ...outlook].join("; "),
      ...record,
      counts: { ...record.counts, ...counts },
    };
  }
}
