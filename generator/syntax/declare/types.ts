/** Types on their way to `CType`: those a message cannot hold say so only when a message does. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import type { ArithmeticType } from "../../targets/target.ts";
import type { CType, RecordDeclaration } from "../../types/declarations.ts";

/** A type that cannot be part of a message; harmless until a message struct uses it. */
export interface Unusable {
  readonly kind: "unusable";
  /** The tag of a struct that may be completed later: `typedef struct s s_t; struct s {…};` */
  readonly forward?: string;
  readonly aligned?: number;
  /** Bytes, where the type has some all the same: a pointer. */
  readonly size?: number;
  readonly diagnose: (member: string, span: Span) => Diagnostic;
}

export type Resolved = CType | Unusable;

export function isUsable(type: Resolved): type is CType {
  return type.kind !== "unusable";
}

/** One and the same layout: two headers may both declare it. */
export function sameType(left: Resolved, right: Resolved): boolean {
  if (left === right) return true;
  if (left.kind === "unusable" || right.kind === "unusable" || left.aligned !== right.aligned) return false;
  switch (left.kind) {
    case "arithmetic":
      return right.kind === "arithmetic" && left.type === right.type;
    case "array":
      return right.kind === "array" && left.length === right.length && sameType(left.element, right.element);
    case "record":
      return right.kind === "record" && left.record === right.record;
    case "enum":
      return right.kind === "enum" && left.enumerators === right.enumerators;
  }
}

export function ambiguousType(name: string): Unusable {
  return {
    kind: "unusable",
    diagnose: (member, span) => report(SYNTAX, "E153", span, { member, type: name }),
  };
}

export function pointerType(size: number): Unusable {
  return { kind: "unusable", size, diagnose: (member, span) => report(SYNTAX, "E113", span, { member }) };
}

/** @param dimensions outermost first */
export function arrayOf(element: Resolved, dimensions: readonly number[]): Resolved {
  return dimensions.reduceRight(arrayOfOne, element);
}

function arrayOfOne(element: Resolved, length: number): Resolved {
  if (isUsable(element)) return { kind: "array", element, length };
  return element.size === undefined ? element : { ...element, size: element.size * length };
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

/** `char[n]`, which is text [D3]. */
export function isText(type: CType): type is CType & { kind: "array" } {
  return type.kind === "array" && type.element.kind === "arithmetic" && type.element.type === "char";
}

/** `T d[]` */
export function flexibleArray(type: Resolved): Resolved {
  return type.kind === "array" ? { ...type, flexible: true } : type;
}

/** The record that a member of this type holds, in an array or not. */
export function recordIn(type: CType): RecordDeclaration | undefined {
  let current = type;
  while (current.kind === "array") current = current.element;
  return current.kind === "record" ? current.record : undefined;
}
