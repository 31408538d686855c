/** Connects intake to its outputs: log, bus, dead letters, signals. */

import type { RecentErrors } from "../api/recent-errors.ts";
import type { Bus } from "../bus/bus.ts";
import type { Activity } from "../intake/activity.ts";
import type { FirstTimes } from "../intake/first-times.ts";
import type { Rejection } from "../intake/intake.ts";
import { IntakeCore, type IntakeParts, type RejectionReporter } from "../intake/intake-core.ts";
import type { Decoding } from "../intake/message-kind.ts";
import type { DeadLetterLog } from "../journal/dead-letters.ts";
import type { LogWriter } from "../journal/log.ts";
import { RejectionSignals } from "../signals/rejection-signals.ts";
import type { SignalPublisher } from "../signals/signals.ts";
import type { RefusedMessage } from "../store-thread/protocol.ts";
import type { StoreThreadOptions } from "../store-thread/store-thread.ts";
import { type Clock, formatNs } from "../telemetry/clock.ts";
import type { Log } from "../telemetry/log.ts";
import { telemetryErrorOf } from "../telemetry/thread-link.ts";

export interface IntakeSurroundings {
  readonly log: Log;
  /** The writer that acknowledges messages. */
  readonly writer: LogWriter;
  readonly decoding: Decoding;
  readonly deadLetters: DeadLetterLog;
  readonly bus: Bus;
  readonly activity: Activity;
  readonly recentErrors: RecentErrors;
  readonly clock: Clock;
  readonly firstTimes: FirstTimes;
  readonly signals: Pick<SignalPublisher, "publish">;
  /** Called with every point that was kept. */
  readonly onPoint: NonNullable<IntakeParts["onPoint"]>;
}

type Refusals = Pick<StoreThreadOptions, "onRefused" | "onRejected" | "onDecodedOtherwise">;

export interface ComposedIntake {
  readonly intake: IntakeCore;
  readonly rejections: RejectionSignals;
  readonly refusals: Refusals;
}

export function composeIntake(surroundings: IntakeSurroundings): ComposedIntake {
  const { log, writer, decoding, deadLetters, bus, activity, recentErrors, clock, signals, ...more } = surroundings;
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
  const intake = new IntakeCore({ log: writer, decoding, bus, deadLetters, reporter, activity, clock, ...more });
  return { intake, rejections, refusals: refusalsOf(intake, deadLetters, activity, log) };
}

/** Handles rows that the store's half returns. */
function refusalsOf(intake: IntakeCore, deadLetters: DeadLetterLog, activity: Activity, log: Log): Refusals {
  const rejectionOf = ({ message, error, shown, output }: RefusedMessage): Rejection => ({
    message,
    error: telemetryErrorOf(error),
    ...(shown !== undefined && { shown }),
    ...(output !== undefined && { output }),
  });
  return {
    onRefused: async (rows) => {
      for (const row of rows) intake.refused(rejectionOf(row), row.key);
      await deadLetters.durable();
    },
    onRejected: (rows) => {
      for (const row of rows) intake.keepRejected(rejectionOf(row), row.key);
    },
    onDecodedOtherwise: (rows) => {
      activity.decodedOtherwise += rows.length;
      const sentence = `${rows.length} messages decoded when they arrived, but do not decode now: they are dead letters`;
      log.warn({ event: "message.decoded-otherwise" }, sentence);
      for (const row of rows) intake.refused(rejectionOf(row), row.key);
    },
  };
}
