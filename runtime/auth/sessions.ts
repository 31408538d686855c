/**
 * Sessions of people who logged in on the page. They are kept in memory, so a restart ends them. All nodes of a cluster
 * share them.
 */

import { createHash, randomBytes } from "node:crypto";
import { serialize } from "hono/utils/cookie";
import * as z from "zod";
import { withTimeout } from "../lib/with-timeout.ts";
import type { SharedText } from "../model/shared-text.ts";
import { Credential } from "./credential.ts";
import { SESSION_COOKIE } from "./request-credentials.ts";
import type { UserDirectory } from "./user-directory.ts";

/** A working day; then the user must log in again. */
const LIFETIME_MS = 12 * 3_600_000;
const MAX_SESSIONS = 1000;

interface Session {
  readonly credential: Credential;
  /** In the time of `now`. */
  readonly endsMs: number;
}

/** The format in which nodes share sessions; `proof` is the password's generation, `ends` is wall-clock time, ms. */
const TOLD = z.record(z.string(), z.object({ name: z.string(), proof: z.string(), ends: z.number() }));
type SharedChange = z.infer<typeof TOLD>;
type Change = (sessions: SharedChange) => void;

const AGAIN_MS = 1000;
const SHARED_MS = 1000;

export class Sessions {
  readonly #users: UserDirectory;
  readonly #now: () => number;
  readonly #wallMs: () => number;
  /** By a hash of the cookie's value, oldest first: the duration of a look-up reveals nothing about a value. */
  readonly #sessions = new Map<string, Session>();
  readonly #listeners: (() => void)[] = [];
  #shared: SharedText | undefined;
  /** Changes that other nodes do not have yet, in order. */
  #changes: Change[] = [];
  #writing: Promise<void> | undefined;
  /** Timer of the session that ends first. */
  #over: NodeJS.Timeout | undefined;

  /** @param wallMs clock that nodes share; unaffected by short jumps of the system clock */
  constructor(users: UserDirectory, now: () => number = () => performance.now(), wallMs: () => number = Date.now) {
    this.#users = users;
    this.#now = now;
    this.#wallMs = wallMs;
  }

  /** Calls `listener` when sessions were opened, ended or expired. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Returns the cookie's value. @param password the credential of the log-in */
  open(password: Credential): string {
    const id = randomBytes(32).toString("base64url");
    const digest = digestOf(id);
    const { user: name, generation: proof } = password;
    this.#put(digest, name, proof, this.#now() + LIFETIME_MS);
    this.#changed();
    this.#change((sessions) => {
      sessions[digest] = { name, proof, ends: this.#wallMs() + LIFETIME_MS };
    });
    return id;
  }

  share(shared: SharedText): void {
    this.#shared = shared;
    shared.follow((text) => this.#hear(text));
  }

  /** Resolves when other nodes can know the sessions opened here, or after a second. */
  async shared(): Promise<void> {
    await withTimeout(this.#writing, SHARED_MS);
  }

  find(id: string): Credential | undefined {
    const credential = this.#sessions.get(digestOf(id))?.credential;
    return credential?.account === undefined ? undefined : credential;
  }

  end(id: string): void {
    const digest = digestOf(id);
    this.#sessions.delete(digest);
    this.#changed();
    this.#change((sessions) => {
      delete sessions[digest];
    });
  }

  #put(digest: string, user: string, generation: string, endsMs: number): void {
    const isOpen = () => this.#now() < (this.#sessions.get(digest)?.endsMs ?? 0);
    const credential = new Credential(this.#users, { user, by: "session", generation }, isOpen);
    this.#sessions.set(digest, { credential, endsMs });
    if (this.#sessions.size > MAX_SESSIONS) this.#endOne();
  }

  #hear(text: string | undefined): void {
    const sessions = changeIn(text);
    for (const change of this.#changes) change(sessions);
    const before = new Map(this.#sessions);
    this.#sessions.clear();
    for (const [digest, { name, proof, ends }] of Object.entries(sessions)) {
      // Setting a clock, here or at another node, never makes a session longer.
      const leftMs = Math.min(LIFETIME_MS, ends - this.#wallMs());
      const endsMs = Math.min(this.#now() + leftMs, before.get(digest)?.endsMs ?? Number.POSITIVE_INFINITY);
      this.#put(digest, name, proof, endsMs);
    }
    this.#changed();
  }

  #changed(): void {
    const now = this.#now();
    for (const [digest, { endsMs }] of this.#sessions) if (endsMs <= now) this.#sessions.delete(digest);
    clearTimeout(this.#over);
    const first = Math.min(...Array.from(this.#sessions.values(), ({ endsMs }) => endsMs));
    if (first !== Number.POSITIVE_INFINITY) this.#over = setTimeout(() => this.#changed(), first - now + 1).unref();
    for (const listener of this.#listeners) listener();
  }

  #change(change: Change): void {
    if (this.#shared === undefined) return;
    this.#changes.push(change);
    this.#writing ??= this.#tell(this.#shared).finally(() => {
      this.#writing = undefined;
    });
  }

  /** Repeats until the servers have all changes. */
  async #tell(shared: SharedText): Promise<void> {
    while (this.#changes.length > 0) {
      const some = [...this.#changes];
      try {
        await shared.change((text) => {
          const sessions = changeIn(text);
          for (const change of some) change(sessions);
          return textOf(sessions, this.#wallMs());
        });
        this.#changes = this.#changes.slice(some.length);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
      }
    }
  }

  #endOne(): void {
    const users = Array.from(this.#sessions, ([digest, { credential }]) => [digest, credential.user] as const);
    this.#sessions.delete(oldestOfMost(users));
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** An unreadable text holds no sessions. */
function changeIn(text: string | undefined): SharedChange {
  try {
    return TOLD.parse(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

/** @param users by session, oldest first @returns the oldest session of the user with most: nobody logs another user out */
function oldestOfMost(users: readonly (readonly [digest: string, user: string])[]): string {
  const counts = new Map<string, number>();
  for (const [, user] of users) counts.set(user, (counts.get(user) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return users.find(([, user]) => counts.get(user) === most)?.[0] ?? "";
}

/** Leaves out expired sessions, and those of the users with most if there are too many. */
function textOf(sessions: SharedChange, nowMs: number): string {
  const good = Object.entries(sessions).filter(([, { ends }]) => ends > nowMs);
  good.sort(([, a], [, b]) => a.ends - b.ends);
  while (good.length > MAX_SESSIONS) {
    const gone = oldestOfMost(good.map(([digest, { name }]) => [digest, name]));
    good.splice(
      good.findIndex(([digest]) => digest === gone),
      1,
    );
  }
  return JSON.stringify(Object.fromEntries(good));
}

/** `Set-Cookie`; an empty value removes the cookie. [RFC 6265bis 5.6] */
export function sessionCookie(id: string, transport: "secure" | "plain", path = "/"): string {
  const maxAge = id === "" ? 0 : LIFETIME_MS / 1000;
  const secure = transport === "secure";
  return serialize(SESSION_COOKIE, id, { path, maxAge, httpOnly: true, secure, sameSite: "Strict" });
}
