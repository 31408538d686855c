/** Reads a message by its type. Pure. */

import {
  doubleOf,
  fieldsIn,
  floatOf,
  packedIn,
  textOf,
  WIRE,
  WireError,
  type WireField,
  zigzagOf,
} from "../../lib/wire-reader.ts";
import type { Content, FieldPlan, MessageType, Scalar } from "./schema.ts";

export type Value = number | bigint | boolean | string | Uint8Array | ReadMessage;

export interface ReadMessage {
  readonly type: MessageType;
  /** A list for a repeated field, pairs for a map. */
  readonly values: ReadonlyMap<FieldPlan, Value | readonly Value[] | ReadonlyMap<string, Value>>;
  /** Fields that the type lacks, with their tags. */
  readonly unknown: readonly Uint8Array[];
}

interface Building {
  readonly type: MessageType;
  readonly values: Map<FieldPlan, Value | Value[] | Map<string, Value>>;
  readonly unknown: Uint8Array[];
}

const DEEPEST = 64;

/** @throws WireError if the bytes are no such message */
export function readMessage(type: MessageType, bytes: Uint8Array): ReadMessage {
  const message = newMessage(type);
  readInto(message, bytes, 0);
  complete(message);
  return message;
}

function newMessage(type: MessageType): Building {
  return { type, values: new Map(), unknown: [] };
}

function readInto(message: Building, bytes: Uint8Array, depth: number): void {
  if (depth > DEEPEST) throw new WireError("nested too deeply");
  for (const field of fieldsIn(bytes)) {
    const plan = message.type.fields.get(field.number);
    if (plan === undefined || !take(message, plan, field, depth)) message.unknown.push(field.bytes);
  }
}

/** @returns false for a field of another kind, as an earlier or later version of the type has it */
function take(message: Building, plan: FieldPlan, field: WireField, depth: number): boolean {
  const { values } = message;
  if (plan.shape === "map") return takeEntry(values, plan, field, depth);
  if (plan.shape === "repeated") return takeElements(values, plan, field, depth);
  const value = readValue(plan.content, field, values.get(plan) as Value | undefined, depth);
  if (value === undefined) return false;
  // Of the members of a oneof the last one counts.
  if (plan.oneof !== undefined)
    for (const other of values.keys()) if (other.oneof === plan.oneof && other !== plan) values.delete(other);
  values.set(plan, value);
  return true;
}

function takeElements(values: Building["values"], plan: FieldPlan, field: WireField, depth: number): boolean {
  const wanted = wireTypeOf(plan.content);
  const list = (values.get(plan) as Value[] | undefined) ?? [];
  if (field.type === WIRE.bytes && wanted !== WIRE.bytes && plan.content.kind !== "message")
    for (const raw of packedIn(field.value as Uint8Array, wanted)) list.push(numberOf(plan.content, raw));
  else {
    const value = readValue(plan.content, field, undefined, depth);
    if (value === undefined) return false;
    list.push(value);
  }
  values.set(plan, list);
  return true;
}

/** An entry without a key or value has zero there. */
function takeEntry(values: Building["values"], plan: FieldPlan, field: WireField, depth: number): boolean {
  if (field.type !== WIRE.bytes || plan.key === undefined) return false;
  const key: Content = { kind: "scalar", scalar: plan.key };
  let name: Value = zeroOf(key, depth);
  let value: Value | undefined;
  for (const part of fieldsIn(field.value as Uint8Array)) {
    if (part.number === 1) name = readValue(key, part, undefined, depth) ?? name;
    else if (part.number === 2) value = readValue(plan.content, part, value, depth) ?? value;
  }
  const entries = (values.get(plan) as Map<string, Value> | undefined) ?? new Map<string, Value>();
  entries.set(String(name), value ?? zeroOf(plan.content, depth));
  values.set(plan, entries);
  return true;
}

/** @param before what the message had for the field: two parts of a message are one message */
function readValue(content: Content, field: WireField, before: Value | undefined, depth: number): Value | undefined {
  if (content.kind === "message") {
    if (field.type !== WIRE.bytes && field.type !== WIRE.group) return undefined;
    const inner = (before as Building | undefined) ?? newMessage(content.type);
    readInto(inner, field.value as Uint8Array, depth + 1);
    return inner;
  }
  if (field.type !== wireTypeOf(content)) return undefined;
  if (field.type !== WIRE.bytes) return numberOf(content, field.value as bigint);
  const bytes = field.value as Uint8Array;
  return content.kind === "scalar" && content.scalar === "string" ? textOf(bytes) : bytes;
}

const FIXED: Partial<Record<Scalar, 1 | 2 | 5>> = {
  ...{ double: WIRE.fixed64, fixed64: WIRE.fixed64, sfixed64: WIRE.fixed64 },
  ...{ float: WIRE.fixed32, fixed32: WIRE.fixed32, sfixed32: WIRE.fixed32, string: WIRE.bytes, bytes: WIRE.bytes },
};

function wireTypeOf(content: Content): 0 | 1 | 2 | 5 {
  if (content.kind === "message") return WIRE.bytes;
  return content.kind === "enum" ? WIRE.varint : (FIXED[content.scalar] ?? WIRE.varint);
}

function numberOf(content: Content, raw: bigint): Value {
  if (content.kind !== "scalar") {
    const number = Number(BigInt.asIntN(32, raw));
    return content.kind === "enum" ? (content.names.get(number) ?? String(number)) : raw;
  }
  switch (content.scalar) {
    case "bool":
      return raw !== 0n;
    case "float":
      return floatOf(raw);
    case "double":
      return doubleOf(raw);
    case "int32":
    case "sfixed32":
      return BigInt.asIntN(32, raw);
    case "uint32":
    case "fixed32":
      return BigInt.asUintN(32, raw);
    case "sint32":
      return BigInt.asIntN(32, zigzagOf(BigInt.asUintN(32, raw)));
    case "sint64":
      return BigInt.asIntN(64, zigzagOf(raw));
    case "int64":
    case "sfixed64":
      return BigInt.asIntN(64, raw);
    default:
      return raw;
  }
}

function zeroOf(content: Content, depth: number): Value {
  if (content.kind === "message") {
    const empty = newMessage(content.type);
    if (depth < DEEPEST) complete(empty);
    return empty;
  }
  if (content.kind === "enum") return numberOf(content, 0n);
  if (content.scalar === "string") return "";
  return content.scalar === "bytes" ? new Uint8Array() : numberOf(content, 0n);
}

/** Zeros are not sent where a field cannot be absent. @throws WireError if a required field is missing */
function complete(message: Building): void {
  const { type, values } = message;
  for (const plan of type.fields.values()) {
    const value = values.get(plan);
    if (value === undefined) {
      if (plan.presence === "required") throw new WireError(`the required field '${plan.name}' is missing`);
      if (plan.presence === "implicit" && plan.shape === "one") values.set(plan, zeroOf(plan.content, 0));
    } else if (plan.content.kind === "message") for (const inner of innerOf(value)) complete(inner as Building);
  }
}

function innerOf(value: Value | readonly Value[] | ReadonlyMap<string, Value>): Iterable<Value> {
  if (Array.isArray(value)) return value as readonly Value[];
  return value instanceof Map ? value.values() : [value as Value];
}
