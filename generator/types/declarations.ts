/**
 * What the syntax phase hands on: the declarations of a channel's headers, free of tree-sitter,
 * with typedefs, macros and constants resolved. Sizes are the target's: see TypeSizes.
 */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { ArithmeticType } from "../targets/target.ts";

export type { ArithmeticType };

export interface Enumerator {
  readonly name: string;
  readonly value: bigint;
}

/** An enum by its tag or its typedef's name. */
export interface NamedEnum {
  readonly name: string;
  readonly enumerators: readonly Enumerator[];
  readonly span: Span;
}

export type CType = PlainType & {
  /** A typedef's `aligned(n)`, bytes: instead of the type's own alignment, also a lower one. */
  readonly aligned?: number;
  /** A class of the library's with the type's bytes, and `aligned` of its own: `std::atomic<T>`. */
  readonly isClass?: true;
  /** Of a type that has a byte order of its own: `__be16`, and what is a typedef of it. */
  readonly order?: ByteOrder;
};

type PlainType =
  | { readonly kind: "arithmetic"; readonly type: ArithmeticType }
  | {
      readonly kind: "enum";
      readonly name: string | undefined;
      readonly enumerators: readonly Enumerator[];
      /** `enum e : uint8_t` */
      readonly underlying: ArithmeticType | undefined;
      readonly packed: boolean;
    }
  | { readonly kind: "array"; readonly element: CType; readonly length: number; readonly flexible?: true }
  | { readonly kind: "record"; readonly record: RecordDeclaration };

/** `__attribute__((packed))`, `aligned(n)` and `alignas(n)` on a record or a member; `aligned` is in bytes, `"max"` a bare `aligned`. */
export interface LayoutAttributes {
  readonly packed: boolean;
  readonly aligned: number | "max" | undefined;
}

/** The comment that stands on a field's line(s), without its delimiters. */
export interface FieldComment {
  readonly text: string;
  /** The place of `text` itself; a comment over several lines is one span. */
  readonly span: Span;
}

export interface FieldMember {
  readonly kind: "field";
  readonly name: string;
  readonly type: CType;
  /** As written: `uint16_t`, `Position_t[3]`. */
  readonly declaredType: string;
  readonly attributes: LayoutAttributes;
  readonly comments: readonly FieldComment[];
  /** The declarator's name. */
  readonly span: Span;
}

export interface BitFieldMember {
  readonly kind: "bit-field";
  /** Absent for an unnamed bit-field (`int : 3`, `int : 0`). */
  readonly name: string | undefined;
  readonly type: CType;
  readonly declaredType: string;
  /** Bits; 0 closes the storage unit. */
  readonly width: number;
  readonly attributes: LayoutAttributes;
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

/** `struct { … };` or `union { … };` without a name, or a base class: its members are the enclosing record's. */
export interface AnonymousMember {
  readonly kind: "anonymous";
  readonly isBase?: true;
  readonly record: RecordDeclaration;
  readonly attributes: LayoutAttributes;
  readonly span: Span;
}

export type Member = FieldMember | BitFieldMember | AnonymousMember;

export interface RecordDeclaration {
  readonly kind: "struct" | "union";
  /** The tag, else the typedef's name; absent for an unnamed one. Of a template's struct a typedef's, once there is one. */
  name: string | undefined;
  /** `name` is a typedef's: C knows the type without `struct`. */
  untagged?: true;
  /** Namespaces and classes around it, outermost first; absent: none. */
  scope?: readonly string[];
  readonly members: readonly Member[];
  readonly attributes: LayoutAttributes;
  /** Of all its fields, where a comment above it says so; known once comments are read. */
  order?: ByteOrder;
  /** `#pragma pack(n)` in force, bytes. */
  readonly pack: number | undefined;
  /** It has default initialisers or constructors, its own or its members': g++ does not pack members of such a type. */
  readonly nonPod?: true;
  /** C++ lays out some records differently (an empty one has size 1; a base's tail padding …). */
  readonly language: "c" | "c++";
  readonly span: Span;
}
