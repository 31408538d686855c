/** `#if` expressions [C17 6.10.1]. */

import { type ConstantProblem, type ConstantScope, evaluate } from "../constants/evaluate.ts";
import { PREPROCESSOR_WIDTHS } from "../constants/integer-type.ts";
import { type ExpansionProblem, expandMacros, type MacroTable } from "./macros.ts";
import { isPunctuator, isWord, type Token } from "./token.ts";

export interface ConditionNames {
  readonly macros: MacroTable;
  isDefined(name: string): boolean;
  /** `__has_include(…)`, the argument as written, with its quotes or brackets. */
  hasInclude(argument: string): boolean;
}

export type Condition =
  | { readonly ok: true; readonly holds: boolean }
  | { readonly ok: false; readonly problem: ConstantProblem };

const SCOPE: ConstantScope = {
  widths: PREPROCESSOR_WIDTHS,
  // Names that are no macros are 0; `true` is a keyword in C++ and C23. [C17 6.10.1p4]
  constant: (name) => ({ kind: "integer", value: name === "true" ? 1n : 0n, type: { bits: 64, signed: true } }),
  castType: () => undefined,
  sizeOf: () => undefined,
};

/** @param tokens what stands behind `#if` */
export function condition(tokens: readonly Token[], names: ConditionNames): Condition {
  const answered = answerQuestions(tokens, names);
  const problems: ExpansionProblem[] = [];
  const expanded = answerQuestions(expandMacros(answered, names.macros, problems), names);
  const unknownCall = expanded.find(
    (token, index) => token.kind === "identifier" && isPunctuator(expanded[index + 1], "("),
  );
  if (unknownCall !== undefined) {
    return { ok: false, problem: { kind: "unknown-name", name: unknownCall.text, token: unknownCall } };
  }
  const evaluation = evaluate(expanded, SCOPE);
  if (!evaluation.ok) return evaluation;
  return { ok: true, holds: Number(evaluation.constant.value) !== 0 };
}

/** `defined X`, `defined(X)` and the `__has_…` operators become 0 or 1 before macros are replaced. */
function answerQuestions(tokens: readonly Token[], names: ConditionNames): Token[] {
  const output: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (isWord(token, "defined")) {
      const bracketed = isPunctuator(tokens[index + 1], "(");
      const name = tokens[index + (bracketed ? 2 : 1)];
      output.push(answer(token, name !== undefined && names.isDefined(name.text)));
      index += bracketed ? 3 : 1;
    } else if (token.kind === "identifier" && token.text.startsWith("__has_") && isPunctuator(tokens[index + 1], "(")) {
      const close = tokens.findIndex((candidate, at) => at > index && isPunctuator(candidate, ")"));
      const end = close < 0 ? tokens.length : close;
      const argument = tokens
        .slice(index + 2, end)
        .map((part) => part.text)
        .join("");
      output.push(answer(token, token.text === "__has_include" && names.hasInclude(argument)));
      index = end;
    } else {
      output.push(token);
    }
  }
  return output;
}

function answer(token: Token, yes: boolean): Token {
  return { ...token, kind: "number", text: yes ? "1" : "0" };
}
