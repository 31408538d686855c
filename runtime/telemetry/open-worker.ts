/** Starts a worker thread from the built file, or from its TypeScript source while developing and testing. */

import { Worker } from "node:worker_threads";

/**
 * @param built file name beside the bundle (`udp-receiver.js`)
 * @param source URL of the TypeScript file
 */
export function openWorker(built: string, source: URL, importMetaUrl: string): Worker {
  if (!importMetaUrl.endsWith(".ts")) return new Worker(new URL(`./${built}`, importMetaUrl));
  // A worker does not inherit the loader hooks that let this process run TypeScript.
  const start = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); })`;
  return new Worker(start, { eval: true });
}
