/**
 * First times of messages with keys, for one process: files in the folder `keys` beside the segments, named by their
 * start (ms). A record is a name (u64), a time (i64), the number of the name's owner (u32) and their sum (u32). There are two
 * files, so that old names are forgotten by deleting a file. If one owner's names fill a file, those of the others are taken
 * along. A damaged record costs its own name, and is reported.
 */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { Gathered } from "../lib/gathered.ts";
import { groupBy } from "../lib/group-by.ts";
import { reportDamage } from "../lib/kept-file.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { syncDirectory } from "../lib/sync-directory.ts";
import { TelemetryError } from "../model/error-signal.ts";
import { type FirstTimes, KNOWN_FOR_MS, MOST_KNOWN } from "./first-times.ts";

const FOLDER = "keys";
const FILE_NAME = /^\d{13}$/;
/** Begins each file. */
const HEAD = Buffer.from("SLKEYS3\n");
const RECORD_BYTES = 24;
/** Files of version 0.1 have no head, and records without owners and sums. */
const OLD_RECORD_BYTES = 16;
const SUM_BYTES = 4;

/** With as many digits also before September 2001, where a clock without a battery begins. */
function fileName(beganMs: number): string {
  return String(beganMs).padStart(13, "0");
}

/** First time and owner of a name. */
type Known = readonly [timeNs: bigint, owner: number];

interface Generation {
  /** By the system clock, for its name. */
  readonly beganMs: number;
  /** On the monotonic clock: when the system clock jumps, no time has passed. */
  readonly sinceMs: number;
  readonly times: Map<bigint, Known>;
  /** Size of its file; 0: it has none. */
  bytes: number;
  /** Version 0.1 wrote it: further names go to another file. */
  readonly isOld?: true;
}

interface Opened {
  readonly of: Generation;
  readonly handle: fs.FileHandle;
}

export class FirstTimesFile implements FirstTimes {
  readonly #directory: string;
  readonly #most: number;
  #newest: Generation;
  #former: Generation | undefined;
  /** Records that are not on disk yet. */
  #queue: Buffer[] = [];
  #file: Opened | undefined;
  readonly #writes = new Gathered(() => this.#write());

  private constructor(directory: string, most: number, [newest, former]: readonly Generation[]) {
    this.#directory = directory;
    this.#most = most;
    this.#newest = newest ?? { beganMs: Date.now(), sinceMs: performance.now(), times: new Map(), bytes: 0 };
    this.#former = former;
  }

  /**
   * @param journal the journal's folder
   * @param most maximum number of names in a file
   * @param onFinding called with one sentence if a file is damaged
   */
  static async open(
    journal: string,
    most = MOST_KNOWN,
    onFinding: (sentence: string) => void = () => {},
  ): Promise<FirstTimesFile> {
    const directory = join(journal, FOLDER);
    const names = (await namesIn(directory)).slice(0, 2);
    const known: Generation[] = [];
    for (const name of names) {
      const path = join(directory, name);
      const { generation, damaged } = generationOf(name, await fs.readFile(path));
      known.push(generation);
      if (damaged === undefined) continue;
      await reportDamage(path, "keys of messages", [damaged], "the rest", onFinding, journal);
    }
    return new FirstTimesFile(directory, most, known);
  }

  async of(name: bigint, timeNs: bigint, owner = ""): Promise<bigint> {
    const [known] = this.#newest.times.get(name) ?? this.#former?.times.get(name) ?? [];
    if (known === undefined) this.#add(name, timeNs, crc32(owner));
    await this.#durable();
    return known ?? timeNs;
  }

  async close(): Promise<void> {
    await this.#durable().catch(() => {}); // Callers that wait get the error from `of`.
    await this.#file?.handle.close();
  }

  #add(name: bigint, timeNs: bigint, owner: number): void {
    const { times, beganMs, sinceMs } = this.#newest;
    const nowMs = performance.now();
    const isOver = nowMs - sinceMs > KNOWN_FOR_MS;
    if (times.size >= this.#most || isOver || this.#newest.isOld) {
      const forgotten = this.#former;
      this.#former = this.#newest;
      this.#newest = { beganMs: Math.max(Date.now(), beganMs + 1), sinceMs: nowMs, times: new Map(), bytes: 0 };
      // Names that are younger than promised, forgotten only because another owner has so many.
      if (forgotten !== undefined && !isOver)
        for (const [each, known] of ofSmallOwners(forgotten.times, this.#most / 2)) this.#put(each, known);
    }
    this.#put(name, [timeNs, owner]);
  }

  #put(name: bigint, known: Known): void {
    this.#newest.times.set(name, known);
    const [timeNs, owner] = known;
    const record = Buffer.allocUnsafe(RECORD_BYTES);
    record.writeBigUInt64LE(name, 0);
    record.writeBigInt64LE(timeNs, 8);
    record.writeUInt32LE(owner, 16);
    record.writeUInt32LE(crc32(record.subarray(0, RECORD_BYTES - SUM_BYTES)), RECORD_BYTES - SUM_BYTES);
    this.#queue.push(record);
  }

  #durable(): Promise<void> {
    return this.#queue.length === 0 ? this.#writes.current : this.#writes.run();
  }

  async #write(): Promise<void> {
    const records = this.#queue;
    this.#queue = [];
    try {
      const { of, handle } = await this.#opened();
      const bytes = Buffer.concat(records);
      await handle.write(bytes, 0, bytes.length, of.bytes);
      await handle.datasync();
      of.bytes += bytes.length;
    } catch (error) {
      this.#queue = [...records, ...this.#queue];
      const options = { name: "JournalError", code: "unavailable", cause: error } as const;
      throw new TelemetryError(`Unable to keep data: its key cannot be stored: ${(error as Error).message}`, options);
    }
  }

  async #opened(): Promise<Opened> {
    const newest = this.#newest;
    if (this.#file?.of === newest) return this.#file;
    await this.#file?.handle.close();
    this.#file = undefined;
    await fs.mkdir(this.#directory, { recursive: true });
    const path = join(this.#directory, fileName(newest.beganMs));
    if (newest.bytes === 0) {
      // In one step: a file without a head is a damaged one.
      await replaceFile(path, HEAD.toString());
      newest.bytes = HEAD.length;
    }
    this.#file = { of: newest, handle: await fs.open(path, "r+") };
    const forgotten = (await namesIn(this.#directory)).slice(2);
    await Promise.all(forgotten.map((name) => fs.rm(join(this.#directory, name))));
    await syncDirectory(this.#directory);
    return this.#file;
  }
}

/** The names of the owners with fewest, together at most `most`. */
function ofSmallOwners(times: ReadonlyMap<bigint, Known>, most: number): (readonly [bigint, Known])[] {
  const byOwner = groupBy(times, ([, [, owner]]) => owner);
  const taken: (readonly [bigint, Known])[] = [];
  for (const names of [...byOwner.values()].sort((a, b) => a.length - b.length)) {
    if (taken.length + names.length > most) break;
    taken.push(...names);
  }
  return taken;
}

/** Newest first. */
async function namesIn(directory: string): Promise<string[]> {
  const names = await fs.readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  return names.filter((name) => FILE_NAME.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

interface Read {
  readonly generation: Generation;
  /** What is damaged, for a sentence. */
  readonly damaged?: string;
}

/** Ignores a record that a crash cut off: it was never acknowledged. */
function generationOf(name: string, content: Buffer): Read {
  const isNew = content.subarray(0, HEAD.length).equals(HEAD);
  const times = new Map<bigint, Known>();
  const { damaged, bytes } = readRecords(content, isNew, times);
  const beganMs = Number(name);
  const begun = { beganMs, sinceMs: performance.now() - Math.max(0, Date.now() - beganMs), times };
  const generation: Generation = isNew ? { ...begun, bytes } : { ...begun, bytes: content.length, isOld: true };
  if (content.length === 0) return { generation, damaged: "the file is empty" };
  if (damaged === 0) return { generation };
  return { generation, damaged: `${damaged} of its records${isNew ? "" : " are empty"}` };
}

/** @returns how many records are damaged, and where the last one ends */
function readRecords(content: Buffer, isNew: boolean, times: Map<bigint, Known>) {
  const size = isNew ? RECORD_BYTES : OLD_RECORD_BYTES;
  const start = isNew ? HEAD.length : 0;
  const bytes = content.length - ((content.length - start) % size);
  let damaged = 0;
  for (let at = start; at < bytes; at += size) {
    const record = content.subarray(at, at + size);
    if (isNew ? isSummed(record) : record.some((byte) => byte !== 0))
      times.set(record.readBigUInt64LE(0), [record.readBigInt64LE(8), isNew ? record.readUInt32LE(16) : 0]);
    else damaged++;
  }
  return { damaged, bytes };
}

function isSummed(record: Buffer): boolean {
  const sumAt = record.length - SUM_BYTES;
  return record.readUInt32LE(sumAt) === crc32(record.subarray(0, sumAt));
}
