/** `npm run bench [-- ROW …] [--profile] [--write] [--list]`: builds what is missing, then runs the benchmarks. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { installPackages, ROOT, setUp } from "../build/setup.mjs";

await installPackages({ tests: true });
await setUp();

const options = ["--import", "tsx", join(ROOT, "scripts/bench/run.ts"), ...process.argv.slice(2)];
const bench = spawn(process.execPath, options, { cwd: ROOT, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => bench.kill(signal));
bench.on("exit", (status) => process.exit(status ?? 1));
