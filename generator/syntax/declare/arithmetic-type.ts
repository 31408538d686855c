/** Words of a type → arithmetic type, typedefs included. */

import type { ArithmeticType } from "../declarations.ts";
import { arithmeticType, isTypeWord } from "../parse/type-words.ts";
import type { Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { knownType } from "./known-types.ts";
import type { Scope } from "./symbols.ts";

export function arithmeticOfTokens(
  tokens: readonly Token[],
  context: Context,
  scope: Scope,
): ArithmeticType | undefined {
  const words = tokens.map((token) => token.text).filter((word) => word !== "const" && word !== "volatile");
  if (words.length > 0 && words.every(isTypeWord)) return arithmeticType(words);
  const name = words.join("");
  const named = context.symbols.type(scope, name)?.type;
  if (named === undefined) return knownType(withoutStd(name), context.plan.abi);
  return named.kind === "arithmetic" ? named.type : undefined;
}

export function withoutStd(name: string): string {
  return name.replace(/^(?:::)?std::/, "").replace(/^::/, "");
}
