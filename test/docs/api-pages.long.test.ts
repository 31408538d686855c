/** The API's pages are those that typedoc makes from the sources. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { apiPages } from "../../scripts/docs/api-pages.ts";
import { needsPeers } from "../support/peers.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("docs/api-*.md are current: npm run docs:api", { skip: needsPeers("typedoc") }, async () => {
  for (const [path, text] of await apiPages()) assert.equal(readFileSync(join(ROOT, path), "utf8"), text, path);
});
