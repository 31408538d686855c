/** Reading the configuration again: all that can be wrong is found before anything is changed. */

import { codecsHash, loadCodecs } from "../config/load-codecs.ts";
import { type LoadOptions, loadSettings } from "../config/load-settings.ts";
import type { Configuration, Source } from "../sources/source.ts";
import type { StoreThread } from "../store-thread/store-thread.ts";
import type { Base } from "./base.ts";

type Sources = ReadonlyMap<string, Source>;

/** One at a time: two at once would each see half of what the other does. Never throws. */
export function reloader(
  base: Base,
  sources: Sources,
  threads: readonly (StoreThread | undefined)[],
): (from: LoadOptions) => Promise<void> {
  let reloading: Promise<void> = Promise.resolve();
  return (from) => {
    reloading = reloading
      .then(() => reload(base, sources, threads, from))
      .catch((error: Error) => {
        base.log.error({ event: "service.reload-failed" }, `not reloaded: ${error.message}`);
      });
    return reloading;
  };
}

async function reload(
  base: Base,
  sources: Sources,
  threads: readonly (StoreThread | undefined)[],
  from: LoadOptions,
): Promise<void> {
  const settings = loadSettings(from);
  const configuration: Configuration = { settings, codecs: await loadCodecs(settings) };
  const decodings = await Promise.all(threads.map((thread) => thread?.prepare(settings)));
  base.current.configuration = configuration;
  base.current.codecsHash = codecsHash(settings);
  base.access?.reload();
  base.door.reloadTls();
  for (const source of sources.values()) source.reloadTls?.();
  // What is appended from here on is decoded with the new codecs, on both sides of the log.
  for (const decoding of decodings) decoding?.use();
  base.channels.declare(settings.channels, configuration.codecs);
  const problems: string[] = [];
  for (const source of sources.values()) {
    await source.reload?.(configuration).catch((error: Error) => problems.push(error.message));
  }
  if (problems.length > 0) throw new Error(`${problems.join("; ")} (all else was)`);
  base.log.info({ event: "service.reloaded" }, `reloaded: ${settings.channels.length} channels`);
}
