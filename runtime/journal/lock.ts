/** One process at a time may write to a folder: a lock file that names its holder. */

import * as fs from "node:fs/promises";
import { join } from "node:path";

export interface DirectoryLock {
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** Tells a process from a later one with the same pid; empty where the system does not say. */
  readonly started: string;
}

const heldHere = new Set<string>();

/**
 * Takes the folder's lock; one left behind by a process that is gone is taken over.
 * @throws Error naming the process that holds it
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, "lock");
  const own = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await create(path, own)) {
      heldHere.add(path);
      return { release: () => release(path) };
    }
    const content = await fs.readFile(path, "utf8").catch(ifMissing);
    if (content === undefined) continue;
    const holder = parseHolder(content);
    if (holder !== undefined && (await isAlive(holder, path))) {
      throw new Error(`${directory} is in use by process ${holder.pid}; stop it, or configure another folder.`);
    }
    await removeStale(path, content);
  }
  throw new Error(`${directory} cannot be locked: other processes keep trying for it.`);
}

async function release(path: string): Promise<void> {
  heldHere.delete(path);
  await fs.rm(path, { force: true });
}

async function create(path: string, content: string): Promise<boolean> {
  // Written apart and linked, so that a lock file is never seen half written.
  const draft = `${path}.${process.pid}`;
  await fs.writeFile(draft, content);
  try {
    await fs.link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

// Another process may have taken the stale lock over in the meantime; then what was moved away is its lock, and goes back.
async function removeStale(path: string, content: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  try {
    await fs.rename(path, aside);
  } catch (error) {
    ifMissing(error);
    return;
  }
  if ((await fs.readFile(aside, "utf8")) !== content) await fs.link(aside, path);
  await fs.rm(aside, { force: true });
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.pid === process.pid) return heldHere.has(path);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.started === "" || holder.started === (await startOf(holder.pid));
}

/** Boot and start time of a process, where the system has /proc; pids are used again after a reboot or in a container. */
async function startOf(pid: number): Promise<string> {
  try {
    const boot = await fs.readFile("/proc/sys/kernel/random/boot_id", "utf8");
    const stat = await fs.readFile(`/proc/${pid}/stat`, "utf8");
    // Field 22; the second field may itself hold blanks and brackets. [proc(5)]
    return `${boot.trim()} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return "";
  }
}

function parseHolder(content: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(content) as Partial<Holder>;
    return Number.isSafeInteger(pid) && pid! > 0 && typeof started === "string" ? { pid: pid!, started } : undefined;
  } catch {
    return undefined;
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
