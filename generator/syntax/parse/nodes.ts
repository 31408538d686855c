/** Typed nodes of declarations, each with its tokens and its own attributes. */

import type { Token } from "../preprocess/token.ts";
import type { Attribute } from "./attributes.ts";

/** Tokens `[from, to)` of the unit. */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly Token[];
}

/** `typedef`, `using`, variables of any kind, or members of a record. */
export interface DeclarationNode extends TokenSpan {
  readonly kind: "typedef" | "alias" | "variables" | "members";
  readonly head: Head;
  readonly declarators: readonly DeclaratorNode[];
  /** Attributes before the declarators; they apply to all of them. */
  readonly attributes: readonly Attribute[];
  /** Attributes that belong to nothing. */
  readonly stray: readonly Attribute[];
}

export interface Head {
  /** Without the tokens of the specifier, if it is an enum or has a body. */
  readonly tokens: readonly Token[];
  readonly type: TokenSpan | undefined;
  readonly specifier: RecordNode | EnumNode | undefined;
  /** `alone`: without declarators. */
  readonly use: "typed" | "alone";
}

/** `struct`, `union` or `class`. */
export interface RecordNode extends TokenSpan {
  readonly kind: "record";
  readonly tag: TokenSpan | undefined;
  /** After the colon. */
  readonly base: TokenSpan | undefined;
  readonly body: { readonly from: number; readonly parts: readonly BodyPart[] } | undefined;
  readonly attributes: readonly Attribute[];
  /** Attributes between tag and brace, where compilers reject them. */
  readonly misplaced: readonly Attribute[];
  /** Attributes in the body that belong to nothing. */
  readonly stray: readonly Attribute[];
}

export interface EnumNode extends TokenSpan {
  readonly kind: "enum";
  readonly tag: TokenSpan | undefined;
  readonly base: TokenSpan | undefined;
  readonly body: { readonly from: number; readonly enumerators: readonly EnumeratorNode[] } | undefined;
  readonly attributes: readonly Attribute[];
  /** Attributes in the body that belong to nothing. */
  readonly stray: readonly Attribute[];
}

export interface EnumeratorNode {
  readonly name: Token;
  readonly value: TokenSpan | undefined;
}

/** `function`: a definition or declaration. `access`: `public:`. `passed`: declares no member. `gap`: other tokens that declare nothing. */
export type BodyPart =
  | DeclarationNode
  | (TokenSpan & { readonly kind: "function" | "access" | "passed" | "gap" | "unknown" });

/** A declarator with its arrays, pointers and functions [C17 6.7.6], and everything up to the comma. */
export interface DeclaratorNode extends TokenSpan {
  /** Undefined for an unnamed bit-field. */
  readonly name: Token | undefined;
  readonly shape: "object" | "pointer" | "reference" | "function";
  /** Outermost first; the tokens between the brackets, empty for `[]`. */
  readonly dimensions: readonly (readonly Token[])[];
  /** Width of a bit-field, after the colon. */
  readonly width: TokenSpan | undefined;
  /** After `=`, or between braces or parentheses. */
  readonly value: TokenSpan | undefined;
  readonly attributes: readonly Attribute[];
  /** Attributes directly after the comma before it. */
  readonly afterComma: readonly Attribute[];
}
