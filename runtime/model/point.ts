/** A decoded measurement on its way to the store and the bus. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Message } from "./message.ts";

export type FieldType = "float" | "integer" | "unsigned" | "string" | "boolean";

export interface PointColumn {
  readonly name: string;
  readonly type: FieldType;
  /** Named by a header: there may be thousands, but their number is bounded. */
  readonly isDeclared?: true;
  /** A text that describes what was measured where: a tag in a store that has tags. */
  readonly isTag?: true;
  /** Numbers among names in one table: texts, unless the column has numbers already. */
  readonly isMixed?: true;
  /** A tag that tells rows of one time apart, beside the measurement. */
  readonly isKey?: true;
}

export interface Point {
  /** Name of the database by D25: `mqttkit_1_testdrive`. */
  readonly database: string;
  /** `area_42_node_1_sensors`, `02_cap_r`. */
  readonly measurement: string;
  readonly timeNs: bigint;
  /**
   * `receipt`: unique by construction. `measured`: from the sender's clock, made unique, or of a sample. `payload`:
   * given by the sender; rows of the same measurement and time are merged, and later columns replace earlier ones (as
   * in InfluxDB), so a repetition never adds a row.
   */
  readonly timeSource: "receipt" | "measured" | "payload";
  /** If possible, one array is shared by all points with the same columns; names are unique and never `time`. */
  readonly columns: readonly PointColumn[];
  /** In the order of `columns`; `undefined`: the row has no value for this column. Floats are finite. */
  readonly values: readonly (ColumnValue | undefined)[];
  /** The original text of numbers that were sent as text, by column, for columns that store text. */
  readonly texts?: { get(column: string): string | undefined } | undefined;
  /** The struct that decoded a device's binary payload; structs of channels have their own measurements. */
  readonly struct?: string;
  readonly origin: Origin;
}

/** A decoded point as one of a message in the log. A literal: see below, and points of one hidden class are read faster. */
export function withOrigin(point: Omit<Point, "origin">, origin: Origin): Point {
  const { database, measurement, timeNs, timeSource, columns, values, texts, struct } = point;
  const whole = { database, measurement, timeNs, timeSource, columns, values, texts, origin };
  return struct === undefined ? whole : { ...whole, struct };
}

/** The point with other columns. A literal, since the properties of some points are not their own (`paged-row.ts`). */
export function withColumns(point: Point, columns: readonly PointColumn[], values: Point["values"]): Point {
  const { database, measurement, timeNs, timeSource, texts, struct, origin } = point;
  const other = { database, measurement, timeNs, timeSource, columns, values, texts, origin };
  return struct === undefined ? other : { ...other, struct };
}

/** The place of a row, and the message that it comes from. */
export type PointPlace = Pick<Point, "database" | "measurement" | "origin">;

/** The origin of a point, for error signals and dead letters. */
export interface Origin {
  readonly message: Message;
  /** The message's ID in the log; empty if it is not in the log. */
  readonly id: string;
  /** Number of the message's decoding epoch, if it is in the log. */
  readonly epoch?: number;
}
