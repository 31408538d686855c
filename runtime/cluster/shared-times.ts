/** First times of messages with keys, of all nodes: a message for each in a stream, whose subject is the name. */

import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { FirstTimes } from "../intake/first-times.ts";
import { TelemetryError } from "../telemetry/error-signal.ts";
import { type Cluster, ensureKeys } from "./connection.ts";
import { insist } from "./insist.ts";
import { isRefusal } from "./jetstream-errors.ts";

const AGAIN_MS = 250;
/** A leader of the servers that died is replaced within some seconds. */
const TIMEOUT_MS = 15_000;

export class SharedTimes implements FirstTimes {
  readonly #servers: () => Promise<Cluster>;

  constructor(servers: () => Promise<Cluster>) {
    this.#servers = servers;
  }

  async of(name: bigint, timeNs: bigint): Promise<bigint> {
    const deadline = performance.now() + TIMEOUT_MS;
    let reason = "";
    while (performance.now() < deadline) {
      try {
        const known = await this.#ask(await this.#servers(), name.toString(16), timeNs);
        if (known !== undefined) return known;
      } catch (error) {
        reason = (error as Error).message;
        await sleep(AGAIN_MS);
      }
    }
    const options = { name: "ClusterError", stage: "receiving", code: "unavailable" } as const;
    throw new TelemetryError(
      `Unable to keep data: the servers do not take its key (${reason}); send it again`,
      options,
    );
  }

  /** Undefined: it was just forgotten. */
  async #ask(cluster: Cluster, name: string, timeNs: bigint): Promise<bigint | undefined> {
    const { jetstream, manager, names } = cluster;
    const subject = names.keySubject(name);
    const expect = { streamName: names.keys, lastSubjectSequence: 0 };
    try {
      await insist((_, timeout) => jetstream.publish(subject, String(timeNs), { expect, timeout }));
      return timeNs;
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) {
        // Perhaps the stream is gone.
        await ensureKeys(cluster);
        throw error;
      }
      if (!isRefusal(error, "wrongLastSequence")) throw error;
    }
    const known = await manager.streams.getMessage(names.keys, { last_by_subj: subject });
    return known === null ? undefined : timeOf(known.string());
  }
}

/** A client that may publish there may write anything. */
function timeOf(text: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new Error("what the servers have of the key is not a time");
  return BigInt(text);
}
