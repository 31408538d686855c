/**
 * `cursors` beside the segments: how far each output has the journal, and which databases it took. An output whose database keeps
 * no position is known by this alone; the embedded store's own position counts instead. A cursor here may be older than what was
 * written: then that is written again. Other outputs than before are written down before the first of them reads.
 */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { Cursor } from "./log.ts";
import { syncDirectory } from "./segment.ts";

/** An output, and its patterns of databases; `databases` is absent where it takes what no other takes. */
export interface OutputNames {
  readonly name: string;
  readonly databases?: readonly string[];
}

export interface OutputSpan extends OutputNames {
  /** It has its databases' rows from behind here … */
  readonly after: Cursor;
  /** … up to here, or they were another's before. */
  readonly cursor: Cursor;
}

/** The outputs there were at one time, in the order in which they are asked whether they take a database. */
export type Assignment = readonly OutputSpan[];

/** Databases have other outputs than before, and not all is yet where it belongs. */
export interface Handover {
  /** The outputs as they were, oldest first. */
  readonly former: readonly Assignment[];
  /** Since this start: the embedded store's position is still one of the last of them. */
  readonly isNew: boolean;
}

interface Content {
  /** Identity of the journal: cursors of another one mean nothing. */
  readonly journal: string;
  /** The last are today's. */
  readonly assignments: readonly Assignment[];
}

/** What has to be known of the journal. */
export interface CursorsOf {
  readonly directory: string;
  readonly uuid: string;
  readonly tail: Cursor;
  /** Every output has, or had, all up to here. */
  readonly committed: Cursor;
}

const NAME = "cursors";
const SAVE_MS = 1000;

export class CursorFile {
  /** Where each output goes on. */
  readonly start: Assignment;
  readonly handover: Handover | undefined;
  readonly #path: string;
  readonly #journal: string;
  #former: readonly Assignment[];
  #isThere: boolean;
  #next: Assignment | undefined;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  private constructor(path: string, of: CursorsOf, outputs: readonly OutputNames[], known: readonly Assignment[]) {
    this.#path = path;
    this.#journal = of.uuid;
    this.#isThere = known.length > 0;
    const last = known.at(-1);
    const isNew = last === undefined || namesOf(last) !== namesOf(outputs);
    this.#former = isNew ? known : known.slice(0, -1);
    // The journal's own mark may be newer than what was written down last.
    const oldest = Math.max(of.committed, Math.min(...(known[0] ?? []).map(({ cursor }) => cursor)));
    const begin = known.length === 0 ? of.committed : Math.min(oldest, of.tail);
    this.start = isNew
      ? outputs.map((output) => ({ ...output, after: begin, cursor: begin }))
      : last.map((span) => ({ ...span, cursor: Math.max(of.committed, Math.min(span.cursor, of.tail)) }));
    this.handover = this.#former.length === 0 ? undefined : { former: this.#former, isNew };
  }

  static async open(of: CursorsOf, outputs: readonly OutputNames[]): Promise<CursorFile> {
    const path = join(of.directory, NAME);
    const file = new CursorFile(path, of, outputs, await read(path, of.uuid));
    if (file.handover?.isNew === true || (outputs.length > 1 && !file.#isThere)) await file.#write(file.start);
    return file;
  }

  /** How far each is, in the order of the outputs; written within a second. */
  reached(cursors: readonly Cursor[]): void {
    const oldest = Math.min(...cursors);
    const isHandedOver = this.#former.every((spans) => spans.every(({ cursor }) => cursor <= oldest));
    if (isHandedOver) this.#former = [];
    // One output alone is known by the journal's own mark.
    if (cursors.length === 1 && !this.#isThere) return;
    const after = (span: OutputSpan) => (isHandedOver ? 0 : span.after);
    this.#next = this.start.map((span, index) => ({ ...span, after: after(span), cursor: cursors[index]! }));
    this.#timer ??= setTimeout(() => void this.close(), SAVE_MS).unref();
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const spans = this.#next;
    this.#next = undefined;
    // A disk that refuses costs a restart some work; the journal says that it is full.
    if (spans !== undefined) this.#saving = this.#saving.then(() => this.#save(spans)).catch(() => {});
    return this.#saving;
  }

  async #save(spans: Assignment): Promise<void> {
    if (spans.length > 1 || this.#former.length > 0) return this.#write(spans);
    await fs.rm(this.#path, { force: true });
    this.#isThere = false;
  }

  async #write(spans: Assignment): Promise<void> {
    const content: Content = { journal: this.#journal, assignments: [...this.#former, spans] };
    const temporary = `${this.#path}.new`;
    const file = await fs.open(temporary, "w");
    try {
      await file.writeFile(`${JSON.stringify(content)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, this.#path);
    if (!this.#isThere || this.#former.length > 0) await syncDirectory(join(this.#path, ".."));
    this.#isThere = true;
  }
}

function namesOf(outputs: readonly OutputNames[]): string {
  return JSON.stringify(outputs.map(({ name, databases }) => [name, databases ?? null]));
}

async function read(path: string, journal: string): Promise<readonly Assignment[]> {
  try {
    const content = JSON.parse(await fs.readFile(path, "utf8")) as Content;
    const isSound = content.assignments.every((spans) => spans.length > 0 && spans.every(isSpan));
    return content.journal === journal && isSound ? content.assignments : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function isSpan({ name, after, cursor, databases = [] }: OutputSpan): boolean {
  return typeof name === "string" && [after, cursor].every(Number.isSafeInteger) && Array.isArray(databases);
}
