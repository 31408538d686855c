/** `#if` expressions [C17 6.10.1]. */

import { type ConstantProblem, type ConstantScope, evaluate } from "../constants/evaluate.ts";
import { PREPROCESSOR_WIDTHS } from "../constants/integer-type.ts";
import type { ConditionFacts } from "./conditionals.ts";
import { type ExpansionProblem, expandMacros } from "./macros.ts";
import { type Doubt, isPunctuator, isWord, joined, type Token } from "./token.ts";

/** Whether a branch is taken, and why that may be wrong. */
export interface Decision {
  readonly holds: boolean;
  readonly doubt: Doubt | undefined;
}

export type Condition = (Decision & { readonly ok: true }) | { readonly ok: false; readonly problem: ConstantProblem };

const SCOPE: ConstantScope = {
  widths: PREPROCESSOR_WIDTHS,
  // Names that are no macros are 0; `true` is a keyword in C++ and C23. A `defined` that is left has no name. [C17 6.10.1p4]
  constant: (name) =>
    name === "defined"
      ? undefined
      : { kind: "integer", value: name === "true" ? 1n : 0n, type: { bits: 64, signed: true } },
  castType: () => undefined,
  sizeOf: () => undefined,
  offsetOf: () => undefined,
  wrapsAround: true,
};

/** @param tokens what stands behind `#if` */
export function condition(tokens: readonly Token[], facts: ConditionFacts): Condition {
  const doubts: Doubt[] = [];
  const answered = answerQuestions(tokens, facts, doubts);
  const problems: ExpansionProblem[] = [];
  const expanded = answerQuestions(expandMacros(answered, facts.macros, problems), facts, doubts);
  for (const token of expanded) if (token.doubt !== undefined) doubts.push(token.doubt);
  const visible = expanded.filter((token) => token.text !== "");
  const unknownCall = visible.find(
    (token, index) => token.kind === "identifier" && isPunctuator(visible[index + 1], "("),
  );
  if (unknownCall !== undefined) {
    return { ok: false, problem: { kind: "unknown-name", name: unknownCall.text, token: unknownCall } };
  }
  for (const token of [...answered, ...visible]) {
    const doubt = token.kind === "identifier" ? facts.uncertain(token.text, "value") : undefined;
    if (doubt !== undefined && !facts.macros.isDefined(token.text)) doubts.push(doubt);
  }
  const evaluation = evaluate(visible, SCOPE);
  if (!evaluation.ok) return evaluation;
  return { ok: true, holds: Number(evaluation.constant.value) !== 0, doubt: doubts[0] };
}

/** `defined X`, `defined(X)` and the `__has_…` operators become 0 or 1 before macros are replaced. */
function answerQuestions(tokens: readonly Token[], facts: ConditionFacts, doubts: Doubt[]): Token[] {
  const output: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const name = isWord(token, "defined") ? definedName(tokens, index) : undefined;
    if (name !== undefined) {
      const bracketed = isPunctuator(tokens[index + 1], "(");
      const isDefined = facts.macros.isDefined(name.text);
      const doubt = isDefined ? undefined : facts.uncertain(name.text, "defined");
      if (doubt !== undefined) doubts.push(doubt);
      output.push(answer(token, isDefined));
      index += bracketed ? 3 : 1;
    } else if (token.kind === "identifier" && token.text.startsWith("__has_") && isPunctuator(tokens[index + 1], "(")) {
      const close = tokens.findIndex((candidate, at) => at > index && isPunctuator(candidate, ")"));
      const end = close < 0 ? tokens.length : close;
      const argument = joined(tokens.slice(index + 2, end));
      output.push(
        answer(token, token.text === "__has_include" ? facts.hasInclude(argument) : hasFeature(token.text, argument)),
      );
      index = end;
    } else {
      output.push(token);
    }
  }
  return output;
}

/** Of `defined X` and `defined(X)`. */
function definedName(tokens: readonly Token[], at: number): Token | undefined {
  const bracketed = isPunctuator(tokens[at + 1], "(");
  const name = tokens[at + (bracketed ? 2 : 1)];
  return name?.kind === "identifier" && (!bracketed || isPunctuator(tokens[at + 3], ")")) ? name : undefined;
}

/** Of GCC's attributes those that headers ask for [GCC 6.33]; those that move fields in ways that the layout does not follow are none of them. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "packed aligned deprecated unused used section weak alias visibility noreturn always_inline noinline const pure cold hot " +
    "malloc format nonnull returns_nonnull warn_unused_result fallthrough constructor destructor may_alias cleanup interrupt " +
    "maybe_unused nodiscard"
  ).split(" "),
);

const BUILTINS: ReadonlySet<string> = new Set(
  (
    "offsetof expect constant_p choose_expr types_compatible_p unreachable trap prefetch assume_aligned object_size " +
    "bswap16 bswap32 bswap64 clz ctz ffs popcount parity add_overflow sub_overflow mul_overflow memcpy memset memcmp strlen"
  ).split(" "),
);

function hasFeature(operator: string, argument: string): boolean {
  if (operator === "__has_builtin") return BUILTINS.has(argument.replace("__builtin_", ""));
  const name = argument.replace(/^(?:gnu|__gnu__)::/, "").replace(/^__(.*)__$/, "$1");
  return /attribute/.test(operator) && ATTRIBUTES.has(name);
}

function answer(token: Token, yes: boolean): Token {
  return { ...token, kind: "number", text: yes ? "1" : "0" };
}
