/** `constexpr` functions with a single return expression, for use in constants. [C++17 dcl.constexpr] */

import { type ConstantScope, type Evaluation, evaluate } from "../constants/evaluate.ts";
import type { Constant } from "../constants/literals.ts";
import { cast } from "../constants/operators.ts";
import type { Chunk } from "../parse/chunks.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import type { ConstantFunction } from "./symbols.ts";
import { splitAtCommas } from "./templates.ts";

/** Limit for all calls in a header's constants. */
const MAX_CALLS = 20_000;
const MAX_DEPTH = 200;

const budgets = new WeakMap<ConstantFunction["budget"], { calls: number; depth: number }>();

/** Declares a `constexpr` function that returns one expression. Other functions are not constants. */
export function declareFunction(chunk: Chunk, context: Context): void {
  const tokens = context.unit.tokens.slice(chunk.from, chunk.to);
  const open = tokens.findIndex((token) => isPunctuator(token, "("));
  const head = tokens.slice(0, Math.max(0, open - 1));
  const name = tokens[open - 1];
  const close = closing(tokens, open);
  if (name?.kind !== "identifier" || close === undefined || !head.some(({ text }) => CONSTANT.has(text))) return;
  const body = tokens.slice(isWord(tokens[close], "noexcept") ? close + 1 : close);
  const expression = body.slice(2, -2);
  const isOne = isPunctuator(body[0], "{") && isWord(body[1], "return") && isPunctuator(body.at(-2), ";");
  const parameters = splitAtCommas(tokens.slice(open + 1, close - 1)).map((parameter) => ({
    name: parameter.at(-1)?.text ?? "",
    type: parameter.slice(0, -1),
  }));
  context.symbols.declareFunction(chunk.scope, name.text, {
    name,
    scope: chunk.scope,
    parameters: parameters.length === 1 && parameters[0]?.type.length === 0 ? [] : parameters,
    type: head.filter(({ text }) => !CONSTANT.has(text) && !STORAGE.has(text)),
    // For any other body, record only that the function exists.
    expression: isOne && !expression.some((token) => isPunctuator(token, ";")) ? expression : undefined,
    budget: context.placed,
  });
}

const CONSTANT: ReadonlySet<string> = new Set(["constexpr", "consteval"]);
const STORAGE: ReadonlySet<string> = new Set(["static", "inline"]);

/**
 * Calls the function with the arguments between its parentheses.
 * @param around scope of the call
 * @param inside scope of the declaration
 */
export function callFunction(
  called: ConstantFunction,
  given: readonly Token[],
  around: ConstantScope,
  inside: ConstantScope,
): Evaluation {
  const { expression, parameters, type, name } = called;
  if (expression === undefined) return { ok: false, problem: { kind: "statements", token: name } };
  const failed: Evaluation = { ok: false, problem: { kind: "not-constant", token: given[0] ?? name } };
  const budget = budgets.get(called.budget) ?? { calls: 0, depth: 0 };
  budgets.set(called.budget, budget);
  const values = splitAtCommas(given);
  budget.calls += 1;
  const isTooMuch = budget.calls > MAX_CALLS || budget.depth > MAX_DEPTH;
  if (values.length !== parameters.length || isTooMuch) return failed;
  const bound = new Map<string, Constant>();
  for (const [index, parameter] of parameters.entries()) {
    const value = evaluate(values[index] ?? [], around);
    const wanted = inside.castType(parameter.type);
    if (!value.ok) return value;
    if (wanted === undefined) return failed;
    bound.set(parameter.name, cast(value.constant, wanted));
  }
  budget.depth += 1;
  const result = evaluate(expression, { ...inside, constant: (each) => bound.get(each) ?? inside.constant(each) });
  budget.depth -= 1;
  if (!result.ok || isWord(type[0], "auto")) return result;
  const wanted = inside.castType(type);
  return wanted === undefined ? failed : { ...result, constant: cast(result.constant, wanted) };
}
