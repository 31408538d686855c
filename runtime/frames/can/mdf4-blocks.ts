/** Blocks of an MDF file, version 4: headers with links, texts, and data in one piece or many. [ASAM MDF 4.1] */

import { inflateSync } from "node:zlib";

const HEADER_BYTES = 24;
const MOST_LINKS = 100_000;
/** Bytes of all groups, packed and unpacked. */
const MOST_DATA = 1 << 30;
/** Bytes of all other blocks: a small file may name the same ones again and again. */
const MOST_READ = 2 ** 26;
const DATA_KINDS: ReadonlySet<string> = new Set(["DT", "SD", "RD", "DZ"]);

export interface Block {
  /** `DG`, `CN`, … */
  readonly kind: string;
  readonly links: readonly number[];
  /** Behind the links. */
  readonly body: Buffer;
}

export class Blocks {
  readonly #file: Buffer;
  /** The program that wrote the file was stopped before it wrote how long its last block is. */
  readonly #isUnfinished: boolean;
  #data = 0;
  #read = 0;

  constructor(file: Buffer, isUnfinished: boolean) {
    this.#file = file;
    this.#isUnfinished = isUnfinished;
  }

  /** Undefined for the link 0, which means nothing. @throws Error for no block of these kinds */
  at(link: number, ...kinds: readonly string[]): Block | undefined {
    if (link === 0) return undefined;
    const file = this.#file;
    if (link + HEADER_BYTES > file.length || file.toString("latin1", link, link + 2) !== "##")
      throw new Error(`there is no block at ${link}`);
    const kind = file.toString("latin1", link + 2, link + 4);
    if (!kinds.includes(kind)) throw new Error(`the block at ${link} is ${kind}, which is not read there`);
    const length = Number(file.readBigUInt64LE(link + 8));
    const count = Number(file.readBigUInt64LE(link + 16));
    const begin = link + HEADER_BYTES + 8 * count;
    const isOpen = this.#isUnfinished && kind === "DT" && (length <= HEADER_BYTES || link + length > file.length);
    const end = isOpen ? file.length : link + length;
    if (count > MOST_LINKS || begin > end || end > file.length) throw new Error(`the block at ${link} is cut`);
    this.#read += HEADER_BYTES + 8 * count + (DATA_KINDS.has(kind) ? 0 : end - begin);
    if (this.#read > MOST_READ) throw new Error("it names its blocks too often");
    const links = Array.from({ length: count }, (_, i) => Number(file.readBigUInt64LE(link + HEADER_BYTES + 8 * i)));
    return { kind, links, body: file.subarray(begin, end) };
  }

  /** A block and those that follow it: their first link. */
  *chain(link: number, kind: string): Generator<Block & { readonly link: number }> {
    const seen = new Set<number>();
    for (let at = link; at !== 0; ) {
      if (seen.has(at) || seen.size > MOST_LINKS) throw new Error(`blocks of ${kind} go in a circle`);
      seen.add(at);
      const block = this.at(at, kind)!;
      yield { ...block, link: at };
      at = block.links[0] ?? 0;
    }
  }

  text(link: number): string {
    const { body } = this.at(link, "TX", "MD") ?? {};
    const end = body?.indexOf(0) ?? -1;
    return body?.toString("utf8", 0, end < 0 ? undefined : end) ?? "";
  }

  /** Records, or values of different lengths. Yields between its pieces, for others' turns. */
  *data(link: number): Generator<undefined, Buffer> {
    const pieces: Buffer[] = [];
    for (const piece of this.#pieces(link)) {
      pieces.push(piece);
      yield;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  *#pieces(link: number): Generator<Buffer> {
    const block = this.at(link, "DT", "SD", "RD", "DZ", "DL", "HL");
    if (block === undefined) return;
    if (block.kind === "HL") yield* this.#pieces(block.links[0] ?? 0);
    else if (block.kind === "DL") {
      for (const list of this.chain(link, "DL"))
        for (const one of list.links.slice(1)) {
          const piece = this.at(one, "DT", "SD", "RD", "DZ");
          if (piece !== undefined) yield this.#content(piece);
        }
    } else yield this.#content(block);
  }

  #content(block: Block): Buffer {
    const content = block.kind === "DZ" ? unpacked(block) : block.body;
    this.#data += content.length + (block.kind === "DZ" ? block.body.length : 0);
    if (this.#data > MOST_DATA) throw new Error(`its groups have more than ${MOST_DATA} bytes`);
    return content;
  }
}

function unpacked({ body }: Block): Buffer {
  const isTransposed = body[2] === 1;
  const columns = body.readUInt32LE(4);
  const size = Number(body.readBigUInt64LE(8));
  const packed = body.subarray(24, 24 + Number(body.readBigUInt64LE(16)));
  if (size > MOST_DATA) throw new Error(`a packed block has ${size} bytes`);
  if (body[2]! > 1) throw new Error(`a packed block has an unknown compression (${body[2]})`);
  let content: Buffer;
  try {
    content = inflateSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    throw new Error(`a packed block is damaged: ${(error as Error).message}`);
  }
  return isTransposed ? untransposed(content, columns) : content;
}

/** Bytes came column by column; those behind the last whole row as they were. */
function untransposed(bytes: Buffer, columns: number): Buffer {
  const rows = columns === 0 ? 0 : Math.floor(bytes.length / columns);
  const result = Buffer.from(bytes);
  for (let column = 0, from = 0; column < (rows === 0 ? 0 : columns); column++)
    for (let row = 0; row < rows; row++) result[row * columns + column] = bytes[from++]!;
  return result;
}
