/** Messages for tests of the journal and of what builds on it. */

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

export type AtEnd = (stop: () => unknown) => void;

/** `atEnd` is for what uses the folder: a test's own `after` would stop it when the folder is gone already. The last one is stopped first. */
export async function inTemporaryFolder<T>(body: (directory: string, atEnd: AtEnd) => Promise<T>): Promise<T> {
  const directory = await fs.mkdtemp(join(tmpdir(), "structline-"));
  const stops: (() => unknown)[] = [];
  try {
    return await body(directory, (stop) => void stops.unshift(stop));
  } finally {
    for (const stop of stops) await stop();
    // Retries, because a program that was told to end may still write.
    await fs.rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Position and payload text of each entry. */
export async function textsOf(entries: AsyncIterable<JournalEntry>): Promise<[JournalPosition, string][]> {
  const texts: [JournalPosition, string][] = [];
  for await (const { position, message } of entries) texts.push([position, Buffer.from(message.payload).toString()]);
  return texts;
}
