/** Series of values: empty intervals filled, and transformed value by value. Both go in the order of the answer. */

import type { Cell } from "../../model/batch.ts";
import type { FieldType } from "../../model/point.ts";
import type { Fill, Transformation } from "./statement.ts";

export interface Series {
  readonly timesNs: readonly bigint[];
  readonly cells: readonly Cell[];
}

const SECOND_NS = 1_000_000_000n;

/** Only what has a value. */
export function given({ timesNs, cells }: Series): Series {
  const kept = cells.map((_, i) => i).filter((i) => cells[i] !== null);
  return { timesNs: kept.map((i) => timesNs[i]!), cells: kept.map((i) => cells[i]!) };
}

/** @param cells null: the interval is empty */
export function filled({ timesNs, cells }: Series, fill: Fill, type: FieldType, isCount: boolean): Series {
  // Where nothing is known nothing is filled.
  if (cells.every((cell) => cell === null)) return { timesNs: [], cells: [] };
  switch (fill) {
    case "none":
      return given({ timesNs, cells });
    case "null":
      return { timesNs, cells: isCount ? cells.map((cell) => cell ?? 0n) : cells };
    case "previous": {
      let last: Cell = null;
      return { timesNs, cells: cells.map((cell) => (last = cell ?? last)) };
    }
    case "linear":
      return { timesNs, cells: onLines(cells) };
    default:
      return { timesNs, cells: cells.map((cell) => cell ?? replacement(fill, type)) };
  }
}

/** A filled value is of the values' type. [seen with InfluxDB 1.6.7: booleans become false, texts empty] */
export function replacement(fill: number | bigint, type: FieldType): Cell {
  switch (type) {
    case "integer":
    case "unsigned":
      return BigInt(Math.trunc(Number(fill)));
    case "boolean":
      return false;
    case "string":
      return "";
    case "float":
      return Number(fill);
  }
}

/** Counts intervals, not time: whole numbers are cut off, so rounding shows. [seen with InfluxDB 1.6.7] */
function onLines(cells: readonly Cell[]): Cell[] {
  const result = [...cells];
  let before = -1;
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue;
    for (let gap = before + 1; before >= 0 && gap < at; gap++)
      result[gap] = between(cells[before]!, cell, gap - before, at - before);
    before = at;
  }
  return result;
}

function between(from: Cell, to: Cell, done: number, all: number): Cell {
  if (typeof from === "number" && typeof to === "number") return ((to - from) / all) * done + from;
  if (typeof from !== "bigint" || typeof to !== "bigint") return null;
  return BigInt(Math.trunc((Number(to - from) / all) * done + Number(from)));
}

/** @param everyNs the unit of a rate over aggregates, by default */
export function transformed(
  { of, parameter }: Pick<Transformation, "of" | "parameter">,
  series: Series,
  everyNs: bigint | undefined,
): Series {
  const next = stepOf(of, parameter, everyNs);
  const timesNs: bigint[] = [];
  const cells: Cell[] = [];
  for (const [i, cell] of series.cells.entries()) {
    if (typeof cell !== "number" && typeof cell !== "bigint") continue;
    const result = next(cell, series.timesNs[i]!);
    if (result === null) continue;
    timesNs.push(series.timesNs[i]!);
    cells.push(result);
  }
  return { timesNs, cells };
}

type Figure = number | bigint;
/** Null: there is no result at this time. */
type Step = (value: Figure, timeNs: bigint) => Figure | null;

function stepOf(of: Transformation["of"], parameter: Transformation["parameter"], everyNs: bigint | undefined): Step {
  const unitNs = typeof parameter === "bigint" ? parameter : undefined;
  switch (of) {
    case "cumulative_sum":
      return sumOf();
    case "moving_average":
      return averageOf(Number(parameter ?? 2));
    case "elapsed":
      return elapsedIn(unitNs ?? 1n);
    case "difference":
    case "non_negative_difference":
      return changeOf(minus, of === "non_negative_difference");
    case "derivative":
    case "non_negative_derivative":
      return changeOf(rateIn(unitNs ?? everyNs ?? SECOND_NS), of === "non_negative_derivative");
  }
}

function sumOf(): Step {
  let sum: Figure | undefined;
  return (value) => (sum = sum === undefined ? value : plus(sum, value));
}

function averageOf(most: number): Step {
  const latest: Figure[] = [];
  return (value) => {
    latest.push(value);
    if (latest.length > most) latest.shift();
    return latest.length === most ? Number(latest.reduce(plus)) / most : null;
  };
}

function elapsedIn(unitNs: bigint): Step {
  let beforeNs: bigint | undefined;
  return (_, timeNs) => {
    const last = beforeNs;
    beforeNs = timeNs;
    return last === undefined ? null : (timeNs - last) / unitNs;
  };
}

type Change = (value: Figure, last: Figure, spanNs: bigint) => Figure;

/** The span is positive, whichever the order. */
function changeOf(change: Change, isNonNegative: boolean): Step {
  let before: { readonly value: Figure; readonly timeNs: bigint } | undefined;
  return (value, timeNs) => {
    const last = before;
    // Of several values at one time, the first counts. [seen with InfluxDB 1.6.7]
    if (last?.timeNs === timeNs) return null;
    before = { value, timeNs };
    if (last === undefined) return null;
    const spanNs = timeNs - last.timeNs;
    const result = change(value, last.value, spanNs < 0n ? -spanNs : spanNs);
    return isNonNegative && result < 0 ? null : result;
  };
}

function rateIn(unitNs: bigint): Change {
  return (value, last, spanNs) => Number(minus(value, last)) / (Number(spanNs) / Number(unitNs));
}

function plus(a: Figure, b: Figure): Figure {
  return typeof a === "bigint" && typeof b === "bigint" ? BigInt.asIntN(64, a + b) : Number(a) + Number(b);
}

function minus(a: Figure, b: Figure): Figure {
  return typeof a === "bigint" && typeof b === "bigint" ? BigInt.asIntN(64, a - b) : Number(a) - Number(b);
}
