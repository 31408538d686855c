/** `namespace n = a::b;`, `using namespace a;` and `using a::name;` [C++17 basic.namespace] */

import type { Chunk } from "../parse/chunks.ts";
import { isPunctuator, isWord, joined, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { keyIn } from "./scope-links.ts";
import type { Scope } from "./symbols.ts";
import { typeName } from "./type-names.ts";

/** False for any other declaration. */
export function declareLink({ from, to, scope }: Chunk, context: Context): boolean {
  const tokens = context.unit.tokens.slice(from, isPunctuator(context.unit.tokens[to - 1], ";") ? to - 1 : to);
  const [first, second, third] = tokens;
  if (isWord(first, "namespace") && isPunctuator(third, "=")) {
    const target = namespaceNamed(joined(tokens.slice(3)), scope, context);
    if (target !== undefined) context.symbols.links.alias(keyIn(scope, second!.text), target);
    return true;
  }
  if (!isWord(first, "using") || tokens.some((token) => isPunctuator(token, "="))) return false;
  if (isWord(second, "namespace")) {
    const target = namespaceNamed(joined(tokens.slice(2)), scope, context);
    if (target !== undefined) context.symbols.links.useAll(keyIn(scope, ""), target);
  } else {
    declareUsing(tokens, scope, context);
  }
  return true;
}

/** The full name of a namespace of the headers, as it is named in the scope. */
function namespaceNamed(name: string, scope: Scope, { symbols }: Context): string | undefined {
  const plain = name.replace(/^::/, "");
  for (let depth = name === plain ? scope.length : 0; depth >= 0; depth--) {
    const key = keyIn(scope.slice(0, depth), plain);
    const found = [key, ...symbols.links.behind(key)].find((each) => symbols.namespaces.has(each));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param tokens `using a::name, typename b<T>::name`, in a namespace or a class */
export function declareUsing(tokens: readonly Token[], scope: Scope, context: Context): void {
  const words = tokens.slice(1).filter((token) => !isWord(token, "typename") && !isPunctuator(token, ";"));
  const name = words.at(-1);
  if (name?.kind !== "identifier" || !isPunctuator(words.at(-2), "::")) return;
  const isPlain = words.every((token) => token.kind === "identifier" || isPunctuator(token, "::"));
  const target = isPlain ? context.symbols.qualifiedName(scope, joined(words)) : undefined;
  if (target !== undefined) context.symbols.links.alias(keyIn(scope, name.text), target);
  // `using typename box<T>::item;`
  const type = isPlain ? undefined : typeName(words, context, scope);
  if (type !== undefined) context.symbols.declareTypedef(scope, name.text, type);
}
