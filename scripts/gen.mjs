/** `npm run gen [-- OPTIONS]`: installs what is missing, then runs the generator with the options as given. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installPackages, ROOT } from "./setup.mjs";

installPackages();
const command = ["--import", import.meta.resolve("tsx"), join(ROOT, "generator/cli.ts"), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, command, {
  cwd: process.env["INIT_CWD"] ?? process.cwd(),
  stdio: "inherit",
});
process.exit(status ?? 1);
