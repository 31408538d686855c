/** Starts a worker thread from the built file, or from its TypeScript source while developing and testing. */

import module from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { programFile } from "./program-file.ts";

/** Threads that load their programs already, by name. */
const early = new Map<string, { readonly worker: Worker; readonly forget: () => void }>();

/**
 * Starts the thread before it is needed, so that it loads its program while this thread works or waits: {@link openWorker} returns it.
 * Until then it does not keep the process running, and its errors are not reported: a thread that is opened then has them, too.
 */
export function openEarly(name: string, source: URL, importMetaUrl: string): void {
  if (early.has(name)) return;
  const worker = startWorker(name, source, importMetaUrl);
  const forget = () => void early.delete(name);
  early.set(name, { worker, forget });
  worker.once("error", forget).once("exit", forget).unref();
}

/** The thread that {@link openEarly} started, until somebody opens it. */
export function earlyWorker(name: string): Worker | undefined {
  return early.get(name)?.worker;
}

/**
 * @param name of the built file (`udp-receiver`)
 * @param source URL of the TypeScript file
 */
export function openWorker(name: string, source: URL, importMetaUrl: string): Worker {
  const { worker, forget } = early.get(name) ?? {};
  if (worker === undefined || forget === undefined) return startWorker(name, source, importMetaUrl);
  forget();
  worker.off("error", forget).off("exit", forget).ref();
  return worker;
}

function startWorker(name: string, source: URL, importMetaUrl: string): Worker {
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
