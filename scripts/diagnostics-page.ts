/** Writes `docs/diagnostics.md` from the catalogue of codes: `npx tsx scripts/diagnostics-page.ts`. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { diagnosticsPage } from "../generator/diagnostics/page.ts";

writeFileSync(fileURLToPath(new URL("../docs/diagnostics.md", import.meta.url)), diagnosticsPage());
