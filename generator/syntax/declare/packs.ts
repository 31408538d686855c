/** Parameter packs where their arguments are written out. [C++17 temp.variadic, expr.prim.fold] */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import type { Scope } from "./symbols.ts";

/** `T...` among arguments or base classes: the pattern for each argument of the pack. [C++17 temp.variadic] */
export function expandPacks(
  parts: readonly (readonly Token[])[],
  { symbols }: Context,
  scope: Scope,
): readonly (readonly Token[])[] {
  return parts.flatMap((part) => {
    if (!isPunctuator(part.at(-1), "...")) return [part];
    const count = (name: string) => symbols.constant(scope, `sizeof...(${name})`);
    const packs = part.flatMap(({ text }) => count(text) ?? []);
    const [pack] = packs;
    if (pack?.kind !== "integer") return [part];
    return Array.from({ length: Number(pack.value) }, (_, index) =>
      part.slice(0, -1).map((token) => (count(token.text) ? { ...token, text: `${token.text}#${index}` } : token)),
    );
  });
}

/** The values of a fold over no arguments. */
const OF_NONE: Readonly<Record<string, string>> = dictionary({ "&&": "1", "||": "0" });

/**
 * `(1 + (2 + 3))` for `n + ...`.
 * @param tokens between the parentheses
 * @returns undefined if it is not a fold over a pack
 */
export function unfolded(tokens: readonly Token[], context: Context, scope: Scope): readonly Token[] | undefined {
  let dots = 0;
  while (dots < tokens.length && !isPunctuator(tokens[dots], "...")) dots = closing(tokens, dots) ?? dots + 1;
  const operator = dots === 0 ? tokens[1] : tokens[dots - 1];
  const place = tokens[dots];
  if (place === undefined || operator?.kind !== "punctuator") return undefined;
  const written = (pattern: readonly Token[]) => {
    const parts = expandPacks([[...pattern, place]], context, scope);
    return isPunctuator(parts[0]?.at(-1), "...") ? undefined : parts;
  };
  const [before, behind] = [tokens.slice(0, Math.max(0, dots - 1)), tokens.slice(dots === 0 ? 2 : dots + 2)];
  const first = before.length === 0 ? undefined : written(before);
  const isLeft = first === undefined;
  const all = first ?? written(behind);
  if (all === undefined) return undefined;
  const start = isLeft ? before : behind;
  const parts = start.length === 0 ? [...all] : isLeft ? [start, ...all] : [...all, start];
  return joinedBy(operator, parts, isLeft);
}

/** `((1 + 2) + 3)`, or from the right `(1 + (2 + 3))`; undefined for no parts, unless they have a value. */
function joinedBy(
  operator: Token,
  parts: readonly (readonly Token[])[],
  isLeft: boolean,
): readonly Token[] | undefined {
  const none = OF_NONE[operator.text];
  if (parts.length === 0) return none === undefined ? undefined : [{ ...operator, kind: "number", text: none }];
  const [opening, ending] = ["(", ")"].map((text): Token => ({ ...operator, text })) as [Token, Token];
  const grouped = parts.map((part) => [opening, ...part, ending]);
  const most = grouped.length - 1;
  const nested = (text: Token) => Array.from({ length: most }, () => text);
  return isLeft
    ? [...nested(opening), ...grouped.flatMap((part, at) => (at === 0 ? part : [operator, ...part, ending]))]
    : [...grouped.flatMap((part, at) => (at === most ? part : [...part, operator, opening])), ...nested(ending)];
}
