import { isPunctuator, type Token } from "./token.ts";

interface Within {
  /** Punctuators that must not occur in the group. */
  readonly not?: string;
  /** The bracket pairs to match. */
  readonly brackets?: string;
}

/** One past the bracket that closes the one at `open`; undefined if it is missing, or if a forbidden punctuator comes first. */
export function closing(
  tokens: readonly Token[],
  open: number,
  { not = "", brackets = "()[]{}" }: Within = {},
): number | undefined {
  const first = tokens[open];
  if (first?.kind !== "punctuator" || brackets.indexOf(first.text) % 2 !== 0) return undefined;
  const expected: (string | undefined)[] = [];
  for (let at = open; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== "punctuator") continue;
    if (not.includes(text)) return undefined;
    const place = brackets.indexOf(text);
    if (place % 2 === 0) expected.push(brackets[place + 1]);
    else if (place > 0 && expected.pop() !== text) return undefined;
    if (expected.length === 0) return at + 1;
  }
  return undefined;
}

/** The tokens between the parentheses that open at `open`. */
export function parenthesized(tokens: readonly Token[], open: number): readonly Token[] | undefined {
  const end = isPunctuator(tokens[open], "(") ? closing(tokens, open) : undefined;
  return end === undefined ? undefined : tokens.slice(open + 1, end - 1);
}

/** Splits at the first comma outside of brackets. */
export function splitAtComma(tokens: readonly Token[]): [readonly Token[], (readonly Token[])?] {
  for (let at = 0; at < tokens.length; at = closing(tokens, at) ?? at + 1)
    if (isPunctuator(tokens[at], ",")) return [tokens.slice(0, at), tokens.slice(at + 1)];
  return [tokens];
}

/** One past the `>` that closes the `<` at `open`. */
export function closingAngle(tokens: readonly Token[], open: number, limit: number): number | undefined {
  let depth = 0;
  for (let at = open; at < limit; ) {
    const token = tokens[at]!;
    if (isPunctuator(token, "<")) depth += 1;
    if (isPunctuator(token, ">")) depth -= 1;
    if (isPunctuator(token, ">>")) depth -= 2;
    if (depth <= 0) return at + 1;
    if (isPunctuator(token, ";") || isPunctuator(token, "{") || isPunctuator(token, "}")) return undefined;
    at = closing(tokens, at) ?? at + 1;
  }
  return undefined;
}

/** The tokens that are not between the angle brackets of `ring<const int>`. */
export function outsideAngles(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex((token) => isPunctuator(token, "<"));
  const end = open < 0 ? undefined : closingAngle(tokens, open, tokens.length);
  return end === undefined ? tokens : [...tokens.slice(0, open), ...outsideAngles(tokens.slice(end))];
}

/** The tokens without those that are left out, unless they are between angle brackets. */
export function leftOutside(tokens: readonly Token[], isLeftOut: (token: Token) => boolean): readonly Token[] {
  const outside = outsideAngles(tokens);
  // Fast path: few types are templates.
  if (outside === tokens) return tokens.filter((token) => !isLeftOut(token));
  const all = new Set(outside);
  return tokens.filter((token) => !all.has(token) || !isLeftOut(token));
}
