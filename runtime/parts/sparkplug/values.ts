/** Values of metrics by their data types. Pure. [Eclipse Sparkplug 3.0, 6.4.16] */

import { WireError } from "../../lib/wire-reader.ts";
import { formatNs } from "../../model/clock.ts";
import type { TypedValue } from "../../model/typed-rows.ts";
import { type Metric, type Raw, readDataSet, readTemplate } from "./payload.ts";

const DATE_TIME = 13;
const TEMPLATE = 19;
const BOOLEANS = 32;
const TEXTS = 33;
const DATE_TIMES = 34;
/** Bits of Int8 to UInt64. */
const INTEGERS = [0, 8, 16, 32, 64, -8, -16, -32, -64];
/** Int8Array to DoubleArray: the type of an element. */
const ELEMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const FIRST_ARRAY = 22;
const DEEPEST = 16;

/** The columns of a metric. @throws WireError if the value does not fit the type */
export function valuesOf(
  name: string,
  datatype: number,
  metric: Pick<Metric, "raw" | "isNull">,
  depth = 0,
): TypedValue[] {
  const { raw, isNull } = metric;
  if (datatype === TEMPLATE && raw?.kind === "template") return membersOf(name, raw.value, depth);
  if (datatype >= FIRST_ARRAY && datatype <= DATE_TIMES && raw?.kind === "bytes")
    return elementsOf(datatype, raw.value).map((value, index) => ({ ...value, name: `${name}.${index}` }));
  const type = typeOf(datatype, raw);
  if (isNull || raw === undefined) return [{ name, type, value: undefined }];
  return [{ name, type, value: scalarOf(datatype, raw) }];
}

function membersOf(name: string, bytes: Uint8Array, depth: number): TypedValue[] {
  if (depth >= DEEPEST) throw new WireError("nested too deeply");
  return readTemplate(bytes).flatMap((member) =>
    member.name === undefined ? [] : valuesOf(`${name}.${member.name}`, member.datatype ?? 0, member, depth + 1),
  );
}

/** @param datatype 0: only its value tells it */
function typeOf(datatype: number, raw: Raw | undefined): TypedValue["type"] {
  if (datatype === 8) return "unsigned";
  if (datatype === 4) return "integer";
  // As from structs, only what may need 64 bits is an integer.
  if (datatype >= 1 && datatype <= 10) return "float";
  if (datatype === 11) return "boolean";
  if (datatype !== 0) return "string";
  if (raw?.kind === "int" || raw?.kind === "long") return "integer";
  if (raw?.kind === "float" || raw?.kind === "double") return "float";
  return raw?.kind === "boolean" ? "boolean" : "string";
}

function scalarOf(datatype: number, raw: Raw): TypedValue["value"] {
  if (raw.kind === "int" || raw.kind === "long") return integerOf(datatype, raw);
  const type = typeOf(datatype, raw);
  const { kind, value } = raw;
  const isBytes = value instanceof Uint8Array;
  const own = isBytes ? "string" : typeof value === "number" ? "float" : typeof value;
  if (type !== own) return wrong(datatype, raw);
  if (!isBytes) return value;
  return kind === "dataset" ? tableOf(value) : Buffer.from(value).toString("base64");
}

function integerOf(datatype: number, raw: Raw & { readonly kind: "int" | "long" }): TypedValue["value"] {
  if (datatype === DATE_TIME) return formatNs(BigInt.asIntN(64, raw.value) * 1_000_000n);
  const bits = datatype === 0 ? 64 : (INTEGERS[datatype] ?? 0);
  if (bits === 0) return wrong(datatype, raw);
  const value = bits > 0 ? BigInt.asIntN(bits, raw.value) : BigInt.asUintN(-bits, raw.value);
  return Math.abs(bits) === 64 ? value : Number(value);
}

function wrong(datatype: number, { kind }: Raw): never {
  throw new WireError(`a metric of the data type ${datatype} has a value of the kind '${kind}'`);
}

/** A data set as JSON: a list of objects. */
function tableOf(bytes: Uint8Array): string {
  const { columns, types, rows } = readDataSet(bytes);
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map((column, index) => {
          const raw = row[index];
          const value = raw === undefined ? null : scalarOf(types[index] ?? 0, raw);
          return [
            column,
            typeof value === "bigint" ? (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) : value,
          ];
        }),
      ),
    ),
  );
}

type Element = Pick<TypedValue, "type" | "value">;

/** Arrays are packed, their numbers in little-endian order. */
function elementsOf(datatype: number, bytes: Uint8Array): Element[] {
  if (datatype === BOOLEANS) return booleansOf(bytes);
  if (datatype === TEXTS) return textsOf(bytes);
  const of = datatype === DATE_TIMES ? DATE_TIME : ELEMENTS[datatype - FIRST_ARRAY]!;
  const size = of === DATE_TIME || of === 10 ? 8 : of === 9 ? 4 : Math.abs(INTEGERS[of]!) / 8;
  if (bytes.length % size !== 0) throw new WireError(`an array of ${bytes.length} bytes has elements of ${size}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / size }, (_, index): Element => {
    const at = index * size;
    if (of === 9) return { type: "float", value: view.getFloat32(at, true) };
    if (of === 10) return { type: "float", value: view.getFloat64(at, true) };
    return { type: typeOf(of, undefined), value: scalarOf(of, { kind: "long", value: integerAt(view, at, size) }) };
  });
}

function integerAt(view: DataView, at: number, size: number): bigint {
  let value = 0n;
  for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(view.getUint8(at + index));
  return value;
}

/** Their number in four bytes, then their bits, the highest first. */
function booleansOf(bytes: Uint8Array): Element[] {
  if (bytes.length < 4) throw new WireError("an array of booleans has no number of them");
  const count = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (count > (bytes.length - 4) * 8)
    throw new WireError(`an array of ${count} booleans has ${bytes.length - 4} bytes`);
  return Array.from({ length: count }, (_, index) => ({
    type: "boolean",
    value: ((bytes[4 + (index >> 3)]! >> (7 - (index & 7))) & 1) === 1,
  }));
}

/** Each ends with a zero. */
function textsOf(bytes: Uint8Array): Element[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  const parts = text.split("\0");
  return (parts.at(-1) === "" ? parts.slice(0, -1) : parts).map((value) => ({ type: "string", value }));
}
