/** A kind of store, in its own folder: what `[store] url` may be for it. Without its packages: the generator reads the configuration, too. */

export interface StoreKind<Settings> {
  /** Its URLs, for error messages. */
  readonly forms: readonly string[];
  /** Why `keep` does not apply; absent: it does. */
  readonly keep?: string;
  /** Undefined if it is another kind's. @throws Error (one sentence) */
  parse(text: string, given: GivenUrl): Settings | undefined;
}

export interface GivenUrl {
  /** Undefined if the text cannot be read as a URL. */
  readonly url: URL | undefined;
  /** Value of `token`. */
  readonly token: string | undefined;
  readonly resolvePath: (path: string) => string;
}
