/** `npm run docs [-- --check]`: installs what is missing, then writes the files of scripts/docs/written-files.ts and build/playground. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildPrograms, installPackages, ROOT } from "../build/setup.mjs";
import { buildPlayground } from "./playground.mjs";

await installPackages({ tests: true });
await buildPrograms();

const options = { cwd: ROOT, stdio: "inherit" };
const script = join(ROOT, "scripts/docs/written-files.ts");
const { status } = spawnSync(process.execPath, ["--import", "tsx", script, ...process.argv.slice(2)], options);
process.exitCode = status ?? 1;
if (status === 0 && !process.argv.includes("--check")) console.log(`${buildPlayground()}: the page for the browser`);
