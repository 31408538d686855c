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
    return this.#space && `${sizeText(this.#space.freeBytes)} of its disk are free`;
  }

  /** A warning before the last megabytes; undefined if there is enough, or it is unknown. */
  get warning(): string | undefined {
    const { freeBytes = 0, totalBytes = 0 } = this.#space ?? {};
    const isShort = this.#space !== undefined && freeBytes < Math.min(LEAST_FREE_BYTES, totalBytes / 10);
    return isShort ? `only ${this.sentence}: make room, or senders will be refused` : undefined;
  }
}

/** Whether the disk refused for want of space. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT" || isFullDisk(error.cause);
}

/** `500 MB` */
export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const place = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** place;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[place]}`;
}

async function measureDisk(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
