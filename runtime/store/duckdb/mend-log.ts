/**
 * Opens a database with a damaged write-ahead log. A power failure may leave incomplete pages at its end; DuckDB then
 * refuses the database, although everything that it has confirmed is before them.
 */

import * as fs from "node:fs/promises";
import { changeFile } from "../../journal/segment.ts";
import { copyAside } from "../../lib/keep-aside.ts";
import { lockFile } from "../../lib/lock.ts";
import { walOf } from "./checkpoints.ts";

/** "Corrupt WAL file: entry at byte position 116562 computed checksum … does not match …" */
const CORRUPT_LOG = /replaying WAL|Corrupt WAL/i;
const POSITION = /at byte position (\d+)/;
/** Size of an entry's length and checksum; the position is after them. */
const ENTRY_HEADER_BYTES = 16;

/** @throws Error the error of `open` if it has another cause, or if the log cannot be repaired */
export async function openMending<T>(
  path: string,
  open: () => Promise<T>,
  onDamage: (sentence: string) => void,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!isAboutLog(error)) throw error;
    // No other process may open the database while its log is replaced.
    const lock = await lockFile(`${path}.lock`, path);
    try {
      return await mendAndOpen(path, error, open, onDamage);
    } finally {
      await lock.release();
    }
  }
}

async function mendAndOpen<T>(
  path: string,
  refusal: Error,
  open: () => Promise<T>,
  onDamage: (sentence: string) => void,
): Promise<T> {
  const log = walOf(path);
  const aside = await copyAside(log);
  const { size } = await fs.stat(log);
  let error = refusal;
  // The remaining part is sound up to the cut. If it is refused again, then at an earlier position, or for another
  // reason.
  for (let end = size; ; ) {
    const named = Number(POSITION.exec(error.message)?.[1] ?? 0) - ENTRY_HEADER_BYTES;
    end = Math.max(0, named < end ? named : 0);
    await changeFile(log, (file) => file.truncate(end));
    try {
      const opened = await open();
      onDamage(
        `The write-ahead log of ${path} was damaged: ${size - end} of ${size} bytes at its end were discarded, and stored again ` +
          `from the journal. The original log is in ${aside}.`,
      );
      return opened;
    } catch (again) {
      if (end === 0 || !isAboutLog(again)) throw again;
      error = again;
    }
  }
}

function isAboutLog(error: unknown): error is Error {
  return error instanceof Error && CORRUPT_LOG.test(error.message);
}
