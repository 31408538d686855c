/**
 * Brings a node's journal to the cluster's log; the store's writer uses it like a store. Each batch becomes one frame
 * for each lane (`lanes.ts`), or a few, if it is large. The batch is complete when all frames are acknowledged.
 *
 * Each lane has only one frame under way, so that a repeated frame never overtakes a later one. A frame's ID
 * contains the node's incarnation and the first and last message. Messages that were in the journal when this run began
 * may be in the cluster's log already, and so may a repeated frame: such frames are marked, and their rows replace rows
 * with the same times.
 */

import { randomUUID } from "node:crypto";
import { JetStreamApiError } from "@nats-io/jetstream";
import { shownUrl } from "../../lib/shown-url.ts";
import { within } from "../../lib/with-timeout.ts";
import { TelemetryError } from "../../model/error-signal.ts";
import type { JournalPosition } from "../../model/journal-entry.ts";
import type { Message } from "../../model/message.ts";
import type { LogIdentity } from "../../model/message-log.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Point } from "../../model/point.ts";
import type { BeforeCommit, OpenedStore, RefusedPoint, WriteOutcome } from "../../model/store.ts";
import { type Cluster, connectCluster, ensureBucket, ensureLog, maxPayload } from "./connection.ts";
import { FORWARDER_COUNTERS } from "./counters.ts";
import { epochHeaders } from "./epoch-header.ts";
import type { Forwarded } from "./forwarded.ts";
import { type EncodedEntry, encodeFrame, frameBytesAtMost, mostFrameBytes, type Sending } from "./frame.ts";
import { cutBytes, MOST_PARTS, setPart } from "./frame-parts.ts";
import { insist } from "./insist.ts";
import type { ClusterSettings } from "./keys.ts";
import { Lanes, setAfter } from "./lanes.ts";
import { Partitions } from "./partition.ts";
import type { Withdrawn } from "./withdrawn.ts";

/** After this time without an answer to a frame, the operator is informed. */
const SILENT_MS = 2000;
const CONNECT_TIMEOUT_MS = 10_000;
const SHARE_AGAIN_MS = 30_000;

interface ForwardedEntry extends EncodedEntry {
  readonly epoch: number;
  /** At most this many in a frame. */
  readonly bytes: number;
}

export interface ForwarderOptions {
  readonly settings: ClusterSettings;
  /** Publishes an epoch's text for readers of the cluster's log. */
  readonly share: (epoch: number) => Promise<void>;
  /** The number of this run of the node, once the servers have assigned it. */
  readonly incarnation: () => Promise<number>;
  /** End of the journal when this run began. */
  readonly tailAtStart: JournalPosition;
  /** Messages of the journal that must not be sent. */
  readonly withdrawn: Pick<Withdrawn, "ranges" | "has" | "add">;
  readonly onFinding: (sentence: string) => void;
}

interface Ready {
  readonly cluster: Cluster;
  readonly partitions: Partitions;
  readonly lanes: Lanes;
  readonly incarnation: number;
}

export class Forwarder {
  readonly #options: ForwarderOptions;
  /** When the texts of epochs were last published. */
  readonly #shared = new Map<number, number>();
  /** IDs of the batch's frames that were sent and possibly accepted. */
  readonly #tried = new Set<string>();
  #cluster: Cluster | undefined;
  #connecting: Promise<Cluster> | undefined;
  #log: LogIdentity | undefined;
  #ready: Ready | undefined;
  /** The stream may be another one now. */
  #isGone = false;
  #isClosed = false;
  readonly #counts = { frames: 0, bytes: 0, failures: 0, sentBefore: 0, foreignDuplicates: 0 };
  #lastError: PartStatus["lastError"];
  #lastSuccessMs = 0;
  /** Start of the current time without an acknowledgement for frames under way. */
  #silentSinceMs: number | undefined;

  /** Messages up to here were possibly sent. */
  #begun: JournalPosition;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#begun = options.tailAtStart;
  }

  /** Prevents sending a message, durably. False if sending has begun. */
  async withdraw(position: JournalPosition): Promise<boolean> {
    if (position <= this.#begun) return false;
    const { withdrawn, onFinding } = this.#options;
    // It is not sent in this run in any case, and its sender is told so.
    await withdrawn.add(position).catch((error: unknown) => {
      onFinding(`a restart may send message ${position}, which was refused: ${(error as Error).message}`);
    });
    return true;
  }

  async open(log?: LogIdentity): Promise<OpenedStore> {
    this.#log = log;
    // Connects early: whether messages can be accepted must be known before the first one.
    this.#connect().then(
      (cluster) => {
        this.#cluster = cluster;
        if (this.#isClosed) void cluster.close();
      },
      () => {},
    );
    return { committed: undefined };
  }

  /** @throws Error if not everything was acknowledged; the same batch must be written again */
  async write(
    points: readonly Point[],
    _position: JournalPosition,
    beforeCommit?: BeforeCommit,
  ): Promise<WriteOutcome> {
    try {
      const ready = await this.#prepared();
      const { cluster, lanes, partitions } = ready;
      // A batch is repeated in the lanes of its first attempt, so that its frames have the same IDs.
      if (this.#tried.size === 0) lanes.turn();
      const most = mostFrameBytes(maxPayload(cluster));
      const laneOf = ({ measurement }: Forwarded) => lanes.of(partitions.of(measurement));
      const { byLane, tooLarge } = gather(this.#left(points as readonly Forwarded[]), lanes.only ?? laneOf, most);
      const refused = tooLarge.map(refusal);
      if (refused.length > 0) await beforeCommit?.(refused);
      this.#silentSinceMs ??= performance.now();
      const sent = await Promise.allSettled(
        Array.from(byLane, ([lane, entries]) => this.#publishAll(ready, lane, entries, most)),
      );
      const failed = sent.find((each) => each.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      this.#tried.clear();
      this.#silentSinceMs = undefined;
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
    const { foreignDuplicates } = this.#counts;
    const partitions = this.#ready === undefined ? "" : `: ${this.#ready.partitions.count} partitions`;
    const odd =
      foreignDuplicates === 0
        ? ""
        : `; ${foreignDuplicates} frames had IDs that another process has used: is there a second process with this node's journal?`;
    const silentMs = performance.now() - (this.#silentSinceMs ?? performance.now());
    const silent =
      silentMs < SILENT_MS
        ? ""
        : `; no server has taken a message for ${Math.round(silentMs / 1000)} s: new messages wait in this node's journal`;
    return {
      state: isDown ? "down" : `${silent}${odd}` === "" ? "ok" : "degraded",
      detail: `${this.#options.settings.urls.map(shownUrl).join(", ")}${partitions}${silent}${odd}`,
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
      counts: FORWARDER_COUNTERS.of({ ...this.#counts }),
    };
  }

  /** Repeated regularly, since texts may have been deleted. Only the first time is awaited: readers need it. */
  async #share(epoch: number): Promise<void> {
    const now = performance.now();
    const sharedMs = this.#shared.get(epoch);
    if (epoch === 0 || (sharedMs !== undefined && now - sharedMs < SHARE_AGAIN_MS)) return;
    this.#shared.set(epoch, now);
    const shared = this.#options.share(epoch).catch((error: unknown) => {
      this.#shared.delete(epoch);
      throw error;
    });
    if (sharedMs === undefined) await shared;
    else shared.catch(() => {});
  }

  /** The rest will be sent and can no longer be withdrawn. */
  #left(messages: readonly Forwarded[]): readonly Forwarded[] {
    this.#begun = Math.max(this.#begun, messages.at(-1)?.origin.cursor ?? 0);
    const { withdrawn } = this.#options;
    if (withdrawn.ranges.length === 0) return messages;
    return messages.filter(({ origin }) => !withdrawn.has(origin.cursor));
  }

  #connect(): Promise<Cluster> {
    this.#connecting ??= connectCluster(this.#options.settings, `forwarder ${this.#log?.uuid.slice(0, 8)}`);
    return this.#connecting;
  }

  async #prepared(): Promise<Ready> {
    if (this.#ready !== undefined && !this.#isGone) return this.#ready;
    const cluster = await within(this.#connect(), CONNECT_TIMEOUT_MS, "no server of the cluster answers");
    this.#cluster = cluster;
    const partitions = new Partitions(await ensureLog(cluster));
    if (this.#ready?.partitions.count === partitions.count) {
      // The lanes stay: a batch is repeated in those of its first attempt, of which the servers may have a part.
      this.#isGone = false;
      return this.#ready;
    }
    const incarnation = await within(
      this.#options.incarnation(),
      CONNECT_TIMEOUT_MS,
      "the servers grant this node no identity",
    );
    const { state } = await cluster.manager.streams.info(cluster.names.frames);
    const bucket = () => ensureBucket(cluster, "nodes");
    const lanes = new Lanes({ bucket, partitions: partitions.count, newest: state.last_seq });
    this.#ready = { cluster, partitions, lanes, incarnation };
    this.#isGone = false;
    return this.#ready;
  }

  async #publishAll(ready: Ready, lane: number, entries: readonly ForwardedEntry[], most: number): Promise<void> {
    for (const part of cut(entries, most)) await this.#publish(ready, lane, part, most);
  }

  async #publish(ready: Ready, lane: number, entries: readonly ForwardedEntry[], most: number): Promise<void> {
    const node = this.#log?.uuid ?? "";
    const { epoch } = entries[0]!;
    await this.#share(epoch);
    const { incarnation, lanes } = ready;
    const last = entries.at(-1)!.position;
    const id = `${node}/${incarnation}/${lane}/${entries[0]!.position}-${last}`;
    const wasInJournal = entries[0]!.position <= this.#options.tailAtStart;
    const isExpected = wasInJournal || this.#tried.has(id);
    this.#tried.add(id);
    const frame = (sending: Sending) => encodeFrame({ node, incarnation, sending, entries });
    try {
      const data = frame(isExpected ? "perhaps again" : "first");
      const repeated = () => frame("perhaps again");
      this.#counts.frames++;
      this.#counts.bytes += data.byteLength;
      const { after } = lanes;
      const onTaken = (seq: number, was: "new" | "duplicate") => lanes.sent(seq, was);
      const sent = { partition: lane, epoch, after, most, onTaken };
      if ((await sendFrame(ready.cluster, { ...sent, id, data, repeated })) === "taken") return;
      if (isExpected) {
        this.#counts.sentBefore++;
        return;
      }
      // The servers dropped our frame because of its ID, and would drop it again.
      this.#counts.foreignDuplicates++;
      this.#options.onFinding(
        `a frame of this node had an ID that another process has used (${id}); it was sent with a new one`,
      );
      await sendFrame(ready.cluster, { ...sent, id: randomUUID(), data: frame("perhaps again") });
    } catch (error) {
      const { error: shown, isGone } = shownOf(error);
      // If the stream is gone, look for a new one. Not if a server is only silent.
      if (isGone) {
        this.#isGone = true;
        this.#shared.clear();
      }
      throw shown;
    }
  }
}

/** Resolves after all acknowledgements have arrived. */
async function sendFrame(
  { jetstream, names }: Cluster,
  { partition, id, epoch, after = 0, data, repeated, most, onTaken }: Sent,
): Promise<"taken" | "duplicate"> {
  const parts = Math.ceil(data.length / most);
  let duplicates = 0;
  let part = 0;
  for (const bytes of cutBytes(data, most)) {
    part++;
    const headers = epochHeaders(epoch);
    setAfter(headers, after);
    if (parts > 1) setPart(headers, { frame: id, part, parts });
    const msgID = parts > 1 ? `${id}/${part}` : id;
    let attempts = 0;
    const { duplicate, seq } = await insist((attempt, timeout) => {
      attempts++;
      const options = { msgID, headers, timeout, expect: { streamName: names.frames } };
      // A part must have the bytes of its first sending, since the checksum covers all parts.
      const payload = attempt === 0 || parts > 1 ? bytes : (repeated?.() ?? bytes);
      return jetstream.publish(names.frameSubject(partition), payload, options);
    });
    onTaken?.(seq, duplicate ? "duplicate" : "new");
    if (duplicate && attempts === 1) duplicates++;
  }
  return duplicates === parts ? "duplicate" : "taken";
}

interface Sent {
  readonly partition: number;
  readonly id: string;
  readonly epoch: number;
  /** Number of the last frame in other lanes that must be stored before; absent: none. */
  readonly after?: number;
  /** Called with the number of each part in the log. */
  readonly onTaken?: (seq: number, was: "new" | "duplicate") => void;
  readonly data: Uint8Array;
  /** The same frame, marked as a repetition; absent if it is marked already. */
  readonly repeated?: () => Uint8Array;
  /** Maximum size of a message for the servers, bytes. */
  readonly most: number;
}

/** No server has the stream, or the servers refuse. The client then reports that JetStream is not enabled. */
function shownOf(error: unknown): { readonly error: unknown; readonly isGone: boolean } {
  if (error instanceof JetStreamApiError) return { error, isGone: true };
  const isGone = error instanceof Error && error.name === "JetStreamNotEnabled";
  return { error: isGone ? new Error("no server has the stream of the cluster's log now") : error, isGone };
}

function refusal(point: Point): RefusedPoint {
  const sentence = `a message of ${point.origin.message.payload.byteLength} bytes does not fit the cluster's log`;
  return { point, error: new TelemetryError(sentence, { name: "ClusterError", code: "too-large" }) };
}

/** Maximum size of messages resent at once, bytes. */
const RESEND_BYTES = 4 << 20;

/**
 * Sends messages that were in the log again, marked as repetitions. Workers store them after all that is in the log now: their first
 * frames may be in other lanes. @returns their number
 */
export async function resendFrames(
  cluster: Cluster,
  count: number,
  node: string,
  kept: AsyncIterable<Forwarded>,
): Promise<number> {
  const partitions = new Partitions(count);
  const most = mostFrameBytes(maxPayload(cluster));
  let resent = 0;
  let waiting: Forwarded[] = [];
  let bytes = 0;
  let after: number | undefined;
  const send = async () => {
    after ??= (await cluster.manager.streams.info(cluster.names.frames)).state.last_seq;
    const laneOf = ({ measurement }: Forwarded) => partitions.of(measurement);
    for (const [partition, entries] of gather(waiting, laneOf, most).byLane) {
      for (const part of cut(entries, most)) {
        const data = encodeFrame({ node, incarnation: 0, sending: "perhaps again", entries: part });
        const sent = { partition, id: `again/${randomUUID()}`, epoch: part[0]!.epoch, after, data, most };
        await sendFrame(cluster, sent);
      }
    }
    resent += waiting.length;
    waiting = [];
    bytes = 0;
  };
  for await (const message of kept) {
    waiting.push(message);
    bytes += frameBytesAtMost(message.origin);
    if (bytes > RESEND_BYTES) await send();
  }
  await send();
  return resent;
}

interface Gathered {
  readonly byLane: ReadonlyMap<number, readonly ForwardedEntry[]>;
  readonly tooLarge: readonly Forwarded[];
}

/** By lane, in the order of the journal. [hot path] */
function gather(
  messages: readonly Forwarded[],
  lane: number | ((message: Forwarded) => number),
  most: number,
): Gathered {
  const byLane = new Map<number, ForwardedEntry[]>();
  const tooLarge: Forwarded[] = [];
  for (const each of messages) {
    const entry = new FrameMessage(each.origin);
    if (entry.bytes > most * MOST_PARTS) {
      tooLarge.push(each);
      continue;
    }
    const of = typeof lane === "number" ? lane : lane(each);
    const known = byLane.get(of);
    if (known === undefined) byLane.set(of, [entry]);
    else known.push(entry);
  }
  return { byLane, tooLarge };
}

/** Reads the message only if its record is unknown. */
class FrameMessage implements ForwardedEntry {
  readonly position: JournalPosition;
  readonly epoch: number;
  readonly record: Uint8Array | undefined;
  readonly bytes: number;
  readonly #origin: Forwarded["origin"];

  constructor(origin: Forwarded["origin"]) {
    this.position = origin.cursor;
    this.epoch = origin.epoch ?? 0;
    this.record = origin.record;
    this.#origin = origin;
    this.bytes = frameBytesAtMost(this);
  }

  get message(): Message {
    return this.#origin.message;
  }
}

/** Cuts into frames of one epoch each, within the maximum message size, except for a single larger message. */
function* cut(entries: readonly ForwardedEntry[], most: number): Generator<readonly ForwardedEntry[]> {
  let from = 0;
  let bytes = FRAME_HEADERS_BYTES;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    if (index > from && (bytes + entry.bytes > most || entry.epoch !== entries[from]!.epoch)) {
      yield entries.slice(from, index);
      from = index;
      bytes = FRAME_HEADERS_BYTES;
    }
    bytes += entry.bytes;
  }
  yield from === 0 ? entries : entries.slice(from);
}

const FRAME_HEADERS_BYTES = 64;
