/** Actions on a cluster. */

import type { Hono } from "hono";
import { JSON_TYPE } from "../../api/common-parameters.ts";
import type { Callers } from "../../http/caller.ts";
import { administrators } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { INTEGER, record } from "../../http/schema.ts";
import { parseTime } from "../../model/time.ts";

export interface ClusterApiOptions extends Callers {
  /**
   * Sends this node's messages since a time again; returns their number. Undefined if the node receives no messages.
   */
  readonly resend: ((sinceNs: bigint) => Promise<number>) | undefined;
  /** Puts frames that no worker could read back into the log; returns their number. */
  readonly retryRefused: () => Promise<number>;
}

const ROUTES: readonly Route<ClusterApiOptions>[] = [
  {
    method: "post",
    path: "/cluster/resend",
    summary: "Sends messages of this node's journal to the cluster again",
    answer: record({ resent: INTEGER }),
    body: { [JSON_TYPE]: { since: "2026-01-31T12:00:00Z" } },
    errors: [404],
    may: administrators("Only administrators may send messages again"),
    handle: async (context, { resend }) => {
      const { since } = (await context.req.json().catch(() => ({}))) as { readonly since?: unknown };
      if (resend === undefined) return context.text("This node receives no messages: it cannot send any again", 404);
      let sinceNs: bigint;
      try {
        sinceNs = parseTime(String(since), "UTC");
      } catch {
        return context.text("'since' must be a time, such as 2026-01-31T12:00:00Z", 400);
      }
      return context.json({ resent: await resend(sinceNs) });
    },
  },
  {
    method: "post",
    path: "/cluster/retry-refused",
    summary: "Puts frames that no worker could read back into the log",
    answer: record({ retried: INTEGER }),
    may: administrators("Only administrators may retry frames"),
    handle: async (context, { retryRefused }) => context.json({ retried: await retryRefused() }),
  },
];

export function clusterApi(parts: ClusterApiOptions): Hono {
  return routed(ROUTES, parts);
}
