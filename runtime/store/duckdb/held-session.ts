/** The store's session with its database: opened, checkpointed, and opened anew once the database accepts nothing more. */

import { rm } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DamageReport } from "../../lib/damage-report.ts";
import type { LogIdentity } from "../../model/message-log.ts";
import type { OpenedStore } from "../../model/store.ts";
import { DatabaseAway } from "../database-away.ts";
import type { Turns } from "../turns.ts";
import type { Archive } from "./archive.ts";
import { DuckdbCheckpoints } from "./checkpoints.ts";
import { NO_LOG } from "./committed.ts";
import { copyMetadata } from "./metadata-copy.ts";
import { fileOf, IN_MEMORY, ROWS_IN_GROUP, releaseCopies } from "./open-database.ts";
import { closeSession, openSession, type Session, type SessionLimits } from "./session.ts";

export interface HeldSessionOptions {
  readonly path: string;
  readonly limits: SessionLimits;
  readonly archive: Archive | undefined;
  readonly turns: Turns;
  /** Called with one sentence for the log when a person should check something. */
  readonly onFinding: (sentence: string) => void;
  /** A checkpoint failed; the rows are in the write-ahead log. */
  readonly onFailure: (error: Error) => void;
  /** With a new catalogue. */
  readonly onReopened: () => void;
}

export class HeldSession {
  /** A database in memory has no log, so it needs no checkpoints. */
  readonly checkpoints?: DuckdbCheckpoints;
  readonly #options: HeldSessionOptions;
  readonly #damage: DamageReport;
  #log: LogIdentity = NO_LOG;
  #session: Session | undefined;
  #reopened: Promise<unknown> = Promise.resolve();
  /** The database refused a commit, and refuses everything until it is reopened. */
  #broken = false;

  constructor(options: HeldSessionOptions) {
    const { path, turns } = options;
    this.#options = options;
    this.#damage = new DamageReport(`${path}.damage.txt`);
    if (path === IN_MEMORY) return;
    this.checkpoints = new DuckdbCheckpoints({
      path,
      whileIdle: (run) => turns.run(async () => run((await this.sound()).writer)),
      prepare: (writer) => this.#prepare(writer),
      dropCopies: async (writer) => this.#session?.readers.whileNobodyReads(() => releaseCopies(writer)),
      onBroken: () => this.broke(),
      rowsInGroup: ROWS_IN_GROUP.narrow,
    });
  }

  async open(log: LogIdentity): Promise<{ readonly session: Session; readonly opened: OpenedStore }> {
    this.#log = log;
    const opened = await this.#openSession();
    this.#session = opened.session;
    const { exports } = opened.session.database;
    // Left by a process that ended. A session that is opened anew may have readers of such files.
    if (exports !== undefined) await rm(exports, { recursive: true, force: true }).catch(this.#options.onFailure);
    return opened;
  }

  get isDown(): boolean {
    return this.#session === undefined || this.#broken;
  }

  /** A sentence about damage that nobody acknowledged yet. */
  get damage(): string | undefined {
    return this.#damage.unseen;
  }

  /** The database must be reopened. False for one in memory, which would be a new one. */
  broke(): boolean {
    this.#broken = this.#options.path !== IN_MEMORY;
    return this.#broken;
  }

  /** For writers, in their turn: reopens a broken session. */
  async sound(): Promise<Session> {
    if (!this.#broken) return this.#opened();
    const reopened = this.#openAgain();
    this.#reopened = reopened.catch(() => {});
    return reopened;
  }

  /** For readers, who wait while it is reopened. */
  async readable(): Promise<Session> {
    await this.#reopened;
    return this.#opened();
  }

  /** After the first wide rows, the row groups must be small; their size is set when the database is opened. */
  async fitGroups({ width, catalogue, readers }: Session): Promise<void> {
    if (width === catalogue.width || !readers.areIdle || !this.broke()) return;
    await this.sound();
  }

  /** In its turn. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    // Closing does the same, but synchronously. If this fails, the rows are in the write-ahead log.
    if (!this.#broken) {
      await this.#prepare(session.writer);
      await session.writer.run("CHECKPOINT").catch(this.#options.onFailure);
    }
    await closeSession(session);
  }

  /** Before a checkpoint. */
  async #prepare(writer: DuckDBConnection): Promise<void> {
    const { path, onFailure } = this.#options;
    const file = fileOf(path);
    if (file !== undefined) await copyMetadata(path, file, writer).catch(onFailure);
  }

  #opened(): Session {
    if (this.#session === undefined) throw new DatabaseAway(`The database ${this.#options.path} is not open.`);
    return this.#session;
  }

  async #openAgain(): Promise<Session> {
    if (this.#session !== undefined) await closeSession(this.#session);
    this.#session = undefined;
    this.#session = (await this.#openSession()).session;
    this.#broken = false;
    this.#options.onReopened();
    return this.#session;
  }

  /** Opens the database, which merges its write-ahead log into its file. */
  async #openSession(): ReturnType<typeof openSession> {
    const { path, limits, archive, onFinding, onFailure } = this.#options;
    const damaged = (sentence: string) => {
      if (this.#damage.note(sentence)) onFinding(sentence);
    };
    const listeners = { onDamage: damaged, onMove: onFinding };
    const open = () => openSession(path, limits, this.#log, listeners, archive);
    const session = await open();
    if (this.checkpoints === undefined) return session;
    const { committed } = session.opened;
    if (committed < this.checkpoints.last) {
      await closeSession(session.session);
      throw new Error(`The database ${path} lost rows. Start the service again: the journal still has them.`);
    }
    this.checkpoints.committed(committed);
    try {
      await this.checkpoints.run(session.session.writer);
      return session;
    } catch (error) {
      // For example, there is no space: it works without a checkpoint while there is space for the log.
      onFailure(error as Error);
      await closeSession(session.session);
      return open();
    }
  }
}
