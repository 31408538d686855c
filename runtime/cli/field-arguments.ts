/** Converts `field=value` arguments and JSON objects to records for `encode` and `untransform`. */

import { fieldsOf, stepsOf } from "../codec/fields.ts";
import type { ColumnValue, FieldInfo, StructCodec } from "../codec/struct-codec.ts";
import { didYouMean } from "../lib/nearest.ts";
import { CommandError } from "./command-error.ts";

/** Flat values by field path (`gps.v[0]`) or, for physical values, by stored name. */
export type FlatRecord = Record<string, ColumnValue>;

/** How fields are named: as declared, or as stored (fields whose rule cannot be inverted keep their raw name). */
export type Naming = "declared" | "stored";

/** @throws CommandError that names the argument */
export function parseAssignments(texts: readonly string[], codec: StructCodec, naming: Naming): FlatRecord {
  const record: FlatRecord = Object.create(null);
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1) throw new CommandError(`'${text}' is not of the form field=value`);
    const name = text.slice(0, at);
    const field = fieldNamed(name, codec, naming);
    record[name] = parseValue(text.slice(at + 1), field, naming);
  }
  return record;
}

/** Reads a JSON object, nested like the struct or flat by path. @throws CommandError */
export function flattenJson(value: unknown, codec: StructCodec, naming: Naming): FlatRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CommandError("a record must be a JSON object of field names and values");
  }
  const record: FlatRecord = Object.create(null);
  for (const [name, leaf] of leaves(value, "")) {
    const field = fieldNamed(name, codec, naming);
    const text = typeof leaf === "string" || typeof leaf === "number" || typeof leaf === "boolean" ? String(leaf) : "";
    if (text === "" && leaf !== "") throw new CommandError(`field '${name}' has no value that a field can hold`);
    record[name] = parseValue(text, field, naming);
  }
  return record;
}

/** Converts flat values by path to nested objects and arrays. */
export function unflatten(flat: FlatRecord): object {
  const record: Record<string, unknown> = Object.create(null);
  for (const [path, value] of Object.entries(flat)) {
    const segments = stepsOf(path);
    let target: Record<string, unknown> = record;
    for (const [index, segment] of segments.slice(0, -1).entries()) {
      target[segment] ??= /^\d+$/.test(segments[index + 1] ?? "") ? [] : Object.create(null);
      target = target[segment] as Record<string, unknown>;
    }
    target[segments.at(-1) ?? path] = value;
  }
  return record;
}

function fieldNamed(name: string, codec: StructCodec, naming: Naming): FieldInfo {
  const nameOf = (field: FieldInfo) => (naming === "declared" ? field.path : (field.rawKey ?? field.column));
  const field = fieldsOf(codec).find((candidate) => nameOf(candidate) === name);
  if (field !== undefined) return field;
  const names = fieldsOf(codec).map(nameOf);
  throw new CommandError(
    `${codec.name} has no field '${name}'${didYouMean(name, names)}; known are ${names.join(", ")}`,
  );
}

function parseValue(text: string, field: FieldInfo, naming: Naming): ColumnValue {
  if (field.scalar === "text") return text;
  const raw = naming === "declared" || field.rawKey !== undefined;
  if (field.scalar === "bool" && (raw || field.kind === "boolean")) return parseBoolean(text, field);
  if ((field.scalar === "int64" || field.scalar === "uint64") && (raw || field.kind === "integer")) {
    return parseInteger(text, field);
  }
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number) && text !== "NaN")
    throw new CommandError(`value '${text}' of '${field.path}' is not a number`);
  return number;
}

function parseBoolean(text: string, field: FieldInfo): boolean {
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw new CommandError(`value '${text}' of '${field.path}' is neither true nor false`);
}

function parseInteger(text: string, field: FieldInfo): bigint {
  if (!/^[+-]?(\d+|0x[0-9a-fA-F]+)$/.test(text)) {
    throw new CommandError(`value '${text}' of '${field.path}' is not an integer`);
  }
  return BigInt(text);
}

function* leaves(value: unknown, path: string): Generator<[string, unknown]> {
  if (typeof value !== "object" || value === null) {
    yield [path, value];
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
    yield* leaves(child, path + step);
  }
}
