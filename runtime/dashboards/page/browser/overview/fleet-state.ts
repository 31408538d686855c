/**
 * The state of every device, as the service decides it [D63]: one request at first, then what has changed. It also shows
 * whether the service answers at all. No DOM.
 */

import { type DeviceState, patienceMs, type StateRow, type StatesAnswer } from "../../../../model/device-state.ts";
import { feedKey } from "../text/measurement-name.ts";

/** While the page is visible. */
const EVERY_MS = 1000;
/** With many devices that send, a new value each second is too fast to read. */
const MANY_MS = 5000;
const MANY = 200;
/** States are unknown for a moment after the service's start. */
const INCOMPLETE_MS = 300;
/** Without an answer for this time, the service is gone. */
const PATIENCE_MS = 2500;

export interface FleetDevice {
  readonly state: DeviceState;
  readonly column: string | undefined;
  readonly value: number | bigint | string | boolean | undefined;
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

interface FleetEvents {
  /** @param reported devices of the newest answer */
  onStates(reported: readonly (readonly [key: string, device: FleetDevice])[]): void;
  /** Annotations were made, changed or deleted. */
  onAnnotations(): void;
  /** It did not answer. */
  onGone(error: unknown): void;
  onThere(): void;
  /** Nobody sees the page now. */
  isHidden(): boolean;
}

export interface FleetRequest {
  readonly since: string | undefined;
  readonly signal: AbortSignal;
}

export class FleetState {
  readonly devices = new Map<string, FleetDevice>();
  /** Messages that the service receives each second; undefined before two answers. */
  ratePerSecond: number | undefined;
  readonly #fetch: (request: FleetRequest) => Promise<StatesAnswer>;
  readonly #events: FleetEvents;
  /** Addresses with refused messages since the start, and how many. */
  readonly refused = new Map<string, number>();
  /** The service has answered. */
  isKnown = false;
  #change: string | undefined;
  #annotations: number | undefined;
  #counted: { readonly received: number; readonly nowMs: number } | undefined;

  constructor(fetch: (request: FleetRequest) => Promise<StatesAnswer>, events: FleetEvents) {
    this.#fetch = fetch;
    this.#events = events;
  }

  start(): void {
    const next = async () => {
      const pauseMs = this.#events.isHidden() ? EVERY_MS : await this.#read();
      setTimeout(() => void next(), pauseMs);
    };
    void next();
  }

  /** @returns the pause before the next request, ms */
  async #read(): Promise<number> {
    try {
      const answer = await this.#fetch({ since: this.#change, signal: AbortSignal.timeout(PATIENCE_MS) });
      const reported = this.take(answer);
      this.#events.onThere();
      this.#events.onStates(reported);
      // Each answer evaluates all devices.
      if (this.devices.size > MANY) return answer.complete ? MANY_MS : EVERY_MS;
      return answer.complete ? EVERY_MS : INCOMPLETE_MS;
    } catch (error) {
      this.ratePerSecond = undefined;
      this.#counted = undefined;
      this.#events.onGone(error);
      return EVERY_MS;
    }
  }

  /** @returns the answer's devices */
  take(answer: StatesAnswer): (readonly [string, FleetDevice])[] {
    const { all, change, devices, refused = [], received, now, annotations } = answer;
    if (all) {
      this.devices.clear();
      this.refused.clear();
    }
    for (const [address, count] of refused) this.refused.set(address, count);
    const reported = Object.entries(devices).flatMap(([database, rows]) =>
      rows.map((row) => reportedIn(database, row)),
    );
    for (const [key, device] of reported) this.devices.set(key, device);
    if (this.#annotations !== undefined && annotations !== this.#annotations) this.#events.onAnnotations();
    this.#annotations = annotations;
    this.isKnown = true;
    this.#change = change;
    const before = this.#counted;
    // After a restart, the count begins again.
    if (before !== undefined && now > before.nowMs && received >= before.received)
      this.ratePerSecond = ((received - before.received) * 1000) / (now - before.nowMs);
    this.#counted = { received, nowMs: now };
    return reported;
  }
}

function reportedIn(
  database: string,
  [measurement, state, column, value, atMs, everyMs, address]: StateRow,
): readonly [string, FleetDevice] {
  const device = {
    state,
    column: column ?? undefined,
    value: value ?? undefined,
    atMs: atMs ?? undefined,
    everyMs: everyMs ?? undefined,
    address: address ?? undefined,
  };
  return [feedKey({ database, measurement }), device];
}
