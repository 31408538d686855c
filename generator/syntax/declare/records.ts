/** Structs, unions and classes. */

import { MESSAGES } from "../../diagnostics/codes/messages.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { POD_RULES, packsAsGcc } from "../../targets/target.ts";
import type { AnonymousMember, CType, FieldMember, Member, RecordDeclaration } from "../../types/declarations.ts";
import { isLibraryClass } from "../../types/place-record.ts";
import { isStandardInteger, keywordOf, keywordProblem, typeNameProblem } from "../explain/keywords.ts";
import { packAt, packsIn, pragmasAt } from "../parse/attributes.ts";
import type { BodyPart, RecordNode } from "../parse/nodes.ts";
import { isPunctuator, isWord, type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { definedAttributes } from "./announced-attributes.ts";
import { NO_ATTRIBUTES, strayAttributes } from "./attributes.ts";
import { namesInClass } from "./class-names.ts";
import { type Context, doubtOf, measuring, onlyInCpp, type RecordFacts } from "./context.ts";
import { declareUsing } from "./links.ts";
import { countNonPod, noteFunction } from "./member-functions.ts";
import { readMembers } from "./members.ts";
import { type NamedMember, namedMembers } from "./named-members.ts";
import { expandPacks } from "./packs.ts";
import { keyIn } from "./scope-links.ts";
import type { DeclareRecord } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { declareTemplate, splitAtCommas } from "./templates.ts";
import { namedType } from "./type-names.ts";
import { declareTypedef } from "./typedefs.ts";
import { diagnose, isUsable, type Resolved, recordIn } from "./types.ts";

/**
 * @param node has a body
 * @param typedefName names a record without a tag
 * @param where `inside` of another record
 */
export function declareRecord(
  node: RecordNode,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
  where: "inside" | "outside" = "outside",
): Resolved {
  const tag = node.tag && textOf(node.tag.tokens);
  const facts = newFacts(node, tag === undefined ? scope : [...scope, ...tag.split("::")], tag ?? typedefName, where);
  if (tag !== undefined) context.open.push(tag);
  const { value: members, measured } = measuring(context, () => [
    ...baseClasses(node, facts, context),
    ...readBody(node, facts, context),
  ]);
  if (tag !== undefined) context.open.pop();
  facts.hasDefaults = facts.defaults.size > 0 || members.some((member) => memberHasDefaults(member, context));
  const pragmas = pragmasAt(context.unit, node.to - 1);
  const record: RecordDeclaration = {
    kind: isWord(node.tokens[0], "union") ? "union" : "struct",
    name: facts.name,
    ...(tag === undefined && { untagged: true }),
    ...(scope.length > 0 && { scope }),
    members,
    attributes: {
      ...(pragmas?.storageOrder && { storageOrder: pragmas.storageOrder }),
      ...definedAttributes(node, facts, context, scope),
    },
    pack: packOf(node, context),
    language: context.language,
    ...nonPodBy(facts, members),
    span: tokenSpan((node.tag ?? node).tokens[0]!),
  };
  facts.problems.push(
    // What is doubtful about a size is doubtful about `data[sizeof(struct s)]`.
    ...measured.flatMap(
      (of) => context.records.get(of)?.problems.filter(({ severity }) => severity === "warning") ?? [],
    ),
    ...(isWord(node.tokens[0], "class") ? onlyInCpp(node.tokens[0]!, context) : []),
    ...packProblems(record, node, context),
    ...repeatedMembers(record),
    ...namesInClass(record, node, facts, context),
    ...misplacedFlexible(record, context),
    ...misplaced(node, context),
    ...unclear(node, facts, context),
  );
  context.records.set(record, facts);
  const type: Resolved = { kind: "record", record };
  if (tag !== undefined) context.symbols.declareTag(scope, tag, type);
  return type;
}

/** GCC packs as at the closing brace, Clang as at the opening one. */
function packOf({ body, to }: RecordNode, { unit, target }: Context): RecordDeclaration["pack"] {
  return packAt(unit, packsAsGcc(target) || body === undefined ? to - 1 : body.from);
}

function newFacts(
  { from, to }: RecordNode,
  scope: Scope,
  name: string | undefined,
  where: "inside" | "outside",
): RecordFacts {
  return {
    name,
    scope,
    from,
    to,
    isInner: where === "inside",
    problems: [],
    errors: [],
    defaults: new Map(),
    constants: new Set(),
    unheld: new Set(),
    constructors: [],
    isBase: false,
    notPod: new Set(),
    hasDefaults: false,
  };
}

/** `struct s PACKED {`, or a pack pragma between `struct` and its brace or after the closing brace: GCC rejects these. */
function misplaced(node: RecordNode, { unit }: Context): Diagnostic[] {
  const reason = "write an attribute after 'struct' or after the closing brace";
  const brace = node.body?.from ?? node.to;
  const packs = [...packsIn(unit, node.from + 1, brace), ...packsIn(unit, Math.max(node.to, brace + 1), node.to)];
  return [
    ...node.misplaced.map(({ name, first, last }) =>
      report(SYNTAX, "E108", tokenSpan(first, last), { found: name, reason }),
    ),
    ...packs.map(({ from }) => {
      const details = { found: "#pragma pack", reason: "write it before 'struct' or after its ';'" };
      return report(SYNTAX, "E108", tokenSpan(unit.tokens[Math.min(from, node.to - 1)]!), details);
    }),
  ];
}

/** `: public header, private tail`: members like those of an anonymous struct. Classes with virtual functions have another layout. [D53] */
function baseClasses({ base: clause }: RecordNode, facts: RecordFacts, context: Context): AnonymousMember[] {
  const [first] = clause?.tokens ?? [];
  if (clause === undefined || first === undefined) return [];
  facts.problems.push(...onlyInCpp(first, context));
  countNonPod(facts, POD_RULES);
  return expandPacks(splitAtCommas(clause.tokens), context, facts.scope).flatMap((base): AnonymousMember[] => {
    const words = base.filter(({ text }) => !ACCESS.has(text));
    const span = tokenSpan(words[0] ?? first, words.at(-1) ?? first);
    const type = namedType(words, context, facts.scope);
    const isClass = !isUsable(type) || (type.kind === "record" && type.record.kind === "struct");
    if (!isClass || words.length === 0 || words.some((token) => isWord(token, "virtual"))) {
      facts.problems.push(report(SYNTAX, "E120", span, { name: facts.name ?? "struct", base: textOf(base) }));
      return [];
    }
    if (!isUsable(type)) facts.problems.push(diagnose(type, "", span, context.symbols));
    if (type.kind !== "record") return [];
    const of = context.records.get(type.record);
    if (of !== undefined) noteBase(of, words, facts, context);
    return [{ kind: "anonymous", isBase: true, record: type.record, attributes: NO_ATTRIBUTES, span }];
  });
}

function noteBase(of: RecordFacts, words: readonly Token[], facts: RecordFacts, { symbols }: Context): void {
  of.isBase = true;
  const isNamed = of.scope.at(-1) === of.name && facts.scope.at(-1) === facts.name;
  const isDependent = words.some(({ text }) => symbols.isParameter(text));
  if (isNamed) symbols.links.inherit(keyIn(facts.scope, ""), keyIn(of.scope, ""), isDependent);
}

const ACCESS: ReadonlySet<string> = new Set(["public", "protected", "private"]);

/**
 * Members of anonymous structs and unions share the enclosing struct's names [C17 6.7.2.1p13]. C++ allows repeated names
 * in base classes, but rows and records do not.
 */
function repeatedMembers(record: RecordDeclaration): Diagnostic[] {
  const first = new Map<string, NamedMember>();
  const found: Diagnostic[] = [];
  for (const one of namedMembers(record.members)) {
    const { name: member, span, base } = one;
    const other = first.get(member);
    if (other === undefined) {
      first.set(member, one);
      continue;
    }
    const details = { name: record.name ?? record.kind, member };
    const notes = [{ span: other.span, message: "first declared here" }];
    const of = base ?? other.base;
    if (of === undefined) found.push(report(MESSAGES, "E411", span, details, notes));
    // A repetition within one base class was reported there.
    else if (base !== other.base)
      found.push(report(MESSAGES, "E422", span, { ...details, base: of.record.name ?? "" }, notes));
  }
  return found;
}

/** The compilers for which the class is not a POD, by its own declarations and those of its members. */
function nonPodBy(facts: RecordFacts, members: readonly Member[]): Pick<RecordDeclaration, "nonPod"> {
  if (facts.defaults.size > 0) countNonPod(facts, WITH_DEFAULTS);
  for (const member of members) {
    if (isLibraryClass(member)) countNonPod(facts, POD_RULES);
    const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
    if (inner?.nonPod !== undefined) countNonPod(facts, inner.nonPod);
  }
  return facts.notPod.size === 0 ? {} : { nonPod: facts.notPod };
}

const WITH_DEFAULTS = ["gcc 12", "clang 11", "clang 15"] as const;

function memberHasDefaults(member: Member, context: Context): boolean {
  const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
  return inner !== undefined && context.records.get(inner)?.hasDefaults === true;
}

function packProblems(record: RecordDeclaration, { body, to }: RecordNode, { unit, target }: Context): Diagnostic[] {
  const brace = body?.from ?? to;
  const before = packAt(unit, brace);
  const changed = packsIn(unit, brace + 1, to - 1).some(({ pack }) => pack !== before);
  if (!changed) return [];
  const { name = "struct", span } = record;
  return [report(SYNTAX, "W137", span, { name, line: span.start.line, applies: packsAsGcc(target) })];
}

/** Problems that make the layout of the whole record uncertain. */
function unclear({ tokens, stray }: RecordNode, facts: RecordFacts, { language }: Context): Diagnostic[] {
  const found: Diagnostic[] = [];
  const doubt = doubtOf(tokens);
  if (doubt !== undefined) found.push(doubt);
  const keyword = facts.name === undefined ? undefined : keywordOf(facts.name, language);
  if (keyword !== undefined) found.push(keywordProblem(tokens[1]!, keyword));
  // In C++ a tag is a type name, and this one is taken. [C++17 dcl.typedef]p7
  if (language === "c++" && isStandardInteger(facts.name)) found.push(typeNameProblem(tokens[1]!));
  return [...found, ...strayAttributes(stray)];
}

/** A flexible array member must be the last of several members [C17 6.7.2.1p18]. */
function misplacedFlexible({ kind, members }: RecordDeclaration, { language }: Context): Diagnostic[] {
  return members.flatMap((member, index) => {
    const isLast = kind === "union" || index === members.length - 1;
    // Some C compilers allow a struct with a flexible array as an inner member. [GCC 6.18]
    const inner = isLast || language === "c" || member.kind !== "field" ? undefined : flexibleEnd(member.type);
    if (inner !== undefined) return [report(SYNTAX, "E115", member.span, { member: inner.name, last: false })];
    const flexible = flexibleIn(member);
    const isRight =
      isLast && ((member.kind === "anonymous" && member.isBase !== true) || (kind === "struct" && index > 0));
    return flexible !== undefined && !isRight
      ? [report(SYNTAX, "E115", flexible.span, { member: flexible.name, last: false })]
      : [];
  });
}

/** The flexible array member at a struct's end. */
function flexibleEnd(type: CType): FieldMember | undefined {
  const last = type.kind === "record" ? type.record.members.at(-1) : undefined;
  if (last === undefined) return undefined;
  return flexibleIn(last) ?? (last.kind === "field" ? flexibleEnd(last.type) : undefined);
}

/** Members of an anonymous record belong to the enclosing one. */
function flexibleIn(member: Member): FieldMember | undefined {
  if (member.kind === "anonymous") return member.record.members.map(flexibleIn).find((found) => found !== undefined);
  return member.kind === "field" && member.type.kind === "array" && member.type.flexible ? member : undefined;
}

/** Every part of the body is a member, a declaration, or an error. */
function readBody({ body }: RecordNode, facts: RecordFacts, context: Context): Member[] {
  const declareInner: DeclareRecord = (node, scope, typedefName) =>
    declareRecord(node, context, scope, typedefName, "inside");
  // Access before the first access specifier. [C++17 class.access]p3
  let isPublic = !isWord(context.unit.tokens[facts.from], "class");
  return (body?.parts ?? []).flatMap((part) => {
    const [first] = part.tokens;
    if (part.kind !== "gap" && refuseVirtual(part.tokens, facts)) return [];
    switch (part.kind) {
      case "members": {
        const members = readMembers(part, context, facts, declareInner);
        if (!isPublic && members.length > 0) countNonPod(facts, POD_RULES);
        return members;
      }
      case "function": {
        const problem = noteFunction(part, facts, context);
        if (problem !== undefined) facts.problems.push(problem);
        return [];
      }
      case "alias":
        facts.problems.push(...onlyInCpp(first!, context));
        declareTypedef(part, context, facts.scope, declareInner);
        return [];
      case "access":
        facts.problems.push(...onlyInCpp(first!, context));
        isPublic = isWord(first, "public");
        return [];
      case "typedef":
      case "variables":
        declareTypedef(part, context, facts.scope, declareInner);
        return [];
      case "passed":
        notePassed(part, facts, context);
        return [];
      default:
        facts.problems.push(unknownPart(part.tokens));
        return [];
    }
  });
}

function notePassed(part: BodyPart, facts: RecordFacts, context: Context): void {
  const [first] = part.tokens;
  if (isWord(first, "template")) {
    noteFunction(part, facts, context);
    declareMemberTemplate(part, facts, context);
  }
  if (isWord(first, "using")) declareUsing(part.tokens, facts.scope, context);
}

function declareMemberTemplate({ from, to }: BodyPart, { scope }: RecordFacts, context: Context): void {
  const end = isPunctuator(context.unit.tokens[to - 1], ";") ? to : to + 1;
  const whole = { unclosed: undefined, missingSemicolon: false, depth: scope.length, kind: "template" } as const;
  declareTemplate({ from, to: end, foreignFrom: from, scope, ...whole }, context);
}

function unknownPart(tokens: readonly Token[]): Diagnostic {
  return report(SYNTAX, "E108", tokenSpan(tokens[0]!, tokens.at(-1)), { found: textOf(tokens).slice(0, 60) });
}

/** Checks the text before a body, which may belong to a nested record. */
function refuseVirtual(tokens: readonly Token[], facts: RecordFacts): boolean {
  const virtual = tokens.find((token) => isWord(token, "virtual") || isPunctuator(token, "{"));
  if (virtual?.kind !== "identifier") return false;
  facts.problems.push(report(SYNTAX, "E116", tokenSpan(virtual), {}));
  return true;
}
