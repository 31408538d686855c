/** Result of the rules phase: stored name, kind, unit and expression for every leaf of a struct. */

import type {
  CheckInfo,
  ColumnKind,
  CommandInfo,
  FieldLimits,
  FieldTag,
  StateColour,
} from "../../runtime/codec/struct-codec.ts";
import type { LayoutNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { HeaderLines } from "../source/header-lines.ts";
import type { Span } from "../source/span.ts";
import type { Operator } from "./operation.ts";

/** A checked expression of numbers and raw fields. The only text from the header in it are field paths, which were checked against the layout. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "operation"; readonly operator: Operator; readonly operands: readonly Expression[] };

/** Turns a field path into a TypeScript expression of type number for its raw value. A path may be requested several times. */
export type FieldPrinter = (path: string) => string;

export interface PrintedExpression {
  /** An expression of type number that is valid in parentheses or after `=`. */
  readonly text: string;
  /** Names of the helper functions that `text` needs, directly or indirectly, sorted. `helperSource(name)` returns their TypeScript. */
  readonly helpers: readonly string[];
}

/** The inverse of an expression that is affine in its own field. Rounded to an integer, it returns an integer field's raw value. */
export interface AffineInverse {
  /** The inverse as an expression. Its only field is the stored value, with the path `""`. */
  readonly expression: Expression;
}

export interface CompiledField {
  readonly leaf: ScalarNode | TextNode;
  /** [D9] [D11] */
  readonly column: string;
  readonly kind: ColumnKind;
  /** Kind `integer`: uint64. */
  readonly unsigned: boolean;
  readonly unit: string | undefined;
  /** Names of stored values, from the rule, else from the enum. */
  readonly states: Readonly<Record<string, string>> | undefined;
  readonly stateColours: Readonly<Record<string, StateColour>> | undefined;
  readonly limits: FieldLimits | undefined;
  /** As written, for documentation only. */
  readonly expressionText: string | undefined;
  readonly expression: Expression | undefined;
  readonly inverse: AffineInverse | undefined;
  /** Excluded by `store_exclude` [D15]. */
  readonly excluded: boolean;
  /** `@check` [D38] */
  readonly check?: CheckInfo;
  /** `@seq`, `@time`, `@samples` [D38] */
  readonly tag?: FieldTag;
  readonly ruleSpan: Span | undefined;
}

/** An optional part: the elements of an array or the bytes of a text from some index on (`@count`), or a member (`@if`). */
export interface VariablePart {
  readonly path: string;
  readonly kind: "count" | "if";
  readonly node: LayoutNode["kind"];
  /** `@count: n`, as written. */
  readonly text: string;
  /** Number of elements, or whether the member is present. `rest`: as many elements as fit in the message. */
  readonly expression: Expression | "rest";
  /** Offset in the struct as the compiler lays it out. */
  readonly byteOffset: number;
  readonly elementBytes: number;
  /** Declared number of elements; 1 for a member. */
  readonly most: number;
  /** True for a part at the struct's end, which directly follows the previous part in a message. */
  readonly inTail: boolean;
  /** Paths of the parts that contain it, outermost first, with the element index in each. */
  readonly within: readonly { readonly path: string; readonly element: number }[];
  /** Set if the count is exactly this field. */
  readonly counter?: string;
}

/** Parts in declaration order: a part follows the parts that contain it. */
export interface Variable {
  readonly parts: readonly VariablePart[];
  /** Size of the shortest message in bytes. */
  readonly leastSize: number;
}

export interface CompiledStruct {
  readonly layout: StructLayout;
  /** One per leaf, in declaration order. */
  readonly fields: readonly CompiledField[];
  /** `02_cap_r`: two-digit ID, name without `struct_`. */
  readonly measurement: string;
  /** From `@every`, in ms. */
  readonly everyMs: number | undefined;
  /** Absent if each message contains the whole struct. */
  readonly variable?: Variable;
  /** From `@command`. */
  readonly command?: CommandInfo;
}

export interface CompiledChannel {
  readonly plan: ChannelPlan;
  readonly declarations: ChannelDeclarations;
  /** In declaration order. */
  readonly structs: readonly CompiledStruct[];
  /** Lines of the headers by shown path, for comments in the generated documentation. */
  readonly texts?: HeaderLines;
}
