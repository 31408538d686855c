/** How refused messages are reported and kept. */

import type { Rejection } from "../intake/intake.ts";
import { Refusals, type RejectionReporter } from "../intake/refusals.ts";
import type { DeadLetterLog } from "../journal/dead-letter-log.ts";
import { plainError } from "../model/plain-error.ts";
import { telemetryErrorOf } from "../model/thread-link.ts";
import { RejectionSignals, type SignalPublisher } from "../signals/rejection-signals.ts";
import type { RefusedMessage } from "../store-thread/protocol.ts";
import type { StoreThreadOptions } from "../store-thread/store-thread.ts";
import type { Base } from "./base.ts";

export interface Rejected {
  readonly refusals: Refusals;
  readonly signals: RejectionSignals;
  /** Handles rows that the store's half returns. */
  readonly ofStore: Pick<StoreThreadOptions, "refused" | "rejected" | "replaced" | "decodedOtherwise">;
}

export function composeRefusals(base: Base, deadLetters: DeadLetterLog, signals: SignalPublisher): Rejected {
  const { log, inForce: decoding, activity, recentErrors, events } = base;
  const rejections = new RejectionSignals(decoding, signals);
  const reporter: RejectionReporter = {
    describe: (rejection) => rejections.describe(rejection),
    report: (rejection) => {
      const signal = rejections.report(rejection);
      const { message, error } = rejection;
      const { source } = message;
      const address = decoding.now.of(message).addressOf(message);
      const { receivedNs } = message;
      const { code } = error;
      recentErrors.note({ receivedNs, source, address, code, signal });
      events.emit("refused", { address, code, receivedNs });
      // A sentence for each message of a flood would cost more than its dead letter.
      if (log.isLevelEnabled?.("debug") !== false)
        log.debug({ event: "message.rejected", source, address, code }, plainError(error.message));
      return signal;
    },
  };
  const unknownIds = (channel: string) => decoding.settings.channels.find(({ name }) => name === channel)?.unknownIds;
  const refusals = new Refusals({ deadLetters, reporter, activity, decoding, unknownIds });
  return { signals: rejections, refusals, ofStore: ofStore(base, refusals, deadLetters) };
}

function ofStore({ activity, log }: Base, refusals: Refusals, deadLetters: DeadLetterLog): Rejected["ofStore"] {
  const rejectionOf = ({ message, error, shown, output }: RefusedMessage): Rejection => ({
    message,
    error: telemetryErrorOf(error),
    ...(shown !== undefined && { shown }),
    ...(output !== undefined && { output }),
  });
  return {
    refused: async (rows) => {
      for (const row of rows) refusals.refuse(rejectionOf(row), row.key);
      await deadLetters.durable();
    },
    rejected: (rows) => {
      for (const row of rows) refusals.keep(rejectionOf(row), row.key);
    },
    replaced: (rows) => {
      for (const { message, values } of rows) activity.replaced(message, values);
    },
    decodedOtherwise: (rows) => {
      activity.decodedOtherwise += rows.length;
      const sentence = `${rows.length} messages decoded when they arrived, but do not decode now: they are dead letters`;
      log.warn({ event: "message.decoded-otherwise" }, sentence);
      for (const row of rows) refusals.refuse(rejectionOf(row), row.key);
    },
  };
}
