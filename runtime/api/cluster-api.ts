/** Actions on a cluster: `POST /cluster/resend`, `POST /cluster/retry-refused`. */

import { Hono } from "hono";
import { senderOf } from "../http/sender-of.ts";
import { parseTime } from "../telemetry/time.ts";
import { answerParameterError } from "./answers.ts";

export interface ClusterApiParts {
  /**
   * Sends this node's messages since a time again; returns their number. Undefined if the node receives no messages.
   */
  readonly resend: ((sinceNs: bigint) => Promise<number>) | undefined;
  /** Puts frames that no worker could read back into the log; returns their number. */
  readonly retryRefused: () => Promise<number>;
  /** Absent: no access control. */
  readonly mayManage?: (request: object) => boolean;
}

export function clusterApi({ resend, retryRefused, mayManage = () => true }: ClusterApiParts): Hono {
  const api = new Hono();
  api.post("/cluster/resend", async (context) => {
    const denied = () => context.text("Only administrators may send messages again", 403);
    if (!mayManage(senderOf(context))) return denied();
    const { since } = (await context.req.json().catch(() => ({}))) as { readonly since?: unknown };
    // The permission may have been withdrawn while the body arrived.
    if (!mayManage(senderOf(context))) return denied();
    if (resend === undefined) return context.text("This node receives no messages: it cannot send any again", 404);
    let sinceNs: bigint;
    try {
      sinceNs = parseTime(String(since), "UTC");
    } catch {
      return context.text("'since' must be a time, such as 2026-01-31T12:00:00Z", 400);
    }
    return context.json({ resent: await resend(sinceNs) });
  });
  api.post("/cluster/retry-refused", async (context) => {
    if (!mayManage(senderOf(context))) return context.text("Only administrators may retry frames", 403);
    return context.json({ retried: await retryRefused() });
  });
  api.onError(answerParameterError);
  return api;
}
