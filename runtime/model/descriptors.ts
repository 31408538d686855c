/**
 * Watches file descriptors: files, sockets and connections share one limit; at the limit, connections are reset without
 * a message. Linux only.
 */

import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Log } from "../lib/log.ts";
import type { Observable, PartStatus } from "./part-status.ts";

/** Modules, journal, database and listeners use some hundred at the start. */
const MIN_DESCRIPTORS = 256;
const NEARLY_ALL = 0.9;
const CHECK_EVERY_MS = 5000;
/** How long a shortage is reported, ms. */
const TOLD_MS = 5 * 60_000;

const ADVICE = "raise LimitNOFILE of the unit, or 'ulimit -n'";

/** Why the limit is too low to run; undefined if it is sufficient. */
export function tooFewDescriptors(): string | undefined {
  const limit = descriptorLimit();
  if (limit === undefined || limit >= MIN_DESCRIPTORS) return undefined;
  return `${limit} file descriptors are too few, ${MIN_DESCRIPTORS} are needed, and one more for each connection; ${ADVICE}`;
}

function descriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

export class Descriptors implements Observable {
  readonly #log: Pick<Log, "warn">;
  readonly #limit = descriptorLimit();
  readonly #timer: NodeJS.Timeout;
  #used = 0;
  #shortSinceMs: number | undefined;
  #lastShortMs = Number.NEGATIVE_INFINITY;
  #lastError: PartStatus["lastError"];

  constructor(log: Pick<Log, "warn">) {
    this.#log = log;
    void this.check();
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  /** The result of the last check: callers must not wait for a folder with thousands of entries. */
  status(): PartStatus {
    const isRecent = performance.now() - this.#lastShortMs < TOLD_MS;
    return {
      state: isRecent ? "degraded" : "ok",
      detail: `${this.#used} of ${this.#limit ?? "any number of"} file descriptors are in use${isRecent ? `; ${ADVICE}` : ""}`,
      ...(this.#lastError && { lastError: this.#lastError }),
      counts: { used: this.#used, ...(this.#limit !== undefined && { limit: this.#limit }) },
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Counts the descriptors in use. */
  async check(): Promise<void> {
    if (this.#limit === undefined) return;
    this.#used = (await usedDescriptors()) ?? this.#limit;
    if (this.#used < this.#limit * NEARLY_ALL) {
      this.#shortSinceMs = undefined;
      return;
    }
    this.#lastShortMs = performance.now();
    const sentence = `${this.#used} of ${this.#limit} file descriptors are in use: connections are refused at the limit; ${ADVICE}`;
    this.#lastError = { message: sentence, time: new Date().toISOString() };
    if (this.#shortSinceMs === undefined) this.#log.warn({ event: "descriptors.short" }, sentence);
    this.#shortSinceMs ??= this.#lastShortMs;
  }
}

/** Undefined if there is no descriptor left for the count itself. */
async function usedDescriptors(): Promise<number | undefined> {
  try {
    // Reading the folder uses one descriptor itself.
    return (await readdir("/proc/self/fd")).length - 1;
  } catch {
    return undefined;
  }
}
