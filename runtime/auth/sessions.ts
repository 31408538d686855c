/** Sessions of people who logged in on the page; in memory, so a restart ends them. */

import { createHmac, randomBytes } from "node:crypto";
import { serialize } from "hono/utils/cookie";
import type { UserDirectory } from "./user-directory.ts";

export const SESSION_COOKIE = "structline_session";
/** A working day; then the password is asked for again. */
const LIFETIME_MS = 12 * 3_600_000;
const MAX_SESSIONS = 1000;

export interface Session {
  readonly name: string;
  /** False from the log-out, the end of its time, or a new password on. */
  isValid(): boolean;
}

interface Entry extends Session {
  readonly password: string | undefined;
  readonly endsMs: number;
}

export class Sessions {
  readonly #users: UserDirectory;
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** By a keyed hash of the cookie's value, oldest first: how long a look-up takes tells nothing of a value. */
  readonly #sessions = new Map<string, Entry>();

  constructor(users: UserDirectory, now: () => number = () => performance.now()) {
    this.#users = users;
    this.#now = now;
  }

  /** The cookie's value. */
  open(name: string): string {
    const id = randomBytes(32).toString("base64url");
    const digest = this.#digest(id);
    const endsMs = this.#now() + LIFETIME_MS;
    const entry: Entry = { name, password: this.#users.passwordOf(name), endsMs, isValid: () => this.#holds(digest) };
    this.#sessions.set(digest, entry);
    if (this.#sessions.size > MAX_SESSIONS) this.#endOldest();
    return id;
  }

  find(id: string): Session | undefined {
    const digest = this.#digest(id);
    return this.#holds(digest) ? this.#sessions.get(digest) : undefined;
  }

  end(id: string): void {
    this.#sessions.delete(this.#digest(id));
  }

  #holds(digest: string): boolean {
    const session = this.#sessions.get(digest);
    if (session === undefined) return false;
    const { name, password, endsMs } = session;
    const isGood = this.#now() < endsMs && password !== undefined && this.#users.passwordOf(name) === password;
    if (!isGood) this.#sessions.delete(digest);
    return isGood;
  }

  #endOldest(): void {
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined) this.#sessions.delete(oldest);
  }

  #digest(id: string): string {
    return createHmac("sha256", this.#key).update(id).digest("base64");
  }
}

/** `Set-Cookie`; an empty value removes the cookie. [RFC 6265bis 5.6] */
export function sessionCookie(id: string, transport: "secure" | "plain"): string {
  const maxAge = id === "" ? 0 : LIFETIME_MS / 1000;
  const secure = transport === "secure";
  return serialize(SESSION_COOKIE, id, { path: "/", maxAge, httpOnly: true, secure, sameSite: "Strict" });
}
