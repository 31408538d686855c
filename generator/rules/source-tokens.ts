/**
 * Tokens of an expression's text: to bound what the parser gets, and to find the places its tree does not carry.
 * Whether the text is an expression at all is the parser's affair.
 */

export interface Token {
  readonly kind: "name" | "number" | "sign";
  readonly text: string;
  /** From the beginning of the expression. */
  readonly offset: number;
}

/** Characters of names as mathjs reads them (math.parse.isAlpha). */
const NAME =
  /[a-zA-Z_$\u00C0-\u02AF\u0370-\u03FF\u2100-\u214F\u{1D400}-\u{1D7FF}][\w$\u00C0-\u02AF\u0370-\u03FF\u2100-\u214F\u{1D400}-\u{1D7FF}]*/u;
const NUMBER = /0[box][\da-zA-Z]*(?:\.[\da-zA-Z]*)?|\d*\.?\d+(?:[eE][+-]?\d+)?/u;
const SIGN = /"(?:[^"\\]|\\.)*"?|>>>|\?\?|\?\.|==|!=|<=|>=|<<|>>|\^\||\.[*/^]|\S/u;
const TOKEN = new RegExp(`#.*|(?<name>${NAME.source})|(?<number>${NUMBER.source})|(?<sign>${SIGN.source})`, "gu");

export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  for (const match of expression.matchAll(TOKEN)) {
    const { name, number, sign } = match.groups ?? {};
    const text = name ?? number ?? sign;
    if (text === undefined) continue;
    tokens.push({ kind: name ? "name" : number ? "number" : "sign", text, offset: match.index });
  }
  return tokens;
}

/** Deepest nesting of brackets. */
export function nestingOf(tokens: readonly Token[]): number {
  let depth = 0;
  let deepest = 0;
  for (const { text } of tokens) {
    if ("([{".includes(text)) depth += 1;
    else if (")]}".includes(text)) depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * How many `%` are open around the innermost place: mathjs reads what follows a `%` twice,
 * so its time doubles with each one that encloses the next.
 */
export function percentNestingOf(tokens: readonly Token[]): number {
  let open = 0;
  let deepest = 0;
  const enclosing: number[] = [];
  for (const { text } of tokens) {
    if (text === "%") {
      open += 1;
      deepest = Math.max(deepest, (enclosing.at(-1) ?? 0) + 1);
    } else if ("([{".includes(text)) {
      enclosing.push((enclosing.at(-1) ?? 0) + (open > 0 ? 1 : 0));
      open = 0;
    } else if (")]}".includes(text)) {
      open = enclosing.pop() === undefined ? 0 : 1;
    }
  }
  return deepest;
}
