/** Payloads of Sparkplug B. Pure. [Eclipse Sparkplug 3.0, 6.4] */

import { gunzipSync, inflateSync } from "node:zlib";
import { doubleOf, fieldsIn, floatOf, textOf, WIRE, WireError, type WireField } from "../../lib/wire-reader.ts";

export interface Payload {
  /** Milliseconds since 1970. */
  readonly timestamp: bigint | undefined;
  readonly seq: number | undefined;
  readonly metrics: readonly Metric[];
}

export interface Metric {
  readonly name: string | undefined;
  readonly alias: bigint | undefined;
  readonly timestamp: bigint | undefined;
  /** Absent in data whose birth has it. */
  readonly datatype: number | undefined;
  readonly isNull: boolean;
  readonly unit: string | undefined;
  /** The value as it stands in the message. */
  readonly raw: Raw | undefined;
}

export type Raw =
  | { readonly kind: "int" | "long"; readonly value: bigint }
  | { readonly kind: "float" | "double"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "bytes" | "dataset" | "template" | "extension"; readonly value: Uint8Array };

const COMPRESSED = "SPBV1.0_COMPRESSED";
const MOST_UNPACKED = 16 << 20;
const MOST_FIELDS = 200_000;

/** @throws WireError */
export function readPayload(bytes: Uint8Array): Payload {
  const outer = plainPayload(bytes);
  if (outer.uuid !== COMPRESSED || outer.body === undefined) return outer;
  const algorithm = outer.metrics.find(({ name }) => name === "algorithm");
  const inner = plainPayload(unpacked(outer.body, algorithm?.raw));
  return { ...inner, seq: inner.seq ?? outer.seq };
}

interface Outer extends Payload {
  readonly uuid: string | undefined;
  readonly body: Uint8Array | undefined;
}

function plainPayload(bytes: Uint8Array): Outer {
  const fields = new Fields(bytes);
  return {
    timestamp: fields.last(1, integer),
    metrics: fields.all(2).map((field) => readMetric(content(field))),
    seq: fields.last(3, number),
    uuid: fields.last(4, text),
    body: fields.last(5, content),
  };
}

/** The fields of a message by number; of one that is repeated, the last counts. */
class Fields {
  readonly #fields: readonly WireField[];

  constructor(bytes: Uint8Array) {
    const fields: WireField[] = [];
    for (const field of fieldsIn(bytes))
      if (fields.push(field) > MOST_FIELDS)
        throw new WireError(`it has more than ${MOST_FIELDS} metrics or other fields`);
    this.#fields = fields;
  }

  all(number: number): readonly WireField[] {
    return this.#fields.filter((field) => field.number === number);
  }

  last<Value>(number: number, read: (field: WireField) => Value): Value | undefined {
    const found = this.#fields.findLast((field) => field.number === number);
    return found && read(found);
  }

  /** The value among fields of the kinds of values. @param first number of `int_value` */
  raw(first: number): Raw | undefined {
    const found = this.#fields.findLast(({ number: at }) => at >= first && at < first + METRIC_KINDS.length);
    return found && rawOf(found, first);
  }
}

function unpacked(body: Uint8Array, algorithm: Raw | undefined): Uint8Array {
  const name = algorithm?.kind === "string" ? algorithm.value.toUpperCase() : "DEFLATE";
  if (name !== "GZIP" && name !== "DEFLATE") throw new WireError(`its compression '${name}' is not known`);
  try {
    const options = { maxOutputLength: MOST_UNPACKED };
    return name === "GZIP" ? gunzipSync(body, options) : inflateSync(body, options);
  } catch (cause) {
    throw new WireError(`its compressed body cannot be read: ${(cause as Error).message}`);
  }
}

export function readMetric(bytes: Uint8Array): Metric {
  const fields = new Fields(bytes);
  const properties = fields.last(9, content);
  return {
    name: fields.last(1, text),
    alias: fields.last(2, integer),
    timestamp: fields.last(3, integer),
    datatype: fields.last(4, number),
    isNull: fields.last(7, number) === 1,
    unit: properties && unitIn(properties),
    raw: fields.raw(10),
  };
}

const KINDS = ["int", "long", "float", "double", "boolean", "string"] as const;
const METRIC_KINDS = [...KINDS, "bytes", "dataset", "template", "extension"] as const;

/** @param first number of `int_value` */
function rawOf(field: WireField, first: number): Raw | undefined {
  const kind = METRIC_KINDS[field.number - first];
  switch (kind) {
    case "int":
    case "long":
      return { kind, value: integer(field) };
    case "float":
      return { kind, value: floatOf(fixed(field, WIRE.fixed32)) };
    case "double":
      return { kind, value: doubleOf(fixed(field, WIRE.fixed64)) };
    case "boolean":
      return { kind, value: integer(field) !== 0n };
    case "string":
      return { kind, value: textOf(content(field)) };
    case undefined:
      return undefined;
    default:
      return { kind, value: content(field) };
  }
}

const UNIT_NAMES = new Set(["engunit", "engunits", "engineeringunit", "engineeringunits", "unit", "units"]);

/** The unit among a metric's properties. */
function unitIn(bytes: Uint8Array): string | undefined {
  const fields = new Fields(bytes);
  const keys = fields.all(1).map(text);
  const at = keys.findIndex((key) => UNIT_NAMES.has(key.toLowerCase().replace(/[\s_]/g, "")));
  const property = at < 0 ? undefined : fields.all(2)[at];
  const value = property && new Fields(content(property)).raw(3);
  return value?.kind === "string" && value.value !== "" ? value.value : undefined;
}

export interface DataSet {
  readonly columns: readonly string[];
  readonly types: readonly number[];
  readonly rows: readonly (readonly (Raw | undefined)[])[];
}

export function readDataSet(bytes: Uint8Array): DataSet {
  const fields = new Fields(bytes);
  return {
    columns: fields.all(2).map(text),
    types: fields.all(3).map(number),
    rows: fields
      .all(4)
      .map((row) => new Fields(content(row)).all(1).map((element) => new Fields(content(element)).raw(1))),
  };
}

/** The members of a template: its metrics, and its parameters as such. */
export function readTemplate(bytes: Uint8Array): Metric[] {
  const fields = new Fields(bytes);
  return [
    ...fields.all(2).map((metric) => readMetric(content(metric))),
    ...fields.all(3).map((parameter) => parameterIn(content(parameter))),
  ];
}

function parameterIn(bytes: Uint8Array): Metric {
  const fields = new Fields(bytes);
  const raw = fields.raw(3);
  const own = { name: fields.last(1, text), datatype: fields.last(2, number), raw, isNull: raw === undefined };
  return { alias: undefined, timestamp: undefined, unit: undefined, ...own };
}

function integer(field: WireField): bigint {
  return fixed(field, WIRE.varint);
}

function fixed(field: WireField, type: 0 | 1 | 5): bigint {
  if (field.type !== type) throw new WireError(`field ${field.number} has another type`);
  return field.value as bigint;
}

function number(field: WireField): number {
  return Number(integer(field));
}

function text(field: WireField): string {
  return textOf(content(field));
}

function content(field: WireField): Uint8Array {
  if (field.type !== WIRE.bytes) throw new WireError(`field ${field.number} has another type`);
  return field.value as Uint8Array;
}
