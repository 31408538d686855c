/** Splits InfluxQL text into tokens. */

import { UNIT_NS } from "../../http/parameters.ts";
import { dictionary } from "../../lib/dictionary.ts";

/** An error in the query, as one sentence. */
export class InfluxqlError extends Error {}

export type Token =
  | { readonly kind: "word" | "name" | "text" | "pattern" | "sign"; readonly text: string }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "duration"; readonly text: string; readonly ns: bigint };

const UNITS: Readonly<Record<string, bigint>> = dictionary({ ...UNIT_NS, u: UNIT_NS.us, µ: UNIT_NS.us });

// Sticky expressions without nested repetition: linear time.
const SPACE = /(?:\s|--[^\n]*(?:\n|$))+/y;
const DURATION = /(?:\d{1,19}(?:ns|ms|us|[uµsmhdw]))+(?![\w])/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const NAME = /"(?:[^"\\\n]|\\[\s\S])*"/y;
const TEXT = /'(?:[^'\\\n]|\\[\s\S])*'/y;
const PATTERN = /\/(?:[^/\\\n]|\\[\s\S])*\//y;
const BOUND = /\$(?:[A-Za-z_]\w*|"(?:[^"\\\n]|\\[\s\S])*")/y;
const SIGN = /::|<>|!=|<=|>=|=~|!~|[-+*/%(),.;=<>]/y;

/** @param bound values in the place of `$name` @throws InfluxqlError */
export function tokensOf(query: string, bound: ReadonlyMap<string, Token> = new Map()): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const [found] = expression.exec(query) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < query.length) {
    if (take(SPACE) !== undefined) continue;
    const token =
      boundToken(take(BOUND), bound) ?? durationToken(take(DURATION)) ?? plainToken(take, mayBePattern(tokens.at(-1)));
    if (token === undefined) throw new InfluxqlError(`${quoted(query.slice(at, at + 20))} is not understood`);
    tokens.push(token);
  }
  return tokens;
}

function boundToken(text: string | undefined, bound: ReadonlyMap<string, Token>): Token | undefined {
  if (text === undefined) return undefined;
  const name = text.startsWith('$"') ? unescaped(text.slice(1)) : text.slice(1);
  const token = bound.get(name);
  if (token === undefined) throw new InfluxqlError(`missing parameter: ${name}`);
  return token;
}

function durationToken(text: string | undefined): Token | undefined {
  if (text === undefined) return undefined;
  let ns = 0n;
  for (const [, count, unit] of text.matchAll(/(\d+)([a-zµ]+)/gy)) ns += BigInt(count!) * UNITS[unit!]!;
  return { kind: "duration", text, ns };
}

function plainToken(take: (expression: RegExp) => string | undefined, pattern: boolean): Token | undefined {
  const number = take(NUMBER);
  if (number !== undefined) return { kind: "number", text: number };
  const word = take(WORD);
  if (word !== undefined) return { kind: "word", text: word };
  const name = take(NAME);
  if (name !== undefined) return { kind: "name", text: unescaped(name) };
  const text = take(TEXT);
  if (text !== undefined) return { kind: "text", text: unescaped(text) };
  const expression = pattern ? take(PATTERN) : undefined;
  if (expression !== undefined) return { kind: "pattern", text: expression.slice(1, -1).replaceAll("\\/", "/") };
  const sign = take(SIGN);
  return sign === undefined ? undefined : { kind: "sign", text: sign };
}

/** In other places, `/` divides. */
function mayBePattern(before: Token | undefined): boolean {
  if (before === undefined) return false;
  if (before.kind === "sign") return ["=~", "!~", ".", ",", "("].includes(before.text);
  return before.kind === "word" && /^(from|select|by)$/i.test(before.text);
}

function unescaped(text: string): string {
  return text.slice(1, -1).replace(/\\([\s\S])/g, (_, one: string) => (one === "n" ? "\n" : one));
}

export function quoted(text: string): string {
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;
}
