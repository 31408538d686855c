/** What the parts see of a process with a log of its own. */

import type { OwnMark } from "../model/own-mark.ts";
import type { Ingest } from "../parts/part-kind.ts";
import type { Outbox } from "../signals/outbox.ts";
import type { Base } from "./base.ts";

/** What the service itself publishes over MQTT. */
export interface Outgoing {
  readonly signals: Outbox;
  readonly rows: Outbox;
  /** Marks messages that it publishes on topics of devices. */
  readonly mark: OwnMark;
}

/** What follows accepted messages is there before the first one. */
export async function openIngestParts(base: Base, { signals, rows, mark }: Outgoing): Promise<void> {
  const { started, inForce, log, clock, events, provided, parts, realmOf } = base;
  rows.onConnected(() => events.emit("connected"));
  const ingest: Ingest = {
    log,
    clock,
    events,
    provided,
    directory: started.journal.directory,
    channels: () => inForce.served(),
    channelSettings: () => inForce.settings.channels,
    realms: () => inForce.settings.realms,
    realmOf,
    decoding: inForce,
    signal: (topic, signal) => signals.publish(topic, signal),
    publish: (row) => rows.put(row),
    mark,
  };
  for (const { open } of base.openedParts) {
    const running = await open.ingest?.(ingest);
    if (running !== undefined) parts.add(running);
  }
}
