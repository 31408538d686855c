/** All that goes on for a while on somebody's credential. What it does not permit any more ends as soon as that is known. */

import type { OpenAct } from "../telemetry/open-act.ts";
import type { Account } from "./account.ts";
import type { Credential } from "./credential.ts";

interface Entry {
  readonly credential: Credential;
  readonly act: OpenAct;
  /** As of the last review. */
  account: Account | undefined;
}

export class OpenActs {
  readonly #entries = new Set<Entry>();

  /** Gives what stops watching. Ends the act at once where it is not allowed: the credential may have ended meanwhile. */
  follow(credential: Credential, act: OpenAct): () => void {
    const entry: Entry = { credential, act, account: credential.account };
    if (entry.account === undefined || !act.isAllowed()) {
      act.end();
      return () => {};
    }
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }

  /** To be called when users, their credentials, permissions or sessions changed. */
  review(): void {
    for (const entry of this.#entries) {
      const { account } = entry.credential;
      // Accounts are made anew with every change of users: of the same one nothing changed.
      if (account === entry.account) continue;
      entry.account = account;
      if (account !== undefined && entry.act.isAllowed()) continue;
      this.#entries.delete(entry);
      entry.act.end();
    }
  }
}
