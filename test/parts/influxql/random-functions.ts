/** Random InfluxQL with functions of all values, with selected rows, and with a SELECT inside another one. */

import type { Random } from "../../oracle/layout/random.ts";
import { conditionOf, rangeOf } from "./random-queries.ts";

const FILLS = ["", "", " fill(none)", " fill(previous)", " fill(linear)", " fill(0)", " fill(-2.5)"];
/** The inner one divides the outer one. */
const PAIRS = [
  ["10s", "1m"],
  ["25s", "50s"],
  ["1m", "5m"],
  ["90s", "90s"],
  ["5m", "1h"],
] as const;

export function randomFunctions(random: Random, startS: number): string {
  return random.pick([ofValues, ofValues, picked, several, nested, nested])(random, startS);
}

function where(random: Random, startS: number, isByTime: boolean, isTagged: boolean): string {
  const conditions = [
    ...rangeOf(random, startS, isByTime),
    ...(random.chance(0.2) ? [conditionOf(random, isTagged)] : []),
  ];
  return conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
}

function number(random: Random): string {
  return random.pick(["f", "n"]);
}

/** One value for each interval. Of equally frequent values, more than twelve have no order in InfluxDB. */
function reduced(random: Random): string {
  const column = number(random);
  return random.pick([
    () => `median(${column})`,
    () => `stddev(${column})`,
    // Where an interval has no value of the rank, InfluxDB forgets all that follow.
    () => `percentile(${column}, ${random.pick([50, 62.5, 75, 90, 99, 100])})`,
    () => `count(distinct(${random.pick(["f", "n", "s"])}))`,
    () => `${random.pick(["mean", "max", "first", "sum"])}(${column})`,
    // InfluxDB leaves negative whole numbers negative.
    () => `abs(${random.pick(["mean", "median"])}(${column}))`,
    () => `${random.pick(["round", "floor", "ceil"])}(${random.pick(["mean", "median", "min"])}(${column}))`,
    () => `pow(median(${column}), 2) + ${random.pick(["last", "spread", "stddev"])}(${column})`,
  ])();
}

function ofValues(random: Random, startS: number): string {
  const isTagged = random.chance(0.3);
  const isByTime = random.chance(0.7);
  const isNewestFirst = random.chance(0.25);
  const fields = Array.from({ length: 1 + random.below(3) }, () => reduced(random));
  // A single percentile has the time of one of the equal values.
  if (fields.length === 1 && !isByTime) fields.push("median(f)");
  if (isByTime && random.chance(0.2)) fields.splice(0, 9, `difference(${random.pick(["median", "stddev"])}(f))`);
  if (!isTagged && !isNewestFirst && random.chance(0.2))
    fields.push(`integral(f${random.pick(["", ", 1m", ", 500ms"])})`);
  const groups = [
    ...(isByTime ? [`time(${random.pick(["10s", "1m", "90s", "5m", "13m", "1h"])})`] : []),
    ...(isTagged && random.chance(0.7) ? [random.pick(["host", "dc", "host, dc"])] : []),
  ];
  return [
    `SELECT ${fields.join(", ")} FROM ${isTagged ? "t" : "m"}${where(random, startS, isByTime, isTagged)}`,
    groups.length > 0 ? ` GROUP BY ${groups.join(", ")}` : "",
    isByTime ? random.pick(FILLS) : "",
    isNewestFirst ? " ORDER BY time DESC" : "",
    isByTime && random.chance(0.2) ? " tz('Europe/Berlin')" : "",
  ].join("");
}

/** The least and greatest rows, or each value once. */
function several(random: Random, startS: number): string {
  const isTagged = random.chance(0.4);
  const isByTime = random.chance(0.5);
  const most = 1 + random.below(4);
  const of = random.pick(["top", "bottom"]);
  const field = random.pick([
    () => `${of}(${number(random)}, ${most})`,
    () => `${of}(${number(random)}, ${most}), ${random.pick(["f", "n", "s"])}`,
    () => (isTagged ? `${of}(f, ${random.pick(["host", "host, dc"])}, ${most})` : `${of}(f, ${most}) * 2`),
    () => `distinct(${random.pick(["f", "n", "s"])})`,
  ])();
  const groups = [
    ...(isByTime ? [`time(${random.pick(["25s", "1m", "5m"])})`] : []),
    ...(isTagged && random.chance(0.3) ? ["dc"] : []),
  ];
  return [
    `SELECT ${field} FROM ${isTagged ? "t" : "m"}${where(random, startS, isByTime, isTagged)}`,
    groups.length > 0 ? ` GROUP BY ${groups.join(", ")}` : "",
    random.chance(0.25) ? " ORDER BY time DESC" : "",
  ].join("");
}

/** A row of each interval, with its other columns. */
function picked(random: Random, startS: number): string {
  const isTagged = random.chance(0.4);
  const of = random.pick(["min", "max", "first", "last"]);
  const others = random.pick(["f", "n", "s", "f, n", "n, s"]);
  return [
    `SELECT ${of}(${number(random)}), ${others} FROM ${isTagged ? "t" : "m"}${where(random, startS, true, isTagged)}`,
    ` GROUP BY time(${random.pick(["10s", "1m", "5m", "1h"])})${isTagged && random.chance(0.5) ? ", host" : ""}`,
    random.pick(FILLS.filter((fill) => !fill.includes("linear"))),
    random.chance(0.25) ? " ORDER BY time DESC" : "",
  ].join("");
}

function nested(random: Random, startS: number): string {
  const isTagged = random.chance(0.6);
  const [short, long] = random.pick(PAIRS);
  const isByTime = random.chance(0.6);
  const isReduced = random.chance(0.6);
  const isGrouped = isTagged && random.chance(0.6);
  const from = inner(random, isTagged, isGrouped, isReduced ? short : undefined);
  const conditions = [
    // If an inner interval begins before the range, InfluxDB forgets the whole one.
    ...(isReduced && !isByTime
      ? [`time >= ${startS}s`, `time < ${startS + 600 + random.below(3000)}s`]
      : rangeOf(random, startS, true)),
    ...(random.chance(0.2) ? [`x ${random.pick([">", "<"])} ${random.below(40)}`] : []),
    ...(isGrouped && random.chance(0.2) ? ["host = 'a'"] : []),
  ];
  // Rows of several series at one time have no order.
  const limit = isTagged ? "" : random.pick(["", " LIMIT 3", " ORDER BY time DESC LIMIT 3 OFFSET 1"]);
  if (random.chance(0.2)) return `SELECT x FROM (${from}) WHERE ${conditions.join(" AND ")}${limit}`;
  const outer = random.pick(["mean(x)", "max(x)", "sum(x), count(x)", "median(x)", "stddev(x) * 2", "spread(x)"]);
  const groups = [...(isByTime ? [`time(${long})`] : []), ...(isTagged && random.chance(0.4) ? ["host"] : [])];
  const grouped = groups.length > 0 ? ` GROUP BY ${groups.join(", ")}` : "";
  return `SELECT ${outer} FROM (${from}) WHERE ${conditions.join(" AND ")}${grouped}${isByTime ? random.pick(FILLS) : ""}`;
}

function inner(random: Random, isTagged: boolean, isGrouped: boolean, everyText: string | undefined): string {
  const isReduced = everyText !== undefined;
  const field = isReduced
    ? `${random.pick(["mean", "max", "last", "count", "median", "sum"])}(${number(random)})`
    : random.pick(["f", "n", "f * 2 + n", "abs(f)", "difference(f)", "f, n, f"]);
  const condition = random.chance(0.3) ? ` WHERE ${conditionOf(random, isTagged)}` : "";
  const groups = [...(isReduced ? [`time(${everyText})`] : []), ...(isGrouped ? ["host"] : [])];
  // Filled intervals of several series come several times from InfluxDB.
  const fill = isReduced && !isTagged ? random.pick(["", " fill(0)", " fill(previous)", " fill(none)"]) : "";
  const grouped = groups.length > 0 ? ` GROUP BY ${groups.join(", ")}` : "";
  return `SELECT ${field} AS x FROM ${isTagged ? "t" : "m"}${condition}${grouped}${fill}`;
}

/** A SELECT inside of one that is inside of another one. */
export function randomNested(random: Random, startS: number): string {
  const isTagged = random.chance(0.6);
  const [isFirst, isSecond] = [random.chance(0.7), random.chance(0.7)];
  const of = (field: string) =>
    `${random.pick(["mean", "max", "last", "count", "median", "sum", "min", "first"])}(${field})`;
  const by = (...groups: (string | false)[]) => {
    const given = groups.filter(Boolean);
    return given.length > 0 ? ` GROUP BY ${given.join(", ")}` : "";
  };
  // A name of an outer group is one of the inner ones.
  const hosts = [0.7, 0.7, 0.4].map((chance) => random.chance(chance));
  const host = (level: number) => isTagged && hosts.slice(0, level + 1).every(Boolean) && "host";
  const x = isFirst ? of(number(random)) : random.pick(["f", "n", "f * 2", "abs(f)", "difference(f)"]);
  const first = `SELECT ${x} AS x FROM ${isTagged ? "t" : "m"}${by(isFirst && "time(10s)", host(0))}`;
  const y = isSecond ? of("x") : random.pick(["x", "x * 2", "x + 1", "cumulative_sum(x)"]);
  const condition = random.chance(0.2) ? " WHERE x > 3" : "";
  const second = `SELECT ${y} AS y FROM (${first})${condition}${by(isSecond && "time(1m)", host(1))}`;
  const isByTime = random.chance(0.6);
  // If an inner interval begins before the range, InfluxDB forgets the whole one.
  const from = startS + (isByTime || isFirst || isSecond ? 300 * random.below(5) : random.below(500));
  const range = `time >= ${from}s AND time < ${from + 3600}s`;
  const limit = isTagged ? "" : random.pick(["", " LIMIT 3 OFFSET 1", " ORDER BY time DESC LIMIT 3"]);
  if (random.chance(0.2)) return `SELECT y FROM (${second}) WHERE ${range}${limit}`;
  return `SELECT ${of("y")} FROM (${second}) WHERE ${range}${by(isByTime && "time(5m)", host(2))}`;
}
