/** A kind of store, in its own folder: what `[store] url` may be for it, and how it is made. */

import type { Log } from "../lib/log.ts";
import type { Store } from "../model/store.ts";

export interface StoreKind<Settings> {
  /** Its URLs, for error messages. */
  readonly forms: readonly string[];
  /** Why `keep` does not apply; absent: it does. */
  readonly keep?: string;
  /** Set if its outcomes tell which values a batch replaced (`WriteOutcome.replaced`). */
  readonly tellsReplaced?: true;
  /** Undefined if it is another kind's. @throws Error (one sentence) */
  parse(text: string, given: GivenUrl): Settings | undefined;
  /** Opens nothing yet. Loads its packages only now: the generator reads the configuration, too. */
  make(settings: Settings, log: Log): Promise<Store>;
}

export interface GivenUrl {
  /** Undefined if the text cannot be read as a URL. */
  readonly url: URL | undefined;
  /** Value of `token`. */
  readonly token: string | undefined;
  readonly resolvePath: (path: string) => string;
}

/** A log for a store's sentences. */
export function linesOf(log: Log, as: { readonly event: string }) {
  const line = (level: "info" | "warn") => (message: string) => log[level](as, message);
  return { info: line("info"), warn: line("warn") };
}
