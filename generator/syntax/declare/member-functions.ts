/** Member functions, which take no space. Reports declarations that only look like functions. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { compilerFlags } from "../../targets/flags.ts";
import { knownType } from "../../targets/known-types.ts";
import { POD_RULES, type PodRule } from "../../targets/target.ts";
import { isStandardInteger, keywordOf, typeNameProblem } from "../explain/keywords.ts";
import { isRecordKeyword, isSpecifierWord } from "../parse/declaration-words.ts";
import type { TokenSpan } from "../parse/nodes.ts";
import { isTypeWord } from "../parse/type-words.ts";
import { closing, closingAngle } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token, tokenSpan } from "../preprocess/token.ts";
import { type Context, onlyInCpp, type RecordFacts } from "./context.ts";
import { declareFunction } from "./functions.ts";

/** The head of a member function. */
interface FunctionHead {
  /** `assignment`: `operator=`; `operator`: any other one, also a conversion. */
  readonly kind: "constructor" | "destructor" | "assignment" | "operator" | "other";
  /** Index of the parenthesis that opens its parameters; -1 if there is none. */
  readonly open: number;
  readonly isTemplate: boolean;
  /** `= default` or `= delete`. */
  readonly isDefaulted: boolean;
}

/** `vec` for the specialisation `vec<3, T>`. */
function classNameOf({ name }: RecordFacts): string | undefined {
  return name?.replace(/\s*<.*$/s, "");
}

function headOf(tokens: readonly Token[], facts: RecordFacts): FunctionHead {
  const isTemplate = isWord(tokens[0], "template");
  const start = isTemplate ? (closingAngle(tokens, 1, tokens.length) ?? 1) : 0;
  const first = tokens.findIndex((token, at) => at >= start && isPunctuator(token, "("));
  const operator = tokens.findIndex((token, at) => at >= start && at < first && isWord(token, "operator"));
  const isCall = isPunctuator(tokens[operator + 1], "(") && isPunctuator(tokens[operator + 2], ")");
  const open = operator >= 0 && isCall ? (isPunctuator(tokens[operator + 3], "(") ? operator + 3 : -1) : first;
  const isDefaulted = open >= 0 && endsDefaulted(tokens, open);
  const kind = (): FunctionHead["kind"] => {
    if (operator >= 0)
      return isPunctuator(tokens[operator + 1], "=") && open === operator + 2 ? "assignment" : "operator";
    if (isPunctuator(tokens[open - 2], "~")) return "destructor";
    return tokens[open - 1]?.text === classNameOf(facts) ? "constructor" : "other";
  };
  return { kind: kind(), open, isTemplate, isDefaulted };
}

function endsDefaulted(tokens: readonly Token[], open: number): boolean {
  const close = closing(tokens, open) ?? tokens.length;
  const end = tokens.findIndex((token, at) => at >= close && ["=", "{", ":", ";"].includes(token.text));
  return isPunctuator(tokens[end], "=") && ["default", "delete"].includes(tokens[end + 1]?.text ?? "");
}

export function countNonPod(facts: RecordFacts, rules: Iterable<PodRule>): void {
  for (const rule of rules) facts.notPod.add(rule);
}

/**
 * The compilers that no longer treat the class as POD for its layout: after a constructor, a destructor or a copy assignment that is
 * neither defaulted nor deleted at its first declaration. For g++ an `explicit` constructor counts always, and in C++20 any
 * declared one; for clang before 15 a defaulted function and a move assignment, too. [GCC, cp/class.cc, check_bases_and_members]
 */
function nonPodAfter(
  tokens: readonly Token[],
  head: FunctionHead,
  facts: RecordFacts,
  context: Context,
): readonly PodRule[] {
  switch (head.kind) {
    case "constructor":
      return head.isDefaulted ? afterDefaulted(tokens, head, context) : POD_RULES;
    case "destructor":
      return head.isDefaulted ? ["clang 11"] : POD_RULES;
    case "assignment": {
      const from = head.isTemplate ? "other" : assignedFrom(tokens, head.open, facts);
      if (from === "copied" && !head.isDefaulted) return POD_RULES;
      return from === "other" ? [] : ["clang 11"];
    }
    default:
      return [];
  }
}

function afterDefaulted(tokens: readonly Token[], { open }: FunctionHead, { plan }: Context): readonly PodRule[] {
  const isExplicit = tokens.slice(0, open).some((token) => isWord(token, "explicit"));
  return isExplicit || compilerFlags(plan).isCpp20 ? ["gcc 8", "gcc 12", "clang 11"] : ["clang 11"];
}

/** `(const B &)`, `(B)`, `(volatile B &other)`, and neither `(B &&)` nor another type. [C++17 class.copy.assign]p1 */
function assignedFrom(tokens: readonly Token[], open: number, facts: RecordFacts): "copied" | "moved" | "other" {
  const inner = tokens.slice(open + 1, (closing(tokens, open) ?? open + 1) - 1);
  const own = inner.filter((token) => !isQualifier(token) && !isRecordKeyword(token));
  const name = own.findIndex(
    (token) => token.kind === "identifier" && !isPunctuator(own[own.indexOf(token) + 1], "::"),
  );
  if (own[name]?.text !== classNameOf(facts)) return "other";
  const behind = isPunctuator(own[name + 1], "<") ? closingAngle(own, name + 1, own.length) : name + 1;
  if (behind === undefined) return "other";
  return isPunctuator(own[behind], "&&") ? "moved" : "copied";
}

/**
 * @param tokens that look like a function
 * @param facts of the enclosing record; undefined if it is certainly a function
 */
function functionProblem(
  tokens: readonly Token[],
  { kind, open }: FunctionHead,
  facts: RecordFacts,
  context: Context,
): Diagnostic | undefined {
  const body = tokens.findIndex((token) => isPunctuator(token, "{"));
  const head = body < 0 ? tokens : tokens.slice(0, body);
  // Like `virtual`, it makes the class polymorphic, with a hidden pointer.
  const virtual = head.find((token) => isWord(token, "override") || isWord(token, "final"));
  if (virtual !== undefined) return report(SYNTAX, "E116", tokenSpan(virtual), {});
  const name = tokens[open - 1];
  const twice = head.find(
    (token, at) => (at > 0 && isQualifier(token) && token.text === head[at - 1]?.text) || isTypeAgain(head, at, open),
  );
  if (twice !== undefined) return report(SYNTAX, "E108", tokenSpan(twice), { found: twice.text });
  if (open < 1 || name === undefined)
    return report(SYNTAX, "E108", tokenSpan(tokens[0]!, tokens.at(-1)), { found: tokens[0]!.text });
  if (kind === "operator" || kind === "assignment") {
    onlyInCpp(name, context);
    return undefined;
  }
  if (isTypeWord(name.text) || keywordOf(name.text, "c++") !== undefined)
    return report(SYNTAX, "E108", tokenSpan(name), { found: name.text });
  if (isStandardInteger(name.text)) return typeNameProblem(name);
  const isFunction = isFunctionInCpp(tokens, open, facts, context) && onlyInCpp(name, context).length === 0;
  return isFunction ? undefined : report(SYNTAX, "E155", tokenSpan(name), { name: name.text });
}

/** `int int size()` is invalid; `long long` is a type. */
function isTypeAgain(head: readonly Token[], at: number, open: number): boolean {
  const { text } = head[at]!;
  if (at >= open || text === "long" || !isTypeWord(text)) return false;
  return head.slice(0, at).some((token) => token.text === text);
}

function isQualifier(token: Token): boolean {
  return token.text === "const" || token.text === "volatile";
}

function isFunctionInCpp(tokens: readonly Token[], open: number, facts: RecordFacts, context: Context): boolean {
  if (isPunctuator(tokens[open - 2], "~")) return true;
  // Only a constructor has no return type.
  const words = tokens
    .slice(0, open - 1)
    .filter((token) => token.kind === "identifier" && (token.text === "auto" || !isSpecifierWord(token)));
  if (words.length === 0) return tokens[open - 1]?.text === classNameOf(facts);
  return isParameterList(tokens, open, context, facts);
}

/** `(speed)` may be a macro's argument. A parameter is a known type, or a type with a name. */
function isParameterList(tokens: readonly Token[], open: number, context: Context, facts: RecordFacts): boolean {
  const close = closing(tokens, open);
  if (close === undefined) return false;
  const inner = tokens.slice(open + 1, close - 1);
  if (inner.length !== 1) return true;
  const [only] = inner;
  return (
    only === undefined ||
    isWord(only, "void") ||
    isTypeWord(only.text) ||
    isPunctuator(only, "...") ||
    knownType(only.text, context.target) !== undefined ||
    context.symbols.type(facts.scope, only.text) !== undefined
  );
}

/** Records what a member function says about its record. @returns its problem */
export function noteFunction(
  { from, to, tokens }: TokenSpan,
  facts: RecordFacts,
  context: Context,
): Diagnostic | undefined {
  const head = headOf(tokens, facts);
  const problem = head.isTemplate ? undefined : functionProblem(tokens, head, facts, context);
  if (head.kind === "constructor" && !head.isDefaulted && !head.isTemplate)
    facts.constructors.push({ open: from + head.open, to });
  countNonPod(facts, nonPodAfter(tokens, head, facts, context));
  if (head.kind === "other" && !head.isTemplate) declareFunction({ from, to, scope: facts.scope }, context);
  return problem;
}
