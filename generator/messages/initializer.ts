/** Parses initialisers [C17 6.7.9] into nested lists with designators. */

import { isPunctuator, type Token } from "../syntax/preprocess/token.ts";

export type Initializer =
  | { readonly kind: "expression"; readonly tokens: readonly Token[] }
  | { readonly kind: "list"; readonly items: readonly InitializerItem[]; readonly open: Token };

export interface InitializerItem {
  readonly designators: readonly Designator[];
  readonly value: Initializer;
  readonly first: Token;
  readonly last: Token;
}

export type Designator =
  | { readonly kind: "member"; readonly name: Token }
  | { readonly kind: "index"; readonly tokens: readonly Token[]; readonly open: Token };

const MAX_NESTING = 100;

/** @param tokens without the leading `=` */
export function readInitializer(tokens: readonly Token[], depth = 0): Initializer {
  const own = withoutTypeName(tokens);
  const [open] = own;
  if (open === undefined || !isPunctuator(open, "{") || !isPunctuator(own.at(-1), "}") || depth > MAX_NESTING) {
    return { kind: "expression", tokens };
  }
  const items: InitializerItem[] = [];
  for (const part of splitAtCommas(own.slice(1, -1))) {
    const [first] = part;
    if (first === undefined) continue;
    const { designators, rest } = readDesignators(part);
    items.push({ designators, value: readInitializer(rest, depth + 1), first, last: part.at(-1) ?? first });
  }
  return { kind: "list", items, open };
}

/** For a compound literal `(struct s){1, 2}` and C++'s `s{1, 2}`, returns the list without the type. */
function withoutTypeName(tokens: readonly Token[]): readonly Token[] {
  const brace = tokens.findIndex((token) => isPunctuator(token, "{"));
  if (brace <= 0) return tokens;
  const before = tokens.slice(0, brace);
  const bracketed = isPunctuator(before[0], "(") && isPunctuator(before.at(-1), ")");
  const words = bracketed ? before.slice(1, -1) : before;
  const isName = words.every((token) => token.kind === "identifier" || isPunctuator(token, "::"));
  return isName ? tokens.slice(brace) : tokens;
}

function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "punctuator") {
      if ("([{".includes(token.text)) depth += 1;
      else if (")]}".includes(token.text)) depth -= 1;
      else if (token.text === "," && depth === 0) {
        parts.push([]);
        continue;
      }
    }
    parts.at(-1)?.push(token);
  }
  return parts;
}

/** `.gps.v[0] =`, and the old GCC syntax `gps:` */
function readDesignators(part: readonly Token[]): { designators: Designator[]; rest: readonly Token[] } {
  if (part[0]?.kind === "identifier" && isPunctuator(part[1], ":")) {
    return { designators: [{ kind: "member", name: part[0] }], rest: part.slice(2) };
  }
  const designators: Designator[] = [];
  let at = 0;
  for (;;) {
    const token = part[at];
    const name = part[at + 1];
    if (isPunctuator(token, ".") && name?.kind === "identifier") {
      designators.push({ kind: "member", name });
      at += 2;
    } else if (token !== undefined && isPunctuator(token, "[")) {
      const close = part.findIndex((candidate, index) => index > at && isPunctuator(candidate, "]"));
      if (close < 0) return { designators, rest: part.slice(at) };
      designators.push({ kind: "index", tokens: part.slice(at + 1, close), open: token });
      at = close + 1;
    } else {
      break;
    }
  }
  // `.length = 5`, and C++'s `.length{5}`.
  return {
    designators,
    rest: designators.length > 0 && isPunctuator(part[at], "=") ? part.slice(at + 1) : part.slice(at),
  };
}
