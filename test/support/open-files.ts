/** Which files this process has open. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Linux lists them there; elsewhere nothing is said. */
const FILES = "/proc/self/fd";

/** DuckDB, opened a second time, would not know of the first, and each would overwrite what the other writes. */
export function assertClosed(path: string): void {
  if (!existsSync(FILES)) return;
  const open = readdirSync(FILES).filter((file) => {
    try {
      return readlinkSync(join(FILES, file)).startsWith(path);
    } catch {
      return false;
    }
  });
  assert.deepEqual(open, [], `${path} is still open`);
}
