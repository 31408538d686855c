/** The store's half: brings the log to the store and answers queries. */

import { epochFact } from "../cluster/epoch-fact.ts";
import type { PublishedPlace } from "../publish/home-assistant.ts";
import type { Outgoing } from "../publish/outbox.ts";
import { makeStore } from "../store/open-store.ts";
import type { AskedStore, Facts } from "../store/store.ts";
import type { Task } from "../store-thread/protocol.ts";
import { type EpochText, StoreThread } from "../store-thread/store-thread.ts";
import type { Log } from "../telemetry/log.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";
import type { Part } from "./parts.ts";

/** Longer than the interval at which a node shares its epochs again (twice a minute). */
const SHARED_AGAIN_MS = 75_000;
const UNREAD = { state: "degraded", detail: "it is not read yet" } as const;
/** Maximum wait for the store during a stop. The journal keeps the remaining messages. */
const DRAIN_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 9000;
const STOP_DEADLINE_MS = Math.max(DRAIN_TIMEOUT_MS, CLOSE_TIMEOUT_MS) + 500;

export interface QueriedStore {
  readonly store: AskedStore;
  readonly parts: readonly Part[];
}

export interface Storing extends QueriedStore {
  readonly thread: StoreThread;
}

/** The log is this process's own, or the cluster's, which other nodes write to as well. */
export function makeStoring(base: Base, ownLog: OwnLog, facts?: Facts): Storing {
  if (facts === undefined) return brought(base, ownLog, "store", (number) => ownLog.messages.epochText(number));
  return brought(base, ownLog, "collect", sharedText(facts));
}

/**
 * If the text is missing, its node shares it again; only after that time does it count as lost. @throws Error until
 * then
 */
function sharedText(facts: Facts): EpochText {
  const missing = new Map<number, number>();
  return async (number) => {
    const text = await facts.recall?.(epochFact(number));
    const now = performance.now();
    const sinceMs = missing.get(number) ?? now;
    if (text !== undefined || now - sinceMs > SHARED_AGAIN_MS) {
      missing.delete(number);
      return text;
    }
    missing.set(number, sinceMs);
    throw new Error(`the servers do not have configuration ${number} of these messages; its node will share it again`);
  };
}

function brought(
  base: Base,
  { messages, refusals, rows, published }: OwnLog,
  task: Task,
  epochText: EpochText,
): Storing {
  const { settings, log, onFailed, metrics, decoding } = base;
  const onWritten = (seconds: number) => metrics.storeWrite(seconds);
  const onRows = (stored: readonly Outgoing[], places: readonly PublishedPlace[]) => {
    if (places.length > 0) published.onPlaces?.(places);
    for (const row of stored) rows.put(row);
  };
  const epoch = () => decoding.now.epoch;
  const thread = new StoreThread({
    settings,
    task,
    epoch,
    epochText,
    ...(task !== "collect" && { messages }),
    log,
    ...refusals,
    onRows,
    onWritten,
    onFailed,
  });
  const { store } = thread;
  const [main, ...others] = thread.outputs;
  return {
    thread,
    store,
    parts: [
      {
        name: "store",
        status: () => store.status(),
        start: () => thread.start(),
        close: () => thread.stop(),
        // Other nodes continue with the rest of the cluster's log.
        ...(task === "collect" ? { deadlineMs: STOP_DEADLINE_MS } : drained(thread, log)),
      },
      { name: "writer", status: () => main.writer.status() },
      ...(task === "collect" ? [{ name: "cluster log", status: () => thread.logStatus ?? UNREAD }] : []),
      ...others.flatMap(({ name, store: database, writer }) => [
        { name, status: () => database.status() },
        { name: `writer-${name}`, status: () => writer.status() },
      ]),
    ],
  };
}

/** The store of a process that only reads it. */
export async function makeAskedStore({ settings, log }: Base): Promise<QueriedStore> {
  const store = await makeStore(settings, log);
  const start = async () => void (await store.open());
  return { store, parts: [{ name: "store", status: () => store.status(), start, close: () => store.close() }] };
}

/** Before the part is closed, what waits is brought to its target. */
export function drained(
  writer: { readonly waiting: number; drain(timeoutMs: number): Promise<boolean> },
  log: Log,
): Pick<Part, "stop" | "deadlineMs"> {
  const stop = async () => {
    const { waiting } = writer;
    if (waiting > 0) log.info({ event: "writer.drain", waiting }, `bringing ${waiting} messages to the store`);
    if (await writer.drain(DRAIN_TIMEOUT_MS)) return;
    log.warn(
      { event: "writer.left" },
      "the store did not take all messages; the journal keeps the rest for the next start",
    );
  };
  return { stop, deadlineMs: STOP_DEADLINE_MS };
}
