/** Reads the sound blocks of a segment in order, with large reads. */

import { crc32 } from "node:zlib";
import { BLOCK_HEADER_BYTES, BLOCK_MAGIC, type BlockHeader, readBlockHeader } from "./block.ts";
import type { JournalFile, Segment } from "./segment.ts";

const WINDOW_BYTES = 1 << 20;

export interface Block {
  readonly header: BlockHeader;
  readonly body: Buffer;
  /** Offset after the block in the file. */
  readonly end: number;
}

export class SegmentReader {
  readonly #file: JournalFile;
  readonly #salt: number;
  /** Bytes from here on are not read: the file ends, or they are not durable yet. */
  readonly #limit: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;
  #offset: number;

  constructor(file: JournalFile, { bytes, blocksAt, salt }: Pick<Segment, "bytes" | "blocksAt" | "salt">) {
    this.#file = file;
    this.#limit = bytes;
    this.#offset = blocksAt;
    this.#salt = salt;
  }

  /** The sound blocks whose last position is after `after`. */
  async *blocks(after = 0): AsyncGenerator<Block> {
    for (let block = await this.next(after); block !== undefined; block = await this.next(after)) yield block;
  }

  /** The next sound block whose last position is after `after`; skips damaged ones. Undefined at the end. */
  async next(after = 0): Promise<Block | undefined> {
    for (;;) {
      const header = await this.#headerAt(this.#offset);
      if (header === undefined) {
        const found = await this.#search(this.#offset + 1);
        if (found === undefined) return undefined;
        this.#offset = found;
        continue;
      }
      const bodyAt = this.#offset + BLOCK_HEADER_BYTES;
      const end = bodyAt + header.bodyBytes;
      this.#offset = end;
      if (header.last <= after && header.records > 0) continue;
      const body = await this.#bytes(bodyAt, header.bodyBytes);
      if (body.length === header.bodyBytes && crc32(body) === header.bodyCrc) return { header, body, end };
    }
  }

  async #headerAt(offset: number): Promise<BlockHeader | undefined> {
    const header = readBlockHeader(await this.#bytes(offset, BLOCK_HEADER_BYTES), 0);
    const sound = header !== undefined && header.salt === this.#salt;
    return sound && offset + BLOCK_HEADER_BYTES + header.bodyBytes <= this.#limit ? header : undefined;
  }

  /** Offset of the next valid header from `from` on. */
  async #search(from: number): Promise<number | undefined> {
    let at = from;
    while (at + BLOCK_HEADER_BYTES <= this.#limit) {
      const stretch = await this.#bytes(at, Math.min(WINDOW_BYTES, this.#limit - at));
      if (stretch.length < BLOCK_HEADER_BYTES) return undefined;
      const found = stretch.indexOf(BLOCK_MAGIC);
      if (found < 0) {
        // The magic may cross the border of two reads.
        at += stretch.length - BLOCK_MAGIC.length + 1;
        continue;
      }
      if ((await this.#headerAt(at + found)) !== undefined) return at + found;
      at += found + 1;
    }
    return undefined;
  }

  /** Up to `length` bytes at `offset`, fewer at the limit. The returned bytes stay valid: a window is never reused. */
  async #bytes(offset: number, length: number): Promise<Buffer> {
    const from = offset - this.#windowAt;
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length);
    const window = Buffer.allocUnsafeSlow(Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), this.#limit - offset)));
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.#file.read(window, filled, window.length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#window = window.subarray(0, filled);
    this.#windowAt = offset;
    return this.#window.subarray(0, length);
  }
}
