/** The dead letters on disk: a journal of letters and drops, rewritten when most of it is history. */

import type { RejectionCode } from "../telemetry/error-signal.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import { DeadLetterIndex, type DeadLetterLimits } from "./dead-letter-index.ts";
import { decodeRecord, encodeRecord } from "./dead-letter-record.ts";
import type { DeadLetter, DeadLetterLog } from "./dead-letters.ts";
import { type FileJournal, openJournal } from "./file-journal.ts";
import type { OpenFile } from "./segment.ts";

export interface DeadLetterOptions {
  readonly limits?: Partial<DeadLetterLimits>;
  readonly onFinding?: (sentence: string) => void;
  /** The disk; tests give one that fails. */
  readonly open?: OpenFile;
  /** How much history is left lying, bytes. */
  readonly slackBytes?: number;
}

const DEFAULT_LIMITS: DeadLetterLimits = { lettersOfGroup: 10_000, bytes: 64 << 20 };
const SLACK_BYTES = 16 << 20;
const COMMIT_INTERVAL_MS = 20;
/** Letters written again at a time, so that compaction keeps nothing else waiting. */
const COMPACT_LETTERS = 500;

/**
 * @param directory of its own; made where it does not exist
 * @throws Error with one clear sentence when the folder is in use or cannot be used
 */
export async function openDeadLetters(directory: string, options: DeadLetterOptions = {}): Promise<FileDeadLetters> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const slackBytes = options.slackBytes ?? SLACK_BYTES;
  const journal = await openJournal({
    directory,
    // Letters may take twice their size beside the history, and twice that while they are written again.
    maxBytes: 8 * (limits.bytes + slackBytes),
    segmentBytes: Math.max(64 << 10, Math.floor(slackBytes / 2)),
    commitIntervalMs: COMMIT_INTERVAL_MS,
    ...(options.onFinding === undefined ? {} : { onFinding: options.onFinding }),
    ...(options.open === undefined ? {} : { open: options.open }),
  });
  const letters = new FileDeadLetters(journal, limits, slackBytes);
  await letters.load();
  return letters;
}

export class FileDeadLetters implements DeadLetterLog {
  readonly #journal: FileJournal;
  readonly #index: DeadLetterIndex;
  readonly #slackBytes: number;
  /** Ids of letters that the journal did not take yet. */
  readonly #unsaved = new Set<number>();
  #nextId = 1;
  /** Size of the journal when it was last rewritten. */
  #rewrittenBytes = 0;
  #compacting: Promise<void> | undefined;

  /** Use `openDeadLetters`. */
  constructor(journal: FileJournal, limits: DeadLetterLimits, slackBytes: number) {
    this.#journal = journal;
    this.#index = new DeadLetterIndex(limits);
    this.#slackBytes = slackBytes;
  }

  async load(): Promise<void> {
    for await (const { message } of this.#journal.read(this.#journal.committed)) {
      const record = decodeRecord(message);
      if (record.kind === "next") this.#nextId = Math.max(this.#nextId, record.id);
      else if (record.kind === "drop") for (const id of record.ids) this.#index.remove(id);
      else this.#load(record.letter);
    }
    this.#rewrittenBytes = Math.min(this.#index.bytes, this.#journal.bytes);
  }

  add(letter: Omit<DeadLetter, "id">): void {
    if (this.#index.knows(letter.key)) return;
    // The payload is often a view of something much larger, or of memory that is used again.
    const message = { ...letter.message, payload: Uint8Array.from(letter.message.payload) };
    const added = { ...letter, message, id: this.#nextId++ };
    this.#index.add(added);
    this.#unsaved.add(added.id);
    this.#trySaving();
    this.#compactWhenUseful();
  }

  async durable(): Promise<void> {
    this.#save();
    await this.#journal.durable();
  }

  get size(): number {
    return this.#index.size;
  }

  list(filter?: { readonly address?: string; readonly code?: RejectionCode; readonly limit?: number }): DeadLetter[] {
    return this.#index.list(filter);
  }

  get(id: number): DeadLetter | undefined {
    return this.#index.get(id);
  }

  async drop(ids: readonly number[]): Promise<number> {
    const present = [...new Set(ids)].filter((id) => this.#index.has(id));
    if (present.length === 0) return 0;
    this.#journal.append(encodeRecord({ kind: "drop", ids: present }));
    for (const id of present) {
      this.#index.remove(id);
      this.#unsaved.delete(id);
    }
    await this.#journal.durable();
    this.#compactWhenUseful();
    return present.length;
  }

  async close(): Promise<void> {
    this.#trySaving();
    await this.#compacting;
    await this.#journal.close();
  }

  status(): PartStatus {
    const { counts, ...status } = this.#journal.status();
    return {
      ...status,
      detail: `${this.#index.size} dead letters${status.state === "ok" ? "" : `; ${status.detail}`}`,
      counts: { letters: this.#index.size, displaced: this.#index.displaced, bytes: counts?.["bytes"] ?? 0 },
    };
  }

  #load(letter: DeadLetter): void {
    this.#nextId = Math.max(this.#nextId, letter.id + 1);
    this.#index.add(letter);
  }

  /** @throws TelemetryError when the journal does not take them; they stay to be saved */
  #save(): void {
    for (const id of this.#unsaved) {
      const letter = this.#index.get(id);
      if (letter !== undefined) this.#journal.append(encodeRecord({ kind: "letter", letter }));
      this.#unsaved.delete(id);
    }
  }

  // Nobody waits for these; who does calls `durable`, and is told.
  #trySaving(): void {
    if (this.#journal.full) return;
    try {
      this.#save();
    } catch {
      // They are in memory, and saved with the next.
    }
  }

  #compactWhenUseful(): void {
    if (this.#compacting !== undefined) return;
    // Twice what was left the last time: then rewriting costs less than what was written in between, whatever the letters.
    if (this.#journal.bytes <= this.#slackBytes + 2 * this.#rewrittenBytes) return;
    this.#compacting = this.#compact()
      // The disk refuses: the history stays for now, and the next letter tries again.
      .catch(() => {})
      .finally(() => {
        this.#compacting = undefined;
      });
  }

  /** Writes the letters again at the end, and gives up all that lies before. */
  async #compact(): Promise<void> {
    const history = this.#journal.tail;
    this.#journal.append(encodeRecord({ kind: "next", id: this.#nextId }));
    const ids = this.#index.ids();
    for (let from = 0; from < ids.length; from += COMPACT_LETTERS) {
      for (const id of ids.slice(from, from + COMPACT_LETTERS)) {
        const letter = this.#index.get(id);
        if (letter !== undefined) this.#journal.append(encodeRecord({ kind: "letter", letter }));
      }
      await this.#journal.durable();
    }
    await this.#journal.durable();
    this.#journal.commit(history);
    this.#rewrittenBytes = this.#journal.bytes;
  }
}
