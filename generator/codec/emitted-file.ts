/** Types and names of the emitted files. */

/** A file to write, with a path relative to the output folder. `built` files are not committed (`.js`, `.d.ts`, `package.json`). */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
  readonly built: boolean;
  /** For a text that is slow to make: all of its inputs. For one generator version, equal inputs give equal texts. */
  readonly basis?: object;
  /** SHA-256 of the text, if the output folder is known to contain it. */
  readonly present?: string;
}

/** Placeholder for the folder of definitions, if it is not the output folder. */
export const DEFINITIONS_FOLDER = "(definitions)";

/** Folder in the output folder with every layout that was ever generated. */
export const HISTORY_FOLDER = "history";
