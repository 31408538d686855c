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
import { deviceRowTopic } from "../../model/own-topics.ts";
import type { Point, PointColumn } from "../../model/point.ts";
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

/** A message's content type, which records the unit of its times, and ` columns` if tags are only columns. */
export function lineType(precision: string, tags: "series" | "columns"): string {
  return tags === "columns" ? `${precision} columns` : precision;
}

interface LineForm {
  /** ns */
  readonly unit: bigint;
  /** Tags do not distinguish series: the measurement has one series. */
  readonly isPlain: boolean;
}

function formOf({ contentType }: Pick<Message, "contentType">): LineForm {
  const [precision = "", tags] = contentType.split(" ", 2);
  return { unit: PRECISIONS.get(precision) ?? 1n, isPlain: tags === "columns" };
}

const LONGEST_NAME = 255;
/** The stores' range of times: 1677 to 2262. */
const LAST_NS = 2n ** 63n - 1n;

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
    for (const [row, text] of splitLines(Buffer.from(message.payload).toString("utf8")).entries()) {
      try {
        const receivedNs = message.receivedNs + BigInt(points.length) * this.#stepNs;
        points.push(this.#point(message.address, parseLine(text), form, receivedNs));
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        const reason = new ValueError(`line ${row + 1}: ${error.message}`, "bad-value");
        rejections.push({ error: reason, message: { ...message, payload: Buffer.from(text) }, row, shown: text });
      }
    }
    return { points, rejections };
  }

  #point(address: string, line: Line, { unit, isPlain }: LineForm, receivedNs: bigint): Omit<Point, "origin"> {
    const columns: PointColumn[] = [];
    const values: ColumnValue[] = [];
    const add = (name: string, type: PointColumn["type"], value: ColumnValue, isTag?: true) => {
      if (name === "time" || this.#dropped.has(name.toLowerCase())) return;
      const known = columns.findIndex((column) => column.name === name);
      if (known >= 0) {
        columns[known] = { name, type, ...(isTag && { isTag }) };
        values[known] = value;
        return;
      }
      columns.push({ name, type, ...(isTag && { isTag }) });
      values.push(value);
    };
    for (const [name, value, type] of line.fields) add(name, type, value);
    if (columns.length === 0) throw new LineError("no field can be stored");
    // InfluxQL gives a tag with the name of a field this suffix, too.
    const names = new Set(columns.map(({ name }) => name));
    for (const [name, value] of line.tags) {
      add(names.has(name) ? `${name}_1` : name, "string", value, isPlain || undefined);
    }
    const timeNs = line.time === undefined ? receivedNs : line.time * unit;
    if (timeNs > LAST_NS || timeNs < -LAST_NS) throw new LineError("time outside of 1677 to 2262");
    const timeSource = line.time === undefined ? "receipt" : "payload";
    return {
      database: storedName(address),
      measurement: nameOf(line, isPlain),
      timeNs,
      timeSource,
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

  rowTopic({ database, measurement }: Point): RowTopic {
    return { topic: deviceRowTopic(`${database}/${measurement}`, measurement) };
  }

  rowOf({ origin, timeNs, measurement }: Point): RefusedRow {
    const { message } = origin;
    const { unit, isPlain } = formOf(message);
    const isIt = (text: string) => {
      try {
        const line = parseLine(text);
        return nameOf(line, isPlain) === measurement && (line.time === undefined || line.time * unit === timeNs);
      } catch {
        return false;
      }
    };
    const text = splitLines(Buffer.from(message.payload).toString("utf8")).filter(isIt).join("\n");
    // A line without a time keeps the time that it was assigned.
    const isTimed = /\s-?\d+$/.test(text);
    const payload = isTimed || text === "" ? text : `${text} ${timeNs / unit}`;
    return text === "" ? { message } : { message: { ...message, payload: Buffer.from(payload) }, shown: text };
  }

  publish(): void {}
}

/**
 * The series' name with tags by name, in InfluxDB's order. Separators and characters that are invalid in topics are
 * percent-encoded, so that two series never share a name; their rows of the same time would be merged.
 * @param isPlain without tags
 */
function nameOf({ measurement, tags }: Line, isPlain: boolean): string {
  const sorted = isPlain ? [] : [...tags].sort(([a], [b]) => (a < b ? -1 : 1));
  const name = [escaped(measurement), ...sorted.map(([key, value]) => `${escaped(key)}=${escaped(value)}`)].join(",");
  if (name.length > LONGEST_NAME) throw new LineError(`measurement and tags are over ${LONGEST_NAME} long`);
  return name;
}

function escaped(text: string): string {
  return text.replace(/[\p{Cc},=%/+#]/gu, encodeURIComponent);
}
