/**
 * The file `cursors` beside the segments: each output's position in the journal, and its databases. For an output whose
 * database keeps no position, this file is the only record; the embedded store's own position has precedence. A
 * position here may be older than the last write: then rows are written again. A change of outputs is saved before any
 * output reads.
 */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { ZodType } from "zod";
import { KeptFile, writeKept } from "../lib/kept-file.ts";
import type { Cursor } from "../model/message-log.ts";

/** An output and its database patterns; `databases` is absent for the output that takes all remaining databases. */
export interface OutputNames {
  readonly name: string;
  readonly databases?: readonly string[];
}

export interface OutputSpan extends OutputNames {
  /** The output has its databases' rows from after this position … */
  readonly after: Cursor;
  /** … up to here. Earlier rows went to another output. */
  readonly cursor: Cursor;
}

/** The outputs at one time, in the order in which they claim a database. */
export type Assignment = readonly OutputSpan[];

/** Some databases have moved to another output, and not all their rows have arrived there. */
export interface Handover {
  /** The former outputs, oldest first. */
  readonly former: readonly Assignment[];
  /** The outputs changed at this start: the embedded store's position still belongs to the previous outputs. */
  readonly isNew: boolean;
}

interface Content {
  /** Identity of the journal: positions of another journal are meaningless. */
  readonly journal: string;
  /** The last entry is the current one. */
  readonly assignments: readonly Assignment[];
}

/** The journal's state when the file is opened. */
export interface CursorsOf {
  readonly directory: string;
  readonly uuid: string;
  readonly tail: Cursor;
  /** Every output has, or had, all messages up to here. */
  readonly committed: Cursor;
}

const NAME = "cursors";
const SAVE_MS = 1000;

export class CursorFile {
  /** Where each output continues. */
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
    // The journal's own mark may be newer than the file.
    const oldest = Math.max(of.committed, Math.min(...(known[0] ?? []).map(({ cursor }) => cursor)));
    const begin = known.length === 0 ? of.committed : Math.min(oldest, of.tail);
    this.start = isNew
      ? outputs.map((output) => ({ ...output, after: begin, cursor: begin }))
      : last.map((span) => ({ ...span, cursor: Math.max(of.committed, Math.min(span.cursor, of.tail)) }));
    this.handover = this.#former.length === 0 ? undefined : { former: this.#former, isNew };
  }

  /** @param onProblem told if the file is damaged: then the outputs continue where the journal knows that all were */
  static async open(
    of: CursorsOf,
    outputs: readonly OutputNames[],
    onProblem: (sentence: string) => void,
  ): Promise<CursorFile> {
    const path = join(of.directory, NAME);
    const file = new CursorFile(path, of, outputs, await read(path, of.uuid, onProblem));
    if (file.handover?.isNew === true || (outputs.length > 1 && !file.#isThere)) await file.#write(file.start);
    return file;
  }

  /** Records the outputs' positions, in their order; saved within a second. */
  reached(cursors: readonly Cursor[]): void {
    const oldest = Math.min(...cursors);
    const isHandedOver = this.#former.every((spans) => spans.every(({ cursor }) => cursor <= oldest));
    if (isHandedOver) this.#former = [];
    // A single output needs only the journal's own mark.
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
    // If the disk refuses, the next restart repeats some work. The journal reports a full disk itself.
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
    // One entry: a part of it means nothing.
    await writeKept(this.#path, NAME, { cursors: content });
    this.#isThere = true;
  }
}

function namesOf(outputs: readonly OutputNames[]): string {
  return JSON.stringify(outputs.map(({ name, databases }) => [name, databases ?? null]));
}

async function read(
  path: string,
  journal: string,
  onProblem: (sentence: string) => void,
): Promise<readonly Assignment[]> {
  const older = (text: string) => ({ cursors: JSON.parse(text) as unknown });
  const kept = await KeptFile.read(path, NAME, schema, onProblem, older);
  return kept?.cursors?.journal === journal ? kept.cursors.assignments : [];
}

async function schema(): Promise<ZodType<{ readonly cursors?: Content | undefined }>> {
  const z = await import("zod");
  const span = z.object({
    name: z.string(),
    databases: z.array(z.string()).exactOptional(),
    after: z.int(),
    cursor: z.int(),
  });
  const content = z.object({ journal: z.string(), assignments: z.array(z.array(span).min(1)) });
  return z.object({ cursors: content.optional() });
}
