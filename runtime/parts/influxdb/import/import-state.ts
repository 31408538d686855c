/** Progress of an import, in a file: acknowledged rows are not read again. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { CommandError } from "../../../cli/command-error.ts";
import { isRecord, parseForeign } from "../../../lib/foreign-json.ts";

/** Progress of a measurement. */
export interface Progress {
  /** All rows before this time are stored, ns; as text, since JSON's numbers lose digits. */
  readonly nextNs: string;
  readonly firstNs: string;
  /** Rows read so far, and how many of them the service refused. */
  readonly rows: number;
  readonly refused: number;
  readonly isDone: boolean;
}

interface StateFile {
  /** Identifies source and target of the import; the file of another import is refused. */
  readonly order: string;
  readonly measurements: Readonly<Record<string, Progress>>;
}

export class ImportState {
  readonly #file: string;
  readonly #order: string;
  readonly #measurements: Map<string, Progress>;

  /** @throws CommandError if the file belongs to another import, or cannot be read */
  constructor(file: string, order: string) {
    const state = readState(file) ?? { order, measurements: {} };
    if (state.order !== order)
      throw new CommandError(`${file} belongs to another import (${state.order}); name another file with --state`);
    this.#file = file;
    this.#order = order;
    this.#measurements = new Map(Object.entries(state.measurements));
  }

  of(measurement: string): Progress | undefined {
    return this.#measurements.get(measurement);
  }

  /** Replaces the file in one step: after a crash either the old or the new one exists. */
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

/** Undefined if there is no file. */
function readState(file: string): StateFile | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const state = parseForeign(text);
  if (isRecord(state) && typeof state["order"] === "string" && isRecord(state["measurements"]))
    return state as unknown as StateFile;
  throw new CommandError(`${file} is not the state of an import; name another file with --state`);
}
