/** What a run of the generator is asked, and what it answers. */

import type { Diagnostic } from "../diagnostics/diagnostic.ts";

export interface GenerateOptions {
  /** The configuration file; else the environment's, else `channels.ini`. */
  readonly config: string | undefined;
  /** An output folder, which gets plain sources for another project; else `generated` beside the configuration file. */
  readonly out: string | undefined;
  readonly mode: "write" | "check";
  /** Codecs that import nothing: the types of their contract are written beside them. */
  readonly standalone?: boolean;
  /** An error stops its channel, and not the others. */
  readonly keepGoing?: boolean;
  /** `strict`: a warning stops the run as an error does. */
  readonly warnings: "allowed" | "strict";
  readonly version: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface GenerateResult {
  readonly ok: boolean;
  /** In order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the configuration file and of all headers read, by shown path. */
  readonly sources: ReadonlyMap<string, string>;
  /** The output folder, relative to the working directory. */
  readonly folder: string;
  /** Paths in it. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Channels that have no codecs, since their headers have errors, while others have. */
  readonly stopped: readonly string[];
  /** Folders to watch: those of the headers and of the configuration. */
  readonly inputFolders: readonly string[];
}
