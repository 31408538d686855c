/** A measurement's rows as other tools know them: topic, schema's name and JSON Schema, in an archive and live. */

import type { ColumnDescription, MeasurementDescription } from "./measurement-catalogue.ts";

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

/** Of an object with the time, then the columns. A column that the store has with another type has that one. */
export function jsonSchema(place: MeasurementDescription): object {
  const property = ({ name, type, storedType, unit }: ColumnDescription) => [
    name,
    { type: JSON_TYPES[storedType ?? type], ...(unit !== undefined && { description: unit }) },
  ];
  const properties = {
    time: { type: "string", format: "date-time" },
    ...Object.fromEntries(place.columns.map(property)),
  };
  return { title: schemaName(place), type: "object", properties };
}
