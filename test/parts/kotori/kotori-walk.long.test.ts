/** Sends each request of the table in scripts/campaigns/lab-day/EXAMPLES.md to the built service and compares the result. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { documentWith } from "../../../scripts/campaigns/kotori-table.ts";

test("scripts/campaigns/lab-day/EXAMPLES.md shows the results of each request", async () => {
  const { is, should } = await documentWith("walk");
  assert.deepEqual(is.split("\n"), should.split("\n"), "npm run campaigns -- kotori-table writes it anew");
});
