/** The supported statements of InfluxQL as data. */

import type { RowCondition } from "../../model/row-condition.ts";

export const AGGREGATES = ["mean", "min", "max", "first", "last", "count", "sum", "spread"] as const;
/** Aggregates that stores and exports know. */
export type StoredAggregate = (typeof AGGREGATES)[number];

/** Aggregates that need each value. `count_distinct` is `count(distinct())`. */
export const OF_VALUES = [
  "median",
  "mode",
  "stddev",
  "percentile",
  "integral",
  "distinct",
  "count_distinct",
  "top",
  "bottom",
] as const;
export type OfValues = (typeof OF_VALUES)[number];
export type AggregateName = StoredAggregate | OfValues;

/** Aggregates that pick rows of many. */
export const SELECTORS = ["min", "max", "first", "last", "percentile", "top", "bottom"] as const;
export type SelectorName = (typeof SELECTORS)[number];

/** Functions of single values. [InfluxDB 1.6.7, query/math.go] */
export const MATH = [
  "abs",
  "acos",
  "asin",
  "atan",
  "atan2",
  "ceil",
  "cos",
  "exp",
  "floor",
  "ln",
  "log",
  "log2",
  "log10",
  "pow",
  "round",
  "sin",
  "sqrt",
  "tan",
] as const;
export type MathName = (typeof MATH)[number];

/** Functions that transform a series, value by value. */
export const TRANSFORMATIONS = [
  "derivative",
  "non_negative_derivative",
  "difference",
  "non_negative_difference",
  "moving_average",
  "cumulative_sum",
  "elapsed",
] as const;
export type TransformationName = (typeof TRANSFORMATIONS)[number];

export interface Aggregation {
  readonly kind: "aggregate";
  readonly of: AggregateName;
  /** Absent: all that it can be applied to. */
  readonly column: string | undefined;
  /** With an absent column: which of them. */
  readonly among?: NamePattern;
  /** A percentage, a unit in ns, or a number of rows. */
  readonly parameter?: bigint | number | undefined;
  /** Of `top` and `bottom`: only one row for each of their values. */
  readonly tags?: readonly string[];
}

export interface Transformation {
  readonly kind: "transformation";
  readonly of: TransformationName;
  readonly inner: Expression;
  /** A duration in ns, or a number of values. */
  readonly parameter: bigint | number | undefined;
}

export type Expression =
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "all"; readonly among?: NamePattern }
  /** A bigint if it is written without a point. */
  | { readonly kind: "number"; readonly value: number | bigint }
  | Aggregation
  | Transformation
  | { readonly kind: "math"; readonly of: MathName; readonly given: readonly Expression[] }
  | {
      readonly kind: "operation";
      readonly operator: "+" | "-" | "*" | "/" | "%";
      readonly left: Expression;
      readonly right: Expression;
    };

export interface SelectedField {
  readonly expression: Expression;
  readonly alias: string | undefined;
}

export interface QueriedMeasurement {
  /** Absent: the request's database. */
  readonly database: string | undefined;
  readonly measurements: NamePattern;
  /** A SELECT in its place. */
  readonly inner?: Select;
}

export type Fill = "none" | "null" | "previous" | "linear" | number | bigint;

export interface Select extends SelectClauses {
  readonly kind: "select";
  readonly fields: readonly SelectedField[];
  readonly from: readonly QueriedMeasurement[];
}

export interface SelectClauses {
  /** From inclusive, to exclusive, ns; absent if the statement has no such limit. */
  readonly fromNs: bigint | undefined;
  readonly toNs: bigint | undefined;
  readonly where: RowCondition | undefined;
  readonly everyNs: bigint | undefined;
  /** How much later than the epoch's multiples the intervals begin. */
  readonly offsetNs: bigint;
  /** Columns whose values make groups. */
  readonly by: readonly string[];
  /** Tags with such names make groups, too. */
  readonly byTags: readonly NamePattern[];
  readonly fill: Fill;
  readonly order: "oldest-first" | "newest-first";
  /** Rows of each series; 0: all. */
  readonly limit: number;
  readonly offset: number;
  /** Series of each measurement; 0: all. */
  readonly seriesLimit: number;
  readonly seriesOffset: number;
  readonly timeZone: string;
}

export const NO_CLAUSES: SelectClauses = {
  fromNs: undefined,
  toNs: undefined,
  where: undefined,
  everyNs: undefined,
  offsetNs: 0n,
  by: [],
  byTags: [],
  fill: "null",
  order: "oldest-first",
  limit: 0,
  offset: 0,
  seriesLimit: 0,
  seriesOffset: 0,
  timeZone: "UTC",
};

/** Filters a list of names. */
export interface NamePattern {
  readonly isWanted: (name: string) => boolean;
}

/** What SHOW lists of the measurements of a database. */
export interface Listing {
  readonly kind: "measurements" | "fields" | "series" | "tag-keys" | "tag-values";
  /** Only how many there are; `roughly` may be of everything at once. */
  readonly counted: "exact" | "roughly" | undefined;
  readonly database: string | undefined;
  readonly pattern: NamePattern | undefined;
  readonly measurements: readonly QueriedMeasurement[] | undefined;
  /** Of `tag-keys` and `tag-values`: which keys; absent: all. */
  readonly keys: NamePattern | undefined;
  /** On tags. */
  readonly where: RowCondition | undefined;
  readonly limit: number | undefined;
  readonly offset: number;
}

export type Statement =
  | Select
  | Listing
  | { readonly kind: "databases" | "policies" }
  /** Answered without any action: databases are created when something is stored. */
  | { readonly kind: "create" }
  /** Not answered, and why. */
  | { readonly kind: "refused"; readonly sentence: string };
