/** The state of a device, decided in one place [D63], and its form in answers of `/read/state`. */

/**
 * `refused`: its newest message was. `waiting`: it never sent. `unknown`: not known since the start, until its newest row
 * was read. A value beyond its limits has precedence over a refused message, and that over silence.
 */
export type DeviceState = "fine" | "warning" | "alarm" | "refused" | "silent" | "waiting" | "unknown";

/** A device in an answer. */
export type StateRow = readonly [
  measurement: string,
  state: DeviceState,
  /** Of the main column, or of the one beyond its limits. */
  column: string | null,
  /** Null: none yet, or it is not a number any more. */
  value: number | bigint | string | boolean | null,
  /** When it last sent something that was accepted, epoch ms; of a refused device that is not stored, its newest message. */
  atMs: number | null,
  /** Its usual interval, ms. */
  everyMs: number | null,
  /** Its address; null if it was not seen yet, and for a struct. */
  address: string | null,
  /** The last value of a field that is not a number any more, and when it came, epoch ms. */
  ...last: readonly [] | readonly [value: number | bigint | string | boolean, atMs: number],
];

/** Messages of an address that were refused since the start. */
export type RefusedRow = readonly [
  /** A device's address, a channel's name, or what a sender wrote instead of an address. */
  address: string,
  count: number,
  /** When the newest one arrived, epoch ms. */
  atMs: number,
  /** Why that one was refused. */
  code: string,
];

export interface StatesAnswer {
  /** The service's time, epoch ms. */
  readonly now: number;
  /** For `since` in the next request. */
  readonly change: string;
  /** Every device is listed; otherwise those that have changed. */
  readonly all: boolean;
  /** False: some states are unknown for now. */
  readonly complete: boolean;
  /** Messages since the start. */
  readonly received: number;
  /** Annotations since the start, with changes of earlier ones. */
  readonly annotations: number;
  /** Databases → devices. */
  readonly devices: Readonly<Record<string, readonly StateRow[]>>;
  /** Absent if there are none. */
  readonly refused?: readonly RefusedRow[];
}

/** Without a known interval, a device is silent after this time, ms. */
const SILENT_MS = 30_000;
/** Tolerance for missing messages, and for network delays. */
const MISSED_MESSAGES = 5;
const NETWORK_MS = 2000;

/**
 * A field of a struct is not a number any more: messages since its last value have none. They have all fields, but what is not a number;
 * messages of a device may lack any. Times are epoch ms.
 */
export function isMissing(valueMs: number, newestMs: number, everyMs: number | undefined): boolean {
  return newestMs - valueMs > patienceMs(everyMs);
}

/** After this time without a message a device is silent, ms. @param everyMs its usual interval, if known */
export function patienceMs(everyMs: number | undefined): number {
  return everyMs === undefined ? SILENT_MS : MISSED_MESSAGES * everyMs + NETWORK_MS;
}
