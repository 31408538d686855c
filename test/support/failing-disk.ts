/** A disk that fails when told to. */

import * as fs from "node:fs/promises";
import type { JournalFile, OpenFile } from "../../runtime/journal/segment.ts";

export class FailingDisk {
  /** Code of the error that writes meet; undefined lets them succeed. */
  failWith: "ENOSPC" | "EIO" | undefined;
  /** How many writes, counted from the first, succeed nevertheless. */
  sparesWrites = 0;
  /** Bytes of a failing write that reach the file nevertheless. */
  partialBytes = 0;
  /** A file can be cut off even while writes fail. */
  sparesCuts = false;
  /** File headers are written even while other writes fail. */
  sparesHeaders = false;
  /** Holds back every write until it is resolved. */
  gate: Promise<void> = Promise.resolve();
  writes = 0;
  /** Also those that are held back. */
  begun = 0;

  readonly open: OpenFile = async (path, flags) => {
    const file = await fs.open(path, flags);
    return {
      read: file.read.bind(file),
      datasync: file.datasync.bind(file),
      truncate: async (length) => {
        if (this.failWith !== undefined && !this.sparesCuts) throw this.#error();
        await file.truncate(length);
      },
      close: file.close.bind(file),
      stat: file.stat.bind(file),
      write: ((buffer: Buffer, offset: number, length: number, position: number) =>
        this.#write(file, buffer, offset, length, position)) as JournalFile["write"],
    };
  };

  async #write(file: fs.FileHandle, buffer: Buffer, offset: number, length: number, position: number) {
    this.begun++;
    await this.gate;
    this.writes++;
    const isSpared = this.writes <= this.sparesWrites || (this.sparesHeaders && position === 0);
    if (this.failWith === undefined || isSpared) return file.write(buffer, offset, length, position);
    if (this.partialBytes > 0) await file.write(buffer, offset, Math.min(length, this.partialBytes), position);
    throw this.#error();
  }

  #error(): Error {
    return Object.assign(new Error(`${this.failWith}: write failed`), { code: this.failWith });
  }
}
