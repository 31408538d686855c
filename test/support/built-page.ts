/** The page for tests: `npm test` has just built it; where a file is run by itself, it is built for it. */

import { join } from "node:path";
import { buildPage } from "../../scripts/build-page.mjs";
import { ROOT } from "./lab.ts";

/** @returns the folder that it is in */
export async function builtPage(): Promise<string> {
  const directory = join(ROOT, "dist/page");
  if (process.env["STRUCTLINE_TEST_PROGRAMS"] === undefined) await buildPage(directory);
  return directory;
}
