/** Points into InfluxDB 1.x, 2.x and 3.x. */

import { groupBy } from "../../lib/group-by.ts";
import type { Batch } from "../../model/batch.ts";
import type { Cursor } from "../../model/message-log.ts";
import type { FieldType, Point } from "../../model/point.ts";
import type {
  BeforeCommit,
  Extent,
  ExtentQuery,
  MeasurementInfo,
  RefusedPoint,
  RemovalOutcome,
  RewriteOutcome,
  RowQuery,
  Series,
  SeriesQuery,
  Statistics,
  StatisticsQuery,
  Store,
  WriteOutcome,
} from "../../model/store.ts";
import { MAX_MEASUREMENTS } from "../../model/store.ts";
import { wholly } from "../../store/reconcile.ts";
import { ServerStore, type ServerStoreOptions, TYPES_TRUSTED_MS } from "../../store/server-store.ts";
import { admit } from "./admit.ts";
import { type Classified, classify, type NewTags, type NewTypes } from "./classify.ts";
import { type ClientOptions, InfluxClient } from "./client.ts";
import { Databases } from "./databases.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { factsOf, OWN_DATABASE, setFact } from "./facts.ts";
import type { DatabaseTypes, MeasurementColumns } from "./field-types.ts";
import { databaseText, isRetriable, statusOf } from "./http-error.ts";
import type { InfluxSettings } from "./influx-settings.ts";
import { PROBE } from "./load-field-types.ts";
import { databaseRefusal, isDatabaseRefusal } from "./refused-database.ts";
import { readBatches, readExtent } from "./rows.ts";
import { sendBatch } from "./send-batch.ts";
import { readSeries } from "./series.ts";
import { detectVersion, refuseOthers } from "./server-version.ts";
import { readStatistics } from "./statistics.ts";
import { StoreHealth } from "./store-health.ts";

export interface InfluxStoreOptions extends ServerStoreOptions, Pick<ClientOptions, "retryForMs" | "gzip"> {}

/** Points of a request; each request waits for the server's disk. */
const SLICE_POINTS = 10_000;
/** Points of a large batch's first request, while nothing else is being sent. */
const FIRST_POINTS = 2_000;

/** Number of databases that are asked whether they accept rows, besides our own. */
const MOST_ASKED = 3;
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

class InfluxStore extends ServerStore implements Store {
  readonly rewrites = "given-columns";
  protected readonly health: StoreHealth;
  readonly #settings: InfluxSettings;
  readonly #client: InfluxClient;
  readonly #databases: Databases;
  readonly #maxMeasurements: number;
  /** Databases that this service writes to, as recorded in its own database; the last that accepted rows is last. */
  readonly #remembered = new Set<string>();
  #connecting: Promise<Dialect> | undefined;

  constructor(settings: InfluxSettings, options: InfluxStoreOptions) {
    super();
    this.#settings = settings;
    this.health = new StoreHealth(settings, options.log);
    this.#client = new InfluxClient(settings, {
      ...options,
      onRetry: (error, delayMs) => this.health.retrying(error, delayMs),
      onAnswer: (retries) => (retries > 0 ? this.health.answers() : this.health.answered()),
    });
    this.#databases = new Databases(this.#client, options.typesTrustedMs ?? TYPES_TRUSTED_MS);
    this.#maxMeasurements = options.maxMeasurements ?? MAX_MEASUREMENTS;
  }

  protected sentence(error: unknown): string {
    return this.health.sentence(error);
  }

  protected isAway(error: unknown): boolean {
    return error instanceof Error && isRetriable(error);
  }

  write(points: readonly Point[], _cursor: Cursor, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    return this.inTurn(async () => {
      const outcome = await this.#store(points);
      // The database stores no position; the journal's position advances only after this.
      if (outcome.refused.length > 0) await beforeCommit?.(outcome.refused);
      return outcome;
    });
  }

  async #store(points: readonly Point[]): Promise<WriteOutcome> {
    try {
      const dialect = await this.connected();
      const { admitted, refused } = admit(points, this.#databases, this.#maxMeasurements);
      const refusing: Refusing[] = [];
      for (const [name, group] of groupBy(admitted, ({ database }) => database)) {
        try {
          refused.push(...(await this.#writeGroup(name, group, dialect)));
          this.#accepted(name);
        } catch (error) {
          if (!isDatabaseRefusal(error)) throw error;
          refusing.push({ name, points: group, error });
        }
      }
      refused.push(...(await this.#refusedBy(refusing, dialect)));
      const outcome = { stored: points.length - wholly(refused), refused };
      this.health.wrote(outcome);
      this.health.answers();
      return outcome;
    } catch (error) {
      const reason = this.explained(error);
      this.health.wentDown(reason);
      throw reason;
    }
  }

  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    // What a server that was never reached has is not known: a measurement would seem not to exist.
    return this.reading(async () => {
      const types = this.#databases.known(database)?.measurements.get(measurement)?.types;
      return types === undefined || types.size === 0 ? undefined : types;
    });
  }

  /** Loads databases created by other nodes, and types that they added. */
  override refresh(): Promise<void> {
    return this.reading(async () => {
      this.#databases.distrust();
      for (const name of await this.#rememberedDatabases()) {
        if (this.#remembered.has(name)) continue;
        await this.#adopt(name);
        this.#remembered.add(name);
      }
    });
  }

  measurements(): Promise<readonly MeasurementInfo[]> {
    return this.reading(() => this.#databases.measurements());
  }

  series(query: SeriesQuery): Promise<Series> {
    return this.reading(async () => readSeries(this.#client, query, await this.#columnsOf(query)));
  }

  statistics(query: StatisticsQuery): Promise<Statistics> {
    return this.reading(async () => readStatistics(this.#client, query, (await this.#columnsOf(query)).types));
  }

  batches(query: RowQuery): AsyncGenerator<Batch> {
    return this.streaming(async () => readBatches(this.#client, query, await this.#columnsOf(query)));
  }

  extent(query: ExtentQuery): Promise<Extent | undefined> {
    return this.reading(async () => readExtent(this.#client, query, await this.#columnsOf(query)));
  }

  #columnsOf({ database, measurement }: Pick<RowQuery, "database" | "measurement">): Promise<MeasurementColumns> {
    return this.#databases.columnsOf(database, measurement);
  }

  /** A point with an existing time changes its fields. */
  async rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    const { stored, refused } = await this.inTurn(() => this.#store(points));
    return { rewritten: stored, refused };
  }

  remove(name: string, measurement: string): Promise<RemovalOutcome> {
    return this.inTurn(() =>
      this.reading(async () => {
        const database = this.#databases.known(name);
        if (!database?.measurements.get(measurement)?.types.size) return "unknown";
        const outcome = await (await this.connected()).removeMeasurement(name, measurement);
        if (outcome === "removed") database.measurements.delete(measurement);
        return outcome;
      }),
    );
  }

  remember(key: string, value: string): Promise<void> {
    return this.reading(async () => setFact(this.#client, await this.connected(), "_facts", [key, value]));
  }

  remembered(): Promise<ReadonlyMap<string, string>> {
    return this.reading(() => factsOf(this.#client, "_facts"));
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  protected connected(): Promise<Dialect> {
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
    for (const name of await this.#rememberedDatabases()) {
      this.#remembered.add(name);
      await this.#adopt(name);
    }
    this.health.connected(version.full);
    return dialect;
  }

  async #rememberedDatabases(): Promise<readonly string[]> {
    try {
      return [...(await factsOf(this.#client, "_databases")).keys()];
    } catch (error) {
      if (statusOf(error) !== 403 || NO_ADMINISTRATOR.test(databaseText(error))) throw error;
      this.health.warn(`cannot read database "${OWN_DATABASE}": ${databaseText(error)}`);
      return [];
    }
  }

  /** Columns already in the database were reported by an earlier process. */
  async #adopt(name: string): Promise<void> {
    try {
      (await this.#databases.get(name)).announceAll();
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      this.health.warn(`cannot read database ${JSON.stringify(name)}: ${databaseText(error)}`);
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
      this.health.refuses(name, reason.message);
      return points.map((point) => ({ point, error: reason }));
    });
  }

  #accepted(name: string): void {
    this.health.accepts(name);
    if (this.#remembered.delete(name)) this.#remembered.add(name);
  }

  /** An empty request is refused only for missing permissions. */
  async #takesAnyBut(names: ReadonlySet<string>, dialect: Dialect): Promise<boolean> {
    const others = [...this.#remembered].filter((name) => !names.has(name)).slice(-MOST_ASKED);
    for (const name of [...others.reverse(), OWN_DATABASE]) {
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
      post: (body) => dialect.creating(name, (path) => this.#client.send({ method: "POST", path, body })),
      postOnce: (body) => dialect.creating(name, (path) => this.#client.sendOnce({ method: "POST", path, body })),
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
      dialect.creating(database.name, (path) => this.#client.send({ method: "POST", path, body }));
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

  /** Whether the database accepts a probe point at the same time as the given one. */
  async #takesOthers(name: string, { timeNs }: Point, dialect: Dialect): Promise<boolean> {
    try {
      const body = `${PROBE} value=1 ${timeNs}`;
      await dialect.creating(name, (path) => this.#client.sendOnce({ method: "POST", path, body }));
      return true;
    } catch {
      return false;
    }
  }

  async #rememberDatabase(name: string, dialect: Dialect): Promise<void> {
    if (this.#remembered.has(name)) return;
    this.#remembered.add(name);
    try {
      await setFact(this.#client, dialect, "_databases", [name, ""]);
    } catch (error) {
      // Affects only the list of measurements after a restart; retried if that may help.
      if (!isDatabaseRefusal(error)) this.#remembered.delete(name);
      this.health.warn(`cannot keep the list of databases in "${OWN_DATABASE}": ${databaseText(error)}`);
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
      this.announce({
        database: database.name,
        measurement: measurement.name,
        columns: measurement.announce(types),
      });
    }
  }
}
