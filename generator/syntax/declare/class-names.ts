/** Names that a record declares: keywords, repetitions, and names that hide what the record means by them. */

import { MESSAGES } from "../../diagnostics/codes/messages.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { knownType } from "../../targets/known-types.ts";
import type { RecordDeclaration } from "../../types/declarations.ts";
import { keywordOf, keywordProblem, typeNameProblem } from "../explain/keywords.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import type { DeclarationNode, EnumNode, RecordNode, TokenSpan } from "../parse/nodes.ts";
import { isPunctuator, isWord, type Token, tokenSpan } from "../preprocess/token.ts";
import type { Context, RecordFacts } from "./context.ts";
import { namedMembers } from "./named-members.ts";

/** A name in the record's own scope. */
interface OwnName {
  readonly token: Token;
  readonly kind: "member" | "function" | "constant" | "type" | "tag";
}

export function namesInClass(
  record: RecordDeclaration,
  node: RecordNode,
  facts: RecordFacts,
  context: Context,
): Diagnostic[] {
  const own = ownNames(node);
  const keywords = own.flatMap(({ token, kind }) => {
    const keyword = kind === "member" || kind === "function" ? undefined : keywordOf(token.text, context.language);
    return keyword === undefined ? [] : [keywordProblem(token, keyword)];
  });
  if (context.language === "c") return keywords;
  return [...keywords, ...repeatedNames(own, facts), ...hiddenNames(record, own, node, facts, context)];
}

function ownNames({ body }: RecordNode): OwnName[] {
  return (body?.parts ?? []).flatMap((part): OwnName[] => {
    if (!("declarators" in part)) return part.kind === "function" ? nameOfFunction(part) : [];
    const words = part.head.tokens;
    if (words.some((token) => isWord(token, "friend"))) return [];
    const isStatic = words.some((token) => isWord(token, "static"));
    const names = part.declarators.flatMap(({ name: token, shape }): OwnName[] => {
      if (token === undefined) return [];
      if (part.kind !== "members") return [{ token, kind: "type" }];
      return [{ token, kind: shape === "function" ? "function" : isStatic ? "constant" : "member" }];
    });
    return [...namesOfSpecifier(part), ...names];
  });
}

function nameOfFunction({ tokens }: TokenSpan): OwnName[] {
  const open = tokens.findIndex((token) => isPunctuator(token, "("));
  const token = tokens[open - 1];
  const isNamed = token?.kind === "identifier" && !isPunctuator(tokens[open - 2], "~");
  return isNamed && !tokens.some((each) => isWord(each, "operator")) ? [{ token, kind: "function" }] : [];
}

function namesOfSpecifier({ head: { specifier }, declarators }: DeclarationNode): OwnName[] {
  if (specifier === undefined || (specifier.body === undefined && declarators.length > 0)) return [];
  const [tag] = specifier.tag?.tokens ?? [];
  if (tag === undefined && specifier.kind === "record") return declarators.length > 0 ? [] : ownNames(specifier);
  const enumerators = specifier.kind === "enum" && !isScoped(specifier) ? (specifier.body?.enumerators ?? []) : [];
  return [
    ...(tag === undefined ? [] : [{ token: tag, kind: "tag" } as const]),
    ...enumerators.map(({ name: token }) => ({ token, kind: "constant" }) as const),
  ];
}

/** `enum class` */
export function isScoped({ tokens }: EnumNode): boolean {
  return isRecordKeyword(tokens[1]);
}

/** [C++17 class.mem]p1, p20 */
function repeatedNames(own: readonly OwnName[], { name, scope }: RecordFacts): Diagnostic[] {
  const first = new Map<string, OwnName>();
  return own.flatMap((one) => {
    const { token, kind } = one;
    const details = { name: name ?? "struct", member: token.text };
    const isOfClass = token.text === scope.at(-1) && kind !== "member" && kind !== "function";
    if (isOfClass) {
      const reason = "it is the name of the struct";
      return [report(SYNTAX, "E108", tokenSpan(token), { found: token.text, reason })];
    }
    if (kind === "tag") return [];
    const other = first.get(token.text);
    if (other === undefined) first.set(token.text, one);
    if (other === undefined || other.kind === kind) return [];
    const notes = [{ span: tokenSpan(other.token), message: "first declared here" }];
    return [report(MESSAGES, "E411", tokenSpan(token), details, notes)];
  });
}

/**
 * In C++ `uint32_t word;` hides the type `word`, and the class cannot use that before or behind it. Compilers also refuse a type or
 * constant of the class whose name had another meaning before. [C++17 basic.scope.class]
 */
function hiddenNames(
  { members }: RecordDeclaration,
  own: readonly OwnName[],
  node: RecordNode,
  { name: ownName, scope }: RecordFacts,
  context: Context,
): Diagnostic[] {
  const { symbols, target, unit } = context;
  let all: readonly Use[] | undefined;
  const usesOf = (name: string): readonly Use[] => {
    all ??= usesIn(node, context);
    return all.filter((use) => use.name === name);
  };
  const isType = (name: string) => knownType(name, target) !== undefined || symbols.type(scope, name) !== undefined;
  const ofMembers = namedMembers(members).flatMap(({ name, span }) => {
    const what = isType(name) ? "a type" : symbols.isDeclared(scope, name) ? "something else" : undefined;
    if (what === undefined) return [];
    // A template's parameter precedes the class.
    if (usesOf(name).length === 0 && !symbols.isOfTemplate(scope, name)) return [];
    return [report(SYNTAX, "E108", span, { found: name, reason: `the struct uses it as the name of ${what}` })];
  });
  const ofOthers = own.flatMap(({ token, kind }) => {
    // A constructor hides nothing: `struct flags : bits<flags> { flags(); };`
    if (kind === "member" || token.text === ownName) return [];
    const hidesAll = kind === "function" && isType(token.text);
    const isHidden = usesOf(token.text).some(
      ({ at, isLater }) => !isLater && (hidesAll || unit.tokens.indexOf(token, at) > at),
    );
    return isHidden ? [typeNameProblem(token)] : [];
  });
  return [...ofMembers, ...ofOthers];
}

/** A name that refers to a declaration outside of the class, if there is one. */
interface Use {
  readonly name: string;
  /** Index in the unit's tokens. */
  readonly at: number;
  /** In a member function, which sees all of the class. */
  readonly isLater: boolean;
}

function usesIn(node: RecordNode, { unit }: Context): Use[] {
  const { from, to } = node;
  const { declared, functions, inner } = innerNames(node);
  const found: Use[] = [];
  const add = (tokens: readonly Token[], at: number): void => {
    const names = tokens.filter((_, index) => isReference(tokens, index));
    found.push(...names.map(({ text }) => ({ name: text, at, isLater: false })));
  };
  for (let at = from; at < to; at++) {
    for (const { argument = [] } of unit.attributes.get(at) ?? []) add(argument, at);
    const token = unit.tokens[at]!;
    if (token.operand !== undefined) add(token.operand, at);
    if (declared.has(token) || !isReference(unit.tokens, at)) continue;
    // A class in it that declares the name means its own one.
    if (inner.some((own) => own.from < at && at < own.to && own.names.has(token.text))) continue;
    const isLater = functions.some((part) => at >= part.from && at < part.to);
    // In a function, only a type precedes a name.
    if (!isLater || unit.tokens[at + 1]?.kind === "identifier") found.push({ name: token.text, at, isLater });
  }
  for (const { at, tokens } of unit.assertions.filter(({ at }) => at > from && at < to)) add(tokens, at);
  return found;
}

/** `ns::word`, `a.word` and `struct word` are not looked up among the members. [C++17 basic.lookup.elab] */
function isReference(tokens: readonly Token[], at: number): boolean {
  const [before, token, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.kind !== "identifier" || isRecordKeyword(before) || isPunctuator(behind, "::")) return false;
  return !["::", ".", "->"].some((text) => isPunctuator(before, text));
}

function enumeratorsOf(specifier: RecordNode | EnumNode | undefined): readonly Token[] {
  return specifier?.kind === "enum" ? (specifier.body?.enumerators ?? []).map(({ name }) => name) : [];
}

/** A class without a name shares those of the one around it. */
function namesOfTagged(specifier: RecordNode): ReadonlySet<string> {
  return new Set(specifier.tag === undefined ? [] : ownNames(specifier).map(({ token }) => token.text));
}

interface InnerNames {
  readonly declared: Set<Token>;
  readonly functions: TokenSpan[];
  /** Of the classes in the class, each. */
  readonly inner: { readonly from: number; readonly to: number; readonly names: ReadonlySet<string> }[];
}

/** Names that the class and the classes in it declare, and where its functions are. */
function innerNames(
  node: RecordNode,
  found: InnerNames = { declared: new Set(), functions: [], inner: [] },
): InnerNames {
  const { declared, functions, inner } = found;
  for (const { token } of ownNames(node)) declared.add(token);
  for (const part of node.body?.parts ?? []) {
    if (part.kind === "function") functions.push(part);
    if (!("declarators" in part)) continue;
    functions.push(...part.declarators.filter(({ shape }) => shape === "function"));
    const { specifier } = part.head;
    for (const name of enumeratorsOf(specifier)) declared.add(name);
    if (specifier?.kind !== "record") continue;
    inner.push({ from: specifier.from, to: specifier.to, names: namesOfTagged(specifier) });
    innerNames(specifier, found);
  }
  return found;
}
