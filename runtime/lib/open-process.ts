/** Starts a process from the built file, or from its TypeScript source while developing and testing. */

import { type ChildProcess, fork } from "node:child_process";
import { programFile } from "./program-file.ts";

/**
 * The process gets only this environment: without it, no secrets. Its standard output is a pipe.
 * @param name of the built file (`sql-process`)
 * @param source URL of the TypeScript file
 */
export function openProcess(
  name: string,
  source: URL,
  importMetaUrl: string,
  env: Readonly<NodeJS.ProcessEnv> = {},
  args: readonly string[] = [],
): ChildProcess {
  const { file, language } = programFile(name, source, importMetaUrl);
  const execArgv = language === "javascript" ? [] : ["--import", import.meta.resolve("tsx")];
  return fork(file, args, { env, execArgv, stdio: ["ignore", "pipe", "ignore", "ipc"] });
}
