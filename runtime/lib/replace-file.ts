/** Replaces small files as a whole: a reader finds either the old or the new content, even after a power failure. */

import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { syncDirectory } from "./sync-directory.ts";

/** Durable when the promise resolves. @param mode permissions; by default those of the process's umask */
export async function replaceFile(path: string, text: string | Buffer, mode?: number): Promise<void> {
  const file = await open(`${path}.new`, "w", mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncDirectory(dirname(path));
}
