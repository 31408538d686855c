/** What a user may do. */

import type { Right } from "../http/caller.ts";
import type { RealmMap } from "./realm-map.ts";
import type { UserEntry } from "./users-file.ts";

export class Account {
  readonly name: string;
  /** May see and retry rejected messages of all realms, and read and write all data. */
  readonly isAdmin: boolean;
  readonly #read: ReadonlySet<string>;
  readonly #write: ReadonlySet<string>;
  readonly #command: ReadonlySet<string>;
  readonly #realms: RealmMap;

  constructor(
    { name, admin, read, write, command = [] }: Pick<UserEntry, "name" | "admin" | "command" | Right>,
    realms: RealmMap,
  ) {
    this.name = name;
    this.isAdmin = admin;
    this.#read = new Set(read);
    this.#write = new Set(write);
    this.#command = new Set(command);
    this.#realms = realms;
  }

  get mayWriteAny(): boolean {
    return this.isAdmin || this.#write.size > 0;
  }

  get mayCommandAny(): boolean {
    return this.#command.size > 0;
  }

  /**
   * Commands need this permission; an administrator needs it, too. @param place `lab/rig`, or a device's wide address
   */
  mayCommand(place: string, command: string): boolean {
    const parts = place.split("/");
    const places = ["*", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))];
    return places.some((one) => this.#command.has(one) || this.#command.has(`${one}:${command}`));
  }

  may(right: Right, realm: string): boolean {
    const granted = right === "read" ? this.#read : this.#write;
    return this.isAdmin || granted.has("*") || granted.has(realm);
  }

  mayAll(right: Right): boolean {
    return this.may(right, "*");
  }

  mayDatabase(right: Right, database: string): boolean {
    return this.mayAll(right) || this.#realms.ofDatabase(database, (realm) => this.may(right, realm));
  }

  /** Rights to topics of the bus. */
  mayTopic(right: Right, topic: string): boolean {
    return this.mayAll(right) || this.#realms.ofTopic(topic, (realm) => this.may(right, realm));
  }
}
