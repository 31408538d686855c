/**
 * Keeps Grafana up to date with the stored data. Runs apart from intake and never delays it; its failures are not data
 * errors [D33].
 */

import { storedName } from "../../model/address.ts";
import type { Observable, PartStatus } from "../../model/part-status.ts";
import type { NewColumns, Store } from "../../model/store.ts";
import { GRAFANA_COUNTERS } from "./counters.ts";
import { type DataSourceAccess, dataSourceAccess, desiredDataSource } from "./data-source.ts";
import { GrafanaClient, GrafanaError } from "./grafana-client.ts";
import type { GrafanaSettings } from "./keys.ts";
import { type ChannelStructs, Plans } from "./plans.ts";
import { type Outcome, provision, type SavedTexts } from "./provision.ts";

export interface GrafanaProvisionerOptions {
  readonly settings: GrafanaSettings;
  /** The address that Grafana's data sources will use; read each time. */
  readonly store: DataSourceAccess;
  /** Stores of databases that are not in the main one. */
  readonly storeOf?: (database: string) => DataSourceAccess | undefined;
  /** The stored measurements, and a memory for what was created. */
  readonly facts: Pick<Store, "measurements" | "remember" | "remembered">;
  /** The active UDP channels; a function if they change while the service runs. */
  readonly channels: readonly ChannelStructs[] | (() => readonly ChannelStructs[]);
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly delays?: Partial<Delays>;
}

interface Delays {
  /** How long to wait for more columns before a dashboard is saved, ms. */
  readonly settleMs: number;
  /** Delay after the first failure, ms; each further failure doubles it. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}

const DELAYS: Delays = { settleMs: 500, retryMs: 1_000, longestRetryMs: 60_000 };

export class GrafanaProvisioner implements Observable {
  readonly #options: GrafanaProvisionerOptions;
  readonly #delays: Delays;
  readonly #client: GrafanaClient;
  readonly #plans: Plans;
  /** Dashboards to check, by UID, with the earliest time (`performance.now()`). */
  readonly #due = new Map<string, number>();
  /** Columns noted before `start`. */
  readonly #early: NewColumns[] = [];
  readonly #theirs = new Set<string>();
  readonly #problems = new Map<string, string>();
  readonly #counts = { dashboards: 0, panels: 0, targets: 0, saves: 0, failures: 0 };
  #memory: SavedTexts | undefined;
  #version = "";
  #failuresInRow = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #started = false;
  #stopped = false;
  #lastError: PartStatus["lastError"];
  #lastSuccess: string | undefined;

  constructor(options: GrafanaProvisionerOptions) {
    this.#options = options;
    this.#delays = { ...DELAYS, ...options.delays };
    this.#client = new GrafanaClient(options.settings);
    const { channels } = options;
    const realms = options.settings.nodeDashboards?.map(storedName);
    this.#plans = new Plans(typeof channels === "function" ? channels : () => channels, undefined, realms);
  }

  /** Returns at once; checks all stored data first. Call this when the channels are known. */
  start(): void {
    this.#started = true;
    for (const columns of this.#early.splice(0)) this.note(columns);
    this.#wake();
  }

  /** Records the columns and returns at once: the listener for `Store.onNewColumns`. */
  note(columns: NewColumns): void {
    if (!this.#started) {
      // The dashboard depends on the channels.
      this.#early.push(columns);
      return;
    }
    const uids = this.#plans.add(columns).filter((uid) => !this.#due.has(uid));
    for (const uid of uids) this.#due.set(uid, performance.now() + this.#delays.settleMs);
    if (uids.length > 0) this.#wake();
  }

  /** Resolves when no work is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#client.stop();
    await this.#running;
  }

  status(): PartStatus {
    const name = `Grafana ${this.#version} at ${this.#client.address}`.replace("  ", " ");
    return {
      // Never "down": no data depends on Grafana, so probes must not report a failure of the service.
      state: this.#failuresInRow > 0 || this.#problem() !== undefined ? "degraded" : "ok",
      detail: `${name}: ${this.#sentence()}`,
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccess === undefined ? {} : { lastSuccess: this.#lastSuccess }),
      counts: GRAFANA_COUNTERS.of({
        ...this.#counts,
        waiting: this.#due.size,
        leftAlone: this.#theirs.size,
        ignored: this.#plans.ignored,
      }),
    };
  }

  #sentence(): string {
    const waitMs = this.#pausedUntil - performance.now();
    if (this.#failuresInRow > 0) return `trying again in ${Math.max(0, waitMs / 1000).toFixed(0)} s`;
    return this.#problem() ?? `${this.#plans.size} dashboards`;
  }

  #problem(): string | undefined {
    if (this.#plans.ignored > 0) return `too many names: ${this.#plans.ignored} columns, panels or dashboards left out`;
    const [problem] = this.#problems.values();
    return problem;
  }

  #wake(): void {
    if (!this.#started || this.#stopped || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    const first = this.#memory === undefined ? 0 : Math.min(...this.#due.values());
    if (first === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(first, this.#pausedUntil) - performance.now();
    this.#timer = setTimeout(() => this.#run(), Math.max(0, waitMs));
    // The timer does not keep the process running.
    this.#timer.unref();
  }

  #run(): void {
    this.#running = this.#work().finally(() => {
      this.#running = undefined;
      this.#wake();
    });
  }

  /** Processes one dashboard at a time. Never rejects. */
  async #work(): Promise<void> {
    try {
      this.#memory ??= await this.#prepare();
      for (const uid of this.#ready()) {
        // Columns noted from here on cause another check.
        this.#due.delete(uid);
        await this.#provision(uid, this.#memory);
        if (this.#stopped || this.#pausedUntil > performance.now()) return;
      }
    } catch (error) {
      this.#failed(error, undefined);
    }
  }

  #ready(): string[] {
    const now = performance.now();
    return [...this.#due].filter(([, dueAt]) => dueAt <= now).map(([uid]) => uid);
  }

  async #prepare(): Promise<SavedTexts> {
    const { facts } = this.#options;
    const remembered = new Map(await ofStore(facts.remembered()));
    for (const columns of await ofStore(facts.measurements())) this.note(columns);
    this.#version = await this.#client.version();
    this.#succeeded();
    return {
      get: (key) => remembered.get(key),
      set: async (key, value) => {
        await ofStore(facts.remember(key, value));
        remembered.set(key, value);
      },
    };
  }

  async #provision(uid: string, memory: SavedTexts): Promise<void> {
    const plan = this.#plans.plan(uid);
    if (plan === undefined) return;
    const { settings, store, storeOf } = this.#options;
    const elsewhere = storeOf?.(plan.database);
    const access = elsewhere ? dataSourceAccess(elsewhere, undefined) : dataSourceAccess(store, settings.datasourceUrl);
    const source = desiredDataSource(plan.database, access);
    try {
      this.#done(
        uid,
        plan.title,
        await provision({ client: this.#client, plan, source, folder: settings.folder, memory }),
      );
    } catch (error) {
      if (!this.#stopped) this.#failed(error, uid);
    }
  }

  #done(uid: string, title: string, { result, added, problem }: Outcome): void {
    this.#succeeded();
    if (result === "made") this.#counts.dashboards++;
    if (result === "made" || result === "changed") {
      this.#counts.saves++;
      this.#options.log?.info(
        `Grafana: dashboard "${title}": ${added.panels} panels and ${added.targets} series added`,
      );
    }
    this.#counts.panels += added.panels;
    this.#counts.targets += added.targets;
    if (result === "theirs" || result === "deleted") this.#theirs.add(uid);
    else this.#theirs.delete(uid);
    if (problem === undefined) this.#problems.delete(uid);
    else this.#problems.set(uid, `data source of dashboard "${title}" does not work: ${problem}`);
  }

  #succeeded(): void {
    this.#failuresInRow = 0;
    this.#lastSuccess = new Date().toISOString();
  }

  /** @param uid the dashboard that failed; undefined if the failure came earlier */
  #failed(error: unknown, uid: string | undefined): void {
    const message = failureText(error, this.#client.address);
    if (this.#lastError?.message !== message || this.#failuresInRow === 0) this.#options.log?.warn(message);
    this.#lastError = { message, time: new Date().toISOString() };
    this.#counts.failures++;
    const delayMs = Math.min(this.#delays.retryMs * 2 ** this.#failuresInRow, this.#delays.longestRetryMs);
    const again = performance.now() + delayMs * (0.75 + Math.random() / 2);
    if (uid !== undefined) this.#due.set(uid, again);
    if (isRefusal(error) && uid !== undefined) {
      // Delays only this dashboard, not the others.
      this.#due.set(uid, performance.now() + this.#delays.longestRetryMs);
      this.#problems.set(uid, message);
      return;
    }
    this.#failuresInRow++;
    this.#pausedUntil = again;
  }
}

// Grafana answered, and would give the same answer again.
function isRefusal(error: unknown): boolean {
  return error instanceof GrafanaError && [400, 404, 409, 412, 422].includes(error.status);
}

/** A failure of the store, not of Grafana. */
class StoreFailure extends Error {}

async function ofStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new StoreFailure((error as Error).message, { cause: error });
  }
}

function failureText(error: unknown, url: string): string {
  if (error instanceof StoreFailure) return `Dashboards wait for the store: ${error.message}`;
  if (error instanceof GrafanaError) {
    const hint = error.status === 401 || error.status === 403 ? "; check [grafana] token, or user and password" : "";
    return `Grafana at ${url} answers ${error.message}${hint}`;
  }
  const cause =
    error instanceof Error && error.cause instanceof Error ? error.cause.message || error.cause.name : undefined;
  return `Grafana at ${url} cannot be provisioned: ${cause ?? (error instanceof Error ? error.message : String(error))}`;
}
