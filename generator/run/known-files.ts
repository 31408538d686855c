/** Hashes of the output folder's files, which a process that goes on takes once, as long as the file system says that they are the same. */

import { readFileSync, statSync } from "node:fs";
import { sha256 } from "./fingerprint.ts";

/** Some file systems count time in steps of two seconds: a file that was changed just now may be changed once more without a sign. */
const SETTLED_MS = 3000;

/** Path → hash, and what the file system said before the file was read. */
const known = new Map<string, { readonly state: string; readonly hash: string }>();

/**
 * Undefined where there is no file. Size, times and number decide whether a file is the one that was read; the time of the last
 * change is among them, which nobody can set: a file with its old size and date is still read again.
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

/** Undefined where there is no file. */
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
