/**
 * Tracks long-running actions with their credentials. An action ends as soon as its credential no longer permits it.
 */

import type { OpenAct } from "../model/open-act.ts";
import type { Account } from "./account.ts";
import type { Credential } from "./credential.ts";

interface FollowedAct {
  readonly credential: Credential;
  readonly act: OpenAct;
  /** The account at the last review. */
  account: Account | undefined;
}

export class OpenActs {
  readonly #entries = new Set<FollowedAct>();

  /**
   * Returns a function that stops watching. Ends the action at once if it is not allowed: the credential may have ended
   * already.
   */
  follow(credential: Credential, act: OpenAct): () => void {
    const entry: FollowedAct = { credential, act, account: credential.account };
    if (entry.account === undefined || !act.isAllowed()) {
      act.end();
      return () => {};
    }
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }

  /** Call this when users, their credentials, permissions or sessions changed. */
  review(): void {
    for (const entry of this.#entries) {
      const { account } = entry.credential;
      // Every change of users creates new account objects: the same object means no change.
      if (account === entry.account) continue;
      entry.account = account;
      if (account !== undefined && entry.act.isAllowed()) continue;
      this.#entries.delete(entry);
      entry.act.end();
    }
  }
}
