/** What is written, and where. */

/** A file to write, path relative to the output folder. `built` ones are not committed (`.js`, `.d.ts`, `package.json`). */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
  readonly built: boolean;
  /** Where making the text takes long: all that the text is made from. Of one generator, equal values mean equal texts. */
  readonly basis?: object;
  /** SHA-256 of the text, where the folder is known to have the file with it. */
  readonly present?: string;
}

/** Stands for the folder of definitions for other tools, where they have one of their own. */
export const DEFINITIONS_FOLDER = "(definitions)";

/** In the output folder: every layout that was ever generated. */
export const HISTORY_FOLDER = "history";
