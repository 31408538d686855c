/** Sizes of arrays [C17 6.7.6.2]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import type { Declarator } from "./declarators.ts";
import type { Scope } from "./symbols.ts";
import { integerConstant } from "./unknown-constant.ts";

/** Elements that no memory holds; whether a datagram holds them is the layout's affair. */
const LARGEST = 2 ** 31;

export type Dimensions =
  | { readonly ok: true; readonly sizes: readonly number[] /** `[]` */; readonly flexible: boolean }
  | { readonly ok: false; readonly problem: Diagnostic };

export function readDimensions(
  dimensions: Declarator["dimensions"],
  member: string,
  place: Token,
  context: Context,
  scope: Scope,
): Dimensions {
  const sizes: number[] = [];
  let elements = 1n;
  let flexible = false;
  for (const { from, to } of dimensions) {
    const tokens = context.unit.tokens.slice(from, to);
    // A flexible array has no bytes; where a message ends with it, the layout says so.
    if (tokens.length === 0 && sizes.length === 0) {
      sizes.push(0);
      flexible = true;
      continue;
    }
    if (tokens.length === 0) return { ok: false, problem: report(SYNTAX, "E115", tokenSpan(place), { member }) };
    const span = tokenSpan(tokens[0]!, tokens.at(-1));
    const value = integerConstant(tokens, "size", context, scope);
    if (typeof value === "string")
      return { ok: false, problem: report(SYNTAX, "E121", span, { member, reason: value }) };
    elements *= value;
    if (value < 0n || elements > LARGEST)
      return { ok: false, problem: report(SYNTAX, "E122", span, { member, size: value }) };
    sizes.push(Number(value));
  }
  return { ok: true, sizes, flexible };
}
