/** The modules of codecs, as the generator keeps them and the service finds them again. */

import { createHash } from "node:crypto";

/** Which generator wrote it, from which headers: what a module does is the same whatever that says. */
const ABOUT_ITSELF = /^(?:\/\/.*\r?\n|\/\* .*\*\/\r?\n|\r?\n)+/;

/** First digits of the SHA-256 of a module's code: what its codecs do, to the last rule. */
export function moduleDigest(text: string): string {
  return createHash("sha256").update(text.replace(ABOUT_ITSELF, "")).digest("hex").slice(0, 16);
}

/** In a channel's folder of the history, a module that another one took the place of. */
export function replacedName(struct: string, digest: string): string {
  return `${struct}.${digest}.mjs`;
}

const REPLACED = /^(.+)\.([\da-f]{16})\.mjs$/;

/** Undefined for what is no such file. */
export function readReplacedName(name: string): { readonly struct: string; readonly digest: string } | undefined {
  const [, struct, digest] = REPLACED.exec(name) ?? [];
  return struct === undefined || digest === undefined ? undefined : { struct, digest };
}
