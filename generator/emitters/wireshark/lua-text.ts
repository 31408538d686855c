/** Lua source text: literals, and expressions that read fields from a TvbRange. */

import type { ArrangedPart, FieldPresence } from "../../codec/arrangement.ts";
import { type BitField, type BitPiece, bitPieces } from "../../codec/bit-words.ts";
import type { Field, StructModel } from "../../codec/model.ts";
import { isPlainLiteral } from "../../codec/text.ts";
import type { ScalarNode } from "../../layout/struct-layout.ts";
import { utf8Bytes } from "../../source/utf8.ts";

/** A string literal. Non-printable characters are written as bytes. [Lua 5.1 2.1] */
export function luaString(text: string): string {
  if (isPlainLiteral(text)) return `"${text}"`;
  const escaped = text.replace(/["\\]|[^\P{C}]|[\u2028\u2029]/gu, (character) =>
    [...utf8Bytes(character)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join(""),
  );
  return `"${escaped}"`;
}

/** `there` and `from` of `foreign/presence.lua` begin at 1. */
export function luaIndex({ index }: ArrangedPart): number {
  return index + 1;
}

/** A range of the message. Parts at its end begin where `from` says. */
type Range = (byteOffset: number, length: number) => string;

function rangeIn({ moves, length: text }: FieldPresence): Range {
  const size = (length: number) => (text === undefined ? String(length) : `there[${luaIndex(text)}]`);
  if (moves === undefined) return (byteOffset, length) => `buffer(${byteOffset}, ${size(length)})`;
  return (byteOffset, length) => {
    const inside = byteOffset - moves.byteOffset;
    return `buffer(from[${luaIndex(moves)}]${inside === 0 ? "" : ` + ${inside}`}, ${size(length)})`;
  };
}

/** The range of bytes that contain the field: `buffer(2, 2)`. */
export function luaRange(leaf: Field, model: StructModel, presence: FieldPresence): string {
  const { node } = leaf;
  const range = rangeIn(presence);
  if (node.kind === "text") return range(node.byteOffset, node.length);
  const first = node.byteOffset + (node.bitOffset >> 3);
  const last = node.byteOffset + ((node.bitOffset + node.bitWidth - 1) >> 3);
  return model.bitFields.has(node) ? range(first, last - first + 1) : range(node.byteOffset, node.bitWidth / 8);
}

/** An expression for the field's value. */
export function luaValue(leaf: Field, model: StructModel, presence: FieldPresence): string {
  const { node } = leaf;
  if (node.kind === "text") return `text(${luaRange(leaf, model, presence)})`;
  const bitField = model.bitFields.get(node);
  if (bitField !== undefined) return bitFieldValue(bitField, rangeIn(presence));
  const prefix = (node.byteOrder ?? model.byteOrder) === "little" ? "le_" : "";
  const value = `${luaRange(leaf, model, presence)}:${prefix}${READ[node.scalar]}()`;
  return node.scalar === "bool" ? `${value} ~= 0` : value;
}

const READ: Readonly<Record<ScalarNode["scalar"], string>> = {
  uint8: "uint",
  uint16: "uint",
  uint32: "uint",
  bool: "uint",
  int8: "int",
  int16: "int",
  int32: "int",
  uint64: "uint64",
  int64: "int64",
  float32: "float",
  float64: "float",
};

/** Uses arithmetic, because bit operators differ between the Lua versions of Wireshark releases. */
function bitFieldValue(field: BitField, range: Range): string {
  const { scalar, bitWidth } = field.node;
  const pieces = bitPieces(field);
  const order = field.byteOrder;
  // A 64-bit ProtoField does not accept plain numbers.
  const wide = scalar === "uint64" || scalar === "int64";
  const parts = pieces.map((piece) => {
    const bits = pieceValue(piece, order, range);
    if (wide) return `UInt64.new(${bits}, 0)${piece.fieldShift === 0 ? "" : `:lshift(${piece.fieldShift})`}`;
    return piece.fieldShift === 0 ? bits : `${bits} * ${2 ** piece.fieldShift}`;
  });
  const value = parts.join(" + ");
  if (scalar === "bool") return `${value} ~= 0`;
  if (!scalar.startsWith("int")) return value;
  return wide ? `signed64(${value}, ${bitWidth})` : `signed(${value}, ${bitWidth})`;
}

function pieceValue({ word, wordShift, width }: BitPiece, byteOrder: string, range: Range): string {
  const read = `${range(word.byteOffset, word.byteLength)}:${byteOrder === "little" ? "le_" : ""}uint()`;
  return `bits(${read}, ${wordShift}, ${width})`;
}
