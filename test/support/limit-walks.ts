/** Walks of limits that realms share: a test of each. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SHARED_LIMITS } from "../../scripts/docs/shared-limits.ts";

/** Each fills a limit as realm a's, and says what realm b lost. */
export type Walks = Readonly<Record<string, () => Promise<unknown> | unknown>>;

export function walkLimits(walks: Walks): void {
  for (const [limit, lost] of Object.entries(walks)) {
    test(`${limit}: realm a fills it, and realm b loses nothing`, async () => {
      assert.ok(
        SHARED_LIMITS.some((one) => one.limit === limit),
        `${limit} is in the table`,
      );
      assert.equal(await lost(), 0);
    });
  }
}
