/** Runs the generator again whenever a header or the configuration is saved. */

import { existsSync, type FSWatcher, watch as watchFolder } from "node:fs";
import { dirname } from "node:path";
import { generate } from "./generate.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";
import { type ReportFormat, reportRun } from "./report-run.ts";

/** Editors write a file in several steps. A run starts this long after the last step, in ms. */
const SETTLE_MS = 30;

export interface Watch {
  /** Resolves when the current run has ended. No further run starts. */
  stop(): Promise<void>;
}

/**
 * Watches folders and calls `run` after each change in them.
 * @param run returns the folders to watch next
 * @param folders the folders to watch first
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
      // A run in progress may have opened further watchers.
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Opens and closes watchers so that exactly these folders are watched. For a missing folder, watches its nearest parent. */
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
    // The folder was removed. The next run reports it and watches the parent.
    watcher.on("error", changed);
    watchers.set(folder, watcher);
  }
}

function existingFolder(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

/** @param first result of the first run, already reported */
export async function watchAndGenerate(
  first: GenerateResult,
  options: GenerateOptions,
  format: ReportFormat,
): Promise<Watch> {
  let last = first;
  const again = async () => {
    const result = await generate(options);
    const changed = changedFiles(last.sources, result.sources);
    // The watched folders also contain other files. Report nothing if no input changed.
    if (changed.length > 0 || result.ok !== last.ok || result.written.length + result.removed.length > 0) {
      if (format === "text" && changed.length > 0) process.stdout.write(`${changed.join(", ")} changed\n`);
      reportRun(result, options, format);
    }
    last = result;
    return result.inputFolders;
  };
  const watch = watchInputs(first.inputFolders, again);
  if (format === "text") process.stdout.write("watching for changes; Ctrl+C ends\n");
  // Load parsers and printers now, so that the first change need not wait for them.
  await import("../compile.ts");
  // Files may have changed between the first run and the watch.
  await again();
  return watch;
}

/** A run with an invalid configuration reads no headers, so a file that one run did not read is not a change. */
function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([file, text]) => (before.get(file) ?? text) !== text).map(([file]) => file);
}
