/**
 * What readers make of exported files: each format, reader and version, by thirteen kinds of columns. Prints the table of docs/analysis.md;
 * with `--write`, writes it there. Exits with 1 if a reader is worse than the page says: `npm run campaigns -- readers`
 */

import { readFileSync, writeFileSync } from "node:fs";
import { comparedReaders, tableOf, withTable } from "../../test/support/readers.ts";

const isWriting = process.argv.includes("--write");
const PAGE = new URL("../../docs/analysis.md", import.meta.url);
const page = readFileSync(PAGE, "utf8");
const compared = await comparedReaders();
const written = withTable(page, compared);
console.log(tableOf(compared));
if (isWriting) writeFileSync(PAGE, written);
else if (written !== page) {
  console.log("docs/analysis.md says otherwise; --write updates it");
  process.exitCode = 1;
}
