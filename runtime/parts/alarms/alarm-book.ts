/**
 * Alarms that were raised and cleared, their acknowledgements, mutes, and limits set on the page, in a file beside the
 * journal of the process that checks the limits. `LimitAlarms` owns the current state of values; at its start, it reads
 * the last reported state from here.
 */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import { KeptFile } from "../../lib/kept-file.ts";
import { RequestError } from "../../lib/request-error.ts";
import type { AlarmEntry, AlarmPlace, Alarms, AlarmsPage, BOOK, Mute } from "../../model/alarms.ts";
import type { Beyond } from "../../model/provided.ts";
import type { Removed } from "../../model/removal.ts";
import { placeKey } from "../../store/listed.ts";
import { type AlarmLevel, type AlarmSignal, endOf } from "./limit-alarms.ts";
import { SetLimits } from "./set-limits.ts";

type Kept = ReturnType<(typeof BOOK)["parse"]>;

/** Maximum number of entries of one realm. The oldest cleared ones are removed; active ones never. */
const MOST_ENTRIES = 1000;
/** Maximum number of muted columns of one realm. */
const MOST_MUTED = 1000;
/** If an alarm is raised a third time within this time after it cleared, its entry counts, ms. */
const SOON_MS = 300_000;
/** As `KeptFile` reports it. */
const NAME = "alarms";

export interface AlarmBookOptions {
  /** The realm of a database, whose budget its alarms use. */
  readonly realmOf?: (database: string) => string;
  /** The clock of receipt times. */
  readonly nowMs?: () => number;
}

export interface AlarmsQuery {
  /** A number of `change`; undefined: a page. */
  readonly since: number | undefined;
  /** `next` of the page before. */
  readonly after: number | undefined;
  readonly limit: number;
}

export class AlarmBook {
  readonly limits: SetLimits;
  readonly #file: KeptFile;
  readonly #listeners: ((entry: AlarmEntry) => void)[] = [];
  #entries: readonly AlarmEntry[];
  /** Active entries by place, of `#entries`; undefined: not known yet. */
  #active: ReadonlyMap<string, AlarmEntry> | undefined;
  #beyond: ReadonlyMap<string, Beyond> | undefined;
  #muted: Mute[];
  #change = 0;
  /** By ID: the number of an entry's last change. */
  readonly #changes = new Map<number, number>();
  /** Entries that made room for others, at most as many as a realm has; and the change before which they are not known. */
  readonly #gone: { readonly id: number; readonly database: string; readonly change: number }[] = [];
  #goneUnknown = 0;
  #mutes = { text: "", change: 0 };
  readonly #realmOf: (database: string) => string;
  readonly #nowMs: () => number;
  #next: number;
  /** Alarms that were announced, but had no room in the book. */
  #unlisted = 0;

  private constructor(
    path: string,
    { entries, muted, limits = [], next = 1 }: Kept,
    onProblem: (sentence: string) => void,
    { realmOf = (database) => database, nowMs = Date.now }: AlarmBookOptions,
  ) {
    this.#file = new KeptFile(path, NAME, () => this.#kept, onProblem);
    this.#next = Math.max(next, ...entries.map(({ id }) => id + 1));
    this.#realmOf = realmOf;
    this.#nowMs = nowMs;
    this.#entries = [...entries];
    this.#muted = [...muted];
    this.limits = new SetLimits(limits, realmOf);
  }

  /** Reports what is damaged in the file and leaves it out: new values raise those alarms again. */
  static async open(
    path: string,
    onProblem: (sentence: string) => void,
    options: AlarmBookOptions = {},
  ): Promise<AlarmBook> {
    const schema = async () => (await import("../../model/alarms.ts")).BOOK;
    const kept = (await KeptFile.read(path, NAME, schema, onProblem)) ?? { entries: [], muted: [] };
    return new AlarmBook(path, kept, onProblem, options);
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
      if (this.#joined(place, signal)) {
        this.#file.changed();
        return;
      }
      const entry = { id: this.#next++, ...place, level, time, value, ...(unit !== undefined && { unit }), message };
      if (this.#makeRoom(database)) {
        this.#keep([...this.#entries, entry]);
        this.#changes.set(entry.id, ++this.#change);
      } else this.#unlisted++;
      if (!this.#isMuted(place)) for (const listener of this.#listeners) listener(entry);
    }
    this.#file.changed();
  }

  /** Ends the alarms of a deleted measurement's values. @param newer columns that have newer ones */
  removed({ database, measurement, atNs }: Removed, newer: ReadonlySet<string>): void {
    const atMs = Number(atNs / 1_000_000n);
    for (const { time, unit, ...place } of this.#activeByPlace().values()) {
      const isOf = place.database === database && place.measurement === measurement && !newer.has(place.column);
      const raisedMs = Date.parse(time);
      // A time ahead is of a clock that is set wrong.
      if (isOf && (raisedMs <= atMs || raisedMs > this.#nowMs())) this.note(database, endOf(place, atNs, unit));
    }
  }

  /** A value is farther beyond its limit than those before. */
  worsen(place: AlarmPlace, value: number | bigint): void {
    const active = this.#activeAt(place);
    if (active === undefined) return;
    this.#replace({ ...active, worst: value });
    this.#file.changed();
  }

  /** How many alarms were announced but not kept, since their realm has too many active ones. */
  get unlisted(): number {
    return this.#unlisted;
  }

  /** Those that have alarms or mutes. */
  get databases(): Set<string> {
    return new Set([...this.#entries, ...this.#muted].map(({ database }) => database));
  }

  list(mayRead: (database: string) => boolean): Alarms {
    const entries = this.#entries.filter(({ database }) => mayRead(database)).reverse();
    return {
      active: entries.filter(({ cleared }) => cleared === undefined),
      history: entries,
      muted: this.#muted.filter((mute) => mayRead(mute.database) && this.#isValid(mute)),
    };
  }

  /** Increases with each change that is listed. Mutes end by themselves. */
  get change(): number {
    const text = JSON.stringify(this.#muted.filter((mute) => this.#isValid(mute)));
    if (text !== this.#mutes.text) this.#mutes = { text, change: ++this.#change };
    return this.#change;
  }

  /** What has changed after `since`; a page if that is too long ago, or more than a page has. */
  page(mayRead: (database: string) => boolean, { since, after, limit }: AlarmsQuery): AlarmsPage {
    const { active, history, muted } = this.list(mayRead);
    const total = history.length;
    if (since !== undefined && since >= this.#goneUnknown) {
      const isNew = ({ id }: AlarmEntry) => (this.#changes.get(id) ?? 0) > since;
      const changed = { active: active.filter(isNew), history: history.filter(isNew) };
      const gone = this.#gone.flatMap((one) => (one.change > since && mayRead(one.database) ? [one.id] : []));
      if (changed.history.length <= limit)
        return { all: false, total, ...changed, gone, ...(this.#mutes.change > since && { muted }) };
    }
    const rest = after === undefined ? history : history.filter(({ id }) => id < after);
    const listed = rest.slice(0, limit);
    const first = after === undefined ? { active, muted } : { active: [] };
    return { all: true, total, ...first, history: listed, ...(rest.length > limit && { next: listed.at(-1)!.id }) };
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

  /**
   * @param minutes duration; undefined: until it clears; 0: ends the mute. @throws RequestError if the realm has too many
   */
  mute(place: AlarmPlace, by: string, minutes: number | undefined): void {
    const others = this.#muted.filter((mute) => !isSame(mute, place) && this.#isValid(mute));
    const { database, measurement, column } = place;
    if (minutes !== 0) {
      if (this.#ofRealm(others, database).length >= MOST_MUTED)
        throw new RequestError(`${MOST_MUTED} columns of this realm are muted already, which is the maximum`, 409);
      const until = minutes === undefined ? {} : { until: new Date(this.#nowMs() + minutes * 60_000).toISOString() };
      others.push({ database, measurement, column, by, ...until });
    }
    this.#muted = others;
    this.#file.changed();
  }

  /** The clock was set: mutes last as long as they were to. */
  jumped(byMs: number): void {
    this.#muted = this.#muted.map((mute) => {
      const { until } = mute;
      return until === undefined ? mute : { ...mute, until: new Date(Date.parse(until) + byMs).toISOString() };
    });
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

  /** Measurements with an active alarm, each with its worst one. */
  beyond(): ReadonlyMap<string, Beyond> {
    this.#beyond ??= this.#worstByPlace();
    return this.#beyond;
  }

  #worstByPlace(): ReadonlyMap<string, Beyond> {
    const found = new Map<string, Beyond>();
    for (const { cleared, database, measurement, column, level } of this.#entries) {
      const key = placeKey(database, measurement);
      if (cleared === undefined && found.get(key)?.level !== "alarm") found.set(key, { level, column });
    }
    return found;
  }

  get activeCount(): number {
    return this.#activeByPlace().size;
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
    return this.#activeByPlace().get(keyOf(place));
  }

  #activeByPlace(): ReadonlyMap<string, AlarmEntry> {
    this.#active ??= new Map(
      this.#entries.filter(({ cleared }) => cleared === undefined).map((entry) => [keyOf(entry), entry]),
    );
    return this.#active;
  }

  #keep(entries: readonly AlarmEntry[]): void {
    this.#entries = entries;
    this.#active = undefined;
    this.#beyond = undefined;
  }

  /** An alarm that is raised again and again is one entry: it must not displace others. */
  #joined(place: AlarmPlace, { level, time, message }: AlarmSignal): boolean {
    const limit = limitIn(message);
    const earlier = this.#entries.filter(
      (entry) => isSame(entry, place) && entry.level === level && limitIn(entry.message) === limit,
    );
    const last = earlier.at(-1);
    const isSoon = (entry: AlarmEntry | undefined) =>
      entry?.cleared !== undefined && time > entry.cleared && Date.parse(time) - Date.parse(entry.cleared) < SOON_MS;
    if (last === undefined || last.seen !== undefined || !isSoon(last)) return false;
    if (last.count === undefined && !isSoon(earlier.at(-2))) return false;
    const { cleared: _cleared, ...open } = last;
    this.#replace({ ...open, count: (last.count ?? 1) + 1, again: time });
    return true;
  }

  #isMuted(place: AlarmPlace): boolean {
    return this.#muted.some((mute) => isSame(mute, place) && this.#isValid(mute));
  }

  #isValid({ until }: Mute): boolean {
    return until === undefined || Date.parse(until) > this.#nowMs();
  }

  #replace(entry: AlarmEntry): void {
    this.#keep(this.#entries.map((one) => (one.id === entry.id ? entry : one)));
    this.#changes.set(entry.id, ++this.#change);
  }

  /** False: the realm has only active alarms. */
  #makeRoom(database: string): boolean {
    const own = this.#entries.length < MOST_ENTRIES ? [] : this.#ofRealm(this.#entries, database);
    if (own.length < MOST_ENTRIES) return true;
    const oldest = own.find(({ cleared }) => cleared !== undefined);
    if (oldest === undefined) return false;
    this.#keep(this.#entries.filter((entry) => entry !== oldest));
    this.#changes.delete(oldest.id);
    this.#gone.push({ id: oldest.id, database: oldest.database, change: ++this.#change });
    if (this.#gone.length > MOST_ENTRIES) this.#goneUnknown = this.#gone.shift()!.change;
    return true;
  }

  #ofRealm<One extends AlarmPlace>(all: readonly One[], database: string): One[] {
    const realm = this.#realmOf(database);
    return all.filter((one) => this.#realmOf(one.database) === realm);
  }

  get #kept(): Kept {
    return {
      next: this.#next,
      entries: [...this.#entries],
      muted: this.#muted.filter((mute) => this.#isValid(mute)),
      limits: [...this.limits.all],
    };
  }
}

function isSame(a: AlarmPlace, b: AlarmPlace): boolean {
  return a.database === b.database && a.measurement === b.measurement && a.column === b.column;
}

function keyOf({ database, measurement, column }: AlarmPlace): string {
  return `${database}\n${measurement}\n${column}`;
}

/** `above 65 °C`: the end of a sentence. */
function limitIn(message: string): string {
  return /, ((?:above|below) .*)$/.exec(message)?.[1] ?? message;
}
