/**
 * A disk in memory with the functions of `node:fs` that the service uses. It fails on command. After a power cut it keeps synced data,
 * and a random part of the rest: sectors of writes individually in any order, and name changes up to a random one.
 */

import { constants } from "node:fs";
import { dirname } from "node:path";
import type { Owner, Scheduler } from "./scheduler.ts";

interface Write {
  readonly at: number;
  readonly bytes: Buffer;
}

interface File {
  content: Buffer;
  /** On disk whatever happens. */
  durable: Buffer;
  /** Changes since then. A length means that the file was truncated or extended. */
  pending: (Write | number)[];
  readonly isFolder: boolean;
}

type NameChange = { readonly path: string; readonly file: File | undefined };

const SECTOR = 512;

export class Disk {
  /** Bytes that can still be written; undefined: unlimited. */
  room: number | undefined;
  /** How many of the next writes fail; they may reach the file nevertheless, in whole or in part. */
  failing = 0;
  readonly #scheduler: Scheduler;
  #names = new Map<string, File>();
  #durableNames = new Map<string, File>();
  #nameChanges: NameChange[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  cutPower(): void {
    const { random } = this.#scheduler;
    const kept = Math.floor(random() * (this.#nameChanges.length + 1));
    for (const change of this.#nameChanges.slice(0, kept)) set(this.#durableNames, change);
    this.#nameChanges = [];
    for (const file of new Set(this.#durableNames.values())) {
      for (const change of shuffled(file.pending, random)) if (random() < 0.5) this.#keepPart(file, change);
      file.pending = [];
      file.content = Buffer.from(file.durable);
    }
    this.#names = new Map(this.#durableNames);
  }

  /** Puts a file there, of which all is on disk. */
  put(path: string, text: string): void {
    const content = Buffer.from(text);
    const file: File = { content, durable: Buffer.from(content), pending: [], isFolder: false };
    this.#names.set(path, file);
    this.#durableNames.set(path, file);
  }

  text(path: string): string | undefined {
    return this.#names.get(path)?.content.toString();
  }

  append(path: string, text: string): void {
    if (this.#names.get(path) === undefined) this.put(path, "");
    const file = this.#names.get(path)!;
    write(file, { at: file.content.length, bytes: Buffer.from(text) });
    sync(file);
  }

  /** `node:fs/promises` as the owner has it. */
  promises(owner: Owner): object {
    const wait = <T>(run: () => T, worstMs = 2): Promise<T> => this.#wait(owner, run, worstMs);
    const found = (path: string): File => {
      const file = this.#names.get(path);
      if (file === undefined) throw failure("ENOENT", path);
      return file;
    };
    return {
      constants,
      open: (path: string, flags: number | string = "r") => wait(() => this.#open(owner, path, flags)),
      mkdir: (path: string) => wait(() => this.#makeFolder(path)),
      readdir: (path: string) =>
        wait(() =>
          [...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => name.slice(path.length + 1)),
        ),
      lstat: (path: string) => wait(() => stat(found(path))),
      stat: (path: string) => wait(() => stat(found(path))),
      readFile: (path: string, encoding?: string) =>
        wait(() => (encoding === undefined ? Buffer.from(found(path).content) : found(path).content.toString("utf8"))),
      rm: (path: string, { force = false } = {}) =>
        wait(() => {
          if (!force) found(path);
          this.#change({ path, file: undefined });
        }),
      rename: (from: string, to: string) =>
        wait(() => {
          const file = found(from);
          this.#change({ path: to, file });
          this.#change({ path: from, file: undefined });
        }),
      copyFile: (from: string, to: string) =>
        wait(() => {
          const copy: File = { content: Buffer.alloc(0), durable: Buffer.alloc(0), pending: [], isFolder: false };
          write(copy, { at: 0, bytes: Buffer.from(found(from).content) });
          this.#change({ path: to, file: copy });
        }),
    };
  }

  #open(owner: Owner, path: string, flags: number | string): object {
    const bits =
      typeof flags === "number"
        ? flags
        : { r: 0, "r+": constants.O_RDWR, w: constants.O_CREAT | constants.O_TRUNC }[flags]!;
    const known = this.#names.get(path);
    if (known === undefined && (bits & constants.O_CREAT) === 0) throw failure("ENOENT", path);
    if (known !== undefined && (bits & constants.O_EXCL) !== 0) throw failure("EEXIST", path);
    const file = known ?? { content: Buffer.alloc(0), durable: Buffer.alloc(0), pending: [], isFolder: false };
    if (known === undefined) this.#change({ path, file });
    if ((bits & constants.O_TRUNC) !== 0) cut(file, 0);
    return this.#handle(owner, file, (bits & constants.O_DSYNC) === constants.O_DSYNC);
  }

  #handle(owner: Owner, file: File, isDsync: boolean): object {
    const wait = <T>(run: () => T, worstMs = 2): Promise<T> => this.#wait(owner, run, worstMs);
    const put = (bytes: Buffer, at: number): number => {
      const isFailing = this.failing > 0;
      if (isFailing) this.failing--;
      const length = isFailing ? this.#reached(bytes.length) : this.#takes(bytes.length);
      write(file, { at, bytes: Buffer.from(bytes.subarray(0, length)) });
      if (isFailing) throw failure("EIO", "write");
      if (length < bytes.length) throw failure("ENOSPC", "write");
      return length;
    };
    return {
      fd: 3,
      read: (buffer: Buffer, offset: number, length: number, position: number) =>
        wait(() => ({ bytesRead: file.content.subarray(position, position + length).copy(buffer, offset), buffer })),
      // A write in progress during a power cut may be there in part.
      write: async (buffer: Buffer, offset = 0, length = buffer.length, position = 0) => {
        const bytesWritten = put(buffer.subarray(offset, offset + length), position);
        await wait(() => {
          if (isDsync) sync(file);
        }, 4);
        return { bytesWritten, buffer };
      },
      writeFile: (text: string | Buffer) => wait(() => put(Buffer.from(text), 0)),
      truncate: (length = 0) =>
        wait(() => {
          cut(file, length);
          if (isDsync) sync(file);
        }),
      datasync: () => wait(() => sync(file), 4),
      sync: () =>
        wait(() => {
          if (file.isFolder) this.#syncNames();
          else sync(file);
        }, 4),
      stat: () => wait(() => stat(file)),
      close: () => wait(() => undefined),
    };
  }

  /** A third of the failed writes leave nothing, a third everything. */
  #reached(bytes: number): number {
    return Math.round(bytes * Math.min(1, Math.max(0, this.#scheduler.random() * 3 - 1)));
  }

  #takes(bytes: number): number {
    if (this.room === undefined) return bytes;
    const taken = Math.min(bytes, this.room);
    this.room -= taken;
    return taken;
  }

  #makeFolder(path: string): void {
    const above = dirname(path);
    if (above !== path && above !== "/") this.#makeFolder(above);
    if (this.#names.has(path)) return;
    const file: File = { content: Buffer.alloc(0), durable: Buffer.alloc(0), pending: [], isFolder: true };
    this.#names.set(path, file);
    this.#durableNames.set(path, file);
  }

  #change(change: NameChange): void {
    set(this.#names, change);
    this.#nameChanges.push(change);
  }

  /** One log of name changes, like a file system's. */
  #syncNames(): void {
    for (const change of this.#nameChanges) set(this.#durableNames, change);
    this.#nameChanges = [];
  }

  #keepPart(file: File, change: Write | number): void {
    const { random } = this.#scheduler;
    if (typeof change === "number") {
      file.durable = resized(file.durable, change);
      return;
    }
    const isWhole = random() < 0.5;
    for (let from = 0; from < change.bytes.length; from += SECTOR - ((change.at + from) % SECTOR)) {
      if (!isWhole && random() < 0.5) continue;
      const to = Math.min(change.bytes.length, from + SECTOR - ((change.at + from) % SECTOR));
      file.durable = written(file.durable, { at: change.at + from, bytes: change.bytes.subarray(from, to) });
    }
  }

  #wait<T>(owner: Owner, run: () => T, worstMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const delayNs = 10_000 + this.#scheduler.random() ** 4 * worstMs * 1_000_000;
      this.#scheduler.after(owner, delayNs, () => {
        try {
          resolve(run());
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }
}

function set(names: Map<string, File>, { path, file }: NameChange): void {
  if (file === undefined) names.delete(path);
  else names.set(path, file);
}

function write(file: File, change: Write): void {
  file.content = written(file.content, change);
  file.pending.push(change);
}

function cut(file: File, length: number): void {
  file.content = resized(file.content, length);
  file.pending.push(length);
}

function sync(file: File): void {
  file.durable = Buffer.from(file.content);
  file.pending = [];
}

function written(content: Buffer, { at, bytes }: Write): Buffer {
  const result = resized(content, Math.max(content.length, at + bytes.length));
  bytes.copy(result, at);
  return result;
}

function resized(content: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length);
  content.copy(result);
  return result;
}

function stat(file: File): object {
  return { size: file.content.length, isFile: () => !file.isFolder, isDirectory: () => file.isFolder, ino: 1, dev: 1 };
}

function failure(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}
