/** What is asked and done of a cluster: `POST /cluster/resend`, `POST /cluster/retry-refused`. */

import { Hono } from "hono";
import { senderOf } from "../http/sender-of.ts";
import { parseTime } from "../telemetry/time.ts";
import { answerParameterError } from "./answers.ts";

export interface ClusterApiParts {
  /** Sends what this node took since then once more; how many messages. Undefined where it takes none. */
  readonly resend: ((sinceNs: bigint) => Promise<number>) | undefined;
  /** Puts frames that no worker could read back into the log; how many. */
  readonly retryRefused: () => Promise<number>;
  /** Absent: everybody. */
  readonly mayManage?: (request: object) => boolean;
}

export function clusterApi({ resend, retryRefused, mayManage = () => true }: ClusterApiParts): Hono {
  const api = new Hono();
  api.post("/cluster/resend", async (context) => {
    const denied = () => context.text("Messages are sent again by those who may manage", 403);
    if (!mayManage(senderOf(context))) return denied();
    const { since } = (await context.req.json().catch(() => ({}))) as { readonly since?: unknown };
    // The body may have taken its time.
    if (!mayManage(senderOf(context))) return denied();
    if (resend === undefined) return context.text("This node takes no messages, so it has none to send again", 404);
    let sinceNs: bigint;
    try {
      sinceNs = parseTime(String(since), "UTC");
    } catch {
      return context.text("'since' is to be a time, such as 2026-01-31T12:00:00Z", 400);
    }
    return context.json({ resent: await resend(sinceNs) });
  });
  api.post("/cluster/retry-refused", async (context) => {
    if (!mayManage(senderOf(context))) return context.text("Frames are tried again by those who may manage", 403);
    return context.json({ retried: await retryRefused() });
  });
  api.onError(answerParameterError);
  return api;
}
