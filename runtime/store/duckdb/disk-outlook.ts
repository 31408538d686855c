/** Estimates how long the disk will last, from the database's growth over the last days and the free space. */

import { type DiskRoom, sizeText } from "../../lib/disk-room.ts";
import type { Keep } from "../../model/keep.ts";
import type { RunQuery } from "./series.ts";

/** The database's size at a time: its used pages, and hourly files. */
interface Sample {
  readonly atMs: number;
  /** Less what deletions gave back since then, so perhaps below 0. */
  readonly bytes: number;
}

/** The estimate for a disk. */
export interface Outlook {
  readonly freeBytes: number;
  readonly usedBytes: number;
  /** Undefined until enough time has passed. */
  readonly bytesPerDay?: number;
}

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
/** A shorter period is meaningless: the database allocates space in large steps. */
const SHORTEST_MS = 1_800_000;
const WINDOW_MS = 7 * DAY_MS;
/** Longer than any disk lasts. */
const MOST_DAYS = 3650;

export class DiskOutlook {
  readonly #room: DiskRoom;
  #samples: readonly Sample[] = [];
  /** Without the free space of the disk, which is measured more often. */
  #estimate: Omit<Outlook, "freeBytes"> | undefined;
  /** Free blocks inside the file, which are used first, bytes. */
  #freeInFile = 0;

  /** @param room of the disk that holds the database */
  constructor(room: DiskRoom) {
    this.#room = room;
  }

  /** Restores the samples of an earlier process; ignores invalid text. */
  remember(text: string | undefined): void {
    if (text === undefined) return;
    const given: unknown = JSON.parse(text);
    if (!Array.isArray(given)) return;
    const samples = given.map(([atMs, bytes]: [number, number]) => ({ atMs, bytes }));
    this.#samples = samples.filter(({ atMs, bytes }) => atMs <= Date.now() && Number.isFinite(bytes));
  }

  /** The samples as text for the next process. */
  get written(): string {
    return JSON.stringify(this.#samples.map(({ atMs, bytes }) => [atMs, bytes]));
  }

  /**
   * Takes a sample. @returns whether there is something new to save @param files size of the store's other files, bytes
   */
  async look(ask: RunQuery, files: number, nowMs = Date.now()): Promise<boolean> {
    await this.#room.look();
    const file = await bytesOfFile(ask);
    const usedBytes = file.used + files;
    this.#freeInFile = file.free;
    // After the clock was set back, the next sample would wait for years.
    this.#samples = this.#samples.filter(({ atMs }) => atMs <= nowMs);
    const [first] = this.#samples;
    const watchedMs = first === undefined ? 0 : nowMs - first.atMs;
    const grown = first === undefined ? 0 : usedBytes - first.bytes;
    const isKnown = first !== undefined && watchedMs >= SHORTEST_MS;
    this.#estimate = { usedBytes, ...(isKnown && { bytesPerDay: (grown / watchedMs) * DAY_MS }) };
    const last = this.#samples.at(-1);
    if (last !== undefined && nowMs - last.atMs < EVERY_MS) return false;
    const within = this.#samples.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
    this.#samples = [...within, { atMs: nowMs, bytes: usedBytes }];
    return true;
  }

  /** Excludes what a deletion gave back from the growth of the rest. */
  gaveBack(bytes: number): void {
    this.#samples = this.#samples.map((sample) => ({ ...sample, bytes: sample.bytes - bytes }));
  }

  /** `41 GB of disk free, for 82 days at 500 MB a day`; undefined before the first sample, and while the room warns. */
  sentence(keep: Keep | undefined): string | undefined {
    const outlook = this.#outlook;
    return outlook && this.#room.warning === undefined ? outlookText(outlook, keep) : undefined;
  }

  get #outlook(): Outlook | undefined {
    const { freeBytes } = this.#room;
    if (this.#estimate === undefined || freeBytes === undefined) return undefined;
    return { freeBytes: freeBytes + this.#freeInFile, ...this.#estimate };
  }

  get counts(): Readonly<Record<string, number>> {
    const outlook = this.#outlook;
    if (outlook === undefined) return {};
    const { freeBytes, usedBytes, bytesPerDay } = outlook;
    return {
      diskFreeBytes: freeBytes,
      usedBytes,
      ...(bytesPerDay !== undefined && { bytesPerDay: Math.round(bytesPerDay) }),
    };
  }
}

/** Blocks of the database's file, in bytes. */
export async function bytesOfFile(ask: RunQuery): Promise<{ readonly used: number; readonly free: number }> {
  const [[used = 0, free = 0, size = 0] = []] = await ask(
    "SELECT used_blocks, free_blocks, block_size FROM pragma_database_size() WHERE database_name = current_database()",
  );
  return { used: Number(used) * Number(size), free: Number(free) * Number(size) };
}

function outlookText({ freeBytes, usedBytes, bytesPerDay }: Outlook, keep: Keep | undefined): string {
  const free = `${sizeText(freeBytes)} of disk free`;
  if (bytesPerDay === undefined) return free;
  if (bytesPerDay <= 0) return `${free}, and the database does not grow`;
  const days = freeBytes / bytesPerDay;
  const rate = `${sizeText(bytesPerDay)} a day`;
  const wanted = keep === undefined ? Number.POSITIVE_INFINITY : (keep.rowsMs / DAY_MS) * bytesPerDay;
  if (wanted <= usedBytes + freeBytes) return `${free}; keep needs about ${sizeText(wanted)} at ${rate}`;
  const lasts = days > MOST_DAYS ? "more than ten years" : daysText(days);
  return `${free}, for ${lasts} at ${rate}${keep === undefined ? "" : `: not enough for [store] keep, which needs about ${sizeText(wanted)}`}`;
}

function daysText(days: number): string {
  if (days < 2) return `${Math.max(1, Math.floor(days * 24))} hours`;
  return `${Math.floor(days)} days`;
}
