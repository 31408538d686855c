/** Types before they become `CType`. A type that messages cannot contain is reported only if a message uses it. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { SourceFile } from "../../source/source-file.ts";
import type { Span } from "../../source/span.ts";
import type { ArithmeticType, Target } from "../../targets/target.ts";
import type { CType, Qualifiers, RecordDeclaration } from "../../types/declarations.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";

/** A type that messages cannot contain; harmless until a message uses it. */
export interface Unusable {
  readonly kind: "unusable";
  /** Tag of an incomplete struct that may be completed later: `typedef struct s s_t; struct s {…};` */
  readonly forward?: string;
  /** Alignment of a typedef of the incomplete struct, in bytes, and the problem if this is less than the struct's own. */
  readonly aligned?: number;
  readonly lowered?: Diagnostic;
  /** A type of the same size and alignment, if they are known: an integer for a pointer. */
  readonly standIn?: CType;
  /** The element of an array. */
  readonly element?: Unusable;
  /** What a pointer points to, if that is known, and whether the pointer itself is `const`. */
  readonly pointee?: Resolved;
  readonly qualifiers?: Qualifiers;
  readonly reason: Reason;
}

/** Why a message cannot contain a type. */
export type Reason =
  | { readonly diagnostic: Diagnostic }
  /** A pointer, a reference, elements without a size, `long double`. */
  | { readonly code: "E113" | "E114" | "E115" | "E117" }
  /** A type without a supported layout; `instead`: what to use. */
  | { readonly code: "E118"; readonly type: string; readonly instead?: string }
  /** Incomplete or ambiguous. */
  | { readonly code: "E119"; readonly type: string }
  | { readonly code: "E153"; readonly type: string; readonly files: readonly string[] }
  /** Unknown; a missing header may declare it. */
  | { readonly code: "E112"; readonly type: string; readonly missing: readonly string[] }
  /** Too many words for a type. */
  | { readonly code: "E108"; readonly found: string };

export function unusable(reason: Reason): Unusable {
  return { kind: "unusable", reason };
}

/**
 * The problem of a member with this type.
 * @param names for "did you mean"
 */
export function diagnose(
  { reason }: Unusable,
  member: string,
  span: Span,
  names: { nearestType(name: string): string | undefined; readonly missing: readonly string[] },
): Diagnostic {
  if ("diagnostic" in reason) return reason.diagnostic;
  switch (reason.code) {
    case "E108":
      return report(SYNTAX, "E108", span, { found: reason.found, reason: "a field is one type and one name" });
    case "E112":
      return report(SYNTAX, "E112", span, { ...reason, nearest: names.nearestType(reason.type) });
    case "E118":
      return report(SYNTAX, "E118", span, { member, type: reason.type, ...insteadOf(reason, member) });
    case "E153":
      return report(SYNTAX, "E153", span, { ...reason, member, missing: names.missing });
    case "E115":
      return report(SYNTAX, "E115", span, { member, last: false });
    default:
      return report<typeof SYNTAX, typeof reason.code>(SYNTAX, reason.code, span, { ...reason, member });
  }
}

/** String classes, whose characters are elsewhere in memory. */
export const TEXT_CLASSES: ReadonlySet<string> = new Set([
  "String",
  "string",
  "std::string",
  "std::string_view",
  "QString",
  "CString",
]);

function insteadOf(
  { type, instead }: { readonly type: string; readonly instead?: string },
  member: string,
): { readonly instead?: string } {
  if (TEXT_CLASSES.has(type)) return { instead: `send the text itself: 'char ${member}[16];'` };
  return instead === undefined ? {} : { instead };
}

/** @param instead what to use */
export function notHeld(type: string, instead?: string): Unusable {
  return unusable({ code: "E118", type, ...(instead !== undefined && { instead }) });
}

export type Resolved = CType | Unusable;

export function isUsable(type: Resolved): type is CType {
  return type.kind !== "unusable";
}

/** True for equal layouts, because two headers may declare the same type. */
export function sameType(left: Resolved, right: Resolved): boolean {
  if (left === right) return true;
  if (left.aligned !== right.aligned) return false;
  if (left.kind === "unusable" || right.kind === "unusable") return isSameUnheld(left, right);
  if (left.isClass !== right.isClass) return false;
  switch (left.kind) {
    case "arithmetic":
      return right.kind === "arithmetic" && left.type === right.type && left.bits === right.bits;
    case "array":
      return right.kind === "array" && left.length === right.length && sameType(left.element, right.element);
    case "record":
      return right.kind === "record" && left.record === right.record;
    case "enum":
      return right.kind === "enum" && (left.enumerators === right.enumerators || completes(left, right));
  }
}

/** `typedef void *handle;` in two headers. */
function isSameUnheld(left: Resolved, right: Resolved): boolean {
  if (isUsable(left) || isUsable(right) || left.standIn === undefined || right.standIn === undefined) return false;
  return nameOf(left) === nameOf(right) && sameType(left.standIn, right.standIn);
}

function nameOf({ reason }: Unusable): string {
  return "diagnostic" in reason ? reason.diagnostic.code : `${reason.code} ${"type" in reason ? reason.type : ""}`;
}

type EnumType = CType & { readonly kind: "enum" };

/** `enum mode : uint8_t;` and its definition. [C++17 dcl.enum]p3 */
function completes(left: EnumType, right: EnumType): boolean {
  const isOpaque = left.enumerators.length === 0 || right.enumerators.length === 0;
  return isOpaque && left.name === right.name && left.underlying !== undefined && left.underlying === right.underlying;
}

/** @param files that declare it */
export function ambiguousType(type: string, files: readonly (SourceFile | undefined)[] = []): Unusable {
  return unusable({ code: "E153", type, files: [...new Set(files.flatMap((file) => file?.name ?? []))] });
}

const OF_POINTER = { 2: "uint16_t", 4: "uint32_t", 8: "uint64_t" } as const;

/** A pointer, or a reference to what is elsewhere. */
export function pointerType({ sizes }: Target, code: "E113" | "E114" = "E113"): Unusable {
  return { ...unusable({ code }), standIn: { kind: "arithmetic", type: OF_POINTER[sizes.pointer] } };
}

/** @param pointee undefined if it is not known */
export function pointerTo(pointee: Resolved | undefined, target: Target): Unusable {
  return { ...pointerType(target), ...(pointee && { pointee }) };
}

/** An array is as its elements are. [C++17 basic.type.qualifier]p5 */
export function qualifiersOf(type: Resolved): Qualifiers | undefined {
  return type.kind === "array" ? qualifiersOf(type.element) : type.qualifiers;
}

/** `const T` of a `T` that may already be `volatile`. */
export function qualified(type: Resolved, added: Qualifiers | undefined): Resolved {
  const all = `${added ?? ""} ${type.qualifiers ?? ""}`;
  if (added === undefined || type.qualifiers === added) return type;
  if (type.kind === "array") return { ...type, element: qualified(type.element, added) as CType };
  const words = ["const", "volatile"].filter((word) => all.includes(word)).join(" ");
  return { ...type, qualifiers: words as Qualifiers };
}

/** The type without these qualifiers; undefined if it lacks one of them. */
export function withoutQualifiers(type: Resolved, removed: Qualifiers): Resolved | undefined {
  const own = qualifiersOf(type)?.split(" ") ?? [];
  if (!removed.split(" ").every((word) => own.includes(word))) return undefined;
  const left = own.filter((word) => !removed.includes(word)).join(" ");
  return qualified(unqualified(type), left === "" ? undefined : (left as Qualifiers));
}

export function unqualified<T extends Resolved>(type: T): T {
  if (type.kind === "array") return { ...type, element: unqualified(type.element) };
  if (type.qualifiers === undefined) return type;
  const { qualifiers: _, ...plain } = type;
  return plain as T;
}

/** Bytes that no message shows. */
export function bytesOf(size: number, alignment = size): CType {
  return { kind: "array", element: { kind: "arithmetic", type: "unsigned char" }, length: size, aligned: alignment };
}

/** `long double` of a target that stores it as double. */
export function isPlainDouble({ reason, standIn }: Unusable): boolean {
  let type = standIn;
  while (type?.kind === "array") type = type.element;
  return "code" in reason && reason.code === "E117" && type?.kind === "arithmetic" && type.type === "double";
}

/** @param dimensions outermost first */
export function arrayOf(element: Resolved, dimensions: readonly number[]): Resolved {
  return dimensions.reduceRight(arrayOfOne, element);
}

function arrayOfOne(element: Resolved, length: number): Resolved {
  // `typedef float list[]; list of_lists[2];` [C17 6.7.6.2p1]
  if (element.kind === "array" && element.flexible) return unusable({ code: "E115" });
  if (element.kind === "arithmetic" && element.bits !== undefined)
    return notHeld(
      element.bytes === undefined ? `_BitInt(${element.bits})[]` : `__int${element.bits}[]`,
      "write the elements as fields of a struct, or take a type of <stdint.h>",
    );
  if (isUsable(element)) return { kind: "array", element, length };
  const { standIn } = element;
  if (standIn === undefined) return element;
  // A message holds none of the elements.
  if (length === 0) return { kind: "array", element: standIn, length, isUnheld: true };
  return { ...element, standIn: { kind: "array", element: standIn, length }, element };
}

const ONE_BYTE: ReadonlySet<ArithmeticType> = new Set([
  "uint8_t",
  "int8_t",
  "char",
  "signed char",
  "unsigned char",
  "bool",
]);

export function isOneByte(type: CType): boolean {
  if (type.kind === "enum") return type.underlying !== undefined && ONE_BYTE.has(type.underlying);
  return type.kind === "arithmetic" && ONE_BYTE.has(type.type);
}

/** `char[n]` is text [D3]. */
export function isText(type: CType): type is CType & { kind: "array" } {
  return type.kind === "array" && type.element.kind === "arithmetic" && type.element.type === "char";
}

/** `T d[]` */
export function flexibleArray(type: Resolved): Resolved {
  return type.kind === "array" ? { ...type, flexible: true } : type;
}

/** The declaration of a tag, or the problem of `struct e` for an enum, `union s` for a struct. [C17 6.7.2.3p3] */
export function asTagged(keyword: Token, tag: string, found: Resolved): Resolved {
  const declared = found.kind === "record" ? found.record.kind : found.kind;
  if (found.kind === "unusable" || declared === (keyword.text === "class" ? "struct" : keyword.text)) return found;
  const details = { found: `${keyword.text} ${tag}`, reason: `'${tag}' is declared with '${declared}'` };
  return unusable({ diagnostic: report(SYNTAX, "E108", tokenSpan(keyword), details) });
}

/** The record in a member's type, possibly as an array element. */
export function recordIn(type: CType): RecordDeclaration | undefined {
  let current = type;
  while (current.kind === "array") current = current.element;
  return current.kind === "record" ? current.record : undefined;
}
