/** The page for tests: `npm test` builds it; a single test file builds its own. */

import { join } from "node:path";
import { buildPage } from "../../scripts/build-page.mjs";
import { ROOT } from "./lab.ts";

/** @returns the page's folder */
export async function builtPage(): Promise<string> {
  const directory = join(ROOT, "dist/page");
  if (process.env["STRUCTLINE_TEST_PROGRAMS"] === undefined) await buildPage(directory);
  return directory;
}
