/** How far an import got, in a file: what was acknowledged is not asked for again. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { CommandError } from "../command-error.ts";

/** Of a measurement. */
export interface Progress {
  /** Rows before this time are stored, ns; as a text, since JSON's numbers are too short. */
  readonly nextNs: string;
  readonly firstNs: string;
  /** Read so far, and of these what the service would not take. */
  readonly rows: number;
  readonly refused: number;
  readonly isDone: boolean;
}

interface StateFile {
  /** What is imported, from where, into what: a file of another import is not gone on with. */
  readonly order: string;
  readonly measurements: Readonly<Record<string, Progress>>;
}

export class ImportState {
  readonly #file: string;
  readonly #order: string;
  readonly #measurements: Map<string, Progress>;

  private constructor(file: string, order: string, measurements: Map<string, Progress>) {
    this.#file = file;
    this.#order = order;
    this.#measurements = measurements;
  }

  /** @throws CommandError where the file is of another import, or cannot be read */
  static open(file: string, order: string): ImportState {
    const text = textOf(file);
    if (text === undefined) return new ImportState(file, order, new Map());
    const state = parse(text);
    if (state === undefined)
      throw new CommandError(`${file} says nothing of an import; name another file with --state`);
    if (state.order !== order)
      throw new CommandError(`${file} is of another import (${state.order}); name another file with --state`);
    return new ImportState(file, order, new Map(Object.entries(state.measurements)));
  }

  of(measurement: string): Progress | undefined {
    return this.#measurements.get(measurement);
  }

  /** Written whole: if the program ends, there is the old or the new one. */
  note(measurement: string, progress: Progress): void {
    this.#measurements.set(measurement, progress);
    const state: StateFile = { order: this.#order, measurements: Object.fromEntries(this.#measurements) };
    const draft = `${this.#file}.tmp`;
    try {
      writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`);
      renameSync(draft, this.#file);
    } catch (error) {
      throw new CommandError(`${this.#file} cannot be written: ${(error as Error).message}`);
    }
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parse(text: string): StateFile | undefined {
  try {
    const state = JSON.parse(text) as StateFile;
    return typeof state.order === "string" && typeof state.measurements === "object" ? state : undefined;
  } catch {
    return undefined;
  }
}
