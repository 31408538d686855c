/**
 * `DELETE /measurements?database=…&measurement=…`: deletes all data of a measurement; the name must be repeated as
 * confirmation.
 */

import { type Context, Hono } from "hono";
import { senderOf } from "../http/sender-of.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../telemetry/log.ts";
import { answerParameterError } from "./answers.ts";
import { ParameterError, requiredName } from "./parameters.ts";

export interface RemovalApiParts {
  readonly store: Pick<Store, "remove">;
  /** Whether the sender may delete; absent: no access control. */
  readonly mayManage?: (request: object) => boolean;
  readonly log: Log;
  readonly onRemoved?: () => void;
}

export function removalApi(parts: RemovalApiParts): Hono {
  const api = new Hono();
  api.delete("/measurements", async (context) => {
    if (parts.mayManage !== undefined && !parts.mayManage(senderOf(context))) {
      return context.text("Only administrators may delete stored data", 403);
    }
    return remove(parts, context);
  });
  api.onError(answerParameterError);
  return api;
}

async function remove({ store, log, onRemoved }: RemovalApiParts, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const database = requiredName(query, "database");
  const measurement = requiredName(query, "measurement");
  if (query.get("confirm") !== measurement) {
    throw new ParameterError(
      "Parameter 'confirm' has to be the measurement's name, so that nothing is deleted by mistake",
    );
  }
  const outcome = await store.remove(database, measurement);
  if (outcome === "unsupported") return context.text("This InfluxDB deletes data only with its own tools", 501);
  if (outcome === "unknown") {
    throw new ParameterError(`There is no measurement '${measurement}' in database '${database}'`, 404);
  }
  log.warn({ event: "store.deleted", database, measurement }, "all rows of a measurement were deleted");
  onRemoved?.();
  return context.body(null, 204);
}
