/**
 * Keeps exports as files while clients request parts of them: the first request creates a file, the others read it. A
 * file has no name, so none is left behind. It is closed when it was not read for a while, or when others need the
 * room.
 */

import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SpoolLimits {
  /** Total of all files. Larger exports are not kept. */
  readonly bytes: number;
  readonly files: number;
  /** Time since the last read. */
  readonly keepMs: number;
}

const LIMITS: SpoolLimits = { bytes: 1 << 30, files: 8, keepMs: 300_000 };
const READ_AT_ONCE = 256 * 1024;

interface Spooled {
  readonly handle: FileHandle;
  readonly size: number;
  readers: number;
  usedMs: number;
}

/** While it is held, its file is kept. */
export interface HeldExport {
  readonly size: number;
  /** Bytes from `first` to before `end`. */
  bytes(first: number, end: number): AsyncGenerator<Uint8Array>;
  release(): void;
}

export class SpooledExports {
  readonly #limits: SpoolLimits;
  readonly #directory: string;
  /** In order of use, the most recent last. */
  readonly #files = new Map<string, Promise<Spooled | undefined>>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: SpoolLimits = LIMITS, directory = tmpdir()) {
    this.#limits = limits;
    this.#directory = directory;
  }

  /**
   * @param key changes with the export's content
   * @param make creates the bytes if they are not kept
   * @returns undefined if there is no room for them
   */
  async hold(key: string, make: () => AsyncIterable<Uint8Array>): Promise<HeldExport | undefined> {
    const known = this.#files.get(key) ?? this.#spool(key, make);
    this.#files.delete(key);
    this.#files.set(key, known);
    const spooled = await known;
    if (spooled === undefined) return undefined;
    // Another export displaced it in the meantime.
    if (this.#files.get(key) !== known) return this.hold(key, make);
    spooled.readers++;
    let isHeld = true;
    return {
      size: spooled.size,
      bytes: (first, end) => bytesOf(spooled.handle, first, end),
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        spooled.readers--;
        spooled.usedMs = performance.now();
        this.#watch();
      },
    };
  }

  #spool(key: string, make: () => AsyncIterable<Uint8Array>): Promise<Spooled | undefined> {
    const spooling = this.#write(make).catch((error: NodeJS.ErrnoException) => {
      this.#files.delete(key);
      if (error.code === "ENOSPC") return undefined;
      throw error;
    });
    void spooling.then(
      (spooled) => spooled === undefined && this.#files.delete(key),
      () => {},
    );
    return spooling;
  }

  async #write(make: () => AsyncIterable<Uint8Array>): Promise<Spooled | undefined> {
    const path = join(this.#directory, `structline-export-${randomUUID()}`);
    const handle = await open(path, "wx+", 0o600);
    let size = 0;
    try {
      await unlink(path);
      for await (const piece of make()) {
        size += piece.length;
        this.#bytes += piece.length;
        if (!(await this.#makeRoom())) throw new NoRoom();
        await handle.appendFile(piece);
      }
      return { handle, size, readers: 0, usedMs: performance.now() };
    } catch (error) {
      this.#bytes -= size;
      await handle.close();
      if (error instanceof NoRoom) return undefined;
      throw error;
    }
  }

  async #makeRoom(): Promise<boolean> {
    const isOver = () => this.#bytes > this.#limits.bytes || this.#files.size > this.#limits.files;
    for (const [key, file] of isOver() ? [...this.#files] : []) {
      // An export that is being written is the caller's own, or has no size yet.
      const spooled = await Promise.race([file, undefined]);
      if (spooled !== undefined && spooled.readers === 0) await this.#close(key, spooled);
      if (!isOver()) return true;
    }
    return this.#bytes <= this.#limits.bytes;
  }

  async #close(key: string, { handle, size }: Spooled): Promise<void> {
    if (!this.#files.delete(key)) return;
    this.#bytes -= size;
    await handle.close();
  }

  #watch(): void {
    this.#timer ??= setTimeout(() => void this.#sweep(), this.#limits.keepMs).unref();
  }

  async #sweep(): Promise<void> {
    this.#timer = undefined;
    for (const [key, file] of [...this.#files]) {
      const spooled = await file.catch(() => undefined);
      const isOld = spooled !== undefined && performance.now() - spooled.usedMs >= this.#limits.keepMs;
      if (isOld && spooled.readers === 0) await this.#close(key, spooled);
    }
    if (this.#files.size > 0) this.#watch();
  }
}

class NoRoom extends Error {}

async function* bytesOf(handle: FileHandle, first: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = first; at < end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_AT_ONCE, end - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error("an export's file is shorter than it was");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
