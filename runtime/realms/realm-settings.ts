/** Realms as configured. */

import type { DisplayRule } from "../config/display-rule.ts";
import type { DialectName } from "../model/realm-words.ts";
import type { TopicMap } from "./topic-maps.ts";

/** A realm's settings that affect decoding; with the name `*`, those of all realms without a section. */
export interface DecodedRealm {
  readonly name: string;
  /** Longest first [D26]. */
  readonly networks: readonly string[];
  /** IANA name; the zone of times without one [D23]. */
  readonly timezone: string;
  /** The channel whose structs decode the devices' binary payloads. */
  readonly binary?: string;
  /** Time fields, tried before the known ones; inside an object `outer.inner`. */
  readonly time?: readonly string[];
  /** Fields whose numbers are identifiers and stay text. */
  readonly text?: readonly string[];
  /** Fields stored as text, and as tags if the store has tags. */
  readonly tags?: readonly string[];
  /** Objects in arrays: columns are named by index. */
  readonly arrays?: "by-place";
  /** Dialects that its devices may speak. */
  readonly compat?: readonly DialectName[];
  /** Names of databases and measurements are in lower case. */
  readonly names?: "lower";
  /** Which short addresses are valid: `<realm>/<network>/<node>` or `<realm>/<node>`. */
  readonly addresses?: "short" | "basic";
  /** Topics of vendors that map to addresses of this realm. */
  readonly maps?: readonly TopicMap[];
  /** Networks that direct addresses may name; empty: all. */
  readonly directNetworks?: readonly string[];
}

/** `[realm-<name>]` */
export interface RealmSettings extends DecodedRealm {
  /** Display rules for fields of its devices, by lower-case name. */
  readonly rules?: ReadonlyMap<string, DisplayRule>;
  /** Messages received over HTTP are published over MQTT. */
  readonly republish?: true;
}
