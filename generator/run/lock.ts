/** Allows one run at a time in an output folder, across processes. A lock of a dead process is taken over. */

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LOCK_FILE = ".lock";

const POLL_MS = 25;
/** A run takes seconds. For an older lock, another process has the holder's process ID by now. */
const OLDEST_MS = 10 * 60_000;

/** Another run held the lock the whole time. */
export class LockedError extends Error {
  readonly path: string;
  readonly holder: string;

  constructor(path: string, holder: string) {
    super(`${path} is held by ${holder}`);
    this.name = "LockedError";
    this.path = path;
    this.holder = holder;
  }
}

/**
 * Runs `work` with the folder's lock held. Creates the folder if necessary.
 * @throws LockedError after `patienceMs`
 */
export async function withLock<T>(folder: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const made = mkdirSync(folder, { recursive: true }) !== undefined;
  const path = join(folder, LOCK_FILE);
  const token = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  const deadline = performance.now() + patienceMs;
  while (!take(path, token)) {
    if (performance.now() > deadline) throw new LockedError(path, holderOf(path));
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (contentOf(path) === token) rmSync(path, { force: true });
    if (made) removeEmpty(folder);
  }
}

/** Removes the folder if it is empty, so that a run without output leaves nothing behind. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  }
}

function take(path: string, token: string): boolean {
  if (create(path, token)) return true;
  const content = contentOf(path);
  if (content === undefined || !isStale(path, content)) return false;
  removeStale(path, content);
  return create(path, token);
}

/** Written first and then linked, so that a lock is never read half-written. */
function create(path: string, token: string): boolean {
  const draft = `${path}.${process.pid}.${randomUUID()}`;
  try {
    // The previous holder may just have removed the folder.
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, token);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock. If another process has replaced it meanwhile, its lock is put back. */
function removeStale(path: string, content: string): void {
  const aside = `${path}.${process.pid}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (contentOf(aside) !== content) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isStale(path: string, content: string): boolean {
  const age = ageOf(path);
  if (age === undefined) return false;
  const holder = parse(content);
  if (holder === undefined || age > OLDEST_MS) return true;
  return holder.host === hostname() && !isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function parse(content: string): { pid: number; host: string } | undefined {
  try {
    const { pid, host } = JSON.parse(content);
    return Number.isInteger(pid) && pid > 0 && typeof host === "string" ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function holderOf(path: string): string {
  const holder = parse(contentOf(path) ?? "");
  return holder === undefined ? "an unknown process" : `process ${holder.pid} on ${holder.host}`;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function ageOf(path: string): number | undefined {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
