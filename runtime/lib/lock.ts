/**
 * Ensures that only one process uses a folder. The kernel holds the lock on an open descriptor and releases it when the
 * process ends in any way. Neither a PID, which differs between containers, nor the existence of a file decides. The
 * file `lock` is never deleted; its text only informs people about the holder.
 */

import { readlinkSync } from "node:fs";
import * as fs from "node:fs/promises";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { doesNotLoad } from "./native-package.ts";

export interface DirectoryLock {
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** Distinguishes a process from a later one with the same PID; empty if the system does not provide it. */
  readonly started: string;
  /** The PID's namespace; absent in lock files up to version 0.1, whose existence was the lock. */
  readonly place?: string;
  readonly host?: string;
}

/** Far after the text: a lock on Windows prevents others from reading the locked bytes. */
const LOCKED_BYTE = 2 ** 30;
const MAX_TEXT_BYTES = 4096;

const EXCLUSIVE = true;

type TryLock = (fd: number, offset: number, length: number) => boolean;
/** @throws Error EAGAIN if another process holds it */
type NativeTryLock = (fd: number, offset: number, length: number, isExclusive: boolean) => void;

/**
 * Locks the folder. Must be held before anything else in it is read or renamed.
 * @throws Error naming the process that holds it
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  return lockFile(join(directory, "lock"), directory);
}

/**
 * @param what the locked thing, for the error
 * @throws Error naming the process that holds it
 */
export async function lockFile(path: string, what: string): Promise<DirectoryLock> {
  const tryLock = loadTryLock(what);
  for (;;) {
    const file = await fs.open(path, fs.constants.O_RDWR | fs.constants.O_CREAT);
    try {
      const isFree = tryLock(file.fd, LOCKED_BYTE, 1);
      const holder = await readHolder(file);
      if (!isFree || (await isHeldByPresence(holder))) throw new Error(inUse(what, holder));
      // Version 0.1 or earlier may have moved the file away since it was opened: the lock would then protect nothing.
      if (await isAt(file, path)) {
        await writeHolder(file);
        return { release: () => file.close() };
      }
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
  }
}

/**
 * Locks the whole file for this descriptor until it is closed; false if another one has the lock.
 * @throws Error (one sentence) if the system has no such locks
 */
export function lockDescriptor(fd: number, what: string): boolean {
  return loadTryLock(what)(fd, LOCKED_BYTE, 1);
}

/** Loads the package's native part directly: the package's own search takes longer than everything else in a lock. */
function loadTryLock(what: string): TryLock {
  try {
    const file = `fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`;
    const { tryLock } = createRequire(import.meta.url)(file) as { readonly tryLock: NativeTryLock };
    return (fd, offset, length) => {
      try {
        tryLock(fd, offset, length, EXCLUSIVE);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EAGAIN") return false;
        throw error;
      }
    };
  } catch (cause) {
    throw new Error(`${what} cannot be locked: ${doesNotLoad("fs-native-extensions", cause)}`, { cause });
  }
}

function inUse(what: string, holder: Holder | undefined): string {
  return `${what} is in use by ${nameOf(holder)}; stop it, or configure another folder.`;
}

function nameOf(holder: Holder | undefined): string {
  if (holder === undefined) return "another process";
  const { pid, place = ownPlace(), host } = holder;
  return place === ownPlace() ? `process ${pid}` : `process ${pid} of another container or host (${host})`;
}

async function isAt(file: fs.FileHandle, path: string): Promise<boolean> {
  const [open, named] = await Promise.all([file.stat(), fs.stat(path).catch(() => undefined)]);
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}

/** Whether version 0.1 or earlier is running, which does not use kernel locks. */
async function isHeldByPresence(holder: Holder | undefined): Promise<boolean> {
  if (holder === undefined || holder.place !== undefined || holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.started === "" || holder.started === (await startOf(holder.pid));
}

async function writeHolder(file: fs.FileHandle): Promise<void> {
  const holder: Holder = {
    pid: process.pid,
    started: await startOf(process.pid),
    place: ownPlace(),
    host: hostname(),
  };
  await file.truncate(0);
  await file.write(`${JSON.stringify(holder)}\n`, 0);
}

async function readHolder(file: fs.FileHandle): Promise<Holder | undefined> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_TEXT_BYTES), 0, MAX_TEXT_BYTES, 0);
    const holder = JSON.parse(buffer.toString("utf8", 0, bytesRead)) as Holder;
    return Number.isSafeInteger(holder.pid) && holder.pid > 0 && typeof holder.started === "string"
      ? holder
      : undefined;
  } catch {
    return undefined;
  }
}

/** The PID namespace of this process. */
function ownPlace(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** Boot ID and start time of a process, if the system has /proc; PIDs are reused after a reboot. */
async function startOf(pid: number): Promise<string> {
  try {
    const boot = await fs.readFile("/proc/sys/kernel/random/boot_id", "utf8");
    const stat = await fs.readFile(`/proc/${pid}/stat`, "utf8");
    // Field 22; the second field may contain blanks and brackets. [proc(5)]
    return `${boot.trim()} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return "";
  }
}
