/** The supported statements of InfluxQL as data. */

export const AGGREGATES = ["mean", "min", "max", "first", "last", "count", "sum", "spread"] as const;
export type AggregateName = (typeof AGGREGATES)[number];

/** Functions that transform a series, value by value. */
export const TRANSFORMATIONS = [
  "derivative",
  "non_negative_derivative",
  "difference",
  "non_negative_difference",
  "moving_average",
  "cumulative_sum",
] as const;
export type TransformationName = (typeof TRANSFORMATIONS)[number];

export type Expression =
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "all" }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "aggregate"; readonly of: AggregateName; readonly column: string | undefined }
  | {
      readonly kind: "transformation";
      readonly of: TransformationName;
      readonly inner: Expression;
      /** A duration in ns, or a number of values. */
      readonly parameter: bigint | number | undefined;
    }
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
}

export const COMPARISONS = [">", ">=", "<", "<=", "=", "!=", "<>"] as const;

/** Rows without a number in the column do not meet it. */
export interface Condition {
  readonly column: string;
  readonly comparison: (typeof COMPARISONS)[number];
  readonly number: number;
}

export interface Select {
  readonly kind: "select";
  readonly fields: readonly SelectedField[];
  readonly from: readonly QueriedMeasurement[];
  /** From inclusive, to exclusive, ns; absent if the statement has no such limit. */
  readonly fromNs: bigint | undefined;
  readonly toNs: bigint | undefined;
  /** All of them must be met. */
  readonly conditions: readonly Condition[];
  readonly everyNs: bigint | undefined;
  readonly fill: "none" | "null" | "previous" | "linear" | number;
  readonly order: "oldest-first" | "newest-first";
  readonly limit: number | undefined;
  readonly timeZone: string;
}

/** Filters a list of names. */
export interface NamePattern {
  readonly isWanted: (name: string) => boolean;
}

export type Statement =
  | Select
  | { readonly kind: "databases" | "policies" }
  /** There are no tags, so the list is empty. */
  | { readonly kind: "tags" }
  /** Answered without any action: databases are created when something is stored. */
  | { readonly kind: "create" }
  /** Not answered, and why. */
  | { readonly kind: "refused"; readonly sentence: string }
  | {
      readonly kind: "measurements" | "fields";
      readonly database: string | undefined;
      readonly pattern: NamePattern | undefined;
      readonly measurements: readonly QueriedMeasurement[] | undefined;
      readonly limit: number | undefined;
      readonly offset: number;
    };
