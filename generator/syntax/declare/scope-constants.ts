/** Names, casts and sizes in constant expressions, as the declarations read so far define them. */

import type { ConstantScope } from "../constants/evaluate.ts";
import type { IntegerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import type { ArithmeticType } from "../declarations.ts";
import { arithmeticType, isTypeWord } from "../parse/type-words.ts";
import type { Token } from "../preprocess/token.ts";
import { arithmeticSize, integerType } from "./arithmetic-sizes.ts";
import type { Context } from "./context.ts";
import { KNOWN_CONSTANTS, knownType } from "./known-types.ts";
import type { Scope } from "./symbols.ts";

const QUALIFIERS: ReadonlySet<string> = new Set(["const", "volatile", "enum"]);

export function constantScope(context: Context, scope: Scope): ConstantScope {
  return {
    widths: context.widths,
    constant: (name) => context.symbols.constant(scope, name) ?? knownConstant(name, context),
    castType: (tokens) => castType(tokens, context, scope),
    sizeOf: (tokens) => {
      const type = namedArithmetic(tokens, context, scope);
      return type === undefined ? undefined : arithmeticSize(type, context.widths);
    },
  };
}

function knownConstant(name: string, context: Context): Constant | undefined {
  const value = KNOWN_CONSTANTS.get(name);
  return value === undefined ? undefined : { kind: "integer", value, type: { bits: context.widths.int, signed: true } };
}

function castType(tokens: readonly Token[], context: Context, scope: Scope): IntegerType | "real" | undefined {
  const type = namedArithmetic(tokens, context, scope);
  return type === undefined ? undefined : integerType(type, context.widths);
}

function namedArithmetic(tokens: readonly Token[], context: Context, scope: Scope): ArithmeticType | undefined {
  const words = tokens.map((token) => token.text).filter((word) => !QUALIFIERS.has(word));
  if (words.length === 0) return undefined;
  if (words.every(isTypeWord)) return arithmeticType(words);
  const name = words.join("");
  if (!/^[\w$:]+$/.test(name)) return undefined;
  const found = context.symbols.type(scope, name)?.type;
  if (found === undefined) return knownType(name.replace(/^(?:::)?std::/, ""), context.plan.abi);
  if (found.kind === "arithmetic") return found.type;
  return found.kind === "enum" ? (found.underlying ?? (found.packed ? undefined : "int")) : undefined;
}
