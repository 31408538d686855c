/** Loaded before each test file. */

import { dirname } from "node:path";
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
}
