/** Members of a record: fields, bit-fields, anonymous structs and unions, and the constants of a class. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
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
import { keywordOf, keywordProblem, typeNameProblem } from "../explain/keywords.ts";
import { SPECIFIER_WORDS } from "../parse/declaration-words.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isTypeWord } from "../parse/type-words.ts";
import { isPunctuator, isWord, type Token, tokenSpan } from "../preprocess/token.ts";
import { bitWidth } from "./bit-width.ts";
import { declareConstants } from "./constants.ts";
import { type Context, onlyInCpp, type RecordFacts } from "./context.ts";
import { type Declarator, readDeclarator } from "./declarators.ts";
import { readDimensions } from "./dimensions.ts";
import { knownType } from "./known-types.ts";
import { attributesBetween, layoutAttributes, leadingAttributes, NO_ATTRIBUTES } from "./layout-attributes.ts";
import { functionProblem } from "./member-functions.ts";
import { type DeclareRecord, readSpecifiers, type Specifiers } from "./specifiers.ts";
import { arrayOf, flexibleArray, isUsable } from "./types.ts";

export function readMembers(
  node: SyntaxNode,
  context: Context,
  facts: RecordFacts,
  declareRecord: DeclareRecord,
): Member[] {
  const specifiers = readSpecifiers(node, context, facts.scope, undefined, declareRecord);
  const { tokens } = context.unit;
  const { definition } = specifiers;
  const head = tokens.slice(
    node.from,
    definition?.from ?? node.children.find(({ field }) => field === "declarator")?.from ?? node.to,
  );
  for (const word of ["const", "volatile"]) {
    const again = head.filter((token) => isWord(token, word))[1];
    // C takes it twice. [C17 6.7.3p5]
    if (again !== undefined && context.language === "c++")
      facts.problems.push(report(SYNTAX, "E108", tokenSpan(again), { found: word, reason: "it stands here already" }));
  }
  for (const word of NEVER_OF_MEMBERS) {
    if (specifiers.words.has(word)) {
      facts.problems.push(
        report(SYNTAX, "E108", tokenSpan(tokens[node.from]!), { found: word, reason: "a field has no storage class" }),
      );
    }
  }
  if (specifiers.words.has("friend")) return [];
  if (specifiers.words.has("static")) {
    declareConstants(node, specifiers, context, facts.scope);
    return [];
  }
  const parts = memberParts(node);
  if (parts.length === 0) return withoutDeclarator(node, specifiers, context, facts);
  return new MemberReader(node, specifiers, context, facts).read(parts);
}

const NEVER_OF_MEMBERS = ["extern", "register", "thread_local", "_Thread_local"] as const;

/** A declarator with what follows it. */
interface MemberPart {
  readonly declarator: SyntaxNode | undefined;
  width?: SyntaxNode;
  initializer?: SyntaxNode;
}

function memberParts(node: SyntaxNode): MemberPart[] {
  const parts: MemberPart[] = [];
  for (const child of node.children) {
    if (child.field === "declarator") parts.push({ declarator: child });
    const part = parts.at(-1);
    if (child.type === "bitfield_clause") {
      if (part === undefined || part.width !== undefined) parts.push({ declarator: undefined, width: child });
      else part.width = child;
    }
    if (child.field === "default_value" && part !== undefined) part.initializer = child;
  }
  return parts;
}

/** An anonymous record is a member; a tagged one, and an enum, only declares a type. */
function withoutDeclarator(node: SyntaxNode, specifiers: Specifiers, context: Context, facts: RecordFacts): Member[] {
  const { type, specifier } = specifiers;
  const span = tokenSpan(context.unit.tokens[node.from]!, context.unit.tokens[node.to - 1]);
  if (specifier === undefined) {
    // `using base::member;` and the like have no type.
    if (specifiers.text !== "") facts.problems.push(report(SYNTAX, "E133", span, { type: specifiers.text }));
    return [];
  }
  // What announces a type is nothing to qualify: the name of a field is missing. To Microsoft's C `struct s;` is the
  // members of that struct. [Microsoft C, anonymous structures]
  const announces = !specifiers.words.has("const") && !specifiers.words.has("volatile");
  const takesMembers = isMicrosoftC(context) && specifier.type !== "enum_specifier";
  // In a record without a name nobody else could use it, and an anonymous one takes no types in C++. [C++17 class.union.anon]
  if (specifiers.definition === undefined && (!announces || takesMembers || facts.name === undefined)) {
    facts.problems.push(report(SYNTAX, "E133", span, { type: specifiers.text }));
    return [];
  }
  if (!isUsable(type) && specifiers.definition === undefined) {
    // `struct tag;` only announces a type, unless something else stands there as well.
    if (type.forward === undefined) facts.problems.push(type.diagnose("", span));
    return [];
  }
  const named = specifier.children.some((child) => child.field === "name");
  if (named && specifiers.definition !== undefined && isUsable(type) && type.kind === "record")
    facts.problems.push(...problemsOfNested(type.record, context));
  if (named || specifier.type === "enum_specifier" || specifiers.definition === undefined) return [];
  if (!isUsable(type) || type.kind !== "record") {
    if (!isUsable(type)) facts.problems.push(type.diagnose("", span));
    return [];
  }
  const attributes = layoutAttributes(
    attributesBetween(context.unit, node.from, specifier.from),
    context,
    facts.scope,
    facts.problems,
  );
  const member: AnonymousMember = { kind: "anonymous", record: type.record, attributes, span };
  return [member];
}

/** A type that is declared within a record without a field of it: a part of the text that compiles, all the same. */
function problemsOfNested(record: RecordDeclaration, context: Context): Diagnostic[] {
  if (isMicrosoftC(context)) return [report(SYNTAX, "E133", record.span, { type: `${record.kind} ${record.name}` })];
  // What is not known may be in a header that is not at hand.
  const codes = context.missingIncludes.length > 0 ? NO_COMPILER_TAKES : [...NO_COMPILER_TAKES, "E112"];
  return context.records.get(record)?.problems.filter(({ code }) => codes.includes(code)) ?? [];
}

/** Unlike what is only not supported, or has no effect, in a type that no field has. */
const NO_COMPILER_TAKES = ["E107", "E108", "E133", "E411"];

function isMicrosoftC({ target, language }: Context): boolean {
  return target.bitFields === "microsoft" && language === "c";
}

/** `int8_t` is a `signed char`, and stays one. */
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
  private readonly node: SyntaxNode;
  private readonly specifiers: Specifiers;
  private readonly context: Context;
  private readonly facts: RecordFacts;
  private readonly tokens: readonly Token[];

  constructor(node: SyntaxNode, specifiers: Specifiers, context: Context, facts: RecordFacts) {
    this.node = node;
    this.specifiers = specifiers;
    this.context = context;
    this.facts = facts;
    this.tokens = context.unit.tokens;
  }

  read(parts: readonly MemberPart[]): Member[] {
    const declaration = this.node.from;
    const members: Member[] = [];
    parts.forEach((part, index) => {
      const begin = index === 0 ? this.node.from : this.endOf(parts[index - 1]!);
      const member = this.member(part, this.attributes(part, begin, index === 0), declaration);
      if (member !== undefined) members.push(member);
    });
    return members;
  }

  /** Those in front of the first declarator belong to all of them, the others to the one they stand at. */
  private attributes(part: MemberPart, begin: number, first: boolean): LayoutAttributes {
    const { unit } = this.context;
    if (unit.attributes.size === 0) return NO_ATTRIBUTES;
    const start = part.declarator?.from ?? part.width?.from ?? begin;
    const leadEnd = first ? start : (this.firstDeclarator()?.from ?? start);
    const leading = leadingAttributes(unit, this.node.from, leadEnd, this.specifiers.definition);
    const afterComma = first ? [] : attributesBetween(unit, begin + 1, start);
    // GCC's C takes none there, its C++ none of a bit-field.
    const misplaced = this.context.language === "c" || part.width !== undefined ? afterComma[0] : undefined;
    if (misplaced !== undefined) {
      const reason = "GCC takes no attribute behind the comma; it stands behind the name";
      const span = tokenSpan(misplaced.first, misplaced.last);
      this.facts.problems.push(report(SYNTAX, "E108", span, { found: misplaced.name, reason }));
    }
    const behind = attributesBetween(unit, start + 1, this.endOf(part));
    return layoutAttributes(
      [...leading, ...afterComma, ...behind],
      this.context,
      this.facts.scope,
      this.facts.problems,
    );
  }

  private firstDeclarator(): SyntaxNode | undefined {
    return this.node.children.find((child) => child.field === "declarator");
  }

  /** Index of the `,` or `;` behind a declarator. */
  private endOf(part: MemberPart): number {
    return Math.max(part.declarator?.to ?? 0, part.width?.to ?? 0, part.initializer?.to ?? 0);
  }

  private member(part: MemberPart, attributes: LayoutAttributes, declaration: number): Member | undefined {
    const declarator = readDeclarator(part.declarator, this.tokens);
    if (declarator.shape === "function") {
      const problem = functionProblem(this.tokens.slice(this.node.from, this.node.to), this.facts, this.context);
      return problem === undefined ? undefined : this.refuse(problem);
    }
    const place = this.tokens[declarator.name ?? part.width?.from ?? this.node.from]!;
    const name = declarator.name === undefined ? undefined : place.text;
    const keyword = name === undefined ? undefined : keywordOf(name, this.context.language);
    if (keyword !== undefined && !isTypeWord(place.text)) return this.refuse(keywordProblem(place, keyword));
    if (name !== undefined && this.namesItsType(name)) return this.refuse(typeNameProblem(place));
    const span = tokenSpan(place);
    const type = this.typeOf(declarator, name ?? "", place);
    if (type === undefined) return undefined;
    if (attributes.packed && this.mayDepend())
      return this.refuse(report(SYNTAX, "E127", tokenSpan(place), { name: "packed" }));
    const comments = name === undefined ? [] : this.placeField(place, declaration);
    if (this.specifiers.words.has("_Atomic")) this.checkAtomic(type.ctype, place);
    const common = { type: type.ctype, declaredType: type.text, attributes, comments, span };
    const member = part.width === undefined ? this.field(name, common, place) : this.bitField(name, common, part.width);
    if (member?.name !== undefined && this.specifiers.words.has("const")) this.facts.constants.add(member);
    if (member !== undefined && part.initializer !== undefined) {
      this.facts.problems.push(...onlyInCpp(this.tokens[part.initializer.from - 1]!, this.context));
      this.facts.defaults.set(member, this.tokens.slice(part.initializer.from, part.initializer.to));
    }
    return member;
  }

  /** In C++ a name that was used as a type in a class cannot become a member's. [C++17 basic.scope.class] */
  private namesItsType(name: string): boolean {
    const { context, facts } = this;
    if (context.language === "c" || this.specifiers.specifier !== undefined) return false;
    return knownType(name, context.target) !== undefined || context.symbols.isTypedef(facts.scope, name);
  }

  /** In a template GCC ignores `packed` on a field whose type depends on a parameter, Clang does not. */
  private mayDepend(): boolean {
    const { context, node, specifiers } = this;
    if (context.symbols.depth === 0) return false;
    const words = this.tokens.slice(node.from, this.firstDeclarator()?.from ?? node.to);
    return (
      specifiers.definition !== undefined ||
      words.some(({ kind, text }) => {
        if (kind !== "identifier" || isTypeWord(text) || SPECIFIER_WORDS.has(text)) return false;
        const isDeclared = context.symbols.type(this.facts.scope, text) !== undefined;
        return isDeclared
          ? context.symbols.isOfTemplate(this.facts.scope, text)
          : knownType(text, context.target) === undefined;
      })
    );
  }

  private typeOf(declarator: Declarator, name: string, place: Token): { ctype: CType; text: string } | undefined {
    const span = tokenSpan(place);
    if (declarator.shape === "pointer") return this.refuse(report(SYNTAX, "E113", span, { member: name }));
    if (declarator.shape === "reference") return this.refuse(report(SYNTAX, "E114", span, { member: name }));
    const dimensions = readDimensions(declarator.dimensions, name, place, this.context, this.facts.scope);
    if (!dimensions.ok) return this.refuse(dimensions.problem);
    const array = arrayOf(this.specifiers.type, dimensions.sizes);
    const resolved = dimensions.flexible ? flexibleArray(array) : array;
    if (!isUsable(resolved)) return this.refuse(resolved.diagnose(name, this.typeSpan(place)));
    return { ctype: resolved, text: this.specifiers.text + dimensions.sizes.map((size) => `[${size}]`).join("") };
  }

  private refuse(problem: RecordFacts["problems"][number]): undefined {
    this.facts.problems.push(problem);
    return undefined;
  }

  /** The type's words, where they are written; the declarator's name when they come from a macro. */
  private typeSpan(place: Token) {
    const node = this.node.children.find((child) => child.field === "type");
    const first = node === undefined ? undefined : this.tokens[node.from];
    const last = node === undefined ? undefined : this.tokens[node.to - 1];
    return first === undefined || node?.to === node?.from ? tokenSpan(place) : tokenSpan(first, last);
  }

  private placeField(name: Token, declaration: number): FieldComment[] {
    const comments: FieldComment[] = [];
    this.context.placed.push({ name, declaration, last: this.tokens[this.node.to - 1]!, comments });
    return comments;
  }

  /** An atomic struct may be larger than the struct, and on i386 eight atomic bytes are aligned to eight. */
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

  /** `-funsigned-bitfields`: of what does not say `signed`. [GCC 3.4] */
  private signOf(type: CType): CType {
    if (this.context.target.bitFieldsSigned || type.kind !== "arithmetic" || this.specifiers.words.has("signed"))
      return type;
    const unsigned = UNSIGNED.get(type.type);
    return unsigned === undefined ? type : { ...type, type: unsigned };
  }

  private bitField(
    name: string | undefined,
    common: Omit<BitFieldMember, "kind" | "name" | "width">,
    clause: SyntaxNode,
  ): BitFieldMember | undefined {
    const start = isPunctuator(this.tokens[clause.from], ":") ? clause.from + 1 : clause.from;
    const tokens = this.tokens.slice(start, clause.to);
    const width = bitWidth(
      tokens,
      { name, type: common.type, text: common.declaredType, span: common.span },
      this.context,
      this.facts,
    );
    return width === undefined
      ? undefined
      : { kind: "bit-field", name, width, ...common, type: this.signOf(common.type) };
  }
}
