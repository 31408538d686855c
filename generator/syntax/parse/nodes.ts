/** Declarations as the next phase reads them: typed, each part with its tokens and with the attributes that are its own. */

import type { Token } from "../preprocess/token.ts";
import type { Attribute } from "./attributes.ts";

/** Tokens `[from, to)` of the unit. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly Token[];
}

/** `typedef`, `using`, variables of any kind, or members of a record. */
export interface DeclarationNode extends Part {
  readonly kind: "typedef" | "alias" | "variables" | "members";
  readonly head: Head;
  readonly declarators: readonly DeclaratorNode[];
  /** In front of the declarators, for all of them. */
  readonly attributes: readonly Attribute[];
}

/** What stands in front of the declarators. */
export interface Head {
  /** Without the specifier's own, where it is an enum or has a body. */
  readonly tokens: readonly Token[];
  /** The type as written. */
  readonly type: Part | undefined;
  readonly specifier: RecordNode | EnumNode | undefined;
}

/** `struct`, `union` or `class`. */
export interface RecordNode extends Part {
  readonly kind: "record";
  readonly tag: Part | undefined;
  /** Behind the colon. */
  readonly base: Part | undefined;
  readonly body: { readonly from: number; readonly parts: readonly BodyPart[] } | undefined;
  readonly attributes: readonly Attribute[];
  /** Between tag and brace, where compilers take none. */
  readonly misplaced: readonly Attribute[];
  /** In the body, and nobody's. */
  readonly stray: readonly Attribute[];
}

export interface EnumNode extends Part {
  readonly kind: "enum";
  readonly tag: Part | undefined;
  readonly base: Part | undefined;
  readonly body: { readonly from: number; readonly enumerators: readonly EnumeratorNode[] } | undefined;
  readonly attributes: readonly Attribute[];
}

export interface EnumeratorNode {
  readonly name: Token;
  readonly value: Part | undefined;
}

/**
 * `function`: defined or declared. `access`: `public:`. `passed`: declares nothing for the members. `gap`: tokens between the
 * others that declare nothing.
 */
export type BodyPart =
  | DeclarationNode
  | (Part & { readonly kind: "function" | "access" | "passed" | "gap" | "unknown" });

/** What is declared, with the arrays, pointers and functions around it [C17 6.7.6], and all that follows up to the comma. */
export interface DeclaratorNode extends Part {
  /** `undefined` for an unnamed bit-field. */
  readonly name: Token | undefined;
  readonly shape: "object" | "pointer" | "reference" | "function";
  /** Outermost first; between the brackets, empty for `[]`. */
  readonly dimensions: readonly (readonly Token[])[];
  /** Of a bit-field, behind the colon. */
  readonly width: Part | undefined;
  /** Behind `=`, or between braces or parentheses. */
  readonly value: Part | undefined;
  readonly attributes: readonly Attribute[];
  /** Those of them behind the comma in front of it. */
  readonly afterComma: readonly Attribute[];
}
