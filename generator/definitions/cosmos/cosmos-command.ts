/** Parameters of COSMOS commands: the value that is given becomes the bytes, the other way round than in telemetry. */

import type { DefinedField, InitialValue, Limits } from "../definition.ts";
import type { CosmosNumber } from "./cosmos-numbers.ts";
import type { CosmosItem } from "./cosmos-parser.ts";

/** @param field its place, unit and states */
export function commandField(field: DefinedField, item: CosmosItem, say: (what: string) => void): DefinedField {
  const { conversion, coefficients = [0, 1], isRequired } = item;
  const [offset = 0, slope = 0, ...higher] = coefficients;
  const isLine = conversion === undefined && slope !== 0 && higher.every((each) => each === 0);
  const isPlain = isLine && offset === 0 && slope === 1;
  if (!isLine) say(`its conversion is ${conversion ?? "a polynomial"}: give the raw value`);
  if (item.texts.length > 0)
    say(`COSMOS takes only ${item.texts.map((text) => JSON.stringify(text)).join(", ")}: this is not compared`);
  const initial = conversion === undefined && isRequired !== true ? initialOf(field, item, coefficients) : undefined;
  // A text of COSMOS may have any bytes.
  const type = field.type === "text" && typeof initial === "object" ? "bytes" : field.type;
  const range = isLine ? rangeOf(item) : {};
  if (range.from !== undefined && range.from === range.to) say(`COSMOS takes only ${range.from}: this is not compared`);
  return {
    ...field,
    type,
    initial,
    ...(isLine && !isPlain && { expression: (name) => inverse(name, offset, slope) }),
    ...((range.from !== undefined || range.to !== undefined) && { alarm: range }),
  };
}

/** COSMOS writes offset + slope · value. */
function inverse(name: string, offset: number, slope: number): string {
  const difference = offset === 0 ? name : `(${name} ${offset < 0 ? "+" : "-"} ${Math.abs(offset)})`;
  return slope === 1 ? difference : `${difference} / ${slope < 0 ? `(${slope})` : slope}`;
}

function initialOf(
  { type, width, count }: DefinedField,
  { initial, arrayBits }: CosmosItem,
  coefficients: readonly number[],
): DefinedField["initial"] {
  if (arrayBits !== undefined) {
    const elements = type === "bytes" ? arrayBits / 8 : (count ?? 1);
    return type === "text" ? "" : Array.from({ length: elements }, () => 0);
  }
  if (initial === undefined) return undefined;
  if (typeof initial === "string") {
    if (type === "text" && /^[ -~]*\0*$/.test(initial)) return initial.replace(/\0+$/, "");
    return Array.from({ length: width / 8 }, (_, index) => initial.charCodeAt(index) || 0);
  }
  return rawOf(initial, coefficients, type);
}

/** As COSMOS writes it: an integer loses what is behind the point. */
function rawOf(value: CosmosNumber, coefficients: readonly number[], type: DefinedField["type"]): InitialValue {
  const isPlain = coefficients.every((each, power) => each === (power === 1 ? 1 : 0));
  if (isPlain && typeof value === "bigint") return value;
  const raw = coefficients.reduce((sum, each, power) => sum + each * Number(value) ** power, 0);
  return type === "float" ? raw : Math.trunc(raw);
}

/** Without ends that each number of the type is within. */
function rangeOf({ least, largest, type, bits, coefficients }: CosmosItem): Limits {
  const [floor, ceiling] =
    coefficients === undefined ? endsOf(type, bits) : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [from, to] = [Number(least ?? Number.NEGATIVE_INFINITY), Number(largest ?? Number.POSITIVE_INFINITY)];
  // A rule's range has two different ends: half a step to both sides is the same for whole numbers.
  const step = type !== "FLOAT" && coefficients === undefined && from === to ? 0.5 : 0;
  if (step > 0) return { from: from - step, to: to + step };
  return { ...(from > floor && { from }), ...(to < ceiling && { to }) };
}

function endsOf(type: CosmosItem["type"], bits: number): readonly [floor: number, ceiling: number] {
  if (type === "UINT") return [0, 2 ** bits - 1];
  if (type === "INT") return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  return bits === 32 ? [-3.4e38, 3.4e38] : [-1.7e308, 1.7e308];
}
