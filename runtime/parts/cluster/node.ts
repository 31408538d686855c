/** The cluster node in the main thread: its number, shared facts, live values, and other nodes. */

import { setTimeout as sleep } from "node:timers/promises";
import type { StreamInfo } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { DEAD_LETTER_COUNTERS } from "../../journal/counters.ts";
import type { DeadLetterLog } from "../../journal/dead-letter-log.ts";
import type { DeadLetter } from "../../journal/dead-letters.ts";
import { within } from "../../lib/with-timeout.ts";
import type { ClusterReport, PartitionLag } from "../../model/cluster-report.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Removal } from "../../model/removal.ts";
import type { Keeping } from "../../model/signal-transport.ts";
import { SharedCatalogue } from "./catalogue.ts";
import {
  BUCKETS,
  type BucketName,
  type Cluster,
  connectCluster,
  ensureAll,
  ensureBucket,
  ensureLog,
  ensureStreams,
  forgetBuckets,
  streamOf,
} from "./connection.ts";
import { ClusterFacts } from "./facts.ts";
import type { Forwarded } from "./forwarded.ts";
import { resendFrames } from "./forwarder.ts";
import type { ClusterSettings } from "./keys.ts";
import { type LiveBus, LiveFeed, type Watching } from "./live.ts";
import { Members, type Said } from "./members.ts";
import { NatsText } from "./nats-text.ts";
import { claimEmbeddedStore, NodeClaim, type NodeClaimOptions, Refused } from "./node-claim.ts";
import { OtherNodes } from "./other-nodes.ts";
import { retryRefused } from "./refused.ts";
import { type KeptRemoval, nodePrefix, Removals } from "./removals.ts";
import { passRetry, takeRetries } from "./retries.ts";
import { oldServer } from "./server-version.ts";
import { SharedDeadLetters } from "./shared-dead-letters.ts";
import { SharedTimes } from "./shared-times.ts";
import { type SignalRelay, takeSignals } from "./signal-relay.ts";

export interface ClusterNodeOptions {
  readonly settings: ClusterSettings;
  readonly node: string;
  readonly self: () => Omit<Said, "host" | "node" | "number">;
  readonly onFinding: (sentence: string) => void;
  /**
   * Called at each check with the creation time of the log's stream: a new stream has no messages of the former one.
   */
  readonly onNewLog?: (created: string) => Promise<void>;
  /** Absent if the node receives no messages. */
  readonly journal?: Pick<NodeClaimOptions, "directory" | "clock" | "onLost" | "onNumber">;
  readonly live: LiveBus;
  /** Absent if the node has no viewers. */
  readonly watching?: Watching;
  /**
   * Error signals: either of other nodes for this node's broker, or this node's signals for a broker of another node.
   */
  readonly signals?:
    | { readonly brokers: "shared" | "own"; readonly pass: (topic: string, payload: string, keeping: Keeping) => void }
    | { readonly relay: SignalRelay };
  /** Dead letters of this node. Absent if it neither receives nor stores messages. */
  readonly deadLetters?: DeadLetterLog;
  readonly onRemoved?: (removal: KeptRemoval) => void;
  readonly onLetters?: (letters: readonly DeadLetter[]) => void;
}

const REPORT_FOR_MS = 1000;
const ANSWER_MS = 5000;
const LOOK_MS = 2000;
const STORED_LOOK_MS = 50;
/** Servers hear from each other every second. */
const SERVER_SILENT_NS = 4e9;
const TOLD_EVERY = 20;

export class ClusterNode {
  readonly facts = new ClusterFacts(() => this.#bucket("facts"));
  readonly catalogue = new SharedCatalogue(() => this.#bucket("nodes"));
  readonly deadLetters: SharedDeadLetters;
  readonly removals = new Removals(() => this.#bucket("facts"));
  readonly firstTimes = new SharedTimes(() => this.#servers());
  readonly claim: NodeClaim | undefined;
  readonly #connecting: Promise<Cluster>;
  #cluster: Cluster | undefined;
  readonly #options: ClusterNodeOptions;
  readonly #texts: NatsText[] = [];
  readonly #oldServers = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isComplete = false;
  #problem: string | undefined = "the servers have not said yet whether its streams are there";
  #members: Members | undefined;
  #feed: LiveFeed | undefined;
  #report: { readonly atMs: number; readonly report: Promise<ClusterReport> } | undefined;

  constructor(options: ClusterNodeOptions) {
    this.#options = options;
    const { node, settings, onFinding, journal } = options;
    const locks = () => this.#bucket("nodes");
    const bucket = (isAgain: boolean) => this.#bucket("nodes", isAgain ? "anew" : "known");
    this.claim = journal && new NodeClaim({ ...journal, bucket, node, count: settings.nodes, onFinding });
    this.deadLetters = new SharedDeadLetters({
      servers: () => this.#servers(),
      locks,
      node,
      own: options.deadLetters,
      ...(options.onLetters && { onLetters: options.onLetters }),
      onFinding,
    });
    this.#connecting = connectCluster(settings, `node ${node.slice(0, 8)}`, (reason) =>
      onFinding(`no server of the cluster takes this node: ${reason}; trying again`),
    );
    this.#connecting.then(
      (cluster) => this.#connected(cluster),
      (error: Error) => onFinding(`the cluster cannot be reached: ${error.message}`),
    );
  }

  #connected(cluster: Cluster): void {
    const { node, live, watching, self } = this.#options;
    const { connection, names } = cluster;
    this.#cluster = cluster;
    live.start(connection);
    void this.#tellChanges(connection);
    this.#tellOldServer(connection);
    const { signals } = this.#options;
    if (signals !== undefined && "relay" in signals) signals.relay.start(connection);
    else if (signals !== undefined) takeSignals(connection, names.signals, signals.brokers, signals.pass);
    this.deadLetters.start();
    void this.#look(cluster);
    if (watching !== undefined) this.#feed = new LiveFeed(connection, names, node, watching);
    this.#members = new Members(connection, names, () => {
      const number = this.claim?.value;
      return { ...self(), node, ...(number !== undefined && { number }) };
    });
  }

  /** @throws Error if another node has the rows of the cluster */
  async claimEmbeddedStore(path: string): Promise<void> {
    const { node, onFinding } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await claimEmbeddedStore(await this.#bucket("nodes", attempt > 0 ? "anew" : "known"), node, path);
      } catch (error) {
        if (error instanceof Refused) throw error;
        if (attempt % TOLD_EVERY === 0)
          onFinding(`the servers do not say where the rows are: ${(error as Error).message}`);
        await sleep(LOOK_MS, undefined, { ref: false });
      }
    }
  }

  /** Recreates missing streams; nodes that still have the messages send them again. */
  async #look(cluster: Cluster): Promise<void> {
    const { onNewLog, onRemoved } = this.#options;
    try {
      const [known] = await Promise.all([
        streamOf(cluster, "frames"),
        ...BUCKETS.map(async (name) =>
          (await ensureBucket(cluster, name)).status().catch(() => forgetBuckets(cluster)),
        ),
      ]);
      if (known === undefined) await ensureStreams(cluster);
      const info = known ?? (await cluster.manager.streams.info(cluster.names.frames));
      this.#problem = minority(info) ?? (await this.#missing(cluster));
      await onNewLog?.(String(info.created));
      for (const removal of await this.removals.news().catch(() => [])) onRemoved?.(removal);
    } catch (error) {
      this.#problem = `the cluster's log is not there: ${(error as Error).message}. No message can be passed on; new messages wait in this node's journal`;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(cluster), LOOK_MS).unref();
  }

  /** Until all streams and buckets have been there once: why one of them is missing. */
  async #missing(cluster: Cluster): Promise<string | undefined> {
    if (this.#isComplete) return undefined;
    try {
      await ensureAll(cluster);
      this.#isComplete = true;
      return undefined;
    } catch (error) {
      return `a part of the cluster is missing: ${(error as Error).message}`;
    }
  }

  /** Reports missing permissions: otherwise, only the missing function would be noticed. */
  async #tellChanges(connection: Cluster["connection"]): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === "error") this.#options.onFinding(`a server of the cluster refuses: ${status.error.message}`);
      if (status.type === "reconnect") this.#tellOldServer(connection);
    }
  }

  /** Once for each server. */
  #tellOldServer(connection: Cluster["connection"]): void {
    const sentence = oldServer(connection);
    if (sentence === undefined || this.#oldServers.has(sentence)) return;
    this.#oldServers.add(sentence);
    this.#options.onFinding(sentence);
  }

  /** @throws Error if no server has answered yet */
  #servers(): Promise<Cluster> {
    return within(this.#connecting, ANSWER_MS, "no server of the cluster answers");
  }

  /** At most once a second. @throws Error if the servers do not answer */
  report(): Promise<ClusterReport> {
    const now = performance.now();
    if (this.#report === undefined || now - this.#report.atMs > REPORT_FOR_MS) {
      this.#report = { atMs: now, report: this.#ask() };
    }
    return this.#report.report;
  }

  /**
   * Sends the messages in the journal again, marked as repetitions: their rows replace rows with the same times.
   * @returns number of messages
   */
  async resend(kept: AsyncIterable<Forwarded>, journal: string): Promise<number> {
    const cluster = await this.#servers();
    return resendFrames(cluster, await ensureLog(cluster), journal, kept);
  }

  /**
   * Whether all outputs have what the log has now, after waiting at most this long. A frame stays in the log until then.
   * @throws Error if the servers do not answer
   */
  async stored(timeoutMs: number): Promise<boolean> {
    const { manager, names } = await this.#servers();
    const until = performance.now() + timeoutMs;
    const upTo = (await manager.streams.info(names.frames)).state.last_seq;
    const oldest = { seq: 1, next_by_subj: names.frameSubjects };
    while (performance.now() < until) {
      const first = await manager.streams.getMessage(names.frames, oldest);
      if (first === null || first.seq > upTo) return true;
      await sleep(STORED_LOOK_MS);
    }
    return false;
  }

  /** A deletion of now, for all nodes. @returns takes it back. @throws Error if the servers do not answer */
  noteRemoval(removal: Removal, nowNs: bigint): Promise<() => Promise<void>> {
    const clocks = this.#members?.clocks() ?? new Map<string, number>();
    const atNs = Array.from(clocks, ([node, ms]) => [nodePrefix(node), `${Math.floor(ms)}000000`]);
    return this.removals.note({ ...removal, atNs: Object.fromEntries(atNs), elseNs: `${nowNs}` });
  }

  /** Puts frames that could not be read back into the log. @returns their number */
  async retryRefused(): Promise<number> {
    return retryRefused(await this.#servers());
  }

  /** A text shared by all nodes. */
  text(name: string): NatsText {
    const text = new NatsText({ name, bucket: () => this.#bucket("access"), servers: () => this.#servers() });
    this.#texts.push(text);
    return text;
  }

  /** Retries letters for nodes that cannot. */
  takeRetries(retry: (letter: DeadLetter) => Promise<void>): void {
    this.#connecting.then(({ connection, names }) => takeRetries(connection, names.retries, retry)).catch(() => {});
  }

  /** The other nodes, for a part that asks them. */
  nodesFor(part: string): OtherNodes {
    const { node, settings } = this.#options;
    return new OtherNodes({
      self: node,
      part,
      connected: this.#connecting,
      servers: () => this.#servers(),
      members: () => this.#members,
      numbering: () => {
        const number = this.claim?.value;
        return number === undefined ? undefined : { number, of: settings.nodes };
      },
    });
  }

  /** @throws Error with the reason */
  async passRetry(letter: DeadLetter): Promise<void> {
    const { connection, names } = await this.#servers();
    await passRetry(connection, names.retries, letter);
  }

  status(): PartStatus {
    const objection = this.claim?.objection;
    if (objection !== undefined) return { state: "down", detail: objection };
    const cluster = this.#cluster;
    if (cluster === undefined) return { state: "degraded", detail: "no server of the cluster has answered yet" };
    if (this.#problem !== undefined) return { state: "degraded", detail: this.#problem };
    const old = [oldServer(cluster.connection), this.#members?.otherZones].filter((each) => each !== undefined);
    if (old.length > 0) return { state: "degraded", detail: old.join("; ") };
    const nodes = this.#members?.size ?? 0;
    return {
      state: "ok",
      detail: `${cluster.settings.name}: ${nodes} nodes, server ${cluster.connection.getServer()}`,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#feed?.stop();
    await this.#members?.leave();
    this.catalogue.stop();
    const { signals } = this.#options;
    if (signals !== undefined && "relay" in signals) signals.relay.stop();
    for (const text of this.#texts) text.stop();
    await this.deadLetters.stop();
    if (this.#cluster === undefined) return;
    await this.claim?.release().catch(() => {});
    await this.#cluster.close();
  }

  async #bucket(name: BucketName, which: "known" | "anew" = "known"): Promise<KV> {
    const cluster = await this.#servers();
    if (which === "anew") forgetBuckets(cluster);
    return ensureBucket(cluster, name);
  }

  async #ask(): Promise<ClusterReport> {
    const cluster = await this.#servers();
    const { manager, names, settings } = cluster;
    const [{ state, config }, refused, waiting] = await Promise.all([
      manager.streams.info(names.frames),
      manager.streams.info(names.refused),
      waitingIn(cluster),
    ]);
    return {
      name: settings.name,
      nodes: this.#members?.list() ?? [],
      log: {
        frames: state.messages,
        bytes: state.bytes,
        replicas: config.num_replicas,
        partitions: waiting.size,
        lag: await lagOf(cluster, waiting),
        refused: refused.state.messages,
        deadLetters: DEAD_LETTER_COUNTERS.read(this.deadLetters.status(), "letters"),
      },
    };
  }
}

/** The leader still answers for a while without the majority that it needs for each message. */
function minority({ config, cluster }: StreamInfo): string | undefined {
  const others = cluster?.replicas ?? [];
  const there = others.filter(({ offline, active }) => offline !== true && active < SERVER_SILENT_NS).length + 1;
  if (there > config.num_replicas / 2) return undefined;
  const away = others.map(({ name }) => name).join(", ");
  return `${there} of ${config.num_replicas} servers have the cluster's log now, ${away} do not answer: no message can be passed on, and new messages wait in this node's journal`;
}

/** Number of waiting frames, by partition. */
async function waitingIn({ manager, names }: Cluster): Promise<Map<number, number>> {
  const waiting = new Map<number, number>();
  for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(names.frames)) {
    const partition = Number(/^store-(\d+)(?:-|$)/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isInteger(partition)) waiting.set(partition, num_pending + num_ack_pending);
  }
  return waiting;
}

function lagOf({ manager, names }: Cluster, waiting: ReadonlyMap<number, number>): Promise<PartitionLag[]> {
  const lagging = [...waiting].filter(([, frames]) => frames > 0).sort(([a], [b]) => a - b);
  return Promise.all(
    lagging.map(async ([partition, frames]) => {
      const query = { seq: 1, next_by_subj: names.frameSubject(partition) };
      const oldest = await manager.streams.getMessage(names.frames, query).catch(() => null);
      const ageMs = oldest === null ? 0 : Date.now() - oldest.time.getTime();
      return { partition, frames, oldestSeconds: Math.max(0, Math.round(ageMs / 1000)) };
    }),
  );
}
