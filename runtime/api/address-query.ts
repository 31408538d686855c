/** Parameters of an export by a device's address, compatible with Kotori. */

import { ENDINGS } from "../formats/formats.ts";
import {
  checkDeclared,
  count,
  inPath,
  integer,
  oneOf,
  ParameterError,
  query as parameter,
  textOf,
  timeNs,
  word,
} from "../http/parameters.ts";
import type { Operation } from "../http/route.ts";
import { ANYTHING } from "../http/schema.ts";
import { didYouMean } from "../lib/nearest.ts";
import { READERS } from "./readable.ts";

const DAY_NS = 86_400_000_000_000n;
const DEFAULT_RANGE_NS = 10n * DAY_NS;
const DAY = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const LIMIT = count("limit", "At most so many", 10, { minimum: 1, maximum: 1_000_000 });
const DIRECTION = oneOf("direction", "Of the order", ["ascending", "descending"]);
const PARAMETERS = [
  parameter("from", "A time, `YYYYMMDD`, or like now-8d5h3m", "now-10d"),
  parameter("to", "The same; a day means its end", "now"),
  parameter("sort", "Columns, with commas", "time"),
  DIRECTION,
  parameter("exclude", "Columns left out, with commas", "humidity"),
  parameter("include", "Columns in addition to the time, separated by commas", "temperature"),
  parameter("pad", "Fill a gap with the value before it", "true"),
  parameter("backfill", "Fill a gap with the value after it", "true"),
  parameter("interpolate", "Fill a gap by linear interpolation", "true"),
  LIMIT,
  parameter("scalar", "The first value of this column, as text", "temperature"),
  // Kotori's plots have several renderers; here there is one.
  ...["renderer", "theme", "style", "title"].map((name) => parameter(name, "Ignored", "", textOf(200))),
];
/** Answers of an address without a format of exports. */
const VIEWS = ["html", "datatables", "dygraphs", "bokeh", "vega", "vega.json"] as const;
export type View = (typeof VIEWS)[number];

export function isView(suffix: string): suffix is View {
  return VIEWS.some((view) => view === suffix);
}

export const DEVICE = inPath("address", "With its slashes", "mqttkit-1/testdrive/area-42/node-1", ".+");
/** Answered by a handler that finds its device's address itself. */
export const ADDRESS_EXPORT: Operation = {
  method: "get",
  path: "/api/{address}/data.{suffix}",
  summary: "Rows of a device by its own address, as Kotori answers; `event.{suffix}` for its annotations",
  parameters: [
    DEVICE,
    inPath("suffix", [...ENDINGS.keys(), "png", ...VIEWS].map((suffix) => `\`${suffix}\``).join(", "), "csv"),
    ...PARAMETERS,
  ],
  answer: ANYTHING,
  answers: ["text/csv", "text/plain", "application/json", "text/html"],
  errors: [302, 404, 429, 501, 503],
  may: READERS,
};

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
  checkDeclared(query, PARAMETERS);
  const times = new URLSearchParams();
  for (const key of ["from", "to"]) {
    const given = query.get(key);
    if (given !== null) times.set(key, given.replace(DAY, "$1-$2-$3"));
  }
  const fromNs = timeNs(times, "from", nowNs) ?? nowNs - DEFAULT_RANGE_NS;
  // The end is part of the range; a date includes its whole day.
  const toNs = (timeNs(times, "to", nowNs) ?? nowNs) + (DAY.test(query.get("to") ?? "") ? DAY_NS : 1n);
  if (fromNs >= toNs) throw new ParameterError("Parameter 'from' has to lie before 'to'");
  const limit = integer(query, LIMIT);
  return {
    fromNs,
    toNs,
    sort: list(query, "sort") ?? [],
    direction: word(query, DIRECTION),
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
