/** Member functions, which take no space. Reports declarations that only look like functions. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { knownType } from "../../targets/known-types.ts";
import { isStandardInteger, keywordOf, typeNameProblem } from "../explain/keywords.ts";
import { SPECIFIER_WORDS } from "../parse/declaration-words.ts";
import { isTypeWord } from "../parse/type-words.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token, tokenSpan } from "../preprocess/token.ts";
import { type Context, onlyInCpp, type RecordFacts } from "./context.ts";

/**
 * @param tokens that look like a function
 * @param facts of the enclosing record; undefined if it is certainly a function
 */
export function functionProblem(
  tokens: readonly Token[],
  facts: RecordFacts,
  context: Context,
): Diagnostic | undefined {
  const open = tokens.findIndex((token) => isPunctuator(token, "("));
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
  const isKeyword = isTypeWord(name.text) || (keywordOf(name.text, "c++") !== undefined && name.text !== "operator");
  if (isKeyword && !isWord(tokens[open - 2], "operator"))
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
  if (tokens.some((token) => isWord(token, "operator")) || isPunctuator(tokens[open - 2], "~")) return true;
  // Only a constructor has no return type.
  const words = tokens
    .slice(0, open - 1)
    .filter(({ kind, text }) => kind === "identifier" && (text === "auto" || !SPECIFIER_WORDS.has(text)));
  if (words.length === 0) return tokens[open - 1]?.text === facts.name;
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

/** Records what a member function says about its record. */
export function noteFunction(
  tokens: readonly Token[],
  range: { from: number; to: number },
  facts: RecordFacts,
  context: Context,
): void {
  const own = tokens.slice(range.from, range.to);
  const problem = functionProblem(own, facts, context);
  if (problem !== undefined) facts.problems.push(problem);
  const open = own.findIndex((token) => isPunctuator(token, "("));
  if (facts.name !== undefined && own[open - 1]?.text === facts.name && !isPunctuator(own[open - 2], "~"))
    facts.constructors.push({ open: range.from + open, to: range.to });
  if (own.some((token) => isPunctuator(token, "~") || isWord(token, "operator"))) facts.isPlain = false;
}
