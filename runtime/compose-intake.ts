/** Intake with what it hands on to: journal, store's writer, bus, dead letters, signals. */

import type { RecentErrors } from "./api/recent-errors.ts";
import type { Bus } from "./bus/bus.ts";
import type { Settings } from "./config/settings.ts";
import type { Devices } from "./devices.ts";
import type { Activity } from "./intake/activity.ts";
import { decodeDeviceMessage } from "./intake/decode-device-message.ts";
import { IntakeCore, type RejectionReporter } from "./intake/intake-core.ts";
import { refusedRow } from "./intake/refused-row.ts";
import type { DeadLetterLog } from "./journal/dead-letters.ts";
import type { FileLog } from "./journal/file-log.ts";
import { RejectionSignals } from "./signals/rejection-signals.ts";
import type { SignalPublisher } from "./signals/signals.ts";
import type { Store } from "./store/store.ts";
import { StoreWriter } from "./store/store-writer.ts";
import { type Clock, formatNs } from "./telemetry/clock.ts";
import type { Log } from "./telemetry/log.ts";
import type { UdpChannels } from "./udp-channels.ts";

export interface IntakeSurroundings {
  readonly settings: Settings;
  readonly log: Log;
  readonly messages: FileLog;
  readonly deadLetters: DeadLetterLog;
  readonly store: Store;
  readonly bus: Bus;
  readonly channels: UdpChannels;
  readonly devices: Devices;
  readonly activity: Activity;
  readonly recentErrors: RecentErrors;
  readonly clock: Clock;
  readonly publish: SignalPublisher["publish"];
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
  const { settings, log, messages, deadLetters, store, bus, channels, devices, activity, recentErrors, clock } =
    surroundings;
  const { publish, onStoreWrite } = surroundings;
  const rejections = new RejectionSignals({
    publisher: { publish },
    realms: () => settings.realms,
    wampTopic: (channel) => channels.wampTopic(channel),
  });
  const reporter: RejectionReporter = {
    describe: (rejection) => rejections.describe(rejection),
    report: (rejection) => {
      const signal = rejections.report(rejection);
      const { message, error } = rejection;
      const address = devices.channelName(message);
      recentErrors.note({ time: formatNs(message.receivedNs), address, code: error.code, signal });
      log.debug({ event: "message.rejected", source: message.source, address, code: error.code }, error.message);
      return signal;
    },
  };
  const writer = new StoreWriter({
    store,
    log: messages,
    deadLetters,
    decode: (entry, behind) => intake.reread(entry, behind ? "to-be-kept" : "kept"),
    onRefused: ({ point, error }) => {
      const key = `${point.origin.id}/${point.database}/${point.measurement}/${point.timeNs}`;
      intake.refused(refusedRow(point, error), key);
    },
    onWritten: onStoreWrite,
    onFinding: (sentence) => log.warn({ event: "store.retry" }, sentence),
  });
  const intake = new IntakeCore({
    log: messages,
    bus,
    deadLetters,
    reporter,
    activity,
    datagrams: (channel) => channels.decoder(channel),
    decodeDevice: (message) => decodeDeviceMessage(message, { realms: settings.realms }),
    deviceTopic: (message) => devices.busTopic(message),
    clock,
  });
  return { intake, writer, rejections };
}
