/** What the layout phase hands on: every field with its place, by the channel's ABI. */

import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import type { InitialValue, MessageDeclaration } from "../messages/message.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { Enumerator, FieldComment } from "../types/declarations.ts";

/** One scalar: a field, an array's element, or a bit-field. */
export interface ScalarNode {
  readonly kind: "scalar";
  /** Member name, or the index in an array as text. */
  readonly name: string;
  /** C designator from the struct's beginning: `gps.v[0]`. */
  readonly path: string;
  /** As declared; of an array's element the element's type. */
  readonly ctype: string;
  readonly scalar: ScalarType;
  readonly byteOffset: number;
  /** Little-endian: from the least significant bit of byte `byteOffset`. Big-endian: from its most significant bit. 0 unless a bit-field. */
  readonly bitOffset: number;
  /** Full width unless a bit-field. */
  readonly bitWidth: number;
  readonly bitField: boolean;
  /** Where it is not the channel's. */
  readonly byteOrder?: ByteOrder;
  readonly enumName?: string;
  /** Of an enum its names and values, in declaration order. */
  readonly enumerators?: readonly Enumerator[];
  readonly initial?: InitialValue;
  readonly comments: readonly FieldComment[];
  /** The declarator's name. */
  readonly span: Span;
}

/** `char name[n]`: text up to the first NUL, UTF-8. */
export interface TextNode {
  readonly kind: "text";
  readonly name: string;
  readonly path: string;
  readonly ctype: string;
  readonly byteOffset: number;
  /** Bytes. */
  readonly length: number;
  readonly initial?: InitialValue;
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

export interface ArrayNode {
  readonly kind: "array";
  readonly name: string;
  readonly path: string;
  /** The declaration's type with all its dimensions: `int16_t[3][2]`. */
  readonly ctype: string;
  readonly elements: readonly LayoutNode[];
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

export interface RecordNode {
  readonly kind: "record";
  readonly record: "struct" | "union";
  /** Where its type is declared. */
  readonly typeSpan?: Span;
  readonly name: string;
  readonly path: string;
  readonly ctype: string;
  /** Members of an anonymous record are listed in the enclosing record's `members`, so no node is anonymous. */
  readonly members: readonly LayoutNode[];
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

export type LayoutNode = ScalarNode | TextNode | ArrayNode | RecordNode;

export interface StructLayout {
  readonly message: MessageDeclaration;
  /** Declared length and struct ID. */
  readonly length: number;
  readonly id: number;
  /** End of the last field, bytes. */
  readonly wireSize: number;
  /** sizeof, bytes; with all elements of an array that is declared without a number. */
  readonly size: number;
  /** sizeof, where the struct has such an array. */
  readonly sizeOf?: number;
  readonly alignment: number;
  /** [D5] */
  readonly packing: "natural" | "packed";
  readonly byteOrder: ByteOrder;
  /** Members in declaration order, those of anonymous records in place. */
  readonly members: readonly LayoutNode[];
}

/** All scalars and texts in declaration order. */
export function leaves(nodes: readonly LayoutNode[]): (ScalarNode | TextNode)[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case "scalar":
      case "text":
        return [node];
      case "array":
        return leaves(node.elements);
      case "record":
        return leaves(node.members);
    }
  });
}
