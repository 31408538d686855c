/** Result of the layout phase: every field with its position in the channel's ABI. */

import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import type { InitialValue, MessageDeclaration } from "../messages/message.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { Enumerator, FieldComment } from "../types/declarations.ts";

/** One scalar: a field, an array's element, or a bit-field. */
export interface ScalarNode {
  readonly kind: "scalar";
  /** Member name, or the array index as text. */
  readonly name: string;
  /** C designator from the struct's start: `gps.v[0]`. */
  readonly path: string;
  /** As declared; for an array element, the element's type. */
  readonly ctype: string;
  readonly scalar: ScalarType;
  readonly byteOffset: number;
  /** First bit within byte `byteOffset`, from its least significant bit, or from its most significant bit if the field is big-endian. 0 unless a bit-field. */
  readonly bitOffset: number;
  /** Full width unless a bit-field. */
  readonly bitWidth: number;
  readonly bitField: boolean;
  /** Set if it differs from the channel's. */
  readonly byteOrder?: ByteOrder;
  /** The byte order is that in the device's memory: its compiler converts. */
  readonly inMemory?: true;
  readonly enumName?: string;
  /** Names and values of an enum, in declaration order. */
  readonly enumerators?: readonly Enumerator[];
  readonly initial?: InitialValue;
  readonly comments: readonly FieldComment[];
  /** Position of the declarator's name. */
  readonly span: Span;
}

/** `char name[n]`: UTF-8 text up to the first NUL. */
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
  /** The declared type with all dimensions: `int16_t[3][2]`. */
  readonly ctype: string;
  readonly elements: readonly LayoutNode[];
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

export interface RecordNode {
  readonly kind: "record";
  readonly record: "struct" | "union";
  /** Position of its type's declaration. */
  readonly typeSpan?: Span;
  readonly name: string;
  readonly path: string;
  readonly ctype: string;
  /** Members of an anonymous record appear in the enclosing record's `members`, so no node is anonymous. */
  readonly members: readonly LayoutNode[];
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

export type Leaf = ScalarNode | TextNode;
export type LayoutNode = Leaf | ArrayNode | RecordNode;

export interface StructLayout {
  readonly message: MessageDeclaration;
  /** Declared length and struct ID. */
  readonly length: number;
  readonly id: number;
  /** End of the last field, in bytes. */
  readonly wireSize: number;
  /** `sizeof` in bytes, plus all elements of an array without a declared length. */
  readonly size: number;
  /** The actual `sizeof`, if the struct has such an array. */
  readonly sizeOf?: number;
  readonly alignment: number;
  /** [D5] */
  readonly packing: "natural" | "packed";
  readonly byteOrder: ByteOrder;
  /** In declaration order; members of anonymous records take their place. */
  readonly members: readonly LayoutNode[];
}

/** All scalars and texts in declaration order. */
export function leaves(nodes: readonly LayoutNode[], found: Leaf[] = []): Leaf[] {
  for (const node of nodes) {
    if (node.kind === "array") leaves(node.elements, found);
    else if (node.kind === "record") leaves(node.members, found);
    else found.push(node);
  }
  return found;
}
