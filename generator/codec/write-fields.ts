/** Statements that write fields to a DataView. */

import type { ScalarNode } from "../layout/struct-layout.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { type BitField, type BitPiece, type BitWord, bitPieces } from "./bit-words.ts";
import type { Field } from "./model.ts";
import { at, DATA_VIEW_TYPE, mask, orderArgument, wordRead } from "./read-fields.ts";

/**
 * Writes a field that shares no byte with others.
 * @param value an expression of the raw type
 */
export function fieldWrite({ node }: Field, value: string, byteOrder: ByteOrder): string {
  if (node.kind === "text") return `writeText(view, ${at(node.byteOffset)}, ${node.length}, ${value});`;
  const stored = node.scalar === "bool" ? `${operand(value)} ? 1 : 0` : value;
  const order = orderArgument(node.scalar, node.byteOrder ?? byteOrder);
  return `view.set${DATA_VIEW_TYPE[node.scalar]}(${at(node.byteOffset)}, ${stored}${order});`;
}

/**
 * The field's bits, shifted to their position in the word.
 * @param value an operand of the raw type
 */
export function pieceBits(node: ScalarNode, piece: BitPiece, value: string): string {
  const { fieldShift, wordShift, width } = piece;
  if (node.scalar === "bool") return shiftedLeft(`${value} ? 1 : 0`, wordShift);
  if (node.scalar === "uint64" || node.scalar === "int64") {
    const moved = fieldShift === 0 ? value : `${value} >> ${fieldShift}n`;
    return shiftedLeft(`Number(BigInt.asUintN(${width}, ${moved}))`, wordShift);
  }
  const moved = fieldShift === 0 ? value : `(${value} >>> ${fieldShift})`;
  return width === 32 ? moved : shiftedLeft(`${moved} & ${mask(width)}`, wordShift);
}

/**
 * Writes a whole word.
 * @param bits an operand if the word has three bytes, because it is then used twice
 */
export function wordWrite({ byteOffset, byteLength, byteOrder }: BitWord, bits: string): string[] {
  const order = byteOrder === "little" ? "true" : "false";
  if (byteLength === 1) return [`view.setUint8(${at(byteOffset)}, ${bits});`];
  if (byteLength === 2) return [`view.setUint16(${at(byteOffset)}, ${bits}, ${order});`];
  if (byteLength === 4) return [`view.setUint32(${at(byteOffset)}, ${bits}, ${order});`];
  const [pair, last] = byteOrder === "little" ? [bits, `${bits} >>> 16`] : [`${bits} >>> 8`, bits];
  return [`view.setUint16(${at(byteOffset)}, ${pair}, ${order});`, `view.setUint8(${at(byteOffset + 2)}, ${last});`];
}

/**
 * Writes a bit-field and keeps the other bits of its bytes.
 * @param value an operand
 */
export function bitFieldUpdate(field: BitField, value: string): string[] {
  return bitPieces(field).flatMap((piece) => {
    const { word } = piece;
    const kept = (2 ** (word.byteLength * 8) - 1 - (2 ** piece.width - 1) * 2 ** piece.wordShift).toString(16);
    const bits = `((${wordRead(word)}) & 0x${kept}) | ${operand(pieceBits(field.node, piece, value))}`;
    return word.byteLength === 3
      ? ["{", `  const bits = ${bits};`, ...wordWrite(word, "bits").map((line) => `  ${line}`), "}"]
      : wordWrite(word, bits);
  });
}

/** Adds parentheses if the expression needs them as an operand. */
export function operand(expression: string): string {
  return /^[\w.?]+$|^[\w.]+\((?:[^()]|\([^()]*\))*\)$/.test(expression) ? expression : `(${expression})`;
}

function shiftedLeft(value: string, count: number): string {
  return count === 0 ? value : `${operand(value)} << ${count}`;
}
