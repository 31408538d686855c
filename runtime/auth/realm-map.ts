/**
 * Which realm a topic or a database belongs to.
 *
 * An address or MQTT topic: its first part. A UDP channel: the first component of its WAMP topic. A database is named
 * after realm and network, and characters that are invalid in a name become `_`. So `a` with network `b-c` and `a-b`
 * with network `c` share `a_b_c`. Such a database belongs to the known realm with the longest name that is its prefix,
 * here `a-b`. Realms whose names differ only in such characters, or in case, own it together; access needs permission
 * for all of them.
 */

import { uriComponent } from "../bus/wamp-uri.ts";
import { storedName } from "../model/address.ts";
import { ALL_REALMS } from "../model/realm-settings.ts";

export class RealmMap {
  readonly #known: ReadonlySet<string>;

  /** @param known realms of the configuration, of channels, and of users' permissions */
  constructor(known: Iterable<string>) {
    this.#known = new Set([...known].filter((realm) => realm !== "*"));
  }

  /** Whether `permitted` is true for all realms that own `database`. */
  ofDatabase(database: string, permitted: (realm: string) => boolean): boolean {
    const begin = [...this.#known].filter((realm) => isWithin(database.toLowerCase(), realm.toLowerCase()));
    const longest = Math.max(...begin.map(({ length }) => length));
    const owners = begin.filter(({ length }) => length === longest);
    // A name that differs from a realm's only in case belongs to an unknown realm.
    const isKnown = owners.some((realm) => isWithin(database, realm));
    return isKnown ? owners.every(permitted) : permitted("*");
  }

  /** The realm whose budget a database uses: the known one with the longest name, else the database's first part. */
  ownerOf(database: string): string {
    const name = database.toLowerCase();
    const owners = [...this.#known].filter((realm) => isWithin(name, realm.toLowerCase()));
    const longest = owners.reduce((a, b) => (b.length > a.length ? b : a), "");
    return longest || (database.split("_", 1)[0] ?? "");
  }

  /** As `ofDatabase`, for a WAMP topic, in which devices' realms appear in WAMP-safe form. */
  ofTopic(topic: string, permitted: (realm: string) => boolean): boolean {
    const [first = ""] = topic.split(".", 1);
    const owners = [...this.#known].filter((realm) => uriComponent(realm) === first);
    return owners.length === 0 ? permitted(first) : owners.every(permitted);
  }
}

/** The realms that a configuration names, with those of its channels' topics. */
export function configuredRealms({
  realms,
  channels,
}: {
  readonly realms: readonly { readonly name: string }[];
  readonly channels: readonly { readonly wampTopic: string }[];
}): string[] {
  const named = realms.flatMap(({ name }) => (name === ALL_REALMS ? [] : [name]));
  return [...named, ...channels.map(({ wampTopic }) => wampTopic.split(".", 1)[0] ?? "")];
}

function isWithin(database: string, realm: string): boolean {
  const stored = storedName(realm);
  return database === stored || database.startsWith(`${stored}_`);
}
