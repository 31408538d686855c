/** Starts a process from the built file, or from its TypeScript source while developing and testing. */

import { type ChildProcess, fork } from "node:child_process";
import { programFile } from "./program-file.ts";

/**
 * The process does not inherit this one's environment, so it gets no secrets; its standard output is a pipe.
 * @param name of the built file (`sql-process`)
 * @param source URL of the TypeScript file
 */
export function openProcess(
  name: string,
  source: URL,
  importMetaUrl: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { file, language } = programFile(name, source, importMetaUrl);
  const execArgv = language === "javascript" ? [] : ["--import", import.meta.resolve("tsx")];
  return fork(file, { env, execArgv, stdio: ["ignore", "pipe", "ignore", "ipc"] });
}
