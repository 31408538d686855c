/** Tells when a file was changed or replaced. */

import { type StatsListener, unwatchFile, watchFile } from "node:fs";

const INTERVAL_MS = 1000;

/** Looks once a second, unless told otherwise: the one way that also notices files replaced by rename or behind a symbolic link. Gives what ends it. */
export function watchFiles(paths: readonly string[], onChange: () => void, interval: number = INTERVAL_MS): () => void {
  const listener: StatsListener = (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino || now.size !== before.size) onChange();
  };
  for (const path of paths) watchFile(path, { interval, persistent: false }, listener);
  return () => {
    for (const path of paths) unwatchFile(path, listener);
  };
}
