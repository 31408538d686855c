/**
 * The declaration of a configuration key: how to parse it, its default, whether a reload applies it, and its
 * documentation. Parsing, error messages, `docs/configuration.md` and the report of a reload use it.
 */

/** What values may refer to: folders and the environment. */
export interface Surroundings {
  /** The absolute form of a path relative to the file. */
  path(text: string): string;
  /** The path of a name in the data folder. */
  data(name: string): string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface KeyDescription {
  readonly key: string;
  /** The value is a text by default. @throws Error with one sentence that does not contain the position */
  readonly parse?: ((text: string, at: Surroundings) => unknown) & {
    /** All valid values, if they are words. */
    readonly choices?: readonly string[];
  };
  /**
   * The default in the file's notation, also shown in the documentation; absent if there is none. `required`: the key
   * must be written.
   */
  readonly default?: string;
  /** The value of an absent key, if it differs from the parsed default. */
  readonly absent?: (at: Surroundings) => unknown;
  /** Overrides the section's value. */
  readonly reload?: Reload;
  /** How logs and `/health` show it; by default as written. */
  readonly shown?: "without secrets" | "never";
  readonly meaning: string;
  readonly example?: string;
}

/** `applied`: a reload applies the change; `restart`: it takes effect at the next start. */
export type Reload = "applied" | "restart";

export interface SectionDescription {
  /** `lab-<channel>` stands for every section with the prefix `lab-`. */
  readonly section: string;
  readonly meaning: string;
  /** For its keys; `restart` by default. */
  readonly reload?: Reload;
  readonly keys: readonly KeyDescription[];
}

/** Keys that a part adds to a section of the core. */
export type AddedKeys = Pick<SectionDescription, "section" | "keys">;

type Parsed<Key> = Key extends { readonly parse: (...given: never) => infer Value } ? Value : string;

/** The type of a key's value. */
export type ValueOf<Key extends KeyDescription> = Key extends { readonly absent: (at: Surroundings) => infer Absent }
  ? Parsed<Key> | Absent
  : Key extends { readonly default: infer Default }
    ? Default extends "required"
      ? Parsed<Key> | undefined
      : Parsed<Key>
    : Parsed<Key> | undefined;

/** A key as written in the file. */
export interface WrittenKey {
  /** The option or variable, if it is not from the file. */
  readonly from?: string;
  /** With variables replaced; empty if the key is absent. */
  readonly text: string;
  /** For display: without secrets. */
  readonly shown: string;
  readonly reload: Reload;
  readonly line: number;
  /** Where the value begins. */
  readonly column: number;
}

/** By `[section] key`; also contains the sections that exist. */
export type WrittenKeys = ReadonlyMap<string, WrittenKey>;
