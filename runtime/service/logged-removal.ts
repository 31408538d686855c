/** Deletes a measurement by a message in the process's own log. */

import { removalMessage } from "../model/removal.ts";
import type { RemovalOutcome } from "../model/store.ts";
import type { StoreThread } from "../store-thread/store-thread.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";

/** How long a request waits until its deletion is carried out. */
const WAIT_MS = 20_000;

export function loggedRemoval(
  { clock, decoding }: Base,
  { messages }: OwnLog,
  thread: Pick<StoreThread, "settled" | "removed">,
) {
  return async (database: string, measurement: string): Promise<RemovalOutcome | "waits"> => {
    const message = removalMessage({ database, measurement }, clock.nowNs());
    const append = messages.append(message, decoding.now.epoch.number);
    await append.durable();
    await thread.settled(WAIT_MS);
    // A thread that ended meanwhile carries it out once it is back.
    return (await thread.removed(append.id).catch(() => undefined)) ?? "waits";
  };
}
