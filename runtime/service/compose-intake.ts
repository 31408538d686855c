/** Intake, and what follows the points that it keeps. */

import { ofRealms } from "../api/device-rules.ts";
import type { Forwarder } from "../cluster/forwarder.ts";
import { ReplicatedLog } from "../cluster/replicated-log.ts";
import { IntakeCore } from "../intake/intake-core.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import { republisher, republishing } from "../publish/republisher.ts";
import type { Base } from "./base.ts";
import type { ClusterParts } from "./cluster-part.ts";
import type { OwnLog } from "./own-log.ts";

export function composeIntake(
  base: Base,
  ownLog: OwnLog,
  node: ClusterParts | undefined,
  forwarder: Forwarder | undefined,
): IntakeCore {
  const { decoding, bus, activity, clock } = base;
  const { refusals, keys } = ownLog;
  const log = node && forwarder ? replicated(base, ownLog, node, forwarder) : ownLog.messages;
  const intake = new IntakeCore({
    log,
    bus,
    refusals,
    activity,
    decoding,
    firstTimes: node?.firstTimes ?? keys,
    clock,
  });
  followPoints(base, ownLog, intake);
  return intake;
}

function replicated({ settings }: Base, { messages }: OwnLog, node: ClusterParts, forwarder: Forwarder): ReplicatedLog {
  const { acknowledge } = settings.cluster!;
  const withdraw = (position: JournalPosition) => forwarder.withdraw(position);
  return new ReplicatedLog({ messages, acknowledge, objection: node.objection, withdraw });
}

/** Republished values, and what parts make of each point that was kept. */
function followPoints({ current, decoding, events }: Base, { rows, mark }: OwnLog, intake: IntakeCore): void {
  const republish = republisher({
    realms: ofRealms(() => current.configuration.settings.realms, republishing),
    arrivalTopic: (message) => decoding.now.of(message).arrivalTopic?.(message),
    put: (item) => rows.put(item),
    mark,
  });
  intake.onPoint((point, message) => {
    events.emit("point", point, message);
    republish(point, message);
  });
}
