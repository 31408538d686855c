/**
 * The users file of a node as one of a set: what is changed in it becomes true at all nodes, and it has what was changed at others.
 * While no server answers the node goes on with what it has. Beside the file is the set as this node and the others last had it,
 * by which changes are told from what is merely old.
 */

import { copyFileSync, existsSync } from "node:fs";
import type { Log } from "../telemetry/log.ts";
import { mergeUsers, sameUsers } from "./merge-users.ts";
import type { SharedText } from "./shared-text.ts";
import type { UserDirectory } from "./user-directory.ts";
import { parseUsers, readUsersFile, type UserEntry, usersText, writeUsersFile } from "./users-file.ts";

const SHARED = "what the nodes of the cluster share";
const AGAIN_MS = 1000;

export class SharedUsers {
  readonly #path: string;
  readonly #users: UserDirectory;
  readonly #log: Log;
  #shared: SharedText | undefined;
  /** As last heard; `undefined` inside: nobody has written any. */
  #heard: { readonly users: readonly UserEntry[] | undefined } | undefined;
  #applied: readonly UserEntry[] | undefined;
  /** What this node began the set with, as far as it knows: the answer may have been lost. */
  #offered: readonly UserEntry[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @throws Error (one sentence) when the file is there and cannot be read */
  constructor(path: string, users: UserDirectory, log: Log) {
    this.#path = path;
    this.#users = users;
    this.#log = log;
    this.#apply(this.#own() ?? []);
  }

  share(shared: SharedText): void {
    this.#shared = shared;
    shared.follow((text) => {
      this.#trying(() => {
        this.#heard = { users: text === undefined ? undefined : parseUsers(text, SHARED) };
        this.#settle();
      });
    });
  }

  /** The file may have been changed; users stay as they are where it cannot be read. */
  reload(): void {
    this.#trying(() => this.#settle());
  }

  /** The next owner of the file does not go back to an older state. */
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
      // Somebody who was removed elsewhere is removed here, whatever is wrong with the file.
      if (this.#heard?.users !== undefined) this.#apply(this.#heard.users);
      throw error;
    }
    if (this.#heard === undefined) this.#apply(own ?? this.#applied ?? []);
    else if (this.#heard.users === undefined) this.#begin(own);
    else this.#join(own, this.#heard.users);
  }

  /** Nobody has written any: the first file that there is becomes everybody's. */
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
    // A file that is gone says nothing about users.
    const merged = base === undefined || own === undefined ? theirs : mergeUsers(base, own, theirs);
    if (own === undefined || !sameUsers(own, merged)) writeUsersFile(this.#path, merged);
    if (base === undefined || isOurs || !sameUsers(base, theirs)) writeUsersFile(this.#basePath, theirs);
    this.#offered = undefined;
    this.#apply(merged);
    if (sameUsers(merged, theirs)) return;
    const since = theirs;
    this.#tell((now) => (now === undefined ? merged : mergeUsers(since, merged, now)));
  }

  /** Until the servers have it. */
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
