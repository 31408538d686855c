/**
 * Alarms that were raised and cleared, their acknowledgements, mutes, and limits set on the page, in a file beside the
 * journal of the process that checks the limits. `LimitAlarms` owns the current state of values; at its start, it reads
 * the last reported state from here.
 */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import { KeptFile } from "../../lib/kept-file.ts";
import type { AlarmEntry, AlarmPlace, Alarms, BOOK, Mute } from "../../model/alarms.ts";
import type { AlarmLevel, AlarmSignal } from "./limit-alarms.ts";
import { SetLimits } from "./set-limits.ts";

type Kept = ReturnType<(typeof BOOK)["parse"]>;

/** Maximum number of entries; the oldest cleared ones are removed first. */
const MOST_ENTRIES = 1000;
const MOST_MUTED = 1000;
/** As `KeptFile` reports it. */
const NAME = "alarms";

export class AlarmBook {
  readonly limits: SetLimits;
  readonly #file: KeptFile;
  readonly #listeners: ((entry: AlarmEntry) => void)[] = [];
  #entries: AlarmEntry[];
  #muted: Mute[];
  #next: number;

  private constructor(
    path: string,
    { next, entries, muted, limits = [] }: Kept,
    onProblem: (sentence: string) => void,
  ) {
    this.#file = new KeptFile(path, NAME, () => this.#kept, onProblem);
    this.#next = next;
    this.#entries = [...entries];
    this.#muted = [...muted];
    this.limits = new SetLimits(limits);
  }

  /** Reports an unreadable file and starts a new one: new values raise alarms again. */
  static async open(path: string, onProblem: (sentence: string) => void): Promise<AlarmBook> {
    const schema = async () => (await import("../../model/alarms.ts")).BOOK;
    const kept = (await KeptFile.read(path, NAME, schema, onProblem)) ?? { next: 1, entries: [], muted: [] };
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
    this.#file.changed();
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
    this.#file.changed();
  }

  /** @param minutes duration; undefined: until it clears; 0: ends the mute */
  mute(place: AlarmPlace, by: string, minutes: number | undefined): void {
    this.#muted = this.#muted.filter((mute) => !isSame(mute, place) && isValid(mute)).slice(-MOST_MUTED);
    const { database, measurement, column } = place;
    if (minutes !== 0) {
      const until = minutes === undefined ? {} : { until: new Date(Date.now() + minutes * 60_000).toISOString() };
      this.#muted.push({ database, measurement, column, by, ...until });
    }
    this.#file.changed();
  }

  /**
   * @param limits undefined: those of the header or the configuration apply again. @throws RequestError if there are too
   * many
   */
  setLimits(place: AlarmPlace, by: string, limits: FieldLimits | undefined): void {
    this.limits.set(place, by, limits);
    this.#file.changed();
  }

  get activeCount(): number {
    return this.#entries.filter(({ cleared }) => cleared === undefined).length;
  }

  /** Resolves once all changes are in the file. @throws Error if it cannot be written, which is tried again */
  saved(): Promise<void> {
    return this.#file.saved();
  }

  /** Writes pending changes. */
  close(): Promise<void> {
    return this.#file.close();
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

  get #kept(): Kept {
    return {
      next: this.#next,
      entries: this.#entries,
      muted: this.#muted.filter(isValid),
      limits: [...this.limits.all],
    };
  }
}

function isSame(a: AlarmPlace, b: AlarmPlace): boolean {
  return a.database === b.database && a.measurement === b.measurement && a.column === b.column;
}

function isValid({ until }: Mute): boolean {
  return until === undefined || Date.parse(until) > Date.now();
}
