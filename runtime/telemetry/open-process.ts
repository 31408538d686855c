/** Starts a process from the built file, or from its TypeScript source while developing and testing. */

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Without environment, so without its secrets; standard output is a pipe.
 * @param built file name beside the bundle (`sql-process.js`)
 * @param source URL of the TypeScript file
 */
export function openProcess(built: string, source: URL, importMetaUrl: string): ChildProcess {
  const isSource = importMetaUrl.endsWith(".ts");
  const file = fileURLToPath(isSource ? source : new URL(`./${built}`, importMetaUrl));
  return fork(file, {
    env: {},
    execArgv: isSource ? ["--import", import.meta.resolve("tsx")] : [],
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
}
