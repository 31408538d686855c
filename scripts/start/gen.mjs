/** `npm run gen [-- OPTIONS]`: installs what is missing, then runs the generator with the given options. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildPrograms, installPackages, ROOT } from "../build/setup.mjs";

await installPackages();
await buildPrograms([], true);

const generator = spawn(process.execPath, [join(ROOT, "dist/generator/cli.js"), ...process.argv.slice(2)], {
  // Paths on the command line are relative to the user's folder.
  cwd: process.env["INIT_CWD"] ?? process.cwd(),
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => generator.kill(signal));
generator.on("exit", (code) => process.exit(code ?? 1));
