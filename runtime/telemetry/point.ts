/** A decoded measurement on its way to the store and the bus. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Message } from "./message.ts";

export type FieldType = "float" | "integer" | "unsigned" | "string" | "boolean";

export interface PointColumn {
  readonly name: string;
  readonly type: FieldType;
  /** A header names it: there may be thousands, but not without end. */
  readonly isDeclared?: true;
  /** A text that says what was measured where: a tag in a store that has tags. */
  readonly isTag?: true;
}

export interface Point {
  /** Database, as D25 names it: `mqttkit_1_testdrive`. */
  readonly database: string;
  /** `area_42_node_1_sensors`, `02_cap_r`. */
  readonly measurement: string;
  readonly timeNs: bigint;
  /**
   * `receipt`: unique by construction. `measured`: by the sender's clock and made unique, or a sample's. `payload`: given by the sender; rows of one measurement and time are one row,
   * later columns winning (as InfluxDB does), so that a repeated delivery never makes a second row.
   */
  readonly timeSource: "receipt" | "measured" | "payload";
  /** One array shared by all points of a shape where possible; no two of one name; never `time`. */
  readonly columns: readonly PointColumn[];
  /** Same order as `columns`; `undefined` leaves the column out of this row. Floats are finite. */
  readonly values: readonly (ColumnValue | undefined)[];
  /** Numbers that were sent as texts, by column: a column of texts takes them as they came. */
  readonly texts?: { get(column: string): string | undefined } | undefined;
  /** The struct that a device's binary payload was decoded as; those of channels have measurements of their own. */
  readonly struct?: string;
  readonly origin: Origin;
}

/** Where a point comes from: for error signals and dead letters. */
export interface Origin {
  readonly message: Message;
  /** The message's id in the log; empty where it is not in it. */
  readonly id: string;
  /** Number of the decoding epoch that the message came in, where it is in the log. */
  readonly epoch?: number;
}
