/** Connects the host with the sources, the broker and the dead letters. */

import { setTimeout as wait } from "node:timers/promises";
import type { Running } from "../../model/running.ts";
import type { Exchange } from "../part-kind.ts";
import { SPARKPLUG_COUNTERS } from "./counters.ts";
import { type Letter, READING, SparkplugHost } from "./host.ts";
import type { SparkplugSettings } from "./keys.ts";
import { rebirthPayload } from "./write-payload.ts";

const MOST_LETTERS = 1000;
/** Another retry may run. */
const TRIES = 30;
const BETWEEN_MS = 1000;

export function openSparkplug(exchange: Exchange, settings: () => SparkplugSettings): Running {
  const { provided, decoding, clock, signal, log, hasSharedBroker } = exchange;
  const isMapped = () =>
    decoding.now.epoch.realms.some(({ maps = [] }) => maps.some(({ dialect }) => dialect === READING));
  if (hasSharedBroker && isMapped())
    throw new Error(
      "Sparkplug B needs one receiver: the nodes of a cluster with a common broker would each see a part of its messages",
    );
  if (exchange.nodes !== undefined && settings() !== undefined)
    throw new Error("[sparkplug] needs one process: each node of a cluster would be the same edge node");
  let isStopped = false;
  const host = new SparkplugHost({
    startNs: clock.nowNs(),
    isOwn: ({ group, edge }) => settings()?.edge?.group === group && settings()?.edge?.edge === edge,
    askForBirth: (topic) => signal(topic, rebirthPayload(clock.nowNs() / 1_000_000n)),
    retry: (letters) => {
      retryLetters(exchange, letters, () => isStopped).catch((error: Error) =>
        log.error(
          { event: "sparkplug.retry", error: error.message },
          "messages that waited for births are still dead letters",
        ),
      );
    },
  });
  provided.bodyReaders = [...(provided.bodyReaders ?? []), host];
  return {
    name: SPARKPLUG_COUNTERS.part,
    stop: () => {
      isStopped = true;
    },
    ...(isMapped() && {
      status: () => ({
        state: "ok",
        detail: `${host.nodes} edge nodes of Sparkplug B`,
        counts: SPARKPLUG_COUNTERS.of({ nodes: host.nodes, ...host.counts }),
      }),
    }),
  };
}

/** Stores dead letters whose births have come. */
async function retryLetters(
  { rejected }: Exchange,
  waiting: readonly Letter[],
  isStopped: () => boolean,
): Promise<void> {
  const work = (goOn: () => Promise<void>) => retryWaiting(rejected, waiting, isStopped, goOn);
  for (let attempt = 0; attempt < TRIES && !isStopped(); attempt++) {
    if ((await rejected.deadLetters.retrying(work)) !== undefined) return;
    await wait(BETWEEN_MS, undefined, { ref: false });
  }
}

async function retryWaiting(
  { deadLetters, retry }: Exchange["rejected"],
  waiting: readonly Letter[],
  isStopped: () => boolean,
  goOn: () => Promise<void>,
): Promise<true> {
  const wanted = new Set(waiting.map(({ topic, receivedNs }) => `${topic} ${receivedNs}`));
  for (const address of new Set(waiting.map(({ topic }) => topic))) {
    const { letters: found } = await deadLetters.list({ limit: MOST_LETTERS, address, code: "unknown-id" });
    for (const letter of found.filter(({ message }) => wanted.has(`${message.address} ${message.receivedNs}`))) {
      if (isStopped()) return true;
      await goOn();
      // A letter that is refused again stays, with its reason.
      const isStored = await retry(letter).then(
        () => true,
        () => false,
      );
      if (isStored) await deadLetters.drop([letter.id]);
    }
  }
  return true;
}
