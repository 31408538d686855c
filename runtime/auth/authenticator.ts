/** Checks names and secrets and returns credentials, for HTTP, MQTT, WAMP and the page. */

import { createHmac, randomBytes } from "node:crypto";
import { AttemptLimiter, addressKey, DEFAULT_LIMITS } from "./attempt-limiter.ts";
import type { Credential } from "./credential.ts";
import { DECOY, verifyCredential } from "./credential-hash.ts";
import type { UserDirectory } from "./user-directory.ts";

export interface Credentials {
  /** Absent with a bearer token, which identifies its user. */
  readonly name: string | undefined;
  /** A password or a token. */
  readonly secret: string;
  /** The address for which failures are counted. */
  readonly remoteAddress: string;
}

export interface Known {
  readonly outcome: "known";
  readonly credential: Credential;
}

export type Verdict =
  | Known
  | { readonly outcome: "wrong" }
  | { readonly outcome: "limited"; readonly retryAfterMs: number };

/** Correct credentials are cached: a device that posts a hundred times a second costs one scrypt. */
const MAX_REMEMBERED = 10_000;
/** Longer secrets are rejected without a check, since the time of hashing grows with the length. */
const MAX_SECRET_LENGTH = 1024;
/** Maximum number of waiting checks. Only one runs at a time, because the journal's writes use the same threads. */
const MAX_WAITING = 64;
const BUSY_RETRY_MS = 2000;

/** Called rarely: each failure delays the next one. */
export type FailureListener = (failure: {
  readonly remoteAddress: string;
  readonly account: string | undefined;
}) => void;

export class Authenticator {
  readonly counts = { accepted: 0, wrong: 0, limited: 0 };
  readonly #users: UserDirectory;
  readonly #byAddress: AttemptLimiter;
  readonly #byName: AttemptLimiter;
  readonly #key = randomBytes(32);
  readonly #remembered = new Map<string, Credential>();
  readonly #checking = new Map<string, Promise<Verdict>>();
  readonly #listeners: FailureListener[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(users: UserDirectory, now: () => number = () => performance.now()) {
    this.#users = users;
    this.#byAddress = new AttemptLimiter({ ...DEFAULT_LIMITS, now });
    this.#byName = new AttemptLimiter({ ...DEFAULT_LIMITS, now });
  }

  onFailure(listener: FailureListener): void {
    this.#listeners.push(listener);
  }

  async authenticate(credentials: Credentials): Promise<Verdict> {
    const verdict = await this.#judge(credentials);
    if (verdict.outcome === "known") this.counts.accepted += 1;
    else this.counts[verdict.outcome] += 1;
    return verdict;
  }

  /** Looks up credentials in the cache; undefined: unknown, `authenticate` must check them. */
  recall(name: string | undefined, secret: string): Known | undefined {
    const known = this.#recall(this.#digest(name, secret));
    if (known !== undefined) this.counts.accepted += 1;
    return known;
  }

  #digest(name = "", secret: string): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([name, secret]))
      .digest("base64");
  }

  async #judge(credentials: Credentials): Promise<Verdict> {
    const digest = this.#digest(credentials.name, credentials.secret);
    const remembered = this.#recall(digest);
    // Before any limit: failures of strangers must not lock out clients that are logged in.
    if (remembered !== undefined) return remembered;
    const retryAfterMs = this.#waitMs(credentials);
    if (retryAfterMs > 0) return { outcome: "limited", retryAfterMs };
    const pending = this.#checking.get(digest);
    if (pending !== undefined) return pending;
    if (this.#waiting >= MAX_WAITING) return { outcome: "limited", retryAfterMs: BUSY_RETRY_MS };
    const check = this.#check(credentials, digest).finally(() => this.#checking.delete(digest));
    this.#checking.set(digest, check);
    return check;
  }

  async #check(credentials: Credentials, digest: string): Promise<Verdict> {
    const credential = await this.#inTurn(() => {
      // Failures during the wait count, too.
      return this.#waitMs(credentials) > 0 ? undefined : this.#verify(credentials);
    });
    if (credential === undefined) return this.#failed(credentials);
    this.#byName.succeeded(credential.user);
    // The credential may have been revoked during the check.
    if (credential.account === undefined) return { outcome: "wrong" };
    this.#remember(digest, credential);
    return { outcome: "known", credential };
  }

  async #verify({ name, secret }: Credentials): Promise<Credential | undefined> {
    if (secret.length > MAX_SECRET_LENGTH) return undefined;
    const candidate = this.#users.candidate(name, secret);
    // A token's ID is not secret, so an unknown one needs no decoy check.
    if (candidate === undefined && name === undefined) return undefined;
    const isRight = await verifyCredential(secret, candidate?.hash ?? DECOY);
    return isRight ? candidate?.credential : undefined;
  }

  async #inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    this.#waiting += 1;
    const turn = this.#turn.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #failed(credentials: Credentials): Verdict {
    const waiting = this.#waitMs(credentials);
    if (waiting > 0) return { outcome: "limited", retryAfterMs: waiting };
    this.#byAddress.failed(addressKey(credentials.remoteAddress));
    if (credentials.name !== undefined) this.#byName.failed(credentials.name.slice(0, 64));
    this.#tell(credentials);
    return { outcome: "wrong" };
  }

  // An unknown name may be a password typed into the wrong field: never report it.
  #tell({ name = "", remoteAddress }: Credentials): void {
    const account = this.#users.has(name) ? name : undefined;
    for (const listener of this.#listeners) listener({ remoteAddress, account });
  }

  #waitMs({ name, remoteAddress }: Credentials): number {
    const ofName = name === undefined ? 0 : this.#byName.waitMs(name.slice(0, 64));
    return Math.max(ofName, this.#byAddress.waitMs(addressKey(remoteAddress)));
  }

  #recall(digest: string): Known | undefined {
    const credential = this.#remembered.get(digest);
    if (credential === undefined) return undefined;
    if (credential.account !== undefined) return { outcome: "known", credential };
    this.#remembered.delete(digest);
    return undefined;
  }

  #remember(digest: string, credential: Credential): void {
    this.#remembered.set(digest, credential);
    if (this.#remembered.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined) this.#remembered.delete(oldest);
  }
}
