/** Keeps damaged files for inspection under an unused name: `….damaged`, `….damaged-2` … */

import * as fs from "node:fs/promises";

/** Renames the file; returns its new name. */
export async function setAside(path: string): Promise<string> {
  const aside = await freeName(path);
  await fs.rename(path, aside);
  return aside;
}

/** Copies the file; returns the copy's name. */
export async function copyAside(path: string): Promise<string> {
  const aside = await freeName(path);
  await fs.copyFile(path, aside, fs.constants.COPYFILE_EXCL);
  return aside;
}

async function freeName(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const aside = `${path}.damaged${count === 1 ? "" : `-${count}`}`;
    if ((await fs.stat(aside).catch(() => undefined)) === undefined) return aside;
  }
}
