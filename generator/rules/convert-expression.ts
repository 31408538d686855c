/** Converts mathjs's tree to a checked expression. Everything that is not listed here is rejected. */

import type { Expression } from "./compiled-rule.ts";
import { CONSTANTS } from "./constants.ts";
import { number, operation } from "./fold.ts";
import { FUNCTIONS } from "./functions.ts";
import { math, mathWithUnits } from "./mathjs.ts";
import { nearestName } from "./nearest-name.ts";
import type { Operator } from "./operation.ts";
import type { Parsed, SourceNode } from "./parse-expression.ts";
import type { Scope } from "./scope.ts";
import type { Token } from "./source-tokens.ts";

/** A problem with its position: characters from the start of the expression. */
export type ExpressionProblem = { readonly offset: number; readonly length: number } & (
  | {
      readonly code: "E301";
      readonly name: string;
      readonly nearest: string | undefined;
      readonly unit: boolean;
      readonly call: boolean;
    }
  | { readonly code: "E302"; readonly name: string; readonly expected: string; readonly given: number }
  | { readonly code: "E303"; readonly construct: string }
  | { readonly code: "E305" | "E306"; readonly name: string }
  | { readonly code: "E307"; readonly name: string; readonly what: string }
  | { readonly code: "E308"; readonly what: string; readonly limit: number }
);

export interface Converted {
  readonly expression: Expression;
  readonly problems: readonly ExpressionProblem[];
  /** Names of the fields it uses, as written. */
  readonly uses: ReadonlySet<string>;
}

type ParsedExpression = Extract<Parsed, { kind: "parsed" }>;

interface Conversion {
  readonly scope: Scope;
  readonly tokens: readonly Token[];
  readonly problems: ExpressionProblem[];
  readonly uses: Set<string>;
  /** Number of occurrences of each name so far. The tree is walked in text order. */
  readonly met: Map<string, number>;
  /** In `x + 10%` the same node of `x` occurs twice. */
  readonly placed: Map<SourceNode, Token | undefined>;
  nodes: number;
}

const NODE_LIMIT = 2000;
/** Readers of generated code recurse into the expression. */
const DEPTH_LIMIT = 200;
const WHOLE = { offset: 0, length: 1 } as const;
const NOTHING = number(Number.NaN);

const BINARY: ReadonlyMap<string, Operator> = new Map([
  ["add", "add"],
  ["subtract", "subtract"],
  ["multiply", "multiply"],
  ["dotMultiply", "multiply"],
  ["divide", "divide"],
  ["dotDivide", "divide"],
  ["mod", "mod"],
  ["pow", "pow"],
  ["dotPow", "pow"],
  ["smaller", "smaller"],
  ["smallerEq", "smallerEq"],
  ["larger", "larger"],
  ["largerEq", "largerEq"],
  ["equal", "equal"],
  ["unequal", "unequal"],
  ["and", "and"],
  ["or", "or"],
  ["xor", "xor"],
  ["bitAnd", "bitAnd"],
  ["bitOr", "bitOr"],
  ["bitXor", "bitXor"],
  ["leftShift", "leftShift"],
  ["rightArithShift", "rightArithShift"],
  ["rightLogShift", "rightLogShift"],
]);

const UNARY: ReadonlyMap<string, Operator> = new Map([
  ["unaryMinus", "unaryMinus"],
  ["not", "not"],
  ["bitNot", "bitNot"],
  ["factorial", "factorial"],
]);

/** Operators that do not change a plain number: `+x`, `x'`, `x ?? y`. */
const IDENTITIES: ReadonlySet<string> = new Set(["unaryPlus", "ctranspose", "nullish"]);

const REFUSED: ReadonlyMap<string, { readonly construct: string; readonly signs: readonly string[] }> = new Map([
  ["AccessorNode", { construct: "an access to a property or index", signs: [".", "[", "?."] }],
  ["IndexNode", { construct: "an index", signs: ["["] }],
  ["ArrayNode", { construct: "a matrix", signs: ["["] }],
  ["AssignmentNode", { construct: "an assignment", signs: ["="] }],
  ["FunctionAssignmentNode", { construct: "a function definition", signs: ["="] }],
  ["BlockNode", { construct: "several expressions", signs: [";", "\n"] }],
  ["ObjectNode", { construct: "an object", signs: ["{"] }],
  ["RangeNode", { construct: "a range", signs: [":"] }],
]);

export function convertExpression({ tree, tokens }: ParsedExpression, scope: Scope): Converted {
  const conversion: Conversion = {
    scope,
    tokens,
    problems: [],
    uses: new Set(),
    met: new Map(),
    placed: new Map(),
    nodes: 0,
  };
  const expression = convert(tree, conversion);
  if (depthOf(expression) > DEPTH_LIMIT) {
    conversion.problems.push({ code: "E308", what: "operations within each other", limit: DEPTH_LIMIT, ...WHOLE });
  }
  return { expression, problems: conversion.problems, uses: conversion.uses };
}

function convert(node: SourceNode, conversion: Conversion): Expression {
  conversion.nodes += 1;
  if (conversion.nodes > NODE_LIMIT) return tooLarge(conversion);
  switch (node.type) {
    case "ConstantNode":
      return convertConstant(node.value, conversion);
    case "SymbolNode":
      return convertName(node, conversion);
    case "ParenthesisNode":
      return convert(node.content, conversion);
    case "OperatorNode":
      return convertOperator(node, conversion);
    case "FunctionNode":
      return convertCall(node, conversion);
    case "ConditionalNode":
      return operation(
        "conditional",
        convert(node.condition, conversion),
        convert(node.trueExpr, conversion),
        convert(node.falseExpr, conversion),
      );
    case "RelationalNode":
      return convertChain(node, conversion);
    default:
      return refuse(node.type, conversion);
  }
}

/** `x + 10% + 10% …` doubles the tree with each term, so stop as soon as the limit is exceeded. */
function tooLarge(conversion: Conversion): Expression {
  if (conversion.nodes === NODE_LIMIT + 1) {
    conversion.problems.push({ code: "E308", what: "operations", limit: NODE_LIMIT, ...WHOLE });
  }
  return NOTHING;
}

function convertConstant(value: unknown, conversion: Conversion): Expression {
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return number(value ? 1 : 0);
  if (value === undefined) return refuseAt(["undefined"], "no value", conversion);
  if (value === null) return refuseAt(["null"], "null", conversion);
  return refuseAt(['"', "'"], "text", conversion);
}

function convertName(node: Extract<SourceNode, { type: "SymbolNode" }>, conversion: Conversion): Expression {
  const token = placeOf(node, node.name, conversion);
  const resolved = conversion.scope.resolve(node.name);
  if (resolved?.kind === "field") {
    conversion.uses.add(node.name);
    return { kind: "field", path: resolved.path };
  }
  if (resolved) return problem(conversion, token, { code: "E307", name: node.name, what: resolved.what });
  const constant = CONSTANTS.get(node.name);
  if (constant !== undefined) return number(constant);
  if (FUNCTIONS.has(node.name)) {
    return problem(conversion, token, {
      code: "E307",
      name: node.name,
      what: "a function: it needs arguments in parentheses",
    });
  }
  const nearest = nearestName(node.name, [...conversion.scope.names, ...CONSTANTS.keys()]);
  return problem(conversion, token, { code: "E301", name: node.name, nearest, unit: isUnit(node.name), call: false });
}

function convertOperator(node: Extract<SourceNode, { type: "OperatorNode" }>, conversion: Conversion): Expression {
  if (node.fn === "to") return refuseAt([node.op], "a unit conversion", conversion);
  const operands = node.args.map((operand) => convert(operand, conversion));
  const operator = (operands.length === 1 ? UNARY : BINARY).get(node.fn);
  if (operator !== undefined) return operation(operator, ...operands);
  if (IDENTITIES.has(node.fn)) return operands[0] ?? NOTHING;
  return refuseAt([node.op], `the operator '${node.op}'`, conversion);
}

function convertChain(
  { conditionals, params }: Extract<SourceNode, { type: "RelationalNode" }>,
  conversion: Conversion,
): Expression {
  const operands = params.map((operand) => convert(operand, conversion));
  const links = conditionals.map((fn, index) =>
    operation(BINARY.get(fn) ?? "equal", operands[index] ?? NOTHING, operands[index + 1] ?? NOTHING),
  );
  return links.reduce((left, right) => operation("and", left, right));
}

function convertCall(node: Extract<SourceNode, { type: "FunctionNode" }>, conversion: Conversion): Expression {
  if (node.fn.type !== "SymbolNode") return refuseAt(["?.", "."], "an access to a property or index", conversion);
  const { name } = node.fn;
  const token = placeOf(node, name, conversion);
  const given = node.args.map((argument) => convert(argument, conversion));
  if (conversion.scope.resolve(name) !== undefined || CONSTANTS.has(name)) {
    return problem(conversion, token, { code: "E306", name });
  }
  const entry = FUNCTIONS.get(name);
  if (entry === undefined) return unknownFunction(name, token, conversion);
  const [least, most] = entry.takes;
  if (given.length < least || given.length > most) {
    const expected =
      least === most ? `${least}` : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
    return problem(conversion, token, { code: "E302", name, expected, given: given.length });
  }
  return entry.build(given);
}

function unknownFunction(name: string, token: Token | undefined, conversion: Conversion): Expression {
  const nearest = nearestName(name, [...FUNCTIONS.keys(), ...conversion.scope.names]);
  if (isFunctionOfMathjs(name)) return problem(conversion, token, { code: "E305", name });
  return problem(conversion, token, { code: "E301", name, nearest, unit: false, call: true });
}

type Details = ExpressionProblem extends infer P ? (P extends unknown ? Omit<P, "offset" | "length"> : never) : never;

function problem(conversion: Conversion, token: Token | undefined, details: Details): Expression {
  const place = { offset: token?.offset ?? 0, length: token?.text.length ?? 1 };
  conversion.problems.push({ ...details, ...place });
  return NOTHING;
}

function refuse(type: string, conversion: Conversion): Expression {
  const refused = REFUSED.get(type);
  return refuseAt(refused?.signs ?? [], refused?.construct ?? type, conversion);
}

function refuseAt(signs: readonly string[], construct: string, conversion: Conversion): Expression {
  const token = conversion.tokens.find(({ text }) =>
    signs.some((sign) => text === sign || (sign === '"' && text.startsWith(sign))),
  );
  return problem(conversion, token, { code: "E303", construct });
}

/** The token of a name's node: the n-th node with a name in the walk is its n-th token in the text. */
function placeOf(node: SourceNode, name: string, conversion: Conversion): Token | undefined {
  if (conversion.placed.has(node)) return conversion.placed.get(node);
  const before = conversion.met.get(name) ?? 0;
  conversion.met.set(name, before + 1);
  const token = conversion.tokens.filter(({ kind, text }) => kind === "name" && text === name)[before];
  conversion.placed.set(node, token);
  return token;
}

function depthOf(expression: Expression): number {
  if (expression.kind !== "operation") return 0;
  return 1 + Math.max(...expression.operands.map(depthOf));
}

function isUnit(name: string): boolean {
  return mathWithUnits().Unit.isValuelessUnit(name);
}

/** Functions of mathjs itself that are not part of an expression. */
const OF_THE_INSTANCE: ReadonlySet<string> = new Set(["import", "on", "off", "once", "emit"]);

function isFunctionOfMathjs(name: string): boolean {
  return !OF_THE_INSTANCE.has(name) && Object.hasOwn(math(), name) && typeof Reflect.get(math(), name) === "function";
}
