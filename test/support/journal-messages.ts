/** Messages for tests of the journal and of what builds on it. */

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry, JournalPosition } from "../../runtime/journal/journal.ts";
import type { Message } from "../../runtime/telemetry/message.ts";

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

export async function inTemporaryFolder<T>(body: (directory: string) => Promise<T>): Promise<T> {
  const directory = await fs.mkdtemp(join(tmpdir(), "structline-"));
  try {
    return await body(directory);
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
}

/** Position and payload text of each entry. */
export async function textsOf(entries: AsyncIterable<JournalEntry>): Promise<[JournalPosition, string][]> {
  const texts: [JournalPosition, string][] = [];
  for await (const { position, message } of entries) texts.push([position, Buffer.from(message.payload).toString()]);
  return texts;
}
