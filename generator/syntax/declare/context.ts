/** State that all parts of the declaration phase share for one translation unit. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { ChannelPlan } from "../../plan/channel-plan.ts";
import type { Span } from "../../source/span.ts";
import { compilerFlags } from "../../targets/flags.ts";
import type { Language } from "../../targets/predefined.ts";
import type { PodRule, Target } from "../../targets/target.ts";
import type { Enumerator, FieldComment, RecordDeclaration } from "../../types/declarations.ts";
import type { TypeSizes } from "../../types/type-sizes.ts";
import type { IntegerWidths } from "../constants/integer-type.ts";
import type { Attribute, CleanUnit } from "../parse/attributes.ts";
import type { Explanation, ParsedChunk } from "../parse/chunks.ts";
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
  /** Instantiates a class template's struct. Passed in, because types and records depend on each other. */
  readonly instantiate: (
    template: Template,
    given: readonly (readonly Token[])[],
    place: { readonly scope: Scope; readonly text: string },
    context: Context,
  ) => Resolved;
  /** Reads a template of values; passed in for the same reason. */
  readonly readFor: <T>(
    template: Template,
    given: readonly (readonly Token[])[],
    scope: Scope,
    context: Context,
    read: (chosen: Template, own: Scope) => T,
  ) => T | undefined;
  /** The texts of class templates, by their first token. Undefined for what is too large. */
  readonly parsed: Map<number, ParsedChunk | undefined>;
  /** Names of classes whose bases and bodies are being read: they are incomplete types. [C++17 class.mem]p6 */
  readonly open: string[];
  /** Templates that have specialisations. */
  readonly specialised: ReadonlySet<string>;
  /** Attributes of structs, unions and enums that are declared without a body, by their tags. */
  readonly announced: ReadonlyMap<string, readonly Announced[]>;
  /** In the order of their closing braces. */
  readonly records: Map<RecordDeclaration, RecordFacts>;
  readonly instances: Instance[];
  readonly enums: { readonly name: string; readonly enumerators: readonly Enumerator[]; readonly span: Span }[];
  /** Every field with its position, to attach comments. */
  readonly placed: PlacedField[];
  /** Problems that are reported whether or not the declaration is used. */
  readonly diagnostics: Diagnostic[];
  /** Syntax errors of the current declaration. What it declares is then unreliable. */
  readonly current: {
    error: Diagnostic | undefined;
    /** The header uses a construct that only C++ has. */
    needsCpp: boolean;
  };
  /** Declarations with syntax errors. The errors matter only if a message needs the declaration. */
  readonly broken: BrokenDeclaration[];
}

/** Attributes between `struct` and a tag that no body follows. */
export interface Announced {
  /** Index of the tag. */
  readonly at: number;
  readonly attributes: readonly Attribute[];
  /** Of `struct s;` alone: its namespaces. Undefined for any other use of the tag: `typedef struct s t;` */
  readonly scope: Scope | undefined;
  /** `friend struct s;`, or `struct s;` in a class. */
  readonly isInClass: boolean;
}

/** Runs `read`. @returns its result, and the records whose size or offsets it used */
export function measuring<T>(
  { measured }: Context,
  read: () => T,
): { readonly value: T; readonly measured: readonly RecordDeclaration[] } {
  const before = [...measured];
  measured.clear();
  const result = { value: read(), measured: [...measured] };
  measured.clear();
  for (const record of before) measured.add(record);
  return result;
}

/** A C++ construct makes the header C++, unless its flags select C: then it is an error. */
export function onlyInCpp(found: Token, context: Context): Diagnostic[] {
  if (context.language === "c++") return [];
  if (compilerFlags(context.plan).language === "c")
    return [report(SYNTAX, "E108", tokenSpan(found), { found: found.text, reason: "only C++ has it here" })];
  context.current.needsCpp = true;
  return [];
}

/**
 * The uncertainty of a declaration's text.
 * @param tokens of a declaration; an uncertainty before the first token does not matter
 */
export function doubtOf(tokens: readonly Token[]): Diagnostic | undefined {
  const doubtful = tokens.find(({ doubt }, index) => doubt !== undefined && (index > 0 || doubt.where === "here"));
  if (doubtful?.doubt === undefined) return undefined;
  const { on, hint } = doubtful.doubt;
  return report(SYNTAX, "E152", tokenSpan(doubtful), { on, hint });
}

/** Tokens `[from, to)` with their problems. */
export interface BrokenDeclaration {
  readonly from: number;
  readonly to: number;
  readonly explanations: readonly Explanation[];
}

/** Facts about a record besides its declaration. */
export interface RecordFacts {
  /** The tag, else the typedef's name. */
  readonly name: string | undefined;
  readonly scope: Scope;
  /** Tokens `[from, to)`, from keyword to closing brace. */
  readonly from: number;
  readonly to: number;
  readonly isInner: boolean;
  /** Reported only if a message uses the record. */
  readonly problems: Diagnostic[];
  /** Syntax errors in or around it, reported like the problems. */
  readonly errors: Explanation[];
  /** Problems of members that no message can hold, but whose size is known: they count for the size of the record. */
  readonly unheld: Set<Diagnostic>;
  /** Default member initialisers: member name (or index, for an anonymous member) → tokens. */
  readonly defaults: Map<object, readonly Token[]>;
  /** `const` fields, which need a value. */
  readonly constants: Set<object>;
  /** Functions with the record's name: index of the parameters' parenthesis, and one past their last token. */
  readonly constructors: { readonly open: number; readonly to: number }[];
  /** Another record has it as base class. */
  isBase: boolean;
  /** The compilers for which it is not a POD in a layout: constructors, private members … */
  readonly notPod: Set<PodRule>;
  /** The record, or a record in it, has default member initialisers. */
  hasDefaults: boolean;
}

/** A variable of record type with an initialiser. */
export interface Instance {
  readonly record: RecordDeclaration;
  readonly name: Token;
  readonly initializer: readonly Token[];
  readonly scope: Scope;
  /** For an array of structs, only the first element is read. */
  readonly isArray: boolean;
}

export interface PlacedField {
  readonly name: Token;
  /** Shared by all declarators of one declaration. */
  readonly declaration: number;
  readonly last: Token;
  /** Set when all fields are known. */
  readonly comments: FieldComment[];
}

/** Facts of the record that the type refers to. */
export function factsOf(type: Resolved, { records }: Context): RecordFacts | undefined {
  return type.kind === "record" ? records.get(type.record) : undefined;
}
