/** Reads the configuration again. All errors are found before anything changes. */

import type { ReloadOutcome } from "../api/reload-api.ts";
import { loadCodecs, servedSettings } from "../channels/load-codecs.ts";
import { type LoadOptions, loadSettings } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { changedKeys, pendingRestarts } from "../settings/written-keys.ts";
import type { Configuration, Source } from "../sources/source.ts";
import { isEmbedded, type StoreSettings } from "../store/store-settings.ts";
import type { StoreThread } from "../store-thread/store-thread.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";

export interface Reloaded {
  readonly base: Base;
  readonly sources: ReadonlyMap<string, Source>;
  /** Absent if the process receives no messages. */
  readonly ownLog: Pick<OwnLog, "messages"> | undefined;
  /** Absent if the process does not store. */
  readonly thread: StoreThread | undefined;
}

/** One reload at a time: two at once would each see half of the other's changes. Never throws. */
export function reloader(reloaded: Reloaded, usual: LoadOptions): (from?: LoadOptions) => Promise<ReloadOutcome> {
  let last: Promise<unknown> = Promise.resolve();
  return (from = usual) => {
    const outcome = last
      .then(() => reload(reloaded, from))
      .catch((error: Error) => {
        const message = `not reloaded: ${error.message}`;
        reloaded.base.log.error({ event: "service.reload-failed" }, message);
        return { reloaded: false, message, restarts: [] };
      });
    last = outcome;
    return outcome;
  };
}

async function reload({ base, sources, ownLog, thread }: Reloaded, from: LoadOptions): Promise<ReloadOutcome> {
  const read = servedSettings(loadSettings(from), base.log);
  const settings = applied(base.started, read);
  const configuration: Configuration<Settings> = { settings, codecs: await loadCodecs(settings) };
  const { inForce } = base;
  const kinds = inForce.kindsOf(configuration);
  await ownLog?.messages.record(kinds.epoch);
  await thread?.prepare(kinds.epoch);
  const before = inForce.settings.keys;
  const restarts = pendingRestarts(base.started, read);
  inForce.replace(configuration, kinds, restarts);
  base.access?.reload();
  base.events.emit("reloaded");
  base.endpoint.listener?.reloadTls();
  thread?.keep(settings);
  for (const source of sources.values()) source.reloadTls?.();
  const problems: string[] = [];
  for (const source of sources.values()) {
    await source.reload?.(configuration).catch((error: Error) => problems.push(error.message));
  }
  if (problems.length > 0) throw new Error(`${problems.join("; ")} (everything else was)`);
  for (const sentence of restarts) base.log.warn({ event: "service.restart-needed" }, sentence);
  const changed = changedKeys(before, read.keys, "applied");
  const what = changed.length === 0 ? "" : `; applied ${changed.join(", ")}`;
  const { length } = settings.channels;
  const message = `reloaded: ${length} channel${length === 1 ? "" : "s"}${what}`;
  base.log.info({ event: "service.reloaded" }, message);
  return { reloaded: true, message, restarts };
}

/** The settings after a reload; keys that need a restart keep their values from the start. */
function applied(running: Settings, read: Settings): Settings {
  const { keys, channels, realms, parts } = read;
  const { dropFields = [] } = read.http;
  const store = withKeep(running.store, read.store);
  return {
    ...running,
    store,
    keys,
    channels,
    realms,
    parts,
    http: { ...running.http, dropFields },
  };
}

/** The running store's settings with the new retention. */
function withKeep(running: StoreSettings, read: StoreSettings): StoreSettings {
  if (!isEmbedded(running)) return running;
  const { keep: _before, ...others } = running;
  return { ...others, ...(isEmbedded(read) && read.keep && { keep: read.keep }) };
}
