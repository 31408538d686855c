/**
 * Commands on disk: one file beside the journal, with a line of JSON for each command and for each of its changes. A line is
 * durable before the service acts on it. At the start the service reads the file and rewrites it with the newest commands.
 */

import { type FileHandle, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DamageReport } from "../../lib/damage-report.ts";
import { copyAside } from "../../lib/keep-aside.ts";
import { replaceFile } from "../../lib/replace-file.ts";
import type { KeptCommand } from "./kept-command.ts";

/** How many ended commands are kept. */
export const MOST_KEPT = 1000;
const MOST_BYTES = 8 << 20;

type Line = Partial<KeptCommand> & Pick<KeptCommand, "id">;

export class CommandLog {
  /** Ordered by ID. */
  readonly commands: Map<number, KeptCommand>;
  readonly #path: string;
  readonly #onProblem: (sentence: string) => void;
  /** The file, which is opened with the next line. */
  #file: FileHandle | undefined;
  #bytes: number;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    path: string,
    commands: Map<number, KeptCommand>,
    bytes: number,
    onProblem: (sentence: string) => void,
  ) {
    this.#path = path;
    this.commands = commands;
    this.#bytes = bytes;
    this.#onProblem = onProblem;
  }

  /** @param onProblem told if a part cannot be read; that part is kept beside the file */
  static async open(path: string, onProblem: (sentence: string) => void): Promise<CommandLog> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    const { commands, problem } = read(text);
    if (problem !== undefined) {
      const aside = await copyAside(path);
      const sentence = `Commands of before cannot be read from line ${problem} on, and are kept in ${aside}`;
      DamageReport.in(dirname(path)).note(sentence);
      onProblem(sentence);
    }
    const bytes = await rewrite(path, commands);
    return new CommandLog(path, commands, bytes, onProblem);
  }

  get newest(): number {
    return Math.max(0, ...this.commands.keys());
  }

  /** Adds or changes a command. Resolves once the line is on disk. @throws Error if it cannot be written: nothing changes */
  async put(line: Line): Promise<KeptCommand> {
    const before = this.commands.get(line.id);
    const now = { ...before, ...line } as KeptCommand;
    // A new command is visible only once it is on disk.
    if (before === undefined) {
      await this.#append(line);
      this.commands.set(line.id, now);
      return now;
    }
    this.commands.set(line.id, now);
    try {
      await this.#append(line);
    } catch (error) {
      // Another change may have followed: undo only members that still have this change's value.
      if (this.commands.get(line.id) === now) this.commands.set(line.id, before);
      throw error;
    }
    return now;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {}); // The caller that waits for the line gets the error.
    await this.#file?.close();
  }

  #append(line: Line): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write(text));
    return this.#writing;
  }

  async #write(text: string): Promise<void> {
    this.#file ??= await open(this.#path, "a", 0o600);
    try {
      await this.#file.appendFile(text);
      await this.#file.datasync();
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      // Never append to a line that was written in part.
      await this.#file.truncate(this.#bytes).catch(() => {});
      throw error;
    }
    if (this.#bytes > MOST_BYTES) await this.#shorten();
  }

  /** Lines from now on go to the new file, which is opened with the next line. */
  async #shorten(): Promise<void> {
    forgetOld(this.commands);
    try {
      this.#bytes = await rewrite(this.#path, this.commands);
      await this.#file?.close();
    } catch (error) {
      this.#onProblem(`The log of commands cannot be shortened: ${(error as Error).message}`);
    } finally {
      this.#file = undefined;
    }
  }
}

export function hasEnded({ state, ended }: Pick<KeptCommand, "state" | "ended">): boolean {
  return ended !== undefined || !(state === "queued" || state === "sent");
}

async function rewrite(path: string, commands: ReadonlyMap<number, KeptCommand>): Promise<number> {
  const text = [...commands.values()].map((command) => `${JSON.stringify(command)}\n`).join("");
  await replaceFile(path, text, 0o600);
  return Buffer.byteLength(text);
}

function forgetOld(commands: Map<number, KeptCommand>): void {
  const ended = [...commands.values()].filter((command) => hasEnded(command) && command.told >= command.states.length);
  for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_KEPT))) commands.delete(id);
}

/** An unfinished last line was never acknowledged, so it is not an error. @returns problem: number of the first line that cannot be read */
function read(text: string): { readonly commands: Map<number, KeptCommand>; readonly problem?: number } {
  const commands = new Map<number, KeptCommand>();
  const lines = text.split("\n");
  lines.pop();
  for (const [index, line] of lines.entries()) {
    const parsed = lineOf(line);
    const before = parsed && commands.get(parsed.id);
    if (parsed === undefined || (before === undefined && !isWhole(parsed))) return { commands, problem: index + 1 };
    commands.set(parsed.id, { ...before, ...parsed } as KeptCommand);
  }
  forgetOld(commands);
  return { commands };
}

function lineOf(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isLine = typeof value === "object" && value !== null && "id" in value && Number.isSafeInteger(value.id);
    return isLine ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

function isWhole({ place, command, to, hex, by, state, states, told, expiresMs }: Line): boolean {
  const texts = [place, command, to, hex, by, state].every((one) => typeof one === "string");
  return texts && Array.isArray(states) && typeof told === "number" && typeof expiresMs === "number";
}
