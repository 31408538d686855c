/** `npm run campaigns` names every program with one line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { campaigns } from "../../scripts/test/campaigns.mjs";

test("each campaign has a name of its own and one line", () => {
  const found = campaigns();
  const names = new Set(found.map(({ name }) => name));
  assert.equal(names.size, found.length);
  for (const name of ["pairs", "oracle/layout", "try-deb"])
    assert.equal(names.has(name), true, `${name} is not listed`);
  for (const { path, line } of found)
    assert.match(line, /^[A-Z0-9][^\n]{15,199}$/, `${path} begins with no sentence about itself`);
});
