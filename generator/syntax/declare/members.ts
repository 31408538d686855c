/** Members of a record: fields, bit-fields, anonymous structs and unions, and the constants of a class. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { knownType } from "../../targets/known-types.ts";
import type {
  AnonymousMember,
  ArithmeticType,
  BitFieldMember,
  CType,
  FieldComment,
  FieldMember,
  LayoutAttributes,
  Member,
  RecordDeclaration,
} from "../../types/declarations.ts";
import { isLibraryClass } from "../../types/place-record.ts";
import { keywordOf, keywordProblem } from "../explain/keywords.ts";
import { isSpecifierWord } from "../parse/declaration-words.ts";
import type { DeclarationNode, DeclaratorNode } from "../parse/nodes.ts";
import { isTypeWord } from "../parse/type-words.ts";
import { outsideAngles } from "../preprocess/brackets.ts";
import { isWord, type Token, tokenSpan } from "../preprocess/token.ts";
import { layoutAttributes, noteIgnoredAttributes } from "./attributes.ts";
import { isScoped } from "./class-names.ts";
import { bitWidth, declareConstants, readDimensions } from "./constants.ts";
import { type Context, factsOf, onlyInCpp, type RecordFacts } from "./context.ts";
import { noteFunction } from "./member-functions.ts";
import { typeInMode } from "./modes.ts";
import { type DeclareRecord, isSigned, readSpecifiers, type Specifiers } from "./specifiers.ts";
import { headersAway } from "./type-names.ts";
import {
  arrayOf,
  diagnose,
  flexibleArray,
  isPlainDouble,
  isUsable,
  notHeld,
  pointerType,
  type Resolved,
  recordIn,
  unqualified,
} from "./types.ts";

export function readMembers(
  node: DeclarationNode,
  context: Context,
  facts: RecordFacts,
  declareRecord: DeclareRecord,
): Member[] {
  const { head, declarators } = node;
  const specifiers = readSpecifiers(head, context, facts.scope, undefined, declareRecord);
  facts.problems.push(...oddWords(node, specifiers, context));
  if (specifiers.words.has("friend")) return [];
  if (specifiers.words.has("static")) {
    declareConstants(node, specifiers, context, facts.scope);
    return [];
  }
  if (declarators.length === 0) return withoutDeclarator(node, specifiers, context, facts);
  const reader = new MemberReader(node, specifiers, context, facts);
  return declarators.flatMap((declarator) => reader.member(declarator) ?? []);
}

/** Valid names in C: `struct {…} virtual;` has a field. */
export const ONLY_IN_CPP = ["virtual", "explicit", "friend", "mutable"] as const;
const NEVER_OF_MEMBERS = ["extern", "register", "thread_local", "_Thread_local"] as const;

function oddWords({ head, tokens }: DeclarationNode, { words }: Specifiers, context: Context): Diagnostic[] {
  const { language } = context;
  // C allows a qualifier twice. [C17 6.7.3p5]
  const twice = ["const", "volatile"].flatMap((word) =>
    language === "c++" ? (outsideAngles(head.tokens).filter((token) => isWord(token, word))[1] ?? []) : [],
  );
  const cpp = ONLY_IN_CPP.some((word) => words.has(word)) ? onlyInCpp(tokens[0]!, context) : [];
  return [
    ...cpp,
    ...twice.map((again) => report(SYNTAX, "E108", tokenSpan(again), { found: again.text, reason: "it is repeated" })),
    ...NEVER_OF_MEMBERS.filter((word) => words.has(word) && !isOfClass(word, words)).map((found) =>
      report(SYNTAX, "E108", tokenSpan(tokens[0]!), { found, reason: "a field has no storage class" }),
    ),
  ];
}

/** `static thread_local int count;` [C++17 dcl.stc]p1 */
function isOfClass(word: string, words: Specifiers["words"]): boolean {
  return word === "thread_local" && words.has("static");
}

/** An anonymous record is a member. A tagged one, or an enum, only declares a type. */
function withoutDeclarator(
  node: DeclarationNode,
  { type, text, words }: Specifiers,
  context: Context,
  facts: RecordFacts,
): Member[] {
  const { specifier } = node.head;
  const span = tokenSpan(node.tokens[0]!, node.tokens.at(-1));
  const nameIsMissing = report(SYNTAX, "E133", span, { type: text });
  if (specifier === undefined) {
    // `using base::member;` and the like have no type.
    if (text !== "") facts.problems.push(nameIsMissing);
    return [];
  }
  if (specifier.body === undefined) {
    if (!isAnnouncement(specifier, words, context, facts)) facts.problems.push(nameIsMissing);
    // `struct tag;` alone is a forward declaration.
    else if (!isUsable(type) && type.forward === undefined)
      facts.problems.push(diagnose(type, "", span, context.symbols));
    return [];
  }
  if (specifier.kind === "record" && !isUsable(type) && specifier.tag === undefined)
    facts.problems.push(diagnose(type, "", span, context.symbols));
  if (type.kind !== "record" || specifier.tag !== undefined) {
    noteTypeAlone(node, type, context, facts);
    return [];
  }
  facts.problems.push(...constructedMember(type.record, context));
  const own = layoutAttributes(node.attributes, context, facts.scope, facts.problems, "field");
  const member: AnonymousMember = { kind: "anonymous", record: type.record, attributes: own, span };
  return [member];
}

function noteTypeAlone(node: DeclarationNode, type: Resolved, context: Context, facts: RecordFacts): void {
  noteIgnoredAttributes(node, factsOf(type, context) ?? facts);
  if (type.kind === "record") facts.problems.push(...problemsOfNested(type.record, context));
}

/** True if `struct tag;` or `enum tag;` may declare a type; otherwise the field's name is missing. */
function isAnnouncement(
  specifier: NonNullable<DeclarationNode["head"]["specifier"]>,
  words: Specifiers["words"],
  context: Context,
  { name }: RecordFacts,
): boolean {
  // An unnamed record cannot be referred to, and in C++ an anonymous one must not declare types. [C++17 class.union.anon]
  if (words.has("const") || words.has("volatile") || name === undefined) return false;
  // `struct s;` includes the members of that struct. [Microsoft C, anonymous structures]
  if (specifier.kind === "record") return !isMicrosoftC(context);
  // An enum that is declared without its list, even again, is scoped or has an underlying type. [C++17 dcl.enum]p2
  return context.language === "c" || specifier.base !== undefined || isScoped(specifier);
}

/** Compilers reject a class with a constructor in an anonymous struct. [GCC, cp/decl2.cc, fixup_anonymous_aggr] */
function constructedMember({ kind, members }: RecordDeclaration, context: Context): Diagnostic[] {
  const found = kind === "struct" ? members.find((member) => hasConstructor(member, context)) : undefined;
  if (found === undefined || context.language === "c") return [];
  const name = found.kind === "anonymous" ? found.record.kind : (found.name ?? "");
  const reason = "a class with a constructor is not allowed in an unnamed struct";
  return [report(SYNTAX, "E108", found.span, { found: name, reason })];
}

/** Includes the implicit constructor of default member initialisers. */
export function hasConstructor(member: Member, context: Context): boolean {
  const record = member.kind === "anonymous" ? member.record : recordIn(member.type);
  const facts = record && context.records.get(record);
  if (record === undefined || facts === undefined) return isLibraryClass(member);
  return (
    facts.constructors.length > 0 ||
    facts.defaults.size > 0 ||
    record.members.some((each) => hasConstructor(each, context))
  );
}

/** Problems of a type that is declared in a record but has no field: it must compile nevertheless. */
function problemsOfNested(record: RecordDeclaration, context: Context): Diagnostic[] {
  if (isMicrosoftC(context)) return [report(SYNTAX, "E133", record.span, { type: `${record.kind} ${record.name}` })];
  // An unknown type may come from a missing header.
  const codes = headersAway(context).length > 0 ? NO_COMPILER_TAKES : [...NO_COMPILER_TAKES, "E112"];
  return context.records.get(record)?.problems.filter(({ code }) => codes.includes(code)) ?? [];
}

/** Errors in every compiler. Other problems do not matter in a type without a field. */
const NO_COMPILER_TAKES = ["E107", "E108", "E133", "E411"];

function isMicrosoftC({ target, language }: Context): boolean {
  return target.compiler.family === "microsoft" && language === "c";
}

/** `int8_t` is `signed char` and stays signed. */
const UNSIGNED: ReadonlyMap<ArithmeticType, ArithmeticType> = new Map([
  ["char", "unsigned char"],
  ["short", "unsigned short"],
  ["int", "unsigned int"],
  ["long", "unsigned long"],
  ["long long", "unsigned long long"],
  ["int16_t", "uint16_t"],
  ["int32_t", "uint32_t"],
  ["int64_t", "uint64_t"],
]);

class MemberReader {
  private readonly node: DeclarationNode;
  private readonly specifiers: Specifiers;
  private readonly context: Context;
  private readonly facts: RecordFacts;

  constructor(node: DeclarationNode, specifiers: Specifiers, context: Context, facts: RecordFacts) {
    this.node = node;
    this.specifiers = specifiers;
    this.context = context;
    this.facts = facts;
  }

  member(part: DeclaratorNode): Member | undefined {
    const { context, facts, specifiers } = this;
    const attributes = this.attributes(part);
    if (part.shape === "function") {
      const problem = noteFunction(this.node, facts, context);
      return problem && this.refuse(problem);
    }
    const place = this.placeOf(part);
    const name = part.name?.text;
    const misnamed = part.name === undefined ? undefined : this.nameProblem(part.name);
    if (misnamed !== undefined) return this.refuse(misnamed);
    const type = this.typeOf(part, name ?? "", place);
    if (type === undefined) return undefined;
    if (attributes.packed && this.mayDepend())
      return this.refuse(report(SYNTAX, "E127", tokenSpan(place), { name: "packed" }));
    const comments = name === undefined ? [] : this.placeField(place);
    if (specifiers.words.has("_Atomic")) this.checkAtomic(type.ctype, place);
    const common = { type: type.ctype, declaredType: type.text, attributes, comments, span: tokenSpan(place) };
    const member =
      part.width === undefined ? this.field(name, common, place) : this.bitField(name, common, part.width.tokens);
    if (member?.name !== undefined && specifiers.words.has("const")) facts.constants.add(member);
    if (member !== undefined && part.value !== undefined) {
      facts.problems.push(...onlyInCpp(context.unit.tokens[part.value.from - 1]!, context));
      facts.defaults.set(member, part.value.tokens);
    }
    return member;
  }

  /** Attributes before the first declarator apply to all of them, others only to their own. */
  private attributes({ attributes, afterComma, width }: DeclaratorNode): LayoutAttributes {
    const { context, facts } = this;
    // GCC rejects these attributes in C; in C++ it rejects them on bit-fields.
    const misplaced = context.language === "c" || width !== undefined ? afterComma[0] : undefined;
    if (misplaced !== undefined) {
      const reason = "GCC rejects an attribute after the comma; write it after the name";
      const span = tokenSpan(misplaced.first, misplaced.last);
      facts.problems.push(report(SYNTAX, "E108", span, { found: misplaced.name, reason }));
    }
    const { others } = typeInMode(this.specifiers.type, [...this.node.attributes, ...attributes], context, facts.scope);
    return layoutAttributes(others, context, facts.scope, facts.problems, "field");
  }

  private placeOf({ name, width }: DeclaratorNode): Token {
    return name ?? (width === undefined ? this.node.tokens[0]! : this.context.unit.tokens[width.from - 1]!);
  }

  private nameProblem(name: Token): Diagnostic | undefined {
    const keyword = keywordOf(name.text, this.context.language);
    return keyword === undefined ? undefined : keywordProblem(name, keyword);
  }

  /** In a template, GCC ignores `packed` on a field whose type depends on a parameter; Clang does not. */
  private mayDepend(): boolean {
    const { context } = this;
    const { specifier, tokens } = this.node.head;
    if (context.symbols.depth === 0) return false;
    return (
      specifier?.body !== undefined ||
      tokens.some((token) => {
        const { kind, text } = token;
        if (kind !== "identifier" || isTypeWord(text) || isSpecifierWord(token)) return false;
        const isDeclared = context.symbols.type(this.facts.scope, text) !== undefined;
        return isDeclared
          ? context.symbols.isOfTemplate(this.facts.scope, text)
          : knownType(text, context.target) === undefined;
      })
    );
  }

  private typeOf(declarator: DeclaratorNode, name: string, place: Token): { ctype: CType; text: string } | undefined {
    const { context, facts, specifiers } = this;
    const isAddress = declarator.shape === "pointer" || declarator.shape === "reference";
    const dimensions = readDimensions(declarator.dimensions, name, place, context, facts.scope);
    if (!dimensions.ok) return this.refuse(dimensions.problem);
    const all = [...this.node.attributes, ...declarator.attributes];
    const element = isAddress
      ? pointerType(context.target, declarator.shape === "pointer" ? "E113" : "E114")
      : typeInMode(specifiers.type, all, context, facts.scope).type;
    const array = arrayOf(element, dimensions.sizes);
    const resolved = dimensions.flexible ? flexibleArray(array) : array;
    const text = isAddress
      ? `${specifiers.text} *`
      : specifiers.text + dimensions.sizes.map((size) => `[${size}]`).join("");
    if (isUsable(resolved)) return { ctype: unqualified(resolved), text };
    const { standIn } = resolved;
    if (standIn === undefined || !isPlainDouble(resolved)) {
      const problem = diagnose(resolved, name, isAddress ? tokenSpan(place) : this.typeSpan(place), context.symbols);
      this.refuse(problem);
      if (standIn !== undefined) facts.unheld.add(problem);
    }
    return standIn && { ctype: standIn, text };
  }

  private refuse(problem: RecordFacts["problems"][number]): undefined {
    this.facts.problems.push(problem);
    return undefined;
  }

  /** The type's words in the source; the declarator's name if they come from a macro. */
  private typeSpan(place: Token) {
    const words = this.node.head.type?.tokens ?? [];
    return words[0] === undefined ? tokenSpan(place) : tokenSpan(words[0], words.at(-1));
  }

  private placeField(name: Token): FieldComment[] {
    const comments: FieldComment[] = [];
    const { from: declaration, tokens } = this.node;
    this.context.placed.push({ name, declaration, last: tokens.at(-1)!, comments });
    return comments;
  }

  /** An atomic struct may be larger than the struct. On i386, eight atomic bytes are aligned to eight. */
  private checkAtomic(type: CType, place: Token): void {
    const { size, alignment } = this.context.sizes.sizeOf(type);
    if (
      (type.kind !== "arithmetic" && type.kind !== "enum") ||
      (size > alignment && this.context.target.name === "i386")
    )
      this.facts.problems.push(report(SYNTAX, "E127", tokenSpan(place), { name: "_Atomic" }));
  }

  private field(
    name: string | undefined,
    common: Omit<FieldMember, "kind" | "name">,
    place: Token,
  ): FieldMember | undefined {
    if (name !== undefined) return { kind: "field", name, ...common };
    this.facts.problems.push(report(SYNTAX, "E133", tokenSpan(place), { type: common.declaredType }));
    return undefined;
  }

  /** `-funsigned-bitfields` applies to types without `signed`, also where a typedef names them; clang ignores it. [GCC 3.4; Clang 16] */
  private signOf(type: CType): CType {
    const { bitFieldsSigned, signedIntTypes, compiler } = this.context.target;
    if (compiler.family === "clang") return type;
    if (bitFieldsSigned || type.kind !== "arithmetic" || isSigned(this.specifiers) || type.isSigned) return type;
    if (signedIntTypes && /^int\d+_t$/.test(type.type)) return type;
    const unsigned = UNSIGNED.get(type.type);
    return unsigned === undefined ? type : { ...type, type: unsigned };
  }

  private bitField(
    name: string | undefined,
    common: Omit<BitFieldMember, "kind" | "name" | "width">,
    tokens: readonly Token[],
  ): BitFieldMember | undefined {
    const bitField = { name, type: common.type, text: common.declaredType, span: common.span };
    if (common.type.kind === "arithmetic" && common.type.bytes !== undefined) {
      const problem = notHeld(common.declaredType, "of a bit-field, take a type of <stdint.h>");
      return this.refuse(diagnose(problem, name ?? "", common.span, this.context.symbols));
    }
    const width = bitWidth(tokens, bitField, this.context, this.facts);
    return width === undefined
      ? undefined
      : { kind: "bit-field", name, width, ...common, type: this.signOf(common.type) };
  }
}
