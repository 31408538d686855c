/** The temporary folders of tests. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folders of this process; a program that was told to end may still write into one. */
const made = new Set<string>();
const REMOVAL = { recursive: true, force: true, maxRetries: 10 } as const;

/** An empty folder. It is removed when the process ends, if the test does not remove it earlier. */
export function temporaryFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, "structline-"));
  if (made.size === 0) process.once("exit", removeAll);
  made.add(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of made) rmSync(folder, REMOVAL);
}

export type AtEnd = (stop: () => unknown) => void;

/** `atEnd` is for what uses the folder: a test's own `after` would stop it when the folder is gone already. The last one is stopped first. */
export async function inTemporaryFolder<T>(body: (directory: string, atEnd: AtEnd) => Promise<T>): Promise<T> {
  const directory = temporaryFolder();
  const stops: (() => unknown)[] = [];
  try {
    return await body(directory, (stop) => void stops.unshift(stop));
  } finally {
    for (const stop of stops) await stop();
    rmSync(directory, REMOVAL);
  }
}
