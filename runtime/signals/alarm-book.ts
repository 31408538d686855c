/**
 * Alarms that were raised and cleared, their acknowledgements, mutes, and limits set on the page, in a file beside the
 * journal of the process that checks the limits. `LimitAlarms` owns the current state of values; at its start, it reads
 * the last reported state from here.
 */

import { readFile } from "node:fs/promises";
import type { AlarmEntry, AlarmPlace, Alarms, Mute, PlacedLimits } from "../api/alarms.ts";
import type { FieldLimits } from "../codec/struct-codec.ts";
import { replaceFile } from "../journal/replace-file.ts";
import { setAside } from "../telemetry/keep-aside.ts";
import type { AlarmLevel, AlarmSignal } from "./limit-alarms.ts";
import { SetLimits } from "./set-limits.ts";

interface Kept {
  readonly next: number;
  readonly entries: readonly AlarmEntry[];
  readonly muted: readonly Mute[];
  readonly limits?: readonly PlacedLimits[];
}

/** Maximum number of entries; the oldest cleared ones are removed first. */
const MOST_ENTRIES = 1000;
const MOST_MUTED = 1000;
const WRITE_AFTER_MS = 500;
/** Delay after a failure. */
const AGAIN_MS = 30_000;

export class AlarmBook {
  readonly limits: SetLimits;
  readonly #path: string;
  readonly #onProblem: (sentence: string) => void;
  readonly #listeners: ((entry: AlarmEntry) => void)[] = [];
  #entries: AlarmEntry[];
  #muted: Mute[];
  #next: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<Error | undefined> = Promise.resolve(undefined);

  private constructor(
    path: string,
    { next, entries, muted, limits = [] }: Kept,
    onProblem: (sentence: string) => void,
  ) {
    this.#path = path;
    this.#next = next;
    this.#entries = [...entries];
    this.#muted = [...muted];
    this.limits = new SetLimits(limits);
    this.#onProblem = onProblem;
  }

  /** Reports an unreadable file and starts a new one: new values raise alarms again. */
  static async open(path: string, onProblem: (sentence: string) => void): Promise<AlarmBook> {
    const kept = await readFile(path, "utf8")
      .then(keptIn)
      .catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") {
          const aside = await setAside(path).catch(() => path);
          onProblem(`Earlier alarms cannot be read and are kept in ${aside}: ${error.message}`);
        }
        return { next: 1, entries: [], muted: [] };
      });
    return new AlarmBook(path, kept, onProblem);
  }

  /** Called for raised alarms that are not muted. */
  onRaised(listener: (entry: AlarmEntry) => void): void {
    this.#listeners.push(listener);
  }

  /** The last reported level of a column, also from before a restart. */
  levelOf(place: AlarmPlace): AlarmLevel {
    return this.#activeAt(place)?.level ?? "ok";
  }

  note(database: string, signal: AlarmSignal): void {
    const { level, measurement, column, value, unit, time, message } = signal;
    const place = { database, measurement, column };
    const active = this.#activeAt(place);
    if (level === active?.level) return;
    if (active !== undefined) this.#replace({ ...active, cleared: time });
    if (level === "ok") {
      this.#muted = this.#muted.filter((mute) => !isSame(mute, place) || mute.until !== undefined);
    } else {
      const entry = { id: this.#next++, ...place, level, time, value, ...(unit !== undefined && { unit }), message };
      this.#entries.push(entry);
      if (!this.#isMuted(place)) for (const listener of this.#listeners) listener(entry);
    }
    this.#trim();
    this.#writeSoon();
  }

  list(mayRead: (database: string) => boolean): Alarms {
    const entries = this.#entries.filter(({ database }) => mayRead(database)).reverse();
    return {
      active: entries.filter(({ cleared }) => cleared === undefined),
      history: entries,
      muted: this.#muted.filter((mute) => mayRead(mute.database) && isValid(mute)),
    };
  }

  entry(id: number): AlarmEntry | undefined {
    return this.#entries.find((one) => one.id === id);
  }

  acknowledge(id: number, by: string, note: string): void {
    const entry = this.entry(id);
    if (entry === undefined) return;
    this.#replace({ ...entry, seen: { by, time: new Date().toISOString(), note } });
    this.#writeSoon();
  }

  /** @param minutes duration; undefined: until it clears; 0: ends the mute */
  mute(place: AlarmPlace, by: string, minutes: number | undefined): void {
    this.#muted = this.#muted.filter((mute) => !isSame(mute, place) && isValid(mute)).slice(-MOST_MUTED);
    const { database, measurement, column } = place;
    if (minutes !== 0) {
      const until = minutes === undefined ? {} : { until: new Date(Date.now() + minutes * 60_000).toISOString() };
      this.#muted.push({ database, measurement, column, by, ...until });
    }
    this.#writeSoon();
  }

  /**
   * @param limits undefined: those of the header or the configuration apply again. @throws RangeError if there are too
   * many
   */
  setLimits(place: AlarmPlace, by: string, limits: FieldLimits | undefined): void {
    this.limits.set(place, by, limits);
    this.#writeSoon();
  }

  get activeCount(): number {
    return this.#entries.filter(({ cleared }) => cleared === undefined).length;
  }

  /** Resolves once all changes are in the file. @throws Error if it cannot be written, which is tried again */
  async saved(): Promise<void> {
    if (this.#timer !== undefined) this.#write();
    const trouble = await this.#writing;
    if (trouble !== undefined) throw trouble;
  }

  /** Writes pending changes. */
  async close(): Promise<void> {
    await this.saved().catch(() => {}); // Already reported to `onProblem`.
    clearTimeout(this.#timer);
  }

  #activeAt(place: AlarmPlace): AlarmEntry | undefined {
    return this.#entries.find((entry) => entry.cleared === undefined && isSame(entry, place));
  }

  #isMuted(place: AlarmPlace): boolean {
    return this.#muted.some((mute) => isSame(mute, place) && isValid(mute));
  }

  #replace(entry: AlarmEntry): void {
    this.#entries = this.#entries.map((one) => (one.id === entry.id ? entry : one));
  }

  #trim(): void {
    while (this.#entries.length > MOST_ENTRIES) {
      const oldest = this.#entries.findIndex(({ cleared }) => cleared !== undefined);
      this.#entries.splice(Math.max(0, oldest), 1);
    }
  }

  #writeSoon(afterMs = WRITE_AFTER_MS): void {
    this.#timer ??= setTimeout(() => this.#write(), afterMs);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const kept: Kept = {
      next: this.#next,
      entries: this.#entries,
      muted: this.#muted.filter(isValid),
      limits: this.limits.all,
    };
    this.#writing = this.#writing.then(async () => {
      try {
        await replaceFile(this.#path, JSON.stringify(kept), 0o600);
        return undefined;
      } catch (error) {
        this.#onProblem(`Alarms cannot be saved: ${(error as Error).message}`);
        this.#writeSoon(AGAIN_MS);
        return error as Error;
      }
    });
  }
}

/** @throws Error (one sentence) if the text is not in this program's format */
async function keptIn(text: string): Promise<Kept> {
  const z = await import("zod");
  const place = { database: z.string(), measurement: z.string(), column: z.string() };
  const seen = z.object({ by: z.string(), time: z.string(), note: z.string() });
  const entry = z.object({
    id: z.int(),
    ...place,
    level: z.enum(["warn", "alarm"]),
    time: z.string(),
    // JSON has no infinity.
    value: z.number().nullable(),
    unit: z.string().exactOptional(),
    message: z.string(),
    cleared: z.string().exactOptional(),
    seen: seen.exactOptional(),
  });
  const mute = z.object({ ...place, by: z.string(), until: z.string().exactOptional() });
  const range = z.object({ min: z.number().exactOptional(), max: z.number().exactOptional() });
  const limits = z.object({
    warn: range.exactOptional(),
    alarm: range.exactOptional(),
    holdMs: z.number().exactOptional(),
  });
  const placed = z.object({ ...place, limits, by: z.string() });
  const kept = z.object({
    next: z.int(),
    entries: z.array(entry),
    muted: z.array(mute),
    limits: z.array(placed).exactOptional(),
  });
  const { data, error } = kept.safeParse(JSON.parse(text));
  if (data === undefined) throw new Error(`${error?.issues[0]?.path.join(".")}: ${error?.issues[0]?.message}`);
  return { ...data, entries: data.entries.map((one) => ({ ...one, value: one.value ?? Number.NaN })) };
}

function isSame(a: AlarmPlace, b: AlarmPlace): boolean {
  return a.database === b.database && a.measurement === b.measurement && a.column === b.column;
}

function isValid({ until }: Mute): boolean {
  return until === undefined || Date.parse(until) > Date.now();
}
