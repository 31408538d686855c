/** Splits an expression into tokens, to check limits before parsing and to find positions that mathjs's tree lacks. Syntax errors are left to the parser. */

export interface Token {
  readonly kind: "name" | "number" | "sign";
  readonly text: string;
  /** Offset from the start of the expression. */
  readonly offset: number;
}

/** Characters of names, as mathjs defines them (math.parse.isAlpha). */
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

/** Maximum nesting of brackets. */
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

/** Maximum number of nested `%`. mathjs parses the text after a `%` twice, so the time doubles with each level. */
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
