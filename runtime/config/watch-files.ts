/** Watches files for changes and replacement. */

import { type StatsListener, unwatchFile, watchFile } from "node:fs";

const INTERVAL_MS = 1000;

/**
 * Polls once a second by default: only polling also notices files replaced by rename or behind a symbolic link. Returns
 * a function that stops it.
 */
export function watchFiles(paths: readonly string[], onChange: () => void, interval: number = INTERVAL_MS): () => void {
  const listener: StatsListener = (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino || now.size !== before.size) onChange();
  };
  for (const path of paths) watchFile(path, { interval, persistent: false }, listener);
  return () => {
    for (const path of paths) unwatchFile(path, listener);
  };
}
