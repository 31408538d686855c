/** Answers about the states of all devices: what is listed, and what has changed. */

import { ChangeNumbers, rightsOf } from "../../api/change-numbers.ts";
import { listMeasurements } from "../../api/measurement-catalogue.ts";
import { listingOf, type ReadApiOptions } from "../../api/read-api.ts";
import type { Caller } from "../../http/caller.ts";
import { dictionary } from "../../lib/dictionary.ts";
import { Turns } from "../../lib/turns.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { StateRow, StatesAnswer } from "../../model/device-state.ts";
import { mainColumn } from "../../model/main-column.ts";
import { isInEach, type ListedMeasurement } from "../../model/measurement.ts";
import { newestBefore } from "../../model/newest.ts";
import type { Provided } from "../../model/provided.ts";
import type { MeasurementName, Newest } from "../../model/store.ts";
import { placeKey } from "../../store/listed.ts";
import { isFailure } from "../../store/many-places.ts";
import type { DeviceFacts, DeviceStates } from "./device-states.ts";

/** Devices whose rows one question reads. */
const PLACES_AT_ONCE = 5000;
/** Stored rows for the rhythm, and for a main column that the newest lack. */
const ROWS = 10;
/** Descriptions are made again after this time: limits may have moved the main column. */
const DESCRIBED_MS = 60_000;
/** An answer waits for so long until the stored rows are read for the first time. */
const FIRST_MS = 1000;
/** A process that receives nothing reads the newest rows again. */
const READ_AGAIN_MS = 10_000;

interface Listed {
  readonly database: string;
  readonly measurement: string;
  readonly facts: DeviceFacts;
}

interface StateRowsQuery {
  readonly caller: StatesCaller;
  readonly mayRead: (database: string) => boolean;
  readonly nowMs: number;
  /** Undefined: all. */
  readonly after: number | undefined;
}

/** What the sender of a request may read. */
export type StatesCaller = Pick<Caller, "mayDatabase" | "mayReadChannel">;

export interface StatesOptions {
  readonly states: DeviceStates;
  readonly reading: ReadApiOptions;
  readonly provided: Provided;
  /** Since the start. */
  readonly counts: () => Pick<StatesAnswer, "received" | "annotations">;
  /** False: another process receives, and this one knows only what is stored. */
  readonly isFed: () => boolean;
  /** Replaced by tests: how long the first answer waits for stored rows. */
  readonly firstMs?: number;
}

export class StatesReader {
  readonly #parts: StatesOptions;
  readonly #changes = new ChangeNumbers();
  #listed: readonly Listed[] | undefined;
  #places: ReadonlySet<string> = new Set();
  #databases: ReadonlySet<string> = new Set();
  #listing: Promise<readonly Listed[]> | undefined;
  #listedMs = 0;
  #priming: Promise<void> | undefined;
  /** Answers until then wait for the first reading of stored rows. */
  #waitsUntilMs: number | undefined;
  /** The list whose devices' stored rows were read: a later one may have further devices. */
  #primed: readonly Listed[] | undefined;
  #primedMs = 0;
  /** Deletions: rows that were read before one may be of what it deleted. */
  #removals = 0;

  constructor(parts: StatesOptions) {
    this.#parts = parts;
  }

  /** Measurements or columns have changed. */
  changed(): void {
    this.#listedMs = 0;
    this.#primed = undefined;
  }

  removed(): void {
    this.#removals += 1;
    this.#parts.states.forget();
    this.#changes.renew();
    this.#primedMs = 0;
    this.#waitsUntilMs = undefined;
    this.changed();
  }

  /** Somebody will ask soon: reads the stored rows, unless they were read before. */
  expect(nowMs: number): void {
    if (this.#primedMs > 0 || this.#priming !== undefined) return;
    this.#list(nowMs).then(
      (listed) => this.#prime(listed, nowMs),
      // The caller that asks next gets the error.
      () => {},
    );
  }

  /** @param since `change` of an earlier answer; another run's is as none */
  async read(caller: StatesCaller, since: string | undefined, askedMs: number): Promise<StatesAnswer> {
    const listed = await this.#list(askedMs);
    const { states } = this.#parts;
    const isOld = !this.#parts.isFed() && askedMs - this.#primedMs > READ_AGAIN_MS;
    if (this.#primed !== listed || isOld) this.#prime(listed, askedMs);
    const nowMs = askedMs + (this.#primedMs === 0 ? await this.#firstTime() : 0);
    const mayRead = remembering((database: string) => caller.mayDatabase("read", database));
    const rights = rightsOf(this.#databases, mayRead);
    const after = this.#changes.read(since, rights);
    const change = states.change;
    const devices = this.#rows(listed, { caller, mayRead, nowMs, after });
    const refused = states.refused.rows((address) => caller.mayReadChannel(address), after);
    return {
      now: nowMs,
      // What changed by this evaluation is in the next answer too.
      change: this.#changes.written(change, rights),
      all: after === undefined,
      complete: this.#primed === listed,
      ...this.#parts.counts(),
      devices,
      ...(refused.length > 0 && { refused }),
    };
  }

  /** One answer with all states is less than one without them and another one with all. @returns how long it took, ms */
  async #firstTime(): Promise<number> {
    const beganMs = performance.now();
    this.#waitsUntilMs ??= beganMs + (this.#parts.firstMs ?? FIRST_MS);
    await withTimeout(this.#priming, this.#waitsUntilMs - beganMs);
    return Math.round(performance.now() - beganMs);
  }

  #rows(listed: readonly Listed[], { caller, mayRead, nowMs, after }: StateRowsQuery): Record<string, StateRow[]> {
    const { states, provided } = this.#parts;
    const beyond = provided.beyond?.();
    const devices: Record<string, StateRow[]> = dictionary();
    const add = (database: string, row: StateRow | undefined) => {
      if (row === undefined) return;
      const known = devices[database];
      if (known === undefined) devices[database] = [row];
      else known.push(row);
    };
    for (const { database, measurement, facts } of listed) {
      if (!mayRead(database)) continue;
      const own = beyond?.get(placeKey(database, measurement));
      add(database, states.row({ database, measurement }, facts, own, nowMs, after));
    }
    for (const { place, address, atMs, change } of states.refused.all) {
      const isNews = after === undefined || change > after;
      // Nothing of it was ever stored.
      if (isNews && place !== undefined && !this.#isListed(place) && caller.mayReadChannel(address))
        add(place.database, [place.measurement, "refused", null, null, Math.round(atMs), null, address]);
    }
    return devices;
  }

  #isListed({ database, measurement }: MeasurementName): boolean {
    return this.#places.has(placeKey(database, measurement));
  }

  /** The last list while a new one is made: it takes a while with thousands of devices. */
  async #list(nowMs: number): Promise<readonly Listed[]> {
    if (nowMs - this.#listedMs > DESCRIBED_MS && this.#listing === undefined) {
      this.#listedMs = nowMs;
      this.#listing = this.#describeAll().finally(() => {
        this.#listing = undefined;
      });
      this.#listing.catch(() => {
        this.#listedMs = 0;
      });
    }
    if (this.#listed !== undefined) return this.#listed;
    return this.#listing!;
  }

  async #describeAll(): Promise<readonly Listed[]> {
    const turns = new Turns();
    const found: Listed[] = [];
    for (const one of await listMeasurements(listingOf(this.#parts.reading))) {
      if (turns.isOver) await turns.next();
      const listed = described(one);
      if (listed !== undefined) found.push(listed);
    }
    this.#listed = found;
    this.#databases = new Set(found.map(({ database }) => database));
    this.#places = new Set(found.map(({ database, measurement }) => placeKey(database, measurement)));
    return found;
  }

  #prime(listed: readonly Listed[], nowMs: number): void {
    this.#priming ??= this.#primeAll(listed)
      .then(() => {
        this.#primed = listed;
        this.#primedMs = nowMs;
      })
      // A store that is away or behind is asked again with the next request.
      .catch(() => {})
      .finally(() => {
        this.#priming = undefined;
      });
  }

  async #primeAll(listed: readonly Listed[]): Promise<void> {
    const { states, reading } = this.#parts;
    // Rows that are only in the log would make a device silent.
    if ((await reading.settled?.()) === false) throw new Error("the store is behind");
    const turns = new Turns();
    const isWanted = (one: Listed) => !this.#parts.isFed() || !states.isPrimed(one, one.facts.column);
    const wanted = listed.filter(isWanted);
    const removals = this.#removals;
    const read = async (from: number) => {
      const some = wanted.slice(from, from + PLACES_AT_ONCE);
      const nowMs = Date.now();
      return { some, nowMs, rows: some.length === 0 ? new Map() : await newest(reading.store, some, nowMs) };
    };
    let next = read(0);
    for (let from = PLACES_AT_ONCE; ; from += PLACES_AT_ONCE) {
      const { some, nowMs, rows } = await next;
      if (some.length === 0) break;
      if (this.#removals !== removals) throw new Error("a measurement was deleted in the meantime");
      // The store reads while these are taken.
      next = read(from);
      next.catch(() => {});
      for (const one of some) {
        if (turns.isOver) await turns.next();
        states.prime(one, one.facts.column, rows.get(one), nowMs);
      }
    }
  }
}

/** Rows with a time ahead only where there are no others: the device has sent something. */
async function newest(
  store: ReadApiOptions["store"],
  devices: readonly Listed[],
  nowMs: number,
): Promise<ReadonlyMap<Listed, Newest>> {
  const found = new Map<Listed, Newest>();
  for (const range of [{ toNs: newestBefore(BigInt(nowMs) * 1_000_000n) }, {}]) {
    const asked = devices.filter((one) => one.facts.stored && !found.has(one));
    const places = asked.map(({ database, measurement }) => ({ database, measurement }));
    const answers = places.length === 0 ? [] : await store.newest({ places, ...range, limit: ROWS });
    if (answers === "too-many") {
      const half = devices.length >> 1;
      const both = [
        await newest(store, devices.slice(0, half), nowMs),
        await newest(store, devices.slice(half), nowMs),
      ];
      return new Map(both.flatMap((some) => [...some]));
    }
    for (const [index, answer] of answers.entries()) {
      if (isFailure(answer)) throw new Error(answer.error);
      if (answer !== undefined && answer.timesMs.length > 0) found.set(asked[index]!, answer);
    }
  }
  return found;
}

/** A fleet has few databases, and each asks for patterns. */
function remembering(ask: (name: string) => boolean): (name: string) => boolean {
  const answers = new Map<string, boolean>();
  return (name) => {
    let answer = answers.get(name);
    if (answer === undefined) {
      answer = ask(name);
      answers.set(name, answer);
    }
    return answer;
  };
}

function described(one: ListedMeasurement): Listed | undefined {
  const description = one.describe();
  if (description.kind === "events") return undefined;
  const { database, measurement, kind, everyMs, stored } = description;
  const isInEachRow = kind === "struct" ? (column: string) => isInEach(description, column) : () => false;
  const facts = { column: mainColumn(description)?.name, isInEach: isInEachRow, everyMs, stored };
  return { database, measurement, facts };
}
