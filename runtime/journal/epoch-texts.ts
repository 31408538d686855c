/** Stores the texts of decoding epochs beside the log, in a file for each number. */

import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../lib/replace-file.ts";
import { syncDirectory } from "../lib/sync-directory.ts";

/** The part of an epoch that a log stores. */
export interface NumberedText {
  /** That of `epochNumber`. */
  readonly number: number;
  readonly text: string;
}

/** Computed from the text, so that a damaged one is noticed. Never 0. */
export function epochNumber(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32LE() || 1;
}

const FOLDER = "epochs";
const NAME = /^([\da-f]{8})\.json$/;

export class EpochTexts {
  readonly #directory: string;
  readonly #kept = new Set<number>();

  constructor(journalDirectory: string) {
    this.#directory = join(journalDirectory, FOLDER);
  }

  /** Deletes texts that no message in the log uses. */
  async open(used: ReadonlySet<number>): Promise<void> {
    const names = await fs.readdir(this.#directory).catch(() => []);
    for (const name of names) {
      const number = Number.parseInt(NAME.exec(name)?.[1] ?? "", 16);
      if (used.has(number)) this.#kept.add(number);
      else await fs.rm(join(this.#directory, name), { force: true, recursive: true });
    }
  }

  has(number: number): boolean {
    return this.#kept.has(number);
  }

  /** Durable when the promise resolves; must be awaited before the epoch's first message. @throws Error */
  async keep({ number, text }: NumberedText): Promise<void> {
    const kept = await this.text(number);
    if (kept === text) return;
    if (kept !== undefined) throw new Error(`two decoding epochs have the number ${nameOf(number)}`);
    await fs.mkdir(this.#directory, { recursive: true });
    const path = join(this.#directory, nameOf(number));
    await replaceFile(path, text);
    await syncDirectory(dirname(this.#directory));
    this.#kept.add(number);
  }

  /** Undefined if there is no such text, or it is damaged. */
  async text(number: number): Promise<string | undefined> {
    if (!this.#kept.has(number)) return undefined;
    const text = await fs.readFile(join(this.#directory, nameOf(number)), "utf8").catch(() => "");
    return epochNumber(text) === number ? text : undefined;
  }
}

function nameOf(number: number): string {
  return `${number.toString(16).padStart(8, "0")}.json`;
}
