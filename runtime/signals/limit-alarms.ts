/** Watches stored values against the limits of the header [D38]: raises and clears alarms on `…/alarm.json`. */

import type { ServedChannel } from "../api/measurement-catalogue.ts";
import { columnsOf, fieldsOf } from "../codec/fields.ts";
import type { FieldLimits, ValueRange } from "../codec/struct-codec.ts";
import { formatNs } from "../telemetry/clock.ts";
import type { Point, PointColumn } from "../telemetry/point.ts";

export type AlarmLevel = "ok" | "warn" | "alarm";

/** What is published. */
export interface AlarmSignal {
  readonly event: "raise" | "clear";
  readonly level: AlarmLevel;
  readonly measurement: string;
  readonly column: string;
  readonly value: number;
  readonly unit?: string;
  /** Of the message that raised or cleared it, ISO 8601. */
  readonly time: string;
  /** A sentence for a person. */
  readonly message: string;
}

interface Watched {
  readonly index: number;
  readonly name: string;
  readonly unit: string | undefined;
  readonly limits: FieldLimits;
  readonly holdNs: bigint;
  /** What was said last. */
  said: AlarmLevel;
  /** What it is, and since when. */
  level: AlarmLevel;
  sinceNs: bigint;
}

interface WatchedStruct {
  readonly topic: string;
  readonly columns: readonly Watched[];
}

export interface LimitAlarmsOptions {
  /** Asked when a shape of rows is met for the first time. */
  readonly channels: () => readonly Pick<ServedChannel, "database" | "wampTopic" | "structs">[];
  readonly publish: (topic: string, signal: AlarmSignal) => void;
}

const NOTHING: WatchedStruct = { topic: "", columns: [] };

export class LimitAlarms {
  readonly #options: LimitAlarmsOptions;
  /** By the columns that all points of a struct share, so that the hot path compares no names. */
  readonly #structs = new WeakMap<readonly PointColumn[], WatchedStruct>();

  constructor(options: LimitAlarmsOptions) {
    this.#options = options;
  }

  /** Hot path: one lookup for a struct without limits. */
  see(point: Pick<Point, "database" | "measurement" | "columns" | "values" | "timeNs">): void {
    let watched = this.#structs.get(point.columns);
    if (watched === undefined) {
      watched = this.#watch(point);
      this.#structs.set(point.columns, watched);
    }
    for (const column of watched.columns) this.#judge(column, point, watched.topic);
  }

  #judge(
    watched: Watched,
    { measurement, values, timeNs }: Pick<Point, "measurement" | "values" | "timeNs">,
    topic: string,
  ): void {
    const value = values[watched.index];
    if (typeof value !== "number") return;
    const level = levelOf(value, watched.limits);
    if (level !== watched.level) {
      watched.level = level;
      watched.sinceNs = timeNs;
    }
    if (level === watched.said || timeNs - watched.sinceNs < watched.holdNs) return;
    watched.said = level;
    const { name: column, unit } = watched;
    this.#options.publish(topic, {
      event: level === "ok" ? "clear" : "raise",
      level,
      measurement,
      column,
      value,
      ...(unit !== undefined && { unit }),
      time: formatNs(timeNs),
      message: sentence(watched, value, measurement),
    });
  }

  #watch({ database, measurement, columns }: Pick<Point, "database" | "measurement" | "columns">): WatchedStruct {
    const channel = this.#options.channels().find((one) => one.database === database);
    const codec = channel?.structs.find((one) => one.measurement === measurement);
    if (channel === undefined || codec === undefined) return NOTHING;
    const fields = new Map(fieldsOf(codec).map((field) => [field.path, field]));
    const watched = columnsOf(codec).flatMap(({ name, field, unit }): Watched[] => {
      const limits = fields.get(field)?.limits;
      const index = columns.findIndex((column) => column.name === name);
      if (limits === undefined || index < 0) return [];
      const holdNs = BigInt(Math.round((limits.holdMs ?? 0) * 1e6));
      return [{ index, name, unit, limits, holdNs, said: "ok", level: "ok", sinceNs: 0n }];
    });
    return { topic: `${channel.wampTopic.replaceAll(".", "/")}/alarm.json`, columns: watched };
  }
}

function levelOf(value: number, { warn, alarm }: FieldLimits): AlarmLevel {
  if (isOutside(value, alarm)) return "alarm";
  return isOutside(value, warn) ? "warn" : "ok";
}

function isOutside(value: number, range: ValueRange | undefined): boolean {
  if (range === undefined) return false;
  return value < (range.min ?? Number.NEGATIVE_INFINITY) || value > (range.max ?? Number.POSITIVE_INFINITY);
}

function sentence({ name, unit, level, limits }: Watched, value: number, measurement: string): string {
  const shown = (one: number) => `${one}${unit === undefined ? "" : ` ${unit}`}`;
  const range = level === "alarm" ? limits.alarm : limits.warn;
  if (level === "ok") return `${name} of ${measurement} is ${shown(value)}, within its limits again`;
  const isAbove = range?.max !== undefined && value > range.max;
  return `${name} of ${measurement} is ${shown(value)}, ${isAbove ? `above ${shown(range.max!)}` : `below ${shown(range?.min ?? 0)}`}`;
}
