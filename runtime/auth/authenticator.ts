/** Checks names and secrets and returns credentials, for HTTP, MQTT, WAMP and the page. */

import { createHmac, randomBytes } from "node:crypto";
import { addressKey } from "../lib/address-key.ts";
import { AttemptLimiter, DEFAULT_LIMITS } from "./attempt-limiter.ts";
import { CheckQueue } from "./check-queue.ts";
import type { Credential } from "./credential.ts";
import { DECOY, verifyCredential } from "./credential-hash.ts";
import { RightBefore } from "./right-before.ts";
import { tokenId } from "./token.ts";
import type { Candidate, UserDirectory } from "./user-directory.ts";

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
/** Failures without a wait for a name that was right from the same address before: others may share that address. */
const FREE_WHERE_RIGHT = 50;
/** The answer to a check that a full queue gave up. */
const BUSY_RETRY_MS = 2000;

/** Called rarely: each failure delays the next one. */
export type FailureListener = (failure: {
  readonly remoteAddress: string;
  readonly account: string | undefined;
}) => void;

export class Authenticator {
  readonly counts = { accepted: 0, wrong: 0, limited: 0 };
  readonly #users: UserDirectory;
  /** By address and the name or token ID that was shown with it: nobody else's failures count for a client. */
  readonly #limiter: AttemptLimiter;
  readonly #rightBefore: RightBefore;
  readonly #queue = new CheckQueue();
  readonly #key = randomBytes(32);
  readonly #remembered = new Map<string, Credential>();
  readonly #checking = new Map<string, Promise<Verdict>>();
  readonly #listeners: FailureListener[] = [];

  constructor(
    users: UserDirectory,
    now: () => number = () => performance.now(),
    rightBefore: RightBefore = RightBefore.inMemory(),
  ) {
    this.#users = users;
    this.#limiter = new AttemptLimiter({ ...DEFAULT_LIMITS, now });
    this.#rightBefore = rightBefore;
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
    const candidate = this.#users.candidate(credentials.name, credentials.secret);
    const attempt = { credentials, candidate, place: addressKey(credentials.remoteAddress) };
    const known = candidate && this.#knownToken(attempt, candidate);
    if (known !== undefined) return known ? this.#right(digest, attempt, candidate.credential) : this.#failed(attempt);
    // A token is checked whatever was counted: it cannot be guessed, and its owner must not wait for others' failures.
    if (!isToken(candidate)) {
      const retryAfterMs = this.#waitMs(attempt);
      if (retryAfterMs > 0) return { outcome: "limited", retryAfterMs };
    }
    const pending = this.#checking.get(digest);
    if (pending !== undefined) return pending;
    const check = this.#check(attempt, digest).finally(() => this.#checking.delete(digest));
    this.#checking.set(digest, check);
    return check;
  }

  async #check(attempt: Attempt, digest: string): Promise<Verdict> {
    const { candidate, place, credentials } = attempt;
    // A token's ID is not secret, so an unknown one needs no decoy check.
    if (candidate === undefined && credentials.name === undefined) return this.#failed(attempt);
    const lane = isToken(candidate) || this.#wasRightHere(attempt) ? "first" : "others";
    const checked = await this.#queue.add(lane, place, async (): Promise<Verdict | Credential> => {
      // Failures during the wait count, too.
      if (!isToken(candidate) && this.#waitMs(attempt) > 0) return this.#failed(attempt);
      return (await verify(attempt)) ?? this.#failed(attempt);
    });
    if (checked === undefined) return { outcome: "limited", retryAfterMs: BUSY_RETRY_MS };
    return "outcome" in checked ? checked : this.#right(digest, attempt, checked);
  }

  #right(digest: string, attempt: Attempt, credential: Credential): Verdict {
    // The credential may have been revoked during the check.
    if (credential.account === undefined) return { outcome: "wrong" };
    this.#limiter.succeeded(subjectOf(attempt));
    this.#remember(digest, credential);
    if (credential.by === "token") this.#rightBefore.token(credential.generation, attempt.credentials.secret);
    else this.#rightBefore.place(credential.generation, attempt.place);
    return { outcome: "known", credential };
  }

  /** Undefined: not a token, or not one that was right before. */
  #knownToken({ credentials }: Attempt, { credential }: Candidate): boolean | undefined {
    if (credential.by !== "token") return undefined;
    return this.#rightBefore.isToken(credential.generation, credentials.secret);
  }

  #wasRightHere({ candidate, place }: Attempt): boolean {
    return candidate !== undefined && this.#rightBefore.isPlace(candidate.credential.generation, place);
  }

  #failed(attempt: Attempt): Verdict {
    const waiting = this.#waitMs(attempt);
    if (waiting > 0) return { outcome: "limited", retryAfterMs: waiting };
    this.#limiter.failed(subjectOf(attempt));
    this.#tell(attempt.credentials);
    return { outcome: "wrong" };
  }

  // An unknown name may be a password typed into the wrong field: never report it.
  #tell({ name = "", remoteAddress }: Credentials): void {
    const account = this.#users.has(name) ? name : undefined;
    for (const listener of this.#listeners) listener({ remoteAddress, account });
  }

  #waitMs(attempt: Attempt): number {
    const free = this.#wasRightHere(attempt) ? FREE_WHERE_RIGHT : undefined;
    return this.#limiter.waitMs(subjectOf(attempt), free);
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

interface Attempt {
  readonly credentials: Credentials;
  /** Absent if there is no such name or token. */
  readonly candidate: Candidate | undefined;
  /** The address, as it is counted. */
  readonly place: string;
}

function isToken(candidate: Candidate | undefined): boolean {
  return candidate?.credential.by === "token";
}

/** That for which failures are counted. */
function subjectOf({ credentials: { name, secret }, candidate, place }: Attempt): string {
  if (isToken(candidate)) return `${place} token ${tokenId(secret)}`;
  return name === undefined ? `${place} none` : `${place} name ${name.slice(0, 64)}`;
}

async function verify({ candidate, credentials: { secret } }: Attempt): Promise<Credential | undefined> {
  if (secret.length > MAX_SECRET_LENGTH) return undefined;
  const isRight = await verifyCredential(secret, candidate?.hash ?? DECOY);
  return isRight ? candidate?.credential : undefined;
}
