/** Sends each request of the table in scripts/kotori/EXAMPLES.md to the built service and compares the result. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { documentWith } from "../../scripts/kotori-table.ts";

test("scripts/kotori/EXAMPLES.md shows the results of each request", async () => {
  const { is, should } = await documentWith("walk");
  assert.deepEqual(is.split("\n"), should.split("\n"), "node --import tsx scripts/kotori-table.ts writes it anew");
});
