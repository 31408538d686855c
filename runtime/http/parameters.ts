/** Parameters of HTTP routes: declared once, checked and read by their declaration. Each error is one sentence. */

import { didYouMean } from "../lib/nearest.ts";
import { RequestError } from "../lib/request-error.ts";
import { parseTime } from "../model/time.ts";
import { zoneOffsetMs } from "../model/time-zone.ts";

/** A wrong parameter or body, or something that does not exist. */
export class ParameterError extends RequestError {
  constructor(message: string, status: 400 | 404 = 400) {
    super(message, status);
    this.name = "ParameterError";
  }
}

/** As in OpenAPI. */
export interface Parameter<Schema extends ParameterSchema = ParameterSchema> {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example: string | number | readonly string[];
}

/** As in JSON Schema. */
interface ParameterSchema {
  readonly type?: "string" | "integer" | "array";
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value if the parameter is absent. */
  readonly default?: number | string;
  readonly items?: object;
}

type IntegerSchema = ParameterSchema & {
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
};
interface WordSchema<Word extends string> extends ParameterSchema {
  readonly type: "string";
  readonly enum: readonly [Word, ...Word[]];
  readonly default: Word;
}

export const textOf = (maxLength = 4096): ParameterSchema => ({ type: "string", maxLength });

export function query<Schema extends ParameterSchema = ParameterSchema>(
  name: string,
  description: string,
  example: Parameter["example"],
  schema?: Schema,
): Parameter<Schema> {
  return { name, in: "query", description, schema: schema ?? (textOf() as Schema), example };
}

/** One of `words`; the first if it is absent. */
export function oneOf<const Word extends string>(
  name: string,
  description: string,
  words: readonly [Word, ...Word[]],
  example: Word = words[0],
): Parameter<WordSchema<Word>> {
  return query(name, description, example, { type: "string", enum: words, default: words[0] });
}

/** An integer from `minimum` to `maximum`. */
export function count<Default extends { readonly default?: number }>(
  name: string,
  description: string,
  example: number,
  range: { readonly minimum: number; readonly maximum: number } & Default,
) {
  return query(name, description, example, { type: "integer", ...range });
}

/** Part of the path; `pattern` is a regular expression. */
export function inPath(name: string, description: string, example: string | number, pattern?: string): Parameter {
  const schema = pattern === undefined ? textOf() : { ...textOf(), pattern };
  return { ...query(name, description, example, schema), in: "path", required: true };
}

export const NUMBER_IN_PATH = "[0-9]+";

export function needed<Schema extends ParameterSchema>(parameter: Parameter<Schema>): Parameter<Schema> {
  return { ...parameter, required: true };
}

/** A parameter that may be repeated. */
export function several(parameter: Parameter, example: readonly string[]): Parameter {
  return { ...parameter, schema: { type: "array", items: textOf() }, example };
}

/** @throws ParameterError for an unknown name, a number outside its range, an unknown word */
export function checkDeclared(query: URLSearchParams, known: readonly Parameter[]): void {
  if (query.size === 0) return;
  onlyKnown(
    query,
    known.map(({ name }) => name),
  );
  for (const { name, schema } of known) {
    if (schema.type === "integer") integer(query, { name, schema: schema as IntegerSchema });
    if (schema.enum !== undefined) word(query, { name, schema: schema as WordSchema<string> });
  }
}

export const UNIT_NS = {
  ns: 1n,
  us: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
  w: 604_800_000_000_000n,
} as const;

const DAY_MS = 86_400_000;

/** Longest name of a database, measurement or column, characters. */
const MAX_NAME = 4096;
const MAX_COLUMNS = 1000;

export function requiredName(query: URLSearchParams, key: string): string {
  const value = query.get(key);
  if (value === null || value === "") throw new ParameterError(`Parameter '${key}' is missing`);
  if (value.length > MAX_NAME) throw new ParameterError(`Parameter '${key}' is too long`);
  return value;
}

/** Repeated `column=` parameters; undefined means all. */
export function columnNames(query: URLSearchParams): string[] | undefined {
  return names(query, "column", MAX_COLUMNS);
}

/** A repeated parameter, so that a name may contain a comma; undefined if it is absent. */
export function names(query: URLSearchParams, key: "column" | "measurement", most: number): string[] | undefined {
  const found = query.getAll(key);
  if (found.length > most) throw new ParameterError(`At most ${most} ${key}s can be asked for`);
  return found.length === 0 ? undefined : found;
}

/** Refuses parameters that are not in `known`: ignoring one would give a wrong answer. */
function onlyKnown(query: URLSearchParams, known: readonly string[]): void {
  for (const key of query.keys()) {
    if (known.includes(key)) continue;
    const others = known.length === 0 ? "there are none here" : `known are ${known.join(", ")}`;
    throw new ParameterError(`There is no parameter '${key.slice(0, 100)}'${didYouMean(key, known)}; ${others}`);
  }
}

/** `10s`, `1h30m`, in ns; undefined for any other text. */
export function durationNs(text: string): bigint | undefined {
  if (!/^(?:\d{1,9}(?:ns|us|ms|[smhdw]))+$/.test(text)) return undefined;
  let sum = 0n;
  for (const [, count, unit] of text.matchAll(/(\d+)([a-z]+)/gy))
    sum += BigInt(count!) * UNIT_NS[unit as keyof typeof UNIT_NS];
  return sum;
}

/**
 * A time as in data [D23], or `now`, `now-2h30m`, `-15m`, `today`, `yesterday`. A time without a zone is in `timeZone`.
 * Also accepts an offset whose `+` was not encoded and became a blank.
 */
export function timeNs(query: URLSearchParams, key: string, nowNs: bigint, timeZone = "UTC"): bigint | undefined {
  const text = query.get(key);
  if (text === null) return undefined;
  const relative = /^(?:now)?(?:([-+ ])([0-9a-z]+))?$/.exec(text);
  if (relative !== null && text !== "") {
    const [, sign, duration] = relative;
    const distanceNs = duration === undefined ? 0n : durationNs(duration);
    if (distanceNs !== undefined) return sign === "-" ? nowNs - distanceNs : nowNs + distanceNs;
  }
  if (text === "today" || text === "yesterday") return dayNs(text, key, nowNs, timeZone);
  try {
    return parseTime(withLostPlus(text), timeZone);
  } catch (error) {
    const why = /^\d/.test(text) ? `: ${(error as Error).message}` : "";
    throw new ParameterError(
      `Parameter '${key}' is neither a time (2026-01-31T12:00, 1769860800) nor like now-2h30m or yesterday${why}`,
    );
  }
}

/** A blank before an offset as the plus that it was. */
function withLostPlus(text: string): string {
  const isLost = text.includes("T") || /:\d\d[.,\d]* \d{2}:?\d{2}$/.test(text);
  return isLost ? text.replace(/ (?=\d{2}:?\d{2}$)/, "+") : text;
}

/** Midnight at the beginning of the day; for `to`, at its end. */
function dayNs(word: "today" | "yesterday", key: string, nowNs: bigint, timeZone: string): bigint {
  const nowMs = Number(nowNs / 1_000_000n);
  const day = Math.floor((nowMs + zoneOffsetMs(timeZone, nowMs)) / DAY_MS);
  const midnight = day - (word === "yesterday" ? 1 : 0) + (key === "to" ? 1 : 0);
  return parseTime(new Date(midnight * DAY_MS).toISOString().slice(0, 10), timeZone);
}

/** Earlier and later than any sensor's time: where 64-bit nanoseconds begin, in 1678, and end. */
export const ALL_TIMES = { fromNs: -(2n ** 63n) + 1n, toNs: 2n ** 63n - 1n };

export function interval(
  query: URLSearchParams,
  nowNs: bigint,
  defaults: { readonly fromNs: bigint; readonly toNs: bigint },
  timeZone = "UTC",
): { fromNs: bigint; toNs: bigint } {
  const fromNs = timeNs(query, "from", nowNs, timeZone) ?? defaults.fromNs;
  const toNs = timeNs(query, "to", nowNs, timeZone) ?? defaults.toNs;
  if (fromNs >= toNs) throw new ParameterError("Parameter 'from' has to lie before 'to'");
  return { fromNs, toNs };
}

/** The default, or undefined, if it is absent. */
export function integer<Schema extends IntegerSchema>(
  query: URLSearchParams,
  { name, schema }: Pick<Parameter<Schema>, "name" | "schema">,
): Schema extends { readonly default: number } ? number : number | undefined;
export function integer(
  query: URLSearchParams,
  { name, schema }: Pick<Parameter<IntegerSchema>, "name" | "schema">,
): number | undefined {
  const text = query.get(name);
  if (text === null) return schema.default;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= schema.minimum && value <= schema.maximum)) {
    throw new ParameterError(`Parameter '${name}' has to be an integer from ${schema.minimum} to ${schema.maximum}`);
  }
  return value;
}

/** Its default if it is absent. */
export function word<Word extends string>(
  query: URLSearchParams,
  { name, schema }: Pick<Parameter<WordSchema<Word>>, "name" | "schema">,
): Word {
  const words = schema.enum;
  const text = query.get(name);
  if (text === null) return schema.default;
  const found = words.find((candidate) => candidate === text);
  if (found === undefined)
    throw new ParameterError(`Parameter '${name}' has to be one of ${words.join(", ")}${didYouMean(text, words)}`);
  return found;
}
