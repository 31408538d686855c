/**
 * First times of messages with keys, shared by all nodes: a stream with one message for each, whose subject is the
 * name.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { FirstTimes } from "../../journal/first-times.ts";
import { TelemetryError } from "../../model/error-signal.ts";
import { type Cluster, ensureStream } from "./connection.ts";
import { insist } from "./insist.ts";
import { isRefusal } from "./jetstream-errors.ts";

const AGAIN_MS = 250;
/** The servers replace a dead leader within some seconds. */
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
    const options = { name: "ClusterError", code: "unavailable" } as const;
    throw new TelemetryError(
      `Unable to keep data: the servers do not accept its key (${reason}); send it again`,
      options,
    );
  }

  /** Undefined: the name was just forgotten. */
  async #ask(cluster: Cluster, name: string, timeNs: bigint): Promise<bigint | undefined> {
    try {
      const known = await firstOf(cluster, name, String(timeNs));
      return known === undefined ? undefined : timeOf(known);
    } catch (error) {
      // The stream may be gone.
      if (!(error instanceof JetStreamApiError)) await ensureStream(cluster, "keys");
      throw error;
    }
  }
}

/** Writes the text under the name, unless there is one. @returns the text there; undefined if it was just forgotten */
export async function firstOf(cluster: Cluster, name: string, text: string): Promise<string | undefined> {
  const { jetstream, names } = cluster;
  const expect = { streamName: names.keys, lastSubjectSequence: 0 };
  try {
    await insist((_, timeout) => jetstream.publish(names.keySubject(name), text, { expect, timeout }));
    return text;
  } catch (error) {
    // Another node was first, or this one, whose first attempt was not answered.
    if (!isRefusal(error, "wrongLastSequence")) throw error;
    return knownText(cluster, name);
  }
}

export async function knownText({ manager, names }: Cluster, name: string): Promise<string | undefined> {
  return (await manager.streams.getMessage(names.keys, { last_by_subj: names.keySubject(name) }))?.string();
}

/** Any client with permission to publish can write anything there. */
function timeOf(text: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new Error("the servers' entry for the key is not a time");
  return BigInt(text);
}
