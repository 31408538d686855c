/** Free space of the disk that holds a folder: measured now and then, and whenever a write fails. */

import { statfs } from "node:fs/promises";

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export type MeasureDisk = (directory: string) => Promise<DiskSpace>;

/** With less, a warning; on a small disk, a tenth of it. */
const LEAST_FREE_BYTES = 64_000_000;
const EVERY_MS = 10_000;

export class DiskRoom {
  readonly #directory: string;
  readonly #measure: MeasureDisk;
  #space: DiskSpace | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(directory: string, measure: MeasureDisk = measureDisk) {
    this.#directory = directory;
    this.#measure = measure;
  }

  /** Measures now. Never rejects: what a disk does not tell is unknown. */
  async look(): Promise<void> {
    this.#lookedAtMs = performance.now();
    this.#space = await this.#measure(this.#directory).catch(() => undefined);
  }

  /** Whether the last time is a while ago. */
  get isDue(): boolean {
    return performance.now() - this.#lookedAtMs >= EVERY_MS;
  }

  /** `12 kB of its disk are free`; undefined if unknown. */
  get sentence(): string | undefined {
    if (this.#space?.freeBytes === 0) return "nothing of its disk is free";
    return this.#space && `${sizeText(this.#space.freeBytes)} of its disk are free`;
  }

  /** A warning before the last megabytes; undefined if there is enough, or it is unknown. */
  get warning(): string | undefined {
    const { freeBytes = 0, totalBytes = 0 } = this.#space ?? {};
    const isShort = this.#space !== undefined && freeBytes < Math.min(LEAST_FREE_BYTES, totalBytes / 10);
    if (!isShort) return undefined;
    return `${freeBytes === 0 ? "" : "only "}${this.sentence}: make room, or senders will be refused`;
  }

  get freeBytes(): number | undefined {
    return this.#space?.freeBytes;
  }

  /** The error of a full disk, with what is free of it now; another one as it is. */
  async explained(error: Error): Promise<Error> {
    if (!isFullDisk(error)) return error;
    await this.look();
    const { sentence } = this;
    return sentence === undefined ? error : Object.assign(new Error(`${error.message}; ${sentence}`), { cause: error });
  }
}

const FULL = /No space left on device|Disk quota exceeded|not enough space on the disk/i;

/** Whether the disk refused for want of space. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  // DuckDB's errors have no code, and quote the system.
  return code === "ENOSPC" || code === "EDQUOT" || FULL.test(error.message) || isFullDisk(error.cause);
}

/** `500 MB` */
export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const place = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** place;
  return `${value < 10 && place > 0 ? value.toFixed(1) : Math.round(value)} ${units[place]}`;
}

async function measureDisk(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
