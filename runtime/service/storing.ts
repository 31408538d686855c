/** The store's half: brings the log to the store and answers queries. */

import type { Metrics } from "../api/metrics.ts";
import type { Log } from "../lib/log.ts";
import type { Running } from "../model/running.ts";
import type { StoreAccess } from "../model/store.ts";
import { PARTS } from "../parts/parts.ts";
import type { Member } from "../parts/sharing.ts";
import { STORE_KINDS } from "../settings/store-kinds.ts";
import { WRITER_COUNTERS } from "../store/counters.ts";
import { makeStore } from "../store/open-store.ts";
import { StoreThread, type StoreThreadOptions } from "../store-thread/store-thread.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";

const LOG_COUNTERS = PARTS.find(({ shared }) => shared !== undefined)?.shared?.logCounters;
const UNREAD = { state: "degraded", detail: "it is not read yet" } as const;
/** Maximum wait for the store during a stop. The journal keeps the remaining messages. */
const DRAIN_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 9000;
const STOP_DEADLINE_MS = Math.max(DRAIN_TIMEOUT_MS, CLOSE_TIMEOUT_MS) + 500;

/** A store, and what of it starts and stops with the process. */
export interface ViewedStore {
  readonly store: StoreAccess;
  readonly parts: readonly Running[];
}

export interface Storing extends ViewedStore {
  readonly thread: StoreThread;
}

/** The log is this process's own, or the one that other nodes write to as well. */
export function makeStoring(base: Base, ownLog: OwnLog, metrics: Metrics, node?: Pick<Member, "epochText">): Storing {
  const { messages } = ownLog;
  if (node !== undefined) return openStoring(base, ownLog, metrics, { epochText: node.epochText });
  return openStoring(base, ownLog, metrics, { messages, epochText: (number) => messages.epochText(number) });
}

function openStoring(
  { started, log, events, onFailed, inForce }: Base,
  { rejected }: OwnLog,
  metrics: Metrics,
  source: Pick<StoreThreadOptions, "messages" | "epochText">,
): Storing {
  const onWritten = (seconds: number) => metrics.storeWrite(seconds);
  const epoch = () => inForce.now.epoch;
  const thread = new StoreThread({
    settings: started,
    epoch,
    ...source,
    log,
    ...rejected.ofStore,
    onWritten,
    onRemoved: (removed) => events.emit("removed", removed),
    onFailed,
  });
  const isShared = source.messages === undefined;
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
        ...(isShared ? { deadlineMs: STOP_DEADLINE_MS } : drained(thread, log)),
      },
      { name: WRITER_COUNTERS.part, status: () => main.writer.status() },
      ...(isShared ? [{ name: LOG_COUNTERS?.part ?? "log", status: () => thread.logStatus ?? UNREAD }] : []),
      ...others.flatMap(({ name, store: database, writer }) => [
        { name, status: () => database.status() },
        { name: `${WRITER_COUNTERS.part}-${name}`, status: () => writer.status() },
      ]),
    ],
  };
}

/** The store of a process that only reads it. */
export async function openStoreToRead({ started, log }: Base): Promise<ViewedStore> {
  const store = await makeStore(started, STORE_KINDS, log);
  const start = async () => void (await store.open());
  return { store, parts: [{ name: "store", status: () => store.status(), start, close: () => store.close() }] };
}

/** Before the part is closed, what waits is brought to its target. */
export function drained(
  writer: { readonly waiting: number; drain(timeoutMs: number): Promise<boolean> },
  log: Log,
): Pick<Running, "stop" | "deadlineMs"> {
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
