/**
 * The state of every device, as the service decides it [D63]: one request at first, then what has changed. It also shows
 * whether the service answers at all. No DOM.
 */

import { signal } from "@preact/signals";
import { type DeviceState, patienceMs, type StateRow, type StatesAnswer } from "../../../../model/device-state.ts";
import { answered, failed } from "../data/connection.ts";
import { Query } from "../data/query.ts";
import { feedKey } from "../text/measurement-name.ts";

const STATES = "states";
/** A little less than a second: it is kept each second. */
const EVERY_MS = 900;
/** With many devices that send, a new value each second is too fast to read. */
const MANY_MS = 4500;
const MANY = 200;
/** States are unknown for a moment after the service's start. */
const INCOMPLETE_MS = 300;
/** Without an answer for this time, the service is gone. */
const PATIENCE_MS = 2500;

export interface FleetDevice {
  readonly state: DeviceState;
  readonly column: string | undefined;
  /** The last one. */
  readonly value: number | bigint | string | boolean | undefined;
  /** When that came, if it is not a number any more. */
  readonly sinceMs: number | undefined;
  readonly atMs: number | undefined;
  readonly everyMs: number | undefined;
  readonly address: string | undefined;
}

/** Whether it sends, also while a value is beyond its limits. */
export function receptionOf(
  { state, atMs, everyMs }: FleetDevice,
  nowMs: number,
): "live" | "stale" | "waiting" | "loading" {
  if (state === "waiting") return "waiting";
  if (state === "unknown" || atMs === undefined) return "loading";
  if (state === "fine") return "live";
  return state !== "silent" && nowMs - atMs < patienceMs(everyMs) ? "live" : "stale";
}

/** The newer one of what arrived live of a column, and what the service last said of it. */
export function newestValue(
  live: { readonly value: unknown; readonly atMs: number | undefined },
  reported: Pick<FleetDevice, "column" | "value" | "atMs"> | undefined,
  column: string,
): unknown {
  if (reported?.column !== column || reported.value === undefined) return live.value;
  const isNewer = (reported.atMs ?? Number.NEGATIVE_INFINITY) > (live.atMs ?? Number.NEGATIVE_INFINITY);
  return live.value === undefined || isNewer ? reported.value : live.value;
}

/** When a field that is not a number any more last was one: as the service says, of another field as its rows do. */
export function missingSince(
  feed: { missingSince(column: string): number | undefined } | undefined,
  reported: Partial<Pick<FleetDevice, "column" | "sinceMs">> | undefined,
  column: string,
): number | undefined {
  return (reported?.column === column ? reported.sinceMs : undefined) ?? feed?.missingSince(column);
}

type Reported = readonly (readonly [key: string, device: FleetDevice])[];

export interface FleetRequest {
  readonly since: string | undefined;
  readonly signal: AbortSignal;
}

const NO_DEVICES: ReadonlyMap<string, FleetDevice> = new Map();
const NO_COUNTS: ReadonlyMap<string, number> = new Map();

export class FleetState {
  /** Devices of the newest answer. */
  readonly reported = signal<Reported>([]);
  /** Another number: annotations were made, changed or deleted. */
  readonly annotations = signal<number | undefined>(undefined);
  /** Undefined before the first answer. */
  readonly #known = signal<{ readonly ratePerSecond: number | undefined } | undefined>(undefined);
  readonly #devices = new Map<string, FleetDevice>();
  readonly #refused = new Map<string, number>();
  readonly #fetch: (request: FleetRequest) => Promise<StatesAnswer>;
  readonly #query = new Query<boolean>({
    isComplete: (isComplete) => isComplete,
    incompleteMs: INCOMPLETE_MS,
    failedMs: EVERY_MS,
  });
  #change: string | undefined;
  #counted: { readonly received: number; readonly nowMs: number } | undefined;

  constructor(fetch: (request: FleetRequest) => Promise<StatesAnswer>) {
    this.#fetch = fetch;
  }

  /** The service has answered. */
  get isKnown(): boolean {
    return this.#known.value !== undefined;
  }

  /** Messages that the service receives each second; undefined before two answers. */
  get ratePerSecond(): number | undefined {
    return this.#known.value?.ratePerSecond;
  }

  get devices(): ReadonlyMap<string, FleetDevice> {
    return this.#known.value === undefined ? NO_DEVICES : this.#devices;
  }

  /** Addresses with refused messages since the start, and how many. */
  get refused(): ReadonlyMap<string, number> {
    return this.#known.value === undefined ? NO_COUNTS : this.#refused;
  }

  start(): void {
    void this.#query.renew(STATES, () => this.#read());
  }

  /** Call this each second while the page is visible. */
  keep(): void {
    // Each answer evaluates all devices.
    const isSeldom = this.#devices.size > MANY && this.#query.answer === true;
    this.#query.keep(STATES, () => this.#read(), { everyMs: isSeldom ? MANY_MS : EVERY_MS });
  }

  /** @returns false: some states are unknown for now */
  async #read(): Promise<boolean> {
    try {
      const answer = await this.#fetch({ since: this.#change, signal: AbortSignal.timeout(PATIENCE_MS) });
      answered();
      this.#take(answer);
      return answer.complete;
    } catch (error) {
      if (this.#known.value !== undefined) this.#known.value = { ratePerSecond: undefined };
      this.#counted = undefined;
      failed(error);
      throw error;
    }
  }

  #take(answer: StatesAnswer): void {
    const { all, change, devices, refused = [], received, now, annotations } = answer;
    if (all) {
      this.#devices.clear();
      this.#refused.clear();
    }
    for (const [address, count] of refused) this.#refused.set(address, count);
    const reported = Object.entries(devices).flatMap(([database, rows]) =>
      rows.map((row) => reportedIn(database, row)),
    );
    for (const [key, device] of reported) this.#devices.set(key, device);
    this.#change = change;
    const before = this.#counted;
    // After a restart, the count begins again.
    const isCounted = before !== undefined && now > before.nowMs && received >= before.received;
    const ratePerSecond = isCounted
      ? ((received - before.received) * 1000) / (now - before.nowMs)
      : this.#known.peek()?.ratePerSecond;
    this.#counted = { received, nowMs: now };
    this.#known.value = { ratePerSecond };
    this.annotations.value = annotations;
    this.reported.value = reported;
  }
}

function reportedIn(
  database: string,
  [measurement, state, column, value, atMs, everyMs, address, last, sinceMs]: StateRow,
): readonly [string, FleetDevice] {
  const device = {
    state,
    column: column ?? undefined,
    value: value ?? last,
    sinceMs,
    atMs: atMs ?? undefined,
    everyMs: everyMs ?? undefined,
    address: address ?? undefined,
  };
  return [feedKey({ database, measurement }), device];
}
