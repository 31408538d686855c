/** Compares stored values with the limits of headers and realms [D38]; raises and clears alarms on `…/alarm.json`. */

import { isDeepStrictEqual } from "node:util";
import { columnsOf, fieldsOf } from "../../codec/fields.ts";
import { shownValue } from "../../codec/float-digits.ts";
import type { FieldInfo, FieldLimits, ValueRange } from "../../codec/struct-codec.ts";
import { OwnedMap } from "../../lib/owned-map.ts";
import { isAnnotations } from "../../model/address.ts";
import type { AlarmPlace } from "../../model/alarms.ts";
import { formatNs } from "../../model/clock.ts";
import type { DeviceRules, ServedChannel } from "../../model/measurement.ts";
import type { Message } from "../../model/message.ts";
import type { Point, PointColumn } from "../../model/point.ts";
import type { Removed } from "../../model/removal.ts";
import type { SetLimits } from "./set-limits.ts";

export type AlarmLevel = "ok" | "warn" | "alarm";

/** The published form. */
export interface AlarmSignal {
  readonly event: "raise" | "clear";
  readonly level: AlarmLevel;
  readonly measurement: string;
  readonly column: string;
  readonly value: number | bigint;
  readonly unit?: string;
  /** Time of the message that raised or cleared it, ISO 8601. */
  readonly time: string;
  /** A sentence for the user. */
  readonly message: string;
}

interface Watched {
  /** Index of the struct's column; in messages of devices it varies. */
  readonly index: number;
  readonly name: string;
  readonly unit: string | undefined;
  /** Of the struct's column. */
  readonly field?: FieldInfo | undefined;
  readonly limits: FieldLimits;
  readonly holdNs: bigint;
  /** The last reported level. */
  said: AlarmLevel;
  /** The current level, and since when. */
  level: AlarmLevel;
  sinceNs: bigint;
  /** Older values arrived late and are ignored. */
  seenNs: bigint;
  /** How far beyond its limit the worst value of the reported level was. */
  worst: number;
  /** Where the reported alarm was published. */
  topics?: readonly string[];
}

interface WatchedStruct {
  /** A device whose payloads the same struct decodes shares its column array. */
  readonly database: string;
  readonly topics: readonly string[];
  columns: readonly Watched[];
  /** That of the limits when `columns` was made. */
  version: number;
}

type SeenPoint = Pick<Point, "database" | "measurement" | "columns" | "values" | "timeNs" | "timeSource">;

export interface LimitAlarmsOptions {
  /** Called when a shape of rows occurs for the first time. */
  readonly channels: () => readonly Pick<ServedChannel, "database" | "wampTopic" | "structs">[];
  /** Current rules for fields of devices; undefined: none has limits. */
  readonly deviceRules?: () => DeviceRules | undefined;
  /** Topics for error signals of a device's message: its alarms use the same addresses. */
  readonly addressTopics?: (message: Message) => readonly string[];
  readonly publish: (topic: string, signal: AlarmSignal) => void;
  /** A column's level reported before a restart; `ok` if none was. */
  readonly saidBefore?: (database: string, measurement: string, column: string) => AlarmLevel;
  /** Whether any reported level is not `ok`. */
  readonly hasSaid?: () => boolean;
  /** These limits have precedence over those of headers and realms. */
  readonly setLimits?: SetLimits;
  /** Called for a value that is farther beyond the limit than those since the alarm was raised. */
  readonly onWorse?: (place: AlarmPlace, value: number | bigint) => void;
  /** Called once for each signal, even if it has several topics. */
  readonly onSignal?: (database: string, signal: AlarmSignal) => void;
  /** The realm of a database, whose budget its fields use. */
  readonly realmOf?: (database: string) => string;
}

const EVER_NS = -(2n ** 63n);
/** Maximum number of remembered fields of devices, since strangers can invent names. Beyond it, the realm with most forgets its oldest. */
const MOST_FIELDS = 100_000;
/** Remembered times later than now by this are of a clock that was set back since. */
const AHEAD_MS = 1000;
/** Limits of a column that has none any more: its alarm clears with the next value. */
const LIFTED: FieldLimits = {};
/** Values older than this on arrival are history and raise no alarm. */
const HISTORY_NS = 3_600_000_000_000n;

export class LimitAlarms {
  readonly #options: LimitAlarmsOptions;
  /** By the column array that all points of a struct share, so that the hot path compares no names. */
  readonly #structs = new WeakMap<readonly PointColumn[], WatchedStruct>();
  /** The same, by place. */
  readonly #ofPlaces = new Map<string, WatchedStruct>();
  /** By database, measurement and column, for devices, whose messages have varying columns. */
  readonly #fields = new OwnedMap<Watched>(MOST_FIELDS);
  /** By how much the clock of receipt times was set. */
  #jumpedNs = 0n;

  constructor(options: LimitAlarmsOptions) {
    this.#options = options;
  }

  /** The clock of receipt times was set: holds of rows with such times go on. */
  jumped(byNs: bigint): void {
    this.#jumpedNs += byNs;
  }

  /** Forgets a deleted measurement's values, and ends their alarms. @returns columns that have newer values */
  removed({ database, measurement, atNs }: Removed): ReadonlySet<string> {
    const place = `${database}\n${measurement}\n`;
    const fields = this.#fields.keys().filter((key) => key.startsWith(place));
    const known = [
      ...(this.#ofPlaces.get(place)?.columns ?? []),
      ...fields.flatMap((key) => this.#fields.get(key) ?? []),
    ];
    const newer = known.filter(({ seenNs }) => seenNs > atNs);
    for (const watched of known) {
      if (watched.seenNs > atNs) continue;
      const { topics = [], name: column, unit, said } = watched;
      Object.assign(watched, UNSEEN);
      if (said === "ok") continue;
      const signal = endOf({ measurement, column }, atNs, unit);
      for (const topic of topics) this.#options.publish(topic, signal);
      this.#options.onSignal?.(database, signal);
    }
    return new Set(newer.map(({ name }) => name));
  }

  /** Hot path: one look-up for a struct without limits. */
  see(point: SeenPoint, message: Message): void {
    const { setLimits } = this.#options;
    const shared = this.#structs.get(point.columns);
    const known = shared?.database === point.database ? shared : this.#watch(point);
    if (known !== undefined) {
      if (setLimits !== undefined && known.version !== setLimits.version) this.#adopt(known, point, setLimits.version);
      for (const watched of known.columns) this.#judge(watched, watched.index, point, message, known.topics);
      return;
    }
    const rules = this.#options.deviceRules?.();
    if (rules !== undefined || setLimits?.hasAny === true || this.#options.hasSaid?.() === true)
      this.#seeDevice(point, message, rules);
  }

  /** Takes changed limits over. Columns whose limits are the same keep what they know, as the begin of a hold. */
  #adopt(known: WatchedStruct, point: SeenPoint, version: number): void {
    const former = new Map(known.columns.map((watched) => [watched.name, watched]));
    known.columns = this.#columnsOf(point).map((made) => {
      const same = former.get(made.name);
      return same !== undefined && isDeepStrictEqual(same.limits, made.limits) ? same : made;
    });
    known.version = version;
  }

  #seeDevice(point: SeenPoint, message: Message, rules: DeviceRules | undefined): void {
    const { database, measurement, columns, timeNs } = point;
    if (isAnnotations(measurement) || message.receivedNs - timeNs > HISTORY_NS) return;
    let topics: readonly string[] | undefined;
    for (const [index, { name }] of columns.entries()) {
      const rule = rules?.(database, name);
      const limits =
        this.#limitsSet(database, measurement, name) ?? rule?.limits ?? this.#lifted(database, measurement, name);
      if (limits === undefined) continue;
      topics ??= alarmTopics(this.#options.addressTopics?.(message) ?? []);
      const watched = this.#field(`${database}\n${measurement}\n${name}`, name, rule?.unit, limits);
      this.#judge(watched, index, point, message, topics);
    }
  }

  #field(key: string, name: string, unit: string | undefined, limits: FieldLimits): Watched {
    const known = this.#fields.get(key);
    if (known !== undefined && (known.limits === limits || isDeepStrictEqual(known.limits, limits))) return known;
    const [database = "", measurement = ""] = key.split("\n");
    const said = known?.said ?? this.#options.saidBefore?.(database, measurement, name);
    const made = watchedField(name, unit, limits, said);
    this.#fields.set(this.#options.realmOf?.(database) ?? database, key, made);
    return made;
  }

  #judge(
    watched: Watched,
    index: number,
    { database, measurement, values, timeNs, timeSource }: SeenPoint,
    { receivedNs }: Message,
    topics: readonly string[],
  ): void {
    const value = values[index];
    // A sender whose clock is ahead for a while does not hide its later values.
    const jumpedNs = timeSource === "receipt" ? this.#jumpedNs : 0n;
    const atNs = (timeNs < receivedNs ? timeNs : receivedNs) - jumpedNs;
    if (
      (typeof value !== "number" && typeof value !== "bigint") ||
      (atNs < watched.seenNs && !wasSetBack(watched, atNs))
    )
      return;
    watched.seenNs = atNs;
    const level = levelOf(value, watched.limits, watched.level);
    if (level !== watched.level) {
      watched.level = level;
      watched.sinceNs = atNs;
    }
    if (level === watched.said && level !== "ok") this.#worsen(watched, { database, measurement }, value);
    if (level === watched.said || atNs - watched.sinceNs < watched.holdNs) return;
    watched.said = level;
    watched.worst = beyondBy(value, watched.limits, level);
    const { name: column, unit } = watched;
    const signal: AlarmSignal = {
      event: level === "ok" ? "clear" : "raise",
      level,
      measurement,
      column,
      value,
      ...(unit !== undefined && { unit }),
      time: formatNs(timeNs),
      message: sentence(watched, value, measurement),
    };
    watched.topics = topics;
    for (const topic of topics) this.#options.publish(topic, signal);
    this.#options.onSignal?.(database, signal);
  }

  #worsen(watched: Watched, place: Pick<AlarmPlace, "database" | "measurement">, value: number | bigint): void {
    const by = beyondBy(value, watched.limits, watched.said);
    if (by <= watched.worst) return;
    watched.worst = by;
    this.#options.onWorse?.({ ...place, column: watched.name }, value);
  }

  /** Undefined: no alarm is left to clear. */
  #lifted(database: string, measurement: string, column: string): FieldLimits | undefined {
    const { hasSaid, saidBefore } = this.#options;
    if (hasSaid?.() !== true) return undefined;
    // The list may have had no room for it.
    const known = this.#fields.get(`${database}\n${measurement}\n${column}`);
    const said = known?.said ?? saidBefore?.(database, measurement, column) ?? "ok";
    return said === "ok" ? undefined : LIFTED;
  }

  #limitsSet(database: string, measurement: string, column: string): FieldLimits | undefined {
    return this.#options.setLimits?.of(database, measurement, column);
  }

  /** Undefined: the point is a device's. */
  #watch(point: SeenPoint): WatchedStruct | undefined {
    const channel = this.#options.channels().find((one) => one.database === point.database);
    if (channel === undefined) return undefined;
    const topics = [`${channel.wampTopic.replaceAll(".", "/")}/alarm.json`];
    const version = this.#options.setLimits?.version ?? 0;
    const watched = { database: point.database, topics, columns: this.#columnsOf(point), version };
    this.#structs.set(point.columns, watched);
    this.#ofPlaces.set(`${point.database}\n${point.measurement}\n`, watched);
    return watched;
  }

  #columnsOf({ database, measurement, columns }: SeenPoint): Watched[] {
    const channel = this.#options.channels().find((one) => one.database === database);
    const codec = channel?.structs.find((one) => one.measurement === measurement);
    if (codec === undefined) return [];
    const fields = new Map(fieldsOf(codec).map((field) => [field.path, field]));
    return columnsOf(codec).flatMap(({ name, field, unit }): Watched[] => {
      const info = fields.get(field);
      const limits =
        this.#limitsSet(database, measurement, name) ?? info?.limits ?? this.#lifted(database, measurement, name);
      const index = columns.findIndex((column) => column.name === name);
      if (limits === undefined || index < 0) return [];
      const said = this.#options.saidBefore?.(database, measurement, name);
      return [{ ...watchedField(name, unit, limits, said), field: info, index }];
    });
  }
}

const UNSEEN = { said: "ok", level: "ok", sinceNs: 0n, seenNs: EVER_NS, worst: 0 } as const;

function watchedField(name: string, unit: string | undefined, limits: FieldLimits, said: AlarmLevel = "ok"): Watched {
  const holdNs = BigInt(Math.round((limits.holdMs ?? 0) * 1e6));
  return { index: -1, name, unit, limits, holdNs, ...UNSEEN, said };
}

/** The end of a deleted measurement's alarm: no value ended it. */
export function endOf(
  { measurement, column }: Pick<AlarmPlace, "measurement" | "column">,
  atNs: bigint,
  unit: string | undefined,
): AlarmSignal {
  const message = `${measurement} was deleted, and with it the alarm of ${column}`;
  const of = { measurement, column, value: Number.NaN, ...(unit !== undefined && { unit }) };
  const event = "clear" as const;
  return { event, level: "ok", ...of, time: formatNs(atNs), message };
}

/** Otherwise no alarm would be raised until the clock is there again. */
function wasSetBack(watched: Watched, atNs: bigint): boolean {
  if (watched.seenNs < BigInt(Date.now() + AHEAD_MS) * 1_000_000n) return false;
  watched.sinceNs = atNs;
  return true;
}

function alarmTopics(errorTopics: readonly string[]): string[] {
  return errorTopics.map((topic) => topic.replace(/error\.json$/, "alarm.json"));
}

/** @param current a level that is left only when the value is back within its limit by the hysteresis */
function levelOf(
  value: number | bigint,
  { warn, alarm, hysteresis = 0 }: FieldLimits,
  current: AlarmLevel,
): AlarmLevel {
  if (isOutside(value, alarm, current === "alarm" ? hysteresis : 0)) return "alarm";
  return isOutside(value, warn, current === "ok" ? 0 : hysteresis) ? "warn" : "ok";
}

function isOutside(value: number | bigint, range: ValueRange | undefined, margin: number): boolean {
  if (range === undefined) return false;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  return value < min + margin || value > max - margin;
}

/** How far a value is beyond the limit of a level; 0 within it. */
function beyondBy(exact: number | bigint, { warn, alarm }: FieldLimits, level: AlarmLevel): number {
  const value = Number(exact);
  const { min, max } = (level === "alarm" ? alarm : level === "warn" ? warn : undefined) ?? {};
  return Math.max(0, (min ?? value) - value, value - (max ?? value));
}

function sentence({ name, unit, field, level, limits }: Watched, value: number | bigint, measurement: string): string {
  const shown = (one: unknown) => `${one}${unit === undefined ? "" : ` ${unit}`}`;
  const range = level === "alarm" ? limits.alarm : limits.warn;
  const now = shown(field === undefined ? value : shownValue(value, field, "stored"));
  if (level === "ok") return `${name} of ${measurement} is ${now}, within its limits again`;
  const isAbove = range?.max !== undefined && value > range.max;
  return `${name} of ${measurement} is ${now}, ${isAbove ? `above ${shown(range.max!)}` : `below ${shown(range?.min ?? 0)}`}`;
}
