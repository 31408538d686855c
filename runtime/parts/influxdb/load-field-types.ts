/** Loads fields, their types, and tags from the server. */

import type { FieldType } from "../../model/point.ts";
import type { InfluxClient } from "./client.ts";
import type { MeasurementColumns } from "./field-types.ts";
import { statusOf } from "./http-error.ts";
import { QueryError, query, type ResultSeries } from "./query.ts";

/** Measurement, in any database, for probe points that test whether it accepts writes. */
export const PROBE = "_structline_probe";

/** Fields and tags by measurement; none if the database does not exist. */
export async function loadColumns(
  client: InfluxClient,
  database: string,
): Promise<ReadonlyMap<string, MeasurementColumns>> {
  const measurements = new Map<string, Columns>();
  // Separate requests: InfluxDB 3 accepts one statement per request.
  const [fields, tags] = await Promise.all([keys(client, database, "FIELD"), keys(client, database, "TAG")]);
  for (const { name: measurement, values } of fields.filter(({ name }) => name !== PROBE)) {
    const columns = measurements.get(measurement) ?? { types: new Map(), tags: new Set() };
    measurements.set(measurement, columns);
    for (const [name, type] of values) {
      if (typeof name === "string" && isFieldType(type)) keepStronger(columns.types, name, type);
    }
  }
  for (const { name: measurement, values } of tags) {
    const columns = measurements.get(measurement);
    for (const [name] of values) if (columns !== undefined && typeof name === "string") noteTag(columns, name);
  }
  return measurements;
}

interface Columns {
  readonly types: Map<string, FieldType>;
  readonly tags: Set<string>;
}

/** A field with the same name has precedence for reading and writing. */
function noteTag({ types, tags }: Columns, name: string): void {
  if (types.has(name)) return;
  types.set(name, "string");
  tags.add(name);
}

const PRECEDENCE: readonly string[] = ["float", "integer", "unsigned", "string", "boolean"];

function isFieldType(type: unknown): type is FieldType {
  return typeof type === "string" && PRECEDENCE.includes(type);
}

// A field may have different types in different shards; queries use the first type in this order. [InfluxQL, Field type
// discrepancies]
function keepStronger(types: Map<string, FieldType>, name: string, type: FieldType): void {
  const known = types.get(name);
  if (known === undefined || PRECEDENCE.indexOf(type) < PRECEDENCE.indexOf(known)) types.set(name, type);
}

function keys(client: InfluxClient, database: string, of: "FIELD" | "TAG"): Promise<readonly ResultSeries[]> {
  return query(client, database, `SHOW ${of} KEYS`).catch(noneOfMissing);
}

/**
 * A database that does not exist has nothing. 1.x and 3.x answer 200 with an error in the result, like 2.7 for a missing
 * bucket; others answer 404.
 */
export function noneOfMissing(error: unknown): ResultSeries[] {
  const isMissing =
    statusOf(error) === 404 ||
    (error instanceof QueryError &&
      /database not found|not found: |default retention policy not set/i.test(error.message));
  if (isMissing) return [];
  throw error;
}
