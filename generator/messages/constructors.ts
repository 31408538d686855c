/** Reads simple constructors: `s() : length(15), ID(14) {}` and `s() { length = 15; }` [D1]. */

import type { Scope } from "../syntax/declare/symbols.ts";
import { closing } from "../syntax/preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../syntax/preprocess/token.ts";

export interface ConstructorFacts {
  readonly name: Token;
  /** Only a constructor that can be called without arguments gives initial values. */
  readonly takesArguments: boolean;
  /** Member name → tokens of its initialiser. */
  readonly assigned: ReadonlyMap<string, readonly Token[]>;
  /** False if the body does more than assign to members. */
  readonly simple: boolean;
  readonly scope: Scope;
}

/** Parses the constructor whose parameter list begins at `open`. Returns an empty list if it has no body there. */
export function readConstructor(tokens: readonly Token[], open: number, to: number, scope: Scope): ConstructorFacts[] {
  const name = tokens[open - 1]!;
  const afterParameters = closing(tokens, open);
  if (afterParameters === undefined) return [];
  const takesArguments = requiresArguments(tokens.slice(open + 1, afterParameters - 1));
  const assigned = new Map<string, readonly Token[]>();
  let at = afterParameters;
  while (at < to && !isPunctuator(tokens[at], ":") && !isPunctuator(tokens[at], "{") && !isPunctuator(tokens[at], ";"))
    at += 1;
  if (isPunctuator(tokens[at], ";")) return [];
  if (isPunctuator(tokens[at], ":")) at = initializerList(tokens, at + 1, to, assigned);
  const bodyEnd = isPunctuator(tokens[at], "{") ? closing(tokens, at) : undefined;
  const simple = bodyEnd === undefined || assignments(tokens.slice(at + 1, bodyEnd - 1), assigned);
  return [{ name, takesArguments, assigned, simple, scope }];
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
