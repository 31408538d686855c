/** Field types as the server has them. */

import type { FieldType } from "../../telemetry/point.ts";
import type { InfluxClient } from "./client.ts";
import { statusOf } from "./http-error.ts";
import { QueryError, query, type ResultSeries } from "./query.ts";

/** Measurement, in any database, of points that were written to see whether it takes some. */
export const PROBE = "_structline_probe";

/** Field types by measurement; none where the database is not there. */
export async function loadFieldTypes(
  client: InfluxClient,
  database: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, FieldType>>> {
  const measurements = new Map<string, Map<string, FieldType>>();
  for (const series of await fieldKeys(client, database)) {
    if (series.name === PROBE) continue;
    const types = measurements.get(series.name) ?? new Map<string, FieldType>();
    measurements.set(series.name, types);
    for (const [name, type] of series.values) {
      if (typeof name === "string" && isFieldType(type)) keepStronger(types, name, type);
    }
  }
  return measurements;
}

const PRECEDENCE: readonly string[] = ["float", "integer", "unsigned", "string", "boolean"];

function isFieldType(type: unknown): type is FieldType {
  return typeof type === "string" && PRECEDENCE.includes(type);
}

// A field may have one type in one shard and another in the next; queries then take the first of this order. [InfluxQL, Field type discrepancies]
function keepStronger(types: Map<string, FieldType>, name: string, type: FieldType): void {
  const known = types.get(name);
  if (known === undefined || PRECEDENCE.indexOf(type) < PRECEDENCE.indexOf(known)) types.set(name, type);
}

async function fieldKeys(client: InfluxClient, database: string): Promise<readonly ResultSeries[]> {
  try {
    return await query(client, database, "SHOW FIELD KEYS");
  } catch (error) {
    if (isMissingDatabase(error)) return [];
    throw error;
  }
}

/** 1.x and 3.x answer 200 with an error in the result, 2.x 404. */
export function isMissingDatabase(error: unknown): boolean {
  return (
    statusOf(error) === 404 || (error instanceof QueryError && /database not found|not found: /i.test(error.message))
  );
}
