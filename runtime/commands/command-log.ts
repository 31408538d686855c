/**
 * Commands on disk: a line of JSON for each, and one for each change of it, in one file beside the journal. What is appended is
 * durable before anything follows from it. At the start the file is read and written anew with the newest commands.
 */

import { type FileHandle, open, readFile } from "node:fs/promises";
import { replaceFile } from "../journal/replace-file.ts";
import { copyAside } from "../telemetry/keep-aside.ts";
import type { KeptCommand } from "./command.ts";

/** Of those that have ended. */
export const MOST_KEPT = 1000;
const MOST_BYTES = 8 << 20;

type Line = Partial<KeptCommand> & Pick<KeptCommand, "id">;

export class CommandLog {
  /** In the order of their numbers. */
  readonly commands: Map<number, KeptCommand>;
  readonly #path: string;
  readonly #onProblem: (sentence: string) => void;
  /** Opened with the next line. */
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

  /** @param onProblem what cannot be read is kept beside the file, and said */
  static async open(path: string, onProblem: (sentence: string) => void): Promise<CommandLog> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    const { commands, problem } = read(text);
    if (problem !== undefined) {
      const aside = await copyAside(path);
      onProblem(`Commands of before cannot be read from line ${problem} on, and are kept in ${aside}`);
    }
    const bytes = await rewrite(path, commands);
    return new CommandLog(path, commands, bytes, onProblem);
  }

  get newest(): number {
    return Math.max(0, ...this.commands.keys());
  }

  /** Adds or changes a command; resolves once that is on disk. @throws Error where it cannot be: nothing was changed */
  async put(line: Line): Promise<KeptCommand> {
    const before = this.commands.get(line.id);
    const now = { ...before, ...line } as KeptCommand;
    // Nobody works on a new one before it is on disk.
    if (before === undefined) {
      await this.#append(line);
      this.commands.set(line.id, now);
      return now;
    }
    this.commands.set(line.id, now);
    try {
      await this.#append(line);
    } catch (error) {
      // Another change may have followed; what this one said is taken out again only where it is still the last.
      if (this.commands.get(line.id) === now) this.commands.set(line.id, before);
      throw error;
    }
    return now;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {}); // Told to those who wait for it.
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
      // A line that is there in part must not have another behind it.
      await this.#file.truncate(this.#bytes).catch(() => {});
      throw error;
    }
    if (this.#bytes > MOST_BYTES) await this.#shorten();
  }

  /** What is appended from then on belongs to the new file: it is opened with the next line. */
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

/** A last line without its end was promised to nobody. @returns problem the number of the first line that cannot be read */
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
