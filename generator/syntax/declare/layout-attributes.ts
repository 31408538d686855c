/** `packed`, `aligned` and `alignas` where they count, and a word about those that do not [GCC 6.35.1, 6.38]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { LayoutAttributes } from "../../types/declarations.ts";
import type { Attribute, CleanUnit } from "../parse/attributes.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { tokenSpan } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import type { Scope } from "./symbols.ts";
import { sizeOfResolved, typeName } from "./type-names.ts";
import { integerConstant } from "./unknown-constant.ts";

export const NO_ATTRIBUTES: LayoutAttributes = { packed: false, aligned: undefined };

const ALIGNING: ReadonlySet<string> = new Set(["aligned", "align", "alignas"]);

/** Attributes that say where fields lie. */
export const LAYOUT: ReadonlySet<string> = new Set([...ALIGNING, "packed"]);

/** They move fields in ways the layout does not follow. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  "scalar_storage_order",
  "ms_struct",
  "gcc_struct",
  "vector_size",
  "mode",
  "no_unique_address",
]);

/** Attributes in front of the tokens `from … to`, both included. */
export function attributesBetween(unit: CleanUnit, from: number, to: number): Attribute[] {
  const found: Attribute[] = [];
  if (unit.attributes.size === 0) return found;
  for (let at = from; at <= to; at++) {
    const here = unit.attributes.get(at);
    if (here !== undefined) found.push(...here);
  }
  return found;
}

/** In front of the declarator at `to`, and not the own ones of the record or enum that is defined there. */
export function leadingAttributes(
  unit: CleanUnit,
  from: number,
  to: number,
  definition: SyntaxNode | undefined,
): Attribute[] {
  const leading = attributesBetween(unit, from, to);
  if (definition === undefined) return leading;
  const own = attributesBetween(unit, definition.from + 1, definition.to);
  return leading.filter((attribute) => !attribute.leads && !own.includes(attribute));
}

/** Bytes. @param problems told when a message uses the typedef */
export function typedefAlignment(
  attributes: readonly Attribute[],
  context: Context,
  scope: Scope,
  problems: Diagnostic[],
): number | undefined {
  const { aligned } = layoutAttributes(attributes, context, scope, problems);
  return aligned === "max" ? context.target.biggestAlignment : aligned;
}

/** @param problems told when a message uses the declaration */
export function layoutAttributes(
  attributes: readonly Attribute[],
  context: Context,
  scope: Scope,
  problems: Diagnostic[],
): LayoutAttributes {
  if (attributes.length === 0) return NO_ATTRIBUTES;
  let packed = false;
  let aligned: LayoutAttributes["aligned"];
  for (const attribute of attributes) {
    context.takenAttributes.add(attribute);
    const microsoft = context.target.bitFields === "microsoft";
    const foreign =
      attribute.first.text === "__declspec" ? !microsoft : microsoft && /^__attribute/.test(attribute.first.text);
    if (foreign && LAYOUT.has(attribute.name)) {
      problems.push(report(SYNTAX, "E127", spanOfAttribute(attribute), { name: attribute.first.text }));
      continue;
    }
    if (attribute.name === "packed") packed = true;
    if (UNSUPPORTED.has(attribute.name))
      problems.push(report(SYNTAX, "E127", spanOfAttribute(attribute), { name: attribute.name }));
    if (!ALIGNING.has(attribute.name)) continue;
    const next = alignment(attribute, context, scope, problems);
    // GCC takes the last one for a type, the strictest for a field; Clang the strictest.
    if (aligned !== undefined && next !== undefined && strictest(aligned, next) !== next)
      problems.push(report(SYNTAX, "E128", spanOfAttribute(attribute), { reason: `${next} comes after ${aligned}` }));
    aligned = strictest(aligned, next);
  }
  return { packed, aligned };
}

/** Compilers ignore these attributes where they stand; the lab thinks they do something. */
export function ignoredAttributes(attributes: readonly Attribute[], context: Context): Diagnostic[] {
  for (const attribute of attributes) context.takenAttributes.add(attribute);
  return attributes
    .filter((attribute) => !attribute.leads && ["packed", "aligned", "alignas"].includes(attribute.name))
    .map((attribute) => report(SYNTAX, "W145", spanOfAttribute(attribute), { name: attribute.name }));
}

function strictest(left: LayoutAttributes["aligned"], right: LayoutAttributes["aligned"]): LayoutAttributes["aligned"] {
  if (left === undefined || right === undefined) return left ?? right;
  if (left === "max" || right === "max") return "max";
  return Math.max(left, right);
}

function alignment(
  attribute: Attribute,
  context: Context,
  scope: Scope,
  problems: Diagnostic[],
): LayoutAttributes["aligned"] {
  const { argument } = attribute;
  if (argument === undefined) return "max";
  // alignas(double)
  const type = attribute.name === "alignas" ? typeName(argument, context, scope) : undefined;
  const sizes = type === undefined ? undefined : sizeOfResolved(type, context);
  if (sizes !== undefined) return sizes.alignment;
  const value = integerConstant(argument, "alignment", context, scope);
  // alignas(0) has no effect [C17 6.7.5p6].
  if (value === 0n && attribute.name === "alignas") return undefined;
  if (typeof value === "bigint" && value >= 1n && value <= 65536n && Number.isInteger(Math.log2(Number(value))))
    return Number(value);
  const reason = typeof value === "string" ? value : `${value} is not a power of two`;
  problems.push(report(SYNTAX, "E128", spanOfAttribute(attribute), { reason }));
  return undefined;
}

function spanOfAttribute(attribute: Attribute) {
  return tokenSpan(attribute.first, attribute.last);
}
