/** What a look for published firmware versions found: the compiler's process tells it the service. */

/** Names all releases in their place. */
export const INDEX_FILE = "index.json";

export interface ReleaseName {
  readonly channel: string;
  readonly version: string;
}

export interface Looked {
  /** Number of releases in the place, of all channels. */
  readonly published: number;
  /** Releases that the configuration has. */
  readonly taken: readonly ReleaseName[];
  /** Releases that were withdrawn. */
  readonly revoked: readonly ReleaseName[];
  /** Releases that this look added or removed. */
  readonly changed: readonly ReleaseName[];
  /** One sentence each. */
  readonly problems: readonly string[];
}
