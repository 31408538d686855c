/**
 * What a client has proved to hold: a password, a token, or a session of the page. Each action keeps its client's
 * credential and checks it again at every step; permissions come from nowhere else.
 */

import { createHash } from "node:crypto";
import type { Account } from "./account.ts";

/** The accounts of all users. */
export interface Accounts {
  /** Counts changes. */
  readonly revision: number;
  /** Undefined after the user was removed, or the credential was revoked or replaced. */
  accountOf(name: string, generation: string): Account | undefined;
}

export type CredentialKind = "password" | "token" | "session";

export class Credential {
  readonly user: string;
  readonly by: CredentialKind;
  /** Identifies the hash that the secret matched. A session has the generation of its password. */
  readonly generation: string;
  readonly #users: Accounts;
  readonly #isOpen: () => boolean;
  #revision = -1;
  #account: Account | undefined;

  /** @param isOpen whether the session is open; for sessions only */
  constructor(
    users: Accounts,
    { user, by, generation }: Pick<Credential, "user" | "by" | "generation">,
    isOpen: () => boolean = () => true,
  ) {
    this.user = user;
    this.by = by;
    this.generation = generation;
    this.#users = users;
    this.#isOpen = isOpen;
  }

  /**
   * The permissions now; undefined after the user was removed, the credential was revoked or replaced, or the session
   * ended.
   */
  get account(): Account | undefined {
    if (!this.#isOpen()) return undefined;
    if (this.#revision !== this.#users.revision) {
      this.#revision = this.#users.revision;
      this.#account = this.#users.accountOf(this.user, this.generation);
    }
    return this.#account;
  }
}

/** Every hash has its own salt: setting the same password again makes a new generation. */
export function generationOf(hash: string): string {
  return createHash("sha256").update(hash).digest("base64");
}
