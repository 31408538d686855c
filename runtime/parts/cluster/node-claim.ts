/**
 * The node's identity and number in the cluster, assigned by the servers. Only one process has an identity at a time.
 * The number makes its times of receipt unique (times of node k are congruent to k modulo the number of nodes).
 *
 * The identity is the journal's. Its process writes a heartbeat to the identity's key every two seconds; the revision
 * of its first write is its incarnation. If a process in another place finds an active heartbeat, it is refused: a
 * machine or a folder was copied. If the key is silent, the process takes it over; the former holder notices this with
 * its next heartbeat, and ends.
 *
 * The number has its own key. It belongs to its holder while the holder's identity has a heartbeat, in the servers'
 * time. The number of a silent holder is given to another node if no other number is free. The journal's folder stores
 * the number, so that a node can start without a server.
 */

import { readFileSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { KV, KvEntry } from "@nats-io/kv";
import * as z from "zod";
import { parseForeign } from "../../lib/foreign-json.ts";
import { KeptFile, writeKept } from "../../lib/kept-file.ts";
import type { Clock } from "../../model/clock.ts";

const IDENTITY = z.object({
  place: z.string(),
  host: z.string(),
  since: z.string(),
  /** 0 in the write that claims the identity. */
  incarnation: z.number(),
});
type Identity = z.infer<typeof IDENTITY>;

const LEASE = z.object({
  node: z.string(),
  /** In the holder's time, for older versions; 0 after it was released. */
  untilMs: z.number(),
  /** Upper bound of the previous holder's times of receipt, ns. */
  upToNs: z.string().regex(/^\d{1,20}$/),
});
type Lease = z.infer<typeof LEASE>;
type Held = { readonly lease: Lease; readonly entry: KvEntry };

const KEPT = z.object({ node: z.string(), number: z.int().nonnegative() });

const BEAT_MS = 2000;
/** A key without a heartbeat for this long has no holder. */
const SILENT_MS = 6000;
/** The same for a number, before it is given to another node. */
const NUMBER_SILENT_MS = 15_000;
/** For older versions, with a heartbeat once a minute. */
const OLD_SILENT_MS = 150_000;
const RENEW_NUMBER_MS = 60_000;
const FIRST_TRY_MS = 3000;
const AGAIN_MS = 500;
const ALONE_AT_MOST_MS = 86_400_000;
const FILE = "node-number";
const NAME = "node-numbers";

export interface NodeClaimOptions {
  /** @param isAgain the last attempt failed: the bucket may have been replaced */
  readonly bucket: (isAgain: boolean) => Promise<KV>;
  /** Identity of the node's journal. */
  readonly node: string;
  readonly count: number;
  /** Folder of the journal. */
  readonly directory: string;
  readonly clock: Pick<Clock, "nowNs" | "within">;
  readonly onFinding: (sentence: string) => void;
  /** Called when another process has taken the identity: this process must end. */
  readonly onLost: (sentence: string) => void;
  /** Called when the node gets a different number; another node used it for times up to `upToNs`. */
  readonly onNumber?: (number: number, upToNs: bigint) => void;
}

export class NodeClaim {
  readonly #options: NodeClaimOptions;
  #place = "";
  #number = -1;
  #numberRevision = 0;
  #incarnation = 0;
  #revision = 0;
  /** The servers' time of the last heartbeat. */
  #beatenAt = 0;
  #aliveMs = performance.now();
  #renewedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #failed = false;
  #granted: (incarnation: number) => void = () => {};
  readonly incarnation: Promise<number>;

  constructor(options: NodeClaimOptions) {
    this.#options = options;
    this.incarnation = new Promise((resolve) => {
      this.#granted = resolve;
    });
  }

  /** Undefined until the servers have assigned it. */
  get value(): number | undefined {
    return this.#number < 0 ? undefined : this.#number;
  }

  /** Why messages cannot be accepted; undefined if they can. */
  get objection(): string | undefined {
    if (performance.now() - this.#aliveMs < ALONE_AT_MOST_MS) return undefined;
    return "no server of the cluster has answered for a day: another node may have this node's number";
  }

  /**
   * Resolves with the time after which the clock must begin. Tries for as long as necessary; after three seconds, a
   * node with a stored number continues with it. @throws Error if another process has the identity, or if all numbers
   * are taken
   */
  async claim(): Promise<bigint> {
    this.#place = await placeOf(this.#options.directory);
    const kept = await this.#kept();
    const attempt = this.#untilGranted(kept);
    if (kept === undefined) return attempt;
    const late = sleep(FIRST_TRY_MS, "late" as const, { ref: false });
    const first = await Promise.race([attempt, late]);
    if (first !== "late") return first;
    this.#number = kept;
    // If the number was given to another node, `onNumber` reports it.
    attempt.then(
      (upToNs) => this.#number !== kept && this.#options.onNumber?.(this.#number, upToNs),
      (error: Error) => this.#lost(error.message),
    );
    return 0n;
  }

  /** For tests: behaves as if the process was stopped. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** For tests. */
  resume(): void {
    this.#beat();
  }

  /** Releases identity and number. */
  async release(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#revision === 0) return;
    const bucket = await this.#options.bucket(false);
    await rm(join(this.#options.directory, FILE), { force: true });
    if (this.#numberRevision > 0) await this.#putNumber(bucket, this.#number, 0, this.#numberRevision);
    await bucket.delete(this.#key, { previousSeq: this.#revision });
  }

  get #key(): string {
    return `identity.${this.#options.node}`;
  }

  async #untilGranted(kept: number | undefined): Promise<bigint> {
    const beganMs = performance.now();
    for (let attempt = 0; !this.#isOver; attempt++) {
      try {
        const bucket = await this.#options.bucket(attempt > 0);
        if (this.#revision === 0) await this.#claimIdentity(bucket);
        const upToNs = await this.#claimNumber(bucket, kept);
        await this.#keep();
        this.#beat();
        return upToNs;
      } catch (error) {
        if (error instanceof Refused) throw error;
        const isOver = performance.now() - beganMs > NUMBER_SILENT_MS + SILENT_MS;
        if (error instanceof AllTaken && isOver) throw error;
        if (attempt % 20 === 0) {
          this.#options.onFinding(
            `this node cannot get a number from the cluster: ${(error as Error).message}; trying again`,
          );
        }
        await sleep(AGAIN_MS, undefined, { ref: false });
      }
    }
    throw new Error("it was stopped");
  }

  async #claimIdentity(bucket: KV): Promise<void> {
    const text = JSON.stringify(this.#identity(0));
    const held = await bucket.get(this.#key);
    if (held === null || held.operation !== "PUT") this.#grant(await bucket.create(this.#key, text));
    else {
      const holder = readIdentity(held);
      if (holder !== undefined && holder.place !== this.#place) await this.#untilSilent(bucket, held, holder);
      this.#grant(await bucket.update(this.#key, text, held.revision));
    }
  }

  #grant(revision: number): void {
    this.#revision = revision;
    this.#incarnation = revision;
    this.#granted(revision);
  }

  /** A process in the same place is dead, since it held the folder's lock; one in another place becomes silent. */
  async #untilSilent(bucket: KV, { revision }: KvEntry, holder: Identity): Promise<void> {
    const { directory, node } = this.#options;
    for (const endMs = performance.now() + SILENT_MS; performance.now() < endMs; await sleep(AGAIN_MS)) {
      const now = await bucket.get(this.#key);
      if (now === null || now.operation !== "PUT" || now.revision === revision) continue;
      throw new Refused(
        `another process is the node ${node.slice(0, 8)} of this cluster: on ${holder.host}, since ${holder.since}. This machine or folder is a copy: ` +
          `stop one of the two, or start the copy with an empty ${directory}, since its content belongs to the other one`,
      );
    }
  }

  #identity(incarnation: number): Identity {
    return { place: this.#place, host: hostname(), since: new Date().toISOString(), incarnation };
  }

  #beat(): void {
    this.#timer = setTimeout(() => {
      this.#beatOnce()
        .then(
          () => {
            this.#failed = false;
          },
          () => {
            this.#failed = true; // The servers are away; `/health` reports that.
          },
        )
        .finally(() => {
          if (!this.#isOver) this.#beat();
        });
    }, BEAT_MS);
    this.#timer.unref();
  }

  async #beatOnce(): Promise<void> {
    const bucket = await this.#options.bucket(this.#failed);
    const now = await bucket.get(this.#key);
    const text = JSON.stringify(this.#identity(this.#incarnation));
    if (now === null || now.operation !== "PUT") this.#revision = await bucket.create(this.#key, text);
    else {
      const holder = readIdentity(now);
      const isOwn =
        now.revision === this.#revision || (holder?.incarnation === this.#incarnation && holder.place === this.#place);
      if (!isOwn) {
        const { directory, node } = this.#options;
        const where = holder === undefined ? "elsewhere" : `on ${holder.host}, since ${holder.since}`;
        this.#lost(
          `another process took over the node ${node.slice(0, 8)} of this cluster: ${where}. One of the two is a copy: start the copy with an empty ${directory}`,
        );
        return;
      }
      this.#revision = await bucket.update(this.#key, text, now.revision);
    }
    this.#aliveMs = performance.now();
    if (performance.now() - this.#renewedMs > RENEW_NUMBER_MS) await this.#renewNumber(bucket);
  }

  #lost(sentence: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#revision = 0;
    clearTimeout(this.#timer);
    this.#options.onLost(sentence);
  }

  async #renewNumber(bucket: KV): Promise<void> {
    const held = heldBy(await bucket.get(numberKey(this.#number)));
    if (held === undefined || held.lease.node === this.#options.node) {
      await this.#putNumber(bucket, this.#number, Date.now() + ALONE_AT_MOST_MS, held?.entry.revision);
      return;
    }
    const before = this.#number;
    const upToNs = await this.#claimNumber(bucket, undefined);
    await this.#keep();
    this.#options.onFinding(
      `number ${before} was given to another node while this one was silent; this node now has number ${this.#number}`,
    );
    this.#options.onNumber?.(this.#number, upToNs);
  }

  async #claimNumber(bucket: KV, preferred: number | undefined): Promise<bigint> {
    const { node, count } = this.#options;
    // This write gets the servers' time.
    this.#revision = await bucket.update(this.#key, JSON.stringify(this.#identity(this.#incarnation)), this.#revision);
    const own = await bucket.get(this.#key);
    this.#beatenAt = own?.created.getTime() ?? 0;
    const all: (Held | undefined)[] = [];
    for (let number = 0; number < count; number++) {
      const entry = await bucket.get(numberKey(number));
      // This number and all higher ones were never used.
      if (entry === null && preferred === undefined) return this.#take(bucket, number, undefined);
      const held = heldBy(entry);
      if (held?.lease.node === node) return this.#take(bucket, number, held);
      all.push(held);
    }
    const isFree = (held: Held | undefined) => held === undefined || held.lease.untilMs === 0;
    const isWished = preferred !== undefined && preferred < count && isFree(all[preferred]);
    const free = isWished ? preferred : all.findIndex(isFree);
    if (free >= 0) return this.#take(bucket, free, all[free]);
    for (const [number, held] of all.entries()) {
      if (await this.#isSilent(bucket, held!)) return this.#take(bucket, number, held);
    }
    throw new AllTaken(`all ${count} numbers of nodes are taken; set [cluster] nodes higher, on all of them`);
  }

  async #isSilent(bucket: KV, { lease, entry }: Held): Promise<boolean> {
    const beat = await bucket.get(`identity.${lease.node}`);
    const renewedAgo = this.#beatenAt - entry.created.getTime();
    if (beat === null || beat.operation !== "PUT") return renewedAgo > OLD_SILENT_MS;
    return this.#beatenAt - beat.created.getTime() > NUMBER_SILENT_MS;
  }

  async #take(bucket: KV, number: number, before: Held | undefined): Promise<bigint> {
    await this.#putNumber(bucket, number, Date.now() + ALONE_AT_MOST_MS, before?.entry.revision);
    // This node's earlier times are in the past; another node's times may be ahead.
    return before === undefined || before.lease.node === this.#options.node ? 0n : BigInt(before.lease.upToNs);
  }

  async #putNumber(bucket: KV, number: number, untilMs: number, revision: number | undefined): Promise<void> {
    const { node, clock } = this.#options;
    // It may assign times until its next heartbeat.
    const upToNs = untilMs === 0 ? clock.nowNs() : clock.within(BigInt(2 * RENEW_NUMBER_MS) * 1_000_000n);
    const lease: Lease = { node, untilMs, upToNs: String(upToNs) };
    const text = JSON.stringify(lease);
    const key = numberKey(number);
    this.#numberRevision =
      revision === undefined ? await bucket.create(key, text) : await bucket.update(key, text, revision);
    this.#number = number;
    this.#aliveMs = performance.now();
    this.#renewedMs = performance.now();
  }

  async #kept(): Promise<number | undefined> {
    const { directory, node, onFinding } = this.#options;
    const kept = await KeptFile.read(join(directory, FILE), NAME, async () => KEPT, onFinding);
    return kept?.node === node ? kept.number : undefined;
  }

  async #keep(): Promise<void> {
    const { directory, node } = this.#options;
    await writeKept(join(directory, FILE), NAME, { node, number: this.#number });
  }
}

/** Key of the node whose embedded database has the rows of the cluster, if there is one. */
const STORE_KEY = "embedded-store";
const STORE = z.object({ node: z.string(), host: z.string(), path: z.string() });

/**
 * With a DuckDB file on each of two nodes, both would have only part of the rows.
 * @throws Refused if another node has the rows
 */
export async function claimEmbeddedStore(bucket: KV, node: string, path: string): Promise<void> {
  const own = { node, host: hostname(), path };
  const entry = await bucket.get(STORE_KEY);
  if (entry === null || entry.operation !== "PUT") {
    await bucket.create(STORE_KEY, JSON.stringify(own));
    return;
  }
  const { data } = STORE.safeParse(parseForeign(entry.string()));
  if (data === undefined || data.node === node) return;
  if (data.host === own.host && data.path === path) {
    await bucket.update(STORE_KEY, JSON.stringify(own), entry.revision);
    return;
  }
  throw new Refused(
    `[cluster] role: the rows of this cluster are in a DuckDB file, ${data.path} on ${data.host} (node ${data.node.slice(0, 8)}), which one node alone can write: ` +
      "write `role = ingest` here, or `url = influxdb://host:8086` in [store] of all nodes. " +
      `If that node is gone for good, delete the key ${STORE_KEY} of the cluster's bucket of nodes`,
  );
}

/** Another process has this identity, or the rows. */
export class Refused extends Error {}
class AllTaken extends Error {}

/** A copy of the folder, on this machine or another, has a different place. */
async function placeOf(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  let boot = hostname();
  try {
    boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // On other systems than Linux, the host name identifies a machine.
  }
  return `${boot}/${dev}/${ino}`;
}

function numberKey(number: number): string {
  return `number.${number}`;
}

function readIdentity(entry: KvEntry): Identity | undefined {
  return IDENTITY.safeParse(parseForeign(entry.string())).data;
}

/** An unreadable lease has no holder. */
function heldBy(entry: KvEntry | null): Held | undefined {
  const lease = entry === null ? undefined : LEASE.safeParse(parseForeign(entry.string())).data;
  return entry === null || lease === undefined ? undefined : { lease, entry };
}
