/** Small files that are written whole: a reader finds the old text or the new one, also after a power failure. */

import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { syncDirectory } from "./segment.ts";

/** Durable when it resolves. @param mode permissions; as the process's umask has them unless given */
export async function replaceFile(path: string, text: string, mode?: number): Promise<void> {
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
