/** Intake and its outputs: log, bus, dead letters, signals, alarms. */

import type { Forwarder } from "../cluster/forwarder.ts";
import { ReplicatedLog } from "../cluster/replicated-log.ts";
import { busRecord } from "../intake/bus-record.ts";
import type { Rejection } from "../intake/intake.ts";
import { IntakeCore } from "../intake/intake-core.ts";
import { Refusals, type RejectionReporter } from "../intake/refusals.ts";
import type { DeadLetterLog } from "../journal/dead-letters.ts";
import type { JournalPosition } from "../journal/journal.ts";
import { Republisher, republishing } from "../publish/republisher.ts";
import { LimitAlarms } from "../signals/limit-alarms.ts";
import { RejectionSignals } from "../signals/rejection-signals.ts";
import type { SignalPublisher } from "../signals/signals.ts";
import type { RefusedMessage } from "../store-thread/protocol.ts";
import type { StoreThreadOptions } from "../store-thread/store-thread.ts";
import { isAnnotations } from "../telemetry/address.ts";
import { formatNs } from "../telemetry/clock.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";
import { telemetryErrorOf } from "../telemetry/thread-link.ts";
import type { Base } from "./base.ts";
import type { ClusterParts } from "./cluster-part.ts";
import { limitRules, ofRealms } from "./device-rules.ts";
import type { OwnLog } from "./own-log.ts";

/** @param withdraw keeps a message from being sent to the cluster */
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
    deviceRules: ofRealms(realms, limitRules),
    addressTopics: (message) => decoding.now.of(message).errorTopics(message),
    publish: (topic, signal) => signals.publishAlarm(topic, signal),
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    setLimits: book.limits,
    onSignal: (database, signal) => book.note(database, signal),
  });
  const republisher = new Republisher({
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
    republisher.see(point, message);
    if (isAnnotations(point.measurement)) tellEvent(point, message);
  });
}

/** How refused messages are reported and kept. */
export function composeRefusals(base: Base, deadLetters: DeadLetterLog, signals: Pick<SignalPublisher, "publish">) {
  const { log, decoding, activity, recentErrors } = base;
  const rejections = new RejectionSignals(decoding, signals);
  const reporter: RejectionReporter = {
    describe: (rejection) => rejections.describe(rejection),
    report: (rejection) => {
      const signal = rejections.report(rejection);
      const { message, error } = rejection;
      const { source } = message;
      const address = decoding.now.of(message).addressOf(message);
      recentErrors.note({ time: formatNs(message.receivedNs), source, address, code: error.code, signal });
      log.debug({ event: "message.rejected", source, address, code: error.code }, error.message);
      return signal;
    },
  };
  const refusals = new Refusals({ deadLetters, reporter, activity, decoding });
  return { rejections, refusals, ofStore: ofStore(base, refusals, deadLetters) };
}

/** Handles rows that the store's half returns. */
function ofStore(
  { activity, log }: Base,
  refusals: Refusals,
  deadLetters: DeadLetterLog,
): Pick<StoreThreadOptions, "onRefused" | "onRejected" | "onDecodedOtherwise"> {
  const rejectionOf = ({ message, error, shown, output }: RefusedMessage): Rejection => ({
    message,
    error: telemetryErrorOf(error),
    ...(shown !== undefined && { shown }),
    ...(output !== undefined && { output }),
  });
  return {
    onRefused: async (rows) => {
      for (const row of rows) refusals.refuse(rejectionOf(row), row.key);
      await deadLetters.durable();
    },
    onRejected: (rows) => {
      for (const row of rows) refusals.keep(rejectionOf(row), row.key);
    },
    onDecodedOtherwise: (rows) => {
      activity.decodedOtherwise += rows.length;
      const sentence = `${rows.length} messages decoded when they arrived, but do not decode now: they are dead letters`;
      log.warn({ event: "message.decoded-otherwise" }, sentence);
      for (const row of rows) refusals.refuse(rejectionOf(row), row.key);
    },
  };
}
