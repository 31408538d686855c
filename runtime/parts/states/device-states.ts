/**
 * The newest value, time and rhythm of each device, from the rows as they are accepted; and its state, for all who show
 * one [D63]. The alarms own which values are beyond their limits, the store what came before the start.
 *
 * `see` runs for each row: it makes no objects for a known device.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { OwnedRoom } from "../../lib/owned-room.ts";
import { type DeviceState, isMissing, patienceMs, type StateRow } from "../../model/device-state.ts";
import { momentOf } from "../../model/newest.ts";
import type { Point, PointColumn } from "../../model/point.ts";
import type { Beyond } from "../../model/provided.ts";
import { databaseOwner, type MeasurementName, type Newest } from "../../model/store.ts";
import { RefusedMessages } from "./refused-messages.ts";

/** Maximum number of devices, which realms share: one may have 100,000. Later ones have the state of their newest stored row. */
const MOST_DEVICES = 125_000;
const RHYTHM_ROWS = 10;

/** What is known of a device besides its rows. */
export interface DeviceFacts {
  readonly column: string | undefined;
  /** Whether each of its messages has the column. */
  readonly isInEach: (column: string) => boolean;
  /** The header's interval, ms. */
  readonly everyMs: number | undefined;
  /** Something is stored. */
  readonly stored: boolean;
}

interface Device {
  /** By the sender's or the service's clock, whichever is earlier: a clock that is ahead makes no device live. */
  atMs: number;
  /** Times of the newest rows, a ring. */
  readonly times: Float64Array;
  count: number;
  /** How many of the times are of rows that this process received. */
  received: number;
  address: string | undefined;
  /** The newest row, whose values cost something to read. */
  row: SeenRow;
  main: Watched;
  /** Beyond its limits, if that is another column. */
  beyond: Watched | undefined;
  isPrimed: boolean;
  change: number;
  shown: string;
}

/** A column, and its last value with its time: rows may lack it. */
interface Watched {
  readonly column: string | undefined;
  index: number;
  value: ColumnValue | undefined;
  valueMs: number | undefined;
}

/** What counts of a row. */
interface SeenRow extends Pick<Point, "values"> {
  readonly columns: readonly Pick<PointColumn, "name">[];
  readonly valuedMs?: Newest["valuedMs"];
}

type Seen = SeenRow & MeasurementName & Pick<Point, "timeNs">;

export class DeviceStates {
  readonly refused = new RefusedMessages();
  readonly #databases = new Map<string, Map<string, Device>>();
  #onAddress: () => void = () => {};
  #room = new OwnedRoom();
  /** Increases with each change of a device. */
  #change = 0;

  get change(): number {
    return this.#change;
  }

  /** Number of known devices. */
  get size(): number {
    return [...this.#databases.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @param addressOf is asked once for each device */
  see(point: Seen, receivedNs: bigint, addressOf: () => string | undefined): void {
    const device = this.#deviceAt(point.database, point.measurement);
    if (device === undefined) return;
    if (device.address === undefined) {
      device.address = addressOf();
      if (device.address !== undefined) this.#onAddress();
    }
    this.#add(device, point, momentOf(point.timeNs, receivedNs));
  }

  /** Called for each address that becomes known. */
  onAddress(listener: () => void): void {
    this.#onAddress = listener;
  }

  /** A message of this address was refused. */
  refuse(address: string, code: string, receivedNs: bigint): void {
    this.refused.add(address, code, msOf(receivedNs), ++this.#change);
  }

  /**
   * What stored rows say, also those from before the start; none: the device is known to have sent nothing.
   * @param column the main one @param nowMs when they were read: nothing was sent later
   */
  prime(
    { database, measurement }: MeasurementName,
    column: string | undefined,
    stored: Newest | undefined,
    nowMs: number,
  ): void {
    const device = this.#deviceAt(database, measurement);
    if (device === undefined) return;
    const isReceived = device.received > 0;
    addBefore(device, stored?.timesMs ?? [], nowMs);
    if (isReceived) {
      if (device.main.column !== column) device.main = watched(device, column);
      if (device.main.value === undefined && stored !== undefined)
        device.main = { ...device.main, ...valueIn(stored, indexOf(stored.columns, column), nowMs) };
    } else {
      device.row = stored ?? NO_ROW;
      device.main = watched(device, column);
      device.beyond = undefined;
    }
    device.isPrimed = true;
    device.change = ++this.#change;
  }

  /** Whether stored rows say nothing more: they were read, or enough rows were received since. */
  isPrimed({ database, measurement }: MeasurementName, column: string | undefined): boolean {
    const device = this.#databases.get(database)?.get(measurement);
    if (device === undefined) return false;
    if (device.main.column !== column) device.main = watched(device, column);
    const isEnough = device.count >= RHYTHM_ROWS && (column === undefined || device.main.value !== undefined);
    if (isEnough) device.isPrimed = true;
    return device.isPrimed;
  }

  addressOf(database: string, measurement: string): string | undefined {
    return this.#databases.get(database)?.get(measurement)?.address;
  }

  /** An address from before the start. */
  remember(database: string, measurement: string, address: string): void {
    const device = this.#deviceAt(database, measurement);
    if (device !== undefined) device.address ??= address;
  }

  *addresses(): Generator<readonly [database: string, measurement: string, address: string]> {
    for (const [database, devices] of this.#databases)
      for (const [measurement, { address }] of devices)
        if (address !== undefined) yield [database, measurement, address];
  }

  /** A measurement was deleted; addresses stay, since names and folders depend on them. */
  forget(): void {
    const known = [...this.addresses()];
    this.#databases.clear();
    this.#room = new OwnedRoom();
    this.#change += 1;
    for (const [database, measurement, address] of known) this.remember(database, measurement, address);
  }

  /**
   * The device's row; undefined if it has not changed after `since`. Call this for all devices with one `nowMs`.
   * @param since a number of `change`; undefined: any
   */
  row(
    place: MeasurementName,
    facts: DeviceFacts,
    beyond: Beyond | undefined,
    nowMs: number,
    since: number | undefined,
  ): StateRow | undefined {
    const device = this.#deviceAt(place.database, place.measurement);
    if (device === undefined) return [place.measurement, "unknown", null, null, null, null, null];
    if (device.main.column !== facts.column) device.main = watched(device, facts.column);
    const everyMs = facts.everyMs ?? rhythmOf(device);
    const state = this.#isRefused(device, place, beyond) ? "refused" : stateOf(device, facts, everyMs, beyond, nowMs);
    const column = beyond?.column ?? facts.column ?? null;
    const shown = `${state} ${column}`;
    if (shown !== device.shown) {
      device.shown = shown;
      device.change = ++this.#change;
    }
    if (since !== undefined && device.change <= since) return undefined;
    const [value, ...last] = shownOf(shownIn(device, beyond), device.atMs, facts, everyMs);
    return [
      place.measurement,
      state,
      column,
      value,
      device.count === 0 ? null : Math.round(device.atMs),
      everyMs === undefined ? null : Math.round(everyMs),
      device.address ?? null,
      ...last,
    ];
  }

  #isRefused({ count, atMs }: Device, { database, measurement }: MeasurementName, beyond: Beyond | undefined): boolean {
    const refused = this.refused.at(database, measurement);
    return refused !== undefined && beyond === undefined && (count === 0 || refused.atMs >= atMs);
  }

  #add(device: Device, row: SeenRow, atNs: bigint): void {
    const atMs = msOf(atNs);
    // History says nothing about now.
    if (atMs < device.atMs && device.count > 0) return;
    const isOther = row.columns !== device.row.columns;
    device.row = row;
    note(device.main, row, atMs, isOther);
    if (device.beyond !== undefined) note(device.beyond, row, atMs, isOther);
    if (atMs > device.atMs || device.count === 0) {
      addTime(device, atMs);
      device.received += 1;
    }
    device.change = ++this.#change;
  }

  #deviceAt(database: string, measurement: string): Device | undefined {
    let devices = this.#databases.get(database);
    const known = devices?.get(measurement);
    if (known !== undefined) return known;
    const owner = databaseOwner({ database });
    if (!this.#room.has(owner, MOST_DEVICES)) return undefined;
    if (devices === undefined) {
      devices = new Map();
      this.#databases.set(database, devices);
    }
    const made = newDevice();
    devices.set(measurement, made);
    this.#room.take(owner);
    return made;
  }
}

const NO_ROW: SeenRow = { columns: [], values: [] };

function newDevice(): Device {
  return {
    atMs: 0,
    times: new Float64Array(RHYTHM_ROWS),
    count: 0,
    received: 0,
    address: undefined,
    row: NO_ROW,
    main: { column: undefined, index: -1, value: undefined, valueMs: undefined },
    beyond: undefined,
    isPrimed: false,
    change: 0,
    shown: "",
  };
}

function addTime(device: Device, atMs: number): void {
  device.atMs = atMs;
  device.times[device.count % RHYTHM_ROWS] = atMs;
  device.count += 1;
}

/** Stored times, before those of rows that this process received: where another one receives, they are read again, and newer ones count. */
function addBefore(device: Device, timesMs: readonly number[], nowMs: number): void {
  const received = device.received === 0 ? [] : timesOf(device).slice(-device.received);
  const [firstMs = Number.POSITIVE_INFINITY] = received;
  device.count = 0;
  for (const timeMs of timesMs) {
    if (timeMs >= firstMs) break;
    const atMs = Math.min(timeMs, nowMs);
    if (atMs > device.atMs || device.count === 0) addTime(device, atMs);
  }
  for (const atMs of received) addTime(device, atMs);
}

/** The newest ones, in order. */
function timesOf({ times, count }: Device): number[] {
  const from = Math.max(0, count - RHYTHM_ROWS);
  return Array.from({ length: count - from }, (_none, i) => times[(from + i) % RHYTHM_ROWS]!);
}

function msOf(timeNs: bigint): number {
  return Number(timeNs) / 1e6;
}

/** Hot path. */
function note(watched: Watched, { columns, values }: SeenRow, atMs: number, isOther: boolean): void {
  if (isOther) watched.index = indexOf(columns, watched.column);
  const value = watched.index < 0 ? undefined : values[watched.index];
  if (value === undefined || value === null) return;
  watched.value = value;
  watched.valueMs = atMs;
}

/** What the newest row says of a column. */
function watched({ row, atMs }: Device, column: string | undefined): Watched {
  const index = indexOf(row.columns, column);
  return { column, index, ...valueIn(row, index, atMs) };
}

/** @param atMs the row's time, also where a sender's clock is ahead of it */
function valueIn({ values, valuedMs }: SeenRow, index: number, atMs: number): Pick<Watched, "value" | "valueMs"> {
  const value = values[index] ?? undefined;
  return { value, valueMs: value === undefined ? undefined : Math.min(valuedMs?.[index] ?? atMs, atMs) };
}

function shownIn(device: Device, beyond: Beyond | undefined): Watched {
  if (beyond === undefined || beyond.column === device.main.column) return device.main;
  if (device.beyond?.column !== beyond.column) device.beyond = watched(device, beyond.column);
  return device.beyond;
}

/** The value or, of a field that is not a number any more, null and its last one with the time. */
function shownOf(
  { column, value, valueMs }: Watched,
  newestMs: number,
  { isInEach }: Pick<DeviceFacts, "isInEach">,
  everyMs: number | undefined,
): readonly [StateRow[3]] | readonly [null, ColumnValue, number] {
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return [null];
  if (valueMs === undefined || column === undefined || !isMissing(valueMs, newestMs, everyMs)) return [value];
  if (!isInEach(column)) return [value];
  return [null, value, Math.round(valueMs)];
}

function indexOf(columns: SeenRow["columns"], name: string | undefined): number {
  for (let i = 0; i < columns.length; i++) if (columns[i]!.name === name) return i;
  return -1;
}

/** The longest of the newest intervals, so that a varying rhythm does not look like silence. */
function rhythmOf({ times, count }: Device): number | undefined {
  if (count < 3) return undefined;
  const from = Math.max(0, count - RHYTHM_ROWS);
  let longest = 0;
  for (let i = from + 1; i < count; i++)
    longest = Math.max(longest, times[i % RHYTHM_ROWS]! - times[(i - 1) % RHYTHM_ROWS]!);
  return longest;
}

function stateOf(
  { isPrimed, count, atMs }: Device,
  { stored }: DeviceFacts,
  everyMs: number | undefined,
  beyond: Beyond | undefined,
  nowMs: number,
): DeviceState {
  if (beyond !== undefined) return beyond.level === "warn" ? "warning" : "alarm";
  if (count === 0) return isPrimed || !stored ? "waiting" : "unknown";
  if (nowMs - atMs < patienceMs(everyMs)) return "fine";
  return isPrimed ? "silent" : "unknown";
}
