/** Intake with what it hands on to: log, bus, dead letters, signals; and the writer that brings the log to the store. */

import type { RecentErrors } from "./api/recent-errors.ts";
import type { Bus } from "./bus/bus.ts";
import type { Activity } from "./intake/activity.ts";
import { IntakeCore, type RejectionReporter } from "./intake/intake-core.ts";
import type { MessageKinds } from "./intake/message-kind.ts";
import type { DeadLetterLog } from "./journal/dead-letters.ts";
import type { FileLog } from "./journal/file-log.ts";
import { RejectionSignals } from "./signals/rejection-signals.ts";
import type { SignalPublisher } from "./signals/signals.ts";
import type { Store } from "./store/store.ts";
import { StoreWriter } from "./store/store-writer.ts";
import { type Clock, formatNs } from "./telemetry/clock.ts";
import type { Log } from "./telemetry/log.ts";

export interface IntakeSurroundings {
  readonly log: Log;
  readonly messages: FileLog;
  readonly kinds: MessageKinds;
  readonly deadLetters: DeadLetterLog;
  readonly store: Store;
  readonly bus: Bus;
  readonly activity: Activity;
  readonly recentErrors: RecentErrors;
  readonly clock: Clock;
  readonly signals: Pick<SignalPublisher, "publish">;
  /** Called after each write with how long it took, s. */
  readonly onStoreWrite: (seconds: number) => void;
}

export interface ComposedIntake {
  readonly intake: IntakeCore;
  readonly writer: StoreWriter;
  readonly rejections: RejectionSignals;
}

/** Nothing runs yet: the writer is to be started. */
export function composeIntake(surroundings: IntakeSurroundings): ComposedIntake {
  const { log, messages, kinds, deadLetters, store, bus, activity, recentErrors, clock, signals } = surroundings;
  const rejections = new RejectionSignals(kinds, signals);
  const reporter: RejectionReporter = {
    describe: (rejection) => rejections.describe(rejection),
    report: (rejection) => {
      const signal = rejections.report(rejection);
      const { message, error } = rejection;
      const { source } = message;
      const address = kinds.of(message).addressOf(message);
      recentErrors.note({ time: formatNs(message.receivedNs), source, address, code: error.code, signal });
      log.debug({ event: "message.rejected", source, address, code: error.code }, error.message);
      return signal;
    },
  };
  const intake = new IntakeCore({ log: messages, kinds, bus, deadLetters, reporter, activity, clock });
  const writer = new StoreWriter({
    store,
    log: messages,
    deadLetters,
    decode: (entry, behind) => intake.reread(entry, behind ? "to-be-kept" : "kept"),
    onRefused: ({ point, error }) => {
      const key = `${point.origin.id}/${point.database}/${point.measurement}/${point.timeNs}`;
      intake.refused({ error, ...kinds.of(point.origin.message).rowOf(point) }, key);
    },
    onWritten: surroundings.onStoreWrite,
    onFinding: (sentence) => log.warn({ event: "store.retry" }, sentence),
  });
  return { intake, writer, rejections };
}
