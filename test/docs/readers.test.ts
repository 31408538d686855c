/** The table of docs/analysis.md says what each reader makes of each export. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { needsPeers } from "../support/peers.ts";
import { comparedReaders, tableOf } from "../support/readers.ts";

/** Formats, readers without their versions, and what became of the values. */
function rowsOf(table: string): readonly string[] {
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.replace(/^(\| `[^`]*` \| .*?) [\d.]+(?:\.post\d+)? \|/, "$1 |"));
}

test("pandas, polars, DuckDB, R and others read each export as docs/analysis.md says", {
  skip: needsPeers("data"),
}, async () => {
  const page = readFileSync("docs/analysis.md", "utf8");
  const said = rowsOf(page.slice(page.indexOf("<!-- Readers:"), page.indexOf("<!-- End of readers -->")));
  const found = rowsOf(tableOf(await comparedReaders()));
  // A machine may have no R.
  assert.ok(found.length >= 30, `${found.length} readers`);
  assert.deepEqual(
    found.filter((row) => !said.includes(row)),
    [],
  );
  assert.deepEqual(
    found.filter((row) => / (?:wrong|absent|\d+ rows) /.test(row)),
    [],
  );
});
