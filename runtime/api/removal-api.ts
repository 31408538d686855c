/** Deletes all data of a measurement; the name must be repeated as confirmation. */

import type { Context, Hono } from "hono";
import type { Callers } from "../http/caller.ts";
import { needed, ParameterError, query as parameter, requiredName } from "../http/parameters.ts";
import { administrators } from "../http/permission.ts";
import { type Route, routed } from "../http/route.ts";
import type { Log } from "../lib/log.ts";
import { TelemetryError } from "../model/error-signal.ts";
import type { RemovalOutcome } from "../model/store.ts";
import { PLACE } from "./common-parameters.ts";

export interface RemovalApiOptions extends Callers {
  /** @throws TelemetryError (code `unavailable`) if the deletion cannot be kept */
  readonly remove: (database: string, measurement: string) => Promise<RemovalOutcome | "waits">;
  readonly log: Log;
}

const ROUTES: readonly Route<RemovalApiOptions>[] = [
  {
    method: "delete",
    path: "/measurements",
    summary: "Deletes a measurement with all its rows",
    parameters: [...PLACE, needed(parameter("confirm", "The measurement's name again", "area_42_node_1_sensors"))],
    answers: [],
    errors: [404, 501, 503],
    may: administrators("Only administrators may delete stored data"),
    handle: remove,
  },
];

export function removalApi(parts: RemovalApiOptions): Hono {
  return routed(ROUTES, parts);
}

async function remove(context: Context, { remove: removed, log }: RemovalApiOptions): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const database = requiredName(query, "database");
  const measurement = requiredName(query, "measurement");
  if (query.get("confirm") !== measurement) {
    throw new ParameterError(
      "Parameter 'confirm' has to be the measurement's name, so that nothing is deleted by mistake",
    );
  }
  const outcome = await removed(database, measurement).catch((error: unknown) => {
    if (error instanceof TelemetryError && error.code === "unavailable") return error;
    throw error;
  });
  if (outcome instanceof TelemetryError) return context.text(outcome.message, 503);
  if (outcome === "waits")
    return context.text(
      "The deletion is kept. It is carried out when the store has what came before it, if it can delete",
      202,
    );
  if (outcome === "unsupported") return context.text("This InfluxDB deletes data only with its own tools", 501);
  if (outcome === "unknown") {
    throw new ParameterError(`There is no measurement '${measurement}' in database '${database}'`, 404);
  }
  log.warn({ event: "store.deleted", database, measurement }, "all rows of a measurement were deleted");
  return context.body(null, 204);
}
