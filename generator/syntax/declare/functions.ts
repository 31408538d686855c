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
export function declareFunction({ from, to, scope }: Pick<Chunk, "from" | "to" | "scope">, context: Context): void {
  const tokens = context.unit.tokens.slice(from, to);
  const open = tokens.findIndex((token) => isPunctuator(token, "("));
  const head = tokens.slice(0, Math.max(0, open - 1));
  const name = tokens[open - 1];
  const close = closing(tokens, open);
  const brace = tokens.findIndex((token, at) => at >= (close ?? tokens.length) && isPunctuator(token, "{"));
  if (name?.kind !== "identifier" || close === undefined || !head.some(({ text }) => CONSTANT.has(text))) return;
  const arrow = tokens.findIndex((token, at) => at >= close && at < brace && isPunctuator(token, "->"));
  context.symbols.declareFunction(scope, name.text, {
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
  });
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
  const values = splitAtCommas(given);
  const fitting = all.filter(
    ({ parameters }) =>
      values.length <= parameters.length && parameters.slice(values.length).every(({ byDefault }) => byDefault),
  );
  const [called] = fitting;
  if (called === undefined || fitting.length > 1) return notConstant(given[0] ?? all[0]!.name);
  return call(called, values, around, inside(called));
}

function call(
  called: ConstantFunction,
  values: readonly (readonly Token[])[],
  around: ConstantScope,
  inside: ConstantScope,
): Evaluation {
  const { body, type, budget: key } = called;
  const budget = budgets.get(key) ?? { steps: 0, depth: 0 };
  budgets.set(key, budget);
  const failed = notConstant(values[0]?.[0] ?? called.name);
  if (budget.depth > MAX_DEPTH) return failed;
  const bound = bind(called, values, around, inside);
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
  { parameters, name }: ConstantFunction,
  values: readonly (readonly Token[])[],
  around: ConstantScope,
  inside: ConstantScope,
): Map<string, Constant> | Evaluation {
  const bound = new Map<string, Constant>();
  for (const [index, { tokens, byDefault = [] }] of parameters.entries()) {
    const written = values[index];
    const value = written === undefined ? evaluate(byDefault, inside) : evaluate(written, around);
    if (!value.ok) return value;
    const unnamed = inside.castType(tokens);
    const wanted = unnamed ?? inside.castType(tokens.slice(0, -1));
    if (wanted === undefined) return notConstant(written?.[0] ?? name);
    if (unnamed === undefined) bound.set(tokens.at(-1)!.text, cast(value.constant, wanted));
  }
  return bound;
}

function notConstant(token: Token): Evaluation {
  return { ok: false, problem: { kind: "not-constant", token } };
}
