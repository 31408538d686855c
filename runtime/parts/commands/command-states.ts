/** Passes each state of a command on: to those who listen, to those who wait for its end, and into the store as an event. */

import type { CommandEntry } from "../../model/command.ts";
import { type CommandLog, hasEnded } from "./command-log.ts";
import type { KeptCommand } from "./kept-command.ts";

export interface StatesOptions {
  readonly log: CommandLog;
  /** Stores a state as an event; resolves once it is durable. The same key is the same event. */
  readonly tell: (command: CommandEntry, key: string) => Promise<void>;
  readonly onProblem: (sentence: string) => void;
  readonly isOpen: () => boolean;
  /** Keeps work that the service's end waits for. */
  readonly track: (work: Promise<unknown>) => void;
}

const AGAIN_MS = 1000;

export class CommandStates {
  readonly #parts: StatesOptions;
  readonly #waiters = new Map<number, ((entry: CommandEntry) => void)[]>();
  readonly #listeners: ((entry: CommandEntry) => void)[] = [];
  readonly #reporting = new Set<number>();

  constructor(parts: StatesOptions) {
    this.#parts = parts;
  }

  onChange(listener: (entry: CommandEntry) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves with the command once it has ended, or as it is after `mostMs`. */
  ended(id: number, mostMs: number): Promise<CommandEntry | undefined> {
    const now = () => {
      const command = this.#parts.log.commands.get(id);
      return command && shown(command);
    };
    const command = this.#parts.log.commands.get(id);
    if (command === undefined || hasEnded(command)) return Promise.resolve(now());
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(now()), mostMs);
      const done = (entry: CommandEntry) => {
        clearTimeout(timer);
        resolve(entry);
      };
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), done]);
    });
  }

  /** @param command as it was with this state: it may have the next one by now */
  note(command: KeptCommand): void {
    const { id } = command;
    const entry = shown(command);
    for (const listener of this.#listeners) listener(entry);
    if (hasEnded(command)) {
      for (const done of this.#waiters.get(id) ?? []) done(entry);
      this.#waiters.delete(id);
    }
    this.tell(id);
  }

  /** Stores the states that are not stored yet, one after the other. A failure is tried again, also after a restart. */
  tell(id: number): void {
    if (this.#reporting.has(id)) return;
    this.#reporting.add(id);
    this.#parts.track(this.#tellAll(id).finally(() => this.#reporting.delete(id)));
  }

  async #tellAll(id: number): Promise<void> {
    for (;;) {
      const command = this.#parts.log.commands.get(id);
      const next = command?.states[command.told];
      if (command === undefined || next === undefined) return;
      const [state, reason] = next;
      try {
        await this.#parts.tell({ ...shown(command), state, reason }, `command ${id} ${command.told}`);
        await this.#parts.log.put({ id, told: command.told + 1 });
      } catch (error) {
        this.#parts.onProblem(`A command's state is not stored yet: ${(error as Error).message}`);
        if (!this.#parts.isOpen()) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
      }
    }
  }
}

/** What everybody may see who may read the place. */
export function shown(command: KeptCommand): CommandEntry {
  const { id, place, to, fields, hex, by, state, reason, queued, sent, ended } = command;
  return {
    ...{ id, place, command: command.command, to, fields, hex, by, state },
    ...(reason !== undefined && { reason }),
    queued,
    ...(sent !== undefined && { sent }),
    ...(ended !== undefined && { ended }),
  };
}
