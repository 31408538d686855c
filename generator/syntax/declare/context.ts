/** What all parts of the declaration phase share while they go through one translation unit. */

import type { ChannelPlan } from "../../channel-plan.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../source/span.ts";
import type { IntegerWidths } from "../constants/integer-type.ts";
import type { Enumerator, FieldComment, RecordDeclaration } from "../declarations.ts";
import type { Explanation } from "../explain/member.ts";
import type { CleanUnit } from "../parse/attributes.ts";
import type { Language } from "../preprocess/predefined.ts";
import type { Token } from "../preprocess/token.ts";
import type { Scope, Symbols } from "./symbols.ts";

export interface Context {
  readonly plan: ChannelPlan;
  readonly unit: CleanUnit;
  readonly language: Language;
  readonly widths: IntegerWidths;
  readonly symbols: Symbols;
  readonly missingIncludes: readonly string[];
  /** In the order of their closing braces. */
  readonly records: Map<RecordDeclaration, RecordFacts>;
  readonly instances: Instance[];
  readonly enums: { readonly name: string; readonly enumerators: readonly Enumerator[]; readonly span: Span }[];
  /** Every field with its place, for the comments. */
  readonly placed: PlacedField[];
  /** Problems that hold whoever uses the declaration. */
  readonly diagnostics: Diagnostic[];
  /** Declarations with syntax errors, which count when somebody needs what stands there. */
  readonly broken: BrokenDeclaration[];
}

/** Tokens `[from, to)`, and what is wrong with them. */
export interface BrokenDeclaration {
  readonly from: number;
  readonly to: number;
  readonly explanations: readonly Explanation[];
}

/** What is known of a record beside its declaration. */
export interface RecordFacts {
  readonly scope: Scope;
  /** Tokens `[from, to)`, keyword to closing brace. */
  readonly from: number;
  readonly to: number;
  /** Declared inside another record. */
  readonly enclosing: boolean;
  /** Told only when a message uses the record. */
  readonly problems: Diagnostic[];
  /** Default member initialisers: member name (of an anonymous one its index) → tokens. */
  readonly defaults: Map<object, readonly Token[]>;
  /** Tokens `[from, to)` of the definitions named like the record. */
  readonly constructors: { readonly from: number; readonly to: number }[];
  /** Declared with default member initialisers, a constructor, access specifiers …: C++ only. */
  readonly base: string | undefined;
  /** The record or one in it has default member initialisers. */
  hasDefaults: boolean;
}

/** A variable of record type with an initialiser. */
export interface Instance {
  readonly record: RecordDeclaration;
  readonly name: Token;
  readonly initializer: readonly Token[];
  readonly scope: Scope;
  /** Of an array of structs, whose first element counts. */
  readonly isArray: boolean;
}

export interface PlacedField {
  readonly name: Token;
  /** One number for all declarators of a declaration. */
  readonly declaration: number;
  /** The declaration's last token. */
  readonly last: Token;
  /** Filled when all fields are known. */
  readonly comments: FieldComment[];
}
