/** Makes the static page that compiles a pasted header in the browser: build/playground. */

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../build/setup.mjs";

/** @returns the folder */
export function buildPlayground(folder = join(ROOT, "build/playground")) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, "examples/playground"), folder, { recursive: true });
  cpSync(join(ROOT, "dist/compiler"), folder, { recursive: true });
  cpSync(join(ROOT, "dist/THIRD-PARTY-LICENSES.txt"), join(folder, "THIRD-PARTY-LICENSES.txt"));
  return folder;
}
