/** The programs of `test/support/programs`, for tests that need a process of their own. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Node's arguments to run a program: the bundle of `npm test`, which starts much faster than tsx. */
export function programArguments(name: string): readonly string[] {
  const bundled = process.env["STRUCTLINE_TEST_PROGRAMS"];
  if (bundled !== undefined) return [join(bundled, `${name}.mjs`)];
  return ["--import", "tsx", fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url))];
}
