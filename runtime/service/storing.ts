/** The store's half: brings the log to the store and answers queries. */

import { epochFact } from "../cluster/epoch-fact.ts";
import type { PublishedPlace } from "../publish/home-assistant.ts";
import type { Outgoing } from "../publish/outbox.ts";
import { makeStore } from "../store/open-store.ts";
import type { AskedStore, Facts } from "../store/store.ts";
import type { Task } from "../store-thread/protocol.ts";
import { type EpochTextsOf, StoreThread, type StoreThreadOptions } from "../store-thread/store-thread.ts";
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

export interface QueriedStore {
  readonly store: AskedStore;
  readonly parts: readonly Part[];
}

export interface Storing extends QueriedStore {
  readonly thread: StoreThread;
}

/** The log is this process's own, or the cluster's, which other nodes write to as well. */
export function makeStoring(base: Base, ownLog: OwnLog, facts?: Facts): Storing {
  const names = { store: "store", writer: "writer" };
  if (facts === undefined)
    return brought(base, ownLog, "store", names, { text: (number) => ownLog.messages.epochText(number) });
  return brought(base, ownLog, "collect", names, { text: sharedText(facts) });
}

/**
 * If the text is missing, its node shares it again; only after that time does it count as lost. @throws Error until
 * then
 */
function sharedText(facts: Facts): EpochTextsOf["text"] {
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

/** Brings this process's log to the cluster's log. */
export function makeForwarding(
  base: Base,
  ownLog: OwnLog,
  { facts, incarnation }: { readonly facts: Facts; readonly incarnation: () => Promise<number> },
): Storing {
  const text = (number: number) => ownLog.messages.epochText(number);
  const share = async (number: number) => {
    const known = await text(number);
    if (known !== undefined) await facts.remember(epochFact(number), known);
  };
  const withdrawn = () => ownLog.withdrawn?.ranges ?? [];
  const ofCluster = { incarnation, withdrawn };
  const made = brought(base, ownLog, "forward", { store: "cluster", writer: "forwarder" }, { text, share }, ofCluster);
  base.current.withdraw = (position) => made.thread.withdraw(position);
  return made;
}

function brought(
  base: Base,
  { messages, refusals, rows, published }: OwnLog,
  task: Task,
  names: { readonly store: string; readonly writer: string },
  epochs: EpochTextsOf,
  ofCluster: Pick<StoreThreadOptions, "incarnation" | "withdrawn"> = {},
): Storing {
  const { settings, log, onFailed, metrics, decoding } = base;
  const onWritten = (seconds: number) => {
    if (task !== "forward") metrics.storeWrite(seconds);
  };
  const onRows = (stored: readonly Outgoing[], places: readonly PublishedPlace[]) => {
    if (places.length > 0) published.onPlaces?.(places);
    for (const row of stored) rows.put(row);
  };
  const source = { ...(task !== "collect" && { messages }), ...ofCluster };
  const epoch = () => decoding.now.epoch;
  const thread = new StoreThread({
    settings,
    task,
    epoch,
    epochs,
    ...source,
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
        name: names.store,
        status: () => store.status(),
        start: () => thread.start(),
        // Other nodes continue with the rest of the cluster's log.
        stop: () => (task === "collect" ? undefined : drain(thread, log)),
        close: () => thread.stop(),
        deadlineMs: Math.max(DRAIN_TIMEOUT_MS, CLOSE_TIMEOUT_MS) + 500,
      },
      { name: names.writer, status: () => main.writer.status() },
      ...(task === "collect" ? [{ name: "cluster log", status: () => thread.logStatus ?? UNREAD }] : []),
      ...others.flatMap(({ name, store: database, writer }) => [
        { name, status: () => database.status() },
        { name: `${names.writer}-${name}`, status: () => writer.status() },
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

async function drain(thread: StoreThread, log: Log): Promise<void> {
  const { waiting = 0 } = thread.writer.status().counts ?? {};
  if (waiting > 0) log.info({ event: "writer.drain", waiting }, `bringing ${waiting} messages to the store`);
  if (await thread.drain(DRAIN_TIMEOUT_MS)) return;
  log.warn(
    { event: "writer.left" },
    "the store did not take all messages; the journal keeps the rest for the next start",
  );
}
