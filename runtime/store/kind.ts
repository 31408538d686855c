/** A kind of store: what `[store] url` may be for it, and how it is made. DuckDB's is ours, parts have others. */

import type { SectionReader } from "../config/section-reader.ts";
import type { Log } from "../lib/log.ts";
import type { Store } from "../model/store.ts";
import type { OtherStoreSettings, StoreSettings } from "./store-settings.ts";

export interface StoreKind<Settings extends StoreSettings = StoreSettings> {
  /** `kind` of its settings. */
  readonly name: string;
  /** Its URLs, for error messages. */
  readonly forms: readonly string[];
  /** Its URLs, for the documentation. */
  readonly meaning: string;
  /** Why `keep` does not apply; absent: it does. */
  readonly keep?: string;
  /** Set if its outcomes tell which values a batch replaced (`WriteOutcome.replaced`). */
  readonly tellsReplaced?: true;
  /** Set if it can store a part of the databases (`[store-<name>]`). */
  readonly takesSome?: true;
  /** Undefined if it is another kind's. @throws Error (one sentence) */
  parse(text: string, given: GivenUrl): Settings | undefined;
  /**
   * Opens nothing yet. Loads its packages only now: the generator reads the configuration, too.
   * @param declared number of structs of the channels
   */
  make(settings: Settings, log: Log, declared: number): Promise<Store>;
  /** Loads its packages ahead of `make`, and tells nobody of errors: `make` and `open` have them, too. Absent: there is little to load. */
  expect?(): void;
  /** How other programs read the server with InfluxQL; absent: it does not answer that. */
  influxql?(settings: Settings): InfluxqlAccess;
}

export interface GivenUrl {
  /** Undefined if the text cannot be read as a URL. */
  readonly url: URL | undefined;
  /** The section with the URL. */
  readonly section: SectionReader;
  readonly resolvePath: (path: string) => string;
}

/** A server with InfluxQL, and the credentials for it. */
export interface InfluxqlAccess {
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
}

export type StoreKinds = readonly StoreKind[];

/** @throws Error (one sentence) if this build does not have it */
export function kindOf({ kind }: StoreSettings | OtherStoreSettings, kinds: StoreKinds): StoreKind {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`this build of structline does not have the store '${kind}'`);
  return found;
}

/** A log for a store's sentences. */
export function linesOf(log: Log, as: { readonly event: string }) {
  const line = (level: "info" | "warn") => (message: string) => log[level](as, message);
  return { info: line("info"), warn: line("warn") };
}
