/** Loaded before each test file. */

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isMainThread } from "node:worker_threads";
import { showSourcePlaces } from "../../../runtime/lib/source-places.ts";

// Stack traces of the bundles then name places in the sources. Node's own option would read the map of every loaded file.
showSourcePlaces();

// Node counts a test file as passed when its process exits with 0, also when `process.exit` cut its tests short.
const bundles = dirname(process.env["STRUCTLINE_TEST_PROGRAMS"] ?? "");
if (isMainThread && dirname(process.argv[1] ?? "") === bundles) {
  const { exit } = process;
  process.exit = (code): never => {
    console.error(new Error("a test's process was ended before its tests"));
    return exit(Number(code ?? 0) || 1);
  };
  process.on("exit", noteSeconds);
}

/** The processor time of this process and of those that it started and that have ended. [proc_pid_stat(5): 14 to 17, in hundredths of a second] */
function noteSeconds(): void {
  const [file, stat] = [process.env["STRUCTLINE_SECONDS"], "/proc/self/stat"];
  if (file === undefined || !existsSync(stat)) return;
  const fields = readFileSync(stat, "latin1")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(11, 15);
  const seconds = fields.reduce((sum, field) => sum + Number(field), 0) / 100;
  appendFileSync(file, `${seconds} ${basename(process.argv[1] ?? "", ".mjs")}\n`);
}
