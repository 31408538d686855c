/** Parameters of an export by a device's address, compatible with Kotori. */

import { didYouMean } from "../config/nearest.ts";
import { integer, onlyKnown, ParameterError, timeNs, word } from "./parameters.ts";

const PARAMETERS = [
  ...["from", "to", "sort", "direction", "exclude", "include", "pad", "backfill", "interpolate", "limit", "scalar"],
  // Parameters of Kotori's plots, for which there is one renderer here.
  ...["renderer", "theme", "style", "title"],
];
const DAY_NS = 86_400_000_000_000n;
const DEFAULT_RANGE_NS = 10n * DAY_NS;
const DAY = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const MOST_ROWS = 1_000_000;

/** The steps applied to a table, in this order. */
export interface TableSteps {
  readonly sort: readonly string[];
  readonly direction: "ascending" | "descending";
  readonly exclude: readonly string[];
  readonly include: readonly string[] | undefined;
  readonly fills: readonly ("pad" | "backfill" | "interpolate")[];
  readonly limit: number | undefined;
  readonly scalar: string | undefined;
}

export interface AddressQuery extends TableSteps {
  /** From inclusive, to exclusive. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

/** @throws ParameterError */
export function addressQuery(query: URLSearchParams, nowNs: bigint): AddressQuery {
  onlyKnown(query, PARAMETERS);
  const times = new URLSearchParams();
  for (const key of ["from", "to"]) {
    const given = query.get(key);
    if (given !== null) times.set(key, given.replace(DAY, "$1-$2-$3"));
  }
  const fromNs = timeNs(times, "from", nowNs) ?? nowNs - DEFAULT_RANGE_NS;
  // The end is part of the range; a date includes its whole day.
  const toNs = (timeNs(times, "to", nowNs) ?? nowNs) + (DAY.test(query.get("to") ?? "") ? DAY_NS : 1n);
  if (fromNs >= toNs) throw new ParameterError("Parameter 'from' has to lie before 'to'");
  const limit = integer(query, "limit", { min: 1, max: MOST_ROWS });
  return {
    fromNs,
    toNs,
    sort: list(query, "sort") ?? [],
    direction: word(query, "direction", ["ascending", "descending"]),
    exclude: list(query, "exclude") ?? [],
    include: list(query, "include"),
    fills: (["pad", "backfill", "interpolate"] as const).filter((name) => isOn(query, name)),
    limit,
    scalar: query.get("scalar") ?? undefined,
  };
}

function list(query: URLSearchParams, key: string): string[] | undefined {
  const names = query.getAll(key).flatMap((text) => text.split(","));
  const given = names.map((name) => name.trim()).filter((name) => name !== "");
  return given.length === 0 ? undefined : given;
}

function isOn(query: URLSearchParams, key: string): boolean {
  const text = query.get(key)?.toLowerCase();
  if (text === undefined || ["", "0", "false", "no", "off", "n", "f"].includes(text)) return false;
  if (["1", "true", "yes", "on", "y", "t"].includes(text)) return true;
  throw new ParameterError(`Parameter '${key}' has to be true or false${didYouMean(text, ["true", "false"])}`);
}
