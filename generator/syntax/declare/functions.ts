/** `constexpr` functions, for use in constants. [C++17 dcl.constexpr] */

import { type ConstantScope, type Evaluation, evaluate } from "../constants/evaluate.ts";
import type { Constant } from "../constants/literals.ts";
import { cast } from "../constants/operators.ts";
import { runBody } from "../constants/statements.ts";
import type { Chunk } from "../parse/chunks.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import type { ConstantFunction } from "./symbols.ts";
import { splitAtCommas } from "./templates.ts";

/** Limit for all calls and statements in a header's constants. */
const MAX_STEPS = 100_000;
const MAX_DEPTH = 200;

const budgets = new WeakMap<ConstantFunction["budget"], { steps: number; depth: number }>();

/** Declares a `constexpr` function of a namespace or a class. Other functions are not constants. */
export function declareFunction(place: Pick<Chunk, "from" | "to" | "scope">, context: Context): void {
  const declared = functionAt(place, context);
  if (declared !== undefined) context.symbols.declareFunction(place.scope, declared.name.text, declared);
}

/** Undefined for other declarations. */
export function functionAt(
  { from, to, scope }: Pick<Chunk, "from" | "to" | "scope">,
  context: Context,
): ConstantFunction | undefined {
  const tokens = context.unit.tokens.slice(from, to);
  const open = tokens.findIndex((token) => isPunctuator(token, "("));
  // `width<float>(` of a specialisation.
  const angle = isPunctuator(tokens[open - 1], ">")
    ? tokens.findLastIndex((token, at) => at < open && isPunctuator(token, "<"))
    : open;
  const head = tokens.slice(0, Math.max(0, angle - 1));
  const name = tokens[angle - 1];
  const close = closing(tokens, open);
  const brace = tokens.findIndex((token, at) => at >= (close ?? tokens.length) && isPunctuator(token, "{"));
  if (name?.kind !== "identifier" || close === undefined || !head.some(({ text }) => CONSTANT.has(text)))
    return undefined;
  const arrow = tokens.findIndex((token, at) => at >= close && at < brace && isPunctuator(token, "->"));
  return {
    name,
    scope,
    parameters: splitAtCommas(tokens.slice(open + 1, close - 1).filter((token) => !isWord(token, "void"))).map(
      readParameter,
    ),
    type: (arrow < 0 ? head : tokens.slice(arrow + 1, brace)).filter(
      ({ text }) => !CONSTANT.has(text) && !STORAGE.has(text),
    ),
    body: brace < 0 ? [] : tokens.slice(brace + 1, -1),
    budget: context.placed,
  };
}

function readParameter(tokens: readonly Token[]): ConstantFunction["parameters"][number] {
  const equals = tokens.findIndex((token) => isPunctuator(token, "="));
  const declared = equals < 0 ? tokens : tokens.slice(0, equals);
  // A constant's reference is as good as the constant.
  const isConstant = declared.some((token) => isWord(token, "const"));
  return {
    tokens: declared.filter((token) => !(isConstant && isPunctuator(token, "&"))),
    byDefault: equals < 0 ? undefined : tokens.slice(equals + 1),
  };
}

const CONSTANT: ReadonlySet<string> = new Set(["constexpr", "consteval"]);
const STORAGE: ReadonlySet<string> = new Set(["static", "inline", "friend"]);

/**
 * Calls the function that takes as many arguments as stand between its parentheses.
 * @param all of one name
 * @param around scope of the call
 * @param inside scope of a declaration
 */
export function callFunction(
  all: readonly ConstantFunction[],
  given: readonly Token[],
  around: ConstantScope,
  inside: (called: ConstantFunction) => ConstantScope,
): Evaluation {
  const values = valuesOf(given, around);
  return "ok" in values ? values : callWith(all, values, given[0] ?? all[0]!.name, inside);
}

/** The values of the arguments, or the first problem. */
export function valuesOf(given: readonly Token[], around: ConstantScope): readonly Constant[] | Evaluation {
  const values: Constant[] = [];
  for (const part of splitAtCommas(given)) {
    const value = evaluate(part, around);
    if (!value.ok) return value;
    values.push(value.constant);
  }
  return values;
}

/** @param token of the call, for a problem */
export function callWith(
  all: readonly ConstantFunction[],
  values: readonly Constant[],
  token: Token,
  inside: (called: ConstantFunction) => ConstantScope,
): Evaluation {
  const fitting = all.filter(
    ({ parameters }) =>
      values.length <= parameters.length && parameters.slice(values.length).every(({ byDefault }) => byDefault),
  );
  const [called] = fitting;
  if (called === undefined || fitting.length > 1) return notConstant(token);
  return call(called, values, token, inside(called));
}

function call(called: ConstantFunction, values: readonly Constant[], token: Token, inside: ConstantScope): Evaluation {
  const { body, type, budget: key } = called;
  const budget = budgets.get(key) ?? { steps: 0, depth: 0 };
  budgets.set(key, budget);
  const failed = notConstant(token);
  if (budget.depth > MAX_DEPTH) return failed;
  const bound = bind(called, values, token, inside);
  if (!(bound instanceof Map)) return bound;
  budget.depth += 1;
  const result = runBody(body, bound, inside, () => budget.steps++ < MAX_STEPS);
  budget.depth -= 1;
  const isDeduced = isWord(type[0], "auto") || isWord(type[0]?.operand?.[0], "auto");
  if (!result.ok || isDeduced) return result;
  const wanted = inside.castType(type);
  return wanted === undefined ? failed : { ...result, constant: cast(result.constant, wanted) };
}

/** The parameters' values, or the first problem. */
function bind(
  { parameters }: ConstantFunction,
  values: readonly Constant[],
  token: Token,
  inside: ConstantScope,
): Map<string, Constant> | Evaluation {
  const bound = new Map<string, Constant>();
  for (const [index, { tokens, byDefault = [] }] of parameters.entries()) {
    const given = values[index];
    const value = given === undefined ? evaluate(byDefault, inside) : ({ ok: true, constant: given } as const);
    if (!value.ok) return value;
    const unnamed = inside.castType(tokens);
    const wanted = unnamed ?? inside.castType(tokens.slice(0, -1));
    if (wanted === undefined) return notConstant(token);
    if (unnamed === undefined) bound.set(tokens.at(-1)!.text, cast(value.constant, wanted));
  }
  return bound;
}

function notConstant(token: Token): Evaluation {
  return { ok: false, problem: { kind: "not-constant", token } };
}
