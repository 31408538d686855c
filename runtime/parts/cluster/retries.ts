/** Retries of dead letters on a node without sources: a node with sources does them. */

import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { encodeRecord } from "../../journal/dead-letter-record.ts";
import type { DeadLetter } from "../../journal/dead-letters.ts";
import { encodeFrame } from "./frame.ts";
import { listenTo } from "./listen-to.ts";
import { letterOf } from "./shared-dead-letters.ts";

/** Longer than an acknowledgement of the cluster's log can take. */
const ANSWER_MS = 20_000;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** @param retry @throws Error with the reason */
export function takeRetries(
  connection: NatsConnection,
  subject: string,
  retry: (letter: DeadLetter) => Promise<void>,
): void {
  const hear = (message: Msg) => {
    const letter = letterOf({ seq: 1, data: message.data });
    if (letter === undefined) return;
    retry(letter).then(
      () => message.respond(""),
      (error: Error) => message.respond(error.message || "it is still rejected"),
    );
  };
  listenTo(connection, subject, hear, "retries");
}

/** @throws Error with the reason, or if no node with sources answers */
export async function passRetry(connection: NatsConnection, subject: string, letter: DeadLetter): Promise<void> {
  const message = encodeRecord({ kind: "letter", letter });
  const data = encodeFrame({ node: NOBODY, entries: [{ position: 1, message }] });
  const answer = await connection.request(subject, data, { timeout: ANSWER_MS }).catch((error: Error) => {
    throw new Error(`no node that receives messages answers: ${error.message}`);
  });
  if (answer.data.length > 0) throw new Error(answer.string());
}
