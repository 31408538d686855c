/**
 * Jumps of the system clock that times of receipt followed. Rows from before a jump may have wrong times. Stored beside
 * the journal.
 */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DamageReport } from "../lib/damage-report.ts";
import { setAside } from "../lib/keep-aside.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { type ClockJump, formatNs } from "../model/clock.ts";

export interface KnownJump extends ClockJump {
  readonly id: number;
  /** Rows were moved by this jump already; never move them twice. */
  readonly isMoved: boolean;
}

const FILE = "clock-jumps.json";
/** A clock that jumps more often than this needs repair. */
const MOST = 100;

export class ClockJumps {
  #jumps: KnownJump[] = [];
  #path: string | undefined;
  #onTrouble: (sentence: string) => void = () => {};
  #written: Promise<void> = Promise.resolve();

  /** Until this is called, and without a journal, jumps are kept in memory only. */
  async open(directory: string, onTrouble: (sentence: string) => void): Promise<void> {
    this.#path = join(directory, FILE);
    this.#onTrouble = onTrouble;
    const earlier = await this.#earlier(this.#path);
    const last = earlier.at(-1)?.id ?? 0;
    this.#jumps = [...earlier, ...this.#jumps.map((jump, index) => ({ ...jump, id: last + index + 1 }))];
  }

  /** An unreadable file is kept aside, since the next change writes a new one. */
  async #earlier(path: string): Promise<readonly KnownJump[]> {
    const isMissing = ({ code }: NodeJS.ErrnoException) => code === "ENOENT";
    const found = readJumps(await readFile(path, "utf8").catch((error) => (isMissing(error) ? "[]" : "")));
    if (found !== undefined) return found;
    const aside = await setAside(path).catch(() => path);
    const sentence = `Earlier jumps of the clock cannot be read and are kept in ${aside}`;
    DamageReport.in(dirname(path)).note(sentence);
    this.#onTrouble(sentence);
    return [];
  }

  /** Oldest first. */
  get list(): readonly KnownJump[] {
    return this.#jumps;
  }

  get(id: number): KnownJump | undefined {
    return this.#jumps.find((jump) => jump.id === id);
  }

  add(jump: ClockJump): Promise<void> {
    const id = (this.#jumps.at(-1)?.id ?? 0) + 1;
    this.#jumps = [...this.#jumps, { ...jump, id, isMoved: false }].slice(-MOST);
    return this.#write();
  }

  moved(id: number): Promise<void> {
    this.#jumps = this.#jumps.map((jump) => (jump.id === id ? { ...jump, isMoved: true } : jump));
    return this.#write();
  }

  drop(id: number): Promise<void> {
    this.#jumps = this.#jumps.filter((jump) => jump.id !== id);
    return this.#write();
  }

  /** Resolves when all added jumps are on disk, or could not be written. */
  settled(): Promise<void> {
    return this.#written;
  }

  #write(): Promise<void> {
    this.#written = this.#written.then(async () => {
      if (this.#path === undefined) return;
      const text = JSON.stringify(this.#jumps, (_, value) => (typeof value === "bigint" ? `${value}` : value));
      await replaceFile(this.#path, `${text}\n`).catch((error: Error) =>
        this.#onTrouble(`a jump of the clock cannot be kept: ${error.message}`),
      );
    });
    return this.#written;
  }
}

/** A sentence about the jump, for the log and `/health`. */
export function jumpSentence({ byNs, toNs }: ClockJump): string {
  const direction = byNs < 0n ? "back" : "forward";
  const moment = `times of receipt went from ${formatNs(toNs)} to ${formatNs(toNs + byNs)}`;
  const advice = "`channel-message times list` shows the rows before it, which may be at a wrong time";
  return `The system clock was set ${direction} by ${durationText(byNs)}, and is followed: ${moment}; ${advice}`;
}

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

export function durationText(ns: bigint): string {
  const seconds = Number((ns < 0n ? -ns : ns) / 1_000_000n) / 1000;
  const [unit, size] = UNITS.find(([, of]) => seconds >= 2 * of) ?? ["s", 1];
  return `${Number((seconds / size).toFixed(1))} ${unit}`;
}

/** Undefined if the text is damaged. */
function readJumps(text: string): KnownJump[] | undefined {
  try {
    return (JSON.parse(text) as Record<string, unknown>[]).map(({ id, fromNs, toNs, byNs, era, nodes, isMoved }) => {
      if (![id, era, nodes].every(Number.isSafeInteger)) throw new Error("no number");
      const [from, to, by] = [fromNs, toNs, byNs].map((ns) => BigInt(ns as string)) as [bigint, bigint, bigint];
      const numbers = { id: id as number, era: era as number, nodes: nodes as number };
      return { ...numbers, fromNs: from, toNs: to, byNs: by, isMoved: isMoved === true };
    });
  } catch {
    return undefined;
  }
}
