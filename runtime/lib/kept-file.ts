/** A small file of JSON beside the journal: read at the start, and written as a whole some time after each change. */

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ZodType } from "zod";
import { DamageReport } from "./damage-report.ts";
import { setAside } from "./keep-aside.ts";
import { replaceFile } from "./replace-file.ts";

const WRITE_AFTER_MS = 500;
/** Delay after a failure. */
const AGAIN_MS = 30_000;

export class KeptFile {
  readonly #path: string;
  readonly #name: string;
  readonly #content: () => unknown;
  readonly #onProblem: (sentence: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<Error | undefined> = Promise.resolve(undefined);

  /** @param name of what it holds, such as `alarms` */
  constructor(path: string, name: string, content: () => unknown, onProblem: (sentence: string) => void) {
    this.#path = path;
    this.#name = name;
    this.#content = content;
    this.#onProblem = onProblem;
  }

  /** Undefined if there is no file. Reports an unreadable file, and keeps it aside. */
  static async read<Content>(
    path: string,
    name: string,
    schema: () => Promise<ZodType<Content>>,
    onProblem: (sentence: string) => void,
  ): Promise<Content | undefined> {
    try {
      const { data, error } = (await schema()).safeParse(JSON.parse(await readFile(path, "utf8")));
      if (error === undefined) return data;
      throw new Error(`${error.issues[0]?.path.join(".") || "the file"}: ${error.issues[0]?.message}`);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      const aside = await setAside(path).catch(() => path);
      const sentence = `Earlier ${name} cannot be read and are kept in ${aside}: ${message}`;
      DamageReport.in(dirname(path)).note(sentence);
      onProblem(sentence);
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
    const text = JSON.stringify(this.#content());
    this.#writing = this.#writing.then(async () => {
      try {
        await replaceFile(this.#path, text, 0o600);
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
