/** Makes a folder with those above it. Node's own way never ends where a file system says of its own root that it is not there. */

import * as fs from "node:fs/promises";
import { dirname } from "node:path";

/** @throws Error (EEXIST where there is a file of that name) */
export async function makeFolder(path: string): Promise<void> {
  const known = await fs.stat(path).catch(() => undefined);
  if (known?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  // Somebody else may be making it at this moment.
  await fs.mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    const made = await fs.stat(path).catch(() => undefined);
    if (made?.isDirectory() !== true) throw error;
  });
}
