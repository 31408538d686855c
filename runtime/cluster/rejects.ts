/** What each node rejected, for whoever asks one of them. The letters themselves stay where they are. */

import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import type { RejectFilter, RejectSummary } from "../api/reject-details.ts";
import { listenTo } from "./listen-to.ts";

const FILTER = z.object({
  asker: z.string().max(64),
  limit: z.int().positive(),
  address: z.string().optional(),
  code: z.string().optional(),
});
const SUMMARY = z.object({
  id: z.int().positive(),
  time: z.string(),
  source: z.string(),
  address: z.string(),
  sender: z.string(),
  code: z.string(),
  message: z.string(),
  bytes: z.number(),
  node: z.string(),
});
const WAIT_MS = 1000;
/** An answer is one message of a server, which takes up to 1 MiB. */
const MOST_BYTES = 900_000;

/** @param rejects of this node, newest last, with its address */
export function answerRejects(
  connection: NatsConnection,
  subject: string,
  node: string,
  rejects: (filter: RejectFilter) => readonly RejectSummary[],
): void {
  const hear = (message: Msg) => {
    try {
      const { asker, limit, address, code } = FILTER.parse(JSON.parse(Buffer.from(message.data).toString()));
      if (asker === node) return;
      let found = rejects({ limit, ...(address && { address }), ...(code && { code }) });
      // The newest, as by the limit.
      while (JSON.stringify(found).length > MOST_BYTES) found = found.slice(Math.ceil(found.length / 2));
      message.respond(JSON.stringify(found));
    } catch {
      // Of another version, or of somebody else.
    }
  };
  listenTo(connection, subject, hear);
}

/** Of all that answer within a second. */
export async function askRejects(
  connection: NatsConnection,
  subject: string,
  node: string,
  filter: RejectFilter,
): Promise<readonly RejectSummary[]> {
  const all: RejectSummary[] = [];
  const answers = await connection.requestMany(subject, JSON.stringify({ asker: node, ...filter }), {
    strategy: "stall",
    maxWait: WAIT_MS,
    maxMessages: -1,
  });
  for await (const { data } of answers) {
    const { success, data: some } = z.array(SUMMARY).safeParse(JSON.parse(Buffer.from(data).toString()));
    if (success) all.push(...(some as RejectSummary[]));
  }
  return all;
}
