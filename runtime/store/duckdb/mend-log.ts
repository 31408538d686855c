/**
 * Opens a database whose write-ahead log is damaged. A power failure leaves pages at its end that were never written, or not
 * whole; DuckDB then refuses the database, though all that it ever confirmed is before them.
 */

import * as fs from "node:fs/promises";
import { lockFile } from "../../journal/lock.ts";
import { copyAside } from "../../telemetry/keep-aside.ts";
import { walOf } from "./checkpoints.ts";

/** "Corrupt WAL file: entry at byte position 116562 computed checksum … does not match …" */
const CORRUPT_LOG = /replaying WAL|Corrupt WAL/i;
const POSITION = /at byte position (\d+)/;
/** Length and checksum of an entry; the position is that behind them. */
const ENTRY_HEADER_BYTES = 16;

/** @throws Error what `open` throws where that is about something else, or the log cannot be mended */
export async function openMending<T>(
  path: string,
  open: () => Promise<T>,
  onDamage: (sentence: string) => void,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!isAboutLog(error)) throw error;
    // Nobody else is to open the database while its log is exchanged.
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
  // What a cut leaves is sound up to there; should it be refused again, then at an earlier place, or for another reason.
  for (let end = size; ; ) {
    const named = Number(POSITION.exec(error.message)?.[1] ?? 0) - ENTRY_HEADER_BYTES;
    end = Math.max(0, named < end ? named : 0);
    await cut(log, end);
    try {
      const opened = await open();
      onDamage(
        `The write-ahead log of ${path} was damaged: ${size - end} of ${size} bytes at its end were left out, and stored again ` +
          `from the journal. The log as it was is in ${aside}.`,
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

async function cut(log: string, end: number): Promise<void> {
  const file = await fs.open(log, "r+");
  try {
    await file.truncate(end);
    await file.datasync();
  } finally {
    await file.close();
  }
}
