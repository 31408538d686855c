/** Access tokens: `sl_<id>_<secret>`; the id finds the entry, the secret is 256 random bits. */

import { randomBytes, randomInt } from "node:crypto";
import { hashCredential, TOKEN_COST } from "./credential-hash.ts";
import type { TokenEntry } from "./users-file.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const FORMAT = /^sl_([a-z0-9]{8})_[\w-]{43}$/;

/** The text is shown once and not stored. */
export async function makeToken(created: Date): Promise<{ readonly text: string; readonly entry: TokenEntry }> {
  const id = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const text = `sl_${id}_${randomBytes(32).toString("base64url")}`;
  return { text, entry: { id, created: created.toISOString(), hash: await hashCredential(text, TOKEN_COST) } };
}

/** The token's ID; undefined if the text is not a token. */
export function tokenId(text: string): string | undefined {
  return FORMAT.exec(text)?.[1];
}
