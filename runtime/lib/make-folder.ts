/**
 * Creates a folder and its parents. Node's `recursive` option never returns on a file system whose root reports that it
 * does not exist.
 */

import * as fs from "node:fs/promises";
import { dirname } from "node:path";

/** @throws Error (EEXIST if there is a file of that name) */
export async function makeFolder(path: string): Promise<void> {
  const known = await fs.stat(path).catch(() => undefined);
  if (known?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  // Another process may create it at the same moment.
  await fs.mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    const made = await fs.stat(path).catch(() => undefined);
    if (made?.isDirectory() !== true) throw error;
  });
}
