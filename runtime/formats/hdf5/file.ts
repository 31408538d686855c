/**
 * Writes files of the Hierarchical Data Format in one pass: groups, datasets and attributes. [HDF5 File Format
 * Specification, version 3.0]
 *
 * libhdf5 as WebAssembly (h5wasm) takes 15 MB installed and copies a file once more; this file implements only the
 * parts needed here.
 */

import { TooLargeForFormat } from "../../export/encode.ts";
import { type Bytes, join, padded, u16, u32, u64, utf8, zeroEnded } from "./bytes.ts";
import { lookup3 } from "./lookup3.ts";
import { LONG_TEXT, type Type, text } from "./types.ts";

/** `undefined`: no value (an empty text); `[]`: one value. */
export type Shape = readonly number[] | undefined;

export interface Attribute {
  readonly name: string;
  readonly type: Type;
  readonly shape: Shape;
  readonly data: Bytes;
}

/** An object in the file that others refer to by its address. */
export interface Placed {
  readonly address: number;
}

export interface Dataset {
  readonly type: Type;
  readonly shape: readonly number[];
  readonly data: Bytes;
  /** In one chunk, as PyTables needs its tables. */
  readonly isChunked?: boolean;
  readonly attributes: () => readonly Attribute[];
}

const SUPERBLOCK_BYTES = 48;
const UNDEFINED = 0xffff_ffff_ffff_ffffn;
const SIGNATURE = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * @param charset declared by HDF5 for every text; PyTables reads ASCII as a Python pickle, and UTF-8 as the text itself
 */
export function textAttribute(name: string, value: string, charset: "ascii" | "utf8" = "utf8"): Attribute {
  const data = utf8(value);
  return { name, type: text(Math.max(1, data.length), charset), shape: data.length === 0 ? undefined : [], data };
}

export class Hdf5File {
  readonly #parts: (() => Bytes)[] = [];
  #end = SUPERBLOCK_BYTES;

  dataset({ type, shape, data, isChunked = false, attributes }: Dataset): Placed {
    const bytes = this.bytes(data);
    const hasData = data.length > 0;
    const tree = isChunked && hasData ? this.bytes(treeOf(shape, type, bytes)).address : undefined;
    return this.#object(() => [
      message(0x01, space(shape)),
      message(0x03, type.message),
      // No fill value; space is allocated when the first value is written.
      message(0x05, Uint8Array.of(3, isChunked ? 0x0b : 0x0a)),
      message(0x08, isChunked ? chunked(shape, type, tree) : contiguous(hasData ? bytes.address : undefined, data)),
      ...attributes().map(attributeMessage),
    ]);
  }

  group(members: ReadonlyMap<string, Placed>, attributes: readonly Attribute[]): Placed {
    const links = [...members].map(([name, member], order) => {
      const label = utf8(name);
      // Hard links in order of creation, names in UTF-8.
      const head = Uint8Array.of(1, 0x04 | 0x10 | 0x02);
      return () =>
        message(0x06, join(head, u64(order), Uint8Array.of(1), u32(label.length), label, u64(member.address)));
    });
    const info = join(Uint8Array.of(0, 1), u64(members.size), u64(UNDEFINED), u64(UNDEFINED));
    return this.#object(() => [
      message(0x02, info),
      message(0x0a, Uint8Array.of(0, 0)),
      ...links.map((link) => link()),
      ...attributes.map(attributeMessage),
    ]);
  }

  /**
   * Puts values of any length into the global heap. [III.E]
   * @returns for each value what its dataset or attribute stores: length, address and index
   */
  heap(
    values: readonly { readonly data: () => Bytes; readonly bytes: number; readonly length: number }[],
  ): () => Bytes {
    const entries = values.map(({ length }) => ({ length, address: 0, index: 0 }));
    // Empty ones, too: without an object they are null pointers, which R's ncdf4 follows.
    const filled = [...values.entries()];
    for (let from = 0; from < filled.length; ) {
      const chosen: typeof filled = [];
      let size = 16;
      while (from < filled.length && chosen.length < 4000 && size < 1 << 20) {
        const value = filled[from++]!;
        chosen.push(value);
        size += 16 + padded(value[1].bytes);
      }
      const whole = Math.max(4096, size + 16);
      const at = this.#place(whole, () => {
        const objects = chosen.map(([, { data, bytes }], index) =>
          join(u16(index + 1), u16(1), u32(0), u64(bytes), data(), new Uint8Array(padded(bytes) - bytes)),
        );
        const rest = join(u16(0), u16(0), u32(0), u64(whole - size), new Uint8Array(whole - size - 16));
        return join(utf8("GCOL"), Uint8Array.of(1, 0, 0, 0), u64(whole), ...objects, rest);
      });
      for (const [index, [place]] of chosen.entries())
        entries[place] = { ...entries[place]!, address: at.address, index: index + 1 };
    }
    return () => {
      const bytes = new Uint8Array(LONG_TEXT.size * entries.length);
      const view = new DataView(bytes.buffer);
      for (const [place, { length, address, index }] of entries.entries()) {
        view.setUint32(place * LONG_TEXT.size, length, true);
        view.setBigUint64(place * LONG_TEXT.size + 4, BigInt(address), true);
        view.setUint32(place * LONG_TEXT.size + 12, index, true);
      }
      return bytes;
    };
  }

  /** Places raw bytes. */
  bytes(data: Bytes): Placed {
    return this.#place(data.length, () => data);
  }

  /** @returns the whole file */
  end(root: Placed): Bytes {
    const head = join(SIGNATURE, Uint8Array.of(2, 8, 8, 0), u64(0), u64(UNDEFINED), u64(this.#end), u64(root.address));
    return join(head, u32(lookup3(head)), ...this.#parts.map((part) => part()));
  }

  /** Its size does not depend on addresses, which are known only after everything is placed. @throws TooLargeForFormat */
  #object(messages: () => readonly Bytes[]): Placed {
    const build = (): Bytes => {
      const body = join(...messages());
      // Four-byte sizes. Without limits for attributes in the header, which pyfive and jsfive do not read.
      const head = join(utf8("OHDR"), Uint8Array.of(2, 0x02), u32(body.length), body);
      return join(head, u32(lookup3(head)));
    };
    return this.#place(build().length, build);
  }

  #place(size: number, part: () => Bytes): Placed {
    const address = this.#end;
    const padding = new Uint8Array(padded(size) - size);
    this.#parts.push(part, () => padding);
    this.#end += padded(size);
    return { address };
  }
}

function message(type: number, body: Bytes): Bytes {
  if (body.length > 0xffff) throw new TooLargeForFormat("HDF5 cannot hold the names of so many columns");
  return join(Uint8Array.of(type), u16(body.length), Uint8Array.of(0), body);
}

/** [IV.A.2.m] */
function attributeMessage({ name, type, shape, data }: Attribute): Bytes {
  const [label, extent] = [zeroEnded(name), space(shape)];
  const sizes = join(u16(label.length), u16(type.message.length), u16(extent.length));
  return message(0x0c, join(Uint8Array.of(3, 0), sizes, Uint8Array.of(1), label, type.message, extent, data));
}

/** [IV.A.2.b] */
function space(shape: Shape): Bytes {
  const kind = shape === undefined ? 2 : shape.length === 0 ? 0 : 1;
  return join(Uint8Array.of(2, shape?.length ?? 0, 0, kind), ...(shape ?? []).map((length) => u64(length)));
}

/** [IV.A.2.i] */
function contiguous(address: number | undefined, data: Bytes): Bytes {
  return join(Uint8Array.of(3, 1), u64(address ?? UNDEFINED), u64(data.length));
}

/** [IV.A.2.i] */
function chunked(shape: readonly number[], { size }: Type, tree: number | undefined): Bytes {
  const lengths = [...shape, size].map((length) => u32(Math.max(1, length)));
  return join(Uint8Array.of(3, 2, lengths.length), u64(tree ?? UNDEFINED), ...lengths);
}

/** The tree of one chunk, which has all data; older readers know no other index. [III.A.1] */
function treeOf(shape: readonly number[], { size }: Type, { address }: Placed): Bytes {
  const key = (bytes: number, offsets: readonly number[]) => join(u32(bytes), u32(0), ...offsets.map(u64), u64(0));
  const all = shape.reduce((product, length) => product * length, size);
  const [first, last] = [
    key(
      all,
      shape.map(() => 0),
    ),
    key(0, shape),
  ];
  const head = join(utf8("TREE"), Uint8Array.of(1, 0), u16(1), u64(UNDEFINED), u64(UNDEFINED));
  const node = join(head, first, u64(address), last);
  // A node has room for 64 chunks.
  return join(node, new Uint8Array(63 * (first.length + 8)));
}
