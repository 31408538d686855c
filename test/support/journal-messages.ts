/** Messages for tests of the journal and of what builds on it. */

import type { JournalEntry, JournalPosition } from "../../runtime/model/journal-entry.ts";
import type { Message } from "../../runtime/model/message.ts";

export function messageOf(payload: string | Uint8Array, fields: Partial<Message> = {}): Message {
  return {
    source: "udp",
    address: "rig",
    sender: "127.0.0.1:50123",
    contentType: "",
    receivedNs: 1_700_000_000_123_456_789n,
    payload: typeof payload === "string" ? Buffer.from(payload) : payload,
    ...fields,
  };
}

/** Position and payload text of each entry. */
export async function textsOf(entries: AsyncIterable<JournalEntry>): Promise<[JournalPosition, string][]> {
  const texts: [JournalPosition, string][] = [];
  for await (const { position, message } of entries) texts.push([position, Buffer.from(message.payload).toString()]);
  return texts;
}
