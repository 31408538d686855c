/**
 * `npm run docs [-- --check]`: installs what is missing, then writes the files of scripts/docs/written-files.ts and build/playground.
 * `npm run docs -- --site FOLDER` writes the documentation as static pages, `npm run docs -- --picture` the README's picture of the page,
 * `npm run docs -- --picture editor` those of docs/editor.md.
 */

import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { buildPrograms, installPackages, ROOT } from "../build/setup.mjs";
import { buildPlayground } from "./playground.mjs";

await installPackages({ tests: true });
await buildPrograms();

const options = { cwd: ROOT, stdio: "inherit" };
const [option, folder] = process.argv.slice(2);
const isSite = option === "--site" && folder !== undefined;
const isPicture = option === "--picture";
const pictures = folder === "editor" ? "scripts/docs/editor-pictures.ts" : "scripts/docs/page-picture.ts";
const made = isPicture ? pictures : "scripts/docs/written-files.ts";
const script = join(ROOT, isSite ? "runtime/parts/docs/static-site.ts" : made);
const args = isSite ? [resolve(process.env["INIT_CWD"] ?? process.cwd(), folder)] : process.argv.slice(2);
const { status } = spawnSync(process.execPath, ["--import", "tsx", script, ...args], options);
process.exitCode = status ?? 1;
if (status === 0 && !isSite && !isPicture && !process.argv.includes("--check"))
  console.log(`${buildPlayground()}: the page for the browser`);
