/**
 * Dead letters on disk: a journal of letters and removals, compacted when most of it is obsolete. Memory holds each
 * letter's position, and the letters that are not durable yet.
 */

import { BOUNDS, Bound, statesOf, type TellBound } from "../model/bounds.ts";
import type { JournalEntry, JournalPosition } from "../model/journal-entry.ts";
import { type Message, withPayload } from "../model/message.ts";
import type { PartStatus } from "../model/part-status.ts";
import { DEAD_LETTER_COUNTERS, JOURNAL_COUNTERS } from "./counters.ts";
import { DeadLetterIndex, type DeadLetterLimits, type LetterPlace, placeOf } from "./dead-letter-index.ts";
import { decodeRecord, encodeRecord } from "./dead-letter-record.ts";
import type { DeadLetter, DeadLetterFilter } from "./dead-letters.ts";
import { type FileJournal, openJournal } from "./file-journal.ts";
import type { OpenFile } from "./segment.ts";

export interface DeadLetterOptions {
  readonly limits?: Partial<DeadLetterLimits>;
  readonly onFinding?: (sentence: string) => void;
  /** Told when letters were dropped for others. */
  readonly tell?: TellBound;
  /** Opens files; tests replace it to simulate failures. */
  readonly open?: OpenFile;
  /** Size of obsolete records before a compaction, bytes. */
  readonly slackBytes?: number;
}

const DEFAULT_LIMITS: DeadLetterLimits = { lettersOfGroup: 10_000, bytes: BOUNDS["dead-letters"].all };
const SLACK_BYTES = 16 << 20;
const COMMIT_INTERVAL_MS = 20;
/** DeadLetters rewritten at a time, so that compaction blocks nothing else for long. */
const COMPACT_LETTERS = 500;
/** Ids of letters that are gone, in one record. */
const GONE_AT_ONCE = 200;
const READ_ATTEMPTS = 3;
/** DeadLetters whose positions are this close are read together. */
const ONE_RUN = 1000;

/**
 * @param directory used only for this; created if it does not exist
 * @throws Error with one clear sentence if the folder is in use or unusable
 */
export async function openDeadLetters(directory: string, options: DeadLetterOptions = {}): Promise<DeadLetterLog> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const slackBytes = options.slackBytes ?? SLACK_BYTES;
  const journal = await openJournal({
    directory,
    // Room for obsolete records, letters at twice their size, and the same again during a compaction.
    maxBytes: 8 * (limits.bytes + slackBytes),
    segmentBytes: Math.max(64 << 10, Math.floor(slackBytes / 2)),
    commitIntervalMs: COMMIT_INTERVAL_MS,
    ...(options.onFinding === undefined ? {} : { onFinding: options.onFinding }),
    ...(options.open === undefined ? {} : { open: options.open }),
  });
  const letters = new DeadLetterLog(journal, limits, slackBytes, options.tell);
  await letters.load();
  return letters;
}

export class DeadLetterLog {
  readonly #journal: FileJournal;
  readonly #index: DeadLetterIndex;
  readonly #bound: Bound;
  readonly #slackBytes: number;
  /** IDs of letters that the journal has not accepted yet. */
  readonly #unsaved = new Set<number>();
  /** Ids of letters that are gone, while the journal still has them. */
  #gone: number[] = [];
  /** DeadLetters that are not durable yet, by ID. */
  readonly #fresh = new Map<number, DeadLetter>();
  #nextId = 1;
  /** Size of the journal after the last compaction. */
  #rewrittenBytes = 0;
  #compacting: Promise<void> | undefined;

  /** Use `openDeadLetters`. */
  constructor(journal: FileJournal, limits: DeadLetterLimits, slackBytes: number, tell?: TellBound) {
    this.#journal = journal;
    this.#bound = new Bound("dead-letters", tell, { all: limits.bytes });
    const removed = (id: number) => {
      const isSaved = !this.#unsaved.delete(id);
      if (isSaved) this.#gone.push(id);
      this.#fresh.delete(id);
    };
    this.#index = new DeadLetterIndex(limits, removed, () => this.#bound.meet());
    this.#slackBytes = slackBytes;
    journal.onDurable((pages) => this.#forget(pages.at(-1)?.last ?? 0));
  }

  async load(): Promise<void> {
    const places = new Map<number, LetterPlace>();
    for await (const { message, position } of this.#journal.read(this.#journal.committed)) {
      const record = decodeRecord(message);
      if (record.kind === "next") this.#nextId = Math.max(this.#nextId, record.id);
      else if (record.kind === "drop") for (const id of record.ids) places.delete(id);
      else {
        const { letter } = record;
        this.#nextId = Math.max(this.#nextId, letter.id + 1);
        this.#index.remember(letter.key);
        places.set(letter.id, placeOf(letter, position));
      }
    }
    // Compacted letters are stored after newer ones.
    for (const place of [...places.values()].sort((a, b) => a.id - b.id)) this.#index.insert(place);
    this.#rewrittenBytes = Math.min(this.#index.bytes, this.#journal.bytes);
    await this.#takeBack();
  }

  /** Takes back letters that an older version could not read. That version may have reused their IDs. */
  async #takeBack(): Promise<void> {
    const { aside } = this.#journal;
    if (aside.count === 0) return;
    const letters = new Map<number, DeadLetter>();
    for await (const { message } of aside.entries()) {
      const record = decodeRecord(message);
      if (record.kind === "letter") letters.set(record.letter.id, record.letter);
      else if (record.kind === "drop") for (const id of record.ids) letters.delete(id);
    }
    for (const letter of letters.values()) this.add(letter);
    // If the disk refuses, they stay in memory, and the next start finds them again.
    const isDurable = await this.durable().then(
      () => true,
      () => false,
    );
    if (isDurable) await aside.taken();
  }

  /**
   * Adds a letter, which becomes durable in the background; `durable()` waits for that. Ignores a `key` that was used
   * before.
   * @returns its ID; undefined if it was ignored
   */
  add(letter: Omit<DeadLetter, "id">): number | undefined {
    if (this.#index.knows(letter.key)) return undefined;
    // With a full disk, a retried letter may not be dropped. If the retry is rejected again, the new letter replaces it.
    const former = letter.message.isRetry === true ? this.#index.sameAs(letter) : undefined;
    if (former !== undefined) this.#index.remove(former);
    // Copied, since the payload may be a view of a larger or reused buffer.
    const message = withPayload(letter.message, new Uint8Array(letter.message.payload));
    const { code, error, key, output } = letter;
    const whole = { id: this.#nextId++, message, code, error, key };
    const added: DeadLetter = output === undefined ? whole : { ...whole, output };
    this.#index.add(added);
    this.#unsaved.add(added.id);
    this.#fresh.set(added.id, added);
    this.#trySaving();
    this.#compactWhenUseful();
    return added.id;
  }

  /**
   * Waits for letters whose sender is told: if they cannot be written, they are dropped before this rejects. Without
   * IDs it waits for all letters.
   */
  async durableOrDropped(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return this.durable();
    const keys = ids.map((id) => this.#fresh.get(id)?.key ?? "");
    try {
      this.#save();
      const positions = ids.flatMap((id) => this.#index.place(id)?.position ?? []);
      await Promise.all(positions.map((position) => this.#journal.durableOrWithdrawn(position)));
    } catch (error) {
      for (const id of ids) this.#index.remove(id);
      // The message will be sent again.
      for (const key of keys) this.#index.forget(key);
      throw error;
    }
  }

  async durable(): Promise<void> {
    this.#save();
    this.#saveGone();
    await this.#journal.durable();
  }

  /** Number of letters. */
  get size(): number {
    return this.#index.size;
  }

  /** Newest last. */
  list(filter?: DeadLetterFilter): Promise<DeadLetter[]> {
    return this.find(this.#index.list(filter).map(({ id }) => id));
  }

  async drop(ids: readonly number[]): Promise<number> {
    const present = [...new Set(ids)].filter((id) => this.#index.has(id));
    if (present.length === 0) return 0;
    // Remove them even if the disk refuses: a letter that came back would be retried, and stored, twice.
    for (const id of present) this.#index.remove(id);
    await this.durable();
    this.#compactWhenUseful();
    return present.length;
  }

  async close(): Promise<void> {
    this.#trySaving();
    while (this.#compacting !== undefined) await this.#compacting;
    if (!this.#journal.full) this.#saveGone();
    await this.#journal.close();
  }

  status(): PartStatus {
    const status = this.#journal.status();
    this.#bound.held = this.#index.bytes;
    return {
      ...status,
      bounds: statesOf([this.#bound]),
      detail: `${this.#index.size} dead letters${status.state === "ok" ? "" : `; ${status.detail}`}`,
      counts: DEAD_LETTER_COUNTERS.of({
        letters: this.#index.size,
        displaced: this.#index.displaced,
        bytes: JOURNAL_COUNTERS.read(status, "bytes"),
      }),
    };
  }

  /** The letters with these IDs, in this order; removed and unreadable ones are left out. */
  async find(ids: readonly number[]): Promise<DeadLetter[]> {
    const found = new Map<number, DeadLetter>();
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const missing = ids.filter((id) => !found.has(id) && this.#index.has(id));
      if (missing.length === 0) break;
      for (const id of missing) {
        const letter = this.#fresh.get(id);
        if (letter !== undefined) found.set(id, letter);
      }
      // A compaction may move letters during the read; the index then has their new positions.
      for (const run of runsOf(missing.flatMap((id) => this.#index.place(id) ?? []))) {
        for (const letter of await this.#readRun(run)) found.set(letter.id, letter);
      }
    }
    return ids.flatMap((id) => (this.#index.has(id) ? (found.get(id) ?? []) : []));
  }

  async #readRun(run: Run): Promise<DeadLetter[]> {
    const letters: DeadLetter[] = [];
    for await (const { message } of this.#entries(run)) {
      const record = decodeRecord(message);
      if (record.kind === "letter") letters.push(record.letter);
    }
    return letters;
  }

  async *#entries({ from, to, positions }: Run): AsyncGenerator<JournalEntry> {
    for await (const entry of this.#journal.read(from - 1)) {
      if (positions.has(entry.position)) yield entry;
      if (entry.position >= to) break;
    }
  }

  /** The letters' records as they are in the journal, by ID; unreadable ones are left out. */
  async #records(ids: readonly number[]): Promise<Map<number, Message>> {
    const records = new Map<number, Message>();
    const saved = new Map<JournalPosition, LetterPlace>();
    for (const id of ids) {
      const letter = this.#fresh.get(id);
      const place = this.#index.place(id);
      if (letter !== undefined) records.set(id, encodeRecord({ kind: "letter", letter }));
      else if (place !== undefined) saved.set(place.position, place);
    }
    for (const run of runsOf([...saved.values()])) {
      for await (const { position, message } of this.#entries(run)) {
        // A copy: a view would keep the whole block in memory.
        records.set(saved.get(position)!.id, withPayload(message, new Uint8Array(message.payload)));
      }
    }
    return records;
  }

  /** Drops the memory copies of letters that are durable now. */
  #forget(durable: JournalPosition): void {
    for (const id of this.#fresh.keys()) {
      const position = this.#index.place(id)?.position ?? 0;
      // The map is in the order of appending.
      if (position === 0 || position > durable) break;
      this.#fresh.delete(id);
    }
  }

  /** @throws TelemetryError if the journal refuses; the letters stay in the queue */
  #save(): void {
    for (const id of this.#unsaved) {
      const place = this.#index.place(id);
      const letter = this.#fresh.get(id);
      if (place !== undefined && letter !== undefined) {
        place.position = this.#journal.append(encodeRecord({ kind: "letter", letter }));
      }
      this.#unsaved.delete(id);
    }
  }

  /** @throws TelemetryError if the journal refuses; the IDs stay in the queue */
  #saveGone(): void {
    if (this.#gone.length === 0) return;
    this.#journal.append(encodeRecord({ kind: "drop", ids: this.#gone }));
    this.#gone = [];
  }

  // Errors are ignored here: a caller that needs the result calls `durable`.
  #trySaving(): void {
    if (this.#journal.full) return;
    try {
      this.#save();
      if (this.#gone.length >= GONE_AT_ONCE) this.#saveGone();
    } catch {
      // The letters stay in memory and are saved with the next ones.
    }
  }

  #compactWhenUseful(): void {
    if (this.#compacting !== undefined) return;
    // The threshold is twice the size after the last compaction, so compaction costs less than the writes in between.
    if (this.#journal.bytes <= this.#slackBytes + 2 * this.#rewrittenBytes) return;
    this.#compacting = this.#compact().then(
      () => this.#compacted("written again"),
      // The disk refuses: keep the obsolete records, and try again with the next letter.
      () => this.#compacted("not now"),
    );
  }

  #compacted(outcome: "written again" | "not now"): void {
    this.#compacting = undefined;
    // Records written during the compaction may be obsolete already.
    if (outcome === "written again") this.#compactWhenUseful();
  }

  /** Rewrites all letters at the end, then releases everything before them. */
  async #compact(): Promise<void> {
    const history = this.#journal.tail;
    this.#journal.append(encodeRecord({ kind: "next", id: this.#nextId }));
    const ids = this.#index.ids();
    for (let from = 0; from < ids.length; from += COMPACT_LETTERS)
      await this.#rewrite(ids.slice(from, from + COMPACT_LETTERS));
    await this.#journal.durable();
    this.#journal.commit(history);
    this.#rewrittenBytes = Math.min(this.#index.bytes, this.#journal.bytes);
  }

  async #rewrite(ids: readonly number[]): Promise<void> {
    const records = await this.#records(ids);
    // Lost to damage, which the journal has reported.
    for (const id of ids) if (!records.has(id)) this.#index.remove(id);
    const written: [number, JournalPosition][] = [];
    // A letter that was dropped during the read must not be written after its removal.
    for (const [id, record] of records) if (this.#index.has(id)) written.push([id, this.#journal.append(record)]);
    await this.#journal.durable();
    for (const [id, position] of written) {
      const place = this.#index.place(id);
      if (place !== undefined) place.position = position;
    }
  }
}

interface Run {
  readonly from: JournalPosition;
  to: JournalPosition;
  readonly positions: Set<JournalPosition>;
}

function runsOf(places: readonly LetterPlace[]): Run[] {
  const positions = places.map(({ position }) => position).filter((position) => position > 0);
  const runs: Run[] = [];
  for (const position of positions.sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last === undefined || position - last.to > ONE_RUN) {
      runs.push({ from: position, to: position, positions: new Set([position]) });
    } else {
      last.to = position;
      last.positions.add(position);
    }
  }
  return runs;
}
