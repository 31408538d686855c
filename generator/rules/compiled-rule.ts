/** What the rules phase hands on: for every leaf of a struct its stored name, kind, unit and expression. */

import type { CheckInfo, ColumnKind, CommandInfo, FieldLimits, FieldTag } from "../../runtime/codec/struct-codec.ts";
import type { LayoutNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { Operator } from "./operation.ts";

/**
 * A checked expression. Its leaves are numbers and raw fields; the printer turns it into TypeScript text.
 * No text of a header survives in it except field paths, which were checked against the layout.
 */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "operation"; readonly operator: Operator; readonly operands: readonly Expression[] };

/** Turns a field path into the TypeScript expression (of type number) of its raw value; an expression may need one path several times. */
export type FieldPrinter = (path: string) => string;

export interface PrintedExpression {
  /** An expression of type number, safe to put between parentheses or after `=`. */
  readonly text: string;
  /** Names of the helper functions that `text` needs, those that helpers call included, sorted; `helperSource(name)` gives each one's TypeScript. */
  readonly helpers: readonly string[];
}

/** The expression is affine in the field itself and uses no other; rounded to a whole number, the inverse brings an integer field's raw value back. */
export interface AffineInverse {
  /** The inverse as an expression whose only field leaf is the stored value, under the path `""`. */
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
  /** Names of stored values: of the rule, else of the enum. */
  readonly states: Readonly<Record<string, string>> | undefined;
  readonly limits: FieldLimits | undefined;
  /** As written, for documentation only. */
  readonly expressionText: string | undefined;
  readonly expression: Expression | undefined;
  readonly inverse: AffineInverse | undefined;
  /** Left out by `store_exclude` [D15]. */
  readonly excluded: boolean;
  /** `@check` [D38] */
  readonly check?: CheckInfo;
  /** `@seq`, `@time`, `@samples` [D38] */
  readonly tag?: FieldTag;
  readonly ruleSpan: Span | undefined;
}

/** What a message may lack of its struct: the elements of an array or the bytes of a text from some on (`@count`), a member (`@if`). */
export interface VariablePart {
  readonly path: string;
  readonly kind: "count" | "if";
  readonly node: LayoutNode["kind"];
  /** `@count: n`, as written. */
  readonly text: string;
  /** How many elements there are, or whether there is the member; `rest`: as many as the message has room for. */
  readonly expression: Expression | "rest";
  /** In the struct as the compiler lays it out. */
  readonly byteOffset: number;
  readonly elementBytes: number;
  /** Elements declared; 1 for a member. */
  readonly most: number;
  /** It is at the struct's end: what is there follows what is there of the part before it. */
  readonly inTail: boolean;
  /** Paths of the parts that it lies in, outermost first, and in which element of them. */
  readonly within: readonly { readonly path: string; readonly element: number }[];
  /** The count is this field as it is. */
  readonly counter?: string;
}

/** In declaration order: a part comes behind those that it lies in. */
export interface Variable {
  readonly parts: readonly VariablePart[];
  /** Bytes of the smallest message. */
  readonly leastSize: number;
}

export interface CompiledStruct {
  readonly layout: StructLayout;
  /** One for each leaf, in declaration order. */
  readonly fields: readonly CompiledField[];
  /** `02_cap_r`: two-digit ID, name without `struct_`. */
  readonly measurement: string;
  /** Of `@every`, ms. */
  readonly everyMs: number | undefined;
  /** Absent: each message has all of the struct. */
  readonly variable?: Variable;
  /** Of `@command`. */
  readonly command?: CommandInfo;
}

/** What the emitters get. */
export interface CompiledChannel {
  readonly plan: ChannelPlan;
  readonly declarations: ChannelDeclarations;
  /** In order of declaration. */
  readonly structs: readonly CompiledStruct[];
  /** Lines of the headers, by shown path: what their comments say goes into the documentation of generated code. */
  readonly texts?: ReadonlyMap<string, readonly string[]>;
}
