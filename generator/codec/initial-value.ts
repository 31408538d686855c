/** A field's initialiser, converted to the value that the field holds. */

import type { ColumnValue } from "../../runtime/codec/struct-codec.ts";
import type { ScalarNode, TextNode } from "../layout/struct-layout.ts";
import { numberLiteral, stringLiteral } from "./text.ts";

type Leaf = ScalarNode | TextNode;

/** The initialiser converted as in C: integers modulo 2^width [C17 6.3.1.3]. Absent if the header has none. */
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

/** The value as TypeScript source. */
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

/** The value of a field that has neither a given value nor an initialiser. */
export function zeroLiteral(node: Leaf): string {
  if (node.kind === "text") return '""';
  if (node.scalar === "bool") return "false";
  return node.scalar === "uint64" || node.scalar === "int64" ? "0n" : "0";
}

function integer(value: bigint | number | boolean): bigint {
  return typeof value === "bigint" ? value : BigInt(Math.trunc(Number(value)));
}
