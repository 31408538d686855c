/** `npm test [-- PATH …]`: sets up what is missing, then runs all tests, or those whose path contains one of the words. */

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, setUp } from "./setup.mjs";

setUp({ testPrograms: true });

const words = process.argv.slice(2);
const files = readdirSync(join(ROOT, "test"), { recursive: true })
  .map((name) => `test/${String(name).replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();

if (files.length === 0) {
  console.error(`structline: no test file's path contains ${words.join(" or ")}`);
  process.exit(1);
}

const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", "--test-concurrency=2", "--test-reporter=spec", ...files],
  { cwd: ROOT, stdio: "inherit" },
);
process.exit(status ?? 1);
