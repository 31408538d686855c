/** Payloads of Sparkplug B that the service sends. Pure. [Eclipse Sparkplug 3.0, 6.4] */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { WIRE } from "../../lib/wire-reader.ts";
import type { FieldType } from "../../model/point.ts";

export interface SentMetric {
  readonly name?: string;
  readonly alias?: number;
  readonly timeMs: bigint;
  readonly type: FieldType;
  /** Undefined: null. */
  readonly value: ColumnValue | undefined;
  /** There are newer values: hosts do not show this one as the current one. */
  readonly isHistorical?: boolean;
  readonly unit?: string | undefined;
}

export interface SentPayload {
  readonly timeMs: bigint;
  /** Absent in deaths of edge nodes and in commands. */
  readonly seq?: number;
  readonly metrics: readonly SentMetric[];
}

const REBIRTH = "Node Control/Rebirth";
/** Int64, UInt64, Double, Boolean, String. */
const DATA_TYPES: Readonly<Record<FieldType, number>> = {
  integer: 4,
  unsigned: 8,
  float: 10,
  boolean: 11,
  string: 12,
};

export function payloadBytes({ timeMs, seq, metrics }: SentPayload): Buffer {
  const sequence = seq === undefined ? [] : [integer(3, seq)];
  return Buffer.concat([integer(1, timeMs), ...metrics.map((metric) => content(2, metricBytes(metric))), ...sequence]);
}

/** What asks an edge node for its births. */
export function rebirthPayload(timeMs: bigint): Buffer {
  return payloadBytes({ timeMs, metrics: [rebirthMetric(timeMs, true)] });
}

/** Whether a host may ask for births, or asks for them. */
export function rebirthMetric(timeMs: bigint, value: boolean): SentMetric {
  return { name: REBIRTH, timeMs, type: "boolean", value };
}

function metricBytes({ name, alias, timeMs, type, value, isHistorical, unit }: SentMetric): Buffer {
  const fields: Buffer[] = [];
  if (name !== undefined) fields.push(content(1, name));
  if (alias !== undefined) fields.push(integer(2, alias));
  fields.push(integer(3, timeMs), integer(4, DATA_TYPES[type]));
  if (isHistorical === true) fields.push(integer(5, 1));
  if (value === undefined) fields.push(integer(7, 1));
  if (unit !== undefined) fields.push(content(9, unitProperty(unit)));
  if (value !== undefined) fields.push(valueBytes(type, value));
  return Buffer.concat(fields);
}

function valueBytes(type: FieldType, value: ColumnValue): Buffer {
  switch (type) {
    case "integer":
    case "unsigned":
      return integer(11, value as bigint | number);
    case "float":
      return double(13, Number(value));
    case "boolean":
      return integer(14, Number(value));
    case "string":
      return content(15, String(value));
  }
}

function unitProperty(unit: string): Buffer {
  const value = Buffer.concat([integer(1, DATA_TYPES.string), content(8, unit)]);
  return Buffer.concat([content(1, "engUnit"), content(2, value)]);
}

function integer(field: number, value: bigint | number): Buffer {
  return Buffer.from([...tag(field, WIRE.varint), ...varint(BigInt.asUintN(64, BigInt(value)))]);
}

function double(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = tag(field, WIRE.fixed64)[0]!;
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

function content(field: number, bytes: Uint8Array | string): Buffer {
  const inner = Buffer.from(bytes as Uint8Array);
  return Buffer.concat([Buffer.from([...tag(field, WIRE.bytes), ...varint(BigInt(inner.length))]), inner]);
}

function tag(field: number, type: number): number[] {
  return varint(BigInt((field << 3) | type));
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return [...bytes, Number(left)];
}
