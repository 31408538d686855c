/** Measurements and their columns as readers see them, and the channels that are served. */

import type { ColumnRole } from "../codec/column-role.ts";
import type { FieldLimits, StateColour, StructCodec } from "../codec/struct-codec.ts";
import type { DisplayRule } from "../config/display-rule.ts";
import type { FramePlaces } from "../frames/frame-columns.ts";
import type { FieldType } from "./point.ts";

/** An active UDP channel. */
export interface ServedChannel {
  readonly name: string;
  /** Undefined: its frames arrive only at other endpoints. */
  readonly udpPort: number | undefined;
  readonly wampTopic: string;
  readonly database: string;
  readonly structs: readonly StructCodec[];
  /** Where its frames contain their ID and length. Absent: in bytes 2 and 1. */
  readonly frames?: FramePlaces;
}

export interface ColumnDescription {
  readonly name: string;
  readonly type: FieldType;
  /** The column's type in the store, if it differs: new values are refused. */
  readonly storedType?: FieldType;
  readonly role: ColumnRole;
  readonly unit?: string;
  /** Names of values: an enum's in the header, or a rule's `states`. */
  readonly states?: Readonly<Record<string, string>>;
  readonly stateColours?: Readonly<Record<string, StateColour>>;
  /** Limits set on the page, else a rule's `warn` and `alarm`, in the stored unit. */
  readonly limits?: FieldLimits;
  /** The limits, or their absence, were set on the page. */
  readonly limitsSet?: true;
  /** Messages of the struct may lack it: `@count`, `@if`. */
  readonly optional?: true;
}

export interface MeasurementDescription {
  readonly database: string;
  readonly measurement: string;
  /** `struct`: from a header; `device`: from HTTP or MQTT; `events`: annotations. */
  readonly kind: "struct" | "device" | "events";
  /** Name for display: `mount`, `area_42_node_1`. */
  readonly title: string;
  /** Heading in the list: a channel's name or a database. */
  readonly group: string;
  readonly columns: readonly ColumnDescription[];
  /** False until something is stored. */
  readonly stored: boolean;
  /** Kind `struct` only. */
  readonly struct?: { readonly name: string; readonly id: number };
  readonly udpPort?: number;
  /** Expected interval between messages, ms: the struct's `@every`. */
  readonly everyMs?: number;
  /** Topic of live values; a device's topic is known only after it has sent. */
  readonly topic?: string;
}

/** What a header says of a column, where devices send a channel's structs. */
export interface ColumnRule extends DisplayRule {
  readonly role?: ColumnRole;
}

/** The rule of a database's realm for a field of a device; with its measurement, also the unit that a table named. */
export type DeviceRules = (database: string, column: string, measurement?: string) => ColumnRule | undefined;

/** Limits set on the page; undefined: the rule's apply. */
export type LimitsSet = (database: string, measurement: string, column: string) => FieldLimits | undefined;

/** A measurement whose description is built on request: there may be thousands. */
export interface ListedMeasurement {
  readonly database: string;
  readonly measurement: string;
  describe(): MeasurementDescription;
}

export interface MeasurementPage {
  /** One JSON text for each measurement. */
  readonly measurements: readonly string[];
  /** `after` for the next page; absent on the last one. */
  readonly next?: string;
}

const OPTIONAL = new WeakMap<MeasurementDescription, ReadonlySet<string>>();

/** Each message has the column: a row without a value there had something that is not a number. */
export function isInEach(description: MeasurementDescription, column: string): boolean {
  if (description.kind !== "struct") return false;
  const known = OPTIONAL.get(description);
  const optional = known ?? new Set(description.columns.flatMap(({ name, optional }) => (optional ? [name] : [])));
  if (known === undefined) OPTIONAL.set(description, optional);
  return !optional.has(column);
}
