/** Joins the processes that share a log: gives the part that has it what it needs of this process. */

import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { healthState } from "../api/health.ts";
import type { Role } from "../config/cluster-roles.ts";
import type { Member, OwnJournal } from "../parts/sharing.ts";
import type { Settings } from "../settings/settings.ts";
import { Epochs } from "../store-thread/epochs.ts";
import type { Base } from "./base.ts";
import { kindsOf } from "./message-kinds.ts";
import { noteDeadLetters, type OwnLog } from "./own-log.ts";
import { drained } from "./storing.ts";

/** @param ownLog absent if the process receives and stores no messages */
export async function joinOthers(base: Base, ownLog: OwnLog | undefined, roles: readonly Role[]): Promise<Member> {
  const { started, inForce, log, version, clock, app, callers, access, health, endpoint, viewers, onFailed } = base;
  const join = base.openedParts.find(({ open }) => open.join !== undefined)?.open.join;
  if (join === undefined) throw new Error("this build of structline has no shared log");
  return join({
    log,
    version,
    clock,
    roles,
    onFailed,
    id: ownLog?.messages.identity.uuid ?? viewId(started),
    directory: started.journal.directory,
    store: started.store,
    routes: app,
    callers,
    viewers,
    state: () => (health.ready ? healthState(health.report()) : undefined),
    url: () => endpoint.deviceUrl ?? "",
    shareAccess: (text) => access?.share({ users: text("users"), sessions: text("sessions") }),
    own: ownLog && ownJournal(ownLog),
    topics: inForce.now.addressing.topics,
    broker: started.mqtt.url === undefined ? "own" : "shared",
    epochs: (options) => new Epochs({ ...options, kindsOf, settings: started }),
    epoch: () => inForce.now.epoch,
    noteDeadLetters: (letters) => noteDeadLetters(base, letters),
    removed: (removed) => base.events.emit("removed", removed),
    drained: (writer) => drained(writer, log),
  });
}

function ownJournal({ messages, deadLetters, rejected, outgoing: { signals, rows } }: OwnLog): OwnJournal {
  return {
    messages,
    deadLetters,
    refuse: (rejection, key) => void rejected.refusals.refuse(rejection, key),
    signals,
    rows,
  };
}

/**
 * A view has no journal: after a restart it has the same ID if it runs on the same machine with the same configuration.
 */
function viewId({ file, http }: Settings): string {
  const text = JSON.stringify([hostname(), file, http.listen]);
  const digits = createHash("sha256").update(text).digest("hex");
  return [digits.slice(0, 8), ...[8, 12, 16].map((at) => digits.slice(at, at + 4)), digits.slice(20, 32)].join("-");
}
