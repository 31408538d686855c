/**
 * What somebody proved to have: a password, a token, or a session of the page. It is the unit of authority. Each act keeps
 * their credential and asks it at each act; nothing else says what they may do.
 */

import { createHash } from "node:crypto";
import type { Account } from "./account.ts";
import type { UserDirectory } from "./user-directory.ts";

export type CredentialKind = "password" | "token" | "session";

export class Credential {
  readonly user: string;
  readonly by: CredentialKind;
  /** Of the hash that it was checked against. A session has that of the password it was opened with. */
  readonly generation: string;
  readonly #users: UserDirectory;
  readonly #isOpen: () => boolean;
  #revision = -1;
  #account: Account | undefined;

  /** @param isOpen of a session */
  constructor(
    users: UserDirectory,
    { user, by, generation }: Pick<Credential, "user" | "by" | "generation">,
    isOpen: () => boolean = () => true,
  ) {
    this.user = user;
    this.by = by;
    this.generation = generation;
    this.#users = users;
    this.#isOpen = isOpen;
  }

  /** What it permits now; undefined once its user was removed, it was revoked or replaced, or its session is over. */
  get account(): Account | undefined {
    if (!this.#isOpen()) return undefined;
    if (this.#revision !== this.#users.revision) {
      this.#revision = this.#users.revision;
      this.#account = this.#users.accountOf(this.user, this.generation);
    }
    return this.#account;
  }
}

/** Every hash has a salt of its own: a password or token that is made anew is another generation, also with the same letters. */
export function generationOf(hash: string): string {
  return createHash("sha256").update(hash).digest("base64");
}
