/** A point that the store refused → a message that can be accepted again once the cause is mended. */

import { formatNs } from "../telemetry/clock.ts";
import type { TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";
import type { Rejection } from "./intake.ts";

/** A datagram stays a datagram and a plain value a plain value; a row of a device becomes a JSON object with its time, and is shown as such [D31]. */
export function refusedRow(point: Point, error: TelemetryError): Rejection {
  const { message } = point.origin;
  if (message.source === "udp" || isPlainValue(message)) return { error, message };
  const row = rowMessage(message, point);
  const shown = Buffer.from(isSingleObject(message) ? message.payload : row.payload).toString("utf8");
  return { error, message: row, shown };
}

function rowMessage(message: Message, point: Point): Message {
  const row: Record<string, unknown> = Object.create(null);
  row["time"] = formatNs(point.timeNs);
  for (const [index, { name }] of point.columns.entries()) {
    const value = point.values[index];
    if (value !== undefined) row[name] = typeof value === "bigint" ? value.toString() : value;
  }
  return { ...message, contentType: "application/json", payload: Buffer.from(JSON.stringify(row)) };
}

function isPlainValue({ source, address }: Message): boolean {
  return source === "mqtt" && !/\/(?:data|event)\.json$/.test(address);
}

function isSingleObject({ contentType, payload, source }: Message): boolean {
  if (contentType !== "application/json" && source !== "mqtt") return false;
  const first = payload.find((byte) => byte > 0x20);
  return first === 0x7b;
}
