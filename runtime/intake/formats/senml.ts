/** SenML packs: an array of records, each one value with its name and time [RFC 8428]. Pure. */

import { dictionary } from "../../lib/dictionary.ts";
import { isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";

/**
 * [RFC 8428 4.3; `blv` and `vlo` come from RFC 8798 and other extensions; a label that ends in `_` must be understood]
 */
const LABELS = new Set(["bn", "bt", "bu", "bv", "bs", "bver", "n", "u", "v", "vs", "vb", "vd", "s", "t", "ut"]);
const VALUES = ["v", "vs", "vb", "vd", "s"];
const BASES = ["bn", "bt", "bu", "bv", "bs", "bver"];
/** Smaller times are relative to now. [RFC 8428 4.5.3] */
const RELATIVE_S = 2 ** 28;

/** The pack's rows, one for each time; undefined if the array is not a pack. */
export function senmlRows(records: readonly JsonValue[], receivedNs: bigint): readonly JsonObject[] | undefined {
  if (!records.every(isObject) || !isPack(records)) return undefined;
  const rows = new Map<string, Record<string, JsonValue>>();
  let base: JsonObject = {};
  for (const record of records) {
    base = { ...base, ...Object.fromEntries(Object.entries(record).filter(([label]) => BASES.includes(label))) };
    const name = `${textOf(base["bn"])}${textOf(record["n"])}`;
    const value = recordValue(record, base);
    if (value === undefined) continue;
    const time = timeOf(record, base, receivedNs);
    const key = time ?? "";
    const row = rows.get(key) ?? dictionary<JsonValue>(time === undefined ? {} : { time: new NumberText(time) });
    rows.set(key, row);
    row[name] = value;
  }
  return [...rows.values()];
}

function isPack(records: readonly JsonObject[]): boolean {
  const labels = records.flatMap((record) => Object.keys(record));
  if (!labels.every((label) => LABELS.has(label)) || !labels.some((label) => VALUES.includes(label))) return false;
  return records.every((record, index) => Object.hasOwn(record, "n") || Object.hasOwn(records[0]!, "bn") || index > 0);
}

function recordValue(record: JsonObject, base: JsonObject): JsonValue | undefined {
  const sum = numberOf(base["bv"]);
  if (Object.hasOwn(record, "v")) return sum === undefined ? record["v"] : sum + (numberOf(record["v"]) ?? 0);
  const label = VALUES.find((each) => Object.hasOwn(record, each));
  return label === undefined ? undefined : record[label];
}

/** Epoch seconds as digits; nanoseconds if the time is relative; undefined: now. */
function timeOf(record: JsonObject, base: JsonObject, receivedNs: bigint): string | undefined {
  const [begin, offset] = [numberOf(base["bt"]) ?? 0, numberOf(record["t"]) ?? 0];
  const seconds = begin + offset;
  if (seconds === 0) return undefined;
  if (seconds < RELATIVE_S) return String(receivedNs + BigInt(Math.round(seconds * 1e9)));
  // The sum of two doubles is inexact below microseconds.
  if (begin !== 0 && offset !== 0) return seconds.toFixed(6);
  const [given] = [base["bt"], record["t"]].filter((time) => (numberOf(time) ?? 0) !== 0);
  return given instanceof NumberText ? given.text : String(given);
}

function numberOf(value: JsonValue | undefined): number | undefined {
  if (value instanceof NumberText) return Number(value.text);
  return typeof value === "number" ? value : undefined;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
