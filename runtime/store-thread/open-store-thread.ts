/** Opens the store's thread, or lets it load before it is needed. */

import type { Worker } from "node:worker_threads";
import { makesNativeCalls } from "../lib/end-process.ts";
import { earlyWorker, openEarly, openWorker } from "../lib/open-worker.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { tellThread } from "../model/thread-link.ts";
import type { ConfiguredStores } from "../store/open-store.ts";
import type { StoreRequests } from "./protocol.ts";

const NAME = "store-thread";
const PROGRAM = [NAME, new URL("../service/store-worker.ts", import.meta.url), import.meta.url] as const;
const END_TIMEOUT_MS = 2000;

export function openStoreThread(): Worker {
  const worker = openWorker(...PROGRAM);
  makesNativeCalls(worker);
  return worker;
}

/** It loads its program while the main thread loads its own. */
export function openStoreThreadEarly(): void {
  openEarly(...PROGRAM);
}

/** What these stores need is loaded while the log is opened. */
export function expectStores({ store, stores = [] }: ConfiguredStores): void {
  const worker = earlyWorker(NAME);
  const kinds = [store, ...stores.map((named) => named.store)].map(({ kind }) => kind);
  if (worker !== undefined) tellThread<StoreRequests, "expect">(worker, "expect", kinds);
}

/** Ends a thread that was opened early and is not needed. It may be in a native call, which a thread must not leave. */
export async function endEarlyStoreThread(): Promise<void> {
  const worker = earlyWorker(NAME);
  if (worker === undefined) return;
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  tellThread<StoreRequests, "end">(worker, "end");
  await withTimeout(ended, END_TIMEOUT_MS);
}
