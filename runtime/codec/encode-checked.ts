/**
 * Encoding that rejects values that a field cannot hold, instead of storing them modulo the field's width as C does.
 */

import { memberPath, type Tree, treeOf } from "./field-tree.ts";
import { fieldsOf } from "./fields.ts";
import type { FieldInfo, PartialRecord, StructCodec } from "./struct-codec.ts";

/** A value that does not fit its field; `message` names field, value and range. */
export class FieldValueError extends RangeError {
  readonly code = "field-value";
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
  /** Store integers modulo their width and cut texts, as C does. The types of values are still checked. */
  readonly wrap?: boolean;
}

/** The record that the codec encodes; any part may be missing. */
export type RecordOf<Codec> = Codec extends { decode(view: DataView): infer Raw } ? PartialRecord<Raw> : never;

/**
 * The message's bytes. Missing fields take the struct's initialisers. For a struct with `@count` or `@if`, the counts
 * and conditions determine the size; a missing count is the number of elements given.
 * @throws FieldValueError for a field that the struct does not have, a value of another type, a value outside the
 * field's range, or a field that the message lacks by its counts and conditions; RangeError for a count that the struct
 * cannot have
 */
export function encodeChecked<Codec extends CheckedCodec>(
  codec: Codec,
  record: RecordOf<Codec>,
  options: EncodeOptions = {},
): Uint8Array {
  checkValues(codec, record, options);
  return encodeGiven(codec, record, record);
}

/** @throws FieldValueError as `encodeChecked`, except for fields that messages may lack */
export function checkValues(codec: CheckedCodec, record: object, options: EncodeOptions = {}): void {
  checkMembers(treeOf(codec), record, { codec, path: "", wrap: options.wrap === true });
}

/**
 * @param given fields that must be in the message @throws FieldValueError if its counts and conditions leave one out
 */
export function encodeGiven(codec: CheckedCodec, record: object, given: object): Uint8Array {
  const bytes = new Uint8Array(codec.variable?.sizeOf(record) ?? codec.wireSize);
  const view = new DataView(bytes.buffer);
  codec.encode(record, view);
  if (codec.variable !== undefined) checkPresence(given, codec.decode(view), "", codec);
  return bytes;
}

/** Checks that the message contains every given field: its counts and conditions must not leave one out. */
function checkPresence(given: unknown, encoded: unknown, path: string, codec: CheckedCodec): void {
  if (typeof given !== "object" || given === null) {
    if (given === undefined || encoded !== undefined) return;
    const tag = fieldsOf(codec).find((field) => field.path === path)?.presence;
    throw new FieldValueError(path, given, `is not in the message by its ${tag ?? "counts and conditions"}`);
  }
  const isArray = Array.isArray(given) || ArrayBuffer.isView(given);
  for (const [name, value] of Object.entries(given)) {
    const inside = encoded as Readonly<Record<string, unknown>> | undefined;
    checkPresence(value, inside?.[name], memberPath(path, name, isArray), codec);
  }
}

/** A codec of any struct. */
export type CheckedCodec = Pick<StructCodec, "name" | "wireSize" | "fields" | "decode" | "variable"> & {
  // Declared as a method, so that it accepts each struct's own records.
  encode(record: object, view: DataView, byteOffset?: number): void;
};

interface MemberContext {
  readonly codec: Pick<StructCodec, "name">;
  /** The path before a member's name. */
  readonly path: string;
  readonly wrap: boolean;
}

// Hot path: a path is built only on an error.
function checkMembers({ members }: Tree, record: object, context: MemberContext): void {
  const isArray = Array.isArray(record);
  for (const name in record) {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || !Object.hasOwn(record, name)) continue;
    const member = members.get(name);
    if (member !== undefined && fits(member, value, context.wrap)) continue;
    const path = memberPath(context.path, name, isArray);
    if (member === undefined) {
      throw new FieldValueError(path, value, `is for a field that ${context.codec.name} does not have`);
    }
    const reason = objection(member.field, value, context.wrap);
    if (reason !== undefined) throw new FieldValueError(path, value, reason);
    if (member.field === undefined) checkMembers(member, value as object, { ...context, path });
  }
}

/** The fast check for common values; `objection` decides about all others. */
function fits({ field, least, most }: Tree, value: unknown, wrap: boolean): boolean {
  if (typeof value !== "number" || field === undefined || wrap || field.bitWidth > 32) return false;
  return field.scalar !== "float32" && field.scalar !== "bool" && value >= least && value <= most && value % 1 === 0;
}

/** Why the field does not accept the value; without a field, a record or an array. */
function objection(field: FieldInfo | undefined, value: unknown, wrap: boolean): string | undefined {
  if (field === undefined) {
    return typeof value === "object" && value !== null ? undefined : "is not a record or array of the field's elements";
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
      return wideObjection(field, value, wrap);
    default:
      return Number.isInteger(value) ? rangeObjection(field, BigInt(value as number), wrap) : "is not an integer";
  }
}

function floatObjection(value: number): string | undefined {
  const lost = Number.isFinite(value) && !Number.isFinite(Math.fround(value));
  return lost ? "is beyond ±3.4028235e38, the range of a float" : undefined;
}

/** A 64-bit integer in the form that the codec uses. */
function wideObjection(field: FieldInfo, value: unknown, wrap: boolean): string | undefined {
  const int64: string = field.int64 ?? "bigint";
  const isWhole =
    int64 === "string" ? typeof value === "string" && WHOLE.test(value) : int64 === "bigint" || Number.isInteger(value);
  if (typeof value !== int64 || !isWhole) return `is not a 64-bit integer (${int64})`;
  return rangeObjection(field, BigInt(value as bigint), wrap);
}

/** Decimal digits with an optional sign. */
const WHOLE = /^-?\d+$/;

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
