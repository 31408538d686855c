/**
 * Jumps of the system clock that times of receipt followed. Rows from before a jump may have wrong times. Stored beside
 * the journal.
 */

import { join } from "node:path";
import type { ZodType } from "zod";
import { KeptFile, writeKept } from "../lib/kept-file.ts";
import { type ClockJump, formatNs } from "../model/clock.ts";

export interface KnownJump extends ClockJump {
  readonly id: number;
  /** Rows were moved by this jump already; never move them twice. */
  readonly isMoved: boolean;
}

const FILE = "clock-jumps.json";
const NAME = "clock-jumps";
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
    const kept = await KeptFile.read(this.#path, NAME, jumpsSchema, onTrouble, (text) => ({ jumps: JSON.parse(text) }));
    const earlier = kept?.jumps ?? [];
    const last = earlier.at(-1)?.id ?? 0;
    this.#jumps = [...earlier, ...this.#jumps.map((jump, index) => ({ ...jump, id: last + index + 1 }))];
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
      const jumps = this.#jumps.map(({ fromNs, toNs, byNs, ...jump }) => {
        return { ...jump, fromNs: `${fromNs}`, toNs: `${toNs}`, byNs: `${byNs}` };
      });
      await writeKept(this.#path, NAME, { jumps }).catch((error: Error) =>
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

async function jumpsSchema(): Promise<ZodType<{ readonly jumps: readonly KnownJump[] }>> {
  const z = await import("zod");
  const ns = z
    .string()
    .regex(/^-?\d{1,20}$/)
    .transform(BigInt);
  const jump = z.object({
    id: z.int(),
    era: z.int(),
    nodes: z.int(),
    fromNs: ns,
    toNs: ns,
    byNs: ns,
    isMoved: z.boolean().default(false),
  });
  return z.object({ jumps: z.array(jump).default([]) });
}
