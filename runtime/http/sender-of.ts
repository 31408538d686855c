/** The object by which access control identifies a request. */

import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Node's own request, which the guards saw: middleware may replace hono's. Tests have only hono's. */
export function senderOf({ env, req }: Context): object {
  return ((env ?? {}) as Partial<HttpBindings>).incoming ?? req.raw;
}
