/**
 * Messages in line protocol; the address is the requested database.
 *
 * Our stores merge rows of one measurement and time, while InfluxDB distinguishes them by tags. So each series becomes
 * a measurement with InfluxDB's name for the series: `cpu,cpu=cpu0,host=a`. The tags are also columns.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { DecodingEpoch } from "../../intake/decoding-epoch.ts";
import type { Decoded, Rejection } from "../../intake/intake.ts";
import type { MessageKind, MessageOrigin, RefusedRow, RowTopic } from "../../intake/message-kind.ts";
import { storedName } from "../../model/address.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { Point, PointColumn, PointPlace } from "../../model/point.ts";
import { escapeSeries, LONGEST_SERIES_NAME, seriesName } from "../../model/series-name.ts";
import { isPlausible } from "../../model/time-fields.ts";
import { deviceRowTopic } from "../../model/topics.ts";
import { type Line, LineError, parseLine, splitLines } from "./line-protocol.ts";

/** Nanoseconds per unit of time; names of both versions. */
export const PRECISIONS: ReadonlyMap<string, bigint> = new Map([
  ...["ns", "n"].map((name) => [name, 1n] as const),
  ...["us", "u", "µ"].map((name) => [name, 1000n] as const),
  ["ms", 1_000_000n] as const,
  ["s", 1_000_000_000n] as const,
  ["m", 60_000_000_000n] as const,
  ["h", 3_600_000_000_000n] as const,
]);

/** What else the content type of a message records, beside the unit of its times. */
export interface LineOptions {
  /** `columns`: tags are only columns. */
  readonly tags: "series" | "columns";
  /** `any`: times before 2000 and more than a day ahead count, too. */
  readonly times: "checked" | "any";
}

export function lineType(precision: string, { tags, times }: LineOptions): string {
  return [precision, ...(tags === "columns" ? ["columns"] : []), ...(times === "any" ? ["any"] : [])].join(" ");
}

/** The unit depends on each time's size. [InfluxDB 3, `precision=auto`] */
export const AUTO = "auto";

interface LineForm {
  /** ns; 0: by each time's size. */
  readonly unit: bigint;
  /** Tags do not distinguish series: the measurement has one series. */
  readonly isPlain: boolean;
  readonly isAnyTime: boolean;
}

function formOf({ contentType }: Pick<Message, "contentType">): LineForm {
  const [precision = "", ...options] = contentType.split(" ");
  return {
    unit: precision === AUTO ? 0n : (PRECISIONS.get(precision) ?? 1n),
    isPlain: options.includes("columns"),
    isAnyTime: options.includes("any"),
  };
}

function nsOf(time: bigint, unit: bigint): bigint {
  if (unit !== 0n) return time * unit;
  // [influxdb3_write, guess_precision: 5e9 s is the year 2128]
  const size = time < 0n ? -time : time;
  const [, found = 1n] = SIZES.find(([below]) => size < below) ?? [];
  return time * found;
}

const SIZES: readonly (readonly [bigint, bigint])[] = [
  [5_000_000_000n, 1_000_000_000n],
  [5_000_000_000_000n, 1_000_000n],
  [5_000_000_000_000_000n, 1000n],
];

/** InfluxDB's range of times, 1677 to 2262: the extremes of 64 bits mean "never". */
const LAST_NS = 2n ** 63n - 2n;

/** Lines of a message with a dead letter each; further ones have one together. */
const MOST_REFUSED = 1000;

export class LineMessages implements MessageKind {
  readonly source = "lines";
  readonly signals = "limited";
  readonly keepsEmpty = false;
  readonly #stepNs: bigint;
  readonly #dropped: ReadonlySet<string>;

  constructor({ receiptStepNs, dropFields }: Pick<DecodingEpoch, "receiptStepNs" | "dropFields">) {
    this.#stepNs = BigInt(receiptStepNs);
    this.#dropped = new Set(dropFields.map((name) => name.toLowerCase()));
  }

  decode(message: Message): Decoded {
    const points: Omit<Point, "origin">[] = [];
    const rejections: Rejection[] = [];
    const form = formOf(message);
    const unset: UnsetClocks = { count: 0, last: "" };
    const further: { readonly row: number; readonly text: string }[] = [];
    for (const [row, text] of splitLines(Buffer.from(message.payload).toString("utf8")).entries()) {
      try {
        const receivedNs = message.receivedNs + BigInt(points.length) * this.#stepNs;
        points.push(this.#point(message.address, parseLine(text), form, receivedNs, unset));
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        if (rejections.length === MOST_REFUSED) {
          further.push({ row, text });
          continue;
        }
        const reason = new ValueError(`line ${row + 1}: ${error.message}`, "bad-value");
        rejections.push({ error: reason, message: { ...message, payload: Buffer.from(text) }, row, shown: text });
      }
    }
    const [next] = further;
    if (next !== undefined) {
      const text = further.map((line) => line.text).join("\n");
      const { length: rows } = further;
      const reason = new ValueError(
        `line ${next.row + 1} and ${rows - 1} after it cannot be read, either`,
        "bad-value",
      );
      rejections.push({
        error: reason,
        message: { ...message, payload: Buffer.from(text) },
        row: next.row,
        shown: text,
        rows,
      });
    }
    if (unset.count === 0) return { points, rejections };
    const noticed = { lengthByteDiffers: 0, missing: 0, unsetClocks: unset.count, unsetClock: unset.last };
    return { points, rejections, noticed };
  }

  #point(address: string, line: Line, form: LineForm, receivedNs: bigint, unset: UnsetClocks): Omit<Point, "origin"> {
    const { isPlain } = form;
    const columns: PointColumn[] = [];
    const values: ColumnValue[] = [];
    const places = new Map<string, number>();
    const add = (name: string, type: PointColumn["type"], value: ColumnValue, marks: Marks = {}) => {
      if (name === "time" || this.#dropped.has(name.toLowerCase())) return;
      const place = places.get(name) ?? columns.length;
      places.set(name, place);
      columns[place] = { name, type, ...marks };
      values[place] = value;
    };
    for (const [name, value, type] of line.fields) add(name, type, value);
    if (columns.length === 0) throw new LineError("no field can be stored");
    // InfluxQL gives a tag with the name of a field this suffix, too.
    const names = new Set(places.keys());
    for (const [name, value] of line.tags) {
      add(names.has(name) ? `${name}_1` : name, "string", value, isPlain ? KEY : {});
    }
    const own = ownTime(line, form, receivedNs, unset);
    return {
      database: storedName(address),
      measurement: nameOf(line, isPlain),
      timeNs: own ?? receivedNs,
      timeSource: own === undefined ? "receipt" : "payload",
      columns,
      values,
    };
  }

  addressOf({ address }: Message): string {
    return address;
  }

  show(payload: Uint8Array, most: number): string {
    return Buffer.from(payload.subarray(0, Math.min(payload.length, most * 4))).toString("utf8");
  }

  place({ address, sender }: Message): MessageOrigin {
    return { transport: "line protocol", kind: "channel", name: address, sender };
  }

  errorTopics(): readonly string[] {
    return [];
  }

  rowTopic({ database, measurement }: PointPlace): RowTopic {
    return { topic: deviceRowTopic(`${database}/${measurement}`, measurement) };
  }

  rowOf(point: Point): RefusedRow {
    const { origin, timeNs, measurement } = point;
    const { message } = origin;
    const { unit, isPlain } = formOf(message);
    const isIt = (text: string) => {
      try {
        const line = parseLine(text);
        const isAt = point.timeSource === "receipt" || line.time === undefined || nsOf(line.time, unit) === timeNs;
        return nameOf(line, isPlain) === measurement && isAt;
      } catch {
        return false;
      }
    };
    const text = splitLines(Buffer.from(message.payload).toString("utf8")).filter(isIt).join("\n");
    // A line without a time keeps the time that it was assigned.
    const isTimed = /\s-?\d+$/.test(text);
    const payload = isTimed || text === "" ? text : `${text} ${unit === 0n ? timeNs : timeNs / unit}`;
    return text === "" ? { message } : { message: { ...message, payload: Buffer.from(payload) }, shown: text };
  }

  publish(): void {}
}

type Marks = Pick<PointColumn, "isTag" | "isKey">;

/** Each set of tags is a series, also where tags are columns. */
const KEY: Marks = { isTag: true, isKey: true };

/** Lines whose time cannot be right [D54]. */
interface UnsetClocks {
  count: number;
  last: string;
}

/** The line's time; undefined, and counted, if it cannot be right. @throws LineError */
function ownTime({ time }: Line, form: LineForm, receivedNs: bigint, unset: UnsetClocks): bigint | undefined {
  if (time === undefined) return undefined;
  const timeNs = nsOf(time, form.unit);
  if (timeNs > LAST_NS || timeNs < -LAST_NS) throw new LineError("time outside of 1677 to 2262");
  if (form.isAnyTime || isPlausible(timeNs, receivedNs)) return timeNs;
  unset.count++;
  unset.last = String(time);
  return undefined;
}

/** @param isPlain without tags */
function nameOf({ measurement, tags }: Line, isPlain: boolean): string {
  const name = seriesName(escapeSeries(measurement), isPlain ? [] : tags);
  if (name.length > LONGEST_SERIES_NAME)
    throw new LineError(`measurement and tags are over ${LONGEST_SERIES_NAME} long`);
  return name;
}
