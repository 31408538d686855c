/**
 * The deletion of a measurement as a message in the log: its place decides what it deletes. Rows of earlier messages go, whether
 * they are stored already or not; those of later ones stay. Done again, after a crash, it deletes the same.
 */

import type { Message } from "./message.ts";

export interface Removal {
  readonly database: string;
  readonly measurement: string;
}

/** One that was carried out. */
export interface Removed extends Removal {
  /** Its time of receipt: what was received later stays. */
  readonly atNs: bigint;
}

/** One in the log, with the permanent name of its message. */
export interface LoggedRemoval extends Removed {
  readonly id: string;
}

/** Like the name of a source: it is stored in logs. */
const SOURCE = "removal";

export function removalMessage({ database, measurement }: Removal, receivedNs: bigint): Message {
  const payload = Buffer.from(JSON.stringify({ database, measurement }));
  return { source: SOURCE, address: "", sender: "", contentType: "application/json", receivedNs, payload };
}

/** Undefined: another message. */
export function removalIn(entry: {
  readonly id: string;
  readonly message: Pick<Message, "source" | "payload" | "receivedNs">;
}): LoggedRemoval | undefined {
  const { source, payload, receivedNs } = entry.message;
  if (source !== SOURCE) return undefined;
  const { database, measurement } = JSON.parse(Buffer.from(payload).toString()) as Removal;
  return { database, measurement, id: entry.id, atNs: receivedNs };
}
