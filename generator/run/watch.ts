/** Generates again whenever a header or the configuration is saved. */

import { existsSync, type FSWatcher, watch as watchFolder } from "node:fs";
import { dirname } from "node:path";

/** Editors write a file in several steps; a run waits until this long after the last one, ms. */
const SETTLE_MS = 30;

export interface Watch {
  /** Resolves when a run that is under way has ended; no run begins after it. */
  stop(): Promise<void>;
}

/**
 * Watches the folders that `run` names each time and runs it again after a change in one of them.
 * @param run returns the folders its inputs are in
 * @param folders where to begin
 */
export function watchInputs(folders: readonly string[], run: () => Promise<readonly string[]>): Watch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const changed = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(start, SETTLE_MS);
  };
  const start = () => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = runOnce().finally(() => {
      running = undefined;
      if (again) changed();
      again = false;
    });
  };
  const runOnce = async () => follow(watchers, await run(), changed);

  follow(watchers, folders, changed);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await running;
      // A run that was under way may have begun to watch more.
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Opens and closes watchers so that exactly these folders are watched; of one that is not there, its nearest parent. */
function follow(watchers: Map<string, FSWatcher>, folders: readonly string[], changed: () => void): void {
  const wanted = new Set(folders.map(existingFolder));
  for (const [folder, watcher] of watchers) {
    if (wanted.has(folder)) continue;
    watcher.close();
    watchers.delete(folder);
  }
  for (const folder of wanted) {
    if (watchers.has(folder)) continue;
    const watcher = watchFolder(folder, changed);
    // The folder was removed: the next run says what is missing, and watches the parent.
    watcher.on("error", changed);
    watchers.set(folder, watcher);
  }
}

function existingFolder(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
