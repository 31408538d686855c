/**
 * Commands on disk: one file beside the journal, with an entry for each command and for each of its changes (`entry-text.ts`). An
 * entry is durable before the service acts on it. At the start the service reads the file and rewrites it with the newest commands.
 */

import { type FileHandle, open, readFile } from "node:fs/promises";
import { entryLine, entryText, readEntryText } from "../../lib/entry-text.ts";
import { groupBy } from "../../lib/group-by.ts";
import { reportDamage } from "../../lib/kept-file.ts";
import { replaceFile } from "../../lib/replace-file.ts";
import type { KeptCommand } from "./kept-command.ts";

/** How many ended commands are kept: beyond it, the oldest of the realm with most go. */
export const MOST_KEPT = 1000;
/** How many commands of one realm may wait. */
export const MOST_WAITING = 100;
const MOST_BYTES = 8 << 20;
const NAME = "commands";

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

  /** @param onProblem told if the file is damaged; a copy is kept beside it */
  static async open(path: string, onProblem: (sentence: string) => void): Promise<CommandLog> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    const { commands, problems } =
      text === undefined ? { commands: new Map<number, KeptCommand>(), problems: [] } : read(text);
    if (problems.length > 0)
      await reportDamage(path, NAME, problems, commands.size === 0 ? "nothing" : "the rest", onProblem);
    const bytes = await rewrite(path, commands);
    return new CommandLog(path, commands, bytes, onProblem);
  }

  get newest(): number {
    return Math.max(0, ...this.commands.keys());
  }

  /** How many have not ended. @param place those of its realm; absent: all */
  waiting(place?: string): number {
    const isMeant = (command: KeptCommand) => place === undefined || realmOf(command) === realmOf({ place });
    return [...this.commands.values()].filter((command) => !hasEnded(command) && isMeant(command)).length;
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

  /** Moves the times of commands that have not ended: their clock was set, and no time has passed. */
  async move(byMs: number): Promise<void> {
    const open = [...this.commands.values()].filter((command) => !hasEnded(command));
    await Promise.all(
      open.map(({ id, queued, expiresMs, deadlineMs }) =>
        this.put({
          id,
          queued: new Date(Date.parse(queued) + byMs).toISOString(),
          expiresMs: expiresMs + byMs,
          ...(deadlineMs !== undefined && { deadlineMs: deadlineMs + byMs }),
        }),
      ),
    );
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {}); // The caller that waits for the line gets the error.
    await this.#file?.close();
  }

  #append(line: Line): Promise<void> {
    const text = entryLine(NAME, line);
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
  const text = entryText(NAME, [...commands.values()]);
  await replaceFile(path, text, 0o600);
  return Buffer.byteLength(text);
}

function forgetOld(commands: Map<number, KeptCommand>): void {
  const ended = [...commands.values()].filter((command) => hasEnded(command) && command.told >= command.states.length);
  const ofRealms = [...groupBy(ended, realmOf).values()];
  for (let excess = ended.length - MOST_KEPT; excess > 0; excess--) {
    const most = ofRealms.reduce((a, b) => (b.length > a.length ? b : a));
    commands.delete(most.shift()!.id);
  }
}

function realmOf({ place }: Pick<KeptCommand, "place">): string | undefined {
  return place.split("/", 1)[0];
}

interface Read {
  readonly commands: Map<number, KeptCommand>;
  readonly problems: readonly string[];
}

/** An unfinished last line was never acknowledged, so it is not an error. */
function read(text: string): Read {
  const { entries, problems: found } = readEntryText(NAME, text) ?? olderEntries(text);
  const commands = new Map<number, KeptCommand>();
  let wrong = 0;
  for (const entry of entries) {
    const line = isLine(entry) ? entry : undefined;
    const before = line && commands.get(line.id);
    // A change of a command whose own entry is damaged.
    if (line === undefined || (before === undefined && !isWhole(line))) wrong++;
    else commands.set(line.id, { ...before, ...line } as KeptCommand);
  }
  const problems = wrong === 0 ? found : [...found, `${wrong} of its changes`];
  if (problems.length > 0) distrust(commands);
  forgetOld(commands);
  return { commands, problems };
}

/** A damaged entry may have said that the command was begun: it must not be sent again. */
function distrust(commands: Map<number, KeptCommand>): void {
  for (const [id, command] of commands) if (!hasEnded(command)) commands.set(id, { ...command, begun: true });
}

/** Lines of JSON, as before sums. */
function olderEntries(text: string): { readonly entries: readonly unknown[]; readonly problems: readonly string[] } {
  const entries: unknown[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    try {
      entries.push(JSON.parse(line));
    } catch {
      problems.push(`its line ${index + 1}`);
    }
  }
  return {
    entries,
    problems: entries.length === 0 && text !== "" ? ["nothing in it is a command"] : problems.slice(0, 3),
  };
}

function isLine(value: unknown): value is Line {
  return typeof value === "object" && value !== null && "id" in value && Number.isSafeInteger(value.id);
}

function isWhole({ place, command, to, hex, by, state, states, told, expiresMs }: Line): boolean {
  const texts = [place, command, to, hex, by, state].every((one) => typeof one === "string");
  return texts && Array.isArray(states) && typeof told === "number" && typeof expiresMs === "number";
}
