/**
 * Brings a node's journal to the cluster's log: what the store's writer takes for its store. Each batch becomes at most one
 * frame (or a few, where it is large) for each partition; the batch counts when all are acknowledged.
 *
 * Of one partition one frame is under way at a time, so that what is tried again never comes behind what follows it. A frame's
 * id names the first and the last message, as a batch may be cut in another way after a crash; what a store has already, it
 * knows by the positions.
 */

import type { ClusterSettings } from "../config/settings.ts";
import type { JournalPosition } from "../journal/journal.ts";
import type { LogIdentity } from "../journal/log.ts";
import type { BeforeCommit, OpenedStore, RefusedPoint, WriteOutcome } from "../store/store.ts";
import { TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { Origin, Point } from "../telemetry/point.ts";
import { shownUrl } from "../telemetry/shown-url.ts";
import { within } from "../telemetry/with-timeout.ts";
import { type Cluster, connectCluster, ensureStreams } from "./connection.ts";
import { epochHeaders } from "./epoch-header.ts";
import { encodeFrame, type FrameEntry, frameBytesAtMost, MAX_FRAME_BYTES } from "./frame.ts";
import { Partitions } from "./partition.ts";

const PUBLISH_TIMEOUT_MS = 5000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Messages of one partition in the order of the journal. */
interface Gathered {
  readonly entries: FrameEntry[];
  last: Origin | undefined;
}

export class Forwarder {
  readonly #settings: ClusterSettings;
  readonly #partitions: Partitions;
  readonly #share: (epoch: number) => Promise<void>;
  /** Epochs whose texts the cluster has. */
  readonly #shared = new Set<number>();
  #cluster: Cluster | undefined;
  #connecting: Promise<Cluster> | undefined;
  #log: LogIdentity | undefined;
  #isReady = false;
  #isClosed = false;
  readonly #counts = { frames: 0, bytes: 0, failures: 0 };
  #lastError: PartStatus["lastError"];
  #lastSuccessMs = 0;

  /** @param share has an epoch's text where readers of the cluster's log find it */
  constructor(settings: ClusterSettings, share: (epoch: number) => Promise<void>) {
    this.#settings = settings;
    this.#share = share;
    this.#partitions = new Partitions(settings.partitions);
  }

  async open(log?: LogIdentity): Promise<OpenedStore> {
    this.#log = log;
    // Not with the first message: whether it can be taken is asked before there is one.
    this.#connect().then(
      (cluster) => {
        this.#cluster = cluster;
        if (this.#isClosed) void cluster.close();
      },
      () => {},
    );
    return { committed: undefined };
  }

  /** @throws Error when not all of it is acknowledged; the same batch is to be written again */
  async write(
    points: readonly Point[],
    _position: JournalPosition,
    beforeCommit?: BeforeCommit,
  ): Promise<WriteOutcome> {
    try {
      const cluster = await this.#ready();
      const gathered = this.#gather(points);
      const refused = points.filter(({ origin }) => isTooLarge(origin.message)).map(tooLarge);
      if (refused.length > 0) await beforeCommit?.(refused);
      const sent = await Promise.allSettled(
        Array.from(gathered, ([partition, { entries }]) => this.#publishAll(cluster, partition, entries)),
      );
      const failed = sent.find((each) => each.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      this.#lastSuccessMs = Date.now();
      return { stored: points.length - refused.length, refused };
    } catch (error) {
      this.#counts.failures++;
      this.#lastError = { message: (error as Error).message, time: new Date().toISOString() };
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#cluster?.close();
  }

  status(): PartStatus {
    const isDown = this.#cluster === undefined || this.#cluster.connection.isClosed();
    return {
      state: isDown ? "down" : "ok",
      detail: `${this.#settings.urls.map(shownUrl).join(", ")}: ${this.#partitions.count} partitions`,
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
      counts: { ...this.#counts },
    };
  }

  #connect(): Promise<Cluster> {
    this.#connecting ??= connectCluster(this.#settings, `forwarder ${this.#log?.uuid.slice(0, 8)}`);
    return this.#connecting;
  }

  async #ready(): Promise<Cluster> {
    this.#cluster ??= await within(this.#connect(), CONNECT_TIMEOUT_MS, "no server of the cluster answers");
    if (!this.#isReady) await ensureStreams(this.#cluster);
    this.#isReady = true;
    return this.#cluster;
  }

  // Points of a message follow one another and share its origin. A message with rows of several partitions goes to each.
  #gather(points: readonly Point[]): Map<number, Gathered> {
    const gathered = new Map<number, Gathered>();
    for (const { database, measurement, origin } of points) {
      const partition = this.#partitions.of(database, measurement);
      let known = gathered.get(partition);
      if (known === undefined) {
        known = { entries: [], last: undefined };
        gathered.set(partition, known);
      }
      if (known.last === origin || isTooLarge(origin.message)) continue;
      known.last = origin;
      known.entries.push({ position: positionOf(origin), message: origin.message, epoch: origin.epoch ?? 0 });
    }
    return gathered;
  }

  async #publishAll(cluster: Cluster, partition: number, entries: readonly FrameEntry[]): Promise<void> {
    for (const part of cut(entries)) await this.#publish(cluster, partition, part);
  }

  async #publish(cluster: Cluster, partition: number, entries: readonly FrameEntry[]): Promise<void> {
    const node = this.#log?.uuid ?? "";
    const epoch = entries[0]?.epoch ?? 0;
    if (epoch !== 0 && !this.#shared.has(epoch)) await this.#share(epoch);
    this.#shared.add(epoch);
    const data = encodeFrame({ node, entries });
    const msgID = `${node}/${partition}/${entries[0]?.position}-${entries.at(-1)?.position}`;
    const options = {
      msgID,
      headers: epochHeaders(epoch),
      timeout: PUBLISH_TIMEOUT_MS,
      expect: { streamName: cluster.names.frames },
    };
    await cluster.jetstream.publish(cluster.names.frameSubject(partition), data, options).catch((error: unknown) => {
      // The stream may be gone, and all that the servers had: it is looked for again.
      this.#isReady = false;
      this.#shared.clear();
      throw error;
    });
    this.#counts.frames++;
    this.#counts.bytes += data.byteLength;
  }
}

/** Taken before the node was one of a cluster. */
function isTooLarge(message: Message): boolean {
  return frameBytesAtMost(message) > MAX_FRAME_BYTES;
}

function tooLarge(point: Point): RefusedPoint {
  const sentence = `a message of ${point.origin.message.payload.byteLength} bytes does not fit a frame of the cluster`;
  const options = { name: "ClusterError", stage: "storing", code: "too-large" } as const;
  return { point, error: new TelemetryError(sentence, options) };
}

/** The journal's, which the id ends with. */
function positionOf({ id }: Origin): JournalPosition {
  return Number(id.slice(id.lastIndexOf("/") + 1));
}

/** Frames of one epoch each, of no more bytes than NATS takes. */
function* cut(entries: readonly FrameEntry[]): Generator<readonly FrameEntry[]> {
  let from = 0;
  let bytes = 0;
  for (const [index, { message, epoch }] of entries.entries()) {
    const more = frameBytesAtMost(message);
    if (index > from && (bytes + more > MAX_FRAME_BYTES || epoch !== entries[from]!.epoch)) {
      yield entries.slice(from, index);
      from = index;
      bytes = 0;
    }
    bytes += more;
  }
  yield entries.slice(from);
}
