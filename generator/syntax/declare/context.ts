/** What all parts of the declaration phase share while they go through one translation unit. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { ChannelPlan } from "../../plan/channel-plan.ts";
import type { Span } from "../../source/span.ts";
import { compilerFlags } from "../../targets/flags.ts";
import type { Language } from "../../targets/predefined.ts";
import type { Target } from "../../targets/target.ts";
import type { Enumerator, FieldComment, RecordDeclaration } from "../../types/declarations.ts";
import type { TypeSizes } from "../../types/type-sizes.ts";
import type { IntegerWidths } from "../constants/integer-type.ts";
import type { CleanUnit } from "../parse/attributes.ts";
import type { Explanation } from "../parse/chunks.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";
import type { Scope, Symbols, Template } from "./symbols.ts";
import type { Resolved } from "./types.ts";

export interface Context {
  readonly plan: ChannelPlan;
  readonly unit: CleanUnit;
  readonly language: Language;
  readonly target: Target;
  readonly widths: IntegerWidths;
  readonly sizes: TypeSizes;
  /** Records whose size or offsets a constant expression used. */
  readonly measured: Set<RecordDeclaration>;
  readonly symbols: Symbols;
  readonly missingIncludes: readonly string[];
  /** Reads a class template's struct for some arguments; a type's words ask for it, and it declares a record again. */
  readonly instantiate: (
    template: Template,
    given: readonly (readonly Token[])[],
    place: { readonly scope: Scope; readonly text: string },
    context: Context,
  ) => Resolved;
  /** Templates that mean something else for some arguments. */
  readonly specialised: ReadonlySet<string>;
  /** In the order of their closing braces. */
  readonly records: Map<RecordDeclaration, RecordFacts>;
  readonly instances: Instance[];
  readonly enums: { readonly name: string; readonly enumerators: readonly Enumerator[]; readonly span: Span }[];
  /** Every field with its place, for the comments. */
  readonly placed: PlacedField[];
  /** Problems that do not depend on the declaration's user. */
  readonly diagnostics: Diagnostic[];
  /** The syntax error of the declaration being read: what it declares cannot be relied on. */
  readonly current: {
    error: Diagnostic | undefined;
    /** Something was read that only C++ has. */
    needsCpp: boolean;
  };
  /** Declarations with syntax errors, which count when somebody needs what stands there. */
  readonly broken: BrokenDeclaration[];
}

/** What only C++ has makes a header C++, unless its flags say that it is C: then it is a problem. */
export function onlyInCpp(found: Token, context: Context): Diagnostic[] {
  if (context.language === "c++") return [];
  if (compilerFlags(context.plan).language === "c")
    return [report(SYNTAX, "E108", tokenSpan(found), { found: found.text, reason: "only C++ has it here" })];
  context.current.needsCpp = true;
  return [];
}

/** Text that is not certain, where a declaration depends on it. @param tokens of a declaration; what may be missing in front of it does not matter */
export function doubtOf(tokens: readonly Token[]): Diagnostic | undefined {
  const doubtful = tokens.find(({ doubt }, index) => doubt !== undefined && (index > 0 || doubt.where === "here"));
  if (doubtful?.doubt === undefined) return undefined;
  const { on, hint } = doubtful.doubt;
  return report(SYNTAX, "E152", tokenSpan(doubtful), { on, hint });
}

/** Tokens `[from, to)`, and what is wrong with them. */
export interface BrokenDeclaration {
  readonly from: number;
  readonly to: number;
  readonly explanations: readonly Explanation[];
}

/** What is known of a record beside its declaration. */
export interface RecordFacts {
  /** The tag, else the typedef's name. */
  readonly name: string | undefined;
  readonly scope: Scope;
  /** Tokens `[from, to)`, keyword to closing brace. */
  readonly from: number;
  readonly to: number;
  /** Declared inside another record. */
  readonly isInner: boolean;
  /** Told only when a message uses the record. */
  readonly problems: Diagnostic[];
  /** Syntax errors in it or around it, told like the problems. */
  readonly errors: Explanation[];
  /** Default member initialisers: member name (of an anonymous one its index) → tokens. */
  readonly defaults: Map<object, readonly Token[]>;
  /** Fields that are `const`, and so have to have a value. */
  readonly constants: Set<object>;
  /** Functions named like the record: their parameters' parenthesis, and one past their last token. */
  readonly constructors: { readonly open: number; readonly to: number }[];
  /** Another record has it as its base class. */
  isBase: boolean;
  /** g++ does not pack members of such a type: default initialisers, constructors, private members … */
  isPlain: boolean;
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

/** Those of the record that a declaration is of. */
export function factsOf(type: Resolved, { records }: Context): RecordFacts | undefined {
  return type.kind === "record" ? records.get(type.record) : undefined;
}
