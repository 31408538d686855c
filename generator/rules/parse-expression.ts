/** The only place where mathjs parses an expression. Limits are checked first, so that no header can make it hang or overflow. */

import { math } from "./mathjs.ts";
import { nestingOf, percentNestingOf, type Token, tokensOf } from "./source-tokens.ts";

/** The nodes of mathjs's tree that rules may contain. Any other `type` is rejected. */
export type SourceNode =
  | { readonly type: "ConstantNode"; readonly value: unknown }
  | { readonly type: "SymbolNode"; readonly name: string }
  | { readonly type: "ParenthesisNode"; readonly content: SourceNode }
  | { readonly type: "OperatorNode"; readonly op: string; readonly fn: string; readonly args: readonly SourceNode[] }
  | { readonly type: "FunctionNode"; readonly fn: SourceNode; readonly args: readonly SourceNode[] }
  | {
      readonly type: "ConditionalNode";
      readonly condition: SourceNode;
      readonly trueExpr: SourceNode;
      readonly falseExpr: SourceNode;
    }
  | {
      readonly type: "RelationalNode";
      readonly conditionals: readonly string[];
      readonly params: readonly SourceNode[];
    }
  | { readonly type: RefusedType };

export type RefusedType =
  | "AccessorNode"
  | "ArrayNode"
  | "AssignmentNode"
  | "BlockNode"
  | "FunctionAssignmentNode"
  | "IndexNode"
  | "ObjectNode"
  | "RangeNode";

export type Parsed =
  | { readonly kind: "parsed"; readonly tree: SourceNode; readonly tokens: readonly Token[] }
  | { readonly kind: "too large"; readonly what: string; readonly limit: number }
  | { readonly kind: "unreadable"; readonly problem: string; readonly offset: number };

const LIMITS = { characters: 4096, tokens: 1000, nesting: 60, percents: 8 } as const;

/** Cached, because headers repeat rules such as `x / 10`. */
const known = new Map<string, Parsed>();
const MOST_KNOWN = 10_000;

export function parseExpression(text: string): Parsed {
  const parsed = known.get(text) ?? parse(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, parsed);
  return parsed;
}

function parse(text: string): Parsed {
  if (text.length > LIMITS.characters) return { kind: "too large", what: "characters", limit: LIMITS.characters };
  const tokens = tokensOf(text);
  if (tokens.length > LIMITS.tokens) return { kind: "too large", what: "tokens", limit: LIMITS.tokens };
  if (nestingOf(tokens) > LIMITS.nesting) {
    return { kind: "too large", what: "brackets within each other", limit: LIMITS.nesting };
  }
  if (percentNestingOf(tokens) > LIMITS.percents) {
    return { kind: "too large", what: "'%' within each other", limit: LIMITS.percents };
  }
  try {
    // The cast drops mathjs's classes; `type` identifies the node.
    return { kind: "parsed", tree: math().parse(withPowerSign(text)) as unknown as SourceNode, tokens };
  } catch (error) {
    return unreadable(error);
  }
}

/** `**` is mathjs's `^`. A blank keeps the offsets. */
function withPowerSign(text: string): string {
  return text.replaceAll("**", "^ ");
}

/** A stack overflow means that the text is too large; any other exception of mathjs is a syntax error. */
function unreadable(error: unknown): Parsed {
  if (!(error instanceof Error)) throw error;
  if (error instanceof RangeError) return { kind: "too large", what: "nested operations", limit: LIMITS.nesting };
  const position = "char" in error && typeof error.char === "number" ? error.char : 1;
  const problem = error.message.replace(/ \(char \d+\)$/, "");
  return { kind: "unreadable", problem, offset: Math.max(0, position - 1) };
}
