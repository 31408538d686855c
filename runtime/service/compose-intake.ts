/** Intake, and what follows the points that it keeps. */

import type { Forwarder } from "../cluster/forwarder.ts";
import { ReplicatedLog } from "../cluster/replicated-log.ts";
import { busRecord } from "../intake/bus-record.ts";
import { IntakeCore } from "../intake/intake-core.ts";
import { isAnnotations } from "../model/address.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { Point } from "../model/point.ts";
import { republisher, republishing } from "../publish/republisher.ts";
import { LimitAlarms } from "../signals/limit-alarms.ts";
import type { Base } from "./base.ts";
import type { ClusterParts } from "./cluster-part.ts";
import { limitRules, ofRealms } from "./device-rules.ts";
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

/** Alarms, events and republished values, from each point that was kept. */
function followPoints({ current, channels, decoding }: Base, ownLog: OwnLog, intake: IntakeCore): void {
  const { signals, book, notices, rows, mark } = ownLog;
  const realms = () => current.configuration.settings.realms;
  const alarms = new LimitAlarms({
    channels: () => channels.served(),
    deviceRules: ofRealms(realms, (now) => limitRules(now, () => channels.served())),
    addressTopics: (message) => decoding.now.of(message).errorTopics(message),
    publish: (topic, signal) => signals.publish(topic, signal),
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    setLimits: book.limits,
    onSignal: (database, signal) => book.note(database, signal),
  });
  const republish = republisher({
    realms: ofRealms(realms, republishing),
    arrivalTopic: (message) => decoding.now.of(message).arrivalTopic?.(message),
    put: (item) => rows.put(item),
    mark,
  });
  const tellEvent = (point: Omit<Point, "origin">, message: Message) => {
    const kind = decoding.now.of(message);
    // A struct may have the same name.
    if (kind.rowTopic?.({ ...point, origin: { message, id: "" } })?.channel !== undefined) return;
    notices.tell("events", point.database, () => ({ address: kind.addressOf(message), ...busRecord(point) }));
  };
  intake.onPoint((point, message) => {
    alarms.see(point, message);
    republish(point, message);
    if (isAnnotations(point.measurement)) tellEvent(point, message);
  });
}
