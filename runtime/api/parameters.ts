/** Query parameters of the read API, validated; each mistake is one sentence. */

import { parseTime } from "../telemetry/time.ts";

/** Answered with the status and the message. */
export class ParameterError extends Error {
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.name = "ParameterError";
    this.status = status;
  }
}

const UNIT_NS = {
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
  w: 604_800_000_000_000n,
} as const;

/** Longest database, measurement or column name taken, characters. */
const MAX_NAME = 4096;
const MAX_COLUMNS = 1000;

export function requiredName(query: URLSearchParams, key: string): string {
  const value = query.get(key);
  if (value === null || value === "") throw new ParameterError(`Parameter '${key}' is missing`);
  if (value.length > MAX_NAME) throw new ParameterError(`Parameter '${key}' is too long`);
  return value;
}

/** Repeated `column=` parameters, so that a name may hold a comma; undefined means all. */
export function columnNames(query: URLSearchParams): string[] | undefined {
  const names = query.getAll("column");
  if (names.length > MAX_COLUMNS) throw new ParameterError(`At most ${MAX_COLUMNS} columns can be asked for`);
  return names.length === 0 ? undefined : names;
}

/** ISO 8601, epoch time (s, ms, µs or ns by size [D23]), `now`, or `-15m` before now. */
export function timeNs(query: URLSearchParams, key: string, nowNs: bigint): bigint | undefined {
  const text = query.get(key);
  if (text === null) return undefined;
  if (text === "now") return nowNs;
  const relative = /^-(\d{1,9})([smhdw])$/.exec(text);
  if (relative !== null) return nowNs - BigInt(relative[1]!) * UNIT_NS[relative[2] as keyof typeof UNIT_NS];
  try {
    return parseTime(text, "UTC");
  } catch {
    throw new ParameterError(`Parameter '${key}' is neither a time nor like -15m`);
  }
}

export function interval(
  query: URLSearchParams,
  nowNs: bigint,
  defaults: { readonly fromNs: bigint; readonly toNs: bigint },
): { fromNs: bigint; toNs: bigint } {
  const fromNs = timeNs(query, "from", nowNs) ?? defaults.fromNs;
  const toNs = timeNs(query, "to", nowNs) ?? defaults.toNs;
  if (fromNs >= toNs) throw new ParameterError("Parameter 'from' has to lie before 'to'");
  return { fromNs, toNs };
}

export function integer(
  query: URLSearchParams,
  key: string,
  range: { readonly min: number; readonly max: number },
): number | undefined {
  const text = query.get(key);
  if (text === null) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.min && value <= range.max)) {
    throw new ParameterError(`Parameter '${key}' has to be an integer from ${range.min} to ${range.max}`);
  }
  return value;
}

/** One of `words`; the first where the parameter is absent. */
export function word<Word extends string>(
  query: URLSearchParams,
  key: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = query.get(key);
  if (text === null) return words[0];
  const found = words.find((candidate) => candidate === text);
  if (found === undefined) throw new ParameterError(`Parameter '${key}' has to be one of ${words.join(", ")}`);
  return found;
}
