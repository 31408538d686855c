/** Hashes of passwords and tokens: scrypt, with its parameters beside the salt. [RFC 7914] */

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

export interface ScryptCost {
  /** log2 of N. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** For passwords: 32 MiB and about a quarter of a second. [OWASP Password Storage Cheat Sheet, scrypt] */
export const PASSWORD_COST: ScryptCost = { logN: 15, r: 8, p: 3 };
/** A token is 256 random bits: too many to try, however cheap one try is. */
export const TOKEN_COST: ScryptCost = { logN: 12, r: 8, p: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;
/** Memory limit: a users file must not make a log-in allocate a gigabyte. */
const MOST_BYTES = 128 * 1024 * 1024;

/** The hash of a password or token; only `parseHash` and `hashCredential` make one. */
export interface CredentialHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export async function hashCredential(credential: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(credential, salt, cost);
  const { logN, r, p } = cost;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/** Undefined if the text is not a hash, or is one that would cost too much. */
export function parseHash(text: string): CredentialHash | undefined {
  const [, logN, r, p, salt = "", hash = ""] = FORMAT.exec(text) ?? [];
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  if (logN === undefined || cost.logN < 10 || cost.r < 1 || cost.p < 1 || bytesOf(cost) > MOST_BYTES) return undefined;
  return { cost, salt: Buffer.from(salt, "base64url"), hash: Buffer.from(hash, "base64url") };
}

/** Compares in constant time, off the event loop. */
export async function verifyCredential(credential: string, { cost, salt, hash }: CredentialHash): Promise<boolean> {
  return timingSafeEqual(await derive(credential, salt, cost), hash);
}

/** Compared with the secret of an unknown name, so that the answer takes as long as for a wrong password. */
export const DECOY: CredentialHash = {
  cost: PASSWORD_COST,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
};

function derive(credential: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: 2 * bytesOf(cost) };
  // The same letters typed on another keyboard are the same password. [RFC 8265, 4.2.2]
  const text = credential.normalize("NFC");
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function bytesOf({ logN, r, p }: ScryptCost): number {
  return 128 * r * (2 ** logN + p);
}
