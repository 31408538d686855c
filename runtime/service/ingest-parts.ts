/** What the parts see of a process with a log of its own. */

import type { OwnMark } from "../model/own-mark.ts";
import type { Ingest } from "../parts/part-kind.ts";
import type { Outbox } from "../signals/outbox.ts";
import type { Base } from "./base.ts";

interface Outgoing {
  readonly signals: Outbox;
  readonly rows: Outbox;
  readonly mark: OwnMark;
}

/** What follows accepted messages is there before the first one. */
export async function openIngestParts(base: Base, { signals, rows, mark }: Outgoing): Promise<void> {
  const { settings, log, events, provided, channels, decoding, current, parts, realmOf } = base;
  rows.onConnected(() => events.emit("connected"));
  const ingest: Ingest = {
    log,
    events,
    provided,
    directory: settings.journal.directory,
    channels: () => channels.served(),
    channelSettings: () => current.configuration.settings.channels,
    realms: () => current.configuration.settings.realms,
    realmOf,
    decoding,
    signal: (topic, signal) => signals.publish(topic, signal),
    publish: (row) => rows.put(row),
    mark,
  };
  for (const { open } of base.openedParts) {
    const running = await open.ingest?.(ingest);
    if (running !== undefined) parts.add(running);
  }
}
