/** The programs of `test/support/programs`, for tests that need a process of their own. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What Node is given to run one: of `npm test` as it bundled them, which starts in a fraction of the time that tsx takes. */
export function programArguments(name: string): readonly string[] {
  const bundled = process.env["STRUCTLINE_TEST_PROGRAMS"];
  if (bundled !== undefined) return [join(bundled, `${name}.mjs`)];
  return ["--import", "tsx", fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url))];
}
