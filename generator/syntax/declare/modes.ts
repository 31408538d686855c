/** Attributes that make another type of the declared one: `mode` and vectors. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import type { Target } from "../../targets/target.ts";
import type { ArithmeticType, CType } from "../../types/declarations.ts";
import { integerType } from "../constants/integer-type.ts";
import type { Attribute } from "../parse/attributes.ts";
import { integerConstant } from "./constants.ts";
import type { Context } from "./context.ts";
import type { Scope } from "./symbols.ts";
import type { Resolved } from "./types.ts";

interface Moded {
  readonly type: Resolved;
  /** The other attributes. */
  readonly others: readonly Attribute[];
}

const MODES: Readonly<Record<string, number>> = dictionary({ QI: 1, byte: 1, HI: 2, SI: 4, DI: 8 });

/** `vector_size(16)`; `mode(HI)`: an integer of this size with the signedness of the declared type; `mode(DF)`: a floating type. [GCC 6.34, mode] */
export function typeInMode(type: Resolved, attributes: readonly Attribute[], context: Context, scope: Scope): Moded {
  const isGcc = context.target.compiler.family === "gcc";
  const vector = attributes.find(
    (attribute) => attribute.name === "vector_size" || (attribute.name === "ext_vector_type" && !isGcc),
  );
  const others = attributes.filter((attribute) => attribute !== vector);
  if (vector === undefined) return typeInOwnMode(type, attributes, context);
  const moded = typeInOwnMode(type, others, context);
  const made = vectorOf(moded.type, vector, context, scope);
  return made === undefined ? { type, others: attributes } : { ...moded, type: made };
}

/** An array that is aligned to its size, as far as the target does. Clang fills three elements up to four. [GCC 6.52; Clang, vectors] */
function vectorOf(type: Resolved, { name, argument }: Attribute, context: Context, scope: Scope): Resolved | undefined {
  // Microsoft's compiler has none, and Clang for its target other rules.
  if (context.target.compiler.family === "microsoft") return undefined;
  if (type.kind !== "arithmetic" || type.type === "bool" || argument === undefined) return undefined;
  const { aligned: _, ...element } = type;
  const { size } = context.sizes.sizeOf(element);
  const given = integerConstant(argument, "size", context, scope);
  const length = typeof given === "bigint" ? Number(given) / (name === "vector_size" ? size : 1) : 0;
  // Others are errors, or filled up.
  if (!Number.isInteger(Math.log2(length)) || length > MOST_ELEMENTS) return undefined;
  const most = context.target.mostVectorAlignment ?? Number.POSITIVE_INFINITY;
  return { kind: "array", element, length, aligned: Math.min(size * length, most) };
}

const MOST_ELEMENTS = 4096;

function typeInOwnMode(type: Resolved, attributes: readonly Attribute[], { target }: Context): Moded {
  // Microsoft's compiler has none.
  const modes = attributes.filter(({ name }) => name === "mode" && target.compiler.family !== "microsoft");
  const [mode, more] = modes;
  const name = mode?.argument
    ?.map(({ text }) => text)
    .join("")
    .replace(/^__(.*)__$/, "$1");
  // Any other mode is reported as an unsupported attribute.
  const moded = more === undefined && name !== undefined ? typeOfMode(type, name, target) : undefined;
  if (moded === undefined) return { type, others: attributes };
  return { type: moded, others: attributes.filter((attribute) => attribute !== mode) };
}

function typeOfMode(type: Resolved, mode: string, target: Target): CType | undefined {
  if (type.kind !== "arithmetic") return undefined;
  const { order: _, aligned: __, ...plain } = type;
  const bytes = bytesOfMode(mode, target);
  const integer = (isSigned: boolean) => `${isSigned ? "" : "u"}int${(bytes ?? 0) * 8}_t` as ArithmeticType;
  const own = plain.type === "bool" ? undefined : integerType(plain.type, target);
  if (typeof own === "object") return bytes === undefined ? undefined : { ...plain, type: integer(own.signed) };
  const real =
    mode === "SF" ? "float" : mode === "DF" && target.arithmetic.double.scalar === "float64" ? "double" : undefined;
  return own === undefined || real === undefined ? undefined : { ...plain, type: real };
}

function bytesOfMode(mode: string, { name, sizes }: Target): number | undefined {
  if (mode === "pointer") return sizes.pointer;
  // A machine's word is as wide as a pointer, but for AVR's, which has 8 bits. [GCC, word_mode]
  if (mode === "word") return name === "avr" ? 1 : sizes.pointer;
  return Object.hasOwn(MODES, mode) ? MODES[mode] : undefined;
}
