/** The current users; they change with their file. */

import { watchFiles } from "../config/watch-files.ts";
import type { Log } from "../lib/log.ts";
import type { SharedText } from "../model/shared-text.ts";
import { Account } from "./account.ts";
import { Credential, generationOf } from "./credential.ts";
import { type CredentialHash, parseHash } from "./credential-hash.ts";
import { RealmMap } from "./realm-map.ts";
import { SharedUsers } from "./shared-users.ts";
import { tokenId } from "./token.ts";
import { isOpenToAll, readUsersFile, type UserEntry } from "./users-file.ts";

/** A hash that may match a secret. */
export interface Candidate {
  readonly hash: CredentialHash;
  /** The credential of a secret that matches. */
  readonly credential: Credential;
}

export class UserDirectory {
  /** Counts changes. */
  revision = 0;
  readonly #configured: () => Iterable<string>;
  readonly #listeners: (() => void)[] = [];
  readonly #endListeners: ((name: string) => void)[] = [];
  #users = new Map<string, UserEntry>();
  #owners = new Map<string, UserEntry>();
  #accounts = new Map<string, Account>();
  /** Generations of each user's password and tokens. */
  #generations = new Map<string, ReadonlySet<string>>();

  /** @param configured realms of the configuration; read again whenever users change */
  constructor(configured: () => Iterable<string> = () => []) {
    this.#configured = configured;
  }

  replace(users: readonly UserEntry[]): void {
    const permitted = users.flatMap(({ read, write }) => [...read, ...write]);
    const realms = new RealmMap([...this.#configured(), ...permitted]);
    this.#users = new Map(users.map((user) => [user.name, user]));
    this.#owners = new Map(users.flatMap((user) => user.tokens.map(({ id }) => [id, user])));
    this.#accounts = new Map(users.map((user) => [user.name, new Account(user, realms)]));
    const former = this.#generations;
    this.#generations = new Map(users.map((user) => [user.name, generationsOf(user)]));
    this.revision += 1;
    for (const listener of this.#listeners) listener();
    for (const [name, generations] of former) if (!this.#isSame(name, generations)) this.#tellEnd(name);
  }

  /** Call this when the configured realms changed. */
  refresh(): void {
    this.replace([...this.#users.values()]);
  }

  get size(): number {
    return this.#users.size;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` when a user was removed or lost all credentials: the name may later belong to another person. */
  onEnd(listener: (name: string) => void): void {
    this.#endListeners.push(listener);
  }

  /** Whether a user of this name exists; this authenticates nobody. */
  has(name: string): boolean {
    return this.#users.has(name);
  }

  /**
   * The account of a credential. Also used after a credential ended, by code that waits to finish a permitted action.
   */
  accountOf(name: string, generation: string): Account | undefined {
    return this.#generations.get(name)?.has(generation) === true ? this.#accounts.get(name) : undefined;
  }

  #isSame(name: string, former: ReadonlySet<string>): boolean {
    const now = this.#generations.get(name);
    return now !== undefined && (former.size === 0 || [...former].some((generation) => now.has(generation)));
  }

  #tellEnd(name: string): void {
    for (const listener of this.#endListeners) listener(name);
  }

  candidate(name: string | undefined, secret: string): Candidate | undefined {
    const id = tokenId(secret);
    const owner = id === undefined ? undefined : this.#owners.get(id);
    if (owner !== undefined && (name === undefined || name === owner.name)) {
      const token = owner.tokens.find((entry) => entry.id === id);
      return this.#candidate(owner.name, "token", token?.hash);
    }
    const user = name === undefined ? undefined : this.#users.get(name);
    return user === undefined ? undefined : this.#candidate(user.name, "password", user.password);
  }

  #candidate(user: string, by: "password" | "token", text: string | undefined): Candidate | undefined {
    const hash = text === undefined ? undefined : parseHash(text);
    if (text === undefined || hash === undefined) return undefined;
    return { hash, credential: new Credential(this, { user, by, generation: generationOf(text) }) };
  }
}

function generationsOf({ password, tokens }: UserEntry): ReadonlySet<string> {
  const hashes = tokens.map(({ hash }) => hash);
  return new Set((password === undefined ? hashes : [password, ...hashes]).map(generationOf));
}

export interface OpenDirectory {
  readonly users: UserDirectory;
  /** Reads the file again; keeps the current users if it cannot be read. */
  reload(): void;
  /** In a cluster: shares the file with all nodes. */
  share(text: SharedText): void;
  close(): void;
}

export interface UserDirectoryOptions {
  readonly path: string;
  /** Realms of the configuration. */
  readonly configured: () => Iterable<string>;
  readonly log: Log;
  /** A node of a cluster: its file may be missing, since other nodes may have one. */
  readonly inCluster: boolean;
}

/** A change must apply everywhere within a second. */
const LOOK_MS = 200;

/** @throws Error (one sentence) if the file cannot be read */
export function openUserDirectory({ path, configured, log, inCluster }: UserDirectoryOptions): OpenDirectory {
  const users = new UserDirectory(configured);
  if (isOpenToAll(path)) {
    log.warn(
      { event: "auth.users-file" },
      `users file ${path} can be read or changed by every user of this machine; run chmod 600 on it`,
    );
  }
  if (inCluster) {
    const set = new SharedUsers(path, users, log);
    const unwatch = watchFiles([path], () => set.reload(), LOOK_MS);
    const close = () => {
      unwatch();
      set.stop();
    };
    const reload = () => {
      set.reload();
      users.refresh();
    };
    return { users, reload, share: (text) => set.share(text), close };
  }
  users.replace(readUsersFile(path));
  const reload = () => {
    try {
      users.replace(readUsersFile(path));
      log.info({ event: "auth.reloaded" }, "users and tokens were read again");
    } catch (error) {
      log.error({ event: "auth.reload-failed" }, `users stay as they were: ${(error as Error).message}`);
    }
  };
  return { users, reload, share: () => {}, close: watchFiles([path], reload, LOOK_MS) };
}
