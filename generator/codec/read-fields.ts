/** Expressions that read fields from a DataView. Bytes that bit-fields share are read into one constant. */

import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import type { ScalarNode } from "../layout/struct-layout.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { type BitField, type BitPiece, type BitWord, bitPieces } from "./bit-words.ts";
import type { Field, StructModel } from "./model.ts";

/** Suffix of DataView's get and set methods. */
export const DATA_VIEW_TYPE: Readonly<Record<ScalarType, string>> = {
  uint8: "Uint8",
  int8: "Int8",
  bool: "Uint8",
  uint16: "Uint16",
  int16: "Int16",
  uint32: "Uint32",
  int32: "Int32",
  uint64: "BigUint64",
  int64: "BigInt64",
  float32: "Float32",
  float64: "Float64",
};

export interface FieldReader {
  /** The raw value as in the record. */
  raw(leaf: Field): string;
  /** The raw value as stores need it: 64-bit integers are bigints. */
  stored(leaf: Field): string;
  /** The raw value as a number: a bool as 0 or 1, a 64-bit integer rounded to binary64. */
  number(leaf: Field): string;
  /** Declarations of the constants that the expressions so far need. */
  declarations(): string[];
}

/** A reader for the body of a function with the parameters `view` and `byteOffset`. */
export function createFieldReader(model: StructModel): FieldReader {
  const words = new Set<BitWord>();
  const stored = (leaf: Field): string => {
    const { node } = leaf;
    if (node.kind === "text") return `readText(view, ${at(node.byteOffset)}, ${node.length})`;
    const bitField = model.bitFields.get(node);
    if (bitField !== undefined) {
      for (const word of bitField.words) words.add(word);
      return bitFieldValue(bitField);
    }
    const read = `view.get${DATA_VIEW_TYPE[node.scalar]}(${at(node.byteOffset)}${orderArgument(node.scalar, node.byteOrder ?? model.byteOrder)})`;
    return node.scalar === "bool" ? `${read} !== 0` : read;
  };
  return {
    raw: (leaf) => {
      const { int64 = "bigint" } = leaf;
      return int64 === "bigint" ? stored(leaf) : `${int64 === "number" ? "Number" : "String"}(${stored(leaf)})`;
    },
    stored,
    number: (leaf) => asNumber(model.bitFields.has(leaf.node as ScalarNode) ? `(${stored(leaf)})` : stored(leaf), leaf),
    declarations: () =>
      [...words]
        .sort((a, b) => a.byteOffset - b.byteOffset)
        .map((word) => `const ${wordName(word)} = ${wordRead(word)};`),
  };
}

/** Converts a raw value's operand to a number operand. */
export function asNumber(raw: string, { node }: Field): string {
  if (node.kind === "text") throw new Error(`${node.path} is text, not a number`);
  const converted = node.scalar === "bool" || node.scalar === "uint64" || node.scalar === "int64";
  return converted ? `Number(${raw})` : raw;
}

/** `byteOffset + 4` */
export function at(offset: number): string {
  return offset === 0 ? "byteOffset" : `byteOffset + ${offset}`;
}

/** DataView's byte-order argument, for types longer than a byte. */
export function orderArgument(scalar: ScalarType, byteOrder: ByteOrder): string {
  if (scalar === "uint8" || scalar === "int8" || scalar === "bool") return "";
  return byteOrder === "little" ? ", true" : ", false";
}

/** Name of the constant for the word. */
export function wordName({ byteOffset, byteLength, byteOrder, isForeign }: BitWord): string {
  const name = `${byteLength === 1 ? "byte" : "word"}${byteOffset}`;
  return isForeign ? `${name}${byteOrder === "big" ? "Big" : "Little"}` : name;
}

/** Reads the word as an unsigned number. */
export function wordRead({ byteOffset, byteLength, byteOrder }: BitWord): string {
  const order = byteOrder === "little" ? "true" : "false";
  if (byteLength === 1) return `view.getUint8(${at(byteOffset)})`;
  if (byteLength === 2) return `view.getUint16(${at(byteOffset)}, ${order})`;
  if (byteLength === 4) return `view.getUint32(${at(byteOffset)}, ${order})`;
  const [pair, last] = [`view.getUint16(${at(byteOffset)}, ${order})`, `view.getUint8(${at(byteOffset + 2)})`];
  return byteOrder === "little" ? `${pair} | (${last} << 16)` : `(${pair} << 8) | ${last}`;
}

function bitFieldValue(field: BitField): string {
  const { scalar, bitWidth } = field.node;
  const pieces = bitPieces(field);
  const signed = scalar.startsWith("int");
  if (scalar === "bool") return `(${unsignedBits(pieces, bitWidth)}) !== 0`;
  if (scalar !== "uint64" && scalar !== "int64") {
    return signed ? signedBits(pieces, bitWidth) : unsignedBits(pieces, bitWidth);
  }
  if (bitWidth <= 32) return `BigInt(${signed ? signedBits(pieces, bitWidth) : unsignedBits(pieces, bitWidth)})`;
  const bits = pieces.map((piece) => shifted(`BigInt(${pieceValue(piece)})`, `${piece.fieldShift}n`)).join(" | ");
  return signed ? `BigInt.asIntN(${bitWidth}, ${bits})` : bits;
}

function unsignedBits(pieces: readonly BitPiece[], bitWidth: number): string {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return pieceValue(first);
  const bits = pieces.map((piece) => shifted(parenthesised(pieceValue(piece)), String(piece.fieldShift))).join(" | ");
  return bitWidth === 32 ? `(${bits}) >>> 0` : bits;
}

function signedBits(pieces: readonly BitPiece[], bitWidth: number): string {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) {
    const name = wordName(first.word);
    if (bitWidth === 32) return `${name} | 0`;
    return `(${name} << ${32 - first.wordShift - first.width}) >> ${32 - bitWidth}`;
  }
  const bits = pieces.map((piece) => shifted(parenthesised(pieceValue(piece)), String(piece.fieldShift))).join(" | ");
  return bitWidth === 32 ? bits : `((${bits}) << ${32 - bitWidth}) >> ${32 - bitWidth}`;
}

/** An unsigned number with the piece's bits. */
function pieceValue({ word, wordShift, width }: BitPiece): string {
  const name = wordName(word);
  const top = wordShift + width === word.byteLength * 8;
  const moved = wordShift === 0 ? name : `${name} >>> ${wordShift}`;
  if (top) return moved;
  return `${parenthesised(moved)} & ${mask(width)}`;
}

function shifted(value: string, count: string): string {
  return count === "0" || count === "0n" ? value : `(${value} << ${count})`;
}

function parenthesised(text: string): string {
  return /^\w+$/.test(text) ? text : `(${text})`;
}

/** A mask of `width` ones, below 32; hexadecimal if that is easier to read. */
export function mask(width: number): string {
  const value = 2 ** width - 1;
  return value < 10 ? String(value) : `0x${value.toString(16)}`;
}
