/** Builds a frame from an order's fields, within the ranges of the struct and its rules. */

import { encodeChecked } from "../../codec/encode-checked.ts";
import { fieldsOf } from "../../codec/fields.ts";
import { SEQUENCE_NAME } from "../../codec/sequence-name.ts";
import type { ColumnValue, FieldInfo, StructCodec, ValueRange } from "../../codec/struct-codec.ts";
import { buildFrame, type FrameShape } from "../../frames/build-frame.ts";
import { codecFrame } from "../../frames/channel-frames.ts";
import type { FrameFormat } from "../../frames/frame-format.ts";
import { didYouMean } from "../../lib/nearest.ts";
import { type FieldInput, OrderError } from "../../model/command.ts";
import type { CommandField } from "../../model/command-form.ts";

/** The sequence field, which matches a command with its acknowledgement. */
export function sequenceField(codec: Pick<StructCodec, "fields">): FieldInfo | undefined {
  const own = fieldsOf(codec).filter(({ path, scalar }) => !/[.[]/.test(path) && /^u?int(?:8|16|32)$/.test(scalar));
  return own.find(({ tag }) => tag?.kind === "seq") ?? own.find(({ path }) => SEQUENCE_NAME.test(path));
}

/** `set_point` */
export function commandName({ name }: Pick<StructCodec, "name">): string {
  return name.replace(/^struct_/, "");
}

/** The name of a field in orders: its stored name, or its declared name if its rule has no inverse. */
function inputName({ rawKey, column }: FieldInfo): string {
  return rawKey ?? column;
}

/** The fields that a user fills in. The service fills in all others. */
function ownFields(codec: StructCodec, sequence: FieldInfo | undefined, format: FrameFormat | undefined): FieldInfo[] {
  const fields = fieldsOf(codec);
  // By default a message begins with its length and ID.
  const isHead = (field: FieldInfo) =>
    format === undefined && (field === fields[0] || field === fields[1]) && field.initial !== undefined;
  return fields.filter(
    (field) => field.check === undefined && field.version === undefined && field !== sequence && !isHead(field),
  );
}

export function fieldsOfForm(codec: StructCodec, format: FrameFormat | undefined): CommandField[] {
  return ownFields(codec, sequenceField(codec), format).map((field) => {
    const { ctype, kind, unit, states, limits, initial, expr } = field;
    // An initialiser is a raw value.
    const isPlain = initial !== undefined && expr === undefined && typeof initial !== "bigint";
    const isOptional = initial !== undefined;
    return {
      name: inputName(field),
      ctype,
      kind: field.scalar === "bool" ? "boolean" : kind,
      ...(unit !== undefined && { unit }),
      ...(states && { states }),
      ...(limits?.alarm && { range: limits.alarm }),
      ...(limits?.warn && { usual: limits.warn }),
      ...(isOptional && { initial: isPlain ? (initial as FieldInput) : "" }),
    };
  });
}

export interface Built {
  /** The frame without a stream's framing. */
  readonly frame: Uint8Array;
  /** One sentence for each value outside its usual range. */
  readonly unusual: readonly string[];
}

/** @param sequence number for the command's sequence field, if it has one @throws OrderError (400) naming the field */
export function buildCommand(
  codec: StructCodec,
  given: Readonly<Record<string, FieldInput>>,
  shape: FrameShape,
  sequence: number | undefined,
): Built {
  const counter = sequenceField(codec);
  const fields = ownFields(codec, counter, shape.frames);
  const byName = new Map(fields.map((field) => [inputName(field), field]));
  const stored: Record<string, ColumnValue> = Object.create(null);
  const unusual: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = byName.get(name);
    if (field === undefined) {
      const known = [...byName.keys()];
      const hint = `${didYouMean(name, known)}; it takes ${known.join(", ") || "none"}`;
      throw new OrderError(400, `${commandName(codec)} has no field '${name}'${hint}`);
    }
    stored[name] = valueOfField(name, value, field);
    if (isBeyond(stored[name], field.limits?.alarm))
      throw new OrderError(400, `${name}: ${value} is outside of its range ${rangeText(field.limits?.alarm)}`);
    if (isBeyond(stored[name], field.limits?.warn))
      unusual.push(`${name}: ${value} is outside of ${rangeText(field.limits?.warn)}`);
  }
  const missing = fields.filter((field) => field.initial === undefined && !Object.hasOwn(stored, inputName(field)));
  if (missing.length > 0) throw new OrderError(400, `${commandName(codec)} needs ${missing.map(inputName).join(", ")}`);
  try {
    const raw: Record<string, unknown> = { ...codec.fromStored(stored) };
    if (counter !== undefined) raw[counter.path] = sequence ?? 0;
    const bytes = encodeChecked(codec, raw);
    return { frame: buildFrame(codecFrame(codec), bytes, shape), unusual };
  } catch (error) {
    if (error instanceof RangeError) throw new OrderError(400, error.message);
    throw error;
  }
}

function valueOfField(name: string, value: FieldInput, field: FieldInfo): ColumnValue {
  const [read, wanted] = readInput(value, field);
  if (read === undefined) throw new OrderError(400, `${name}: ${JSON.stringify(value)} is not ${wanted}`);
  return read;
}

/** The value as the field has it, undefined if it does not fit; and what would fit. */
function readInput(value: FieldInput, field: FieldInfo): readonly [read: ColumnValue | undefined, wanted: string] {
  const { scalar, kind, rawKey, states = {} } = field;
  const isRaw = rawKey !== undefined;
  if (scalar === "text") return [typeof value === "string" ? value : undefined, "text"];
  const state = Object.entries(states).find(([, of]) => of === value)?.[0];
  const plain = state === undefined ? value : Number(state);
  if (scalar === "bool" && (isRaw || kind === "boolean")) return [TRUTH.get(String(plain)), "true or false"];
  if (/^u?int64$/.test(scalar) && (isRaw || kind === "integer"))
    return [wholeOf(plain, field), "a whole number; write long ones as text"];
  const number = typeof plain === "string" && plain.trim() !== "" ? Number(plain) : plain;
  const isNumber = typeof number === "number" && Number.isFinite(number);
  return [isNumber ? number : undefined, numberText(field)];
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function wholeOf(value: FieldInput, { int64 }: FieldInfo): ColumnValue | undefined {
  const isWhole = typeof value === "string" ? /^-?\d{1,20}$/.test(value) : Number.isSafeInteger(value);
  if (!isWhole) return undefined;
  const whole = BigInt(value);
  return int64 === undefined ? whole : int64 === "number" ? Number(whole) : String(whole);
}

function numberText({ states }: FieldInfo): string {
  return states === undefined ? "a number" : `a number or one of ${Object.values(states).join(", ")}`;
}

function isBeyond(value: ColumnValue | undefined, { min, max }: ValueRange = {}): boolean {
  if (typeof value !== "number" && typeof value !== "bigint") return false;
  return (min !== undefined && value < min) || (max !== undefined && value > max);
}

function rangeText({ min, max }: ValueRange = {}): string {
  return `${min ?? ""}..${max ?? ""}`;
}
