/** Starts a process from the built file, or from its TypeScript source while developing and testing. */

import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Without the environment of this one, so without its secrets; standard output is a pipe.
 * @param name of the built file (`sql-process`)
 * @param source URL of the TypeScript file
 */
export function openProcess(
  name: string,
  source: URL,
  importMetaUrl: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { file, execArgv } = program(name, source, importMetaUrl);
  return fork(file, { env, execArgv, stdio: ["ignore", "pipe", "ignore", "ipc"] });
}

function program(name: string, source: URL, importMetaUrl: string): { file: string; execArgv: string[] } {
  if (!importMetaUrl.endsWith(".ts"))
    return { file: fileURLToPath(new URL(`./${name}.js`, importMetaUrl)), execArgv: [] };
  // All tests share one bundle: transpiling takes longer than what most of the processes do.
  const bundles = process.env["STRUCTLINE_TEST_PROGRAMS"];
  if (bundles !== undefined) return { file: join(bundles, `${name}.mjs`), execArgv: [] };
  return { file: fileURLToPath(source), execArgv: ["--import", import.meta.resolve("tsx")] };
}
