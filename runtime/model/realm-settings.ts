/** Realms as configured. */

import type { DisplayRule } from "../config/display-rule.ts";

/** The name that stands for all realms without a section. */
export const ALL_REALMS = "*";

export interface TopicMap {
  /** A topic filter; the parts that `+` matches are available as `{1}`, `{2}` …. */
  readonly topic: string;
  /** What follows the parts of a topic that has fewer than the vendor's others. */
  readonly more?: readonly string[];
  /** `<realm>/<network>/<gateway>/<node>` */
  readonly address: string;
  /** How payloads are read: `json`, `value`, or a word of a part. */
  readonly dialect: string;
  /** Name of a plain value. */
  readonly field?: string;
  /** Field with the time. */
  readonly time?: string;
}

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
  /** Times before 2000 and more than a day ahead count, too. */
  readonly times?: "any";
  /** A comma in a number is decimal. */
  readonly decimal?: "comma";
  /** The order of dates with slashes. */
  readonly dates?: "day-first" | "month-first" | "year-first";
  /** Fields that with the time identify a row: each combination of their values is a series. */
  readonly series?: readonly string[];
  /** Fields whose numbers are identifiers and stay text. */
  readonly text?: readonly string[];
  /** Fields stored as text, and as tags if the store has tags. */
  readonly tags?: readonly string[];
  /** Objects in arrays: columns are named by index. */
  readonly arrays?: "by-place";
  /** Forms of other services that its devices may use, by the names that their part gives them. */
  readonly compat?: readonly string[];
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
