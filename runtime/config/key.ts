/**
 * What a key of the configuration file is, in one declaration: how it is read, its default, whether a reload applies it, and
 * what the documentation says. Parsing, error messages, `docs/configuration.md` and what a reload tells come from it.
 */

/** What a value may be read relative to. */
export interface Places {
  /** An absolute path of one that is relative to the file. */
  path(text: string): string;
  /** A path of a name in the folder for data. */
  data(name: string): string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface KeyDescription {
  readonly key: string;
  /** A text where absent. @throws Error with one sentence that does not name the place */
  readonly parse?: (text: string, at: Places) => unknown;
  /** As it would be written, and shown so in the documentation; absent where there is none. `required`: it has to be written. */
  readonly default?: string;
  /** What holds where the key is absent, if that is not the default as it stands. */
  readonly absent?: (at: Places) => unknown;
  /** Where it differs from the section's. */
  readonly reload?: Reload;
  /** In logs and `/health`; as it is written where absent. */
  readonly shown?: "without secrets" | "never";
  readonly meaning: string;
  readonly example?: string;
}

/** `applied`: a reload does; `restart`: it holds from the next start on. */
export type Reload = "applied" | "restart";

export interface SectionDescription {
  /** `lab-<channel>` stands for every section whose name begins with `lab-`. */
  readonly section: string;
  readonly meaning: string;
  /** Of its keys; `restart` where absent. */
  readonly reload?: Reload;
  readonly keys: readonly KeyDescription[];
}

type Parsed<Key> = Key extends { readonly parse: (...given: never) => infer Value } ? Value : string;

/** What is read of a key. */
export type ValueOf<Key extends KeyDescription> = Key extends { readonly absent: (at: Places) => infer Absent }
  ? Parsed<Key> | Absent
  : Key extends { readonly default: infer Default }
    ? Default extends "required"
      ? Parsed<Key> | undefined
      : Parsed<Key>
    : Parsed<Key> | undefined;

/** What a file says of a key. */
export interface WrittenKey {
  /** Variables replaced; empty where nothing is written. */
  readonly text: string;
  /** For people: without secrets. */
  readonly shown: string;
  readonly reload: Reload;
  readonly line: number;
}

/** By `[section] key`; a section that is there is one, too. */
export type WrittenKeys = ReadonlyMap<string, WrittenKey>;
