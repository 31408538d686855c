/** Options and results of a generator run. */

import type { Diagnostic } from "../diagnostics/diagnostic.ts";

export interface GenerateOptions {
  /** The configuration file. Default: the environment's, else `channels.ini`. */
  readonly config: string | undefined;
  /** Keys of the configuration instead of the file's: `section.key=value`. */
  readonly set?: readonly string[];
  /** Output folder for plain sources of another project. Default: `generated` next to the configuration file. */
  readonly out: string | undefined;
  readonly mode: "write" | "check";
  /** Write the runtime types next to the codecs, so that these have no dependencies. */
  readonly standalone?: boolean;
  /** An error stops only its own channel. */
  readonly keepGoing?: boolean;
  /** `strict`: warnings stop the run like errors. */
  readonly warnings: "allowed" | "strict";
  readonly version: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface GenerateResult {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the configuration file and of all headers that were read, by shown path. */
  readonly sources: ReadonlyMap<string, string>;
  /** The output folder, relative to the working directory. */
  readonly folder: string;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Channels without codecs because of errors in their headers, while others have codecs. */
  readonly stopped: readonly string[];
  /** Folders of the headers and of the configuration, to watch. */
  readonly inputFolders: readonly string[];
}
