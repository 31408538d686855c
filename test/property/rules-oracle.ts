/** Random rule expressions, with mathjs as the oracle [D10]. */

import { transformSync } from "esbuild";
import fc from "fast-check";
import { compileRules } from "../../generator/rules/compile-rules.ts";
import { FUNCTIONS } from "../../generator/rules/functions.ts";
import { helperNames, helperSource } from "../../generator/rules/helpers.ts";
import { math } from "../../generator/rules/mathjs.ts";
import type { SourceNode } from "../../generator/rules/parse-expression.ts";
import { printExpression } from "../../generator/rules/typescript-notation.ts";
import { PLAN, scalar, struct } from "../generator/rules/support.ts";

const mathjs = math();

export type Inputs = Readonly<Record<"a" | "b" | "c", number>>;
export type Compiled = (inputs: Inputs) => number;

/** mathjs takes very long or forever for large arguments of these, also complex ones, so they get small ones. */
const SMALL_ARGUMENTS: ReadonlyMap<string, string> = new Map(
  ["combinations", "combinationsWithRep", "permutations", "isPrime", "catalan", "composition", "stirlingS2"]
    .concat(["bellNumbers", "bernoulli"])
    .map((name) => [name, "min(25, max(0, floor($)))"]),
);
const BOUNDED_ARGUMENTS: ReadonlyMap<string, string> = new Map([
  ...["gcd", "lcm", "invmod"].map((name): [string, string] => [name, "min(1000000, max(-1000000, round($)))"]),
  ["zeta", "min(60, max(-60, re($)))"],
]);

const BINARY_SIGNS = ["+", "-", "*", "/", "%", " mod ", "^", "**", " and ", " or ", " xor ", ".*", "./"].concat([
  "<",
  ">",
  "<=",
  ">=",
  "==",
  "!=",
  "&",
  "|",
  "^|",
  "<<",
  ">>",
  ">>>",
]);
const CONSTANTS = ["pi", "e", "tau", "phi", "LN2", "SQRT2", "true", "false", "Infinity", "NaN"];

const literal = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map(String),
  fc.double({ min: 0, max: 1e4, noNaN: true }).map(String),
  fc.constantFrom("0", "1", "2", "0.5", "10", "100", "180", "0.1", "0xff", "0b101", "0o17", "1e-3", ".25", "1e-13"),
);

const leaf = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "c") },
  { weight: 3, arbitrary: literal },
  { weight: 1, arbitrary: fc.constantFrom(...CONSTANTS) },
);

/** Expressions over the fields a, b and c, with every operator and function. */
export const expression: fc.Arbitrary<string> = fc.letrec<{ tree: string; call: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: "rule" },
    { weight: 3, arbitrary: leaf },
    {
      weight: 4,
      arbitrary: fc
        .tuple(tie("tree"), fc.constantFrom(...BINARY_SIGNS), tie("tree"))
        .map(([left, sign, right]) => `${asNumber(sign, left)}${sign}(${right})`),
    },
    { weight: 2, arbitrary: fc.tuple(leaf, fc.constantFrom("+", "-", "*", "/"), leaf).map((parts) => parts.join(" ")) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom("-", "+", "not ", "~"), tie("tree")).map(([s, x]) => `${s}(${x})`),
    },
    { weight: 1, arbitrary: tie("tree").map((x) => `(${x})!`) },
    { weight: 1, arbitrary: tie("tree").map((x) => `(${x})%`) },
    { weight: 1, arbitrary: fc.tuple(tie("tree"), tie("tree")).map(([x, y]) => `${x} + (${y})%`) },
    { weight: 1, arbitrary: tie("tree").map((x) => `2 (${x})`) },
    { weight: 1, arbitrary: fc.tuple(leaf, leaf, leaf).map(([x, y, z]) => `(${x} < ${y} <= ${z})`) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie("tree"), tie("tree"), tie("tree")).map(([x, y, z]) => `((${x}) ? (${y}) : (${z}))`),
    },
    { weight: 8, arbitrary: tie("call") },
  ),
  call: fc.constantFrom(...FUNCTIONS).chain(
    ([
      name,
      {
        takes: [least, most],
      },
    ]) =>
      fc.array(tie("tree"), { minLength: least, maxLength: Math.min(most, 4) }).map((given) => {
        const bound = SMALL_ARGUMENTS.get(name) ?? BOUNDED_ARGUMENTS.get(name) ?? "$";
        const [first = "0", ...rest] = given.map((argument) => bound.replace("$", () => argument));
        return `${name}(${[asNumber(name, first), ...rest].join(", ")})`;
      }),
  ),
})).tree;

/** In mathjs, `true | 2` is 1, unlike `1 | 2`. A rule has numbers only. */
function asNumber(operator: string, left: string): string {
  return operator === "|" || operator === "bitOr" ? `+(${left})` : `(${left})`;
}

const value = fc.oneof(
  fc.integer({ min: -128, max: 255 }),
  fc.integer({ min: -32768, max: 65535 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 }),
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.integer({ min: -2000, max: 2000 }).map((halves) => halves / 2),
  fc.double(),
  fc.constantFrom(0, -0, 1, -1, 0.5, -0.5, 2 ** 53, 1e-13, 0.1 + 0.2, 1 - 1e-13, 2.4999999999999996, 1e21),
);

export const inputs: fc.Arbitrary<Inputs> = fc.record({ a: value, b: value, c: value });

/** The helpers as JavaScript, compiled once. */
const helpers: readonly ((...values: never[]) => unknown)[] = compileHelpers();

function compileHelpers(): ((...values: never[]) => unknown)[] {
  const source = helperNames().map(helperSource).join("\n");
  const { code } = transformSync(source, { loader: "ts" });
  return new Function(`${code}\nreturn [${helperNames().join(", ")}];`)() as ((...values: never[]) => unknown)[];
}

/** The rule as in generated code: printed, then run. */
export function compileRule(rule: string): Compiled {
  const members = [scalar("a", "float64", `@rule: expr=${rule}`), scalar("b", "float64"), scalar("c", "float64")];
  const { value: structs, diagnostics } = compileRules([struct(members)], PLAN);
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  if (error) throw new Error(`${error.code} ${error.message}: ${rule}`);
  const compiled = structs[0]?.fields[0]?.expression;
  if (compiled === undefined) throw new Error(`no expression: ${rule}`);
  const { text } = printExpression(compiled, (path) => `inputs.${path}`);
  const run = new Function(...helperNames(), "inputs", `"use strict"; return (${text});`);
  return (given) => run(...helpers, given) as number;
}

export interface Expected {
  readonly value: number;
  /** The result involves a complex number, an exception of mathjs, or a comparison within its tolerance. */
  readonly excepted: boolean;
}

/** The result of `math.evaluate` for the expression; NaN if it is not a number. */
export function evaluator(rule: string): (given: Inputs) => number {
  const code = mathjs.compile(forMathjs(rule));
  return (given) => {
    try {
      const result: unknown = code.evaluate({ ...given });
      return typeof result === "number" || typeof result === "boolean" ? Number(result) : Number.NaN;
    } catch {
      return Number.NaN;
    }
  };
}

/** The result of mathjs's functions if complex results and exceptions become NaN, and comparisons are IEEE 754. */
export function evaluatorWithExceptions(rule: string): (given: Inputs) => Expected {
  const tree = mathjs.parse(forMathjs(rule)) as unknown as SourceNode;
  return (given) => {
    const walk: Walk = { given, excepted: false };
    const result = walkNode(tree, walk);
    return { value: result, excepted: walk.excepted };
  };
}

interface Walk {
  readonly given: Inputs;
  excepted: boolean;
}

const COMPARISONS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ["smaller", (a, b) => Number(a < b)],
  ["smallerEq", (a, b) => Number(a <= b)],
  ["larger", (a, b) => Number(a > b)],
  ["largerEq", (a, b) => Number(a >= b)],
  ["equal", (a, b) => Number(a === b)],
  ["equalScalar", (a, b) => Number(a === b)],
  ["deepEqual", (a, b) => Number(a === b)],
  ["unequal", (a, b) => Number(a !== b)],
  ["compare", (a, b) => (a === b ? 0 : a > b ? 1 : -1)],
] satisfies [string, (a: number, b: number) => number][]);

function walkNode(node: SourceNode, walk: Walk): number {
  switch (node.type) {
    case "ConstantNode":
      return Number(node.value);
    case "SymbolNode":
      return lookUp(node.name, walk.given);
    case "ParenthesisNode":
      return walkNode(node.content, walk);
    case "OperatorNode":
      return apply(node.fn, walkAll(node.args, walk), walk);
    case "FunctionNode":
      return apply(node.fn.type === "SymbolNode" ? node.fn.name : "", walkAll(node.args, walk), walk);
    case "ConditionalNode":
      return walkNode(walkNode(node.condition, walk) ? node.trueExpr : node.falseExpr, walk);
    case "RelationalNode": {
      const values = walkAll(node.params, walk);
      return Number(node.conditionals.every((fn, i) => apply(fn, [values[i] ?? 0, values[i + 1] ?? 0], walk)));
    }
    default:
      throw new Error(`unexpected ${node.type}`);
  }
}

function walkAll(nodes: readonly SourceNode[], walk: Walk): number[] {
  return nodes.map((node) => walkNode(node, walk));
}

function lookUp(name: string, given: Inputs): number {
  if (name === "a" || name === "b" || name === "c") return given[name];
  return Number(mathjs.evaluate(name));
}

function apply(name: string, values: readonly number[], walk: Walk): number {
  if ((name === "median" || name === "mad") && (hasTies(values) || (name === "mad" && hasTies(deviations(values))))) {
    walk.excepted = true;
    return medianOf(name === "mad" ? deviations(values) : values);
  }
  const comparison = COMPARISONS.get(name);
  const [a = Number.NaN, b = Number.NaN] = values;
  const result = callMathjs(name, values);
  const plain = comparison?.(a, b) ?? result ?? Number.NaN;
  if (!Object.is(plain, result)) walk.excepted = true;
  return plain;
}

/** mathjs's median may return any of the values that its tolerance treats as equal. */
function hasTies(values: readonly number[]): boolean {
  return values.some((a) => values.some((b) => !Object.is(a, b) && mathjs.equal(a, b) === true));
}

function deviations(values: readonly number[]): number[] {
  const median = medianOf(values);
  return values.map((value) => Math.abs(value - median));
}

function medianOf(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Uses `evaluate`, which treats some functions differently from a call. `undefined` if complex or thrown. */
function callMathjs(name: string, values: readonly number[]): number | undefined {
  const names = values.map((_, index) => `x${index}`);
  try {
    const result: unknown = mathjs.evaluate(`${name}(${names})`, new Map(names.map((x, index) => [x, values[index]])));
    return typeof result === "number" || typeof result === "boolean" ? Number(result) : undefined;
  } catch {
    return undefined;
  }
}

/** Only our rules have `**` and `ln`. */
function forMathjs(rule: string): string {
  return rule.replaceAll("**", "^").replaceAll("ln(", "log(");
}

export interface Comparison {
  evaluations: number;
  /** Equal to `math.evaluate`, bit for bit. */
  equal: number;
  /** One of D10's exceptions applies, and the result follows it. */
  excepted: number;
  readonly differing: {
    readonly rule: string;
    readonly given: Inputs;
    readonly ours: number;
    readonly theirs: number;
  }[];
}

export function emptyComparison(): Comparison {
  return { evaluations: 0, equal: 0, excepted: 0, differing: [] };
}

/** Evaluates a rule for some inputs with generated code and with mathjs. */
export function compareRule(rule: string, given: readonly Inputs[], into: Comparison): void {
  const compiled = compileRule(rule);
  const evaluate = evaluator(rule);
  const evaluateWithExceptions = evaluatorWithExceptions(rule);
  for (const one of given) {
    into.evaluations += 1;
    const ours = compiled(one);
    const theirs = evaluate(one);
    if (Object.is(ours, theirs)) {
      into.equal += 1;
      continue;
    }
    const expected = evaluateWithExceptions(one);
    if (expected.excepted && Object.is(ours, expected.value)) into.excepted += 1;
    else into.differing.push({ rule, given: one, ours, theirs });
  }
}
