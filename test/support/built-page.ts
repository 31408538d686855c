/** The page for tests: `npm test` builds it; a single test file builds its own. */

import { join } from "node:path";
import { buildPage } from "../../scripts/build/page.mjs";
import { ROOT } from "./lab.ts";

const DIRECTORY = join(ROOT, "dist/page");
let built: Promise<unknown> | undefined;

/** @returns the page's folder */
export async function builtPage(): Promise<string> {
  built ??= process.env["STRUCTLINE_TEST_PROGRAMS"] === undefined ? buildPage(DIRECTORY) : Promise.resolve();
  await built;
  return DIRECTORY;
}
