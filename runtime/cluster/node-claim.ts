/**
 * Who this node is in the cluster, granted by the servers: an identity, which one process has at a time, and a number, by which
 * its times of receipt differ from those of all others (node k gives times that are k modulo the number of nodes).
 *
 * The identity is the journal's. The process that has it writes a beat to its key every two seconds; the revision of its first
 * write is its incarnation. A process in another place that finds the key beating is refused: a machine or a folder was copied.
 * One that finds it silent takes it over; the former holder learns so with its next beat, and ends.
 *
 * The number is a key of its own. It belongs to its holder as long as the holder's identity beats, by the servers' time; a silent
 * one's is given to another when no other is free. The journal's folder remembers it, so that a node starts while no server
 * answers.
 */

import { readFileSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { KV, KvEntry } from "@nats-io/kv";
import * as z from "zod";
import type { Clock } from "../telemetry/clock.ts";

const IDENTITY = z.object({
  place: z.string(),
  host: z.string(),
  since: z.string(),
  /** 0 in the write that grants it. */
  incarnation: z.number(),
});
type Identity = z.infer<typeof IDENTITY>;

const LEASE = z.object({
  node: z.string(),
  /** By the holder's clock, for versions that ask for nothing else; 0 where it was given back. */
  untilMs: z.number(),
  /** No time of receipt of the holder before is later, ns. */
  upToNs: z.string().regex(/^\d{1,20}$/),
});
type Lease = z.infer<typeof LEASE>;
type Held = { readonly lease: Lease; readonly entry: KvEntry };

const KEPT = z.object({ node: z.string(), number: z.int().nonnegative() });

const BEAT_MS = 2000;
/** A key that does not beat for so long has nobody. */
const SILENT_MS = 6000;
/** The same of a number, for which somebody else has to be given one. */
const NUMBER_SILENT_MS = 15_000;
/** Of versions that beat once a minute. */
const OLD_SILENT_MS = 150_000;
const RENEW_NUMBER_MS = 60_000;
const FIRST_TRY_MS = 3000;
const AGAIN_MS = 500;
const ALONE_AT_MOST_MS = 86_400_000;
const FILE = "node-number";

export interface NodeClaimOptions {
  /** @param isAgain the last attempt failed: the bucket may be another one */
  readonly bucket: (isAgain: boolean) => Promise<KV>;
  /** Identity of the node's journal. */
  readonly node: string;
  readonly count: number;
  /** The journal's. */
  readonly directory: string;
  readonly clock: Pick<Clock, "nowNs" | "within">;
  readonly onFinding: (sentence: string) => void;
  /** Another process has the identity: this one is to end. */
  readonly onLost: (sentence: string) => void;
  /** The node has another number than before, which somebody else gave times with up to `upToNs`. */
  readonly onNumber?: (number: number, upToNs: bigint) => void;
}

export class NodeClaim {
  readonly #options: NodeClaimOptions;
  #place = "";
  #number = -1;
  #numberRevision = 0;
  #incarnation = 0;
  #revision = 0;
  /** The servers' time of the last beat. */
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

  get value(): number {
    return this.#number;
  }

  /** Why no message can be taken; undefined while they can. */
  get objection(): string | undefined {
    if (performance.now() - this.#aliveMs < ALONE_AT_MOST_MS) return undefined;
    return "no server of the cluster answered for a day: this node's number may be another's";
  }

  /**
   * Resolves with what the clock has to begin after. Tried for as long as it takes; after three seconds a node that had a number
   * goes on with it. @throws Error when another process has the identity, or all numbers are taken
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
    // A number that is another's by now is told by `onNumber`.
    attempt.then(
      (upToNs) => this.#number !== kept && this.#options.onNumber?.(this.#number, upToNs),
      (error: Error) => this.#lost(error.message),
    );
    return 0n;
  }

  /** For tests: as if the process was stopped. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** For tests. */
  resume(): void {
    this.#beat();
  }

  /** Gives all back. */
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
          this.#options.onFinding(`the cluster gives this node no number: ${(error as Error).message}; trying again`);
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

  /** A process in the same place is dead, as it held the lock of the folder; one elsewhere is silent then. */
  async #untilSilent(bucket: KV, { revision }: KvEntry, holder: Identity): Promise<void> {
    const { directory, node } = this.#options;
    for (const endMs = performance.now() + SILENT_MS; performance.now() < endMs; await sleep(AGAIN_MS)) {
      const now = await bucket.get(this.#key);
      if (now === null || now.operation !== "PUT" || now.revision === revision) continue;
      throw new Refused(
        `another process is the node ${node.slice(0, 8)} of this cluster: on ${holder.host}, since ${holder.since}. This machine or folder is a copy: ` +
          `stop one of both, or begin the copy with an empty ${directory}: what is in it is the other one's, too`,
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
            this.#failed = true; // The servers are away; `/health` shows that.
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
          `another process took over the node ${node.slice(0, 8)} of this cluster: ${where}. One of both is a copy: begin the copy with an empty ${directory}`,
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
    const entry = await bucket.get(numberKey(this.#number));
    const lease = entry === null ? undefined : readLease(entry);
    if (lease === undefined || lease.node === this.#options.node) {
      await this.#putNumber(
        bucket,
        this.#number,
        Date.now() + ALONE_AT_MOST_MS,
        lease === undefined ? undefined : entry?.revision,
      );
      return;
    }
    const before = this.#number;
    const upToNs = await this.#claimNumber(bucket, undefined);
    await this.#keep();
    this.#options.onFinding(
      `the number ${before} was given to another while this node was silent; it is ${this.#number} now`,
    );
    this.#options.onNumber?.(this.#number, upToNs);
  }

  async #claimNumber(bucket: KV, preferred: number | undefined): Promise<bigint> {
    const { node, count } = this.#options;
    // What is written now has the servers' time.
    this.#revision = await bucket.update(this.#key, JSON.stringify(this.#identity(this.#incarnation)), this.#revision);
    const own = await bucket.get(this.#key);
    this.#beatenAt = own?.created.getTime() ?? 0;
    const held = new Map<number, Held>();
    const order = Array.from({ length: count }, (_, number) => number);
    for (const number of order) {
      const entry = await bucket.get(numberKey(number));
      const lease = entry === null ? undefined : readLease(entry);
      if (entry !== null && lease?.node === node) return this.#take(bucket, number, { lease, entry });
      if (entry !== null && lease !== undefined) held.set(number, { lease, entry });
      // Nobody ever had this one, nor those behind it.
      if (entry === null && preferred === undefined) return this.#take(bucket, number, undefined);
    }
    const free = (number: number) => !held.has(number) || held.get(number)?.lease.untilMs === 0;
    const wished = preferred !== undefined && preferred < count && free(preferred) ? preferred : order.find(free);
    if (wished !== undefined) return this.#take(bucket, wished, held.get(wished));
    for (const [number, each] of held) {
      if (await this.#isSilent(bucket, each)) return this.#take(bucket, number, each);
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
    // Its own times of before are past; what another said of them is beyond.
    return before === undefined || before.lease.node === this.#options.node ? 0n : BigInt(before.lease.upToNs);
  }

  async #putNumber(bucket: KV, number: number, untilMs: number, revision: number | undefined): Promise<void> {
    const { node, clock } = this.#options;
    // It may give out times until it says the next word.
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
    const { directory, node } = this.#options;
    const text = await readFile(join(directory, FILE), "utf8").catch(() => "null");
    const { data } = KEPT.safeParse(parsed(text));
    return data !== undefined && data.node === node ? data.number : undefined;
  }

  async #keep(): Promise<void> {
    const { directory, node } = this.#options;
    await writeFile(join(directory, FILE), `${JSON.stringify({ node, number: this.#number })}\n`);
  }
}

/** Which node's embedded database the rows of the cluster are in, where they are in one. */
const STORE_KEY = "embedded-store";
const STORE = z.object({ node: z.string(), host: z.string(), path: z.string() });

/**
 * Of two nodes with a DuckDB file each would have a part of the rows.
 * @throws Refused where the rows are at another node
 */
export async function claimEmbeddedStore(bucket: KV, node: string, path: string): Promise<void> {
  const own = { node, host: hostname(), path };
  const entry = await bucket.get(STORE_KEY);
  if (entry === null || entry.operation !== "PUT") {
    await bucket.create(STORE_KEY, JSON.stringify(own));
    return;
  }
  const { data } = STORE.safeParse(parsed(entry.string()));
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

/** Another process has what this one is. */
export class Refused extends Error {}
class AllTaken extends Error {}

/** A copy of the folder, on this machine or another, has another place. */
async function placeOf(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  let boot = hostname();
  try {
    boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Other systems than Linux tell machines apart by their names.
  }
  return `${boot}/${dev}/${ino}`;
}

function numberKey(number: number): string {
  return `number.${number}`;
}

function readIdentity(entry: KvEntry): Identity | undefined {
  return IDENTITY.safeParse(parsed(entry.string())).data;
}

/** One that cannot be read is nobody's. */
function readLease(entry: KvEntry): Lease | undefined {
  return LEASE.safeParse(parsed(entry.string())).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
