/**
 * A small file beside the journal: read at the start, and written as a whole, by `KeptFile` some time after each change. Its content
 * is an object; each of its members, and each item of a list in it, is an entry with a sum (`entry-text.ts`).
 */

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ZodType } from "zod";
import { DamageReport } from "./damage-report.ts";
import { dictionary } from "./dictionary.ts";
import { entryText, readEntryText } from "./entry-text.ts";
import { copyAside } from "./keep-aside.ts";
import { replaceFile } from "./replace-file.ts";
import { schemaProblem } from "./schema-problem.ts";

const WRITE_AFTER_MS = 500;
/** Delay after a failure. */
const AGAIN_MS = 30_000;

type Content = Record<string, unknown>;

export class KeptFile {
  readonly #path: string;
  readonly #name: string;
  readonly #content: () => object;
  readonly #onProblem: (sentence: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<Error | undefined> = Promise.resolve(undefined);
  /** A write that has not begun yet will have all changes up to its beginning. */
  #isNextDue = false;

  /** @param name of what it holds, such as `alarms` */
  constructor(path: string, name: string, content: () => object, onProblem: (sentence: string) => void) {
    this.#path = path;
    this.#name = name;
    this.#content = content;
    this.#onProblem = onProblem;
  }

  /**
   * Undefined if there is no file, or nothing in it can be read. What is damaged is reported and left out, and a copy of the file
   * is kept aside.
   * @param name of what it holds: nouns in the plural with `-` between them
   * @param older reads the form of versions before sums, by default JSON
   */
  static async read<Kept>(
    path: string,
    name: string,
    schema: () => Promise<ZodType<Kept>>,
    onProblem: (sentence: string) => void,
    older: (text: string) => unknown = JSON.parse,
  ): Promise<Kept | undefined> {
    try {
      const { content, problems } = contentOf(name, await readFile(path, "utf8"), older);
      const { kept, wrong } = soundPart(await schema(), content);
      const all = [...problems, ...wrong];
      if (all.length > 0) await reportDamage(path, name, all, kept === undefined ? "nothing" : "the rest", onProblem);
      return kept;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      await reportDamage(path, name, [message], "nothing", onProblem);
      return undefined;
    }
  }

  changed(afterMs = WRITE_AFTER_MS): void {
    this.#timer ??= setTimeout(() => this.#write(), afterMs);
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

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One client with many changes makes no other wait for more than two writes.
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    this.#writing = this.#writing.then(async () => {
      this.#isNextDue = false;
      try {
        await replaceFile(this.#path, entryText(this.#name, entriesOf(this.#content())), 0o600);
        return undefined;
      } catch (error) {
        const { message } = error as Error;
        this.#onProblem(`${this.#name[0]!.toUpperCase()}${this.#name.slice(1)} cannot be saved: ${message}`);
        this.changed(AGAIN_MS);
        return error as Error;
      }
    });
  }
}

/** Durable when the promise resolves. @param mode permissions; by default those of the process's umask */
export function writeKept(path: string, name: string, content: object, mode?: number): Promise<void> {
  return replaceFile(path, entryText(name, entriesOf(content)), mode);
}

/** Says what of a small file is damaged, once, and keeps a copy of it. */
export async function reportDamage(
  path: string,
  name: string,
  problems: readonly string[],
  used: "nothing" | "the rest",
  onProblem: (sentence: string) => void,
  folder = dirname(path),
): Promise<void> {
  const aside = await copyAside(path).catch(() => path);
  const them = name.replaceAll("-", " ");
  const what =
    used === "nothing"
      ? `Earlier ${them} cannot be read and are kept`
      : `Some earlier ${them} are damaged and left out; all are kept`;
  const sentence = `${what} in ${aside}: ${problems.join(", ")}`;
  DamageReport.in(folder).note(sentence);
  onProblem(sentence);
}

/** A list is an entry without items, and one for each item. */
function entriesOf(content: object): readonly unknown[] {
  return Object.entries(content).flatMap(([key, value]) =>
    Array.isArray(value) ? [[key, []], ...value.map((item: unknown) => [key, [], item])] : [[key, value]],
  );
}

function contentOf(
  name: string,
  text: string,
  older: (text: string) => unknown,
): { readonly content: unknown; readonly problems: readonly string[] } {
  const read = readEntryText(name, text);
  if (read === undefined) return { content: older(text), problems: [] };
  const content: Content = dictionary();
  for (const entry of read.entries as readonly (readonly [string, unknown, unknown])[]) {
    const [key, value, item] = entry;
    content[key] ??= value;
    if (entry.length > 2) (content[key] as unknown[]).push(item);
  }
  if (read.entries.length === 0 && read.problems.length > 0) throw new Error(read.problems.join(", "));
  return { content, problems: read.problems };
}

/** Leaves out items and members that the schema refuses. */
function soundPart<Kept>(
  schema: ZodType<Kept>,
  content: unknown,
): { readonly kept: Kept | undefined; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  for (;;) {
    const { data, error } = schema.safeParse(content);
    if (error === undefined) return { kept: data, wrong };
    const issue = error.issues[0]!;
    wrong.push(schemaProblem(issue, "the file"));
    if (!leaveOut(content, issue.path)) return { kept: undefined, wrong };
  }
}

function leaveOut(content: unknown, [key, index]: readonly PropertyKey[]): boolean {
  if (typeof content !== "object" || content === null || typeof key !== "string" || !(key in content)) return false;
  const list = (content as Content)[key];
  if (Array.isArray(list) && typeof index === "number") list.splice(index, 1);
  else delete (content as Content)[key];
  return true;
}
