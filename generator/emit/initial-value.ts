/** A field's initialiser as the value that the field then holds. */

import type { ColumnValue } from "../../runtime/codec/struct-codec.ts";
import type { ScalarNode, TextNode } from "../layout/struct-layout.ts";
import { numberLiteral, stringLiteral } from "./text.ts";

type Leaf = ScalarNode | TextNode;

/** The initialiser converted as C converts it: integers modulo the field's width [C17 6.3.1.3]; absent where the header gives none. */
export function initialValue(node: Leaf): ColumnValue | undefined {
  const { initial } = node;
  if (initial === undefined) return undefined;
  if (node.kind === "text") return typeof initial === "string" ? initial : undefined;
  if (typeof initial === "string") return undefined;
  switch (node.scalar) {
    case "bool":
      return Number(initial) !== 0;
    case "float64":
      return Number(initial);
    case "float32":
      return Math.fround(Number(initial));
    case "uint64":
      return BigInt.asUintN(node.bitWidth, integer(initial));
    case "int64":
      return BigInt.asIntN(node.bitWidth, integer(initial));
    case "uint8":
    case "uint16":
    case "uint32":
      return Number(BigInt.asUintN(node.bitWidth, integer(initial)));
    case "int8":
    case "int16":
    case "int32":
      return Number(BigInt.asIntN(node.bitWidth, integer(initial)));
  }
}

/** The value as TypeScript writes it. */
export function valueLiteral(value: ColumnValue): string {
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "number":
      return numberLiteral(value);
    case "bigint":
      return `${value}n`;
    case "boolean":
      return String(value);
  }
}

/** What a field holds that has neither a value nor an initialiser. */
export function zeroLiteral(node: Leaf): string {
  if (node.kind === "text") return '""';
  if (node.scalar === "bool") return "false";
  return node.scalar === "uint64" || node.scalar === "int64" ? "0n" : "0";
}

function integer(value: bigint | number | boolean): bigint {
  return typeof value === "bigint" ? value : BigInt(Math.trunc(Number(value)));
}
