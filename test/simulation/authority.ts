/** Permissions in a run and their times, derived from its steps alone. */

import { USERS, type UserName } from "./steps.ts";
import { tokenOf, type User, usersText } from "./web.ts";

type Change = "revoke" | "renew" | "narrow" | "widen";

/** How long a change may take to apply, ms. */
const HOLDS_MS = 1000;

interface Grant {
  /** Of true time, ms. */
  readonly sinceMs: number;
  /** Absent: revoked. */
  readonly token?: string;
  /** Realms. */
  readonly may: readonly string[];
}

export const ROOT_TOKEN = tokenOf(0);
const ALL = ["acme", "beta"];

export class Authority {
  readonly #grants: Record<UserName, Grant[]>;
  #tokens = 0;

  constructor(nowMs: number) {
    const first = (): Grant[] => [{ sinceMs: nowMs - HOLDS_MS, token: tokenOf(++this.#tokens), may: ALL }];
    this.#grants = { ann: first(), bob: first() };
  }

  /** @returns the users file */
  change(who: UserName, change: Change, nowMs: number): string {
    const grants = this.#grants[who];
    const { token, may } = grants.at(-1)!;
    const kept = token === undefined ? {} : { token };
    switch (change) {
      case "revoke":
        grants.push({ sinceMs: nowMs, may });
        break;
      case "renew":
        grants.push({ sinceMs: nowMs, may, token: tokenOf(++this.#tokens) });
        break;
      case "narrow":
        grants.push({ sinceMs: nowMs, may: ["beta"], ...kept });
        break;
      case "widen":
        grants.push({ sinceMs: nowMs, may: ALL, ...kept });
    }
    return this.text();
  }

  text(): string {
    const users = USERS.map((name): User => {
      const { token, may } = this.#grants[name].at(-1)!;
      return { name, read: may, write: may, admin: false, ...(token !== undefined && { token }) };
    });
    return usersText([...users, { name: "root", read: ["*"], write: ["*"], admin: true, token: ROOT_TOKEN }]);
  }

  /** The user's newest token: a sender does not know that it was revoked. */
  tokenOf(who: UserName): string {
    return this.#grants[who].findLast(({ token }) => token !== undefined)!.token!;
  }

  /** Whether a token had permission in a realm during the whole period, never, or some of the time. */
  during(who: UserName, token: string, realm: string, fromMs: number, toMs: number): "always" | "never" | "sometimes" {
    const grants = this.#grants[who];
    const said = grants.flatMap((grant, index) => {
      const endMs = grants[index + 1]?.sinceMs ?? Number.POSITIVE_INFINITY;
      return grant.sinceMs <= toMs && endMs >= fromMs - HOLDS_MS
        ? [grant.token === token && grant.may.includes(realm)]
        : [];
    });
    return said.every((may) => may) ? "always" : said.some((may) => may) ? "sometimes" : "never";
  }
}
