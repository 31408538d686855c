/** Frames that could not be read, on their way to a stream of their own and back. */

import { headers, type MsgHdrs } from "@nats-io/transport-node";
import type { Cluster } from "./connection.ts";
import { isRefusal } from "./jetstream-errors.ts";

/** Where the frame was. */
const SUBJECT = "Structline-Subject";
/** What the servers read of a message would be done once more. */
const OF_SERVERS = /^nats-/i;

export function refusedHeaders(given: MsgHdrs | undefined, subject: string): MsgHdrs {
  const made = copied(given);
  made.set(SUBJECT, subject);
  return made;
}

/** Puts all of them back into the log, for workers of another version. @returns how many; those that are refused again come back */
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
