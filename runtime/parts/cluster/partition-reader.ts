/**
 * Reads one partition of the cluster's log for its owner, through a consumer created only for this. After any
 * irregularity (the consumer or the stream is gone, a delivery is missing, the connection was lost), it creates a new
 * consumer, which begins with the oldest unacknowledged frame, in order. It pulls many frames at once.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { AckPolicy, DeliverPolicy } from "@nats-io/jetstream";
import { createInbox, type Msg, nanos, type Subscription } from "@nats-io/transport-node";
import { type Cluster, ensureStreams } from "./connection.ts";
import { isRefusal } from "./jetstream-errors.ts";
import type { StreamPosition } from "./positions.ts";

export interface Delivered extends StreamPosition {
  readonly partition: number;
  readonly message: Msg;
  /**
   * A permanent name of the message: a stream restored from a copy may use a number twice, but not with the same time.
   */
  readonly key: string;
  /** Number of frames after it in the partition. */
  readonly pending: number;
  /** Another worker may have stored it. */
  readonly isRepeated: boolean;
}

export interface PartitionReaderOptions {
  readonly cluster: Cluster;
  readonly partition: number;
  readonly turn: number;
  /** What the acknowledgement of a frame waits for. */
  readonly waits: keyof typeof MOST_UNDER_WAY;
  /** Reading begins with the oldest frame, perhaps of a new log. */
  readonly onBegun: () => void;
  readonly onDelivered: (delivered: Delivered) => void;
  /** Whether to pull more frames. */
  readonly hasRoom: () => boolean;
  readonly onFinding: (sentence: string) => void;
}

/** Maximum number of delivered frames without acknowledgement. One output that is away must not delay the others. */
const MOST_UNDER_WAY = { "for the store": 1024, "for the slowest output": 250_000 } as const;
const PULL = 256;
const PULL_AGAIN_BELOW = 128;
const PULL_BYTES = 8 << 20;
const PULL_MS = 30_000;
const HEARTBEAT_MS = 1000;
/** After this time without any message, the servers or the consumer are gone. */
const SILENT_MS = 3500;
const AGAIN_MS = 250;
const LOOK_MS = 500;
/** A reader creates a new consumer if necessary; this covers failures that show neither a gap nor an end. */
const ACK_WAIT_MS = 600_000;
const NOT_THERE = ["consumerNotFound", "streamNotFound"] as const;

let readings = 0;

export class PartitionReader {
  readonly #options: PartitionReaderOptions;
  #isStopped = false;
  #end: (reason: string) => void = () => {};
  /** Why the partition cannot be read; undefined if it can. */
  problem: string | undefined = "it begins";
  #pull: () => void = () => {};

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
    void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    this.#end("stopped");
  }

  /** Creates a new consumer. */
  again(reason: string): void {
    this.#end(reason);
  }

  /** There is room again. */
  more(): void {
    this.#pull();
  }

  async #run(): Promise<void> {
    const { partition, onFinding } = this.#options;
    let reported = "";
    while (!this.#isStopped) {
      try {
        const reason = await this.#read();
        if (this.#isStopped) return;
        this.problem = reason;
      } catch (error) {
        this.problem = (error as Error).message;
      }
      if (reported !== this.problem)
        onFinding(`partition ${partition} of the cluster's log is read anew: ${this.problem}`);
      reported = this.problem ?? "";
      await sleep(AGAIN_MS);
    }
  }

  /** @returns why reading ended */
  async #read(): Promise<string> {
    const { cluster, onBegun, onDelivered, hasRoom, partition } = this.#options;
    const { connection, names } = cluster;
    const name = `${names.consumer(partition)}-${this.#options.turn}-${++readings}-${Date.now().toString(36)}`;
    const repeatedTo = await makeConsumer(this.#options, name);
    onBegun();
    const inbox = createInbox();
    let requested = 0;
    let expected = 0;
    let heardMs = performance.now();
    const ended = new Promise<string>((resolve) => {
      this.#end = resolve;
    });
    this.#pull = () => {
      if (requested > PULL_AGAIN_BELOW || !hasRoom()) return;
      requested += PULL;
      const wish = {
        batch: PULL,
        max_bytes: PULL_BYTES,
        expires: nanos(PULL_MS),
        idle_heartbeat: nanos(HEARTBEAT_MS),
      };
      connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${names.frames}.${name}`, JSON.stringify(wish), { reply: inbox });
    };
    const take = (message: Msg) => {
      heardMs = performance.now();
      if (message.subject === inbox) {
        requested = statusOf(message, requested, this.#end);
        this.#pull();
        return;
      }
      const info = deliveryOf(message.reply ?? "");
      expected++;
      if (info?.deliverySequence !== expected) {
        // The same consumer repeats a frame only after a long time without acknowledgement; a gap in the numbers means
        // a loss.
        this.#end(`delivery ${expected} is missing`);
        return;
      }
      requested = Math.max(0, requested - 1);
      const { seq, time, pending, deliveries } = info;
      const isRepeated = deliveries > 1 || seq <= repeatedTo;
      onDelivered({ partition, message, key: `${seq}/${time}`, seq, time, pending, isRepeated });
      this.#pull();
    };
    const subscription: Subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error) this.#end(error.message);
        else take(message);
      },
    });
    const look = setInterval(() => {
      if (requested === 0) {
        heardMs = performance.now();
        this.#pull();
      } else if (performance.now() - heardMs > SILENT_MS) this.#end("the servers are silent");
    }, LOOK_MS);
    try {
      this.#pull();
      this.problem = undefined;
      return await ended;
    } finally {
      clearInterval(look);
      this.#pull = () => {};
      subscription.unsubscribe();
    }
  }
}

interface DeliveryInfo extends Pick<Delivered, "seq" | "time" | "pending"> {
  readonly deliveries: number;
  readonly deliverySequence: number;
}

/**
 * `$JS.ACK.<stream>.<consumer>.<deliveries>.<seq>.<delivery>.<time>.<pending>`; since 2.8 a domain and an account may
 * precede the stream.
 */
function deliveryOf(reply: string): DeliveryInfo | undefined {
  const tokens = reply.split(".");
  const at = tokens.length === 9 ? 4 : 6;
  if (tokens.length < 9 || tokens[1] !== "ACK") return undefined;
  const number = (index: number) => Number(tokens[at + index]);
  return {
    deliveries: number(0),
    seq: number(1),
    deliverySequence: number(2),
    time: tokens[at + 3] ?? "",
    pending: number(4),
  };
}

/** @returns number of frames still requested */
function statusOf(message: Msg, requested: number, end: (reason: string) => void): number {
  const code = message.headers?.code ?? 0;
  const left = Number(message.headers?.get("Nats-Pending-Messages") ?? 0);
  // A heartbeat. [ADR-13]
  if (code === 100) return requested;
  if (code === 408 && left > 0) return Math.max(0, requested - left);
  const description = message.headers?.description ?? "";
  if (code === 408 || /max_?bytes|batch completed/i.test(description))
    return left > 0 ? Math.max(0, requested - left) : 0;
  end(`${code} ${description}`.trim());
  return requested;
}

/** @returns the number up to which another worker may have stored unacknowledged frames */
async function makeConsumer(
  { cluster, partition, turn, waits }: PartitionReaderOptions,
  name: string,
): Promise<number> {
  const { manager, names } = cluster;
  const config = {
    durable_name: name,
    filter_subject: names.frameSubject(partition),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: MOST_UNDER_WAY[waits],
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
  };
  let repeatedTo = await deleteFormer(cluster, partition, turn);
  for (let attempt = 0; ; attempt++) {
    try {
      await manager.consumers.add(names.frames, config);
      return repeatedTo;
    } catch (error) {
      const isGone = isRefusal(error, ...NOT_THERE);
      if (attempt > 2 || !(isGone || isRefusal(error, "notUnique"))) throw error;
      if (isGone) await ensureStreams(cluster);
      repeatedTo = Math.max(repeatedTo, await deleteFormer(cluster, partition, turn));
    }
  }
}

/**
 * If the former consumer is missing, it is unknown what was stored: it may have been deleted. But before the first
 * turn, the partition had no owner.
 */
async function deleteFormer(cluster: Cluster, partition: number, turn: number): Promise<number> {
  const { manager, names } = cluster;
  const subject = names.frameSubject(partition);
  let repeatedTo = 0;
  let isKnown = false;
  for await (const { name, config, delivered } of manager.consumers.list(names.frames)) {
    if (config.filter_subject !== subject) continue;
    isKnown = true;
    repeatedTo = Math.max(repeatedTo, delivered.stream_seq);
    await manager.consumers.delete(names.frames, name).catch((error: unknown) => {
      if (!isRefusal(error, ...NOT_THERE)) throw error;
    });
  }
  if (isKnown || turn === 1) return repeatedTo;
  return (await manager.streams.info(names.frames)).state.last_seq;
}
