/** What parts provide to others that do not know them. */

import type { Commands } from "./command.ts";
import type { LimitsSet } from "./measurement.ts";

/** A column beyond its limits. */
export interface Beyond {
  readonly level: "warn" | "alarm";
  readonly column: string;
}

export interface Provided {
  /** Commands to devices: sources pass orders on, and serve them to devices that fetch. */
  commands?: Commands;
  /** Limits of columns that users have set. */
  limits?: () => LimitsSet | undefined;
  /** WAMP topics of channels whose rows are published over MQTT: no device sends on topics of that form. */
  publishedChannels?: () => readonly string[];
  /** Whether any rows are published over MQTT. */
  publishesRows?: () => boolean;
  /** Measurements (`placeKey`) with a value beyond its limits, each with its worst one. */
  beyond?: () => ReadonlyMap<string, Beyond>;
}
