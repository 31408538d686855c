/**
 * Synchronises a node's users file with the cluster: changes to it apply at all nodes, and it receives the changes of
 * others. Without servers, the node continues with its own state. A second file keeps the state last shared with the
 * cluster; the difference to it distinguishes changes from outdated entries.
 */

import { copyFileSync, existsSync } from "node:fs";
import type { Log } from "../lib/log.ts";
import type { SharedText } from "../model/shared-text.ts";
import { changeUsersFile, parseUsers, readUsersFile, type UserEntry, usersText, writeUsersFile } from "./users-file.ts";

const SHARED = "what the nodes of the cluster share";
const AGAIN_MS = 1000;

/** Where the users that apply go. */
interface UsersInUse {
  replace(users: readonly UserEntry[]): void;
}

export class SharedUsers {
  readonly #path: string;
  readonly #users: UsersInUse;
  readonly #log: Log;
  #shared: SharedText | undefined;
  /** Last state received; `undefined` inside: no node has written any. */
  #received: { readonly users: readonly UserEntry[] | undefined } | undefined;
  #applied: readonly UserEntry[] | undefined;
  /** The users with which this node started the shared state. The servers' confirmation may have been lost. */
  #offered: readonly UserEntry[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @throws Error (one sentence) if the file exists and cannot be read */
  constructor(path: string, users: UsersInUse, log: Log) {
    this.#path = path;
    this.#users = users;
    this.#log = log;
    this.#apply(this.#own() ?? []);
  }

  share(shared: SharedText): void {
    this.#shared = shared;
    shared.follow((text) => {
      this.#trying(() => {
        this.#received = { users: text === undefined ? undefined : parseUsers(text, SHARED) };
        this.#settle();
      });
    });
  }

  /** Reads the file again, since it may have changed; keeps the current users if it is unreadable. */
  reload(): void {
    this.#trying(() => this.#settle());
  }

  /** Stops writing: the file's next owner must not return to an older state. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #settle(): void {
    if (this.#isStopped) return;
    let own: readonly UserEntry[] | undefined;
    try {
      own = this.#own();
    } catch (error) {
      // A user removed at another node is removed here, even if this node's file is unreadable.
      if (this.#received?.users !== undefined) this.#apply(this.#received.users);
      throw error;
    }
    if (this.#received === undefined) this.#apply(own ?? this.#applied ?? []);
    else if (this.#received.users === undefined) this.#begin(own);
    else this.#join(own, this.#received.users);
  }

  /** No node has written any users yet: the first node with a file shares it. */
  #begin(own: readonly UserEntry[] | undefined): void {
    if (own === undefined) return;
    this.#apply(own);
    this.#tell((theirs) => {
      if (theirs === undefined) this.#offered = own;
      return theirs ?? own;
    });
  }

  #join(own: readonly UserEntry[] | undefined, theirs: readonly UserEntry[]): void {
    const isOurs = this.#offered !== undefined && sameUsers(this.#offered, theirs);
    const base = this.#base() ?? (isOurs ? theirs : undefined);
    if (base === undefined && own !== undefined && !sameUsers(own, theirs)) this.#keepAside();
    // A missing file is not a change.
    const joined = (now: readonly UserEntry[] | undefined) =>
      base === undefined || now === undefined ? theirs : mergeUsers(base, now, theirs);
    const isJoined = own !== undefined && sameUsers(own, joined(own));
    const merged = isJoined ? own : changeUsersFile(this.#path, joined);
    if (base === undefined || isOurs || !sameUsers(base, theirs)) writeUsersFile(this.#basePath, theirs);
    this.#offered = undefined;
    this.#apply(merged);
    if (sameUsers(merged, theirs)) return;
    const since = theirs;
    this.#tell((now) => (now === undefined ? merged : mergeUsers(since, merged, now)));
  }

  /** Repeats until the servers have it. */
  #tell(next: (theirs: readonly UserEntry[] | undefined) => readonly UserEntry[]): void {
    clearTimeout(this.#timer);
    const change = (text: string | undefined) =>
      usersText(next(text === undefined ? undefined : parseUsers(text, SHARED)));
    this.#shared?.change(change).catch((error: Error) => {
      if (this.#isStopped) return;
      this.#log.warn({ event: "auth.not-shared" }, `a change of users is this node's own for now: ${error.message}`);
      this.#timer = setTimeout(() => this.reload(), AGAIN_MS);
      this.#timer.unref();
    });
  }

  #keepAside(): void {
    const aside = `${this.#path}.before-cluster`;
    if (!existsSync(aside)) copyFileSync(this.#path, aside);
    this.#log.warn(
      { event: "auth.joined" },
      `users are those of the cluster; what this node's file had is in ${aside}`,
    );
  }

  #apply(users: readonly UserEntry[]): void {
    if (this.#applied !== undefined && sameUsers(this.#applied, users)) return;
    if (this.#applied !== undefined) this.#log.info({ event: "auth.reloaded" }, "users and tokens were read again");
    this.#applied = users;
    this.#users.replace(users);
  }

  #own(): UserEntry[] | undefined {
    return existsSync(this.#path) ? readUsersFile(this.#path) : undefined;
  }

  get #basePath(): string {
    return `${this.#path}.shared`;
  }

  #base(): UserEntry[] | undefined {
    return existsSync(this.#basePath) ? readUsersFile(this.#basePath) : undefined;
  }

  #trying(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log.error({ event: "auth.reload-failed" }, `users stay as they were: ${(error as Error).message}`);
    }
  }
}

/** Merges lists of users that were changed in two places. */
type Users = readonly UserEntry[];

/**
 * A change of either side since `base` applies. On a conflict `mine` wins, but a removal always wins: removed users and
 * revoked tokens do not return.
 */
function mergeUsers(base: Users, mine: Users, theirs: Users): UserEntry[] {
  return mergeLists(base, mine, theirs, ({ name }) => name, mergeUser);
}

function sameUsers(some: Users, others: Users): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function mergeUser(base: UserEntry | undefined, mine: UserEntry, theirs: UserEntry): UserEntry {
  const pick = <K extends "read" | "write" | "command" | "admin" | "password">(key: K): UserEntry[K] =>
    base !== undefined && JSON.stringify(mine[key]) === JSON.stringify(base[key]) ? theirs[key] : mine[key];
  const password = pick("password");
  const command = pick("command");
  return {
    name: theirs.name,
    read: pick("read"),
    write: pick("write"),
    ...(command !== undefined && { command }),
    admin: pick("admin"),
    ...(password !== undefined && { password }),
    tokens: mergeLists(
      base?.tokens ?? [],
      mine.tokens,
      theirs.tokens,
      ({ id }) => id,
      (_, token) => token,
    ),
  };
}

/** In the order of `theirs`, followed by new entries. */
function mergeLists<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  keyOf: (item: T) => string,
  merge: (base: T | undefined, mine: T, theirs: T) => T,
): T[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Map(list.map((item) => [keyOf(item), item])));
  return [...new Set([...theirs, ...mine].map(keyOf))].flatMap((key) => {
    const [b, m, t] = [before?.get(key), here?.get(key), there?.get(key)];
    if (m !== undefined && t !== undefined) return [merge(b, m, t)];
    const one = m ?? t;
    return b === undefined && one !== undefined ? [one] : [];
  });
}
