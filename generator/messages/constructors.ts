/** Reads simple constructors: `s() : length(15), ID(14) {}` and `s() { length = 15; }` [D1]. */

import type { Scope } from "../syntax/declare/symbols.ts";
import { splitAtCommas } from "../syntax/declare/templates.ts";
import { closing } from "../syntax/preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../syntax/preprocess/token.ts";

export interface ConstructorFacts {
  readonly name: Token;
  /** It cannot be called without arguments. */
  readonly takesArguments: boolean;
  readonly parameters: readonly ConstructorParameter[];
  /** It takes another object of the class. */
  readonly isCopy: boolean;
  /** Member name → tokens of its initialiser. */
  readonly assigned: ReadonlyMap<string, readonly Token[]>;
  /** False if the body does more than assign to members. */
  readonly simple: boolean;
  readonly scope: Scope;
}

export interface ConstructorParameter {
  readonly name: string | undefined;
  readonly byDefault: readonly Token[] | undefined;
}

/** Whether values in braces are arguments: the class is not an aggregate then. [C++17 dcl.init.aggr]p1 */
export function isUserProvided(tokens: readonly Token[], open: number, to: number): boolean {
  const end = closing(tokens, open) ?? to;
  const equals = tokens.findIndex((token, at) => at >= end && (at >= to || ["=", "{", ":", ";"].includes(token.text)));
  return !(isPunctuator(tokens[equals], "=") && ["default", "delete"].includes(tokens[equals + 1]?.text ?? ""));
}

/**
 * What a constructor assigns if it is called with these arguments; undefined if none or several of them take as many.
 * @param given the tokens of each argument
 */
export function constructed(
  all: readonly ConstructorFacts[],
  given: readonly (readonly Token[])[],
): ReadonlyMap<string, readonly Token[]> | undefined {
  const fitting = all.filter(
    ({ parameters, isCopy }) =>
      !isCopy &&
      given.length <= parameters.length &&
      parameters.slice(given.length).every(({ byDefault }) => byDefault),
  );
  const [called] = fitting;
  if (called === undefined || fitting.length > 1 || !called.simple) return undefined;
  const values = new Map<string, readonly Token[]>();
  for (const [index, { name, byDefault = [] }] of called.parameters.entries())
    if (name !== undefined) values.set(name, given[index] ?? byDefault);
  return new Map([...called.assigned].map(([member, tokens]) => [member, withArguments(tokens, values)]));
}

function withArguments(tokens: readonly Token[], values: ReadonlyMap<string, readonly Token[]>): readonly Token[] {
  const [only] = tokens;
  // A text stays one, and so do braces.
  if (tokens.length === 1 && only !== undefined) return values.get(only.text) ?? tokens;
  return tokens.flatMap((token) => {
    const value = token.kind === "identifier" ? values.get(token.text) : undefined;
    if (value === undefined) return [token];
    return [
      { ...token, kind: "punctuator", text: "(" } as const,
      ...value,
      { ...token, kind: "punctuator", text: ")" } as const,
    ];
  });
}

/** Parses the constructor whose parameter list begins at `open`. Returns an empty list if it has no body there. */
export function readConstructor(tokens: readonly Token[], open: number, to: number, scope: Scope): ConstructorFacts[] {
  const name = tokens[open - 1]!;
  const afterParameters = closing(tokens, open);
  if (afterParameters === undefined) return [];
  const inner = tokens.slice(open + 1, afterParameters - 1);
  const takesArguments = requiresArguments(inner);
  const assigned = new Map<string, readonly Token[]>();
  let at = afterParameters;
  while (at < to && !isPunctuator(tokens[at], ":") && !isPunctuator(tokens[at], "{") && !isPunctuator(tokens[at], ";"))
    at += 1;
  if (isPunctuator(tokens[at], ";")) return [];
  if (isPunctuator(tokens[at], ":")) at = initializerList(tokens, at + 1, to, assigned);
  const bodyEnd = isPunctuator(tokens[at], "{") ? closing(tokens, at) : undefined;
  const simple = bodyEnd === undefined || assignments(tokens.slice(at + 1, bodyEnd - 1), assigned);
  return [
    {
      name,
      takesArguments,
      parameters: parametersIn(inner),
      isCopy: inner.some(({ text }) => text === name.text),
      assigned,
      simple,
      scope,
    },
  ];
}

function parametersIn(tokens: readonly Token[]): ConstructorParameter[] {
  if (tokens.length === 1 && isWord(tokens[0], "void")) return [];
  return splitAtCommas(tokens).map((parameter) => {
    const equals = parameter.findIndex((token) => isPunctuator(token, "="));
    const declared = equals < 0 ? parameter : parameter.slice(0, equals);
    const last = declared.at(-1);
    const isNamed = declared.length > 1 && last?.kind === "identifier";
    return { name: isNamed ? last.text : undefined, byDefault: equals < 0 ? undefined : parameter.slice(equals + 1) };
  });
}

function requiresArguments(parameters: readonly Token[]): boolean {
  if (parameters.length === 0 || (parameters.length === 1 && isWord(parameters[0], "void"))) return false;
  const commas = parameters.filter((token) => isPunctuator(token, ",")).length;
  return parameters.filter((token) => isPunctuator(token, "=")).length < commas + 1;
}

/** Parses `length(15), ID{14}` and returns the index after it. */
function initializerList(
  tokens: readonly Token[],
  from: number,
  to: number,
  assigned: Map<string, readonly Token[]>,
): number {
  let at = from;
  while (at + 1 < to && tokens[at]?.kind === "identifier") {
    const end = closing(tokens, at + 1);
    if (end === undefined || end > to) return at;
    const braced = isPunctuator(tokens[at + 1], "{");
    const inner = tokens.slice(at + 2, end - 1);
    assigned.set(
      tokens[at]!.text,
      braced && inner.some((token) => isPunctuator(token, ",")) ? tokens.slice(at + 1, end) : inner,
    );
    at = end;
    if (!isPunctuator(tokens[at], ",")) return at;
    at += 1;
  }
  return at;
}

/** Parses `length = 15; this->ID = 14;`. Returns false for any other statement. */
function assignments(body: readonly Token[], assigned: Map<string, readonly Token[]>): boolean {
  let simple = true;
  for (let at = 0; at < body.length; ) {
    const end = body.findIndex((token, index) => index >= at && isPunctuator(token, ";"));
    const statement = body.slice(at, end < 0 ? body.length : end);
    const own = isWord(statement[0], "this") && isPunctuator(statement[1], "->") ? statement.slice(2) : statement;
    if (own[0]?.kind === "identifier" && isPunctuator(own[1], "=")) assigned.set(own[0].text, own.slice(2));
    else if (own.length > 0) simple = false;
    at = end < 0 ? body.length : end + 1;
  }
  return simple;
}
