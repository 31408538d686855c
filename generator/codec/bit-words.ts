/** Assigns bit-fields to words: adjacent bit-fields are read together, as words of up to 32 bits. */

import type { ScalarNode } from "../layout/struct-layout.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";

/** Up to four bytes that are read or written at once. */
export interface BitWord {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteOrder: ByteOrder;
  /** Set if that is not the message's byte order. */
  readonly isForeign?: true;
}

export interface BitField {
  readonly node: ScalarNode;
  /** The words that contain its bits, ascending. */
  readonly words: readonly BitWord[];
  /** Position of its first bit in the first word, counted from the least significant bit, or from the most significant bit if big-endian. */
  readonly firstBit: number;
  readonly byteOrder: ByteOrder;
}

/** The part of a field in one word, for fields of up to 32 bits. */
export interface BitPiece {
  readonly word: BitWord;
  /** Position of the piece's least significant bit in the word's value. */
  readonly wordShift: number;
  /** Position of the piece's least significant bit in the field's value. */
  readonly fieldShift: number;
  readonly width: number;
}

const WORD_BYTES = 4;

/** Each bit-field with its words. Bit-fields of one byte order in adjacent bytes share words. */
export function bitFields(nodes: readonly ScalarNode[], byteOrder: ByteOrder): ReadonlyMap<ScalarNode, BitField> {
  const orderOf = (node: ScalarNode) => node.byteOrder ?? byteOrder;
  const words = (["little", "big"] as const).flatMap((order) => {
    const foreign = order === byteOrder ? {} : { isForeign: true as const };
    return wordsOf(nodes.filter((node) => orderOf(node) === order)).map((word) => ({
      ...word,
      byteOrder: order,
      ...foreign,
    }));
  });
  return new Map(
    nodes.map((node) => {
      const order = orderOf(node);
      const [first, last] = byteSpan(node);
      const held = words.filter(
        (word) => word.byteOrder === order && word.byteOffset <= last && first < word.byteOffset + word.byteLength,
      );
      const start = held[0]?.byteOffset ?? 0;
      const firstBit = node.byteOffset * 8 + node.bitOffset - start * 8;
      return [node, { node, words: held, firstBit, byteOrder: order }];
    }),
  );
}

/** Splits the field at word boundaries. */
export function bitPieces({ node, words, firstBit, byteOrder }: BitField): BitPiece[] {
  let position = firstBit;
  let done = 0;
  return words.map((word) => {
    const wordBits = word.byteLength * 8;
    const width = Math.min(wordBits - position, node.bitWidth - done);
    const little = byteOrder === "little";
    const piece = {
      word,
      wordShift: little ? position : wordBits - position - width,
      fieldShift: little ? done : node.bitWidth - done - width,
      width,
    };
    done += width;
    position = 0;
    return piece;
  });
}

function byteSpan(node: ScalarNode): readonly [first: number, last: number] {
  const from = node.byteOffset * 8 + node.bitOffset;
  return [Math.floor(from / 8), Math.floor((from + node.bitWidth - 1) / 8)];
}

function wordsOf(nodes: readonly ScalarNode[]): Omit<BitWord, "byteOrder">[] {
  if (nodes.length === 0) return [];
  const spans = nodes.map(byteSpan).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const words: Omit<BitWord, "byteOrder">[] = [];
  let [start, end] = spans[0] ?? [0, -1];
  for (const [first, last] of [...spans.slice(1), [Number.POSITIVE_INFINITY, 0] as const]) {
    if (first <= end) {
      end = Math.max(end, last);
      continue;
    }
    for (let byteOffset = start; byteOffset <= end; byteOffset += WORD_BYTES) {
      words.push({ byteOffset, byteLength: Math.min(WORD_BYTES, end + 1 - byteOffset) });
    }
    start = first;
    end = last;
  }
  return words;
}
