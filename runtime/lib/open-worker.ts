/** Starts a worker thread from the built file, or from its TypeScript source while developing and testing. */

import module from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { programFile } from "./program-file.ts";

/**
 * @param name of the built file (`udp-receiver`)
 * @param source URL of the TypeScript file
 */
export function openWorker(name: string, source: URL, importMetaUrl: string): Worker {
  const { file, language } = programFile(name, source, importMetaUrl);
  const url = pathToFileURL(file);
  if (language === "javascript") return new Worker(url, { env: withCompiled(process.env) });
  // A worker does not inherit the loader hooks that let this process run TypeScript.
  const start = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
  return new Worker(start, { eval: true });
}

/** A thread does not inherit where Node 22 and later keep what V8 compiled. */
function withCompiled(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = (module as { getCompileCacheDir?: () => string | undefined }).getCompileCacheDir?.();
  // Of this version of Node, below the one that is asked for.
  return folder === undefined ? env : { ...env, NODE_COMPILE_CACHE: dirname(folder) };
}
