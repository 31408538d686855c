/** Makes the entries of a folder durable: new, renamed and deleted files. */

import * as fs from "node:fs/promises";

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync directories.
    if (process.platform !== "win32") throw error;
  } finally {
    await handle.close();
  }
}
