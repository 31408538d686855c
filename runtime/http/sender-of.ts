/** What access control knows a request by. */

import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Node's own request, which guards saw: middleware may put another in the place of hono's. In tests there is only hono's. */
export function senderOf({ env, req }: Context): object {
  return ((env ?? {}) as Partial<HttpBindings>).incoming ?? req.raw;
}
