/** Deletes a measurement where a place in the log decides: by a message in the process's own log, or after what the cluster's log has. */

import { withTimeout } from "../lib/with-timeout.ts";
import { TelemetryError } from "../model/error-signal.ts";
import { removalMessage } from "../model/removal.ts";
import type { RemovalOutcome, StoreAccess } from "../model/store.ts";
import type { Member } from "../parts/sharing.ts";
import type { StoreThread } from "../store-thread/store-thread.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";

/** How long a request waits until its deletion is carried out. */
const WAIT_MS = 20_000;

export function loggedRemoval(
  { clock, inForce }: Base,
  { messages }: OwnLog,
  thread: Pick<StoreThread, "settled" | "removed">,
) {
  return async (database: string, measurement: string): Promise<RemovalOutcome | "waits"> => {
    const message = removalMessage({ database, measurement }, clock.nowNs());
    const append = messages.append(message, inForce.now.epoch.number);
    await append.durable();
    await thread.settled(WAIT_MS);
    // A thread that ended meanwhile carries it out once it is back.
    return (await thread.removed(append.id).catch(() => undefined)) ?? "waits";
  };
}

/**
 * In a cluster, a measurement's rows may come through several partitions, which have no order among each other. So
 * everything that the cluster's log has at the request is stored first; nothing that comes after the answer is deleted.
 * All nodes know the deletion before that: what they received before it may be sent again, and stays deleted.
 */
export function clusterRemoval(
  node: Pick<Member, "stored" | "noteRemoval">,
  ownLog: OwnLog | undefined,
  store: StoreAccess,
) {
  return async (database: string, measurement: string): Promise<RemovalOutcome> => {
    const until = performance.now() + WAIT_MS;
    // With `acknowledge = local`, what was answered may not have left this node yet.
    if (ownLog !== undefined) await withTimeout(ownLog.messages.reached(ownLog.messages.end), WAIT_MS);
    const stored = async () => {
      if (!(await node.stored(Math.max(0, until - performance.now()))))
        throw new Error("the stores do not have all yet that came before it");
    };
    try {
      await stored();
      const takeBack = await node.noteRemoval({ database, measurement });
      // What the workers have read without knowing of it is stored before.
      await stored().catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
    } catch (error) {
      const text = `Nothing was deleted: ${(error as Error).message}; ask again`;
      throw new TelemetryError(text, { name: "ClusterError", code: "unavailable" });
    }
    return store.remove(database, measurement);
  };
}
