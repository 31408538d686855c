/** File names and digests of codec modules, for the generator that writes them and the service that loads them. */

import { createHash } from "node:crypto";

/** The leading comments with the generator's version and the headers: they do not affect what the module does. */
const ABOUT_ITSELF = /^(?:\/\/.*\r?\n|\/\* .*\*\/\r?\n|\r?\n)+/;

/** The first digits of the SHA-256 of a module's code, including its rules. */
export function moduleDigest(text: string): string {
  return createHash("sha256").update(text.replace(ABOUT_ITSELF, "")).digest("hex").slice(0, 16);
}

/** File name, in a channel's history folder, of a module that was replaced. */
export function replacedName(struct: string, digest: string): string {
  return `${struct}.${digest}.mjs`;
}

const REPLACED = /^(.+)\.([\da-f]{16})\.mjs$/;

/** Undefined for other file names. */
export function readReplacedName(name: string): { readonly struct: string; readonly digest: string } | undefined {
  const [, struct, digest] = REPLACED.exec(name) ?? [];
  return struct === undefined || digest === undefined ? undefined : { struct, digest };
}
