/** npm, as this machine has it: with the running Node, and without a shell. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Where npm's program is, seen from the folder of Node's. */
const BESIDE_NODE = ["node_modules", "../lib/node_modules"].map((folder) => join(folder, "npm/bin/npm-cli.js"));

/**
 * The command that runs npm. On Windows `npm` is a batch file, which Node starts only through a shell; npm's own program is a script that
 * Node runs, and npm names it to what it starts.
 * @param exists for tests
 * @returns program and first arguments
 */
export function npmCommand(env = process.env, execPath = process.execPath, exists = existsSync) {
  const named = env["npm_execpath"];
  if (named !== undefined && basename(named.replaceAll("\\", "/")) === "npm-cli.js") return [execPath, named];
  const found = BESIDE_NODE.map((path) => join(dirname(execPath), path)).find((path) => exists(path));
  return found === undefined ? ["npm"] : [execPath, found];
}
