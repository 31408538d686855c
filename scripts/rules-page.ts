/** Writes `docs/rules.md` from the tables of the rule language: `npx tsx scripts/rules-page.ts`. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rulesPage } from "../generator/rules/page.ts";

writeFileSync(fileURLToPath(new URL("../docs/rules.md", import.meta.url)), rulesPage());
