/**
 * Keeps what a torn write would destroy. A checkpoint of DuckDB writes new metadata into the unused parts of blocks whose other parts the file's
 * valid header still refers to. If power fails, or the process is killed, in the middle of such a write of 256 KB, the block's checksum is wrong, and
 * DuckDB refuses the file with all of its rows. [DuckDB 1.5.5: the block of the catalogue differs before and after most checkpoints]
 *
 * So a copy of these blocks is made before each checkpoint. An opening writes them back if the header is still the one of before.
 */

import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import * as fs from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { changeFile } from "../../journal/segment.ts";
import { replaceFile } from "../../lib/replace-file.ts";

/** The main header, and the two that take turns. */
const HEAD_BYTES = 3 * 4096;
const BLOCK_BYTES = 262_144;
const ID_BYTES = 8;
const HASH_BYTES = 32;
const NOTHING = Buffer.alloc(0);
/** A block can be written only where it has unused parts. */
const WRITABLE = "SELECT block_id FROM pragma_metadata_info() WHERE free_blocks > 0 ORDER BY 1";

interface Copy {
  /** The beginning of the file at that time. */
  readonly head: Buffer;
  readonly blocks: ReadonlyMap<number, Buffer>;
}

/**
 * To be called before each checkpoint, while nothing else writes.
 * @param file descriptor of the database's file. It stays open as long as the database: the end of any descriptor ends DuckDB's lock
 */
export async function copyMetadata(path: string, file: number, writer: DuckDBConnection): Promise<void> {
  const ids = (await (await writer.run(WRITABLE)).getRows()).map(([id]) => Number(id));
  const parts = [readAt(file, 0, HEAD_BYTES) ?? NOTHING];
  for (const id of ids) {
    const block = readAt(file, placeOf(id), BLOCK_BYTES);
    // The file does not have it yet, so its header does not refer to it.
    if (block === undefined) continue;
    const number = Buffer.alloc(ID_BYTES);
    number.writeBigUInt64LE(BigInt(id));
    parts.push(number, block);
  }
  const copy = Buffer.concat(parts);
  await replaceFile(copyOf(path), Buffer.concat([copy, hashOf(copy)]));
}

/**
 * Writes the blocks back that a checkpoint has begun to write, and not finished.
 * @param isFree whether no other process has the database open. Asked only if something would be written
 */
export async function restoreMetadata(path: string, isFree: () => Promise<boolean>): Promise<void> {
  const copy = await readCopy(path);
  if (copy === undefined) return;
  const changed = await changedBlocks(path, copy);
  if (changed.size === 0 || !(await isFree())) return;
  await changeFile(path, async (file) => {
    for (const [id, block] of changed) await file.write(block, 0, BLOCK_BYTES, placeOf(id));
  });
}

/** None if the file's head is another: the checkpoint came to its end, or it is another file. */
async function changedBlocks(path: string, { head, blocks }: Copy): Promise<ReadonlyMap<number, Buffer>> {
  const file = await fs.open(path, "r").catch(() => undefined);
  if (file === undefined) return new Map();
  try {
    const isAt = (position: number, bytes: Buffer) => readAt(file.fd, position, bytes.length)?.equals(bytes) === true;
    return isAt(0, head) ? new Map([...blocks].filter(([id, block]) => !isAt(placeOf(id), block))) : new Map();
  } finally {
    await file.close();
  }
}

/** Undefined if the copy is missing or damaged. */
async function readCopy(path: string): Promise<Copy | undefined> {
  const bytes = await fs.readFile(copyOf(path)).catch(() => undefined);
  if (bytes === undefined || bytes.length < HEAD_BYTES + HASH_BYTES) return undefined;
  const copy = bytes.subarray(0, -HASH_BYTES);
  if (!hashOf(copy).equals(bytes.subarray(-HASH_BYTES))) return undefined;
  const blocks = new Map<number, Buffer>();
  for (let at = HEAD_BYTES; at < copy.length; at += ID_BYTES + BLOCK_BYTES)
    blocks.set(Number(copy.readBigUInt64LE(at)), copy.subarray(at + ID_BYTES, at + ID_BYTES + BLOCK_BYTES));
  return { head: copy.subarray(0, HEAD_BYTES), blocks };
}

/** Undefined if the file ends before. */
function readAt(file: number, position: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
}

function placeOf(id: number): number {
  return HEAD_BYTES + id * BLOCK_BYTES;
}

function hashOf(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function copyOf(path: string): string {
  return `${path}.metadata`;
}
