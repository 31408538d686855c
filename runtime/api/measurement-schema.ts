/** A measurement's rows for other tools: topic, schema name and JSON Schema, in archives and live. */

import type { ColumnDescription, MeasurementDescription } from "../model/measurement.ts";

export function schemaName({ struct, measurement }: MeasurementDescription): string {
  return struct === undefined ? measurement : `${struct.name}.values`;
}

export function topicOf({ kind, group, database, measurement, title }: MeasurementDescription): string {
  return kind === "struct" ? `/${group}/${title}` : `/${database}/${measurement}`;
}

const JSON_TYPES = {
  float: "number",
  integer: "integer",
  unsigned: "integer",
  boolean: "boolean",
  string: "string",
} as const;

/** Describes an object with the time, then the columns. The store's type of a column has precedence. */
export function jsonSchema(description: MeasurementDescription): object {
  const property = ({ name, type, storedType, unit }: ColumnDescription) => [
    name,
    { type: JSON_TYPES[storedType ?? type], ...(unit !== undefined && { description: unit }) },
  ];
  const properties = {
    time: { type: "string", format: "date-time" },
    ...Object.fromEntries(description.columns.map(property)),
  };
  return { title: schemaName(description), type: "object", properties };
}
