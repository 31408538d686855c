/**
 * Which realm a topic or a database belongs to.
 *
 * An address or MQTT topic: its first part. A UDP channel: the first component of its WAMP topic. A database is named after
 * realm and network with what cannot stand in a name made `_`, so that `a` with network `b-c` and `a-b` with network `c`
 * share `a_b_c`: such a database belongs to the known realm with the longest name that begins it, here `a-b`. Realms whose
 * names differ only in such letters, or in case, own it together, and it takes permission for all of them.
 */

import { uriComponent } from "../bus/wamp-uri.ts";
import { storedName } from "../telemetry/address.ts";

export class RealmMap {
  readonly #known: ReadonlySet<string>;

  /** @param known realms that are configured, that channels belong to, or that users are permitted */
  constructor(known: Iterable<string>) {
    this.#known = new Set([...known].filter((realm) => realm !== "*"));
  }

  /** Whether `permitted` holds for the realms that `database` belongs to. */
  ofDatabase(database: string, permitted: (realm: string) => boolean): boolean {
    const begin = [...this.#known].filter((realm) => isWithin(database.toLowerCase(), realm.toLowerCase()));
    const longest = Math.max(...begin.map(({ length }) => length));
    const owners = begin.filter(({ length }) => length === longest);
    // A name that is only like a realm's, in other case, is that of a realm nobody knows.
    const isKnown = owners.some((realm) => isWithin(database, realm));
    return isKnown ? owners.every(permitted) : permitted("*");
  }

  /** The same for a WAMP topic; devices' realms are made WAMP-safe there. */
  ofTopic(topic: string, permitted: (realm: string) => boolean): boolean {
    const [first = ""] = topic.split(".", 1);
    const owners = [...this.#known].filter((realm) => uriComponent(realm) === first);
    return owners.length === 0 ? permitted(first) : owners.every(permitted);
  }
}

function isWithin(database: string, realm: string): boolean {
  const stored = storedName(realm);
  return database === stored || database.startsWith(`${stored}_`);
}
