/** Frames that could not be read: moves them to a separate stream and back. */

import { headers, type MsgHdrs } from "@nats-io/transport-node";
import type { Cluster } from "./connection.ts";
import { isRefusal } from "./jetstream-errors.ts";

/** Header with the frame's original subject. */
const SUBJECT = "Structline-Subject";
/** Headers that the servers would execute again. */
const OF_SERVERS = /^nats-/i;

export function refusedHeaders(given: MsgHdrs | undefined, subject: string): MsgHdrs {
  const made = copied(given);
  made.set(SUBJECT, subject);
  return made;
}

/**
 * Puts all of them back into the log, for workers of another version. @returns their number; frames refused again
 * return to the stream
 */
export async function retryRefused({ manager, jetstream, names }: Cluster): Promise<number> {
  const { state } = await manager.streams.info(names.refused);
  let retried = 0;
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await manager.streams.getMessage(names.refused, { seq }).catch((error: unknown) => {
      if (isRefusal(error, "messageNotFound", "consumerNotFound")) return null;
      throw error;
    });
    const subject = message?.header?.get(SUBJECT) ?? "";
    if (message === null || !isFrameSubject(subject, names.frameSubjects)) continue;
    const options = { msgID: `retried/${seq}/${message.time.getTime()}`, headers: copied(message.header) };
    await jetstream.publish(subject, message.data, options);
    await manager.streams.deleteMessage(names.refused, seq, false);
    retried++;
  }
  return retried;
}

function copied(given: MsgHdrs | undefined): MsgHdrs {
  const made = headers();
  for (const key of given?.keys() ?? []) if (!OF_SERVERS.test(key) && key !== SUBJECT) made.set(key, given!.get(key));
  return made;
}

function isFrameSubject(subject: string, pattern: string): boolean {
  const stem = pattern.slice(0, -1);
  return subject.startsWith(stem) && /^\d{1,4}$/.test(subject.slice(stem.length));
}
