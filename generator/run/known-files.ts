/** Hashes of the output folder's files. A long-running process caches them while the file's status is unchanged. */

import { readFileSync, statSync } from "node:fs";
import { sha256 } from "./fingerprint.ts";

/** Some file systems have a time resolution of two seconds, so a recent file could change again without a visible sign. */
const SETTLED_MS = 3000;

/** Path → hash, and the file's status before it was read. */
const known = new Map<string, { readonly state: string; readonly hash: string }>();

/**
 * Undefined if there is no file. Size, times and inode identify the content. The status change time (ctime) cannot be set
 * by
 * programs, so a file with restored size and date is still read again.
 * @param now ms
 */
export function hashOfFile(path: string, now = Date.now()): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const { size, mtimeNs, ctimeNs, ino, dev, ctimeMs } = status;
  const state = `${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`;
  const before = known.get(path);
  if (before?.state === state) return before.hash;
  const bytes = readBytes(path);
  if (bytes === undefined) return undefined;
  const hash = sha256(bytes);
  if (now - Number(ctimeMs) > SETTLED_MS) known.set(path, { state, hash });
  else known.delete(path);
  return hash;
}

/** Undefined if there is no file. */
export function readBytes(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
