/** `#if` expressions [C17 6.10.1]. */

import { type ConstantProblem, type ConstantScope, type Evaluation, evaluate } from "../constants/evaluate.ts";
import { PREPROCESSOR_WIDTHS } from "../constants/integer-type.ts";
import type { MacroDefinitions } from "./macro-definitions.ts";
import { type ExpansionProblem, expandMacros } from "./macros.ts";
import { type Doubt, isPunctuator, isWord, joined, type Token } from "./token.ts";

/** Whether a branch is taken, with the doubt about it. */
export interface Decision {
  readonly holds: boolean;
  readonly doubt: Doubt | undefined;
}

export type Condition = (Decision & { readonly ok: true }) | { readonly ok: false; readonly problem: ConstantProblem };

const SCOPE: Omit<ConstantScope, "widths"> = {
  // Other names are 0; `true` is a keyword in C++ and C23. A remaining `defined` has no operand. [C17 6.10.1p4]
  constant: (name) =>
    name === "defined"
      ? undefined
      : { kind: "integer", value: name === "true" ? 1n : 0n, type: { bits: 64, signed: true } },
  castType: () => undefined,
  sizeOf: () => undefined,
  offsetOf: () => undefined,
  wrapsAround: true,
};

/** @param tokens after `#if` */
export function condition(tokens: readonly Token[], facts: ConditionFacts): Condition {
  const answered = answerQuestions(tokens, facts);
  const problems: ExpansionProblem[] = [];
  const expanded = answerQuestions(expandMacros(answered, facts.macros, problems, "condition"), facts);
  const visible = expanded.filter((token) => token.text !== "").map((token) => withDoubt(token, facts));
  const unknownCall = visible.find(
    (token, index) => token.kind === "identifier" && isPunctuator(visible[index + 1], "("),
  );
  if (unknownCall !== undefined) {
    return { ok: false, problem: { kind: "unknown-name", name: unknownCall.text, token: unknownCall } };
  }
  const evaluation = evaluated(visible, facts);
  if (!evaluation.ok) return evaluation;
  // Doubts about omitted tokens and about names that a vendor macro replaces also count.
  const replaced = answered.filter(
    (token) => token.kind === "identifier" && facts.macros.get(token.text) !== undefined,
  );
  const doubtful = [
    ...expanded.filter((token) => token.text === ""),
    ...replaced.map((token) => withDoubt(token, facts)),
    ...evaluation.doubtful,
  ];
  const doubt = doubtful.find((token) => token.doubt !== undefined)?.doubt;
  return { ok: true, holds: Number(evaluation.constant.value) !== 0, doubt };
}

/** Values of conditions that consist of numbers and operators: vendors' headers ask `0 || !1` thousands of times. */
const known = new WeakMap<MacroDefinitions, Map<string, Evaluation>>();

function evaluated(tokens: readonly Token[], { macros, charSigned }: ConditionFacts): Evaluation {
  const scope = { ...SCOPE, widths: { ...PREPROCESSOR_WIDTHS, charSigned } };
  if (!tokens.every(isPlain)) return evaluate(tokens, scope);
  const values = known.get(macros) ?? new Map<string, Evaluation>();
  known.set(macros, values);
  const text = tokens.map((token) => token.text).join(" ");
  const value = values.get(text) ?? evaluate(tokens, scope);
  // A problem has its own place.
  if (value.ok) values.set(text, value);
  return value;
}

function isPlain({ kind, doubt }: Token): boolean {
  return doubt === undefined && (kind === "number" || kind === "punctuator");
}

/** Marks a name as uncertain if no known macro defines it. */
function withDoubt(token: Token, facts: ConditionFacts): Token {
  if (token.kind !== "identifier" || token.doubt !== undefined || facts.macros.isDefined(token.text)) return token;
  if (facts.knowsTrue && (token.text === "true" || token.text === "false")) return token;
  const doubt = facts.uncertain(token.text, "value");
  return doubt === undefined ? token : { ...token, doubt };
}

/** Replaces `defined X`, `defined(X)` and the `__has_…` operators by 0 or 1 before macro expansion. */
function answerQuestions(tokens: readonly Token[], facts: ConditionFacts): Token[] {
  const output: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const answer = answerDefined(tokens, at, facts) ?? answerFeature(tokens, at, facts);
    output.push(answer?.token ?? tokens[at]!);
    at = answer?.end ?? at + 1;
  }
  return output;
}

/** `0` or `1`, and the index after the question. */
interface Answer {
  readonly token: Token;
  readonly end: number;
}

/** `defined X` or `defined(X)` */
function answerDefined(tokens: readonly Token[], at: number, facts: ConditionFacts): Answer | undefined {
  if (!isWord(tokens[at], "defined")) return undefined;
  const bracketed = isPunctuator(tokens[at + 1], "(");
  const name = tokens[at + (bracketed ? 2 : 1)];
  if (name?.kind !== "identifier" || (bracketed && !isPunctuator(tokens[at + 3], ")"))) return undefined;
  const isDefined = facts.macros.isDefined(name.text);
  const doubt = isDefined ? facts.macros.bodyDoubt(name.text) : facts.uncertain(name.text, "defined");
  return { token: numbered(tokens[at]!, isDefined ? "1" : "0", doubt), end: at + (bracketed ? 4 : 2) };
}

/** `__has_include(<x.h>)` and the like */
function answerFeature(tokens: readonly Token[], at: number, facts: ConditionFacts): Answer | undefined {
  const token = tokens[at]!;
  // Headers define those that their compiler lacks: `#define __has_feature(x) 0`.
  const isQuestion =
    token.kind === "identifier" && token.text.startsWith("__has_") && facts.macros.get(token.text) === undefined;
  if (!isQuestion || !isPunctuator(tokens[at + 1], "(")) return undefined;
  const close = tokens.findIndex((candidate, index) => index > at && isPunctuator(candidate, ")"));
  const end = close < 0 ? tokens.length : close;
  const { answer, doubt } = feature(token.text, joined(tokens.slice(at + 2, end)), facts);
  return { token: numbered(token, answer, doubt), end: end + 1 };
}

/** The result of `__has_include(<x.h>)` or `__has_attribute(packed)`, with the doubt about it. */
function feature(
  question: string,
  argument: string,
  facts: ConditionFacts,
): { readonly answer: string; readonly doubt?: Doubt } {
  const isFile = question === "__has_include" || question === "__has_include_next";
  const known = isFile
    ? facts.hasInclude(argument)
      ? "1"
      : undefined
    : facts.macros.answer(question, argument.replace(/^(__gnu__|gnu)::/, "gnu::").replace(/(^|::)__(\w+)__$/, "$1$2"));
  if (known !== undefined) return { answer: known };
  const hint = isFile
    ? "put the header into the include path, or decide the condition"
    : "decide the condition in the header, or ask for something else";
  return { answer: "0", doubt: { on: `'${question}(${argument})', which is not known here`, hint, where: "here" } };
}

function numbered(token: Token, text: string, doubt: Doubt | undefined): Token {
  return doubt === undefined ? { ...token, kind: "number", text } : { ...token, kind: "number", text, doubt };
}

/** The facts that conditions of a header depend on. */
export interface ConditionFacts {
  readonly macros: MacroDefinitions;
  /** Signedness of plain `char`, which character constants have. */
  readonly charSigned: boolean;
  /** `#elifdef` and `#elifndef` are directives. */
  readonly knowsElifdef: boolean;
  /** `true` and `false` are keywords. */
  readonly knowsTrue: boolean;
  hasInclude(argument: string): boolean;
  /** The doubt if a missing header may define the name or give it another value. */
  uncertain(name: string, question: "defined" | "value"): Doubt | undefined;
}
