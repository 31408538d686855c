/** Structs, unions and classes. */

import { MESSAGES } from "../../diagnostics/codes/messages.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import type { FieldMember, Member, RecordDeclaration } from "../../types/declarations.ts";
import { isStandardInteger, keywordOf, keywordProblem, typeNameProblem } from "../explain/keywords.ts";
import { packAt } from "../parse/attributes.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isPunctuator, isWord, type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { type Context, onlyInCpp, type RecordFacts } from "./context.ts";
import { doubtOf } from "./doubts.ts";
import { attributesBetween, LAYOUT, layoutAttributes } from "./layout-attributes.ts";
import { noteFunction } from "./member-functions.ts";
import { readMembers } from "./members.ts";
import type { Scope } from "./symbols.ts";
import { declareTypeAlias, declareTypedef } from "./typedefs.ts";
import { type Resolved, recordIn } from "./types.ts";

/** @param node with a body @param typedefName names a record that has no tag @param where `inside` of another record */
export function declareRecord(
  node: SyntaxNode,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
  where: "inside" | "outside" = "outside",
): Resolved {
  const { unit, symbols } = context;
  const body = node.children.find((child) => child.field === "body")!;
  const nameNode = node.children.find((child) => child.field === "name");
  const tag = nameNode === undefined ? undefined : textOf(unit.tokens.slice(nameNode.from, nameNode.to));
  const problems: Diagnostic[] = [];
  const name = tag ?? typedefName;
  const facts: RecordFacts = {
    name,
    scope: tag === undefined ? scope : [...scope, tag],
    from: node.from,
    to: node.to,
    isInner: where === "inside",
    problems,
    errors: [],
    defaults: new Map(),
    constants: new Set(),
    constructors: [],
    base: baseClass(node, context),
    isPlain: true,
    hasDefaults: false,
  };
  const members = readBody(body, facts, context);
  facts.hasDefaults = facts.defaults.size > 0 || members.some((member) => memberHasDefaults(member, context));
  const record: RecordDeclaration = {
    kind: isWord(unit.tokens[node.from], "union") ? "union" : "struct",
    name,
    ...(tag === undefined && { untagged: true }),
    ...(scope.length > 0 && { scope }),
    members,
    attributes: layoutAttributes(recordAttributes(node, body, context), context, scope, problems),
    pack: packAt(unit, body.to - 1),
    language: context.language,
    ...(isNonPod(facts, members) && { nonPod: true }),
    span: tokenSpan(unit.tokens[nameNode?.from ?? node.from]!),
  };
  problems.push(
    ...(isWord(unit.tokens[node.from], "class") ? onlyInCpp(unit.tokens[node.from]!, context) : []),
    ...packProblems(record, body, context),
    ...repeatedMembers(record),
    ...misplacedFlexible(record),
    ...misplaced(node, body, context),
    ...unclear(node, facts, context),
  );
  context.records.set(record, facts);
  const type: Resolved = { kind: "record", record };
  if (tag !== undefined) symbols.declareTag(scope, tag, type);
  return type;
}

/** `struct s PACKED {`, and a pack pragma between `struct` and its brace or behind that of its end: GCC takes none there. */
function misplaced(node: SyntaxNode, body: SyntaxNode, { unit }: Context): Diagnostic[] {
  const reason = "an attribute stands behind 'struct' or behind the closing brace";
  const isTagged = node.children.some(({ field }) => field === "name");
  const attributes = isTagged ? attributesBetween(unit, body.from, body.from) : [];
  const packs = unit.packs.filter(({ from }) => (from > node.from && from <= body.from) || from === body.to);
  return [
    ...attributes.map(({ name, first, last }) =>
      report(SYNTAX, "E108", tokenSpan(first, last), { found: name, reason }),
    ),
    ...packs.map(({ from }) => {
      const details = { found: "#pragma pack", reason: "it stands in front of 'struct' or behind its ';'" };
      return report(SYNTAX, "E108", tokenSpan(unit.tokens[Math.min(from, body.to - 1)]!), details);
    }),
  ];
}

/** Behind `struct` and right behind the closing brace an attribute belongs to the type [GCC 6.38]. */
function recordAttributes(node: SyntaxNode, body: SyntaxNode, context: Context) {
  const { unit } = context;
  const leading = attributesBetween(unit, node.from, node.from).filter((attribute) => attribute.leads);
  return [
    ...leading,
    ...attributesBetween(unit, node.from + 1, body.from),
    ...attributesBetween(unit, body.to, body.to),
  ];
}

function baseClass(node: SyntaxNode, context: Context): string | undefined {
  const clause = node.children.find((child) => child.type === "base_class_clause");
  return clause === undefined ? undefined : textOf(context.unit.tokens.slice(clause.from + 1, clause.to));
}

/** Names of anonymous structs and unions are the enclosing struct's [C17 6.7.2.1p13]. */
function repeatedMembers(record: RecordDeclaration): Diagnostic[] {
  const first = new Map<string, Span>();
  const found: Diagnostic[] = [];
  for (const { name: member, span } of namedMembers(record.members)) {
    const other = first.get(member);
    const details = { name: record.name ?? record.kind, member };
    if (other === undefined) first.set(member, span);
    else found.push(report(MESSAGES, "E411", span, details, [{ span: other, message: "first declared here" }]));
  }
  return found;
}

function namedMembers(members: readonly Member[]): { readonly name: string; readonly span: Span }[] {
  return members.flatMap((member) => {
    if (member.kind === "anonymous") return namedMembers(member.record.members);
    return member.name === undefined ? [] : [{ name: member.name, span: member.span }];
  });
}

function isNonPod(facts: RecordFacts, members: readonly Member[]): boolean {
  if (!facts.isPlain || facts.defaults.size > 0 || facts.constructors.length > 0) return true;
  return members.some(
    (member) => (member.kind === "anonymous" ? member.record : recordIn(member.type))?.nonPod === true,
  );
}

function memberHasDefaults(member: Member, context: Context): boolean {
  const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
  return inner !== undefined && context.records.get(inner)?.hasDefaults === true;
}

function packProblems(record: RecordDeclaration, body: SyntaxNode, context: Context): Diagnostic[] {
  const changed = context.unit.packs.some(
    (entry) => entry.from > body.from && entry.from < body.to && entry.pack !== packAt(context.unit, body.from),
  );
  return changed ? [report(SYNTAX, "W137", record.span, { name: record.name ?? "struct" })] : [];
}

/** What makes the layout of the whole record uncertain. */
function unclear(node: SyntaxNode, facts: RecordFacts, context: Context): Diagnostic[] {
  const { unit } = context;
  const found: Diagnostic[] = [];
  const doubt = doubtOf(unit.tokens.slice(node.from, node.to));
  if (doubt !== undefined) found.push(doubt);
  const keyword = facts.name === undefined ? undefined : keywordOf(facts.name, context.language);
  if (keyword !== undefined) found.push(keywordProblem(unit.tokens[node.from + 1]!, keyword));
  // A tag is a type's name in C++, and this one is taken. [C++17 dcl.typedef]p7
  if (context.language === "c++" && isStandardInteger(facts.name))
    found.push(typeNameProblem(unit.tokens[node.from + 1]!));
  if (facts.base !== undefined) {
    const place = unit.tokens[node.children.find((child) => child.field === "name")?.from ?? node.from]!;
    found.push(report(SYNTAX, "E120", tokenSpan(place), { name: facts.name ?? "struct", base: facts.base }));
  }
  for (const attribute of attributesBetween(unit, node.from + 1, node.to)) {
    if (!LAYOUT.has(attribute.name) || context.takenAttributes.has(attribute)) continue;
    context.takenAttributes.add(attribute);
    found.push(report(SYNTAX, "E156", tokenSpan(attribute.first, attribute.last), { name: attribute.name }));
  }
  return found;
}

/** An array without a size ends a struct that has other members, and stands nowhere else [C17 6.7.2.1p18]. */
function misplacedFlexible({ kind, members }: RecordDeclaration): Diagnostic[] {
  return members.flatMap((member, index) => {
    const flexible = flexibleIn(member);
    const isLast = kind === "union" || index === members.length - 1;
    const isRight = isLast && (member.kind === "anonymous" || (kind === "struct" && index > 0));
    return flexible !== undefined && !isRight ? [report(SYNTAX, "E115", flexible.span, { member: flexible.name })] : [];
  });
}

/** Members of an anonymous record are the enclosing one's. */
function flexibleIn(member: Member): FieldMember | undefined {
  if (member.kind === "anonymous") return member.record.members.map(flexibleIn).find((found) => found !== undefined);
  return member.kind === "field" && member.type.kind === "array" && member.type.flexible ? member : undefined;
}

/** Every part of the body is a member, declares something for the members, or is an error. */
function readBody(body: SyntaxNode, facts: RecordFacts, context: Context): Member[] {
  const { tokens } = context.unit;
  const declareInner = (node: SyntaxNode, scope: Scope, typedefName: string | undefined): Resolved =>
    declareRecord(node, context, scope, typedefName, "inside");
  const members: Member[] = [];
  let at = body.from + 1;
  for (const node of body.children) {
    passOver(at, node.from, facts, context);
    at = Math.max(at, node.to);
    if (refuseVirtual(tokens.slice(node.from, node.to), facts)) continue;
    switch (node.type) {
      case "field_declaration":
        members.push(...readMembers(node, context, facts, declareInner));
        break;
      case "function_definition":
      case "declaration":
        noteFunction(tokens, node, facts, context);
        break;
      case "type_definition":
        declareTypedef(node, context, facts.scope, declareInner);
        break;
      case "alias_declaration":
        facts.problems.push(...onlyInCpp(tokens[node.from]!, context));
        declareTypeAlias(node, context, facts.scope, declareInner);
        break;
      case "template_declaration":
      case "friend_declaration":
      case "using_declaration":
        break;
      case "access_specifier":
        facts.problems.push(...onlyInCpp(tokens[node.from]!, context));
        if (tokens[node.from]?.text !== "public") facts.isPlain = false;
        break;
      case "ERROR":
        // Explained where the whole tree is.
        break;
      default:
        facts.problems.push(unknownPart(tokens.slice(node.from, node.to)));
    }
  }
  passOver(at, body.to - 1, facts, context);
  return members;
}

/** Between the parts of a body stand semicolons and the colons of access specifiers, nothing else. */
function passOver(from: number, to: number, facts: RecordFacts, context: Context): void {
  const odd = context.unit.tokens
    .slice(from, to)
    .filter((token) => !isPunctuator(token, ";") && !isPunctuator(token, ":"));
  if (odd.length > 0) facts.problems.push(unknownPart(odd));
}

function unknownPart(tokens: readonly Token[]): Diagnostic {
  return report(SYNTAX, "E108", tokenSpan(tokens[0]!, tokens.at(-1)), { found: textOf(tokens).slice(0, 60) });
}

/** In front of a body, which may be a record with functions of its own. */
function refuseVirtual(tokens: readonly Token[], facts: RecordFacts): boolean {
  const virtual = tokens.find((token) => isWord(token, "virtual") || isPunctuator(token, "{"));
  if (virtual?.kind !== "identifier") return false;
  facts.problems.push(report(SYNTAX, "E116", tokenSpan(virtual), {}));
  return true;
}
