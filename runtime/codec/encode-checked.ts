/** Encoding that refuses what a field cannot hold, instead of storing it modulo its width as C does. */

import { fieldsOf } from "./fields.ts";
import type { FieldInfo, StructCodec } from "./struct-codec.ts";

/** A value that does not fit its field; `message` names field, value and range. */
export class FieldValueError extends RangeError {
  /** C designator: `gps.v[0]`. */
  readonly field: string;
  readonly value: unknown;

  constructor(field: string, value: unknown, reason: string) {
    super(`${field}: ${shown(value)} ${reason}`);
    this.name = "FieldValueError";
    this.field = field;
    this.value = value;
  }
}

export interface EncodeOptions {
  /** Store integers modulo their width and cut texts, as C does; kinds of values are checked all the same. */
  readonly wrap?: boolean;
}

/**
 * The message's wireSize bytes; missing fields take the struct's initialisers.
 * @throws FieldValueError for a field that the struct does not have, a value of another kind, or one out of the field's range
 */
export function encodeChecked(codec: StructCodec, record: object, options: EncodeOptions = {}): Uint8Array {
  checkRecord(codec, record, options);
  const bytes = new Uint8Array(codec.wireSize);
  codec.encode(record, new DataView(bytes.buffer));
  return bytes;
}

function checkRecord(codec: StructCodec, record: object, options: EncodeOptions): void {
  const fields = new Map(fieldsOf(codec).map((field) => [field.path, field]));
  const containers = new Set(fieldsOf(codec).flatMap(({ path }) => prefixes(path)));
  const check = (path: string, value: unknown): void => {
    if (value === undefined) return;
    const field = fields.get(path);
    const known = field !== undefined || containers.has(path);
    const reason = known ? objection(field, value, options) : `is for a field that ${codec.name} does not have`;
    if (reason !== undefined) throw new FieldValueError(path, value, reason);
    if (field === undefined) for (const [inner, member] of members(path, value)) check(inner, member);
  };
  for (const [name, value] of Object.entries(record)) check(name, value);
}

function members(path: string, value: unknown): [path: string, value: unknown][] {
  // Also the holes of an array of which only some elements are given.
  if (Array.isArray(value)) return Array.from(value, (element: unknown, index) => [`${path}[${index}]`, element]);
  return Object.entries(value as object).map(([name, member]) => [`${path}.${name}`, member]);
}

/** `gps`, `gps.v` of `gps.v[0]`. */
function prefixes(path: string): string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
}

/** Why the field (absent: a record or an array) does not take the value. */
function objection(field: FieldInfo | undefined, value: unknown, { wrap = false }: EncodeOptions): string | undefined {
  if (field === undefined) {
    return typeof value === "object" && value !== null ? undefined : "is no record or array of the field's elements";
  }
  switch (field.scalar) {
    case "text":
      return typeof value === "string" ? textObjection(value, field.bitWidth / 8, wrap) : "is not text";
    case "bool":
      return typeof value === "boolean" ? undefined : "is not true or false";
    case "float64":
      return typeof value === "number" ? undefined : "is not a number";
    case "float32":
      return typeof value === "number" ? floatObjection(value) : "is not a number";
    case "uint64":
    case "int64":
      return typeof value === "bigint" ? rangeObjection(field, value, wrap) : "is not a 64-bit integer (bigint)";
    default:
      return Number.isInteger(value) ? rangeObjection(field, BigInt(value as number), wrap) : "is not an integer";
  }
}

function floatObjection(value: number): string | undefined {
  const lost = Number.isFinite(value) && !Number.isFinite(Math.fround(value));
  return lost ? "is beyond ±3.4028235e38, the range of a float" : undefined;
}

function rangeObjection({ scalar, bitWidth }: FieldInfo, value: bigint, wrap: boolean): string | undefined {
  const bits = BigInt(bitWidth);
  const half = 1n << (bits - 1n);
  const [least, most] = scalar.startsWith("int") ? [-half, half - 1n] : [0n, 2n * half - 1n];
  return wrap || (least <= value && value <= most) ? undefined : `is out of range ${least} to ${most}`;
}

function textObjection(text: string, length: number, wrap: boolean): string | undefined {
  if (wrap) return undefined;
  if (text.includes("\0")) return "holds a NUL, which ends the text";
  const bytes = new TextEncoder().encode(text).length;
  return bytes > length ? `takes ${bytes} bytes; the field has ${length}` : undefined;
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? (JSON.stringify(value) ?? "null") : String(value);
}
