/**
 * Result of the syntax phase: the declarations of a channel's headers, independent of tree-sitter, with typedefs, macros
 * and constants resolved. Sizes depend on the target: see TypeSizes.
 */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { ArithmeticType, PodRule } from "../targets/target.ts";

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
  /** `aligned(n)` of a typedef, in bytes. It replaces the type's own alignment and may lower it. */
  readonly aligned?: number;
  /** A library class with the same bytes as the type and its own `aligned`: `std::atomic<T>`. */
  readonly isClass?: true;
  /** A typedef written with `signed`, whose bit-fields `-funsigned-bitfields` leaves signed. */
  readonly isSigned?: true;
  /** Byte order of types that define one: `__be16` and its typedefs. */
  readonly order?: ByteOrder;
  /** A template's argument in C++ has it: no layout depends on it, but the choice of a specialisation does. */
  readonly qualifiers?: Qualifiers;
};

export type Qualifiers = "const" | "volatile" | "const volatile";

type PlainType =
  | {
      readonly kind: "arithmetic";
      readonly type: ArithmeticType;
      /** `_BitInt(17)`: only these bits hold the value, the others of its type may be anything. */
      readonly bits?: number;
      /** `__uint24` has fewer bytes than its type, and none has an alignment. */
      readonly bytes?: number;
    }
  | {
      readonly kind: "enum";
      readonly name: string | undefined;
      readonly enumerators: readonly Enumerator[];
      /** `enum e : uint8_t` */
      readonly underlying: ArithmeticType | undefined;
      readonly packed: boolean;
    }
  | {
      readonly kind: "array";
      readonly element: CType;
      readonly length: number;
      readonly flexible?: true;
      /** No message can hold its elements, of which there are none: `void *spare[0];`. */
      readonly isUnheld?: true;
    }
  | { readonly kind: "record"; readonly record: RecordDeclaration };

/** `__attribute__((packed))`, `aligned(n)` and `alignas(n)` on a record or a member. `aligned` is in bytes; `"max"` means `aligned` without a number. */
export interface LayoutAttributes {
  /** `ms_struct` and `gcc_struct`. */
  readonly bitFields?: "gnu" | "gnu-microsoft";
  /** `scalar_storage_order` of a record: the order of its own numbers and bits, in memory, too. [GCC 6.38.1] */
  readonly storageOrder?: ByteOrder;
  readonly packed: boolean;
  readonly aligned: number | "max" | undefined;
}

/** A comment on the line or lines of a field, without its delimiters. */
export interface FieldComment {
  readonly text: string;
  /** Position of `text`; a comment over several lines has one span. */
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
  /** Position of the declarator's name. */
  readonly span: Span;
}

export interface BitFieldMember {
  readonly kind: "bit-field";
  /** Absent for an unnamed bit-field (`int : 3`, `int : 0`). */
  readonly name: string | undefined;
  readonly type: CType;
  readonly declaredType: string;
  /** In bits; 0 closes the storage unit. */
  readonly width: number;
  readonly attributes: LayoutAttributes;
  readonly comments: readonly FieldComment[];
  readonly span: Span;
}

/** An unnamed `struct { … };` or `union { … };`, or a base class. Its members belong to the enclosing record. */
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
  /** The tag, else the typedef's name; absent for an unnamed record. An instantiated template gets the first typedef's name. */
  name: string | undefined;
  /** `name` comes from a typedef: C uses the type without `struct`. */
  untagged?: true;
  /** Enclosing namespaces and classes, outermost first; absent if there are none. */
  scope?: readonly string[];
  readonly members: readonly Member[];
  readonly attributes: LayoutAttributes;
  /** Byte order of all its fields, if a comment above it sets one. Set after comments are read. */
  order?: ByteOrder;
  /** Value of the active `#pragma pack(n)`, in bytes. */
  readonly pack: number | undefined;
  /** The compilers for which it is not a POD in a layout: they reuse its tail padding, and do not pack members of its type. */
  readonly nonPod?: ReadonlySet<PodRule>;
  /** C++ lays out some records differently: an empty record has size 1, a base's tail padding may be reused. */
  readonly language: "c" | "c++";
  readonly span: Span;
}
