/** The role of a stored column for its reader: one rule for the page, Grafana and the read API. */

import { fieldOfColumn } from "./fields.ts";
import type { FieldInfo, StructCodec } from "./struct-codec.ts";

/** `flag` is one bit, `state` has few values or named ones, `frame` describes the message, not a measured value. */
export type ColumnRole = "value" | "flag" | "state" | "text" | "frame";

/** Columns of channel rows that do not come from their structs. */
const OF_MESSAGES: ReadonlySet<string> = new Set(["_hex_", "_received_", "_schema_"]);
const LATITUDE = /^(?:.*[._])?(lat|latitude)(?:[._]?deg)?$/i;
const LONGITUDE = /^(?:.*[._])?(lon|lng|long|longitude)(?:[._]?deg)?$/i;

/**
 * @param codec of the column's struct; undefined for devices @param type in the store
 * @param ofFrames columns that describe the struct's frames (`frameColumns`)
 */
export function roleOfColumn(
  codec: Pick<StructCodec, "fields"> | undefined,
  name: string,
  type: string,
  ofFrames?: ReadonlySet<string>,
): ColumnRole {
  if (OF_MESSAGES.has(name) || ofFrames?.has(name) === true) return "frame";
  const field = codec && fieldOfColumn(codec, name);
  return field === undefined ? roleOfType(type) : roleOfField(field, type);
}

function roleOfField(field: FieldInfo, type: string): ColumnRole {
  if (field.expr !== undefined) return roleOfType(type);
  if (field.scalar === "bool" || (field.bitField && field.bitWidth === 1)) return "flag";
  return field.bitField && field.bitWidth <= 4 ? "state" : roleOfType(type);
}

function roleOfType(type: string): ColumnRole {
  if (type === "string") return "text";
  return type === "boolean" ? "flag" : "value";
}

/** Columns with names of latitudes, in their order. */
export function latitudesIn(columns: readonly string[]): string[] {
  return columns.filter((name) => LATITUDE.test(name));
}

export function longitudesIn(columns: readonly string[]): string[] {
  return columns.filter((name) => LONGITUDE.test(name));
}
