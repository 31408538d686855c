/**
 * The dead letters of all nodes, in a stream: any node can list, retry and drop the letters of all.
 *
 * A letter is first stored in its node's own file, and leaves it when the stream has it. Its subject is derived from
 * the rejection's permanent name. So it exists only once, even if it is sent several times: after a crash, or by two
 * workers with the same frame.
 */

import { createHash } from "node:crypto";
import { type Consumer, DeliverPolicy, JetStreamApiError, type StoredMsg } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import * as z from "zod";
import { DEAD_LETTER_COUNTERS } from "../../journal/counters.ts";
import {
  type DeadLetters,
  DeadLettersAway,
  type FoundDeadLetters,
  ownDeadLetters,
} from "../../journal/dead-letter-access.ts";
import type { DeadLetterLog } from "../../journal/dead-letter-log.ts";
import { decodeRecord, encodeRecord } from "../../journal/dead-letter-record.ts";
import type { DeadLetter } from "../../journal/dead-letters.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { RejectFilter } from "../../model/reject-details.ts";
import { type Cluster, ensureStream, maxPayload } from "./connection.ts";
import { decodeFrame, encodeFrame, frameBytesAtMost, mostFrameBytes } from "./frame.ts";
import { isRefusal } from "./jetstream-errors.ts";
import { Turn } from "./turn.ts";

export interface SharedDeadLettersOptions {
  /** @throws Error if no server answers */
  readonly servers: () => Promise<Cluster>;
  readonly locks: () => Promise<KV>;
  readonly node: string;
  /** Absent if this node rejects nothing. */
  readonly own: DeadLetterLog | undefined;
  readonly onFinding: (sentence: string) => void;
  /** Called with letters of other nodes; at the start, with the newest letters of all nodes. */
  readonly onLetters?: (letters: readonly DeadLetter[]) => void;
}

/** Numbers from here on belong to letters that wait at this node. */
export const WAITING_FROM = 1_000_000_000_000;
const LOOK_MS = 200;
const AGAIN_MS = 1000;
const COUNT_MS = 2000;
const AT_ONCE = 100;
/** Maximum number of new letters reported at once. */
const TOLD = 100;
const READ_MS = 5000;
/** Maximum for one address and reason, as in a node's own file. */
const LETTERS_OF_GROUP = 10_000;
/** DeadLetters written to a group between two checks of its size. */
const LOOK_EVERY = 1000;
const MOST_GROUPS = 10_000;
/** Fraction of the largest group that is deleted when the room is used up. */
const SHARE_DISPLACED = 0.1;

const FACTS = z.object({
  code: z.string().regex(/^[a-z-]{1,32}$/),
  error: z.object({ message: z.string(), type: z.string(), description: z.string() }),
  key: z.string(),
});

export class SharedDeadLetters implements DeadLetters {
  readonly #options: SharedDeadLettersOptions;
  readonly #turn: Turn;
  /** DeadLetters that are too large for the stream stay in the file. */
  readonly #tooLarge = new Set<number>();
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> | undefined;
  #making: Promise<void> | undefined;
  #notBeforeMs = 0;
  #problem: string | undefined;
  #shared = { letters: 0, bytes: 0, atMs: Number.NEGATIVE_INFINITY };
  #displaced = 0;
  /** The newest letter reported so far. */
  #reported: number | undefined;

  constructor(options: SharedDeadLettersOptions) {
    this.#options = options;
    this.#turn = new Turn(() => options.locks().catch(away), "retry", options.node);
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#moving;
  }

  /** Number of letters that wait at this node. */
  get waiting(): number {
    return this.#options.own?.size ?? 0;
  }

  async list(filter: RejectFilter): Promise<FoundDeadLetters> {
    const { own } = this.#options;
    const here = own === undefined ? [] : (await ownDeadLetters(own).list(filter)).letters.map(waitingHere);
    try {
      const shared = await this.#ask((cluster) => this.#find(cluster, filter));
      return { letters: [...shared.map(({ letter }) => letter), ...here].slice(-filter.limit) };
    } catch (error) {
      const missing = `only the letters waiting at this node are shown: ${(error as Error).message}`;
      return { letters: here, missing };
    }
  }

  async find(ids: readonly number[]): Promise<DeadLetter[]> {
    const found = new Map<number, DeadLetter>();
    const here = ids.filter((id) => id > WAITING_FROM).map((id) => id - WAITING_FROM);
    for (const letter of ((await this.#options.own?.find(here)) ?? []).map(waitingHere)) found.set(letter.id, letter);
    const shared = ids.filter((id) => id <= WAITING_FROM);
    for (let from = 0; from < shared.length; from += AT_ONCE) {
      await this.#ask(async ({ manager, names }) => {
        const reads = shared
          .slice(from, from + AT_ONCE)
          .map((seq) => manager.streams.getMessage(names.letters, { seq }));
        for (const stored of await Promise.all(reads)) {
          const letter = stored === null ? undefined : letterOf(stored);
          if (letter !== undefined) found.set(letter.id, letter);
        }
      });
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async drop(ids: readonly number[]): Promise<number> {
    const here = ids.filter((id) => id > WAITING_FROM).map((id) => id - WAITING_FROM);
    let dropped = here.length === 0 ? 0 : ((await this.#options.own?.drop(here)) ?? 0);
    const shared = ids.filter((id) => id < WAITING_FROM);
    if (shared.length === 0) return dropped;
    await this.#ask(async ({ manager, names }) => {
      for (let from = 0; from < shared.length; from += AT_ONCE) {
        const some = shared.slice(from, from + AT_ONCE);
        const done = some.map((seq) => manager.streams.deleteMessage(names.letters, seq, false).catch(notThere));
        dropped += (await Promise.all(done)).filter(Boolean).length;
      }
    });
    this.#shared.atMs = Number.NEGATIVE_INFINITY;
    return dropped;
  }

  /** Only one retry at a time in the cluster. */
  retrying<T>(work: (goOn: () => Promise<void>) => Promise<T>): Promise<T | undefined> {
    return this.#turn.take(work);
  }

  status(): PartStatus {
    const { waiting } = this;
    const { letters, bytes } = this.#shared;
    const detail = `${letters} dead letters of all nodes, ${waiting} wait at this one`;
    const counts = DEAD_LETTER_COUNTERS.of({
      letters: letters + waiting,
      waiting,
      displaced: this.#displaced,
      bytes,
    });
    return this.#problem === undefined
      ? { state: "ok", detail, counts }
      : { state: "degraded", detail: `${detail}; ${this.#problem}`, counts };
  }

  async #ask<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#options.servers());
    } catch (error) {
      return away(error);
    }
  }

  #look(): void {
    if (this.#moving !== undefined || performance.now() < this.#notBeforeMs) return;
    const isLooked = performance.now() - this.#shared.atMs < COUNT_MS;
    if (isLooked && this.waiting === this.#tooLarge.size) return;
    this.#moving = this.#move()
      .then(
        () => this.#found(undefined),
        (error: Error) => {
          this.#notBeforeMs = performance.now() + AGAIN_MS;
          // The stream may be gone.
          this.#shared.atMs = Number.NEGATIVE_INFINITY;
          this.#found(`dead letters wait at their nodes: ${error.message}`);
        },
      )
      .finally(() => {
        this.#moving = undefined;
      });
  }

  #found(problem: string | undefined): void {
    if (problem !== undefined && this.#problem === undefined) this.#options.onFinding(problem);
    this.#problem = problem;
  }

  async #move(): Promise<void> {
    const { own } = this.#options;
    const cluster = await this.#options.servers();
    if (this.#shared.atMs === Number.NEGATIVE_INFINITY) await ensureStream(cluster, "letters");
    const letters = ((await own?.list()) ?? []).filter(({ id }) => !this.#tooLarge.has(id));
    for (let from = 0; own !== undefined && from < letters.length; from += AT_ONCE) {
      await own.durable();
      const some = letters.slice(from, from + AT_ONCE);
      const sent = await Promise.all(some.map((letter) => this.#publish(cluster, letter)));
      await own.drop(some.filter((_, i) => sent[i]).map(({ id }) => id));
    }
    const { state } = await cluster.manager.streams.info(cluster.names.letters);
    await this.#tell(cluster, state.last_seq);
    this.#shared = { letters: state.messages, bytes: state.bytes, atMs: performance.now() };
  }

  async #tell(cluster: Cluster, newest: number): Promise<void> {
    const { node, onLetters } = this.#options;
    const reported = this.#reported ?? 0;
    const isFirst = this.#reported === undefined;
    this.#reported ??= 0;
    if (onLetters === undefined || newest <= reported) return;
    const some = await this.#find(cluster, { limit: Math.min(TOLD, newest - reported) });
    const isNew = (letter: DeadLetter, by: string) => letter.id > reported && (isFirst || by !== node);
    this.#reported = newest;
    onLetters(some.filter((found) => isNew(found.letter, found.by)).map(({ letter }) => letter));
  }

  /** False if it stays here. @throws Error if the servers do not accept it now */
  async #publish(cluster: Cluster, letter: DeadLetter): Promise<boolean> {
    const { names, jetstream } = cluster;
    const message = encodeRecord({ kind: "letter", letter });
    if (frameBytesAtMost({ message }) > mostFrameBytes(maxPayload(cluster))) {
      this.#tooLarge.add(letter.id);
      return false;
    }
    const { node } = this.#options;
    const group = names.lettersOf(letter.code, digest(letter.message.address));
    const name = digest(letter.key === "" ? `${node} ${letter.id}` : letter.key);
    const data = encodeFrame({ node, entries: [{ position: letter.id, message }] });
    try {
      await jetstream.publish(`${group}.${name}`, data, { msgID: name, expect: { lastSubjectSequence: 0 } });
    } catch (error) {
      if (isRefusal(error, "wrongLastSequence")) return true;
      if (!isRefusal(error, "streamFull")) throw error;
      this.#making ??= this.#makeRoom(cluster).finally(() => {
        this.#making = undefined;
      });
      await this.#making;
      return false;
    }
    const written = (this.#written.get(group) ?? 0) + 1;
    this.#written.set(group, written % LOOK_EVERY);
    if (this.#written.size > MOST_GROUPS) this.#written.clear();
    if (written === LOOK_EVERY) await this.#displace(cluster, group, LETTERS_OF_GROUP);
    return true;
  }

  /** A flood from one sender displaces its own letters: the largest group loses its oldest ones. */
  async #makeRoom(cluster: Cluster): Promise<void> {
    const { manager, names } = cluster;
    const { state } = await manager.streams.info(names.letters, { subjects_filter: names.letterSubjects });
    const groups = new Map<string, number>();
    for (const [subject, count] of Object.entries(state.subjects ?? {})) {
      const group = subject.slice(0, subject.lastIndexOf("."));
      groups.set(group, (groups.get(group) ?? 0) + count);
    }
    const [largest] = [...groups].sort(([, a], [, b]) => b - a);
    if (largest !== undefined)
      await this.#displace(cluster, largest[0], Math.floor(largest[1] * (1 - SHARE_DISPLACED)));
  }

  async #displace({ manager, names }: Cluster, group: string, keep: number): Promise<void> {
    const { purged } = await manager.streams.purge(names.letters, { filter: `${group}.*`, keep });
    this.#displaced += purged;
  }

  /** The newest letters, newest last. */
  async #find(cluster: Cluster, { limit, address, code }: RejectFilter): Promise<Found[]> {
    const { manager, names } = cluster;
    if (code !== undefined && !/^[a-z-]+$/.test(code)) return [];
    const { state } = await manager.streams.info(names.letters);
    if (state.messages === 0) return [];
    const filter_subjects = `${names.lettersOf(code ?? "*", address === undefined ? "*" : digest(address))}.*`;
    // Dropped letters left gaps: go back further until there are enough.
    for (let range = limit; ; range *= 4) {
      const opt_start_seq = Math.max(state.first_seq, state.last_seq - range + 1);
      const least = opt_start_seq > state.first_seq ? limit : 0;
      const found = await lettersFrom(cluster, { filter_subjects, opt_start_seq }, least);
      if (found !== undefined) return found.slice(-limit);
    }
  }
}

/** With its number among the letters of all nodes. */
function waitingHere(letter: DeadLetter): DeadLetter {
  return { ...letter, id: WAITING_FROM + letter.id };
}

/** Undefined if there are fewer than `least`. */
async function lettersFrom(
  { jetstream, names }: Cluster,
  from: { readonly filter_subjects: string; readonly opt_start_seq: number },
  least: number,
): Promise<Found[] | undefined> {
  const deliver_policy = DeliverPolicy.StartSequence;
  const consumer = await jetstream.consumers.get(names.letters, { ...from, deliver_policy });
  const { num_pending: pending } = await consumer.info(true);
  const found = pending < least ? undefined : await readPending(consumer, pending);
  await consumer.delete();
  return found;
}

async function readPending(consumer: Consumer, pending: number): Promise<Found[]> {
  const found: Found[] = [];
  for (let left = pending, before = left + 1; left > 0 && left < before; ) {
    before = left;
    // If this brings nothing, another node has dropped the rest.
    for await (const message of await consumer.fetch({ max_messages: Math.min(left, LOOK_EVERY), expires: READ_MS })) {
      left--;
      const one = foundIn(message);
      if (one !== undefined) found.push(one);
    }
  }
  return found;
}

interface Found {
  readonly letter: DeadLetter;
  /** The node that rejected the message. */
  readonly by: string;
}

export function letterOf(message: Pick<StoredMsg, "seq" | "data">): DeadLetter | undefined {
  return foundIn(message)?.letter;
}

/** Undefined if it is not a letter: any client with permission to publish can send anything. */
function foundIn({ seq, data }: Pick<StoredMsg, "seq" | "data">): Found | undefined {
  try {
    const { node: by, entries } = decodeFrame(data);
    const [entry] = entries;
    const record = entry && decodeRecord(entry.message);
    if (record?.kind !== "letter") return undefined;
    const { message, ...facts } = record.letter;
    const { code, error, key } = FACTS.parse(facts);
    return { letter: { id: seq, message, code: code as DeadLetter["code"], error, key }, by };
  } catch {
    return undefined;
  }
}

function away(error: unknown): never {
  throw new DeadLettersAway(`the cluster's servers do not answer: ${(error as Error).message}`, { cause: error });
}

/** A token for a subject. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function notThere(error: unknown): false {
  if (error instanceof JetStreamApiError) return false;
  throw error;
}
