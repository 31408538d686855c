/**
 * What the service says as an edge node: each measurement is a device, each of its columns a metric. It knows what its births said, and
 * keeps rows for a host that is away. Without I/O.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { OwnedMap } from "../../lib/owned-map.ts";
import { Bound, type TellBound } from "../../model/bounds.ts";
import type { FieldType } from "../../model/point.ts";
import type { Removal } from "../../model/removal.ts";
import { NAMESPACE } from "./topic.ts";
import { payloadBytes, rebirthMetric, type SentMetric } from "./write-payload.ts";

/** A stored row. */
export interface EdgeRow extends Removal {
  readonly realm: string;
  readonly timeMs: bigint;
  readonly columns: readonly { readonly name: string; readonly type: FieldType }[];
  readonly values: readonly (ColumnValue | undefined)[];
}

export interface EdgeNodeOptions {
  readonly group: string;
  readonly edge: string;
  readonly hasAliases: boolean;
  readonly publish: (topic: string, payload: Uint8Array) => void;
  /** False: rows are kept until `resume`. */
  readonly hasRoom: () => boolean;
  readonly unitOf: (place: Removal, column: string) => string | undefined;
  readonly nowMs: () => bigint;
  readonly tell?: TellBound;
}

interface Metric {
  /** Absent: hosts know it by its name. */
  readonly alias?: number;
  readonly type: FieldType;
  readonly unit: string | undefined;
  timeMs: bigint;
  value: ColumnValue | undefined;
}

interface Device {
  readonly name: string;
  /** By column. */
  readonly metrics: Map<string, Metric>;
  newestMs: bigint;
  /** Whether its newest birth has all its metrics. */
  isBorn: boolean;
}

/** Senders invent names. A device that gives way is born again with its next row. */
const MOST_DEVICES = 10_000;
const SEQUENCE = 256;
/** Memory of a row besides its values, bytes. */
const OVERHEAD = 200;
/** Fraction of the limit. */
const FREED_AT_ONCE = 1 / 64;

export class EdgeNode {
  readonly counts = { published: 0, dropped: 0, births: 0 };
  readonly #options: EdgeNodeOptions;
  readonly #devices = new OwnedMap<Device>(MOST_DEVICES);
  /** Rows that wait, by realm. */
  readonly #waiting = new Map<string, EdgeRow[]>();
  readonly #bound: Bound;
  /** Undefined: no host hears it. */
  #bdSeq: number | undefined;
  #seq = 0;
  #aliases = 0;

  constructor(options: EdgeNodeOptions) {
    this.#options = options;
    this.#bound = new Bound("mqtt-rows", options.tell);
  }

  get devices(): number {
    return this.#devices.size;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, rows) => sum + rows.length, 0);
  }

  get bounds(): readonly Bound[] {
    return [this.#bound];
  }

  /** A session begins, or a host asks for births. @param bdSeq as in the will */
  born(bdSeq: number): void {
    this.#bdSeq = bdSeq;
    this.#seq = 0;
    const timeMs = this.#options.nowMs();
    const metrics = [sessionMetric(bdSeq, timeMs), rebirthMetric(timeMs, false)];
    this.#publish("NBIRTH", undefined, metrics);
    for (const device of this.#devices.values()) this.#deviceBorn(device);
    this.resume();
  }

  /** Rows are kept until the next birth. */
  ended(): void {
    this.#bdSeq = undefined;
  }

  /** Sends the row, with births where hosts need them. */
  take(row: EdgeRow): void {
    this.#learn(row);
    if (this.#isOpen && this.#waiting.size === 0) this.#send(row);
    else this.#keep(row);
  }

  /** Sends rows that wait, as long as there is room. */
  resume(): void {
    for (const [realm, rows] of this.#waiting) {
      let sent = 0;
      for (; sent < rows.length && this.#isOpen; sent++) {
        this.#bound.held -= bytesOf(rows[sent]!);
        this.#send(rows[sent]!);
      }
      rows.splice(0, sent);
      if (rows.length > 0) return;
      this.#waiting.delete(realm);
    }
  }

  /** The measurement was deleted. */
  forget(place: Removal): void {
    const isGone = (row: EdgeRow) => nameOf(row) === nameOf(place);
    for (const [realm, rows] of this.#waiting) {
      for (const row of rows.filter(isGone)) this.#bound.held -= bytesOf(row);
      const left = rows.filter((row) => !isGone(row));
      if (left.length > 0) this.#waiting.set(realm, left);
      else this.#waiting.delete(realm);
    }
    const device = this.#devices.get(nameOf(place));
    this.#devices.delete(nameOf(place));
    if (device !== undefined) this.#deviceDied(device);
  }

  get #isOpen(): boolean {
    return this.#bdSeq !== undefined && this.#options.hasRoom();
  }

  /** Remembers the newest values; a column that no birth has needs a birth. */
  #learn(row: EdgeRow): void {
    const device = this.#deviceOf(row);
    for (const [index, { name, type }] of row.columns.entries()) {
      const value = row.values[index];
      if (value === undefined) continue;
      const known = device.metrics.get(name);
      if (known !== undefined && known.type === type) {
        if (row.timeMs >= known.timeMs) Object.assign(known, { timeMs: row.timeMs, value });
        continue;
      }
      const unit = this.#options.unitOf(row, name);
      const alias = this.#options.hasAliases ? { alias: ++this.#aliases } : {};
      device.metrics.set(name, { ...alias, type, unit, timeMs: row.timeMs, value });
      device.isBorn = false;
    }
    if (row.timeMs > device.newestMs) device.newestMs = row.timeMs;
  }

  #deviceOf(row: EdgeRow): Device {
    const name = nameOf(row);
    let device = this.#devices.get(name);
    if (device === undefined) {
      device = { name, metrics: new Map(), newestMs: row.timeMs, isBorn: false };
      const displaced = this.#devices.set(row.realm, name, device);
      if (displaced !== undefined) this.#deviceDied(displaced);
    }
    return device;
  }

  #send(row: EdgeRow): void {
    // It may have been deleted or have given way while the row waited.
    this.#learn(row);
    const device = this.#deviceOf(row);
    if (!device.isBorn) {
      this.#deviceBorn(device);
      if (isIn(row, device)) return;
    }
    const isHistorical = row.timeMs < device.newestMs;
    const metrics = row.columns.flatMap(({ name, type }, index): SentMetric[] => {
      const value = row.values[index];
      const alias = device.metrics.get(name)?.alias;
      const known = alias === undefined ? { name } : { alias };
      return value === undefined ? [] : [{ ...known, type, value, timeMs: row.timeMs, isHistorical }];
    });
    if (metrics.length > 0) this.#publish("DDATA", device, metrics);
  }

  #deviceBorn(device: Device): void {
    device.isBorn = true;
    this.#publish(
      "DBIRTH",
      device,
      Array.from(device.metrics, ([name, metric]) => ({ name, ...metric })),
    );
  }

  #deviceDied(device: Device): void {
    if (this.#bdSeq !== undefined && device.isBorn) this.#publish("DDEATH", device, []);
  }

  #publish(kind: string, device: Device | undefined, metrics: readonly SentMetric[]): void {
    const { group, edge, publish, nowMs } = this.#options;
    const seq = this.#seq;
    this.#seq = (seq + 1) % SEQUENCE;
    this.counts.published++;
    if (kind.endsWith("BIRTH")) this.counts.births++;
    const topic = edgeTopic(kind, group, edge) + (device === undefined ? "" : `/${device.name}`);
    publish(topic, payloadBytes({ timeMs: nowMs(), seq, metrics }));
  }

  #keep(row: EdgeRow): void {
    const bytes = bytesOf(row);
    while (this.#waiting.size > 0 && !this.#bound.hasRoom(bytes)) this.#makeRoom();
    const rows = this.#waiting.get(row.realm);
    if (rows === undefined) this.#waiting.set(row.realm, [row]);
    else rows.push(row);
    this.#bound.held += bytes;
  }

  /** Drops the oldest of the realm with most: some at once, since finding them takes time. */
  #makeRoom(): void {
    const [realm, rows] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const dropped = rows.splice(0, Math.ceil(rows.length * FREED_AT_ONCE));
    for (const row of dropped) this.#bound.held -= bytesOf(row);
    if (rows.length === 0) this.#waiting.delete(realm);
    this.counts.dropped += dropped.length;
    this.#bound.meet(dropped.length);
  }
}

export function edgeTopic(kind: string, group: string, edge: string): string {
  return `${NAMESPACE}/${group}/${kind}/${edge}`;
}

/** Of the will, and of a session that ends. */
export function deathPayload(bdSeq: number, timeMs: bigint): Buffer {
  return payloadBytes({ timeMs, metrics: [sessionMetric(bdSeq, timeMs)] });
}

function sessionMetric(bdSeq: number, timeMs: bigint): SentMetric {
  return { name: "bdSeq", timeMs, type: "integer", value: bdSeq };
}

/** A level of a topic that no other measurement has. */
function nameOf({ database, measurement }: Removal): string {
  const coded = (sign: string) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return [database, measurement].map((part) => part.replace(/[/+#.%\0]/g, coded)).join(".");
}

/** Whether the newest values are all of this row. */
function isIn({ columns, values, timeMs }: EdgeRow, { metrics }: Device): boolean {
  return columns.every(({ name }, index) => {
    const metric = metrics.get(name);
    return values[index] === undefined || (metric?.timeMs === timeMs && metric.value === values[index]);
  });
}

function bytesOf({ values }: EdgeRow): number {
  return values.reduce((sum: number, value) => sum + 16 + (typeof value === "string" ? 2 * value.length : 0), OVERHEAD);
}
