/** Applies `packed`, `aligned` and `alignas` where compilers do. Warns about attributes without effect and names that look like attributes. [GCC 6.35.1, 6.38] */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { ByteOrder } from "../../plan/channel-plan.ts";
import { isSystemHeader } from "../../targets/standard-headers.ts";
import { WITH_MICROSOFT_STRUCTS } from "../../targets/targets.ts";
import type { LayoutAttributes } from "../../types/declarations.ts";
import { looksLikePacked } from "../explain/undefined-macros.ts";
import type { Attribute } from "../parse/attributes.ts";
import type { DeclarationNode } from "../parse/nodes.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";
import { sizeOfResolved } from "./constant-scope.ts";
import { integerConstant } from "./constants.ts";
import type { Context, RecordFacts } from "./context.ts";
import { expandPacks } from "./packs.ts";
import type { Scope } from "./symbols.ts";
import { typeName } from "./type-names.ts";

export const NO_ATTRIBUTES: LayoutAttributes = { packed: false, aligned: undefined };

export const ALIGNING: ReadonlySet<string> = new Set(["aligned", "align", "alignas"]);

/** Attributes that affect the positions of fields. */
const LAYOUT: ReadonlySet<string> = new Set([...ALIGNING, "packed"]);

const STORAGE_ORDER = "scalar_storage_order";

/** Attributes whose effect on the layout is not supported. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  STORAGE_ORDER,
  "vector_size",
  "ext_vector_type",
  "mode",
  "no_unique_address",
  "msvc::no_unique_address",
  "empty_bases",
  "layout_version",
]);

/** Other compilers ignore them. [Microsoft C++, empty_bases; Clang, attributes] */
const OF_MICROSOFT: ReadonlySet<string> = new Set(["msvc::no_unique_address", "empty_bases", "layout_version"]);

/**
 * In bytes.
 * @param problems reported when a message uses the typedef
 */
export function typedefAlignment(
  attributes: readonly Attribute[],
  context: Context,
  scope: Scope,
  problems: Diagnostic[],
): number | undefined {
  const found: Diagnostic[] = [];
  const { aligned } = layoutAttributes(attributes, context, scope, found);
  problems.push(...found.filter(({ severity }) => severity === "error"));
  return aligned === "max" ? context.target.biggestAlignment : aligned;
}

/** Microsoft's compiler, and Clang for its target, ignore one; GCC ignores Clang's vectors. [Microsoft C++, attributes; Clang 19] */
function isIgnored({ name }: Attribute, { target }: Context): boolean {
  const { family } = target.compiler;
  if (OF_MICROSOFT.has(name)) return family !== "microsoft";
  return (name === "no_unique_address" && family === "microsoft") || (name === "ext_vector_type" && family === "gcc");
}

/** True for another compiler's form. Microsoft's compiler ignores `[[gnu::packed]]`, Clang for its target does not. */
function isForeign({ form }: Attribute, { target }: Context): boolean {
  return target.compiler.family === "microsoft" ? form === "gnu" || form === "standard" : form === "declspec";
}

/** `[[packed]]`, which is of no compiler. */
function isIgnoredForm({ form, name }: Attribute): boolean {
  return form === "standard" && name.includes("::");
}

/** True for a name that looks as if it changed offsets, where no compiler reads it: `__attribute__((align(8)))`. */
function isMistaken({ name, form }: Attribute): boolean {
  const word = name.replace(/^.*::|_/g, "").toLowerCase();
  return form !== "word" && !LAYOUT.has(name) && MISTAKEN.has(word);
}

const MISTAKEN: ReadonlySet<string> = new Set(["packed", "pack", "aligned", "align"]);

/** Only GCC for x86 knows them; others ignore them with a warning. [GCC 6.34.36] */
function bitFieldsOf({ name }: Attribute, { target }: Context): LayoutAttributes["bitFields"] {
  if (!WITH_MICROSOFT_STRUCTS.includes(target.name)) return undefined;
  if (name === "ms_struct") return "gnu-microsoft";
  return name === "gcc_struct" ? "gnu" : undefined;
}

/** The attribute as the message names it, if its effect is not supported. */
function unsupportedName(attribute: Attribute, context: Context): string | undefined {
  const { name, first } = attribute;
  const isOther = isForeign(attribute, context) && LAYOUT.has(name.replace(/^::/, ""));
  if (isOther && !isIgnoredForm(attribute)) return attribute.form === "standard" ? `gnu::${name}` : first.text;
  // clang takes it for every processor, and has rules of its own. [Clang, attributes]
  if (name === "ms_struct" && context.target.compiler.family === "clang") return name;
  return UNSUPPORTED.has(name) && !isIgnored(attribute, context) ? name : undefined;
}

/** g++ and clang ignore it with a warning. [GCC 12, Clang 19] */
function hasStorageOrders({ language, target }: Context): boolean {
  return language === "c" && target.compiler.family === "gcc";
}

/** The attributes of a record. Only a record may have a storage order, which nested records do not inherit. [GCC 6.38.1] */
export function recordAttributes(
  attributes: readonly Attribute[],
  context: Context,
  scope: Scope,
  problems: Diagnostic[],
): LayoutAttributes {
  const orders = attributes.filter(({ name }) => name === STORAGE_ORDER);
  const last = orders.at(-1);
  if (last === undefined) return layoutAttributes(attributes, context, scope, problems);
  const storageOrder = hasStorageOrders(context) ? orderNamed(last) : undefined;
  if (storageOrder === undefined) return layoutAttributes(attributes, context, scope, problems);
  const others = attributes.filter((attribute) => !orders.includes(attribute));
  return { ...layoutAttributes(others, context, scope, problems), storageOrder };
}

function orderNamed({ argument }: Attribute): ByteOrder | undefined {
  const text = argument?.map((token) => token.text).join("");
  if (text === '"big-endian"') return "big";
  return text === '"little-endian"' ? "little" : undefined;
}

/** The problem of an attribute whose effect is not supported, or that no compiler knows. */
function oddAttribute(attribute: Attribute, context: Context): Diagnostic | undefined {
  const unsupported = unsupportedName(attribute, context);
  if (unsupported !== undefined) return report(SYNTAX, "E127", spanOfAttribute(attribute), { name: unsupported });
  if (!isMistaken(attribute)) return undefined;
  return report(SYNTAX, "W162", spanOfAttribute(attribute), { name: attribute.name.replace(/^::/, "") });
}

/** @param problems reported when a message uses the declaration */
export function layoutAttributes(
  attributes: readonly Attribute[],
  context: Context,
  scope: Scope,
  problems: Diagnostic[],
  of: "type" | "field" = "type",
): LayoutAttributes {
  if (attributes.length === 0) return NO_ATTRIBUTES;
  let packed = false;
  let aligned: LayoutAttributes["aligned"];
  let bitFields: LayoutAttributes["bitFields"];
  for (const attribute of attributes.flatMap((each) => expanded(each, context, scope))) {
    const odd = oddAttribute(attribute, context);
    if (odd !== undefined) problems.push(odd);
    if (isForeign(attribute, context)) continue;
    if (attribute.name === "packed") packed = true;
    bitFields = bitFieldsOf(attribute, context) ?? bitFields;
    if (!ALIGNING.has(attribute.name)) continue;
    const next = alignment(attribute, context, scope, problems);
    // GCC uses the last one for a type and the strictest for a field; Clang uses the strictest.
    if (of === "type" && aligned !== undefined && next !== undefined && strictest(aligned, next) !== next)
      problems.push(report(SYNTAX, "E128", spanOfAttribute(attribute), { reason: `${next} comes after ${aligned}` }));
    aligned = strictest(aligned, next);
  }
  return { packed, aligned, ...(bitFields && { bitFields }) };
}

/** `alignas(T...)`: one for each argument. */
function expanded(attribute: Attribute, context: Context, scope: Scope): readonly Attribute[] {
  const { argument } = attribute;
  if (!isPunctuator(argument?.at(-1), "...")) return [attribute];
  return expandPacks([argument ?? []], context, scope).map((each) => ({ ...attribute, argument: each }));
}

/** Warns about attributes that compilers ignore in this position. */
function ignoredAttributes(attributes: readonly Attribute[]): Diagnostic[] {
  return attributes
    .filter((attribute) => attribute.form !== "word" && ["packed", "aligned", "alignas"].includes(attribute.name))
    .map((attribute) => report(SYNTAX, "W145", spanOfAttribute(attribute), { name: attribute.name }));
}

/** Layout attributes in a position where no compiler reads them. */
export function strayAttributes(attributes: readonly Attribute[]): Diagnostic[] {
  return attributes
    .filter(({ name }) => LAYOUT.has(name))
    .map((attribute) => report(SYNTAX, "E156", spanOfAttribute(attribute), { name: attribute.name }));
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

export function setsLayout({ name }: Attribute): boolean {
  return LAYOUT.has(name);
}

function spanOfAttribute(attribute: Attribute) {
  return tokenSpan(attribute.first, attribute.last);
}

/** Warns about `packed` before `struct`, or after the name of an instance or a typedef, where it has no effect [GCC -Wattributes]. */
export function noteIgnoredAttributes(
  { head, attributes, declarators, stray }: DeclarationNode,
  facts: RecordFacts | undefined,
): void {
  const { specifier } = head;
  if (specifier?.body === undefined) return;
  facts?.problems.push(...strayAttributes(stray));
  const all = [...attributes, ...declarators.flatMap((declarator) => declarator.attributes)];
  const ignored = all.filter(({ at, name }) => at <= specifier.from || name === "packed");
  facts?.problems.push(...ignoredAttributes(ignored));
}

/** `struct s {…} PACKED;` declares a variable; with `typedef` it declares a type. */
export function noteAttributeName(
  name: Token,
  { specifier }: DeclarationNode["head"],
  facts: RecordFacts | undefined,
  { missingIncludes }: Context,
): void {
  if (specifier?.body === undefined || !looksLikePacked(name.text)) return;
  // A missing header may define it.
  const code = missingIncludes.some((path) => !isSystemHeader(path)) ? "E111" : "W146";
  facts?.problems.push(report(SYNTAX, code, tokenSpan(name), { name: name.text }));
}
