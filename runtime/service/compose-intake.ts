/** Intake, and what follows the points that it keeps. */

import type { Forwarder } from "../cluster/forwarder.ts";
import { ReplicatedLog } from "../cluster/replicated-log.ts";
import { IntakeCore } from "../intake/intake-core.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import { STORE_KINDS } from "../settings/store-kinds.ts";
import { tellsReplaced } from "../store/open-store.ts";
import type { Base } from "./base.ts";
import type { ClusterMember } from "./cluster-part.ts";
import type { OwnLog } from "./own-log.ts";

export function composeIntake(
  base: Base,
  ownLog: OwnLog,
  node: ClusterMember | undefined,
  forwarder: Forwarder | undefined,
): IntakeCore {
  const { inForce: decoding, bus, activity, clock } = base;
  const { firstTimes, rejected } = ownLog;
  const log = node && forwarder ? replicated(base, ownLog, node, forwarder) : ownLog.messages;
  const intake = new IntakeCore({
    log,
    bus,
    refusals: rejected.refusals,
    activity,
    decoding,
    firstTimes: node?.firstTimes ?? firstTimes,
    clock,
    units: base.units,
    storeCounts: node === undefined ? tellsReplaced(base.started, STORE_KINDS) : () => false,
  });
  intake.onPoint((point, message) => base.events.emit("point", point, message));
  return intake;
}

function replicated({ started }: Base, { messages }: OwnLog, node: ClusterMember, forwarder: Forwarder): ReplicatedLog {
  const { acknowledge } = started.cluster!;
  const withdraw = (position: JournalPosition) => forwarder.withdraw(position);
  return new ReplicatedLog({ messages, acknowledge, objection: node.objection, withdraw });
}
