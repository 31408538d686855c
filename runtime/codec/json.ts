/**
 * Records as JSON and back, without loss: values that JSON cannot express become text, as in Protocol Buffers' JSON.
 */

import { FieldValueError, type RecordOf } from "./encode-checked.ts";
import { memberPath, type Tree, treeOf } from "./field-tree.ts";
import type { FieldInfo, StructCodec } from "./struct-codec.ts";

export type JsonValue = string | number | boolean | JsonRecord | JsonValue[];

export interface JsonRecord {
  [name: string]: JsonValue;
}

export interface JsonOptions {
  /** How to write enum values that have a name; default `name`. */
  readonly enums?: "name" | "number";
}

type JsonCodec = Pick<StructCodec, "name" | "fields" | "decode">;

/**
 * The record in a form for `JSON.stringify`. 64-bit integers become decimal text; `NaN`, the infinities and -0 become
 * text; enum values become their names; arrays, including typed arrays, become arrays. Fields missing in the record are
 * missing in the result.
 * @throws FieldValueError for a field that the struct does not have
 */
export function toJson<Codec extends JsonCodec>(
  codec: Codec,
  record: RecordOf<Codec>,
  { enums = "name" }: JsonOptions = {},
): JsonRecord {
  const withName: Convert = (field, value) => namesOf(field)?.byValue.get(String(value)) ?? writeValue(field, value);
  return converted(codec, record, enums === "name" ? withName : writeValue) as JsonRecord;
}

function writeValue(field: FieldInfo, value: unknown): unknown {
  if (isWide(field) || typeof value === "bigint") return String(typeof value === "number" ? BigInt(value) : value);
  if (Object.is(value, -0)) return "-0";
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/**
 * The inverse of `toJson`; accepts an enum value by name or number. A message from elsewhere may lack fields.
 * `encodeChecked` checks whether values fit their fields.
 * @throws FieldValueError for a field that the struct does not have, or a value that its field cannot have
 */
export function fromJson<Codec extends JsonCodec>(codec: Codec, json: unknown): RecordOf<Codec> {
  return converted(codec, json, readValue) as RecordOf<Codec>;
}

type Convert = (field: FieldInfo, value: unknown, path: string) => unknown;

function converted(codec: JsonCodec, record: unknown, convert: Convert): unknown {
  const inside = (tree: Tree, value: unknown, path: string): unknown => {
    if (tree.field !== undefined) return convert(tree.field, value, path);
    const isArray = Array.isArray(value) || ArrayBuffer.isView(value);
    const entries = entriesOf(value, path || codec.name).map(([name, inner]) => {
      const member = tree.members.get(name);
      const at = memberPath(path, name, isArray);
      if (member === undefined) throw new FieldValueError(at, inner, `is for a field that ${codec.name} does not have`);
      return [name, inside(member, inner, at)] as const;
    });
    return isArray ? Object.assign([], Object.fromEntries(entries)) : Object.fromEntries(entries);
  };
  return inside(treeOf(codec), record, "");
}

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== "object" || value === null) throw new FieldValueError(path, value, "is not a record or array");
  return Object.entries(value).filter(([, inner]) => inner !== undefined);
}

const PLAIN: Readonly<Partial<Record<FieldInfo["scalar"], { readonly type: string; readonly error: string }>>> = {
  text: { type: "string", error: "is not text" },
  bool: { type: "boolean", error: "is not true or false" },
};

const readValue: Convert = (field, value, path) => {
  const { scalar } = field;
  const own = PLAIN[scalar];
  if (own !== undefined) {
    if (typeof value === own.type) return value;
    throw new FieldValueError(path, value, own.error);
  }
  const plain = typeof value === "string" ? (namesOf(field)?.byName.get(value) ?? value) : value;
  if (isWide(field)) return wideValue(field, plain, path);
  if (typeof plain === "number") return plain;
  if (typeof plain === "string" && (scalar.startsWith("float") ? /^(?:-?Infinity|NaN|-0)$/ : /^-?\d+$/).test(plain)) {
    return Number(plain);
  }
  throw new FieldValueError(path, value, "is neither a number nor a name of the field's enum");
};

function wideValue({ int64 }: FieldInfo, value: unknown, path: string): bigint | number | string {
  const isWhole = typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
  if (!isWhole) throw new FieldValueError(path, value, "is not a 64-bit integer as decimal digits");
  const whole = BigInt(value as string | number);
  return int64 === undefined ? whole : int64 === "number" ? Number(whole) : String(whole);
}

function isWide({ scalar }: FieldInfo): boolean {
  return scalar === "uint64" || scalar === "int64";
}

interface ValueNames {
  readonly byValue: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, string | number>;
}

const NAMES = new WeakMap<object, ValueNames>();

/**
 * Names of raw values; a rule's `states` name stored values instead. A name that two values share, or that looks like a
 * number, is ambiguous and left out.
 */
function namesOf(field: FieldInfo): ValueNames | undefined {
  const { states, expr } = field;
  if (states === undefined || expr !== undefined || field.scalar === "text" || field.scalar === "bool")
    return undefined;
  let names = NAMES.get(states);
  if (names === undefined) {
    const all = Object.entries(states);
    const usable = all.filter(
      ([, name]) =>
        Number.isNaN(Number(name)) && name !== "NaN" && all.filter(([, other]) => other === name).length < 2,
    );
    names = {
      byValue: new Map(usable),
      byName: new Map(usable.map(([value, name]) => [name, isWide(field) ? value : Number(value)])),
    };
    NAMES.set(states, names);
  }
  return names;
}
