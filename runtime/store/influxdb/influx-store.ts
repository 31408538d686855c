/** Points into InfluxDB 1.x, 2.x and 3.x. */

import type { Cursor } from "../../journal/log.ts";
import type { Batch } from "../../telemetry/batch.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { FieldType, Point } from "../../telemetry/point.ts";
import { withTimeout } from "../../telemetry/with-timeout.ts";
import { wholly } from "../reconcile.ts";
import { batchesOf } from "../rows.ts";
import type {
  BeforeCommit,
  Extent,
  ExtentQuery,
  MeasurementInfo,
  NewColumns,
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
import type { InfluxSettings } from "../store-settings.ts";
import { admit } from "./admit.ts";
import { type Classified, classify, type NewTags, type NewTypes } from "./classify.ts";
import { type ClientOptions, InfluxClient } from "./client.ts";
import { Databases } from "./databases.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { readExtent } from "./extent.ts";
import { Facts, OWN_DATABASE } from "./facts.ts";
import type { DatabaseTypes } from "./field-types.ts";
import { databaseText, isRetriable, statusOf } from "./http-error.ts";
import { PROBE } from "./load-field-types.ts";
import { databaseRefusal, isDatabaseRefusal } from "./refused-database.ts";
import { readRows } from "./rows.ts";
import { sendBatch } from "./send-batch.ts";
import { readSeries } from "./series.ts";
import { detectVersion, refuseOthers } from "./server-version.ts";
import { readStatistics } from "./statistics.ts";
import { StoreHealth, type StoreLog } from "./store-health.ts";

export interface InfluxStoreOptions extends Pick<ClientOptions, "timeoutMs" | "retryForMs" | "gzip"> {
  readonly log?: StoreLog;
  /** Cached types older than this are loaded again before they cause a refusal, ms. */
  readonly typesTrustedMs?: number;
  /** Points of further measurements are refused. */
  readonly maxMeasurements?: number;
}

/** Points of a request; each request waits for the server's disk. */
const SLICE_POINTS = 10_000;
/** Points of a large batch's first request, while nothing else is being sent. */
const FIRST_POINTS = 2_000;

/** How long opening waits for the server. */
const OPEN_MS = 6_000;
/** Number of remembered databases that accepted rows. */
const MOST_TAKING = 3;
/** [InfluxDB 1.x with authentication, before the first user was created] */
const NO_ADMINISTRATOR = /create admin user/;

/** A database and the points that it refused. */
interface Refusing {
  readonly name: string;
  readonly points: readonly Point[];
  readonly error: unknown;
}

/** Sends nothing before `open`. */
export function openInfluxStore(settings: InfluxSettings, options: InfluxStoreOptions = {}): Store {
  return new InfluxStore(settings, options);
}

class InfluxStore implements Store {
  readonly rewrites = "given-columns";
  readonly #settings: InfluxSettings;
  readonly #client: InfluxClient;
  readonly #health: StoreHealth;
  readonly #databases: Databases;
  readonly #maxMeasurements: number;
  /** Databases that this service writes to, as recorded in its own database. */
  readonly #remembered = new Set<string>();
  readonly #listeners: ((columns: NewColumns) => void)[] = [];
  /** Databases that accepted rows, the newest last. */
  readonly #taking = new Set<string>();
  #connecting: Promise<Dialect> | undefined;
  /** Settles with the last write. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(settings: InfluxSettings, options: InfluxStoreOptions) {
    this.#settings = settings;
    this.#health = new StoreHealth(settings, options.log);
    this.#client = new InfluxClient(settings, {
      ...options,
      onRetry: (error, delayMs) => this.#health.retrying(error, delayMs),
      onRecovery: () => this.#health.recovered(),
    });
    this.#databases = new Databases(this.#client, options.typesTrustedMs ?? 5_000);
    this.#maxMeasurements = options.maxMeasurements ?? MAX_MEASUREMENTS;
  }

  /** Also resolves while the server is away: intake continues, and the first successful write connects. */
  async open(): Promise<{ readonly committed: Cursor | undefined }> {
    try {
      // A server that accepts the connection but does not answer counts as away.
      await withTimeout(this.#connected(), OPEN_MS);
    } catch (error) {
      this.#health.failed(error);
    }
    return { committed: undefined };
  }

  write(points: readonly Point[], _cursor: Cursor, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    // One write at a time: this keeps rows of the same time in order, and each batch knows the types of the previous
    // one.
    const outcome = this.#writing.then(() => this.#write(points, beforeCommit));
    this.#writing = outcome.catch(() => {});
    return outcome;
  }

  async #write(points: readonly Point[], beforeCommit: BeforeCommit | undefined): Promise<WriteOutcome> {
    const { stored, refused } = await this.#store(points);
    // The database stores no position; the journal's position advances only after this.
    if (refused.length > 0) await beforeCommit?.(refused);
    return { stored, refused };
  }

  async #store(points: readonly Point[]): Promise<WriteOutcome> {
    try {
      const dialect = await this.#connected();
      const { admitted, refused } = admit(points, this.#databases, this.#maxMeasurements);
      const refusing: Refusing[] = [];
      for (const [name, group] of byDatabase(admitted)) {
        try {
          refused.push(...(await this.#writeGroup(name, group, dialect)));
          this.#accepted(name);
        } catch (error) {
          if (!isDatabaseRefusal(error)) throw error;
          refusing.push({ name, points: group, error });
        }
      }
      refused.push(...(await this.#refusedBy(refusing, dialect)));
      const stored = points.length - wholly(refused);
      this.#health.stored(stored, refused.length);
      return { stored, refused };
    } catch (error) {
      this.#health.failed(error);
      throw new Error(this.#health.sentence(error), { cause: error });
    }
  }

  async fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    // What a server that was never reached has is not known: a measurement would seem not to exist.
    await this.#connected();
    const types = this.#databases.known(database)?.measurements.get(measurement)?.types;
    return types === undefined || types.size === 0 ? undefined : types;
  }

  async version(): Promise<undefined> {
    return undefined;
  }

  /** Loads databases created by other nodes, and types that they added. */
  async refresh(): Promise<void> {
    const dialect = await this.#connected();
    this.#databases.distrust();
    for (const name of await this.#rememberedDatabases(dialect)) {
      if (this.#remembered.has(name)) continue;
      await this.#adopt(name);
      this.#remembered.add(name);
    }
  }

  onNewColumns(listener: (columns: NewColumns) => void): void {
    this.#listeners.push(listener);
  }

  async measurements(): Promise<readonly MeasurementInfo[]> {
    await this.#connected();
    return this.#databases.measurements();
  }

  async series(query: SeriesQuery): Promise<Series> {
    await this.#connected();
    const { types } = await this.#databases.columnsOf(query.database, query.measurement);
    return readSeries(this.#client, query, types);
  }

  async statistics(query: StatisticsQuery): Promise<Statistics> {
    await this.#connected();
    const { types } = await this.#databases.columnsOf(query.database, query.measurement);
    return readStatistics(this.#client, query, types);
  }

  async *rows(query: RowQuery): AsyncGenerator<Row> {
    await this.#connected();
    yield* readRows(this.#client, query, await this.#databases.columnsOf(query.database, query.measurement));
  }

  async *batches(query: RowQuery): AsyncGenerator<Batch> {
    await this.#connected();
    const columns = await this.#databases.columnsOf(query.database, query.measurement);
    const named = query.columns && new Set(query.columns);
    const wanted = new Map([...columns.types].filter(([name]) => named?.has(name) ?? true));
    yield* batchesOf(readRows(this.#client, query, columns), wanted);
  }

  async extent(query: ExtentQuery): Promise<Extent | undefined> {
    await this.#connected();
    const { types, tags } = await this.#databases.columnsOf(query.database, query.measurement);
    const named = (query.columns ?? [...types.keys()]).filter((column) => types.has(column));
    // Every row has a field; tags alone are not queried.
    const fields = (named.every((column) => tags.has(column)) ? [...types.keys()] : named).filter((c) => !tags.has(c));
    return named.length === 0 || fields.length === 0 ? undefined : readExtent(this.#client, query, fields);
  }

  /** A point with an existing time changes its fields. */
  async rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    const outcome = this.#writing.then(() => this.#store(points));
    this.#writing = outcome.catch(() => {});
    const { stored, refused } = await outcome;
    return { rewritten: stored, refused };
  }

  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    const outcome = this.#writing.then(() => this.#remove(database, measurement));
    this.#writing = outcome.catch(() => {});
    return outcome;
  }

  async #remove(name: string, measurement: string): Promise<RemovalOutcome> {
    const dialect = await this.#connected();
    const database = this.#databases.known(name);
    if (!database?.measurements.get(measurement)?.types.size) return "unknown";
    const outcome = await dialect.removeMeasurement(name, measurement);
    if (outcome === "removed") database.measurements.delete(measurement);
    return outcome;
  }

  /** InfluxQL has no arithmetic on times. */
  async countReceived(): Promise<"unsupported"> {
    return "unsupported";
  }

  async moveReceived(): Promise<"unsupported"> {
    return "unsupported";
  }

  async remember(key: string, value: string): Promise<void> {
    await new Facts(this.#client, await this.#connected(), "_facts").set(key, value);
  }

  async remembered(): Promise<ReadonlyMap<string, string>> {
    return new Facts(this.#client, await this.#connected(), "_facts").all();
  }

  status(): PartStatus {
    return this.#health.status();
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  #connected(): Promise<Dialect> {
    if (this.#connecting === undefined) {
      const connecting = this.#connect();
      this.#connecting = connecting;
      connecting.catch(() => {
        if (this.#connecting === connecting) this.#connecting = undefined;
      });
    }
    return this.#connecting;
  }

  async #connect(): Promise<Dialect> {
    if (this.#settings.version !== "auto") await refuseOthers(this.#client);
    const version =
      this.#settings.version === "auto"
        ? await detectVersion(this.#client)
        : { major: this.#settings.version, full: `${this.#settings.version}.x` };
    const dialect = dialectOf(version.major, this.#client, this.#settings);
    for (const name of await this.#rememberedDatabases(dialect)) {
      this.#remembered.add(name);
      await this.#adopt(name);
    }
    this.#health.connected(version.full);
    return dialect;
  }

  async #rememberedDatabases(dialect: Dialect): Promise<readonly string[]> {
    try {
      return [...(await new Facts(this.#client, dialect, "_databases").all()).keys()];
    } catch (error) {
      if (statusOf(error) !== 403 || NO_ADMINISTRATOR.test(databaseText(error))) throw error;
      this.#health.note(`cannot read database "${OWN_DATABASE}": ${databaseText(error)}`);
      return [];
    }
  }

  /** Columns already in the database were reported by an earlier process. */
  async #adopt(name: string): Promise<void> {
    try {
      (await this.#databases.get(name)).announceAll();
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      this.#health.note(`cannot read database ${JSON.stringify(name)}: ${databaseText(error)}`);
    }
  }

  /**
   * @throws the reason if no other database accepts our points either: rows then wait until the permissions are fixed
   */
  async #refusedBy(refusing: readonly Refusing[], dialect: Dialect): Promise<RefusedPoint[]> {
    const [first] = refusing;
    if (first === undefined) return [];
    const names = new Set(refusing.map(({ name }) => name));
    if (!(await this.#takesAnyBut(names, dialect))) throw first.error;
    return refusing.flatMap(({ name, points, error }) => {
      const reason = databaseRefusal(error);
      this.#health.refuses(name, reason.message);
      return points.map((point) => ({ point, error: reason }));
    });
  }

  #accepted(name: string): void {
    this.#health.accepts(name);
    this.#taking.delete(name);
    this.#taking.add(name);
    if (this.#taking.size > MOST_TAKING) this.#taking.delete([...this.#taking][0]!);
  }

  /** An empty request is refused only for missing permissions. */
  async #takesAnyBut(names: ReadonlySet<string>, dialect: Dialect): Promise<boolean> {
    const others = [...this.#taking, OWN_DATABASE, ...[...this.#remembered].slice(0, MOST_TAKING)];
    for (const name of others.filter((other) => !names.has(other))) {
      try {
        await this.#client.send({ method: "POST", path: dialect.writePath(name), body: "" });
        return true;
      } catch (error) {
        const status = statusOf(error);
        if (status === undefined || isRetriable(error as Error)) throw error;
        if (![401, 403, 404].includes(status)) return true;
      }
    }
    return false;
  }

  /** A slice is formatted while the previous one is sent, unless that one adds types. */
  async #writeGroup(name: string, points: readonly Point[], dialect: Dialect): Promise<RefusedPoint[]> {
    const database = await this.#databases.get(name);
    const refused: RefusedPoint[] = [];
    let sending: Promise<void> | undefined;
    try {
      for (let first = 0, end = 0; first < points.length; first = end) {
        end = first === 0 && points.length > 2 * FIRST_POINTS ? FIRST_POINTS : first + SLICE_POINTS;
        const classified = await this.#classify(points.slice(first, end), database, dialect);
        refused.push(...classified.refused);
        await sending;
        if (classified.lines.count === 0) continue;
        sending = this.#send(database, classified, dialect).then((offenders) => void refused.push(...offenders));
        // Awaited below; until then, this avoids an unhandled rejection.
        sending.catch(() => {});
        if (classified.newTypes.size > 0) await sending;
      }
      await sending;
      return refused;
    } finally {
      // Later writes must not overtake pending ones.
      await sending?.catch(() => {});
    }
  }

  async #send(
    database: DatabaseTypes,
    { lines, newTypes, newTags }: Classified,
    dialect: Dialect,
  ): Promise<readonly RefusedPoint[]> {
    const { name } = database;
    const refused = await sendBatch(lines, {
      post: (body) => this.#post(name, dialect, (path) => this.#client.send({ method: "POST", path, body })),
      postOnce: (body) => this.#post(name, dialect, (path) => this.#client.sendOnce({ method: "POST", path, body })),
      takesOthers: (point) => this.#takesOthers(name, point, dialect),
    });
    await this.#rememberDatabase(name, dialect);
    await this.#learn(database, newTypes, newTags, refused);
    return this.#sendParts(database, refused, dialect);
  }

  /** The server has types that we did not know: sends the other fields of these rows again. */
  async #sendParts(
    database: DatabaseTypes,
    refused: readonly RefusedPoint[],
    dialect: Dialect,
  ): Promise<readonly RefusedPoint[]> {
    const conflicting = refused.filter(({ error }) => error.code === "type-conflict");
    if (conflicting.length === 0) return refused;
    await this.#databases.reload(database);
    const others = refused.filter(({ error }) => error.code !== "type-conflict");
    const { lines, refused: parts } = await classify(
      conflicting.map(({ point }) => point),
      database,
      dialect.format,
    );
    const post = (body: Buffer) =>
      this.#post(database.name, dialect, (path) => this.#client.send({ method: "POST", path, body }));
    const again =
      lines.count === 0 ? [] : await sendBatch(lines, { post, postOnce: post, takesOthers: async () => true });
    return [...others, ...parts, ...again];
  }

  // Another writer, or a user who dropped a measurement, may have changed the types: nothing is refused because of
  // outdated ones.
  async #classify(points: readonly Point[], database: DatabaseTypes, dialect: Dialect): Promise<Classified> {
    const classified = await classify(points, database, dialect.format);
    if (!classified.conflicts || !(await this.#databases.refresh(database))) return classified;
    return classify(points, database, dialect.format);
  }

  async #post(name: string, dialect: Dialect, send: (path: string) => Promise<unknown>): Promise<void> {
    const path = dialect.writePath(name);
    try {
      await send(path);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await dialect.createDatabase(name);
      await send(path);
    }
  }

  /** Whether the database accepts a probe point at the same time as the given one. */
  async #takesOthers(name: string, { timeNs }: Point, dialect: Dialect): Promise<boolean> {
    try {
      const body = `${PROBE} value=1 ${timeNs}`;
      await this.#post(name, dialect, (path) => this.#client.sendOnce({ method: "POST", path, body }));
      return true;
    } catch {
      return false;
    }
  }

  async #rememberDatabase(name: string, dialect: Dialect): Promise<void> {
    if (this.#remembered.has(name)) return;
    this.#remembered.add(name);
    try {
      await new Facts(this.#client, dialect, "_databases").set(name, "");
    } catch (error) {
      // Affects only the list of measurements after a restart; retried if that may help.
      if (!isDatabaseRefusal(error)) this.#remembered.delete(name);
      this.#health.note(`cannot keep the list of databases in "${OWN_DATABASE}": ${databaseText(error)}`);
    }
  }

  async #learn(
    database: DatabaseTypes,
    newTypes: NewTypes,
    newTags: NewTags,
    refused: readonly RefusedPoint[],
  ): Promise<void> {
    if (newTypes.size === 0) return;
    for (const [measurement, tags] of newTags) measurement.addTags(tags);
    // Only the server knows which new types came only from refused points.
    if (refused.length > 0) await this.#databases.reload(database);
    for (const [measurement, types] of newTypes) {
      if (refused.length === 0) measurement.addTypes(types);
      const columns = measurement.announce(types);
      if (columns.size === 0) continue;
      for (const listener of this.#listeners) {
        listener({ database: database.name, measurement: measurement.name, columns });
      }
    }
  }
}

function byDatabase(points: readonly Point[]): Map<string, Point[]> {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const group = groups.get(point.database);
    if (group === undefined) groups.set(point.database, [point]);
    else group.push(point);
  }
  return groups;
}
